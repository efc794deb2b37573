"""One round at a table: wagers, deal, decisions, reveal, settlement, as the game's procedure orders them.

The round knows no game by name. It walks the procedure, asks the game's rules what is legal and how a wager ends, moves
chips and cards accordingly, and writes down every event. Each public call checks first and changes nothing if refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from houseway.cards import Card
from houseway.errors import IllegalAction, WagerError
from houseway.money import winnings
from houseway.rules.game import Decision, Game, HouseCards, Offer, Pay, Spot, find_offer
from houseway.rules.limits import Limits
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    PLAYERS,
    Arrange,
    Burn,
    Collect,
    Deal,
    Decide,
    EachSeat,
    Face,
    Settle,
    Side,
    Step,
    Take,
    TakeWagers,
    Turn,
)
from houseway.table import events as ev
from houseway.table.shuffle import Shoe, Stream, commitment, mixed, secret_seed
from houseway.table.view import Rows, View, in_sight

OPEN_LIMITS = Limits()
LEFT, UP = Side.LEFT, Face.UP
NOTHING = ev.NOTHING
NOBODY: Mapping[int, int] = MappingProxyType({})


class Round:
    """A round from the first wager to the last payment.

    `seed` is a text to repeat a round by, 32 secret bytes, or None for fresh ones. `meter` is the progressive's in
    cents, where the game has one. `stacked` are cards that come first, for exercises and tests: such a round says of
    itself that it is not fair.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        seats: int | Iterable[int] = 1,
        seed: str | bytes | None = None,
        limits: Limits | None = None,
        meter: int | None = None,
        stacked: Iterable[Card] = (),
    ) -> None:
        self.game = game
        self.seats = _seats(seats, game)
        self.limits = limits or OPEN_LIMITS
        self._seed = secret_seed(seed)
        if meter is not None and (type(meter) is not int or meter < 0):
            raise WagerError(f"A meter is whole cents, not {meter!r}.")
        self.commitment = commitment(self._seed)
        self.meter = (game.meter_seed if meter is None else meter) if game.progressive else None
        self.meter_before = self.meter
        self._spots: dict[int, Spot] = {}
        self._house = HouseCards()
        self._shown: Rows = {DEALER: [], COMMUNITY: []}  # the house's cards that are face up, None for the others
        self._seen: HouseCards | None = None  # the same as spots have it, when somebody has asked
        self.stacked = tuple(stacked)
        self._player_seeds: dict[int, str] = {}
        self._shoe: Shoe | None = None
        self._step = 0
        self._pending: frozenset[int] = frozenset()
        self._folded = False  # whether anybody has
        self._collected: set[int] = set()  # whose hands are gone from the felt
        self._offers: dict[int, tuple[Offer, ...]] = {}  # legal decisions already asked for
        self._returned: dict[int, int] = {}
        self._left: tuple[int, ...] = ()  # who plays, from the dealer's left
        self._right: tuple[int, ...] = ()
        self._actions: list[tuple[Any, ...]] = []
        self._events: list[ev.Event] = [
            ev.RoundOpened(
                game.id,
                game.edition,
                game.fingerprint,
                self.seats,
                self.commitment,
                self.meter,
                fair=not self.stacked,
            )
        ]
        self._run()

    # --- what anybody may ask ---

    @property
    def over(self) -> bool:
        return self._step == len(self.game.procedure)

    @property
    def step(self) -> Step | None:
        """The step of the procedure that the table waits in, None when the round is over."""
        return None if self.over else self.game.procedure[self._step]

    @property
    def taking_wagers(self) -> bool:
        return isinstance(self.step, TakeWagers)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the table waits for."""
        return tuple(sorted(self._pending))

    def view(self, viewer: ev.Viewer = None) -> View:
        """What a seat, or a spectator (None), may see now."""
        if viewer is not None:
            self._check_seat(viewer)
        return View(self.game, viewer, self._events)

    def legal_actions(self, seat: int) -> tuple[Offer, ...]:
        """What the seat may decide now; empty when it is not asked."""
        if seat not in self._pending:
            return ()
        found = self._offers.get(seat)
        if found is None:
            step, spot = self.game.procedure[self._step], self.spot(seat)
            assert isinstance(step, Decide)
            found = self._offers[seat] = self._capped(tuple(self.game.offers(step.at, spot)), spot)
        return found

    # --- the house's own: every card, for records and audits ---

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """Everything that has happened, with every card; `events.seen_by` is for everybody else."""
        return tuple(self._events)

    @property
    def actions(self) -> tuple[tuple[Any, ...], ...]:
        """What was done from outside, in order; with the rules and the seed it is the whole round."""
        return tuple(self._actions)

    @property
    def spots(self) -> tuple[Spot, ...]:
        return tuple([self.spot(seat) for seat in sorted(self._spots)])

    def spot(self, seat: int) -> Spot:
        """A player's place, with what can be seen from there."""
        seen = self._seen
        if seen is None:
            seen = self._seen = in_sight(self._shown)
        return Spot(*self._spots[seat][:-1], seen)

    @property
    def house(self) -> HouseCards:
        return self._house

    @property
    def server_seed(self) -> bytes:
        return self._seed

    # --- what players and the dealer do ---

    def wager(self, seat: int, stakes: Mapping[str, int], *, player_seed: str = "") -> None:
        """Place a seat's opening wagers, all at once; placing them again replaces them, with none takes them back.

        A linked wager that is left out is put down by itself, at the smallest it can be.
        """
        if not self.taking_wagers:
            raise WagerError("Wagers are closed: bets are made before the cards are dealt.")
        self._check_seat(seat)
        if not isinstance(stakes, Mapping) or not isinstance(player_seed, str):
            raise WagerError("Wagers are given as amounts by name, a player's seed as text.")
        if not stakes and seat in self._spots:
            del self._spots[seat]
            stakes, player_seed = NOTHING, ""  # the words of who does not play are not in the shuffle
        else:
            stakes = MappingProxyType(self.game.opening_stakes(stakes, self.limits))
            self._spots[seat] = Spot(seat, stakes)
        self._player_seeds.pop(seat, None)
        if player_seed:
            self._player_seeds[seat] = player_seed
        self._actions.append(("wager", seat, stakes, player_seed))
        self._events.append(ev.WagersPlaced(seat, stakes, player_seed))

    def set_meter(self, cents: int) -> None:
        """Read a meter that other tables feed too, at any time before the deal."""
        if not self.taking_wagers or self.meter is None:
            raise WagerError("A progressive's meter is read before the cards are dealt, where there is one.")
        if type(cents) is not int or cents < 0:
            raise WagerError(f"A meter is whole cents, not {cents!r}.")
        opened = self._events[0]
        assert isinstance(opened, ev.RoundOpened)
        self.meter = self.meter_before = cents
        self._events[0] = opened._replace(meter=cents)

    def close(self) -> None:
        """End a round that nobody plays, without a deal."""
        if not self.taking_wagers or self._spots:
            raise WagerError("A round is closed without a deal only while nobody has a wager on the layout.")
        self._actions.append(("close",))
        self._step = len(self.game.procedure)
        self._events.append(ev.RoundClosed(NOBODY, self._seed.hex()))

    def deal(self) -> None:
        """Close the wagers and deal, up to the first decision."""
        if not self.taking_wagers:
            raise WagerError("The cards are dealt already.")
        if not self._spots:
            raise WagerError("Nobody has a wager on the layout.")
        self._shoe = Shoe(self.game.deck, Stream(self._seed, mixed(self._player_seeds)), self.stacked)
        self._actions.append(("deal",))
        left = tuple(sorted(self._spots))
        self._left, self._right = left, left[::-1]
        self._returned = dict.fromkeys(left, 0)
        self._events.append(ev.WagersClosed(left))
        self._feed_meter()
        self._step += 1
        self._run()

    def act(self, seat: int, decision: Decision | Mapping[str, Any]) -> None:
        """Decide for a seat."""
        if type(seat) is not int or seat not in self._pending:
            self._check_seat(seat)
            waits = ", ".join(map(str, self.to_act))
            raise IllegalAction(
                f"Seat {seat} cannot act now: {f'the table waits for seat {waits}' if waits else 'nothing to decide'}."
            )
        if not isinstance(decision, Decision):
            decision = Decision.from_json(decision)
        elif not isinstance(decision.multiple, int | Fraction):
            raise IllegalAction(f"A multiple is a whole number or a Fraction, not {decision.multiple!r}.")
        offer = find_offer(self.legal_actions(seat), decision)
        if decision is not offer.decision:
            decision = decision._replace(discard=offer.decision.discard)
        spot = self._spots[seat]
        stakes = self.game.stake(offer, decision, spot)
        back = offer.takes_back
        self._apply(seat, decision, stakes, MappingProxyType({back: spot.stakes[back]}) if back else NOTHING)
        if not self._pending:
            self._step += 1
            self._run()

    # --- the procedure ---

    def _apply(self, seat: int, decision: Decision, stakes: dict[str, int], taken_back: Mapping[str, int]) -> None:
        step, spot = self.game.procedure[self._step], self._spots[seat]
        assert isinstance(step, Decide)
        lying = spot.stakes
        if taken_back:
            lying = {name: amount for name, amount in lying.items() if name not in taken_back}
        if stakes or taken_back:
            lying = MappingProxyType({**lying, **stakes})
        spot = self._spots[seat] = spot._replace(
            stakes=lying,
            decisions=(*spot.decisions, (step.at, decision)),
            folded=decision.folds,
        )
        self._folded |= decision.folds
        self._pending -= {seat}
        self._offers.pop(seat, None)
        self._actions.append(("act", seat, decision))
        put = MappingProxyType(stakes) if stakes else NOTHING
        self._events.append(ev.Decided(seat, step.at, decision, put, taken_back))
        if step.shows_held and (held := spot.held):
            self._turn_cards(spot, held)

    def _run(self) -> None:
        """Do the steps until the table has to wait for somebody, or the round is over."""
        steps = self.game.procedure
        for place in range(self._step, len(steps)):
            step = steps[place]
            kind = type(step)
            _HANDLERS[kind](self, step)
            if self._pending or kind is TakeWagers:
                self._step = place
                return
        self._step = len(steps)
        net = {seat: self._returned[seat] - sum(self._spots[seat].stakes.values()) for seat in self._left}
        self._events.append(ev.RoundClosed(MappingProxyType(net), self._seed.hex()))

    def _applies(self, when: str, spot: Spot) -> bool:
        """Whether a hand meets a condition: folding is the table's, the rest is the game's to answer."""
        if not when:
            return True
        if when == "folded":
            return spot.folded
        return not spot.folded if when == "in play" else self.game.applies(when, spot, self._house)

    def _take_wagers(self, step: TakeWagers) -> None:
        """Nothing: `wager` and `deal` do it."""

    def _deal(self, step: Deal) -> None:
        assert self._shoe is not None
        if step.to == PLAYERS:
            for seat in self._left if step.start is LEFT else self._right:
                self._deal_seat(step, seat)
        elif not step.when or self.game.dealer_applies(step.when, self._house):
            cards = self._shoe.draw(step.count)
            dealer, community = self._house
            self._shown[step.to] += cards if step.face is UP else (None,) * len(cards)
            self._seen = None
            self._house = (
                HouseCards(dealer + cards, community) if step.to == DEALER else HouseCards(dealer, community + cards)
            )
            self._events.append(ev.Dealt(step.to, step.area, step.face, cards))

    def _deal_seat(self, step: Deal, seat: int) -> None:
        assert self._shoe is not None
        spot = self._spots[seat]
        count = step.count or len(spot.discards)
        if count and self._applies(step.when, spot):
            cards = self._shoe.draw(count)
            self._spots[seat] = spot.with_cards(step.area, cards)
            self._events.append(ev.Dealt(seat, step.area, step.face, cards))

    def _burn(self, step: Burn) -> None:
        assert self._shoe is not None
        self._events.append(ev.Burned(self._shoe.draw(step.count)))

    def _decide(self, step: Decide) -> None:
        when = step.when
        self._pending = frozenset(
            [seat for seat, spot in self._spots.items() if not spot.folded and self._applies(when, spot)]
        )

    def _turn(self, step: Turn) -> None:
        if step.whose == PLAYERS:
            for seat in self._right:
                self._turn_seat(step, seat)
            return
        cards = self._house.dealer if step.whose == DEALER else self._house.community
        last = len(cards) if step.count is None else step.first + step.count
        places = tuple(range(step.first, last))
        self._shown[step.whose][step.first : last] = cards[step.first : last]
        self._seen = None
        self._events.append(ev.Turned(step.whose, places, cards[step.first : last]))

    def _turn_seat(self, step: Turn, seat: int) -> None:
        spot = self._spots[seat]
        if self._applies(step.when, spot):
            cards = spot.dealt if step.cards == "dealt" else spot.held if step.cards == "held" else spot.discards
            if cards:
                self._turn_cards(spot, cards)

    def _turn_cards(self, spot: Spot, cards: tuple[Card, ...]) -> None:
        if cards is spot.dealt:
            self._events.append(ev.Turned(spot.seat, tuple(range(len(cards))), cards))
            return
        places, left = [], list(cards)
        for place, card in enumerate(spot.dealt):
            if card in left:
                left.remove(card)
                places.append(place)
        self._events.append(ev.Turned(spot.seat, tuple(places), tuple([spot.dealt[place] for place in places])))

    def _take(self, step: Take) -> None:
        for seat in self._left:
            self._take_seat(step, seat)

    def _take_seat(self, step: Take, seat: int) -> None:
        spot = self._spots[seat]
        if self._applies(step.when, spot):
            cards = self.game.takes(spot, self._house)
            if cards:
                self._spots[seat] = spot.with_cards("drawn", cards)
                self._events.append(ev.Took(seat, "aside" if spot.aside else "community", cards))

    def _arrange(self, step: Arrange) -> None:
        game, house = self.game, self._house
        if step.when and not game.dealer_applies(step.when, house):
            return
        self._events.append(
            ev.Arranged(
                game.dealer_hand(house),
                game.dealer_positions(house),
                game.dealer_qualifies(house),
            )
        )

    def _settle(self, step: Settle) -> None:
        if step.when == "folded" and not self._folded:
            return
        for seat in self._right:
            self._settle_seat(step, seat)

    def _settle_seat(self, step: Settle, seat: int) -> None:
        spot = self._spots[seat]
        if not self._applies(step.when, spot):
            return
        stakes, settled, bonus = spot.stakes, spot.settled, self.game.bonuses
        open_wagers = tuple([w for w in step.wagers if w not in settled and (w in stakes or bonus.get(w) in stakes)])
        if not open_wagers:
            return
        total = 0
        for pay in self.game.settle(open_wagers, spot, self._house):
            amount = stakes.get(pay.wager, 0)
            returned = self._value(pay, amount, spot)
            if returned or amount:  # a bonus that pays nothing is not there
                total += returned
                self._events.append(ev.Settled(seat, pay.wager, amount, returned, pay.reason))
        self._returned[seat] += total
        self._spots[seat] = Spot(*spot[:-2], settled.union(open_wagers))  # quicker than `_replace`

    def _value(self, pay: Pay, amount: int, spot: Spot) -> int:
        """What comes back in cents, the stake included, rounded down to the cent."""
        if pay.percent or pay.cents:
            return pay.cents + self._pay_meter(spot.seat, pay.percent)
        if pay.odds <= -1:
            return 0
        if amount:
            return amount + winnings(amount, pay.odds)  # a part of the stake is lost where the odds are below 0
        return max(0, winnings(spot.stakes[self.game.wager[pay.wager].on], pay.odds))

    def _collect(self, step: Collect) -> None:
        if not self._folded and step.when.startswith("folded"):
            return
        seats = tuple([seat for seat in self._left if self._collects(step, seat)])
        if seats or not step.when:
            self._events.append(ev.Collected(step.what, seats))

    def _collect_seat(self, step: Collect, seat: int) -> None:
        if self._collects(step, seat):
            self._events.append(ev.Collected(step.what, (seat,)))

    def _collects(self, step: Collect, seat: int) -> bool:
        """Whether this is there to be collected: a hand that is gone is not collected again."""
        if seat in self._collected or not self._applies(step.when, self._spots[seat]):
            return False
        if step.hand:
            self._collected.add(seat)
        return True

    def _each_seat(self, step: EachSeat) -> None:
        for seat in self._left if step.start is LEFT else self._right:
            for inner in step.steps:
                _SEAT_HANDLERS[type(inner)](self, inner, seat)

    # --- the meter ---

    def _feed_meter(self) -> None:
        if self.meter is None or self.game.progressive is None:
            return
        name = self.game.progressive.id
        shares = [self.game.meter_share(spot.stakes[name]) for spot in self._spots.values() if name in spot.stakes]
        if shares:
            before, self.meter = self.meter, self.meter + sum(shares)
            self._events.append(ev.MeterFed(before, self.meter))

    def _pay_meter(self, seat: int, percent: int) -> int:
        """A share of the meter; a full win leaves it at its seed."""
        if not percent or self.meter is None:
            return 0
        before, prize = self.meter, self.meter * percent // 100
        seeded = self.game.meter_seed if percent == 100 else 0
        self.meter = before - prize + seeded
        self._events.append(ev.MeterPaid(seat, before, self.meter, seeded))
        return prize

    # --- helpers ---

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or seat not in self.seats:
            raise WagerError(
                f"There is no seat {seat!r} in this round: the seats are {', '.join(map(str, self.seats))}."
            )

    def _capped(self, offers: tuple[Offer, ...], spot: Spot) -> tuple[Offer, ...]:
        """The offers that the jurisdiction's largest wager leaves, no larger than it allows."""
        if self.limits.jurisdiction.single_wager is None:
            return offers
        left = []
        for offer in offers:
            if offer.wager:
                wager = self.game.wager[offer.wager]
                most = self.limits.most_raise(wager, spot.stakes, self.game.wagers)
                if offer.decision.multiple > most:
                    continue
                offer = offer._replace(most=min(offer.most, most))
            left.append(offer)
        return tuple(left)


def _seats(seats: int | Iterable[int], game: Game[Any]) -> tuple[int, ...]:
    """The seat numbers of a round: so many from the left, or these."""
    numbers: tuple[Any, ...]
    most = game.seats
    if type(seats) is int and 1 <= seats <= most:
        return tuple(range(1, seats + 1))
    if isinstance(seats, int):
        numbers = tuple(range(1, seats + 1)) if 1 <= seats <= most else (seats,)
    else:
        numbers = tuple(seats) if isinstance(seats, Iterable) else (seats,)
    legal = all(type(seat) is int and 1 <= seat <= most for seat in numbers)
    if not numbers or not legal or isinstance(seats, bool) or len(set(numbers)) < len(numbers):
        told = ", ".join(map(str, numbers[:20])) or "none"
        raise WagerError(f"{game.name} has seats 1 to {most}, not {told}.")
    return tuple(sorted(numbers))


_HANDLERS: dict[type[Step], Callable[..., None]] = {
    TakeWagers: Round._take_wagers,
    Deal: Round._deal,
    Burn: Round._burn,
    Decide: Round._decide,
    Turn: Round._turn,
    Take: Round._take,
    Arrange: Round._arrange,
    Settle: Round._settle,
    Collect: Round._collect,
    EachSeat: Round._each_seat,
}
_SEAT_HANDLERS: dict[type[Step], Callable[..., None]] = {
    Deal: Round._deal_seat,
    Turn: Round._turn_seat,
    Take: Round._take_seat,
    Settle: Round._settle_seat,
    Collect: Round._collect_seat,
}
