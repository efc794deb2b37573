"""The dealing procedure and the felt, as data: the table follows it, a manual prints it, training examines it.

Seat 1 is at the dealer's left. "From the left" serves seat 1 first, "from the right" the highest seat.
A condition (`When`) has a key that the rules answer and the words that people read after "If". The cases of a step are
the ways in which it can go, of which exactly one holds: a settlement names its case.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import cached_property
from string import ascii_lowercase
from typing import Any, NamedTuple

from houseway.rules.pay_tables import Ratio
from houseway.rules.wagers import Kind, Wager

SIDES = "Left and right are the dealer's. Seat 1 is at the dealer's left."

DEALER = "dealer"
COMMUNITY = "community"
PLAYERS = "players"


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class FirstToAct(StrEnum):
    """With whom a round of betting among players starts."""

    AFTER_BIG_BLIND = "after-big-blind"
    AFTER_BUTTON = "after-button"  # of those who are still in


class Face(StrEnum):
    """Who sees a card when it is dealt."""

    UP = "up"  # everybody
    DOWN = "down"  # its owner alone; nobody for the dealer's and the community's
    BLIND = "blind"  # not even its owner


class When(NamedTuple):
    """A condition of the procedure: a key that the rules answer, and the words that people read after "If"."""

    key: str  # answered by `Game.applies`, or `Game.dealer_applies` for a step of the dealer's own
    words: str

    def __str__(self) -> str:
        return self.words


# The engine answers these itself; a game that compares no hands by its classes answers the last three in `applies`.
# A game may use a key with words of its own.
FOLDED = When("folded", "the player folded")
IN_PLAY = When("in-play", "the player is still in")
IN_ACTION = When("in-action", "the player is in or has a side bet")  # without side bets on offer, the same as `IN_PLAY`
OUT_OF_ACTION = When("out-of-action", "the player folded and has no side bet")
QUALIFIES = When("qualifies", "the dealer qualifies")
NOT_QUALIFIED = When("not-qualified", "the dealer doesn't qualify")
HIGHER = When("higher", "the player's hand is higher")
EQUAL = When("equal", "the hands are equal")
LOWER = When("lower", "the dealer's hand is higher")
# Of a `KeepShoe`, which has no others.
CUT_CARD = When("cut-card", "the cut card has come")
NO_CUT_CARD = When("no-cut-card", "it has not come")


class ByTable(Enum):
    """What a case says of a wager that its pay table decides."""

    BY_TABLE = "by its pay table"


BY_TABLE = ByTable.BY_TABLE


@dataclass(frozen=True, kw_only=True)
class Case:
    """One of the ways in which a step can go: of the cases of a step exactly one holds.

    The case of a `Settle` step says what each wager gets: -1 loses, 0 pushes, n pays n to 1. In other steps `text` says
    what is done. A case without conditions holds where none of those before it does.
    """

    id: str  # unique within the game; steps among players may share a case
    when: tuple[When, ...] = ()
    pays: Mapping[str, Ratio | ByTable] = field(default_factory=dict, hash=False)
    text: str = ""
    ref: str = ""  # the manual's: "13A"

    @property
    def words(self) -> str:
        """The conditions without "If"."""
        return " and ".join([when.words for when in self.when])

    @property
    def reason(self) -> str:
        """Why it is so, in short: that the player is in and the dealer qualifies goes without saying beside more."""
        telling = [when.words for when in self.when if when.key not in (IN_PLAY.key, QUALIFIES.key)]
        return " and ".join(telling) or self.words

    @property
    def condition(self) -> str:
        """The conditions, as a sentence starts: "If the dealer qualifies and the hands are equal"."""
        return f"If {self.words}" if self.when else "Otherwise"

    @property
    def sentence(self) -> str:
        """The condition and what follows from it."""
        return f"{self.condition}: {self.text}"


@dataclass(frozen=True, kw_only=True)
class Step:
    """One thing that happens at the table. Its text is composed from its data unless it has one of its own."""

    text: str = ""
    note: str = ""  # added to the composed text: what the data do not say
    ref: str = ""  # the step's number in the manual, or its section where steps have none
    when: When | None = None
    cases: tuple[Case, ...] = ()
    house_choice: str | bool = ""  # what the manual leaves open: "side and face up", or just that it leaves it open

    @property
    def condition(self) -> str:
        """The condition, as a sentence starts: "If the player folded"."""
        return f"If {self.when.words}" if self.when else ""

    @property
    def words(self) -> str:
        """The order to the dealer with its condition."""
        return f"{self.condition}: {self.text}" if self.when else self.text

    @property
    def alternatives(self) -> tuple[Case, ...]:
        """The cases as they are listed under the step; what a single case without a condition says is in the text."""
        return self.cases if len(self.cases) > 1 or any(case.when for case in self.cases) else ()


@dataclass(frozen=True, kw_only=True)
class Prepare(Step):
    """What the dealer sees to before anybody bets; it changes nothing on the felt."""


@dataclass(frozen=True, kw_only=True)
class TakeWagers(Step):
    """Players bet; the round goes on when wagers are closed."""


@dataclass(frozen=True, kw_only=True)
class Deal(Step):
    """Cards from the deck to the players (seat by seat), the dealer or the community."""

    to: str
    count: int = 0  # 0: as many as the player discarded
    face: Face
    side: Side | None = None  # from which players are served; none for the dealer's and the community's cards
    area: str = "dealt"  # or "drawn" (cards got later), "aside" (a card set apart)


@dataclass(frozen=True, kw_only=True)
class Burn(Step):
    """Cards from the deck out of play, unseen."""

    count: int


@dataclass(frozen=True, kw_only=True)
class Decide(Step):
    """Every player whose hand meets the condition decides."""

    at: str
    side: Side
    shows_held: bool = False  # the cards not discarded are laid face up


@dataclass(frozen=True, kw_only=True)
class Turn(Step):
    """Cards are turned face up: a run of the dealer's or the community's, or a player's."""

    whose: str
    first: int = 0
    count: int | None = None
    cards: str = "dealt"  # of a player: all that were dealt, those held, or the discards
    side: Side | None = None  # from which players are served; none for the dealer's and the community's cards


@dataclass(frozen=True, kw_only=True)
class Take(Step):
    """A player's hand is completed with cards that lie on the felt already; the game says which."""

    side: Side | None = None  # that of the `EachSeat` around it, where there is one


@dataclass(frozen=True, kw_only=True)
class Arrange(Step):
    """The dealer sets his hand by the house way and shows which cards play."""


@dataclass(frozen=True, kw_only=True)
class Settle(Step):
    """Wagers are paid or collected, in this order for each hand.

    A wager that no case names is decided by its pay table (see `Game.paid_row`).
    """

    wagers: tuple[str, ...]
    side: Side | None = None  # that of the `EachSeat` around it, where there is one

    @cached_property
    def by_case(self) -> frozenset[str]:
        """The wagers that the cases decide."""
        return frozenset(wager for case in self.cases for wager in case.pays)


@dataclass(frozen=True, kw_only=True)
class Collect(Step):
    """Cards are taken from the felt; it changes no outcome."""

    what: str  # printed; records and answers name the cards by it, so it stays as it is
    hand: bool = True  # whether whole hands go, not just discards or the deck


@dataclass(frozen=True, kw_only=True)
class KeepShoe(Step):
    """After the round: cards are buried and the shoe goes on, or the cut card has come and it is shuffled.

    The last step of a game that keeps its shoe; `Game.kept_shoe` says how many cards.
    """


@dataclass(frozen=True, kw_only=True)
class EachSeat(Step):
    """The inner steps are done for one player, then the next."""

    side: Side
    steps: tuple[Deal | Turn | Take | Settle | Collect, ...]


@dataclass(frozen=True, kw_only=True)
class PostBlinds(Step):
    """Among players: antes, blinds and what is owed for missed blinds are put in."""


@dataclass(frozen=True, kw_only=True)
class BettingRound(Step):
    """Among players: a round of betting; passed over when nobody can bet."""

    at: str
    size: int  # of a bet in fixed limit, in cents
    first: FirstToAct


@dataclass(frozen=True, kw_only=True)
class Showdown(Step):
    """Among players: hands are shown and the pots go to the best of them."""


StepPath = tuple[int, ...]  # a step's index in the procedure, and its index among the inner steps of that one


def printed_ref(ref: str) -> str:
    """A reference to the manual inside a sentence: a number such as 13B, or a chapter's name in quotation marks."""
    return f"“{ref}”" if ref and not any(map(str.isdecimal, ref)) else ref


def step_number(path: StepPath) -> str:
    """A step as people count it: "12", or "12b" for the second of those done at each seat in step 12."""
    first, *inner = path
    return f"{first + 1}{''.join([ascii_lowercase[number] for number in inner])}"


def with_paths(steps: Iterable[Step]) -> Iterator[tuple[StepPath, Step]]:
    """Every step with its path; the steps done at each seat come after the one that they belong to."""
    for index, step in enumerate(steps):
        yield (index,), step
        if isinstance(step, EachSeat):
            yield from (((index, number), inner) for number, inner in enumerate(step.steps))


def without_wagers(steps: Iterable[Step], offered: Container[str]) -> Iterator[Step]:
    """The steps and cases with only the wagers that are offered; a settlement of none of them is left out."""
    for step in steps:
        if isinstance(step, Settle):
            wagers = tuple(wager for wager in step.wagers if wager in offered)
            if wagers:
                yield step if wagers == step.wagers else replace(step, wagers=wagers, cases=_offered(step, offered))
        elif isinstance(step, EachSeat):
            inner: Any = tuple(without_wagers(step.steps, offered))
            yield replace(step, steps=inner)
        else:
            yield step


def _offered(step: Settle, offered: Container[str]) -> tuple[Case, ...]:
    cases = (
        replace(case, pays={name: pay for name, pay in case.pays.items() if name in offered}) for case in step.cases
    )
    return tuple(case for case in cases if case.pays)


@dataclass(frozen=True, kw_only=True)
class Area:
    """An area of the felt in grid units: a betting spot (its id is the wager's) or an area for cards."""

    id: str
    label: str
    kind: str  # "bet", "cards" or "chips"
    x: int
    y: int
    width: int = 2
    cards: int = 0  # how many cards fit, side by side


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The felt: the dealer's side, the shared area and one player's spot, with the inscriptions."""

    dealer: tuple[Area, ...]
    player: tuple[Area, ...]
    inscriptions: tuple[str, ...] = ()


def plain_layout(wagers: Iterable[Wager], steps: Sequence[Step]) -> Layout:
    """A felt with an area for each hand, the shared cards and every betting spot, side by side."""
    dealt = {
        to: sum(step.count for _, step in with_paths(steps) if isinstance(step, Deal) and step.to == to)
        for to in (DEALER, COMMUNITY, PLAYERS)
    }

    def cards(id: str, label: str, to: str, x: int) -> Area:
        return Area(id=id, label=label, kind="cards", x=x, y=0, cards=dealt[to], width=dealt[to] + 1)

    house = [cards("dealer", "House", DEALER, 0)] if dealt[DEALER] else []
    shared = [cards("community", "Shared", COMMUNITY, sum(area.width for area in house))] if dealt[COMMUNITY] else []
    hand = [cards("hand", "Hand", PLAYERS, 0)] if dealt[PLAYERS] else []
    staked = [wager for wager in wagers if wager.kind is not Kind.BONUS]
    spots = [Area(id=wager.id, label=wager.name, kind="bet", x=2 * place, y=1) for place, wager in enumerate(staked)]
    return Layout(dealer=(*house, *shared), player=(*hand, *spots))
