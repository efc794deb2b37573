"""What each measure of the cards is called on a strategy card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from houseway.cards import RANK_NAMES
from houseway.odds.measures import FLUSH_CARDS, HIGHEST, JOKER, LOW_HIGHEST, NAMES

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDER = ("highest", "second highest", "third highest", "fourth highest", "fifth highest")
RANK, COUNT, NUMBER = "rank", "count", "number"


class Measure(NamedTuple):
    """A measure in words: a rank (`your highest card is a queen`), a count of things (`two flush draws`), a number."""

    kind: str
    words: str
    plural: str = ""
    suits: bool = False  # whether it looks at suits
    low_ace: bool = False


def _measures() -> dict[str, Measure]:
    found = {}
    for number in range(HIGHEST):
        found[f"high-{number + 1}"] = Measure(RANK, f"your {ORDER[number]} card")
    for number in range(LOW_HIGHEST):
        words = f"your {ORDER[number]} card (ace low)"
        found[f"low-ace-high-{number + 1}"] = Measure(RANK, words, low_ace=True)
    for number in range(FLUSH_CARDS):
        found[f"suit-high-{number + 1}"] = Measure(RANK, f"the {ORDER[number]} card of your longest suit", suits=True)
    found |= {
        "same": Measure(COUNT, "card of one rank", "cards of one rank"),
        "pair": Measure(RANK, "your pair"),
        "suited": Measure(COUNT, "card of one suit", "cards of one suit", suits=True),
        "court-outside": Measure(COUNT, "jack or better outside your longest suit", "jacks or better outside it", True),
        "nearest": Measure(NUMBER, "the distance between your two nearest ranks"),
        "span": Measure(NUMBER, "the distance between your highest and your lowest rank"),
        "own-straights": Measure(COUNT, "rank that makes your cards a straight", "ranks that make them a straight"),
        "own-fit": Measure(COUNT, "card that fits a straight", "cards that fit one straight"),
        "two-highest": Measure(NUMBER, "the sum of your two highest cards (ace 14)"),
        "made": Measure(COUNT, "card of one rank with the board", "cards of one rank with the board"),
        "made-pair": Measure(RANK, "the pair that you have or make with the board"),
        "over-pair": Measure(COUNT, "board card above your pair", "board cards above your pair"),
        "kicker": Measure(RANK, "the best of your cards that is not paired"),
        "one-suit": Measure(COUNT, "card of one suit with the board", "cards of one suit with the board", True),
        "flush-draws": Measure(COUNT, "flush draw", "flush draws", True),
        "flush-card": Measure(RANK, "your highest card in a flush draw", suits=True),
        "straights": Measure(COUNT, "rank that makes you a straight", "ranks that make you a straight"),
        "draws": Measure(
            COUNT,
            "flush draw or rank that makes you a straight",
            "flush draws and ranks that make you a straight",
            suits=True,
        ),
        "over-board": Measure(COUNT, "card above the whole board", "cards above the whole board"),
        "above": Measure(NUMBER, "the times that a card of yours is above one of the board"),
        "board-suits": Measure(COUNT, "suit on the board", "suits on the board", True),
        "board-suited": Measure(COUNT, "board card of one suit", "board cards of one suit", True),
        "board-high": Measure(RANK, "the highest board card"),
        "board-low": Measure(RANK, "the lowest board card"),
        "board-pair": Measure(RANK, "the board's pair"),
        "board-straights": Measure(COUNT, "rank that makes the board a straight", "ranks that make it a straight"),
        "dealer-high": Measure(RANK, "the dealer's highest card that shows"),
        "dealer-low": Measure(RANK, "the dealer's lowest card that shows"),
        "over-dealer": Measure(COUNT, "card above all that the dealer shows", "cards above all that the dealer shows"),
        "dealer-twins": Measure(COUNT, "card of a rank that the dealer shows", "cards of ranks that the dealer shows"),
    }
    return found


MEASURES = _measures()
assert set(MEASURES) == set(NAMES)
OTHERS = {
    "danger": Measure(COUNT, "danger card", "danger cards", suits=True),
    "points": Measure(COUNT, "point", "points"),
}
THERE = {"danger", "board-suits", "board-suited", "board-straights", "over-pair"}  # not the player's own: `there are`
# What is better said in another way than by number.
SHORT = {
    ("same", "at least", 2): "you hold a pair",
    ("same", "at most", 1): "you hold no pair",
    ("same", "at least", 3): "you hold three of a kind",
    ("made", "at least", 2): "you have a pair or better with the board",
    ("made", "at most", 1): "you have no pair with the board",
    ("nearest", "at most", 0): "you hold a pair",
    ("nearest", "at least", 1): "you hold no pair",
    ("board-suits", "at most", 1): "the board is of one suit",
    ("board-suits", "exactly", 1): "the board is of one suit",
}


def rank_words(rank: int) -> str:
    """`an eight`."""
    name = "joker" if rank == JOKER else RANK_NAMES[rank]
    return f"{'an' if name in ('ace', 'eight') else 'a'} {name}"


def is_ace_low(name: str) -> bool:
    """Whether a measure counts the ace low."""
    return name in MEASURES and MEASURES[name].low_ace


def condition_words(name: str, compare: str, value: int, *, ace_high: bool = False) -> str:
    """A condition as one reads it after `if`; `ace_high` says that the ace is high where it could be read otherwise."""
    if (name, compare, value) in SHORT:
        return SHORT[name, compare, value]
    found = MEASURES.get(name, OTHERS.get(name))
    assert found is not None
    if found.kind == RANK:
        if ace_high and name.startswith("high-"):
            found = found._replace(words=f"{found.words} (ace high)")
        return _rank_condition(found, compare, value)
    if found.kind == NUMBER:
        end = {"at least": " or more", "at most": " or less", "exactly": ""}[compare]
        return f"{found.words} is {value}{end}"
    verb = "there" if name in THERE else "you have"
    if compare == "at most" and value == 0:
        amount, compare = "no", "exactly"
    else:
        amount = COUNTS[value] if 0 <= value < len(COUNTS) else str(value)
    things = found.words if value == 1 else found.plural
    if verb == "there":
        verb = "there is" if value == 1 else "there are"
    return f"{verb} {amount} {things}" if compare == "exactly" else f"{verb} {compare} {amount} {things}"


def _rank_condition(found: Measure, compare: str, value: int) -> str:
    """A rank of 0 means that there is no such card or pair."""
    if value == 0:
        missing = found.words.removeprefix("your ").removeprefix("the ")
        return f"there is no such thing as {found.words}" if compare == "at least" else f"you do not have {missing}"
    end = {"at least": " or higher", "at most": " or lower", "exactly": ""}[compare]
    return f"{found.words} is {rank_words(value)}{end}"


def terms_words(points: Sequence[tuple[str, int]]) -> str:
    """`3 for each flush draw, plus your highest card (ace 14), minus 2 for each danger card`."""
    parts: list[str] = []
    for name, weight in sorted(points, key=lambda term: -term[1]):
        found, times = MEASURES.get(name, OTHERS.get(name)), abs(weight)
        assert found is not None
        if found.kind == COUNT:
            text = f"{times} for each {found.words}"
        elif found.kind == RANK:
            ace = 1 if found.low_ace else 14
            text = f"{_times(times)}{found.words.removesuffix(' (ace low)')} (ace {ace})"
        else:
            text = f"{_times(times)}{found.words}"
        parts.append(text if not parts and weight > 0 else f"{'plus' if weight > 0 else 'minus'} {text}")
    return ", ".join(parts)


def _times(weight: int) -> str:
    return "" if weight == 1 else f"{weight} times "
