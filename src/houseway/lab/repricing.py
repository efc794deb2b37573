"""Other pays at once: a game whose decisions do not depend on a pay table need not be counted again for another one.

The game is counted once with marks in place of the pays: amounts that nobody pays, each row's its own. Where a mark
comes out, the row's pay goes in. This serves side wagers alone, and only those that no decision has an influence on; a
bonus is part of what the main wager is played for.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Generic, NamedTuple, TypeVar

from houseway.lab.searching_pays.options import option_of, pays_of, with_pays
from houseway.odds import Odds
from houseway.odds.game_odds import OPTIMAL, Row
from houseway.odds.solution import Solution, WagerOdds
from houseway.odds.solver import odds_of, solve
from houseway.odds.walk import side_net
from houseway.rules.game import Game
from houseway.rules.pay_tables import Pays, Prize, Prizes

MARK = 1_000_000  # marks are above this, and so is what comes of them; no table pays so much
KEPT = 32  # rules whose counts are kept


class Source(NamedTuple):
    """Where a line of a side wager's table has its pay from."""

    option: str
    row: int


@dataclass(frozen=True)
class PayCounts:
    """All that a solution is made of, but for the pays of some side wagers."""

    marked: Solution
    sources: Mapping[str, tuple[Source | None, ...]]  # of each side wager's lines; None: the rules fix the pay
    with_main: Mapping[str, tuple[Fraction, ...]]  # the main wager's net, summed over the deals of each line
    together: Mapping[tuple[str, str], Mapping[tuple[int, int], int]]  # the deals of each two lines

    @property
    def options(self) -> frozenset[str]:
        """The options that may have any value."""
        return frozenset(source.option for lines in self.sources.values() for source in lines if source)


def reprice(game: Game[Any], known: Solution, known_game: Game[Any], *, meter: int | None = None) -> Solution | None:
    """What `solve` finds for `game`, given the solution of a game that differs from it in pays alone.

    None where the game must be solved again: where more is different, or where decisions depend on these pays. The
    first answer for some rules takes as long as solving them twice; from then on there is no more to it than adding up.
    """
    counts = counts_of(known_game, known.main.strategy)
    if counts is None or not _differ_in(game, known_game, counts.options):
        return None
    if price(counts, known_game, meter=meter) != known:  # what is not found again is not to be relied on
        return None
    return price(counts, game, meter=meter)


def _differ_in(one: Game[Any], two: Game[Any], options: Iterable[str]) -> bool:
    """Whether two games are the same but for these options."""
    if type(one) is not type(two):
        return False
    mine, theirs = one.options.values(), two.options.values()
    return mine.keys() == theirs.keys() and all(mine[name] == theirs[name] for name in mine.keys() - set(options))


# --- the price of a table ---


def price(counts: PayCounts, game: Game[Any], *, meter: int | None = None) -> Solution | None:
    """The solution with this game's pays; None if one of them is nothing, which rules may take as a push or as a loss,
    or if a wager is not offered."""
    nets = {side: _nets(counts, game, side, meter) for side in counts.sources}
    if any(None in values for values in nets.values()):
        return None
    known = {side: [net for net in values if net is not None] for side, values in nets.items()}
    sides = [
        _with_nets(odds, known[odds.wager]) if any(counts.sources[odds.wager]) else odds
        for odds in counts.marked.wagers[1:]
    ]
    return replace(
        counts.marked,
        game=game.id,
        edition=game.edition,
        options=game.options.values(),
        fingerprint=game.fingerprint,
        wagers=(counts.marked.main, *sides),
        products=_products(counts, known),
    )


def _nets(counts: PayCounts, game: Game[Any], side: str, meter: int | None) -> list[Fraction | None]:
    rows = counts.marked.wager(side).rows
    return [
        row.net if source is None else _net(game, side, source, meter)
        for row, source in zip(rows, counts.sources[side], strict=True)
    ]


def _net(game: Game[Any], side: str, source: Source, meter: int | None) -> Fraction | None:
    """What a line nets, in units of its wager."""
    if side not in game.wager:
        return None
    paid = pays_of(game, source.option)[source.row]
    if not isinstance(paid, Prize):
        return Fraction(paid) or None
    if not paid.percent and not paid.cents:
        return None
    return side_net(game, side, 0, paid.percent, paid.cents, meter=meter)


def _with_nets(odds: WagerOdds, nets: list[Fraction]) -> WagerOdds:
    rows = tuple(Row(row.label, net, row.count, case=row.case) for row, net in zip(odds.rows, nets, strict=True))
    distribution: dict[Fraction, int] = defaultdict(int)
    for row in rows:
        distribution[row.net] += row.count
    return WagerOdds(odds.wager, odds.strategy, odds.total, rows, dict(distribution))


def _products(counts: PayCounts, nets: Mapping[str, list[Fraction]]) -> dict[tuple[str, str], Fraction]:
    """E[XY] for all pairs of wagers, as a solution has them."""
    main, total = counts.marked.main.wager, counts.marked.main.total
    found = {
        (main, side): sum((net * value for net, value in zip(nets[side], sums, strict=True)), Fraction()) / total
        for side, sums in counts.with_main.items()
    }
    for (one, two), deals in counts.together.items():
        product = sum((nets[one][a] * nets[two][b] * weight for (a, b), weight in deals.items()), Fraction())
        found[one, two] = product / total
    return found


# --- counting with marks ---

V = TypeVar("V")


class _Kept(Generic[V]):
    """What was found last, for several threads."""

    def __init__(self) -> None:
        self._found: OrderedDict[Any, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any, find: Callable[[], V]) -> V:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        found = find()
        with self._lock:
            self._found[key] = found
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        return found


_free: _Kept[tuple[str, ...]] = _Kept()
_counts: _Kept[PayCounts] = _Kept()


def counts_of(game: Game[Any], strategy: str = OPTIMAL) -> PayCounts | None:
    """The game counted with marks for pays, the first time; then what was kept. None where no pay can be exchanged."""
    options = free_options(game)
    if not options:
        return None
    marked = with_pays(game, _marks(game, options))
    return _counts.get((type(game), marked.fingerprint, strategy), lambda: _counted(marked, options, strategy))


def free_options(game: Game[Any]) -> tuple[str, ...]:
    """The options with pays that no decision depends on: these can be exchanged."""
    offered = (option_of(game, game.wager[side]) for side in game.wagers.sides)
    options = tuple(dict.fromkeys(option for option in offered if option))
    if not options:
        return ()
    marked = with_pays(game, _marks(game, options))
    return _free.get((type(game), marked.fingerprint), lambda: _independent(marked, options))


def _marks(game: Game[Any], options: Iterable[str]) -> dict[str, Pays | Prizes]:
    """For each row of these options a pay of its own, the higher rows' being higher."""
    found: dict[str, Pays | Prizes] = {}
    mark = 2 * MARK
    for option in options:
        rows = len(pays := pays_of(game, option))
        marks = range(mark - 1, mark - 1 - rows, -1)
        found[option] = Pays(marks) if isinstance(pays, Pays) else Prizes(Prize(cents=100 * mark) for mark in marks)
        mark -= rows
    return found


def _independent(marked: Game[Any], options: Iterable[str]) -> tuple[str, ...]:
    """Of the marked options, those whose marks come out in lines of side wagers only, each under a name of its own, and
    whatever is decided."""
    odds = odds_of(marked)
    if odds.estimated or any(abs(net) >= MARK for net in odds.count(OPTIMAL).distribution):
        return ()
    bound = set()
    for side in odds.sides:
        sources = _sources(marked, odds, side, options)
        if side in odds.decided_sides or sources is None:
            bound.add(option_of(marked, marked.wager[side]))
            bound |= {source.option for source in sources or () if source}
    return tuple(option for option in options if option not in bound)


def _sources(marked: Game[Any], odds: Odds[Any], side: str, options: Iterable[str]) -> tuple[Source | None, ...] | None:
    """Where the lines of a side wager's table have their pays from; None where that cannot be told of all."""
    sources: dict[tuple[Any, int], Source] = {}
    for option in options:
        for row, paid in enumerate(pays_of(marked, option)):
            sources[(0, paid.cents) if isinstance(paid, Prize) else (paid, 0)] = Source(option, row)
    found, printed = [], set(odds.sheet.side_labels(side))
    names = Counter(line.label for line in odds.side_outcomes(side))
    for line in odds.side_outcomes(side):
        source = sources.get((0, line.cents) if line.cents else (line.odds, 0))
        if source is None and (line.odds >= MARK or line.cents >= 100 * MARK):
            return None  # made of a pay in another way
        if source is not None and (line.percent or names[line.label] > 1 or line.label not in printed):
            return None  # another pay could give it another place in the table
        found.append(source)
    return tuple(found)


def _counted(marked: Game[Any], options: Iterable[str], strategy: str) -> PayCounts:
    solution, odds = solve(marked, strategy), odds_of(marked)
    sources = {side: sources for side in odds.sides if (sources := _sources(marked, odds, side, options)) is not None}
    assert len(sources) == len(odds.sides), "options whose marks come out otherwise are not free"
    with_main = {side: [Fraction()] * len(lines) for side, lines in sources.items()}
    together: dict[tuple[str, str], dict[tuple[int, int], int]] = {
        pair: defaultdict(int) for pair in combinations(sources, 2)
    }
    for joint in odds.joint_counts(strategy):
        rows = dict(zip(sources, joint.rows, strict=True))
        for side, row in rows.items():
            with_main[side][row] += joint.main
        for (one, two), deals in together.items():
            deals[rows[one], rows[two]] += joint.weight
    return PayCounts(solution, sources, {side: tuple(sums) for side, sums in with_main.items()}, together)
