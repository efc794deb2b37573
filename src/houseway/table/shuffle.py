"""A fair shuffle that anybody can check.

The server draws 32 secret bytes and publishes their SHA-256 before wagers close: the commitment. Players may add words
of their own (`words`). Random numbers are HMAC-SHA-512 in counter mode: the secret is the key, over a four-byte counter
(from 0), a label, a zero byte and those words, taken two bytes at a time; a number that would favour some cards is
thrown away. The cards come out by the Fisher-Yates shuffle, front first, so the seed fixes the deck whether or not all
of it is dealt. After the round the secret is revealed, and the deal can be computed again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import struct
from collections.abc import Iterable, Mapping, Sequence

from houseway.cards import Card
from houseway.errors import CardError, RecordError

SHUFFLE = b"houseway shuffle 1"
CUT = b"houseway cut 1"
_unpack = struct.Struct(">32H").unpack


def new_seed() -> bytes:
    """A secret seed from the operating system's generator."""
    return os.urandom(32)


def seed_from(text: str) -> bytes:
    """The seed of a text: the same text gives the same round."""
    return hashlib.sha256(f"houseway seed:{text}".encode()).digest()


def secret_seed(seed: str | bytes | None) -> bytes:
    """The seed of a round: fresh and secret, repeatable by a text, or given as 32 bytes."""
    if seed is None:
        return new_seed()
    if isinstance(seed, str):
        return seed_from(seed)
    if not isinstance(seed, bytes) or len(seed) != 32:
        raise RecordError("A seed is a text, or 32 secret bytes.")
    return seed


def seed_from_hex(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except (ValueError, TypeError):
        seed = b""
    if len(seed) != 32:
        raise RecordError("The server seed must be 64 hexadecimal digits.")
    return seed


def commitment(seed: bytes) -> str:
    """What is published before wagers close."""
    return hashlib.sha256(seed).hexdigest()


def deck_digest(deck: Iterable[Card]) -> str:
    """SHA-256 of the cards in the order in which the shuffle begins, told before the wagers: what is dealt from."""
    return hashlib.sha256(" ".join(card.text for card in deck).encode()).hexdigest()


def mixed(player_seeds: Mapping[int, str]) -> bytes:
    """The players' own words, by seat, as they enter the shuffle."""
    if not player_seeds:
        return b"[]"
    return json.dumps([[seat, player_seeds[seat]] for seat in sorted(player_seeds)], separators=(",", ":")).encode()


def cut(player_seeds: Mapping[int, str]) -> Stream:
    """The numbers by which the players' words alone, which everybody learns, put a sealed deck into another order."""
    return Stream(hashlib.sha256(mixed(player_seeds)).digest(), label=CUT)


class Stream:
    """Unbiased whole numbers from a seed; the label keeps streams for different purposes apart."""

    __slots__ = ("_counter", "_key", "_message", "numbers")

    def __init__(self, seed: bytes, context: bytes = b"", *, label: bytes = SHUFFLE) -> None:
        self._key = seed
        self._message = label + b"\0" + context
        self._counter = 0
        self.numbers: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as any other."""
        if bound > 65_536:
            number = self.below((bound + 65_535) >> 16) << 16 | self.below(65_536)
            return number if number < bound else self.below(bound)
        limit = 65_536 - 65_536 % bound
        while True:
            if not self.numbers:
                self.refill()
            number = self.numbers.pop()
            if number < limit:
                return number % bound

    def refill(self) -> None:
        """Put the next block's 32 numbers of two bytes each at hand, first one last."""
        block = hmac.digest(self._key, self._counter.to_bytes(4, "big") + self._message, "sha512")
        self._counter += 1
        self.numbers.extend(_unpack(block)[::-1])


class Shoe:
    """A shuffled deck, shuffled only as far as it has been dealt."""

    __slots__ = ("_cards", "_stacked", "_stream", "dealt")

    def __init__(self, cards: Sequence[Card], stream: Stream, stacked: Sequence[Card] = ()) -> None:
        self._cards = list(cards)
        self._stream = stream
        self.dealt = 0
        self._stacked = 0  # how many cards at the front are set by hand
        for index, card in enumerate(stacked):
            try:
                other = self._cards.index(card, index)
            except ValueError:
                raise CardError(f"{card} is stacked more often than the deck holds it.") from None
            self._cards[index], self._cards[other] = card, self._cards[index]
            self._stacked = index + 1

    def draw(self, count: int) -> tuple[Card, ...]:
        if self.dealt < self._stacked:
            return self._draw_stacked(count)
        cards, stream, first = self._cards, self._stream, self.dealt
        numbers, size = stream.numbers, len(cards)
        for index in range(first, first + count):
            bound = size - index  # the loop is `stream.below(bound)` written out: a table deals all day
            limit = 65_536 - 65_536 % bound
            while True:
                if not numbers:
                    stream.refill()
                number = numbers.pop()
                if number < limit:
                    break
            other = index + number % bound
            cards[index], cards[other] = cards[other], cards[index]
        self.dealt = first + count
        return tuple(cards[first : self.dealt])

    def _draw_stacked(self, count: int) -> tuple[Card, ...]:
        ready = min(count, self._stacked - self.dealt)
        cards = tuple(self._cards[self.dealt : self.dealt + ready])
        self.dealt += ready
        return cards + (self.draw(count - ready) if count > ready else ())
