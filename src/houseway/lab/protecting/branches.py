"""The branches of a settlement, and what it costs to settle a hand by the wrong one.

A branch is how each bet of the main wager was settled: the odds of every bet that is on the felt. An error settles a
hand as another branch would, with all its bets. Branches that differ in pays alone are mistaken like rows of a pay
table: for the next one up or down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.counting.game_odds import OPTIMAL, GameOdds, Settlement, sentence
from houseway.derived.walk import UNIT
from houseway.lab.protecting.dealer_errors import DealerError, Mistake
from houseway.odds import odds_of
from houseway.rules.game import Game
from houseway.rules.pay_tables import Ratio, ratio_text
from houseway.rules.wagers import listed

MAX_REASONS = 3  # that a title names

Odds = Mapping[str, Ratio]  # of each bet on the felt


class Branch(NamedTuple):
    """One way in which the bets on the felt are settled."""

    odds: Odds
    reasons: list[str]  # that the rules give
    hands: list[tuple[int, Mapping[str, Fraction]]]  # deals, and what lies on each bet, in units of the first one

    @property
    def deals(self) -> int:
        return sum(deals for deals, _ in self.hands)

    @property
    def name(self) -> str:
        more = " or another reason" if len(self.reasons) > MAX_REASONS else ""
        return " or ".join(self.reasons[:MAX_REASONS]) + more


def branches_of(game: Game[Any], settlements: Iterable[Settlement]) -> list[Branch]:
    """Every branch that these deals end in."""
    found: dict[tuple[tuple[str, Ratio], ...], Branch] = {}
    for deals, hand in settlements:
        stakes = {name: stake for name, stake in hand.spot.stakes.items() if name in game.main_wagers}
        pays = [pay for pay in hand.pays if pay.wager in stakes]
        if not deals or not pays:
            continue
        key = tuple(sorted((pay.wager, pay.odds) for pay in pays))
        branch = found.setdefault(key, Branch({pay.wager: pay.odds for pay in pays}, [], []))
        first = next((pay for pay in pays if pay.wager == game.main_wager), pays[0])
        if first.reason not in branch.reasons:
            branch.reasons.append(first.reason)
        branch.hands.append((deals, {name: Fraction(stake, UNIT) for name, stake in stakes.items()}))
    return [found[key] for key in sorted(found)]


def branch_errors(game: Game[Any], odds: GameOdds[Any]) -> Iterator[DealerError]:
    """Every branch settled as the others with the same bets on the felt, and every branch overlooked."""
    settlements = list(odds.settlements(OPTIMAL)) or list(odds_of(game, derived=True).settlements(OPTIMAL))
    total, branches = sum(deals for deals, _ in settlements), branches_of(game, settlements)
    for number, branch in enumerate(branches, 1):
        others = [other for other in branches if other.odds.keys() == branch.odds.keys()]
        for other in _confused(branch, others):
            key = f"settled-{number}-as-{branches.index(other) + 1}"
            yield _error(game, branch, other.odds, other.name, key, total)
        if all(any(other.odds.values()) for other in others):  # none of them leaves every bet alone
            untouched = dict.fromkeys(branch.odds, 0)
            yield _error(game, branch, untouched, "", f"settled-{number}-overlooked", total)


def _confused(branch: Branch, others: Sequence[Branch]) -> Iterator[Branch]:
    """What a branch can be taken for: of all the ways to win, push and lose the bets, the branch that pays most nearly
    the same. Where one way has several pays, as by a pay table, a branch of it is taken for its neighbours alone."""
    ways: dict[tuple[bool | None, ...], list[Branch]] = defaultdict(list)
    for other in sorted(others, key=lambda item: sum(item.odds.values())):
        ways[_way(other)].append(other)
    for way, alike in ways.items():
        if way == _way(branch):
            at = alike.index(branch)
            yield from alike[max(0, at - 1) : at]
            yield from alike[at + 1 : at + 2]
        else:
            yield min(alike, key=lambda other: _distance(branch, other))


def _distance(one: Branch, other: Branch) -> Fraction:
    return sum((abs(Fraction(other.odds[bet] - odds)) for bet, odds in one.odds.items()), Fraction())


def _way(branch: Branch) -> tuple[bool | None, ...]:
    """Of each bet, whether it wins; None for a push."""
    return tuple(odds > 0 if odds else None for _, odds in sorted(branch.odds.items()))


def _error(game: Game[Any], branch: Branch, wrong: Odds, name: str, key: str, total: int) -> DealerError:
    costs = [
        (deals, sum((stake * (wrong[bet] - branch.odds[bet]) for bet, stake in stakes.items()), Fraction()))
        for deals, stakes in branch.hands
    ]
    mean = sum((deals * cost for deals, cost in costs), Fraction()) / branch.deals
    least, most = min(cost for _, cost in costs), max(cost for _, cost in costs)
    return DealerError(
        key,
        _mistake(branch, wrong),
        game.main_wager,
        _title(game, branch, wrong, name),
        Fraction(branch.deals, total),
        mean,
        (least, most) if least < most else None,
    )


def _mistake(branch: Branch, wrong: Odds) -> Mistake:
    right = branch.odds.values()
    if not any(right):
        return Mistake.PUSH
    if not any(wrong.values()):
        if all(odds <= 0 for odds in right):
            return Mistake.STANDING
        if all(odds >= 0 for odds in right):
            return Mistake.UNPAID
    return Mistake.BRANCH


def _title(game: Game[Any], branch: Branch, wrong: Odds, name: str) -> str:
    """`Ties the dealer, settled as "beats the dealer": Ante and Play paid 1 to 1 instead of pushed`."""
    changed: dict[tuple[Ratio, Ratio], list[str]] = defaultdict(list)
    for bet, odds in branch.odds.items():
        if wrong[bet] != odds:
            changed[wrong[bet], odds].append(game.wager[bet].name)
    left = "pushed" if name else "left on the felt"
    parts = [
        f"{listed(names)} {_words(done, left)} instead of {_words(due, 'pushed')}"
        for (done, due), names in changed.items()
    ]
    how = f'settled as "{name}"' if name else "but overlooked"
    return f"{sentence(branch.name)}, {how}: {'; '.join(parts)}"


def _words(odds: Ratio, push: str) -> str:
    if not odds:
        return push
    if odds > 0:
        return f"paid {ratio_text(odds)}"
    return "collected" if odds == -1 else f"{-odds} collected"
