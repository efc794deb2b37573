"""How the house and a counting process talk through a pipe: the length in four bytes, then the text."""

from __future__ import annotations

import struct
from asyncio import StreamReader
from typing import Any, BinaryIO, NamedTuple

import orjson

LENGTH = struct.Struct(">I")


class Answer(NamedTuple):
    """What a job came to: its bytes, or why there are none. `fault` is for the log alone. What `lasts` would be the
    same if the job were done again."""

    body: bytes = b""
    code: str = ""
    sentence: str = ""
    status: int = 200
    fault: str = ""
    lasts: bool = True


def framed(body: bytes) -> bytes:
    return LENGTH.pack(len(body)) + body


def job_frames(job: dict[str, Any], body: bytes) -> bytes:
    return framed(orjson.dumps(job)) + framed(body)


def answer_frames(answer: Answer) -> bytes:
    return framed(orjson.dumps(answer[1:])) + framed(answer.body)


def read_frame(pipe: BinaryIO) -> bytes | None:
    """The next frame; None when the other side is gone."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = pipe.read(length)
    return body if len(body) == length else None


async def read_answer(pipe: StreamReader) -> Answer:
    facts = orjson.loads(await _frame(pipe))
    return Answer(await _frame(pipe), *facts)


async def _frame(pipe: StreamReader) -> bytes:
    (length,) = LENGTH.unpack(await pipe.readexactly(LENGTH.size))
    return await pipe.readexactly(length)
