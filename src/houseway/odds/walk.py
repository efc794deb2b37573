"""One hand played through a game's procedure: what it is dealt, when it decides, and how its wagers end.

The same steps as at the table, for one player, without chips, events or secrets. An incomplete hand has placeholders
for missing cards: rules that look at one raise `NeedsCards`, which reveals the cards that a rule depends on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple, NoReturn, cast

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.game_odds import Hand
from houseway.rules.game import Decision, Game, HouseCards, Offer, Pay, Spot, find_offer
from houseway.rules.pay_tables import Ratio
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    PLAYERS,
    Burn,
    Deal,
    Decide,
    EachSeat,
    Face,
    Settle,
    Step,
    Take,
    Turn,
)
from houseway.rules.settlement import dealer_holds, holds, open_wagers

UNIT = 5_040_000  # cents on the first wager: any usual multiple or fraction of it is whole


# What a mistake in a game's own rules raises.
RULES_FAIL = (TypeError, LookupError, ValueError, AttributeError, ArithmeticError, NotImplementedError)


class NeedsCards(Exception):
    """A rule looked at cards that have not been dealt yet; the argument says whose."""


class Unseen:
    """A placeholder for cards to come: any access raises `NeedsCards`."""

    def __init__(self, whose: str) -> None:
        self.__dict__["whose"] = whose

    def _look(self, *_: object) -> NoReturn:
        raise NeedsCards(self.__dict__["whose"])

    __len__ = __iter__ = __getitem__ = __contains__ = __bool__ = __eq__ = __hash__ = _look
    __add__ = __radd__ = __lt__ = __le__ = __gt__ = __ge__ = _look


class Partly(Unseen):
    """A placeholder for cards of which only the first are known."""

    def __init__(self, cards: tuple[Card, ...], whose: str) -> None:
        super().__init__(whose)
        self.__dict__["cards"] = cards

    def __getitem__(self, index: Any) -> Any:  # type: ignore[override]
        cards = self.__dict__["cards"]
        if isinstance(index, slice):
            first, last = index.start or 0, index.stop
            if index.step is None and last is not None and first >= 0 and 0 <= last <= len(cards):
                return cards[first:last]
        elif 0 <= index < len(cards):
            return cards[index]
        return self._look()


def unseen(whose: str) -> Any:
    return Unseen(whose)


OWN, ASIDE, COMMUNITY_CARDS, DEALER_CARDS = (unseen(whose) for whose in ("own", "aside", "community", "dealer"))
FOLDED = "folded"
FOLDED_OR_NOT: Any = unseen(FOLDED)


class Piles(NamedTuple):
    """The cards to deal to a hand and to the house, in the order of dealing."""

    dealt: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()


class OpeningStakes(dict[str, int]):
    """The stakes before any decision; asking for others raises `NeedsCards`."""

    def __missing__(self, wager: str) -> int:
        raise NeedsCards("decisions")

    def __contains__(self, wager: object) -> bool:
        return super().__contains__(wager) or bool(self[str(wager)])

    def get(self, wager: str, default: Any = None) -> int:
        return self[wager]


def opening_stakes(game: Game[Any]) -> dict[str, int]:
    """One unit on the first wager and on every side wager; linked wagers as they must be."""
    stakes: dict[str, int] = {}
    for wager in game.wagers:
        if wager.opening:
            stakes[wager.id] = wager.fixed or (stakes.get(wager.on, UNIT) * wager.least if wager.on else UNIT)
    return stakes


def flat(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps from one player's point of view."""
    for step in steps:
        if isinstance(step, EachSeat):
            yield from step.steps
        else:
            yield step


def area_of(step: Step) -> str | None:
    """The pile that a deal goes to."""
    if not isinstance(step, Deal):
        return None
    return step.area if step.to == PLAYERS else step.to


def cards_needed(steps: Iterable[Step]) -> int:
    """The cards of a round for one player, without those of discards."""
    return sum(step.count for step in steps if isinstance(step, Deal | Burn))


def choices(offers: Iterable[Offer]) -> Iterator[tuple[Offer, Decision]]:
    """Every offer with its decision. A bet of variable size comes as the smallest and the largest: pays are linear in
    the bet."""
    for offer in offers:
        yield offer, offer.decision
        choice, least, discard, key = offer.decision
        if least and offer.most > least:
            yield offer, Decision(choice, offer.most, discard, key)


def kind_of(decision: Decision) -> tuple[Any, ...]:
    """A decision apart from the cards that it throws."""
    return decision.choice, decision.multiple, decision.key


def decided(game: Game[Any], at: str, spot: Spot, offer: Offer, decision: Decision) -> Spot:
    """The spot after a decision, with the bet that it adds or takes back."""
    stakes = {**spot.stakes, **game.wagers.stake(offer, decision, spot)}
    if offer.takes_back:
        del stakes[offer.takes_back]
    return spot._replace(stakes=stakes, decisions=(*spot.decisions, (at, decision)), folded=decision.folds)


def settling(steps: Iterable[Step], wager: str) -> list[tuple[Settle, bool]]:
    """The steps that settle a wager, each with whether cards have been drawn by then."""
    found, drawn = [], False
    for step in steps:
        if isinstance(step, Take) or (isinstance(step, Deal) and step.to == PLAYERS and step.area == "drawn"):
            drawn = True
        elif isinstance(step, Settle) and wager in step.wagers:
            found.append((step, drawn))
    return found


def settle_one(game: Game[Any], steps: Iterable[Step], wager: str, spot: Spot, house: HouseCards) -> Pay | None:
    """How one wager of a hand ends, by the first step that settles it and the cards dealt by then."""
    return settle_by(game, settling(steps, wager), wager, spot, house)


def settle_by(
    game: Game[Any], steps: Iterable[tuple[Settle, bool]], wager: str, spot: Spot, house: HouseCards
) -> Pay | None:
    """The same by the steps that `settling` found."""
    before: Spot | None = None  # the hand before cards are drawn
    for step, drawn in steps:
        if not drawn and before is None:
            before = spot._replace(drawn=())
        held = spot if drawn or before is None else before
        if holds(game, step.when, held, house):
            for pay in game.settle(step, (wager,), held, house):
                if pay.wager == wager:
                    return pay
            return None
    return None


def settle_each(game: Game[Any], wagers: Iterable[str], spot: Spot, house: HouseCards) -> tuple[Pay, ...]:
    """How some wagers of a hand end, each by the first step that settles it; unpaid bonuses are left out."""
    steps = tuple(flat(game.procedure))
    pays = (settle_one(game, steps, wager, spot, house) for wager in wagers)
    return tuple([pay for pay in pays if pay is not None])


def settle_all(game: Game[Any], settles: Iterable[Settle], spot: Spot, house: HouseCards) -> Iterator[Pay]:
    """How all wagers of a complete hand end, in the order of settlement."""
    for step in settles:
        if holds(game, step.when, spot, house):
            spot, pays = _settle(game, step, spot, house)
            yield from pays


def _settle(game: Game[Any], step: Settle, spot: Spot, house: HouseCards) -> tuple[Spot, list[Pay]]:
    wagers = open_wagers(game, step, spot)
    if not wagers:
        return spot, []
    pays = list(game.settle(step, wagers, spot, house))
    return spot._replace(settled=spot.settled | set(wagers)), pays


def prize_of(game: Game[Any], percent: int, cents: int, meter: int | None = None) -> Fraction:
    """What a progressive pays, in cents: a share of its meter, at its seed when left out, and a fixed prize."""
    return cents + Fraction(percent * (game.wagers.meter_seed if meter is None else meter), 100)


def side_net(
    game: Game[Any], wager: str, odds: Ratio, percent: int = 0, cents: int = 0, *, meter: int | None = None
) -> Fraction:
    """What a line of a side wager's table nets, in units of the wager; a prize does not bring the stake back."""
    if percent or cents:
        return prize_of(game, percent, cents, meter) / game.wager[wager].fixed - 1
    return Fraction(odds)


def net_of(game: Game[Any], hand: Hand, wagers: frozenset[str]) -> Fraction:
    """What these wagers net, in cents."""
    net = Fraction()
    for pay in hand.pays:
        if pay.wager in wagers:
            stake = hand.spot.stakes.get(pay.wager, 0)
            if pay.percent or pay.cents:
                net += prize_of(game, pay.percent, pay.cents) - stake
            else:
                on = hand.spot.stakes.get(game.wager[pay.wager].on, 0)
                net += pay.odds * stake if stake else max(pay.odds, 0) * on  # a bonus without a stake cannot lose
    return net


class Walker:
    """Plays one hand of a game from given piles of cards; a callback makes the decisions."""

    def __init__(self, game: Game[Any], stakes: Mapping[str, int] | None = None) -> None:
        self.game = game
        self.steps = tuple(flat(game.procedure))
        self.stakes = dict(stakes) if stakes is not None else opening_stakes(game)

    def play(self, piles: Piles, decide: Any) -> Hand:
        """Deal from the piles; `decide(at, spot)` makes each decision, with the visible cards in `spot.seen`."""
        game = self.game
        spot, house, paid = Spot(1, dict(self.stakes)), HouseCards(), []
        used = dict.fromkeys(Piles._fields, 0)
        up: dict[str, set[int]] = {"dealer": set(), "community": set()}
        left = piles._asdict()

        def draw(pile: str, count: int) -> tuple[Card, ...]:
            first = used[pile]
            used[pile] = first + count
            cards = left[pile][first : first + count]
            if len(cards) < count:
                raise HousewayError(f"{game.name}: there are too few cards for {pile}.")
            return cast(tuple[Card, ...], cards)

        for step in self.steps:
            if isinstance(step, Deal):
                if step.to == PLAYERS:
                    count = step.count or len(spot.discards)
                    if count and holds(game, step.when, spot, house):
                        spot = spot.with_cards(step.area, draw(step.area, count))
                elif dealer_holds(game, step.when, house):
                    pile = "dealer" if step.to == DEALER else "community"
                    if step.face is Face.UP:
                        up[pile] |= set(range(used[pile], used[pile] + step.count))
                    cards = draw(pile, step.count)
                    house = house._replace(**{pile: getattr(house, pile) + cards})
            elif isinstance(step, Turn) and step.whose != PLAYERS:
                pile = "dealer" if step.whose == DEALER else "community"
                last = used[pile] if step.count is None else step.first + step.count
                up[pile] |= set(range(step.first, last))
            elif isinstance(step, Decide):
                if not spot.folded and holds(game, step.when, spot, house):
                    seen = HouseCards(
                        tuple(card for index, card in enumerate(house.dealer) if index in up["dealer"]),
                        tuple(card for index, card in enumerate(house.community) if index in up["community"]),
                    )
                    facing = spot._replace(seen=seen)
                    decision = decide(step.at, facing)
                    offer = find_offer(tuple(game.offers(step.at, facing)), decision)
                    spot = decided(game, step.at, spot, offer, decision)
            elif isinstance(step, Take):
                if holds(game, step.when, spot, house):
                    spot = spot.with_cards("drawn", game.takes(spot, house))
            elif isinstance(step, Settle) and holds(game, step.when, spot, house):
                spot, more = _settle(game, step, spot, house)
                paid += more
        return Hand(spot, house, tuple(paid))


def in_order(decisions: Sequence[Decision]) -> Any:
    """A callback that makes these decisions one after the other."""
    left = iter(decisions)
    return lambda at, spot: next(left)


def natural_total(steps: tuple[Step, ...], cards: int, last: int, thrown: int) -> int:
    """Cards dealt together count as a set; replacements, and shared cards that complete hands, count in order."""
    total, left = 1, cards
    completing = any(isinstance(step, Take) for step in steps)
    hidden: dict[str, list[int]] = {DEALER: [], COMMUNITY: []}
    for at, step in enumerate(steps):
        if isinstance(step, Deal):
            if step.to == PLAYERS:
                for size in [1] * thrown if not step.count else [step.count]:
                    total, left = total * comb(left, size), left - size
            elif step.face is Face.UP and at < last:
                total, left = total * comb(left, step.count), left - step.count
            elif step.to == COMMUNITY and completing:
                for _ in range(step.count):
                    total, left = total * left, left - 1
            else:
                hidden[step.to].append(step.count)
        elif isinstance(step, Turn) and step.whose in hidden and at < last:
            whole = hidden[step.whose]
            if whole and step.count is not None and step.count < whole[0]:
                total, left = total * comb(left, step.count), left - step.count
                whole[0] -= step.count
    for size in (*hidden[COMMUNITY], *hidden[DEALER]):
        total, left = total * comb(left, size), left - size
    return total
