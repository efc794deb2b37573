"""Playing cards: 52 immutable values, and two jokers.

A card is also the whole number 0 to 51 (four times the rank's index plus the suit's), so it can index a table; the
jokers are 52 and 53. A game that plays with jokers has them in its `deck`.

>>> Card.parse("10d"), Card.parse("ah")
(Card.parse('Td'), Card.parse('Ah'))
>>> ace = Card.parse("Ah")
>>> ace.rank, ace.low_rank, ace.suit
(14, 1, 2)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NoReturn

from houseway.errors import CardError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RANK_NAMES = {
    **dict(
        enumerate(
            ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
            start=2,
        )
    ),
    1: "ace",
}
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
JOKER_NAMES = {"Xb": "black joker", "Xr": "red joker"}


class Card(int):
    """One face of the deck; there are only 54 of these objects."""

    rank: int  # 2 to 14, the ace high; 0 for a joker
    low_rank: int  # 1 to 13, the ace low; 0 for a joker
    suit: int  # 0 to 3: clubs, diamonds, hearts, spades; 4 for a joker
    text: str  # "Ah"; "Xb" and "Xr" are the black and the red joker
    joker: bool

    def __new__(cls, index: int) -> Card:
        if not 0 <= index < 54:
            raise CardError(f"There is no card number {index}: cards are numbered 0 to 51, the jokers 52 and 53.")
        return _ALL[index]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card written rank then suit: `Ah`, `Td`, `10d`, in any case; jokers are `Xb` and `Xr`."""
        try:
            return _BY_TEXT[text.strip().lower()]
        except (KeyError, AttributeError):
            raise CardError(f"{text!r} is not a card: write rank then suit, such as Ah, Td (or 10d), 9c, 2s.") from None

    def __repr__(self) -> str:
        return f"Card.parse({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a card never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a card never changes")

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (int(self),)

    @property
    def pretty(self) -> str:
        """The card as a person likes to see it: `10♦`."""
        if self.joker:
            return f"🃏{self.text[1]}"
        return f"{self.text[0].replace('T', '10')}{SYMBOLS[self.text[1]]}"

    @property
    def words(self) -> str:
        """The card as a person says it: `ten of diamonds`."""
        if self.joker:
            return JOKER_NAMES[self.text]
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"


def _card(index: int, rank: int, suit: int, text: str) -> Card:
    card = int.__new__(Card, index)
    low_rank = 1 if rank == 14 else rank
    card.__dict__.update(rank=rank, low_rank=low_rank, suit=suit, text=text, joker=not rank)
    return card


DECK: tuple[Card, ...] = tuple(
    _card(index, index // 4 + 2, index % 4, RANKS[index // 4] + SUITS[index % 4]) for index in range(52)
)
JOKERS: tuple[Card, ...] = tuple(_card(index, 0, 4, text) for index, text in enumerate(JOKER_NAMES, start=52))
_ALL = DECK + JOKERS
_BY_TEXT = {card.text.lower(): card for card in _ALL}
_BY_TEXT |= {text.replace("t", "10"): card for text, card in _BY_TEXT.items() if text[0] == "t"}


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Read several cards, separated by spaces or commas; no card may come twice.

    >>> parse_cards("Ah, 10d 2s")
    (Card.parse('Ah'), Card.parse('Td'), Card.parse('2s'))
    """
    parts = re.findall(r"[^\s,]+", text) if isinstance(text, str) else list(text)
    cards = tuple(Card.parse(part) for part in parts)
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise CardError(f"{card} is named twice: each card of a deck can be named once.")
    return cards


def texts(cards: Iterable[Card | None]) -> list[str | None]:
    """Cards as JSON writes them; a card that may not be seen is null."""
    return [None if card is None else card.text for card in cards]
