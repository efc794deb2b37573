"""Answers that are kept in memory: the ones asked for last, up to a size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from houseway.server.lab.frames import Answer

OVERHEAD = 500  # bytes that any entry takes, however short its answer is
K = TypeVar("K", bound=Hashable)


class Kept(Generic[K]):
    """Answers by key, the least recently used going first when there is no more room."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._size = 0
        self._answers: OrderedDict[K, Answer] = OrderedDict()

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: K) -> Answer | None:
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def put(self, key: K, answer: Answer) -> None:
        if _size(answer) > self._most:
            return
        if (before := self._answers.pop(key, None)) is not None:
            self._size -= _size(before)
        self._answers[key] = answer
        self._size += _size(answer)
        while self._size > self._most:
            _, gone = self._answers.popitem(last=False)
            self._size -= _size(gone)


def _size(answer: Answer) -> int:
    return OVERHEAD + len(answer.body) + len(answer.sentence)
