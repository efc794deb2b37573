"""Decisions as a line of a strategy card can say them: `fold`, `raise the most allowed`, `keep the pair`.

A play means something with every hand, whatever its cards are; with some hands it may not be legal. Nothing here knows
a game: plays are made of the names, sizes and discards that the rules offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.rules.game import Decision

Hand = Sequence[Card]
Face = Callable[[Card], int]
LEAST, MOST = "least", "most"  # of a bet that may have several sizes
HIGHEST_KEPT = 4
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


class Play(NamedTuple):
    """A decision in words; `keep` names the cards that are held where cards may be thrown."""

    choice: str = ""
    key: str = "choice"
    size: str = ""
    keep: str = ""

    def words(self) -> str:
        """`raise the most`, `keep the pair`, `play the least and keep the pair`."""
        named = f"{self.key} {self.choice}" if self.key != "choice" else self.choice
        sized = f"{named} the {self.size}" if self.size else named
        kept = KEPT[self.keep].words if self.keep else ""
        return " and ".join(part for part in (sized, kept) if part)

    def made(self, decisions: Iterable[Decision], cards: Hand, face: Face = int) -> Decision | None:
        """The one of these decisions that is meant; None where it may not be made. Cards of one face are the same."""
        thrown = KEPT[self.keep].thrown(cards) if self.keep else []
        if thrown is None:
            return None
        named = (decision for decision in decisions if decision[0] == self.choice and decision.key == self.key)
        faces = sorted(map(face, thrown))
        found = [decision for decision in named if sorted(map(face, decision.discard or ())) == faces]
        if not found:
            return None
        return (max if self.size == MOST else min)(found, key=lambda decision: decision.multiple)


# --- which cards are kept ---


class Kept(NamedTuple):
    """A way to choose the cards that are kept."""

    words: str
    choose: Callable[[Hand], Sequence[Card] | None]
    suits: bool = False  # whether it looks at suits

    def thrown(self, cards: Hand) -> list[Card] | None:
        held = self.choose(cards)
        if held is None:
            return None
        left = list(cards)
        for card in held:
            left.remove(card)
        return left


def _strength(card: Card, cards: Hand, *, low_ace: bool) -> tuple[int, int]:
    """A card's rank, then what else is held in its suit: cards that are equal in both mean the same."""
    bits = sum(1 << other.rank for other in cards if other.suit == card.suit)
    return card.low_rank if low_ace else card.rank or 15, bits


def _highest(cards: Hand, *, low_ace: bool = False) -> list[Card]:
    return sorted(cards, key=lambda card: _strength(card, cards, low_ace=low_ace), reverse=True)


def _top(count: int, *, low_ace: bool = False, different: bool = False) -> Callable[[Hand], list[Card] | None]:
    """The highest cards; `different` counts equal ranks once."""

    def choose(cards: Hand) -> list[Card] | None:
        found = _highest(cards, low_ace=low_ace)
        if different:
            found = [card for index, card in enumerate(found) if card.rank not in [one.rank for one in found[:index]]]
        return found[:count] if len(cards) > count and len(found) >= count else None

    return choose


def _equal(cards: Hand) -> list[Card] | None:
    """The most cards of one rank, of equally many the highest."""
    ranks = [card.rank for card in cards]
    most = max(ranks, key=lambda rank: (ranks.count(rank), rank))
    return [card for card in cards if card.rank == most] if ranks.count(most) > 1 else None


def _suited(count: int | None = None) -> Callable[[Hand], list[Card] | None]:
    """The longest suit, of equally long ones the highest; or its highest cards."""

    def choose(cards: Hand) -> list[Card] | None:
        suits = [[card for card in _highest(cards) if card.suit == suit] for suit in range(4)]
        best = max(suits, key=lambda suit: (len(suit), [card.rank for card in suit]))
        if len(best) < 2 or (count is not None and (len(best) < count or len(best) == len(cards) == count)):
            return None
        return best[:count]

    return choose


def _nearest(cards: Hand) -> list[Card] | None:
    """The two different ranks that are nearest to each other, of equally near ones the highest."""

    def closeness(pair: tuple[Card, Card]) -> tuple[int, tuple[int, int], tuple[int, int]]:
        one, two = pair
        gap = min(abs(one.rank - two.rank), abs(one.low_rank - two.low_rank))
        return -gap, _strength(one, cards, low_ace=False), _strength(two, cards, low_ace=False)

    pairs = [pair for pair in combinations(_highest(cards), 2) if pair[0].rank != pair[1].rank]
    if not pairs or len(cards) <= 2:
        return None
    one, two = max(pairs, key=closeness)
    return [one, two]


def _first_of(*ways: Callable[[Hand], Sequence[Card] | None]) -> Callable[[Hand], Sequence[Card] | None]:
    """The first of these ways that there is."""

    def choose(cards: Hand) -> Sequence[Card] | None:
        return next((held for way in ways if (held := way(cards)) is not None), None)

    return choose


def _kept() -> dict[str, Kept]:
    found = {
        "all": Kept("keep all cards", list),
        "none": Kept("throw all cards", lambda cards: []),
        "equal": Kept("keep the cards of one rank", _equal),
        "suit": Kept("keep the longest suit", _suited(), suits=True),
        "suit-2": Kept("keep the two highest of one suit", _suited(2), suits=True),
        "nearest": Kept("keep the two nearest ranks", _nearest),
    }
    pair, suit = "keep a pair, or else two of one suit, or else the", _first_of(_equal, _suited(2))
    found["pair-suit-high"] = Kept(f"{pair} two highest cards", _first_of(suit, _top(2)), suits=True)
    found["pair-suit-nearest"] = Kept(f"{pair} two nearest ranks", _first_of(suit, _nearest), suits=True)
    for count in range(1, HIGHEST_KEPT + 1):
        cards = "highest card" if count == 1 else f"{COUNTS[count]} highest cards"
        found[f"high-{count}"] = Kept(f"keep the {cards}", _top(count))
        found[f"low-ace-high-{count}"] = Kept(f"keep the {cards} (ace low)", _top(count, low_ace=True))
        if count > 1:
            named = f"keep the {COUNTS[count]} highest cards of different ranks"
            found[f"different-{count}"] = Kept(named, _top(count, different=True))
            found[f"low-ace-different-{count}"] = Kept(f"{named} (ace low)", _top(count, low_ace=True, different=True))
    return found


KEPT = _kept()


def plays_of(decisions: Iterable[Decision], cards: Hand, *, suits: bool) -> dict[Play, Decision]:
    """Every play that can be made with these cards, of the decisions that are legal; `suits` is whether they count."""
    legal = list(decisions)
    face: Face = int if suits else _rank
    ways = [name for name, kept in KEPT.items() if suits or not kept.suits]
    found: dict[Play, Decision] = {}
    for choice, key in dict.fromkeys((decision.choice, decision.key) for decision in legal):
        some = [decision for decision in legal if (decision.choice, decision.key) == (choice, key)]
        sizes = ("",) if all(not decision.multiple for decision in some) else (LEAST, MOST)
        throws = any(decision.discard is not None for decision in some) and not all(decision.folds for decision in some)
        for size in sizes:
            for keep in ways if throws else ("",):
                play = Play(choice, key, size, keep)
                made = play.made(some, cards, face)
                if made is not None:
                    found[play] = made
    return found


def _rank(card: Card) -> int:
    return card.rank


def to_json(play: Play) -> dict[str, Any]:
    return {name: value for name, value in play._asdict().items() if value}
