"""Training: exercises for dealers and players, without an account; progress, for whoever has one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import AfterValidator, Field, StringConstraints

from houseway.catalog import any_game_class, game_ids
from houseway.rules.game import Game, TableGame
from houseway.server.protocol import training as sent
from houseway.server.training.exercises import Asker, Kept, Wanted
from houseway.server.training.progress import Pace
from houseway.server.training.rules import trained_game
from houseway.server.training.training import Training
from houseway.server.web.api.dependencies import (
    NO_NUL,
    PROBLEMS,
    CurrentPerson,
    CurrentVisitor,
    LimitQuery,
    RequestBody,
    Text,
    Visitor,
    sent_as_built,
)
from houseway.server.web.api.games import editions, game_felt
from houseway.server.web.api.history import OwnRoundsQuery, game_name, latest_rounds
from houseway.server.web.security import Limiter
from houseway.train.kinds import words
from houseway.train.player.marks import in_words
from houseway.train.registry import dealer_kinds, player_kinds

router = APIRouter(prefix="/api/train", tags=["training"], responses=PROBLEMS)
ExercisePath = Annotated[str, Path(max_length=40)]
LARGEST_NUMBER = 10**12
MOST_REVIEWED = 200  # rounds
Seed = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=NO_NUL)]


class TrainedGame(RequestBody):
    """The rules to train with."""

    game: Text
    edition: Text | None = None
    options: dict[Text, Text | int] = Field(default_factory=dict, max_length=60)

    def made(self) -> TableGame[Any]:
        return trained_game(self.game, self.edition, self.options)


class NewExercise(TrainedGame):
    """An exercise to make. `about` is what it should be about, as coverage names things (`step 5`); left out, it is
    chosen by what you got wrong before. With a `seed` of your own, the same exercise comes again. A player's
    `target` is the strategy that counts as right, the best decision when left out. `retry` gives the most costly of
    your mistakes of this kind that was not put right since."""

    role: sent.TrainingRole
    kind: Text
    about: Text = ""
    target: Text = ""
    seed: Seed | None = None
    retry: bool = False


def _plain(value: Any, depth: int = 0) -> Any:
    """Whatever its form, an answer is small, and can be stored."""
    match value:
        case bool() | None:
            return value
        case int() if abs(value) <= LARGEST_NUMBER:
            return value
        case str() if len(value) <= 200 and "\0" not in value:
            return value
        case list() if depth < 4 and len(value) <= 200:
            return [_plain(item, depth + 1) for item in value]
        case dict() if depth < 4 and len(value) <= 100:
            return {_plain(name, depth + 1): _plain(item, depth + 1) for name, item in value.items()}
    raise ValueError("an answer is made of whole numbers and short texts")


class NewAnswer(RequestBody):
    """The answer to question `number`, by the ids of its parts; sent again, it counts once."""

    number: Annotated[int, Field(ge=0, le=10_000)]
    answer: Annotated[dict[str, Any], AfterValidator(_plain)]


def training_of(request: Request) -> Training:
    found: Training = request.app.state.training
    return found


def asker_of(visitor: Visitor) -> Asker:
    person_id = visitor.person.id if visitor.person else None
    whose = f"address {visitor.address}" if person_id is None else f"person {person_id}"
    return Asker(person_id, whose, visitor.address)


def check_rate(request: Request, visitor: Visitor, what: Literal["exercises", "exams"] = "exercises") -> None:
    """Making exercises takes more than asking for one."""
    limiters: dict[str, Limiter] = request.app.state.training_limiters
    limiters[what].check(f"address {visitor.address}")


@router.get("/games")
@sent_as_built
async def training_games() -> sent.TrainingGames:
    """Every game that is installed, with the exercises of its dealers and players."""
    return {
        "games": [_game(any_game_class(game_id).make()) for game_id in game_ids()],
        "marks": [{"mark": mark, "meaning": meaning} for mark, meaning in in_words()],
    }


def _game(game: TableGame[Any]) -> sent.TrainingGame:
    return {
        "id": game.id,
        "name": game.name,
        "blurb": game.blurb,
        "table_kind": "banked" if isinstance(game, Game) else "pot",
        "edition": game.edition,
        "editions": editions(game),
        "dealer": _kinds(dealer_kinds(game)),
        "player": _kinds(player_kinds(game)),
    }


def _kinds(kinds: tuple[str, ...]) -> list[sent.ExerciseKind]:
    return [{"kind": kind, "title": words(kind).title, "sentence": words(kind).sentence} for kind in kinds]


@router.post("/exercises")
@sent_as_built
async def new_exercise(request: Request, visitor: CurrentVisitor, body: NewExercise) -> sent.TrainingExercise:
    """Make an exercise. Its seed is told when it is over: it would tell the answers."""
    check_rate(request, visitor)
    wanted = Wanted(body.role, body.made(), body.kind, body.about, body.target, body.seed, body.retry)
    return _exercise(await training_of(request).begin(asker_of(visitor), wanted))


@router.get("/exercises/{exercise_id}")
@sent_as_built
async def exercise(request: Request, visitor: CurrentVisitor, exercise_id: ExercisePath) -> sent.TrainingExercise:
    """An exercise as it stands."""
    return _exercise(training_of(request).exercises.find(exercise_id, asker_of(visitor).person_id))


@router.post("/exercises/{exercise_id}/answers")
@sent_as_built
async def answer(
    request: Request, visitor: CurrentVisitor, exercise_id: ExercisePath, body: NewAnswer
) -> sent.ExerciseAnswered:
    """Answer what is asked now. What is no answer is refused, and the question stays open."""
    training, asker = training_of(request), asker_of(visitor)
    kept = training.exercises.find(exercise_id, asker.person_id)
    found = await training.answer(asker, kept, body.number, body.answer)
    return {
        "id": kept.id,
        "number": found.number,
        "grade": found.grade,
        "next": len(kept.answers),
        "question": kept.question,
        "summary": kept.summary,
    }


def _exercise(kept: Kept) -> sent.TrainingExercise:
    return {
        "id": kept.id,
        "role": kept.role,
        "game": kept.key.game,
        "game_name": game_name(kept.key.game),
        "edition": kept.key.edition,
        "options": dict(kept.key.options),
        "fingerprint": kept.key.fingerprint,
        "kind": kept.key.kind,
        "title": words(kept.key.kind).title,
        "seed": kept.seed,
        "felt": game_felt(kept.game),
        "number": len(kept.answers),
        "question": kept.question,
        "grades": kept.grades,
        "summary": kept.summary,
    }


@router.get("/profile")
@sent_as_built
async def own_progress(
    request: Request,
    person: CurrentPerson,
    bet: Annotated[int, Query(ge=1, le=10**9, description="The first wager in cents, for `an_hour`.")] = Pace().bet,
    pace: Annotated[int, Query(ge=1, le=10_000, description="Hands an hour, for `an_hour`.")] = Pace().hands,
) -> sent.TrainingProgress:
    """Your progress: answers, times, what needs practice, what your decisions lose."""
    return await training_of(request).progress(person.id, Pace(bet, pace))


@router.get("/profile.json", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def export_profile(request: Request, person: CurrentPerson) -> Response:
    """Your progress as a file, to be imported here, elsewhere, or in the terminal."""
    return Response(
        await training_of(request).export(person.id),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="houseway-profile.json"'},
    )


PROFILE_BODY = {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}


@router.post("/profile/import", openapi_extra={"requestBody": PROFILE_BODY})
@sent_as_built
async def import_profile(
    request: Request, visitor: CurrentVisitor, person: CurrentPerson, how: Literal["merge", "replace"] = "merge"
) -> sent.ProfileImported:
    """Take in a file that was exported: beside your progress, or in its place. One that is damaged or of a newer
    version is refused, and nothing changes."""
    training, limiter = training_of(request), request.app.state.training_limiters["imports"]
    with training.importing(person.id, visitor.address):
        limiter.check(f"person {person.id}", f"address {visitor.address}")
        return await training.take_in(asker_of(visitor), await request.body(), how)


@router.get("/mistakes")
@sent_as_built
async def own_mistakes(
    request: Request,
    visitor: CurrentVisitor,
    person: CurrentPerson,
    search: OwnRoundsQuery,
    rounds: Annotated[int, Query(ge=1, le=MOST_REVIEWED, description="How many of the latest to look at.")] = 100,
    limit: LimitQuery = 20,
) -> sent.Mistakes:
    """Where you lost value: your latest rounds against the house, graded by the coach, the worst first."""
    check_rate(request, visitor)
    found = await latest_rounds(request, person, search, rounds + 1)
    return await training_of(request).mistakes(person.id, found[:rounds], limit, left_out=len(found) > rounds)
