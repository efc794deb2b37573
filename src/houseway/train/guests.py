"""Guests at a table, for the dealer's exercises: who sits where, what they bet, how they decide.

They sit anywhere and bet what people bet, in chips: a side wager alone where that puts them in the game, odd dollars,
both ends of the limits. Some play anything, some never give up, some fold whatever they hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.errors import WagerError
from houseway.rules.game import Decision, Game, Offer
from houseway.rules.limits import JURISDICTIONS, Limit, Limits
from houseway.rules.procedure import Decide, Side
from houseway.table.kept_shoe import ShoeState
from houseway.table.policy import RandomPlayer
from houseway.table.round import Round
from houseway.table.shuffle import Shoe, Stream
from houseway.train.streams import pick

TEMPERS = ("any", "any", "stays", "stays", "folds")
CHIP = 100  # cents: the smallest chip, of which guests make their raises where they can
UNITS = {2500: 500, 10_000: 2500}  # a bet above so many cents is a multiple of so many: of red chips, of green ones
NICE = 2500  # a bet of a few chips is mostly a multiple of 5 dollars up to four times this
# The table's own largest first wager is what Washington State has allowed since 2009; raises that a player cannot avoid
# keep to it too.
LIMITS = Limits(jurisdiction=JURISDICTIONS["washington-2009"])
TRIES = 8  # decisions that a guest thinks of before taking whatever it is


class Part(NamedTuple):
    """What the first guest plays where a case is wanted: the wager is made, and none of the cards is thrown away that
    make the row of a pay table."""

    wager: str  # that the guest makes before the deal
    cards: tuple[Card, ...]
    stacked: tuple[Card, ...] = ()  # of the whole deal
    temper: str = "stays"


class Guest(RandomPlayer):
    """One guest: how they bet is drawn, how they decide is a matter of temper."""

    def __init__(self, seed: str, temper: str, part: Part | None = None) -> None:
        super().__init__(seed)
        self.temper, self.part = temper, part

    def bets_on(self, wager: str) -> bool:
        return super().bets_on(wager) or (self.part is not None and wager == self.part.wager)

    def amount(self, limit: Limit) -> int:
        """Either end of the limits, a round amount, or any."""
        draw = self.numbers.below(6)
        if draw < 2:
            return limit.most if draw else limit.least
        if draw < 4:
            amount = 500 * (1 + self.numbers.below(4 * NICE // 500))
            if limit.takes(amount):
                return amount
        most = limit.most if draw == 5 else min(limit.most, limit.least + 40 * limit.step)
        amount = super().amount(Limit(limit.least, most, limit.step))
        unit = max((unit for above, unit in UNITS.items() if amount > above), default=1)
        return amount - amount % unit if limit.takes(amount - amount % unit) else amount

    def considered(self, offers: Sequence[Offer]) -> Sequence[Offer]:
        """Without a fold from whoever never folds, and without throwing what is wanted."""
        folds = [offer for offer in offers if offer.decision.folds]
        if folds and self.temper == "folds" and self.numbers.below(3):
            return folds
        wanted = set(self.part.cards) if self.part else set()
        kept = [
            offer
            for offer in offers
            if not (offer.decision.folds and self.temper == "stays") and wanted.isdisjoint(offer.decision.discard or ())
        ]
        return kept or offers

    def decide(self, round_: Round, seat: int) -> Decision:
        """In chips that are on the rack, where it is not for something else."""
        decision = super().decide(round_, seat)
        for _ in range(TRIES):
            if not any(cents % CHIP for cents in round_.check_act(seat, decision).stakes.values()):
                break
            decision = super().decide(round_, seat)
        return decision


def first_of(game: Game[Any], wager: str) -> str:
    """The wager of a guest's own choice that another hangs on."""
    while not game.wager[wager].opening or game.wager[wager].linked:
        wager = game.wager[wager].on
    return wager


def played(
    game: Game[Any], numbers: Stream, most_seats: int, part: Part | None = None, *, cut_card: bool = False
) -> Round:
    """A round that guests have played to its end; the first of them may have a part in it, and it may be the one in
    which the cut card comes."""
    free = list(range(1, game.seats + 1))
    seats = sorted(free.pop(numbers.below(len(free))) for _ in range(1 + numbers.below(most_seats)))
    words = f"train {numbers.below(1 << 30)} {numbers.below(1 << 30)}"
    meter = game.wagers.meter_seed + 100 * numbers.below(5_000) if game.wagers.progressive else None
    shoe = _shoe(game, numbers, cut_card=cut_card) if part is None else None
    round_ = Round(
        game,
        seats=seats,
        seed=words,
        meter=meter,
        shoe=shoe,
        stacked=part.stacked if part else (),
        limits=limits_of(game),
    )
    guests = {seat: Guest(f"{words} {seat}", pick(numbers, TEMPERS)) for seat in seats}
    if part is not None:
        guests[seats[0]] = Guest(f"{words} {seats[0]}", part.temper, part)
    _play(round_, guests)
    return round_


def limits_of(game: Game[Any]) -> Limits:
    """What guests may bet; the table's own limits alone where a wager of a fixed price is above the law's."""
    try:
        game.wagers.opening_limits(LIMITS)
    except WagerError:
        return Limits()
    return LIMITS


def _play(round_: Round, guests: Mapping[int, Guest]) -> None:
    for seat, guest in guests.items():
        round_.wager(seat, guest.stakes(round_.game, round_.limits))
    round_.deal()
    while not round_.over:
        step = round_.step
        assert isinstance(step, Decide)
        for seat in round_.to_act if step.side is Side.LEFT else round_.to_act[::-1]:
            round_.act(seat, guests[seat].decide(round_, seat))


def _shoe(game: Game[Any], numbers: Stream, *, cut_card: bool) -> ShoeState | None:
    """A shoe that is kept from round to round, full or as rounds before have left it: up to its cut card if wanted."""
    kept = game.kept_shoe
    if kept is None or not (cut_card or numbers.below(3)):
        return None
    dealt = 1 + numbers.below(3)
    most = len(game.deck) - kept.cut - 1 - dealt * kept.bury
    if most < dealt:
        return None
    gone = Shoe(game.deck, numbers).draw(most if cut_card else dealt + numbers.below(most - dealt + 1))
    return ShoeState(kept.cut, 1 + numbers.below(9), 1 + dealt, gone, dealt * kept.bury)
