"""The dealer's acts among players: what there is to do, what was to be done in a hand, and how the felt looked then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, cast

from houseway.rules.game import Game, HouseCards, TableGame
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import Burn, Deal, Settle, Step, TakeWagers
from houseway.table import events as ev
from houseway.table.pot_round import PotRound
from houseway.train.acts import DealerAct, Menu, covered_by
from houseway.train.exercise import Grade
from houseway.train.forms import Field, Verb
from houseway.train.items import all_steps, case_of_item, case_quote
from houseway.train.moments import Frozen, Moment
from houseway.train.pot_hands import TRIES, felt, played_hands, told

NO_CARDS = HouseCards((), ())


class HandMenu(Menu):
    """What a dealer can do at a table among players."""

    @cached_property
    def counts(self) -> tuple[int, ...]:
        return tuple(range(1, max(step.count for step in self._of(Deal, Burn)) + 2))

    def _verbs(self, house: HouseCards) -> Iterator[Verb]:
        if self._of(TakeWagers):
            yield Verb("close", "Take the wagers against the house", "w")
        yield Verb("post", "Take antes and blinds", "p")
        yield Verb("deal", "Deal", "d", tuple(self._dealing()))
        if self._of(Burn):
            yield Verb("burn", "Burn", "b", (self._count(),))
        yield Verb("call", "Ask for a decision", "a", (self._seat(),))
        yield Verb("return", "Give back what nobody called", "r", (self._seat(),))
        yield Verb("show", "Ask for a hand to be shown", "s", (self._seat(),))
        yield Verb("pots", "Give each pot to its winner", "g")
        if self._of(Settle):
            yield Verb("settle", "Settle a wager against the house", "h", tuple(self._settling()))

    def _settling(self) -> Iterator[Field]:
        yield self._seat()

    def answer(self, event: ev.Event | ev.HandEvent, step: Step) -> dict[str, Any] | None:
        """The act that does what the event tells; None for what the dealer does not do."""
        match event:
            case ev.WagersPlaced():
                return {"do": "close"}
            case ev.Posted():
                return {"do": "post"}
            case ev.Burned() | ev.Dealt():
                return super().answer(event, step)
            case ev.Bet(seat=seat):
                return {"do": "call", "seat": f"seat {seat}"}
            case ev.Returned(seat):
                return {"do": "return", "seat": f"seat {seat}"}
            case ev.Shown(seat) | ev.Mucked(seat):
                return {"do": "show", "seat": f"seat {seat}"}
            case ev.PotPaid():
                return {"do": "pots"}
            case ev.Settled(seat):
                return {"do": "settle", "seat": f"seat {seat}"}
        return None


def acts_of_hand(hand: PotRound, menu: HandMenu) -> tuple[DealerAct, ...]:
    """Everything that the dealer had to do in a hand, in order. The act after the end of a betting round has its case;
    blinds are one act, so are pots, and a winner against the house shows to be paid."""
    found: list[DealerAct] = []
    case, shown = "", None
    for number, event in enumerate(hand.events):
        path = hand.step_of(number)
        step = hand.game.procedure[path[0]]
        if isinstance(event, ev.CaseMet):
            case = event.case
        elif isinstance(event, ev.Shown) and isinstance(step, Settle):
            shown = number
        elif answer := menu.answer(event, step):
            if found and (found[-1].step, found[-1].answer) == (path, answer):
                continue
            why = case_quote(hand.game, case) if case else ""
            found.append(DealerAct(number if shown is None else shown, path, answer, None, case, why))
            case, shown = "", None
    return tuple(found)


class HandMoments:
    """The moments of a hand, as everybody at the table sees them."""

    def __init__(self, hand: PotRound) -> None:
        self._game, self._events = hand.game, hand.events
        self._nobody = () if hand.side or not hand.game.side_wager else (self._nobody_bets(),)

    def _nobody_bets(self) -> str:
        return f"Nobody bets on {self._game.wager[self._game.side_wager].name}."

    def before(self, number: int) -> Moment:
        """The felt when so many events had happened."""
        events = self._events[:number]
        return Moment(felt(self._game, events), NO_CARDS, (*self._nobody, *told(self._game, events)))


def frozen_hand(game: TableGame[Any], seed: str, about: str) -> tuple[PotRound, Frozen] | None:
    """A hand that has what an exercise should be about, any of whose acts may be asked for."""
    assert isinstance(game, PotGame)
    for played in islice(played_hands(game, seed, about), TRIES):
        hand = played.hand
        menu = HandMenu(cast("Game[Any]", game), tuple(hand.start))  # nothing of the house's is asked of it
        acts = acts_of_hand(hand, menu)
        if not about or about in covered_by(acts):
            return hand, Frozen(menu, acts, HandMoments(hand))
    return None


def with_case(grade: Grade, act: DealerAct) -> Grade:
    """The judgement of an act; a wrong one is told the case that the hand came to."""
    part = grade.parts[0]
    return grade if part.right or not act.why else Grade((part._replace(why=f"{part.why} {act.why}"),))


def comes_to(game: TableGame[Any], item: str) -> bool:
    """Whether an act of the dealer's can be about an item: hands do not show which row a wager against the house
    makes."""
    case = case_of_item(game, item)
    return item in all_steps(game) or (case is not None and case.case is not None)
