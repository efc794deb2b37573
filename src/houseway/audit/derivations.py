"""How each kind of figure is derived from the rules. The figures name games; nothing here does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import reduce

from houseway.audit import played
from houseway.audit.computed import Computed, Number, Ranks, Words
from houseway.audit.counts import (
    Counts,
    best_plays,
    best_side_plays,
    dealer_open,
    dealt_by_rank,
    hands_of,
)
from houseway.audit.documents import Figure
from houseway.audit.printed import RANKS
from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.odds.walk import flat, settle_one
from houseway.rules.game import HouseCards, Spot
from houseway.rules.settlement import row_id

# --- lines of an odds table ---


def combinations(figure: Figure, counts: Counts) -> Number:
    return Number(Fraction(sum(row.count for row in counts.rows(figure))), rounded=False)


def probability(figure: Figure, counts: Counts) -> Number:
    return Number(combinations(figure, counts).value / counts.wager(figure).total)


def frequency(figure: Figure, counts: Counts) -> Number:
    """One in how many."""
    return Number(counts.wager(figure).total / combinations(figure, counts).value)


def returned(figure: Figure, counts: Counts) -> Number:
    """What the line adds to the expected value."""
    return Number(sum((row.net * row.count for row in counts.rows(figure)), Fraction()) / counts.wager(figure).total)


def pays(figure: Figure, counts: Counts) -> Number:
    (net,) = {row.net for row in counts.rows(figure)}
    return Number(net, rounded=False)


def pushes(figure: Figure, counts: Counts) -> Words:
    return Words(("no" if pays(figure, counts).value else "yes",))


# --- a wager as a whole ---


def value(figure: Figure, counts: Counts) -> Number:
    return Number(counts.wager(figure).expected_value)


def edge(figure: Figure, counts: Counts) -> Number:
    return Number(counts.wager(figure).house_edge)


def element_of_risk(figure: Figure, counts: Counts) -> Number:
    return Number(counts.wager(figure).element_of_risk)


def edge_added(figure: Figure, counts: Counts) -> Number:
    """How much higher the edge is than under the rules it is compared with."""
    other = replace(figure, edition=figure.facts["against"]["edition"])
    return Number(counts.wager(figure).house_edge - counts.wager(other).house_edge)


# --- rules ---


def pay_table(figure: Figure, counts: Counts) -> Number:
    """What the rules pay for a hand, whether it is counted or not."""
    wager = counts.table_game(figure).wager[figure.wager]
    (outcome,) = figure.outcomes
    labels = [hand.name for hand in wager.paid_hands]
    if wager.pays is None or outcome not in labels:
        raise HousewayError(f"Document {figure.document}, {figure.table}: {wager.name} does not pay {outcome!r}.")
    return Number(Fraction(wager.pays[labels.index(outcome)]), rounded=False)


def pay_note(figure: Figure, counts: Counts) -> str:
    """Where a pay is from that the document does not show, as the rules say it wherever they show the pay."""
    wager = counts.table_game(figure).wager[figure.wager]
    (outcome,) = figure.outcomes
    notes = {hand.name: row.note for hand, row in zip(wager.paid_hands, wager.rows(), strict=True)}
    if not notes.get(outcome):
        raise HousewayError(f"Document {figure.document}, {figure.table}: nothing says where {outcome!r} is from.")
    return f"Houseway's pay is {notes[outcome]}."


def prize(figure: Figure, counts: Counts) -> Words:
    """What a progressive pays for a hand: a share of its meter, dollars, or nothing."""
    wager = counts.table_game(figure).wager[figure.wager]
    (outcome,) = figure.outcomes
    labels = [hand.name for hand in wager.paid_hands]
    if wager.prizes is not None and outcome in labels:
        found = wager.prizes[labels.index(outcome)]
        return Words((f"{found.percent}% Progressive" if found.percent else dollars(found.cents),))
    return Words(("N/A",) if all(row.net == -1 for row in counts.rows(figure)) else ())


def least_multiple(figure: Figure, counts: Counts) -> Number:
    return Number(Fraction(counts.table_game(figure).wager[figure.wager].least), rounded=False)


def most_multiple(figure: Figure, counts: Counts) -> Number:
    return Number(Fraction(counts.table_game(figure).wager[figure.wager].most), rounded=False)


def option(figure: Figure, counts: Counts) -> Computed:
    """An option's value: in words, as it is, or as a share of another one; one part of it where there are several."""
    values = counts.table_game(figure).options.values()
    name, words = figure.facts["option"], figure.facts.get("words")
    if words:
        value = str(values[name])
        return Words((words[value.split("/")[figure.facts["part"]] if "part" in figure.facts else value],))
    number = Fraction(values[name])
    return Number(number / Fraction(values[figure.facts["per"]]) if "per" in figure.facts else number, rounded=False)


def lowest_ranks(figure: Figure, counts: Counts) -> Ranks:
    """The ranks that the lowest dealt card may have to win this line of a pay table, by settling every hand."""
    game = counts.game(figure)
    rows = {row_id(figure.wager, row) for row, hand in enumerate(game.wager[figure.wager].paid_hands)
            if hand.name in figure.outcomes}  # fmt: skip
    steps, found = tuple(flat(game.procedure)), set()
    for cards in dealt_by_rank(figure.facts["dealt"]):
        pay = settle_one(game, steps, figure.wager, Spot(1, {figure.wager: 1}, cards), HouseCards())
        if pay is not None and pay.case in rows:
            found.add(min(card.low_rank for card in cards))
    return Ranks(frozenset(found))


# --- plays; a rank stands for every way that the suits can fall ---


def play(figure: Figure, counts: Counts) -> Words:
    """The best play for the main wager, where the row names the ranks held."""
    return _words(figure, [best_plays(counts.odds(figure), cards) for cards in hands_of(figure.row)])


def side_play(figure: Figure, counts: Counts) -> Words:
    """The best play for a side wager."""
    game, at = counts.game(figure), figure.facts["at"]
    return _words(figure, [best_side_plays(game, figure.wager, at, cards) for cards in hands_of(figure.row)])


def dealer_play(figure: Figure, counts: Counts) -> Words:
    """What the house way leaves open."""
    return _words(figure, [dealer_open(counts.game(figure), cards) for cards in hands_of(figure.row)])


def play_ranks(figure: Figure, counts: Counts) -> Ranks:
    """The ranks of a single card with which a choice is best for the main wager."""
    odds = counts.odds(figure)
    return _ranks(figure, {rank: [best_plays(odds, cards) for cards in hands_of(rank)] for rank in RANKS})


def side_play_ranks(figure: Figure, counts: Counts) -> Ranks:
    """The ranks of a single card with which a choice is best for a side wager."""
    game, at = counts.game(figure), figure.facts["at"]
    return _ranks(
        figure,
        {rank: [best_side_plays(game, figure.wager, at, cards) for cards in hands_of(rank)] for rank in RANKS},
    )


def _words(figure: Figure, best: list[frozenset[str]]) -> Words:
    """The plays that are best whatever the suits, in the manual's words."""
    right = reduce(frozenset.intersection, best)
    return Words(tuple(printed for play, printed in figure.facts["words"].items() if play in right))


def _ranks(figure: Figure, best: dict[str, list[frozenset[str]]]) -> Ranks:
    choice = figure.facts["choice"]
    among = {RANKS.index(rank) + 1 for rank, plays in best.items() if all(choice in play for play in plays)}
    alone = {rank for rank in among if all(len(play) == 1 for play in best[RANKS[rank - 1]])}
    return Ranks(frozenset(alone), frozenset(among - alone))


def nothing(figure: Figure, counts: Counts) -> None:
    """No rule gives this figure."""


DERIVATIONS: dict[str, Callable[[Figure, Counts], Computed | None]] = {
    "pays": pays,
    "count": combinations,
    "probability": probability,
    "frequency": frequency,
    "return": returned,
    "pushes": pushes,
    "value": value,
    "edge": edge,
    "element of risk": element_of_risk,
    "edge added": edge_added,
    "pay table": pay_table,
    "prize": prize,
    "least multiple": least_multiple,
    "most multiple": most_multiple,
    "option": option,
    "lowest ranks": lowest_ranks,
    "settled": played.settled,
    "first settled": played.first_settled,
    "kept ranks": played.kept_ranks,
    "buried": played.buried,
    "play": play,
    "side play": side_play,
    "dealer play": dealer_play,
    "play ranks": play_ranks,
    "side play ranks": side_play_ranks,
    "none": nothing,
}
