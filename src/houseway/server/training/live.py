"""Exercises as they were left: the latest at hand, all others played again from their key and answers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from houseway.train.exercise import Exercise, Key
from houseway.train.registry import resume

MOST_AT_HAND = 200


class Live:
    """By the id of whatever they belong to. Used by the threads that make and grade: one of them at a time has an
    exercise, since whoever asks holds its lock."""

    def __init__(self, most: int = MOST_AT_HAND) -> None:
        self._most = most
        self._kept: OrderedDict[object, Exercise] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, place: object, key: Key, answers: Sequence[object]) -> Exercise:
        """The exercise after these answers. It is put back by `keep` when it has not failed meanwhile."""
        with self._lock:
            found = self._kept.pop(place, None)
        if found is not None and found.seed == key.seed and len(found.grades) == len(answers):
            return found
        return resume(key, answers)

    def keep(self, place: object, exercise: Exercise) -> None:
        with self._lock:
            self._kept[place] = exercise
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def forget(self, place: object) -> None:
        with self._lock:
            self._kept.pop(place, None)
