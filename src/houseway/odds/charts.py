"""A derived strategy as charts and card lines: runs of hands, from the weakest to the strongest, played alike."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.odds.game_odds import Chart
from houseway.odds.situations import SpotBuilder
from houseway.odds.walk import NeedsCards
from houseway.rounding import percent, short

if TYPE_CHECKING:
    from houseway.odds.by_situation import BySituation
    from houseway.odds.nodes import Choice
    from houseway.odds.universe import Ints

MOST_ROWS = 60
MOST_LINES = 20


def decisions(odds: BySituation[Any], choice: Choice, taken: Ints) -> list[str]:
    """What is decided in each situation, in words."""
    legal = odds.legal(choice, SpotBuilder(odds.game, choice.level, choice.situation))
    made = [next(decision for decision, number in rows if number == taken[state]) for state, rows in enumerate(legal)]
    return [decision_words(decision) for decision in made]


def decision_words(decision: Any) -> str:
    """`raise 2x, throw 4`: discards by rank, since suits are merged."""
    parts = [decision.choice] if decision.choice else []
    if decision.multiple:
        parts.append(f"{short(decision.multiple)}x")
    text = " ".join(parts)
    if decision.discard:
        thrown = f"throw {' '.join(sorted((card.text[0] for card in decision.discard), reverse=True))}"
        return f"{text}, {thrown}" if text else thrown
    return text or "keep all"


def share_words(part: int, whole: int) -> str:
    """`always`, `never`, or a percentage that is neither."""
    if not whole or part in (0, whole):
        return "" if not whole else "always" if part else "never"
    return percent(min(max(Fraction(part, whole), Fraction(1, 1000)), Fraction(999, 1000)), 1)


def runs(odds: BySituation[Any], choice: Choice, taken: Ints) -> list[tuple[str, str, str, Fraction]]:
    """Neighbouring hands that are played alike: the first, the last, the decision, and how often they are dealt."""
    solved = odds.solved()
    rows, _ = solved.rows(choice)
    best = rows[taken]
    builder = SpotBuilder(odds.game, choice.level, choice.situation)
    order = sorted(range(len(choice.level)), key=lambda state: best[state])
    words, weights = decisions(odds, choice, taken), odds.weights(choice)
    found: list[tuple[str, str, str, int]] = []
    for state in order:
        name = hand_words(odds, builder, choice.level.rows[state].tolist())
        if found and found[-1][2] == words[state]:
            first, _, decision, share = found[-1]
            found[-1] = first, name, decision, share + weights[state]
        else:
            found.append((name, name, words[state], weights[state]))
    total = sum(share for *_, share in found)
    return [(first, last, decision, Fraction(share, total)) for first, last, decision, share in found]


def hand_words(odds: BySituation[Any], builder: SpotBuilder, row: list[int]) -> str:
    spot, house = builder(row)
    try:
        return str(odds.game.names.hand(spot, house))
    except (NeedsCards, LookupError, ValueError, TypeError):
        return " ".join(card.pretty for card in (*spot.dealt, *spot.seen.community))


def chart(odds: BySituation[Any], choice: Choice, taken: Ints) -> Chart:
    """One row for each run or, where there are too many, how often each decision is right."""
    found = runs(odds, choice, taken)
    title = f"At {choice.at}, hands from the lowest value to the highest"
    if len(found) <= MOST_ROWS:
        rows = tuple((span(first, last), decision, percent(share, 1)) for first, last, decision, share in found)
        return Chart(title, ("hand", "decision", "of the hands"), rows)
    shares: dict[str, Fraction] = {}
    for _, _, decision, share in found:
        shares[decision] = shares.get(decision, Fraction()) + share
    often = sorted(shares.items(), key=lambda item: -item[1])[:MOST_ROWS]
    return Chart(
        f"At {choice.at}, how often each decision is right",
        ("decision", "of the hands"),
        tuple((decision, percent(share, 1)) for decision, share in often),
    )


def span(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"


def lines(odds: BySituation[Any], choice: Choice, taken: Ints) -> list[str]:
    found = runs(odds, choice, taken)
    if len(found) > MOST_LINES:
        return [f"At {choice.at}: follow the chart; it has {len(found)} lines."]
    return [f"At {choice.at}, {span(first, last)}: {decision}." for first, last, decision, _ in found]
