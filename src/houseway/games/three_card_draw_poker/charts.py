"""Three Card Draw Poker strategies as tables to look up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from houseway.cards import RANK_NAMES, RANKS
from houseway.odds.game_odds import Chart
from houseway.rankings import Category, category, plural, three_card_rank
from houseway.rounding import percent, short
from houseway.rules.game import Decision, Spot
from houseway.rules.pay_tables import Ratio

PlayedHands = Iterable[tuple[Spot, int, Decision]]  # a hand, how many it stands for, how it is played

KINDS = {
    Category.STRAIGHT_FLUSH: "Straight flush",
    Category.THREE_OF_A_KIND: "Three of a kind",
    Category.STRAIGHT: "Straight",
    Category.FLUSH: "Flush",
}
HALF_PERCENT = Fraction(1, 200)


def bet_text(multiple: Ratio) -> str:
    """`fold`, `1x`, `1.5x`."""
    return f"{short(multiple)}x" if multiple else "fold"


def by_hand(played_hands: PlayedHands) -> Chart:
    """How often each kind of hand is folded, kept, swapped, and for which bet."""
    found: dict[tuple[int, int], dict[tuple[Ratio, bool], int]] = defaultdict(lambda: defaultdict(int))
    columns: set[tuple[Ratio, bool]] = set()
    for spot, weight, play in played_hands:
        rank = three_card_rank(*spot.dealt)
        kind = category(rank)
        detail = rank >> 4 & 15 if kind is Category.PAIR else rank >> 8 & 15 if kind is Category.HIGH_CARD else 0
        column = play.multiple, bool(play.discard)
        columns.add(column)
        found[kind, detail][column] += weight
    order = sorted(columns)
    rows = []
    for hands, played in sorted(found.items(), reverse=True):
        total = sum(played.values())
        rows.append((_name(*hands), *(_share(played.get(column, 0), total) for column in order)))
    names = (
        f"{bet_text(multiple)}{', swap one' if swaps else ', keep' if multiple else ''}" for multiple, swaps in order
    )
    return Chart("How each hand is played", ("Hand", *names), tuple(rows))


def _name(kind: int, detail: int) -> str:
    if kind == Category.PAIR:
        return f"Pair of {plural(detail)}"
    return f"{RANK_NAMES[detail].capitalize()} high" if kind == Category.HIGH_CARD else KINDS[Category(kind)]


def _share(part: int, total: int) -> str:
    if part in (0, total):
        return "always" if part else ""
    share = Fraction(part, total)
    if HALF_PERCENT <= share < 1 - HALF_PERCENT:
        return percent(share, 0)
    return "rarely" if share < HALF_PERCENT else "nearly always"


def by_cards_kept(played_hands: PlayedHands) -> Chart:
    """The bet for the two cards that a hand without a pair keeps; suited ones to the right of the diagonal."""
    bets: dict[tuple[int, int], set[Ratio]] = defaultdict(set)
    for spot, _, play in played_hands:
        if play.discard and category(three_card_rank(*spot.dealt)) is Category.HIGH_CARD:
            low, high = sorted(card for card in spot.dealt if card not in play.discard)
            cell = (high.rank, low.rank) if low.suit == high.suit else (low.rank, high.rank)
            bets[cell].add(play.multiple)
    rows = []
    for one in range(14, 1, -1):
        cells = (" or ".join(map(bet_text, sorted(bets.get((one, two), ())))) for two in range(14, 1, -1))
        rows.append((RANKS[one - 2], *cells))
    title = "No pair: the bet by the two cards kept, suited ones to the right; empty where they are never kept"
    return Chart(title, ("", *reversed(RANKS)), tuple(rows))
