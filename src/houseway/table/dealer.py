"""The dealer's work in a round: the steps of the procedure, the cards and chips they move, and the log of events.

The dealer knows no game by name: the game's rules say which steps apply to a hand and how a wager ends.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from houseway.cards import Card
from houseway.money import winnings
from houseway.rules.game import Decision, Game, HouseCards, Pay, Spot
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
    KeepShoe,
    Prepare,
    Settle,
    Side,
    Step,
    StepPath,
    Take,
    TakeWagers,
    Turn,
)
from houseway.rules.settlement import dealer_holds, holds, open_wagers
from houseway.table import events as ev
from houseway.table.kept_shoe import cut_card_comes
from houseway.table.shuffle import Shoe
from houseway.table.view import Rows, in_sight

LEFT, UP = Side.LEFT, Face.UP
NOBODY: Mapping[int, int] = MappingProxyType({})


class Dealer:
    """Walks the procedure from one point where the table waits to the next, and writes down every event.

    Whoever calls has checked that the call is legal; nothing is refused here.
    """

    def __init__(self, game: Game[Any], opened: ev.RoundOpened, server_seed: str) -> None:
        self.game = game
        self.step = 0  # index of the procedure's step that the table waits in
        self.pending: frozenset[int] = frozenset()  # the seats that must decide
        self.spots: dict[int, Spot] = {}
        self.house = HouseCards()
        self.meter = opened.meter
        self.events: list[ev.Event] = [opened]
        self.marks: list[tuple[int, StepPath]] = []  # how many events there were when a step was done
        self._server_seed = server_seed
        self._shown: Rows = {DEALER: [], COMMUNITY: []}  # the house's face-up cards, None for the others
        self._seen: HouseCards | None = None  # the same as spots have it, once somebody has asked
        self._shoe: Shoe | None = None
        self._kept = opened.shoe
        self._any_folded = False
        self._collected: set[int] = set()  # the seats whose hands are gone from the felt
        self._returned: dict[int, int] = {}
        self._left: tuple[int, ...] = ()  # the seats in play, from the dealer's left
        self._right: tuple[int, ...] = ()
        self._run()

    @property
    def seen(self) -> HouseCards:
        """The house's cards that are face up."""
        if self._seen is None:
            self._seen = in_sight(self._shown)
        return self._seen

    def start(self, shoe: Shoe, words: Mapping[int, str]) -> None:
        """Close the wagers and deal, up to the first decision."""
        self._shoe = shoe
        left = tuple(sorted(self.spots))
        self._left, self._right = left, left[::-1]
        self._returned = dict.fromkeys(left, 0)
        self.events.append(ev.WagersClosed(left, words))
        self._feed_meter()
        self.marks.append((len(self.events), (self.step,)))
        self.step += 1
        self._run()

    def decided(
        self, seat: int, decision: Decision, stakes: Mapping[str, int], taken_back: Mapping[str, int]
    ) -> None:  # fmt: skip
        """Take a seat's decision, move its chips, and go on when nobody else has to decide."""
        step, spot = self.game.procedure[self.step], self.spots[seat]
        assert isinstance(step, Decide)
        lying = spot.stakes
        if taken_back:
            lying = {name: amount for name, amount in lying.items() if name not in taken_back}
        if stakes or taken_back:
            lying = MappingProxyType({**lying, **stakes})
        spot = self.spots[seat] = spot._replace(
            stakes=lying,
            decisions=(*spot.decisions, (step.at, decision)),
            folded=decision.folds,
        )
        self._any_folded |= decision.folds
        self.pending -= {seat}
        self.events.append(ev.Decided(seat, step.at, decision, stakes, taken_back))
        if step.shows_held and (held := spot.held):
            self._turn_cards(spot, held)
        self.marks.append((len(self.events), (self.step,)))
        if not self.pending:
            self.step += 1
            self._run()

    def step_of(self, number: int) -> StepPath:
        """Where in the procedure an event happened, by its number in `events`."""
        at = bisect_right(self.marks, number, key=itemgetter(0))
        return self.marks[at][1] if at < len(self.marks) else (min(self.step, len(self.game.procedure) - 1),)

    def close(self, net: Mapping[int, int] = NOBODY) -> None:
        """End the round."""
        self.step = len(self.game.procedure)
        self.events.append(ev.RoundClosed(net, self._server_seed))

    # --- the procedure ---

    def _run(self) -> None:
        """Do the steps until the table has to wait for somebody, or the round is over."""
        steps = self.game.procedure
        for index in range(self.step, len(steps)):
            step = steps[index]
            kind = type(step)
            self.step = index
            before = len(self.events)
            _HANDLERS[kind](self, step)
            if len(self.events) > before:
                self.marks.append((len(self.events), (index,)))
            if self.pending or kind is TakeWagers:
                return
        net = {seat: self._returned[seat] - sum(self.spots[seat].stakes.values()) for seat in self._left}
        self.close(MappingProxyType(net))

    def _order(self, side: Side | None) -> tuple[int, ...]:
        """The seats in play, from this side of the dealer."""
        return self._left if side is LEFT else self._right

    def _prepare(self, step: Prepare) -> None:
        """Nothing that the table has to know of."""

    def _take_wagers(self, step: TakeWagers) -> None:
        """Nothing to do but wait: players bet until the deal."""

    def _decide(self, step: Decide) -> None:
        when = step.when
        self.pending = frozenset(
            [seat for seat, spot in self.spots.items() if not spot.folded and holds(self.game, when, spot, self.house)]
        )

    def _each_seat(self, step: EachSeat) -> None:
        for seat in self._order(step.side):
            for number, inner in enumerate(step.steps):
                before = len(self.events)
                _SEAT_HANDLERS[type(inner)](self, inner, seat)
                if len(self.events) > before:
                    self.marks.append((len(self.events), (self.step, number)))

    # --- cards ---

    def _deal(self, step: Deal) -> None:
        assert self._shoe is not None
        if step.to == PLAYERS:
            for seat in self._order(step.side):
                self._deal_seat(step, seat)
        elif dealer_holds(self.game, step.when, self.house):
            cards = self._shoe.draw(step.count)
            dealer, community = self.house
            self._shown[step.to] += cards if step.face is UP else (None,) * len(cards)
            self._seen = None
            self.house = (
                HouseCards(dealer + cards, community) if step.to == DEALER else HouseCards(dealer, community + cards)
            )
            self.events.append(ev.Dealt(step.to, step.area, step.face, cards))

    def _deal_seat(self, step: Deal, seat: int) -> None:
        assert self._shoe is not None
        spot = self.spots[seat]
        count = step.count or len(spot.discards)
        if count and holds(self.game, step.when, spot, self.house):
            cards = self._shoe.draw(count)
            self.spots[seat] = spot.with_cards(step.area, cards)
            self.events.append(ev.Dealt(seat, step.area, step.face, cards))

    def _burn(self, step: Burn) -> None:
        assert self._shoe is not None
        self.events.append(ev.Burned(self._shoe.draw(step.count)))

    def _turn(self, step: Turn) -> None:
        if step.whose == PLAYERS:
            for seat in self._order(step.side):
                self._turn_seat(step, seat)
            return
        cards = self.house.dealer if step.whose == DEALER else self.house.community
        last = len(cards) if step.count is None else step.first + step.count
        self._shown[step.whose][step.first : last] = cards[step.first : last]
        self._seen = None
        self.events.append(ev.Turned(step.whose, tuple(range(step.first, last)), cards[step.first : last]))

    def _turn_seat(self, step: Turn, seat: int) -> None:
        spot = self.spots[seat]
        if holds(self.game, step.when, spot, self.house):
            cards = spot.dealt if step.cards == "dealt" else spot.held if step.cards == "held" else spot.discards
            if cards:
                self._turn_cards(spot, cards)

    def _turn_cards(self, spot: Spot, cards: tuple[Card, ...]) -> None:
        """Show some of a player's dealt cards, in the order they lie."""
        if cards is spot.dealt:
            self.events.append(ev.Turned(spot.seat, tuple(range(len(cards))), cards))
            return
        indexes, left = [], list(cards)
        for index, card in enumerate(spot.dealt):
            if card in left:
                left.remove(card)
                indexes.append(index)
        self.events.append(ev.Turned(spot.seat, tuple(indexes), tuple([spot.dealt[index] for index in indexes])))

    def _take(self, step: Take) -> None:
        for seat in self._order(step.side):
            self._take_seat(step, seat)

    def _take_seat(self, step: Take, seat: int) -> None:
        spot = self.spots[seat]
        if holds(self.game, step.when, spot, self.house):
            cards = self.game.takes(spot, self.house)
            if cards:
                self.spots[seat] = spot.with_cards("drawn", cards)
                self.events.append(ev.Took(seat, "aside" if spot.aside else "community", cards))

    def _arrange(self, step: Arrange) -> None:
        game, house = self.game, self.house
        if not dealer_holds(game, step.when, house):
            return
        self.events.append(
            ev.Arranged(
                game.display.dealer_hand(house),
                game.display.dealer_positions(house),
                game.dealer_qualifies(house),
            )
        )

    def _collect(self, step: Collect) -> None:
        if not self._any_folded and step.when is not None and step.when.key == "folded":
            return
        seats = tuple([seat for seat in self._left if self._collects(step, seat)])
        if seats or step.when is None:
            self.events.append(ev.Collected(step.what, seats, step.hand))

    def _collect_seat(self, step: Collect, seat: int) -> None:
        if self._collects(step, seat):
            self.events.append(ev.Collected(step.what, (seat,), step.hand))

    def _collects(self, step: Collect, seat: int) -> bool:
        """Whether there is something to collect; a hand that is gone is not collected again."""
        if seat in self._collected or not holds(self.game, step.when, self.spots[seat], self.house):
            return False
        if step.hand:
            self._collected.add(seat)
        return True

    def _keep_shoe(self, step: KeepShoe) -> None:
        kept, before = self.game.kept_shoe, self._kept
        if kept is None or before is None or self._shoe is None:
            return
        if cut_card_comes(before.to_cut - self._shoe.dealt, kept):
            self.events.append(ev.Shuffled(before.number + 1, len(self.game.deck) - kept.cut))
        elif kept.bury:
            self.events.append(ev.Buried(kept.bury))

    # --- chips ---

    def _settle(self, step: Settle) -> None:
        if not self._any_folded and step.when is not None and step.when.key == "folded":
            return
        for seat in self._order(step.side):
            self._settle_seat(step, seat)

    def _settle_seat(self, step: Settle, seat: int) -> None:
        spot = self.spots[seat]
        wagers = open_wagers(self.game, step, spot)
        if not wagers or not holds(self.game, step.when, spot, self.house):
            return
        total, stakes, cases = 0, spot.stakes, self.game.cases
        for pay in self.game.settle(step, wagers, spot, self.house):
            amount = stakes.get(pay.wager, 0)
            returned = self._value(pay, amount, spot)
            if returned or amount:  # a bonus that pays nothing is not mentioned
                total += returned
                case = cases.get(pay.case) or self.game.case(pay.case)  # which refuses one that is not declared
                self.events.append(ev.Settled(seat, pay.wager, amount, returned, case.id, case.reason))
        self._returned[seat] += total
        self.spots[seat] = Spot(*spot[:-2], spot.settled.union(wagers))  # quicker than `_replace`

    def _value(self, pay: Pay, amount: int, spot: Spot) -> int:
        """What comes back in cents, the stake included, rounded down to the cent."""
        if pay.percent or pay.cents:
            return pay.cents + self._pay_meter(spot.seat, pay.percent)
        if pay.odds <= -1:
            return 0
        if amount:
            return amount + winnings(amount, pay.odds)  # a part of the stake is lost where the odds are below 0
        return max(0, winnings(spot.stakes[self.game.wager[pay.wager].on], pay.odds))

    def _feed_meter(self) -> None:
        if self.meter is None or self.game.wagers.progressive is None:
            return
        name = self.game.wagers.progressive.id
        shares = [
            self.game.wagers.meter_share(spot.stakes[name]) for spot in self.spots.values() if name in spot.stakes
        ]
        if shares:
            before, self.meter = self.meter, self.meter + sum(shares)
            self.events.append(ev.MeterFed(before, self.meter))

    def _pay_meter(self, seat: int, percent: int) -> int:
        """A share of the meter; a full win leaves it at its seed."""
        if not percent or self.meter is None:
            return 0
        before, prize = self.meter, self.meter * percent // 100
        seeded = self.game.wagers.meter_seed if percent == 100 else 0
        self.meter = before - prize + seeded
        self.events.append(ev.MeterPaid(seat, before, self.meter, seeded))
        return prize


_HANDLERS: dict[type[Step], Callable[..., None]] = {
    Prepare: Dealer._prepare,
    TakeWagers: Dealer._take_wagers,
    Deal: Dealer._deal,
    Burn: Dealer._burn,
    Decide: Dealer._decide,
    Turn: Dealer._turn,
    Take: Dealer._take,
    Arrange: Dealer._arrange,
    Settle: Dealer._settle,
    Collect: Dealer._collect,
    KeepShoe: Dealer._keep_shoe,
    EachSeat: Dealer._each_seat,
}
_SEAT_HANDLERS: dict[type[Step], Callable[..., None]] = {
    Deal: Dealer._deal_seat,
    Turn: Dealer._turn_seat,
    Take: Dealer._take_seat,
    Settle: Dealer._settle_seat,
    Collect: Dealer._collect_seat,
}
