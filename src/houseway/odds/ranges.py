"""Ranges of hole hands in a short notation: `AA,KQs,T9o,22+,A5s-A2s,AhKd,JT:1/2`.

A pair, two ranks (with `s` suited, with `o` not), two cards, or `any`; `+` takes the lower rank up to just below the
higher one, or a pair up to aces; a dash takes all hands between two; a colon gives a weight.

>>> len(parse_range("22+")), len(parse_range("AKs, QJo"))
(78, 16)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from houseway.cards import DECK, RANKS, Card, parse_cards
from houseway.errors import CardError
from houseway.rules.pay_tables import parse_ratio

Hole = tuple[Card, Card]  # the lower card first
Range = Mapping[Hole, Fraction]

_KIND = r"([2-9TJQKA])([2-9TJQKA])([so]?)"
_HELP = "write hands such as AA, KQs, T9o, JT, 22+, A5s-A2s, AhKd, with a weight as in JT:1/2, or any"


def parse_range(text: str, deck: Sequence[Card] = DECK) -> Range:
    """Read a range; a hand named twice has the weight named last."""
    found: dict[Hole, Fraction] = {}
    for part in re.split(r"[\s,]+", text.strip()):
        if not part:
            continue
        hands, colon, weight = part.partition(":")
        try:
            each = Fraction(parse_ratio(weight)) if colon else Fraction(1)
        except (ValueError, ZeroDivisionError):
            each = Fraction()
        if not each:
            raise CardError(f"{part!r} is not in the notation of ranges: {_HELP}.")
        found |= dict.fromkeys(_holes(hands, deck), each)
    if not found:
        raise CardError(f"{text!r} is an empty range: {_HELP}.")
    return found


def _holes(text: str, deck: Sequence[Card]) -> Iterator[Hole]:
    if text.lower() == "any":
        yield from combinations(deck, 2)
        return
    if re.fullmatch(r"(10|[2-9tjqka])[cdhs](10|[2-9tjqka])[cdhs]", text, re.IGNORECASE):
        split = re.match(r"(10|.).", text)
        assert split is not None
        one, two = sorted(parse_cards([split[0], text[split.end() :]]))
        yield one, two
        return
    if match := re.fullmatch(_KIND + r"(\+?)", text):
        high, low, suits = _ranks(match[1], match[2], match[3], text)
        last = (14 if high == low else high - 1) if match[4] else low
    elif (match := re.fullmatch(f"{_KIND}-{_KIND}", text)) and match[3] == match[6]:
        high, low, suits = _ranks(match[1], match[2], match[3], text)
        other, last, _ = _ranks(match[4], match[5], match[6], text)
        if (high == low) != (other == last) or (high != low and high != other):
            raise CardError(f"{text!r} does not run between hands of one kind: {_HELP}.")
        low, last = sorted((low, last))
    else:
        raise CardError(f"{text!r} is not in the notation of ranges: {_HELP}.")
    for rank in range(low, last + 1):
        yield from _kind(rank if match[1] == match[2] else high, rank, suits)


def _ranks(one: str, two: str, suits: str, text: str) -> tuple[int, int, str]:
    low, high = sorted((RANKS.index(one) + 2, RANKS.index(two) + 2))
    if low == high and suits:
        raise CardError(f"{text!r} is a pair, which is neither suited nor not: {_HELP}.")
    return high, low, suits


def _kind(high: int, low: int, suits: str) -> Iterator[Hole]:
    for one, two in combinations(DECK, 2):
        if (one.rank, two.rank) == (low, high) and (not suits or (one.suit == two.suit) == (suits == "s")):
            yield one, two
