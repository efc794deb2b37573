"""What the kinds of exercises are called, and what each of them asks, in a sentence."""

from __future__ import annotations

from typing import NamedTuple


class KindWords(NamedTuple):
    title: str
    sentence: str


WORDS: dict[str, KindWords] = {
    "next": KindWords("What comes next", "The round is frozen: do what the dealer does next."),
    "read": KindWords("Read the hand", "Name the hands, say which cards play and who wins."),
    "pay": KindWords("Pay", "Take, push or pay every wager, with chips from the rack."),
    "round": KindWords("Deal a round", "Run a whole round from the first card to the last payout, against the clock."),
    "error": KindWords("Spot the error", "The dealer errs now and then: say when, and what is wrong."),
    "pots": KindWords("The pots", "Whose turn, how much to call, the pots and who can win them, the rake, the blinds."),
    "spot": KindWords("Spots", "One decision after the other, more often the kind that you get wrong."),
    "hand": KindWords("Whole hands", "Play a hand from the deal to the end; every decision is graded by its value."),
    "chances": KindWords("Chances", "Pot odds, the chance to win, reading hands."),
}


def words(kind: str) -> KindWords:
    """The words for a kind; its name, for one that has none yet."""
    return WORDS.get(kind, KindWords(kind.capitalize(), ""))
