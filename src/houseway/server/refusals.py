"""What the server answers when it does not do something: a code for programs, one sentence for people."""

from __future__ import annotations

from houseway.errors import HousewayError


class Refusal(HousewayError):
    """Refused, with nothing changed: `code` for programs, the sentence for people, `status` for HTTP."""

    def __init__(self, code: str, sentence: str, status: int = 409) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.status = status


class ServerError(HousewayError):
    """The server cannot start or go on; the sentence says why."""
