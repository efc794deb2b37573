"""The branches of a settlement, and what it costs to settle a hand by the wrong one.

A branch of the main wager is a case of the procedure with the odds of every bet that is on the felt. A branch of a side
wager is a row of its table. An error settles every bet of a hand as another branch would, or leaves all of them on
the felt.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.lab.protecting.dealer_errors import DealerError, Mistake
from houseway.odds import Odds
from houseway.odds.game_odds import OPTIMAL, Hand, Row, Settlement
from houseway.odds.sheet import sentence
from houseway.odds.solution import Solution
from houseway.odds.walk import UNIT
from houseway.rules.game import Game
from houseway.rules.pay_tables import Ratio, ratio_text
from houseway.rules.wagers import Kind, Wager, listed

Paying = Mapping[str, Ratio]  # the odds of each bet on the felt
OVERLOOKED = "Left on the felt"
LOSES = "a losing hand"


class Branch(NamedTuple):
    """One way in which the bets on the felt are settled."""

    name: str
    odds: Paying
    hands: Sequence[tuple[int, Mapping[str, Fraction]]]  # deals, and what lies on each bet, in units of the first one

    @property
    def deals(self) -> int:
        return sum(deals for deals, _ in self.hands)


def settlement_errors(game: Game[Any], odds: Odds[Any], solution: Solution) -> Iterator[DealerError]:
    """Every branch of every wager settled as every other branch of it, and overlooked."""
    settlements = list(odds.settlements(OPTIMAL))
    yield from _errors(game, game.wagers.main, branches_of(game, settlements), solution.main.total)
    for wager in game.wagers:
        if wager.kind is Kind.BONUS:
            rows = [row for row in solution.main.rows if row.bonus]
            yield from _errors(game, wager.id, row_branches(game, wager, rows), solution.main.total)
        elif wager.id in game.wagers.sides:
            side = solution.wager(wager.id)
            yield from _errors(game, wager.id, row_branches(game, wager, side.rows), side.total)


# --- branches ---


def case_of(game: Game[Any], hand: Hand) -> str:
    """What decided how a hand is settled: what a branch is called by."""
    pay = hand.pay(game.wagers.main) or next(pay for pay in hand.pays if pay.wager in game.wagers.main_group)
    return sentence(game.case(pay.case).reason)


def branches_of(game: Game[Any], settlements: Iterable[Settlement]) -> list[Branch]:
    """Every branch of the main wager that these deals end in, each named by the case that decided the first bet."""
    ends: dict[tuple[tuple[str, Ratio, str], ...], list[Settlement]] = defaultdict(list)
    for deals, hand in settlements:
        bets = game.wagers.main_group & hand.spot.stakes.keys()  # a bonus has no stake of its own
        key = tuple(sorted((pay.wager, pay.odds, pay.case) for pay in hand.pays if pay.wager in bets))
        if deals and key:
            ends[key].append(Settlement(deals, hand))
    branches = [_branch(game, {bet: ratio for bet, ratio, _ in key}, hands) for key, hands in ends.items()]
    names = Counter(branch.name for branch in branches)
    branches = [_with_bets(game, branch) if names[branch.name] > 1 else branch for branch in branches]
    return sorted(branches, key=lambda branch: (sum(branch.odds.values()), branch.name))


def _branch(game: Game[Any], odds: Paying, settlements: Sequence[Settlement]) -> Branch:
    stakes = [(deals, {bet: Fraction(hand.spot.stakes[bet], UNIT) for bet in odds}) for deals, hand in settlements]
    return Branch(case_of(game, settlements[0].hand), odds, stakes)


def _with_bets(game: Game[Any], branch: Branch) -> Branch:
    """The branch with its bets in its name, where the case alone does not tell it from others."""
    bets = _bets(game, branch.odds)
    if len(set(branch.odds.values())) == 1:
        bets = listed([game.wager[bet].name for bet in branch.odds])
    return branch._replace(name=f"{branch.name} ({bets})")


def _bets(game: Game[Any], odds: Paying) -> str:
    """`Ante paid 1 to 1, Raise pushed`."""
    return ", ".join(f"{game.wager[bet].name} {_words(ratio)}" for bet, ratio in odds.items())


def columns_of(game: Game[Any], branches: Sequence[Branch]) -> dict[str, str]:
    """The column of a table that each branch has, by its name: branches that settle the same bets alike share one."""
    alike: dict[frozenset[tuple[str, Ratio]], list[str]] = defaultdict(list)
    for branch in branches:
        alike[frozenset(branch.odds.items())].append(branch.name)
    columns: dict[str, str] = {}
    for odds, names in alike.items():
        ways = [ratio for _, ratio in odds]
        way = sentence(_words(ways[0])) if len(set(ways)) == 1 else _bets(game, dict(sorted(odds)))
        columns |= dict.fromkeys(names, way if len(names) > 1 else names[0])
    return columns


def row_branches(game: Game[Any], wager: Wager, rows: Sequence[Row]) -> list[Branch]:
    """The rows of a side wager's or a bonus's table as branches; all losing rows are one, and so are rows that its pay
    table has as one."""
    paid = {id: case.reason for id, case in game.cases.items() if case.row is not None}
    deals = Counter[tuple[str, Fraction]]()
    for row in rows:
        deals[LOSES if row.net < 0 else paid.get(row.case, row.label), row.net] += row.count
    return [
        Branch(name, {wager.id: net}, [(count, {wager.id: Fraction(1)})])
        for (name, net), count in deals.items()
        if count
    ]


# --- errors ---


def _errors(game: Game[Any], wager: str, branches: Sequence[Branch], total: int) -> Iterator[DealerError]:
    columns = columns_of(game, branches)
    for number, branch in enumerate(branches, 1):
        ways = _settled_as(branch, branches)
        likely = _likely(game, branch.odds, [dict(way) for way in ways])
        for way, others in ways.items():
            wrong = dict(way)
            if wrong != branch.odds:
                key = f"{wager}-{number}-" + (f"as-{branches.index(others[0]) + 1}" if others else "overlooked")
                names = tuple(other.name for other in others) or (OVERLOOKED,)
                error = _error(game, wager, branch, wrong, names, total, key=key, likely=wrong in likely)
                yield replace(
                    error, column=columns[branch.name], columns=tuple(columns[other.name] for other in others)
                )


def _settled_as(branch: Branch, branches: Sequence[Branch]) -> dict[tuple[tuple[str, Ratio], ...], list[Branch]]:
    """How the bets of this branch would be settled by every branch that settles them all, and by which ones; by none
    if they are left on the felt.

    A branch with some of another's bets, settled alike, is left out: the other one stands for it.
    """
    ways: dict[tuple[tuple[str, Ratio], ...], list[Branch]] = {}
    for other in branches:
        narrow = any(other.odds.items() < wider.odds.items() for wider in branches)
        if branch.odds.keys() <= other.odds.keys() and (other is branch or not narrow):
            ways.setdefault(tuple((bet, other.odds[bet]) for bet in branch.odds), []).append(other)
    ways.setdefault(tuple((bet, 0) for bet in branch.odds), [])
    return ways


def _likely(game: Game[Any], right: Paying, ways: Sequence[Paying]) -> list[Paying]:
    """What a branch is easily taken for: of all the ways to win, push and lose the bets, that which pays most nearly
    the same. Where one way has several pays, as by a pay table, a branch of it is taken for its neighbours alone. A
    hand that has no row in a pay table is not taken for one that has."""
    alike: dict[tuple[bool | None, ...], list[Paying]] = defaultdict(list)
    for way in ways:
        alike[_way(way)].append(way)
    tables = all(game.wager[bet].paid_hands for bet in right)  # their rows are in printed order
    rowless = tables and all(odds <= 0 for odds in right.values())
    likely: list[Paying] = []
    for signs, several in alike.items():
        if signs == _way(right):
            several = several if tables else sorted(several, key=lambda way: sum(way.values()))
            at = several.index(right)
            likely += several[max(0, at - 1) : at] + several[at + 1 : at + 2]
        elif not (rowless and any(signs)):
            likely.append(min(several, key=lambda way: sum(abs(Fraction(way[bet] - right[bet])) for bet in right)))
    return likely


def _way(odds: Paying) -> tuple[bool | None, ...]:
    """Of each bet, whether it wins; None for a push."""
    return tuple(ratio > 0 if ratio else None for ratio in odds.values())


def _error(
    game: Game[Any],
    wager: str,
    branch: Branch,
    wrong: Paying,
    names: tuple[str, ...],
    total: int,
    *,
    key: str,
    likely: bool,
) -> DealerError:
    costs = [
        (deals, sum((stake * (wrong[bet] - branch.odds[bet]) for bet, stake in stakes.items()), Fraction()))
        for deals, stakes in branch.hands
    ]
    mean = sum((deals * cost for deals, cost in costs), Fraction()) / branch.deals
    least, most = min(cost for _, cost in costs), max(cost for _, cost in costs)
    push = "left on the felt" if OVERLOOKED in names else "pushed"
    title = f"{branch.name}: {_changes(game, branch.odds, wrong, push)}"
    if wager != game.wagers.main:
        done = f"paid as {names[0]}" if wrong[wager] > 0 else _words(wrong[wager], push)
        title = f"{game.wager[wager].name}, {branch.name}: {done}"
    span = (least, most) if least < most else None
    chance = Fraction(branch.deals, total)
    return DealerError(key, _mistake(branch.odds, wrong), wager, title, chance, mean, span, branch.name, names, likely)


def _mistake(right: Paying, wrong: Paying) -> Mistake:
    if not any(right.values()):
        return Mistake.PUSH
    if not any(wrong.values()) and all(odds <= 0 for odds in right.values()):
        return Mistake.STANDING
    if not any(wrong.values()) and all(odds >= 0 for odds in right.values()):
        return Mistake.UNPAID
    return Mistake.ROW if _way(right) == _way(wrong) else Mistake.BRANCH


def _changes(game: Game[Any], right: Paying, wrong: Paying, push: str) -> str:
    """`Play bet paid 1 to 1 instead of pushed`; the bet goes without its name where the hand has no other."""
    changed: dict[Ratio, dict[Ratio, list[str]]] = defaultdict(lambda: defaultdict(list))
    for bet, due in right.items():
        if wrong[bet] != due:
            changed[due][wrong[bet]].append(game.wager[bet].name)
    parts = []
    for due, settled in changed.items():
        done = []
        for odds, bets in settled.items():
            which = "" if len(right) == 1 else "all bets " if len(bets) == len(right) else f"{listed(bets)} "
            done.append(f"{which}{_words(odds, push)}")
        instead = ratio_text(due) if min(due, *settled) > 0 else _words(due)
        parts.append(f"{', '.join(done)} instead of {instead}")
    return "; ".join(parts)


def _words(odds: Ratio, push: str = "pushed") -> str:
    if not odds:
        return push
    if odds > 0:
        return f"paid {ratio_text(odds)}"
    return "collected" if odds == -1 else f"{-odds} collected"
