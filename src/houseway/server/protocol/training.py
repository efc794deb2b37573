"""Answers about training: the games, exercises, progress, and what the pit sees of it."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.coach import ReviewedDecision
from houseway.server.protocol.felt import BankedView
from houseway.server.protocol.games import Edition, GameFelt
from houseway.server.protocol.questions import AnswerGrade, ExerciseKey, TrainingQuestion
from houseway.server.protocol.rounds import PlayedRound
from houseway.server.protocol.values import Cents, Fraction, Milliseconds, OptionValues, TableKind

TrainingRole = TypeAliasType("TrainingRole", Literal["dealer", "player"])


class ExerciseKind(TypedDict):
    """A kind of exercise in words."""

    kind: str
    title: str
    sentence: str


class TrainingGame(TypedDict):
    """A game with the exercises that its dealers and its players have."""

    id: str
    name: str
    blurb: str
    table_kind: TableKind
    edition: str
    editions: list[Edition]
    dealer: list[ExerciseKind]
    player: list[ExerciseKind]


class MarkMeaning(TypedDict):
    """A mark that a player's decision gets, and what it means."""

    mark: str
    meaning: str


class TrainingGames(TypedDict):
    """Every game that is installed, in its default edition; the marks of a player's decisions, best first."""

    games: list[TrainingGame]
    marks: list[MarkMeaning]


class HandEnding(TypedDict):
    """How a whole hand ended: the felt, what was won or lost, and how it came about."""

    view: BankedView
    net: Cents
    told: list[str]
    lost: Fraction


class ExerciseSummary(TypedDict):
    """How an exercise went. `seconds` is the time taken, as the server measured it. `house_cost` and `guest_cost` are
    what the slips would have cost; `lost` is what a player's decisions gave up, in units of the first wager, null where
    none was graded by value. `ending` is that of a whole hand. `key` makes the exercise again."""

    questions: int
    right: int
    seconds: float
    house_cost: Cents
    guest_cost: Cents
    lost: Fraction | None
    covers: list[str]
    ending: HandEnding | None
    key: ExerciseKey


class TrainingExercise(TypedDict):
    """An exercise: what is asked now, as question `number` from 0, and how the answers before it were judged. When all
    is answered, `question` is null and there is a `summary`. `seed` is null until then, unless you gave it."""

    id: str
    role: TrainingRole
    game: str
    game_name: str
    edition: str
    options: OptionValues
    fingerprint: str
    kind: str
    title: str
    seed: str | None
    felt: GameFelt
    number: int
    question: TrainingQuestion | None
    grades: list[AnswerGrade]
    summary: ExerciseSummary | None


class ExerciseAnswered(TypedDict):
    """The judgement of the answer to question `number`, and what is asked after it: question `next`, or nothing more,
    and then there is a summary."""

    id: str
    number: int
    grade: AnswerGrade
    next: int
    question: TrainingQuestion | None
    summary: ExerciseSummary | None


class ProgressLine(TypedDict):
    """Answers to one kind of exercise, or about one thing: a step, a row of a pay table."""

    name: str
    title: str
    answers: int
    right: int
    seconds: float | None
    need: float


class DealerProgress(TypedDict):
    """A dealer's answers: by kind of exercise, and by what they were about, what needs practice most first (`need` is 1
    for what never came up). `trend` is the share of right answers, from the first tenth of them to the last."""

    answers: int
    right: int
    seconds: float | None
    kinds: list[ProgressLine]
    things: list[ProgressLine]
    trend: list[float]


class ValueLine(TypedDict):
    """Decisions of one kind of hand: what they gave up, in all and `each`, in units of the first wager."""

    name: str
    answers: int
    right: int
    lost: Fraction
    each: float


class PlayerRating(TypedDict):
    """By Glicko-2: `deviation` says how well it is known."""

    rating: float
    deviation: float


class PlayerProgress(TypedDict):
    """A player's decisions. `lost_a_hand` is the mean over whole hands (spots are chosen for being hard), and `an_hour`
    what that comes to in cents at the bet and the pace that were asked for; both are null before the first hand.
    `leaks` has the kinds of hands that cost most, `trend` what a decision gave up, from the first tenth to the last.
    `to_retry` is how many mistakes were not put right since."""

    decisions: ValueLine
    hands: int
    lost_a_hand: Fraction | None
    an_hour: float | None
    kinds: list[ValueLine]
    leaks: list[ValueLine]
    trend: list[float]
    seconds: float | None
    rating: PlayerRating
    to_retry: int


class RulesProgress(TypedDict):
    """Progress under one set of rules. `retired` says why its exercises are not asked for any more, or is empty."""

    game: str
    game_name: str
    edition: str
    options: OptionValues
    fingerprint: str
    retired: str
    latest: Milliseconds
    dealer: DealerProgress | None
    player: PlayerProgress | None


class TrainingProgress(TypedDict):
    """Somebody's progress, the rules used last first. `bet` and `pace` are what `an_hour` is for."""

    attempts: int
    rules: list[RulesProgress]
    bet: Cents
    pace: int


class ProfileImported(TypedDict):
    """How many attempts the profile has now, and how many it had before."""

    attempts: int
    before: int


class MistakenDecision(ReviewedDecision):
    """A decision that gave something up: `lost` is how much. A spot with the same cards is `about` this, empty where
    there is none."""

    lost: Cents
    about: str


class RoundMistakes(TypedDict):
    """One of your rounds with the decisions that gave something up, and what they gave up together. The round's id
    opens its replay, a decision's `event` its place there; `edition` and `options` are those it was played with."""

    round: PlayedRound
    edition: str
    options: OptionValues
    lost: Cents
    decisions: list[MistakenDecision]


class Mistakes(TypedDict):
    """Where you lost value: your rounds against the house, the worst first. `reviewed` of them were looked at, the
    latest; `left_out` says whether there are older ones. `lost` is what all their mistakes gave up, in cents; `reason`
    says why some decisions have no values."""

    rounds: list[RoundMistakes]
    reviewed: int
    decisions: int
    lost: Cents
    left_out: bool
    reason: str
