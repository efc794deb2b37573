"""High Card Draw: a strategy that fits on a card, found by search, and a plan of what to hold as tables.

The simple strategy asks for the highest card and the two next to it, pairs counted once. Three numbers for each highest
card say it all: from which rank the second card is kept, and when to stand pat. They are the best such numbers for the
rules at hand, so the card follows the options.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from houseway.cards import RANK_NAMES
from houseway.counting.game_odds import CardLine, Chart

Ranks = tuple[int, ...]  # in rising order, the ace 1
Values = Mapping[Ranks, Mapping[Ranks, int]]  # dealt -> held -> value, weighted by how often the hand is dealt
Plan = Mapping[Ranks, Ranks]  # dealt -> held

SHORT = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NEVER, ALWAYS = (0, 14), (0, 1)


class Rule(NamedTuple):
    """What to do with one highest card."""

    second: int  # keep the second highest rank too from here up; the highest card's own rank for never
    pat: tuple[int, int]  # stand pat, where that is legal, with a second of at most, or a third of at least


def held_by(rule: Rule, ranks: Ranks, legal: Collection[Ranks]) -> Ranks:
    """What the rule holds of three dealt ranks; where that may not be held, the highest cards that may."""
    different = sorted(set(ranks), reverse=True)
    if ranks in legal and len(different) == 3 and stands(rule.pat, different[1], different[2]):
        return ranks
    held = (different[1], different[0]) if len(different) > 1 and different[1] >= rule.second else (different[0],)
    return held if held in legal else max(legal, key=lambda ranks: ranks[::-1])


def stands(pat: tuple[int, int], second: int, third: int) -> bool:
    most, least = pat
    return second <= most or third >= least


def best_rules(values: Values) -> dict[int, Rule]:
    """The best numbers for each highest card; of equally good ones those that keep fewer cards, then plain words."""
    by_highest: dict[int, list[Ranks]] = {}
    for ranks in values:
        by_highest.setdefault(ranks[2], []).append(ranks)
    return {
        highest: best_rule(highest, {ranks: values[ranks] for ranks in hands}) for highest, hands in by_highest.items()
    }


def best_rule(highest: int, values: Values) -> Rule:
    """Drawing first, as if nothing could stand pat; then which hands had better stand pat than be drawn to so."""
    worth = {
        second: sum(held[held_by(Rule(second, NEVER), ranks, held)] for ranks, held in values.items())
        for second in range(highest, 0, -1)
    }
    draw = Rule(max(worth, key=worth.__getitem__), NEVER)
    gains = {
        (ranks[1], ranks[0]): held[ranks] - held[held_by(draw, ranks, held)]
        for ranks, held in values.items()
        if ranks in held and len(set(ranks)) == 3
    }
    if all(gain <= 0 for gain in gains.values()):
        return draw
    if all(gain >= 0 for gain in gains.values()):
        return draw._replace(pat=ALWAYS)
    regions = [NEVER, ALWAYS] + [(most, least) for most in range(highest) for least in range(14, 0, -1)]
    worth_standing = {
        region: sum(gain for cards, gain in gains.items() if stands(region, *cards)) for region in regions
    }
    return draw._replace(pat=max(worth_standing, key=worth_standing.__getitem__))


# --- in words ---


def a(rank: int) -> str:
    return f"{'an' if rank in (1, 8) else 'a'} {RANK_NAMES[rank]}"


def either(ranks: list[int]) -> str:
    names = [RANK_NAMES[rank].capitalize() if place == 0 else RANK_NAMES[rank] for place, rank in enumerate(ranks)]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def pat_words(pat: tuple[int, int]) -> str:
    most, least = pat
    if pat == ALWAYS:
        return "whenever you may"
    parts = [f"a second card of {RANK_NAMES[most]} or lower"] if most > 1 else []
    parts += [f"a third card of {RANK_NAMES[least]} or higher"] if least < 14 else []
    return "where you may, with " + " or ".join(parts)


def card_lines(rules: Mapping[int, Rule]) -> tuple[CardLine, ...]:
    """The rules as lines to learn, highest cards first."""
    lines = ["Of a pair or three of a kind, keep one card only."]
    standing: dict[tuple[int, int], list[int]] = {}
    keeping: dict[int, list[int]] = {}
    for highest, rule in sorted(rules.items(), reverse=True):
        if rule.pat != NEVER:
            standing.setdefault(rule.pat, []).append(highest)
        if rule.second < highest:
            keeping.setdefault(rule.second, []).append(highest)
    for pat, ranks in standing.items():
        lines.append(f"{either(ranks)} high, no pair: stand pat {pat_words(pat)}.")
    for second, ranks in keeping.items():
        next_card = "the next highest card" if second == 1 else f"{a(second)} or higher"
        if second == max(ranks) - 1:
            next_card = a(second)
        lines.append(f"{either(ranks)}: keep {next_card} with it and draw one.")
    lines.append("Anything else: keep the highest card and draw two.")
    return tuple(CardLine(line) for line in lines)


# --- as tables ---


def held_words(ranks: Ranks, held: Ranks) -> str:
    """How many of the highest cards are held; by name where others are."""
    if held == ranks[len(ranks) - len(held) :]:
        return str(len(held))
    return "-".join(SHORT[rank] for rank in reversed(held))


def runs(plan: Plan, highest: int, second: int) -> str:
    """What is held with each third card, in runs from the top: `3 J-8, 2`."""
    found: list[tuple[str, list[int]]] = []
    for third in range(second - 1, 0, -1):
        ranks = (third, second, highest)
        if ranks in plan:
            words = held_words(ranks, plan[ranks])
            if not found or found[-1][0] != words:
                found.append((words, []))
            found[-1][1].append(third)
    if len(found) == 1:
        return found[0][0]
    return ", ".join(f"{words} {span(thirds)}" for words, thirds in found)


def span(ranks: list[int]) -> str:
    return SHORT[ranks[0]] if len(ranks) == 1 else f"{SHORT[ranks[0]]}-{SHORT[ranks[-1]]}"


def plan_charts(plan: Plan) -> list[Chart]:
    """Three different ranks by the two highest, then pairs by the pair and the other card."""
    different = [
        (SHORT[highest], *(runs(plan, highest, second) if second < highest else "" for second in range(12, 1, -1)))
        for highest in range(13, 2, -1)
    ]
    pairs = []
    for rank in range(13, 0, -1):
        cells = []
        for other in range(13, 0, -1):
            held = plan.get(tuple(sorted((rank, rank, other))), ())
            cells.append("-".join(SHORT[card] for card in reversed(held)))
        pairs.append((SHORT[rank], *cells))
    return [
        Chart(
            "No pair: how many of the highest cards to hold, by the highest (rows), the second (columns) and the third",
            ("", *(SHORT[second] for second in range(12, 1, -1))),
            merged(different),
        ),
        Chart(
            "Pairs and three of a kind: what to hold, by the pair (rows) and the other card (columns)",
            ("", *(SHORT[other] for other in range(13, 0, -1))),
            tuple(pairs),
        ),
    ]


def merged(rows: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The rows at the end that all say the same as one."""
    end = len(rows)
    while end > 0 and {cell for row in rows[end - 1 :] for cell in row[1:] if cell} == {"1"}:
        end -= 1
    if len(rows) - end < 2:
        return tuple(rows)
    return (*rows[:end], (f"{rows[end][0]} or lower", *rows[end][1:]))
