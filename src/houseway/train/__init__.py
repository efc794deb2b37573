"""Training: exercises made from a game's rules, procedure and odds, and the judgement of answers to them.

>>> from houseway import train
>>> from houseway.catalog import game
>>> exercise = train.make(game("mini-tex"), "next", seed="monday 1")
>>> exercise.question.prompt
'What does the dealer do next?'
>>> sorted(train.coverage(game("two-card-roo"), ("next",)))[0]
'case dealer-no-roo'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from houseway.train.exercise import Exercise, Grade, Judged, Key, Part, Question, UnmetWish
from houseway.train.forms import AnswerError
from houseway.train.items import all_items, item_words
from houseway.train.registry import can_examine, dealer_kinds, key_of, make, player_kinds, resume

if TYPE_CHECKING:
    from houseway.train.covering import coverage
    from houseway.train.drill import Wanted, items_of, next_for_dealer, next_for_player, retried
    from houseway.train.exam import Exam
    from houseway.train.player.statistics import statistics
    from houseway.train.profile import Attempt, Profile, ProfileError
    from houseway.train.score_sheet import ScoreSheet
    from houseway.train.sitting import Sitting

_LATER = {  # names that are loaded when they are asked for
    "Attempt": "profile",
    "Exam": "exam",
    "Profile": "profile",
    "ProfileError": "profile",
    "ScoreSheet": "score_sheet",
    "Sitting": "sitting",
    "Wanted": "drill",
    "coverage": "covering",
    "items_of": "drill",
    "next_for_dealer": "drill",
    "next_for_player": "drill",
    "retried": "drill",
    "statistics": "player.statistics",
}

__all__ = [
    "AnswerError",
    "Attempt",
    "Exam",
    "Exercise",
    "Grade",
    "Judged",
    "Key",
    "Part",
    "Profile",
    "ProfileError",
    "Question",
    "ScoreSheet",
    "Sitting",
    "UnmetWish",
    "Wanted",
    "all_items",
    "can_examine",
    "coverage",
    "dealer_kinds",
    "item_words",
    "items_of",
    "key_of",
    "make",
    "next_for_dealer",
    "next_for_player",
    "player_kinds",
    "resume",
    "retried",
    "statistics",
]


if not TYPE_CHECKING:  # a type checker knows every name from above, and that there are no others

    def __getattr__(name: str) -> Any:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
        return found
