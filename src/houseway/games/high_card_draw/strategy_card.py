"""High Card Draw: a strategy that fits on a card, found by search.

The strategy looks at the highest card and the next two ranks, pairs counted once. Three numbers for each highest card
define it: the rank from which the second card is kept, and two bounds for standing pat. They are the best such numbers
for the rules at hand, so the card depends on the options.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from houseway.cards import RANK_NAMES
from houseway.odds.game_odds import CardLine

Ranks = tuple[int, ...]  # in rising order, the ace 1
Values = Mapping[Ranks, Mapping[Ranks, int]]  # dealt -> held -> value, weighted by how often the hand is dealt

NEVER, ALWAYS = (0, 14), (0, 1)


class Rule(NamedTuple):
    """What to do with one highest card."""

    second: int  # keep the second highest rank too from this rank up; the highest card's own rank means never
    pat: tuple[int, int]  # stand pat, where legal, if the second rank is at most, or the third at least, this


def held_by(rule: Rule, ranks: Ranks, legal: Collection[Ranks]) -> Ranks:
    """What the rule holds of three dealt ranks or, if that is not legal, the highest cards that are."""
    different = sorted(set(ranks), reverse=True)
    if ranks in legal and len(different) == 3 and stands(rule.pat, different[1], different[2]):
        return ranks
    held = (different[1], different[0]) if len(different) > 1 and different[1] >= rule.second else (different[0],)
    return held if held in legal else max(legal, key=lambda ranks: ranks[::-1])


def stands(pat: tuple[int, int], second: int, third: int) -> bool:
    most, least = pat
    return second <= most or third >= least


def best_rules(values: Values) -> dict[int, Rule]:
    """The best rule for each highest card; ties go to the rule that keeps fewer cards, then to the simpler one."""
    by_highest: dict[int, list[Ranks]] = {}
    for ranks in values:
        by_highest.setdefault(ranks[2], []).append(ranks)
    return {
        highest: best_rule(highest, {ranks: values[ranks] for ranks in hands}) for highest, hands in by_highest.items()
    }


def best_rule(highest: int, values: Values) -> Rule:
    """The best drawing rule first, as if no hand could stand pat; then which hands do better standing pat."""
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
    names = [RANK_NAMES[rank].capitalize() if index == 0 else RANK_NAMES[rank] for index, rank in enumerate(ranks)]
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
