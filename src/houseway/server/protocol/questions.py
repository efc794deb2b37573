"""What training asks, what may be answered, and how an answer is judged."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.felt import BankedView, PotView
from houseway.server.protocol.values import CardText, Cents, Fraction, OptionValues


class AnswerChoice(TypedDict):
    """One of several things to choose; the answer is its `id`. `target` is where it is on the felt, for whoever would
    rather point at it (`dealer`, `community`, `seat 2`, `seat 2 ante`), or empty."""

    id: str
    label: str
    target: str


class _AskedPart(TypedDict):
    id: str
    prompt: str


class _AskedField(TypedDict):
    id: str
    label: str


class _ChoiceForm(TypedDict):
    form: Literal["choice"]
    choices: list[AnswerChoice]


class _CardsForm(TypedDict):
    form: Literal["cards"]
    cards: list[CardText]
    least: int
    most: int


class _PayoutForm(TypedDict):
    form: Literal["payout"]
    chips: list[Cents]


class ChoiceField(_AskedField, _ChoiceForm):
    """One of the choices; the answer is its id."""


class CardsField(_AskedField, _CardsForm):
    """`least` to `most` of these cards; the answer is a list such as `["Ah", "Kd"]`."""


class PayoutField(_AskedField, _PayoutForm):
    """What the dealer does with a wager; the answer is as for a `PayoutPart`."""


ActField = TypeAliasType("ActField", Annotated[ChoiceField | CardsField | PayoutField, Field(discriminator="form")])


class ActVerb(TypedDict):
    """One of the things a dealer can do: its key on the keyboard, and what must be told of it."""

    id: str
    label: str
    key: str
    fields: list[ActField]


class ChoicePart(_AskedPart, _ChoiceForm):
    """One of the choices; the answer is its id."""


class CardsPart(_AskedPart, _CardsForm):
    """`least` to `most` of these cards, in any order; the answer is a list such as `["Ah", "Kd"]`."""


class RowPart(_AskedPart):
    """All these cards in a row from left to right, some of them turned sideways; the answer is
    `{"cards": ["4c", "Ks"], "turned": ["4c"]}`."""

    form: Literal["row"]
    cards: list[CardText]


class AmountPart(_AskedPart):
    """An amount; the answer is whole cents as a number, or dollars as text such as `12.50`."""

    form: Literal["amount"]


class PayoutPart(_AskedPart, _PayoutForm):
    """What the dealer does with a wager: `{"do": "take"}`, `{"do": "push"}`, or `{"do": "pay", "chips": {"2500": 2}}`
    with chips by their worth in cents, or `"cents"` in their place. What is paid is the winnings, not the stake."""


class ActPart(_AskedPart):
    """What the dealer does: `{"do": "deal", "to": "seat 1", "face": "down"}`, by the fields of one of the verbs."""

    form: Literal["act"]
    verbs: list[ActVerb]


QuestionPart = TypeAliasType(
    "QuestionPart",
    Annotated[
        ChoicePart | CardsPart | RowPart | AmountPart | PayoutPart | ActPart,
        Field(discriminator="form", description="One thing that is asked, with the form that its answer has."),
    ],
)


class TrainingQuestion(TypedDict):
    """What is asked. `view` is the felt, null where none is needed; `seat` the one seat that is asked about, where it
    is about one alone; `told` is what has happened so far, line by line,
    and `felts` the felt after each of these lines where they may be gone through, else empty; `seconds` is the time to
    answer in, null where there is no clock. The answer is an object with the ids of all `parts`."""

    prompt: str
    view: BankedView | PotView | None
    seat: int | None
    told: list[str]
    felts: list[BankedView | PotView]
    parts: list[QuestionPart]
    seconds: int | None


class StepOfManual(TypedDict):
    """A step of the procedure: its place (and that among the steps of each seat), its number as people count
    steps, its reference in the manual, its words. Judgements of older versions have no number."""

    path: list[int]
    number: NotRequired[str]
    ref: str
    text: str


class JudgedPart(TypedDict):
    """One part of an answer beside what is right, in words. `step` is the one that a slip breaks. `cost` is what a slip
    would have cost the house, below 0 the guest. `note` is said though it is right: fewer chips would do."""

    id: str
    right: bool
    given: str
    expected: str
    why: str
    step: StepOfManual | None
    cost: Cents
    note: str


class AnswerGrade(TypedDict):
    """The judgement of an answer. Of a player's decision, `values` has what each action is worth in units of the first
    wager, `lost` what the chosen one gives up, and `mark` says how bad that is."""

    right: bool
    parts: list[JudgedPart]
    mark: str
    lost: Fraction | None
    values: dict[str, Fraction]
    why: str


class ExerciseKey(TypedDict):
    """What makes an exercise again. `options` are those that differ from the edition's; `about` is what it was to be
    about, as coverage names things: `step 5`, `row pocket-poker: Straight`."""

    game: str
    edition: str
    options: OptionValues
    fingerprint: str
    kind: str
    seed: str
    about: str
