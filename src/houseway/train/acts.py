"""The dealer's acts as data: what a dealer can do in a game, and what was to be done in a round, act by act.

The menu of acts is made from the game's procedure, its seats and the house's cards that everybody sees, and so it says
nothing of which act is the right one. The right ones are the events of the round engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from houseway.cards import texts
from houseway.rules.game import Game, HouseCards, TableGame
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    Arrange,
    Burn,
    Collect,
    Deal,
    Decide,
    EachSeat,
    Face,
    KeepShoe,
    Prepare,
    Step,
    StepPath,
    Take,
    TakeWagers,
    Turn,
)
from houseway.rules.wagers import Kind
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.train.dealt_cases import case_of_act
from houseway.train.forms import Act, Choice, Field, OneOf, Paid, Payout, SomeCards, Verb
from houseway.train.items import (
    all_steps,
    case_name,
    case_of_item,
    case_quote,
    dealt_set,
    decided,
    examined_case,
    step_name,
    step_path,
)

ASIDE = ("aside", "draw-card")  # areas of the felt for cards that are set aside
OPEN = "open"  # a position that no card lies on
ALL = "all"
LAST = ("collect", "bury", "shuffle", "prepare")  # what is left to do when every wager is settled
OUTCOMES = (Choice("take", "Take"), Choice("push", "Push"), Choice("pay", "Pay"))


class DealerAct(NamedTuple):
    """One thing that the dealer does."""

    before: int  # how many events had happened
    step: StepPath
    answer: dict[str, Any]  # in the form of the menu
    event: ev.Event | None = None  # what it did; None for a preparation
    case: str = ""  # the id of the case that it came to, in a round that is over
    why: str = ""  # the case in words


def step_at(game: TableGame[Any], path: StepPath) -> Step:
    """A step by its index, and by that among the inner steps."""
    outer = game.procedure[path[0]]
    return outer.steps[path[1]] if len(path) > 1 and isinstance(outer, EachSeat) else outer


@dataclass(frozen=True)
class Menu:
    """What a dealer can do at a table of this game. With `chips` a wager is paid out of the rack, else it is enough to
    say whether it is taken, pushed or paid."""

    game: Game[Any]
    seats: tuple[int, ...]
    chips: bool = True

    # --- what there is to choose from ---

    @cached_property
    def steps(self) -> dict[StepPath, Step]:
        return {step_path(name): step for name, step in all_steps(self.game).items()}

    def _of(self, *kinds: type[Step]) -> Any:
        return [step for step in self.steps.values() if isinstance(step, kinds)]

    @cached_property
    def preparations(self) -> tuple[str, ...]:
        return tuple(step.text for step in self._of(Prepare))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many cards: one more than is ever dealt, burned or buried, so that there is always a wrong choice."""
        kept = self.game.kept_shoe
        counts = [step.count for step in self._of(Deal, Burn)]
        return tuple(range(1, max([*counts, kept.bury if kept else 0, 1]) + 2))

    @cached_property
    def set_aside(self) -> bool:
        return any(step.area == "aside" for step in self._of(Deal))

    @cached_property
    def aside_label(self) -> str:
        """What the felt calls the place of cards that are set aside."""
        return next((area.label for area in self.game.layout.player if area.id in ASIDE), "Set aside")

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Where else than before players cards are dealt."""
        return tuple(row for row in (DEALER, COMMUNITY) if any(step.to == row for step in self._of(Deal)))

    @cached_property
    def runs(self) -> tuple[Choice, ...]:
        """Which cards can be turned."""
        found = {ALL: Choice(ALL, "All of them")}
        for step in self._of(Turn):
            found.setdefault(run_id(step), Choice(run_id(step), _run_label(step)))
        return tuple(found.values())

    @cached_property
    def collected(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(step.what for step in self._of(Collect)))

    @cached_property
    def collects_by_seat(self) -> bool:
        return any(len(path) > 1 and isinstance(step, Collect) for path, step in self.steps.items())

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """The positions of the dealer's cards, where there are any: as many cards lie there as are dealt by then."""
        many = {DEALER: 0, COMMUNITY: 0}
        for step in self.steps.values():
            if isinstance(step, Deal) and step.to in many:
                many[step.to] += step.count
            if isinstance(step, Arrange):
                deck, first = self.game.deck, many[DEALER]
                laid = self.game.display.dealer_positions(
                    HouseCards(deck[:first], deck[first : first + many[COMMUNITY]])
                )
                return tuple(laid or ())
        return ()

    @cached_property
    def qualifies(self) -> bool:
        """Whether the dealer's hand can fail to qualify."""
        return type(self.game).dealer_qualifies is not Game.dealer_qualifies

    # --- the form ---

    def form(self, house: HouseCards) -> Act:
        """What can be done now; `house` are the house's cards that are face up."""
        return Act(tuple(self._verbs(house)))

    def _verbs(self, house: HouseCards) -> Iterator[Verb]:
        if self.preparations:
            yield Verb("prepare", "Ready the table", "r", self._preparation())
        yield Verb("close", "Close the wagers", "w")
        yield Verb("deal", "Deal", "d", tuple(self._dealing()))
        yield Verb("burn", "Burn", "b", (self._count(),))
        yield Verb("call", "Ask for a decision", "a", (self._seat(),))
        yield Verb("turn", "Turn over", "t", tuple(self._turning()))
        if self._of(Take):
            yield Verb("complete", "Complete a hand", "h", (self._seat(),))
        if self._of(Arrange):
            yield Verb("set", "Set the dealer's hand", "s", tuple(self._setting(house)))
        yield Verb("settle", "Take, push or pay", "p", tuple(self._settling()))
        yield Verb("collect", "Collect cards", "c", tuple(self._collecting()))
        if self._of(KeepShoe):
            yield Verb("bury", "Bury cards", "u", (self._count(),))
            yield Verb("shuffle", "Shuffle for a new shoe", "f")

    def _preparation(self) -> tuple[Field, ...]:
        if len(self.preparations) < 2:
            return ()
        choices = tuple(Choice(str(number), text) for number, text in enumerate(self.preparations, start=1))
        return (Field("what", "What", OneOf(choices)),)

    def _seat_choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(f"seat {seat}", f"Seat {seat}", f"seat {seat}") for seat in self.seats)

    def _places(self) -> tuple[Choice, ...]:
        return (*self._seat_choices(), *(Choice(row, row.capitalize(), row) for row in self.rows))

    def _seat(self) -> Field:
        return Field("seat", "Seat", OneOf(self._seat_choices()))

    def _count(self) -> Field:
        return Field("count", "How many", OneOf(tuple(Choice(str(count), str(count)) for count in self.counts)))

    def _dealing(self) -> Iterator[Field]:
        yield Field("to", "To", OneOf(self._places()))
        yield self._count()
        yield Field("face", "Which way up", OneOf((Choice("up", "Face up"), Choice("down", "Face down"))))
        if self.set_aside:
            yield Field("place", "Where", OneOf((Choice("hand", "To the hand"), Choice("aside", self.aside_label))))

    def _turning(self) -> Iterator[Field]:
        yield Field("whose", "Whose", OneOf(self._places()))
        if len(self.runs) > 1:
            yield Field("cards", "Which cards", OneOf(self.runs))

    def _setting(self, house: HouseCards) -> Iterator[Field]:
        if self.positions:
            cards = dict.fromkeys(house.dealer)
            choices = (Choice(OPEN, "Open"), *(Choice(card.text, card.pretty, DEALER) for card in cards))
            yield from (Field(position, position.capitalize(), OneOf(choices)) for position in self.positions)
        else:
            yield Field("cards", "The cards that play", SomeCards((*house.dealer, *house.community)))
        if self.qualifies:
            choices = (Choice("yes", "Qualifies"), Choice("no", "Does not qualify"), Choice("later", "Not known yet"))
            yield Field("qualifies", "Does the hand qualify", OneOf(choices))

    def _settling(self) -> Iterator[Field]:
        yield self._seat()
        yield Field("wager", "Wager", OneOf(tuple(Choice(wager.id, wager.name) for wager in self.game.wagers)))
        yield Field("how", "Take, push or pay", Payout() if self.chips else OneOf(OUTCOMES))

    def _collecting(self) -> Iterator[Field]:
        if len(self.collected) > 1:
            what = tuple(Choice(name, name.capitalize()) for name in self.collected)
            yield Field("what", "What", OneOf(what))
        if self.collects_by_seat:
            yield Field("whose", "Whose", OneOf((*self._seat_choices(), Choice(ALL, "Everybody's"))))

    # --- what was done, in that form ---

    def answer(self, event: ev.Event, step: Step) -> dict[str, Any] | None:
        """The act that does what the event tells; None for what the dealer does not do."""
        match event:
            case ev.WagersClosed():
                return {"do": "close"}
            case ev.Burned(cards):
                return {"do": "burn", "count": str(len(cards))}
            case ev.Dealt(to, area, face, cards):
                dealt = {"do": "deal", "to": _place(to), "count": str(len(cards))}
                dealt["face"] = "up" if face is Face.UP else "down"
                return {**dealt, "place": "aside" if area == "aside" else "hand"} if self.set_aside else dealt
            case ev.Decided(seat):
                return {"do": "call", "seat": _place(seat)}
            case ev.Turned(whose) if isinstance(step, Turn):  # elsewhere a player shows cards
                turned = {"do": "turn", "whose": _place(whose)}
                return {**turned, "cards": run_id(step)} if len(self.runs) > 1 else turned
            case ev.Took(seat):
                return {"do": "complete", "seat": _place(seat)}
            case ev.Arranged():
                return self._set(event)
            case ev.Settled(seat, wager):
                right = right_payout(self.game, event)
                return {"do": "settle", "seat": _place(seat), "wager": wager, "how": self.payout(right)}
            case ev.Collected(what, seats):
                collected: dict[str, Any] = {"do": "collect"}
                if len(self.collected) > 1:
                    collected["what"] = what
                if self.collects_by_seat:
                    collected["whose"] = _place(seats[0]) if len(seats) == 1 else ALL
                return collected
            case ev.Buried(count):
                return {"do": "bury", "count": str(count)}
            case ev.Shuffled():
                return {"do": "shuffle"}
        return None

    def payout(self, paid: Paid) -> dict[str, Any] | str:
        """A payout as the form takes it."""
        if not self.chips:
            return paid.do
        return {"do": paid.do, "cents": paid.cents} if paid.do == "pay" else {"do": paid.do}

    def _set(self, event: ev.Arranged) -> dict[str, Any]:
        found: dict[str, Any] = {"do": "set"}
        if self.positions:
            laid = event.positions or {}
            found |= {name: OPEN if (card := laid.get(name)) is None else card.text for name in self.positions}
        else:
            found["cards"] = texts(event.hand)
        if self.qualifies:
            found["qualifies"] = {None: "later", True: "yes", False: "no"}[event.qualifies]
        return found

    def preparation(self, step: Prepare) -> dict[str, Any]:
        several = {"what": str(self.preparations.index(step.text) + 1)} if len(self.preparations) > 1 else {}
        return {"do": "prepare", **several}


def acts_of(round_: Round, menu: Menu) -> tuple[DealerAct, ...]:
    """Everything that the dealer had to do in a finished round, in order."""
    game, events = round_.game, round_.events
    done = [(event, round_.step_of(number)) for number, event in enumerate(events)]
    opening = next(path for path, step in menu.steps.items() if isinstance(step, TakeWagers))
    waiting = [(path, step) for path, step in menu.steps.items() if isinstance(step, Prepare)]
    found: list[DealerAct] = []
    for act in acts_in(game, done, menu):
        while waiting and waiting[0][0] < act.step:
            path, step = waiting.pop(0)
            assert isinstance(step, Prepare)
            found.append(DealerAct(1 if path < opening else act.before, path, menu.preparation(step)))
        found.append(_explained(round_, act))
    for path, step in waiting:
        assert isinstance(step, Prepare)
        found.append(DealerAct(len(events) - 1, path, menu.preparation(step)))
    return tuple(found)


def _explained(round_: Round, act: DealerAct) -> DealerAct:
    """An act with the case that it came to; what a player decides is no act of the dealer's."""
    game, event = round_.game, act.event
    if isinstance(event, ev.Settled):
        why = decided(game, event.case, round_.spot(event.seat), round_.house)
        return act._replace(case=examined_case(game, event.case), why=why)
    case = case_of_act(round_, step_at(game, act.step), event)
    return act if case is None else act._replace(case=case.id, why=case_quote(game, case.id))


def acts_to_ask(round_: Round, menu: Menu, about: str) -> tuple[DealerAct, ...]:
    """The same without what the engine does for the sake of form when every wager is settled: nobody burns a card, or
    deals one, after everybody has folded; unless just that is wished for."""
    acts = acts_of(round_, menu)
    last = max(number for number, event in enumerate(round_.events) if isinstance(event, ev.Settled))
    asked = tuple(act for act in acts if act.before <= last or act.answer["do"] in LAST)
    names = covered_by(acts)
    return acts if about in names and about not in covered_by(asked) else asked


def covered_by(acts: Iterable[DealerAct]) -> tuple[str, ...]:
    """What acts are about, as coverage names it: steps, and the cases that they came to."""
    names = [name for act in acts for name in (step_name(act.step), case_name(act.case) if act.case else "")]
    return tuple(dict.fromkeys(filter(None, names)))


def may_be_an_act(game: TableGame[Any], item: str) -> bool:
    """Whether an act of the dealer's can come to the case that an item is. A bonus that pays nothing for a hand is not
    settled, and what a player decides is no act."""
    case = case_of_item(game, item)
    if case is None or all(isinstance(step_at(game, path), Decide) for path in case.paths):
        return False
    if case.case is not None or game.wager[case.wager].kind is not Kind.BONUS:
        return True
    return case.row is not None and (game.wager[case.wager].pays or (1,))[case.row] != 0


def acts_in(game: Game[Any], done: Iterable[tuple[ev.Event, StepPath]], menu: Menu) -> Iterator[DealerAct]:
    """The acts in a run of events, each event with its step; a share of the meter is paid with its wager."""
    before, dealt = None, dealt_set(game)
    for number, (event, path) in enumerate(done):
        if isinstance(event, ev.MeterPaid):
            before = number
        answer = menu.answer(event, step_at(game, path))
        if dealt is not None and path == dealt.path and answer is not None and isinstance(event, ev.Dealt):
            answer["count"] = str(len(event.cards) + dealt.aside)  # the whole set is put down first
        if answer is not None:
            yield DealerAct(number if before is None else before, path, answer, event)
            before = None


# --- money ---


def right_payout(game: Game[Any], event: ev.Settled) -> Paid:
    """What the dealer does with a wager that is settled so; one that is lost in part is taken."""
    won = event.returned - stake_returned(game, event)
    if won > 0:
        return Paid("pay", won, {})
    return Paid("push" if event.returned and event.returned == event.amount else "take", 0, {})


def stake_returned(game: Game[Any], event: ev.Settled) -> int:
    """How much of what a winner gets back is the stake: a bonus has none, a progressive's stays with the house."""
    return 0 if game.wager[event.wager].kind in (Kind.BONUS, Kind.PROGRESSIVE) else event.amount


def returned_by(game: Game[Any], event: ev.Settled, paid: Paid) -> int:
    """What a guest would have in hand after this payout, the stake included."""
    if paid.do == "pay":
        return stake_returned(game, event) + paid.cents
    if paid.do == "push":
        return event.amount
    return event.returned if right_payout(game, event).do == "take" else 0


# --- names ---


def _place(whose: int | str) -> str:
    return whose if isinstance(whose, str) else f"seat {whose}"


def run_id(step: Turn) -> str:
    """What the cards that a step turns are called in answers."""
    if step.cards != "dealt":
        return step.cards
    return ALL if step.count is None else f"{step.first + 1}-{step.first + step.count}"


def _run_label(step: Turn) -> str:
    if step.cards != "dealt":
        return {"held": "Those held", "discards": "The discards"}.get(step.cards, step.cards.capitalize())
    if step.count is None:
        return "All of them"
    first, last = step.first + 1, step.first + step.count
    return f"Card {first}" if first == last else f"Cards {first} to {last}"
