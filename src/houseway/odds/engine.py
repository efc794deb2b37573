"""The counting engine: one object for the odds of a game, whatever way of counting its shape allows."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cache, cached_property, partial, wraps
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import HousewayError, OptionError, WagerError
from houseway.odds.assembling import solution_of
from houseway.odds.game_odds import (
    NOTHING,
    OPTIMAL,
    Advice,
    BestFor,
    CardLine,
    Chart,
    Decider,
    ExtraKnowledge,
    G,
    Hand,
    JointCount,
    Known,
    MainCount,
    Outlook,
    Row,
    Settlement,
    SideOutcome,
    Stakes,
    Strategy,
    WrongShape,
)
from houseway.odds.limits import limited
from houseway.odds.sheet import Named, OddsSheet, Preference, named, sheet_of
from houseway.odds.sizes import BetsBetween, offering
from houseway.odds.solution import Solution
from houseway.odds.walk import RULES_FAIL, NeedsCards, side_net
from houseway.rules.game import Decision, Game, Spot
from houseway.rules.settlement import row_id

if TYPE_CHECKING:
    from houseway.odds.by_situation import BySituation
    from houseway.odds.outcomes import Line, Outcome
    from houseway.simulation.sim_kernel import SimKernel

EXACT_SECONDS = 90.0  # the longest exact count that is made without an explicit request
MOST_SECONDS = 600.0  # CPU time after which a count gives up, unless it was asked for explicitly
MOST_SIZES = 3  # times that further sizes of bets are met in a strategy function before it is refused
F = TypeVar("F", bound=Callable[..., Any])


def synchronized(method: F) -> F:
    """For methods that compute and cache: serialises calls from several threads, keeps to the limit, and turns errors
    in a game's own rules into a `HousewayError` with one sentence."""

    @wraps(method)
    def locked(self: Any, *arguments: Any, **named: Any) -> Any:
        with self._lock, limited(self.game.name, self.limit):
            try:
                return method(self, *arguments, **named)
            except (HousewayError, AssertionError):
                raise
            except NeedsCards as error:
                raise HousewayError(
                    f"{self.game.name} cannot be counted: its rules look at cards that are not dealt ({error})."
                ) from error
            except RULES_FAIL as error:
                raise HousewayError(
                    f"{self.game.name} cannot be counted: its rules fail with {type(error).__name__}, {error}."
                ) from error

    return cast(F, locked)


class AdvisedSituation(NamedTuple):
    """A situation at a decision point, the number of ways to deal its cards, and the value of each decision."""

    spot: Spot
    weight: int
    advice: list[Advice]


class ChoosesTheWay(type):
    """Makes `Odds(game)` an object of the way of counting that suits the game, as `Path()` is that of the system."""

    def __call__(cls, game: Any, *arguments: Any, **named: Any) -> Any:
        if cls is not Odds:
            return super().__call__(game, *arguments, **named)
        if not isinstance(game, Game):
            raise HousewayError("Only games against the house are counted; this one is played among players.")
        for way in ways(game, known=named.get("known", NOTHING), exact=named.get("exact", False)):
            try:
                return way(game, **named)
            except WrongShape:
                continue
        raise AssertionError("every game can be counted situation by situation")


def ways(game: Game[Any], *, known: ExtraKnowledge = NOTHING, exact: bool = False) -> Iterator[type[Odds[Any]]]:
    """The ways of counting, the fastest first: by suit or by board where the game allows it, else situation by
    situation, some side wagers apart from the rest, or by sampling where that would take too long."""
    from houseway.odds.apart import Apart
    from houseway.odds.board_odds import ByBoard
    from houseway.odds.by_situation import BySituation
    from houseway.odds.by_suit_odds import BySuit
    from houseway.odds.cost import cost_of
    from houseway.odds.estimated import Estimated

    if known == NOTHING:
        yield BySuit
    if known.first is None:
        yield ByBoard
    if known == NOTHING:
        yield Apart
    yield BySituation if exact or known != NOTHING or cost_of(game).seconds <= EXACT_SECONDS else Estimated


class Odds(Generic[G], metaclass=ChoosesTheWay):
    """The odds of one game with its options.

    `known` is what is known of the cards beyond what the rules show; `exact` counts whatever it takes, where otherwise
    a sample would be taken; `sheet` names outcomes and breaks ties instead of the game's own.
    """

    estimated = False  # whether deals are sampled instead of counted
    usual: Odds[Any] | None = None  # the odds of a hand that knows less
    limit: float | None = MOST_SECONDS  # CPU seconds of one question; None for no limit

    def __init__(
        self,
        game: G,
        *,
        known: ExtraKnowledge = NOTHING,
        exact: bool = False,
        sheet: OddsSheet[Any] | None = None,
    ) -> None:
        self.game, self.known = game, known
        self.main, self.sides = game.wagers.main, game.wagers.sides
        self.sheet = sheet or sheet_of(game)
        self.sheet.odds = self
        self.limit = None if exact else type(self).limit
        self._lock = threading.RLock()  # while one thread computes something, the others wait for it
        self._tallies: dict[Any, dict[int, Fraction]] = {}
        self._others: dict[Any, tuple[Odds[G], Strategy]] = {}

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards that are dealt from."""
        return tuple(self.game.deck) if self.known.shoe is None else self.known.shoe

    @cached_property
    def by_tree(self) -> BySituation[G]:
        """The game as a tree of situations, for what needs each of them."""
        from houseway.odds.by_situation import BySituation

        found = BySituation(self.game, known=self.known, sheet=copy(self.sheet))
        found.limit = self.limit
        return found

    # --- what each way of counting answers ---

    def outcomes(self) -> list[Outcome]:
        """Every way in which a hand can end."""
        raise NotImplementedError

    @property
    def total(self) -> int:
        """The number of deals that are counted."""
        raise NotImplementedError

    @property
    def decided_sides(self) -> frozenset[str]:
        """The side wagers whose result depends on a decision: they have a best play of their own."""
        return frozenset()

    def side_total(self, wager: str) -> int:
        """The number of deals that the manual counts a side wager over, such as 1,326 two-card hands."""
        raise NotImplementedError

    def _tally(self, strategy: Strategy) -> dict[int, Fraction]:
        """How many deals end in each of the outcomes, by their numbers; every bet is among those that are counted."""
        raise NotImplementedError

    @property
    def value(self) -> Fraction:
        """What the main wager is worth to a hand that decides best."""
        outcomes = self.outcomes()
        sums = (outcomes[number].net * deals for number, deals in self.tally(OPTIMAL).items())
        return sum(sums, Fraction()) / self.total

    def knowing(self, known: ExtraKnowledge, game: G | None = None) -> Odds[G]:
        """The odds of a hand that knows more than these; `game` may deal more cards in sight."""
        found = Odds(game or self.game, known=known, exact=True)
        found.usual = self
        return found

    @property
    def gain(self) -> Fraction:
        """How much more the best decisions are worth than those of a hand that knows less, as `usual` has them."""
        raise NotImplementedError

    def gains(self, known: Sequence[ExtraKnowledge], game: G | None = None) -> NDArray[np.float64]:
        """The same for many hands that know more than these odds."""
        return np.array([float(self.knowing(one, game).gain) for one in known])

    def advise(self, known: Known, beside: Stakes | None = None) -> tuple[str, list[Advice]]:
        """The decision point that a situation belongs to, and every legal decision there, best first.

        Without a point, the first one is meant that fits the cards and the decisions. Impossible cards are refused.
        Values are those of the main wager, together with stakes `beside` it on side wagers that depend on a decision.
        """
        raise NotImplementedError

    @cached_property
    def best(self) -> Decider:
        """The best decision of a hand, asked once about equal hands."""
        return self.decider(OPTIMAL)

    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        """What comes of each decision that `advise` values; empty where it is not counted."""
        raise NotImplementedError

    @property
    def quick(self) -> bool:
        """Whether advice on a hand is looked up, once the game has been counted; otherwise the hand is counted."""
        return True

    def situations(self, at: str) -> Iterator[AdvisedSituation]:
        """Every situation at a decision point, up to suit isomorphism, with its weight and all legal decisions.

        Hands that would have folded earlier under the best decisions are included, weighted as if they had not.
        """
        return self.by_tree.situations(at)

    def played(self, strategy: Strategy, at: str) -> Iterator[tuple[Spot, int, Decision]]:
        """Every situation at a decision point with its weight and what a strategy decides there."""
        return self.by_tree.played(strategy, at)

    def general_charts(self, strategy: Strategy) -> list[Chart]:
        """A strategy as tables, for a game whose sheet has none."""
        return self.by_tree.general_charts(strategy)

    def general_card(self) -> tuple[str, tuple[CardLine, ...]]:
        """The strategy card of a game whose sheet has none."""
        return self.by_tree.general_card()

    def interval(self, wager: str, strategy: Strategy = OPTIMAL) -> tuple[float, float] | None:
        """Where deals are sampled: the 95% confidence interval of the expected value.

        Under the best decisions it holds the value of the best play. What `count` says is the value of the decisions
        that the sample found, which is a little less.
        """
        return None

    def side_counts_alone(self, wager: str, strategy: Strategy = OPTIMAL) -> Iterable[JointCount] | None:
        """The count of a side wager apart from the joint count, in its own column, where that is exact and the joint
        count is not."""
        return None

    def follows(self, strategy: Named) -> bool:
        """Whether a named strategy can be followed where a game is counted in this way."""
        return type(strategy) is Named

    # --- strategies ---

    @cached_property
    def named(self) -> Mapping[str, Named]:
        """The named strategies of the game that can be followed, `optimal` first."""
        return {name: strategy for name, strategy in self.sheet.strategies.items() if self.follows(strategy)}

    def strategies(self) -> Mapping[str, str]:
        """Named strategies and what they do in a line, `optimal` first. `printed` where the manual prints one."""
        return {name: strategy.text for name, strategy in self.named.items()}

    def decision(self, strategy: Strategy, known: Known) -> Decision:
        """What a strategy decides with one hand."""
        if callable(strategy):
            return strategy(known)
        self.check_strategy(strategy)
        decide = self.named[strategy].decide
        return decide(known) if decide is not None else self.counting(strategy)[0].advise(known)[1][0].decision

    def decider(self, strategy: Strategy) -> Decider:
        """A strategy as a function; one with a name is asked once about equal hands."""
        return cache(partial(self.decision, strategy)) if isinstance(strategy, str) else strategy

    def counting(self, strategy: Strategy) -> tuple[Odds[G], Strategy]:
        """The odds that a strategy is counted with, and the strategy to count there: a strategy that breaks ties in its
        own way is the best play of odds that do, and a function may make bets between the smallest and the largest."""
        if strategy not in self._others:
            self._others[strategy] = self._counting(strategy)
        return self._others[strategy]

    def _counting(self, strategy: Strategy) -> tuple[Odds[G], Strategy]:
        if isinstance(strategy, str):
            self.check_strategy(strategy)
            found = self.named[strategy]
            if type(found) is not Named or found.decide is not None:
                return self, strategy
            return self if found.prefer is None else self._breaking_ties(found.prefer), OPTIMAL
        if isinstance(strategy, BestFor):
            return self, strategy
        odds: Odds[G] = self
        sizes: set[Any] = set()
        for _ in range(MOST_SIZES):
            try:
                odds.check_bets(strategy)
            except BetsBetween as error:
                sizes |= error.sizes
                game = offering(self.game, sizes)
                odds = self._like_this(game, type(self.sheet)(game))
            else:
                break
        return odds, strategy

    def check_bets(self, strategy: Strategy) -> None:
        """Raise `BetsBetween` if a function makes bets that are not among those that are counted."""

    def _like_this(self, game: G, sheet: OddsSheet[Any]) -> Odds[G]:
        """Odds that count in the same way, with one difference."""
        made: Odds[G] = type(self)(game, known=self.known, sheet=sheet)
        made.limit = self.limit
        return made

    def _breaking_ties(self, prefer: Preference) -> Odds[G]:
        sheet = copy(self.sheet)
        sheet.preference = prefer  # type: ignore[method-assign,assignment]
        return self._like_this(self.game, sheet)

    def _best_for(self, strategy: Strategy) -> Strategy:
        """The strategy itself, or what `optimal` means."""
        return BestFor.of({self.main: 1}) if strategy == OPTIMAL else strategy

    def for_wager(self, strategy: Strategy, wager: str) -> Strategy:
        """The strategy itself, or what `optimal` means for a wager."""
        return BestFor.of({wager: 1}) if strategy == OPTIMAL and wager else strategy

    def check_strategy(self, strategy: Strategy) -> None:
        known = self.named
        if isinstance(strategy, str) and strategy not in known:
            raise OptionError(f"{self.game.name} has no strategy {strategy!r}: the strategies are {', '.join(known)}.")

    def check_stakes(self, stakes: Mapping[str, Fraction]) -> None:
        """Refuse stakes on unknown wagers and stakes below 0."""
        for wager, stake in stakes.items():
            self.check_wager(wager)
            if stake < 0:
                raise WagerError(f"A stake of {stake} on {wager} is not possible: use 0 or more.")

    def check_joint_stakes(self, strategy: Strategy, stakes: Mapping[str, Fraction] | None) -> None:
        """Refuse stakes that have no best joint play."""
        if stakes is None:
            return
        self.check_stakes(stakes)
        if not any(stakes.values()):
            raise WagerError("The best joint play needs a stake above 0 on at least one wager.")
        if strategy != OPTIMAL:
            raise OptionError("The best joint play is a strategy of its own: name stakes or a strategy, not both.")

    def check_wager(self, wager: str) -> None:
        if wager not in (self.main, *self.sides):
            legal = ", ".join((self.main, *self.sides))
            raise WagerError(f"{self.game.name} has no wager {wager!r} here: the wagers are {legal}.")

    # --- the whole solution ---

    def solve(
        self, strategy: Strategy = OPTIMAL, *, meter: int | None = None, stakes: Mapping[str, Fraction] | None = None
    ) -> Solution:
        """Every wager of the game for a hand that is played by `strategy`.

        Under the best strategy for the main wager, side wagers that depend on a decision are also solved for
        themselves, and all of them together with the main wager for the best joint play: with these `stakes`, or 1 on
        each. `meter` is the progressive's in cents; its seed when left out.
        """
        return solution_of(self, strategy, meter=meter, stakes=stakes)

    def kernel(self, strategy: Strategy = OPTIMAL) -> SimKernel[G]:
        """The compiled kernel that deals and settles rounds of this game under a strategy."""
        from houseway.simulation.kernel import derived_kernel

        return derived_kernel(self.game, strategy, self)

    # --- counts ---

    @synchronized
    def tally(self, strategy: Strategy) -> dict[int, Fraction]:
        """How many deals end in each of the outcomes, by their numbers."""
        strategy = self._best_for(strategy)
        if strategy not in self._tallies:
            self.check_strategy(strategy)
            self._tallies[strategy] = self._tally(strategy)
        return self._tallies[strategy]

    def labels(self) -> tuple[str, ...]:
        """The rows of the main wager's table in printed order; those that have no name follow, the best first."""
        decisions = (outcome.hand.spot.decisions for outcome in self.outcomes())
        by_bet = {made[-1][1].multiple: made for made in decisions if made}
        played = [by_bet[bet] for bet in sorted(by_bet) if bet] or [()]
        return tuple(dict.fromkeys(named(row, made) for row in self.sheet.rows.values() for made in played))

    @synchronized
    def count(self, strategy: Strategy) -> MainCount:
        """The main wager under a strategy."""
        odds, strategy = self.counting(strategy)
        return odds._count(strategy)

    def _count(self, strategy: Strategy) -> MainCount:
        rows: dict[tuple[str, Fraction], Fraction] = defaultdict(Fraction)
        bonuses: dict[tuple[str, Fraction], Fraction] = defaultdict(Fraction)
        nets: dict[Fraction, Fraction] = defaultdict(Fraction)
        bet = Fraction()
        tally, outcomes = self.tally(strategy), self.outcomes()
        for number in range(len(outcomes)) if self.sheet.every_row else tally:
            outcome, deals = outcomes[number], tally.get(number, Fraction())
            rows[outcome.label, outcome.plain_net] += deals
            for bonus in outcome.bonuses:
                bonuses[bonus] += deals
            nets[outcome.net] += deals
            bet += outcome.bet * deals
        table_rows = [
            *self._rows(rows, self.labels(), bonus=False),
            *self._rows(bonuses, self.sheet.bonus_labels(), bonus=True),
        ]
        distribution = {net: whole(deals) for net, deals in sorted(nets.items()) if deals}
        return MainCount(self.total, tuple(table_rows), distribution, bet / self.total)

    def _rows(self, found: Mapping[tuple[str, Fraction], Fraction], labels: Sequence[str], *, bonus: bool) -> list[Row]:
        """Rows that can occur, in printed order; then those without a printed name, the best first."""
        place = {label: number for number, label in enumerate(labels)}

        def order(key: tuple[str, Fraction]) -> tuple[int, Fraction]:
            label, net = key
            return (place[label], net) if label in place else (len(place), -net)

        return [
            Row(label, net, whole(found[label, net]), bonus, self._row_cases.get((bonus, label), ""))
            for label, net in sorted(found, key=order)
        ]

    @cached_property
    def _row_cases(self) -> dict[tuple[bool, str], str]:
        """The cases that each row of the main wager's table combines, by whether it is a bonus and its label."""
        found: dict[tuple[bool, str], list[str]] = defaultdict(list)
        for outcome in self.outcomes():
            found[False, outcome.label].append(self.sheet.main_case(outcome.hand))
            cases = dict(outcome.cases)
            for wager, label in self.sheet.bonuses(outcome.hand):
                found[True, label].append(cases.get(wager, row_id(wager, None)))
        return {key: joined(cases) for key, cases in found.items()}

    @synchronized
    def marks(self, strategy: Strategy) -> dict[Hashable, int]:
        """How many deals have each mark of the sheet."""
        odds, strategy = self.counting(strategy)
        found: dict[Hashable, Fraction] = defaultdict(Fraction)
        outcomes = odds.outcomes()
        for number, deals in odds.tally(strategy).items():
            found[outcomes[number].mark] += deals
        return {mark: whole(deals) for mark, deals in found.items()}

    @synchronized
    def settlements(self, strategy: Strategy) -> Iterable[Settlement]:
        """All deals, grouped so that every bet of the main wager has the same stake and the same odds in each group."""
        odds, strategy = self.counting(strategy)
        outcomes = odds.outcomes()
        return [Settlement(whole(deals), outcomes[number].hand) for number, deals in odds.tally(strategy).items()]

    def witness(self, case: str, strategy: Strategy = OPTIMAL) -> Hand | None:
        """A hand that is played by a strategy and ends in a case; None where no hand does."""
        odds, strategy = self.counting(strategy)
        outcomes = odds.outcomes()
        for number in odds.tally(strategy):
            if any(case == id for _, id in outcomes[number].cases):
                return outcomes[number].hand
        return None

    @synchronized
    def joint_counts(self, strategy: Strategy) -> Iterable[JointCount]:
        """The joint count of main and side wagers under a strategy."""
        odds, strategy = self.counting(strategy)
        found: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {}
        indices = [{line: index for index, line in enumerate(odds.side_lines(side))} for side in self.sides]
        outcomes = odds.outcomes()
        for number, deals in odds.tally(strategy).items():
            outcome = outcomes[number]
            rows = tuple(index[line] for index, line in zip(indices, outcome.sides, strict=True))
            weight, main = found.get(rows, (Fraction(), Fraction()))
            found[rows] = weight + deals, main + outcome.net * deals
        return [JointCount(whole(weight), main, rows) for rows, (weight, main) in sorted(found.items())]

    def side_lines(self, wager: str) -> list[Line]:
        """The rows of a side wager's table that can occur, in printed order."""
        printed = list(self.sheet.side_labels(wager))

        def order(line: Line) -> tuple[int, Fraction, str]:
            place = printed.index(line[0]) if line[0] in printed else len(printed)
            return place, -side_net(self.game, wager, *line[1:]), line[0]

        return sorted(self._lines(wager), key=order)

    def _lines(self, wager: str) -> Iterable[Line]:
        index = self.sides.index(wager)
        return {outcome.sides[index] for outcome in self.outcomes()}

    @synchronized
    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        """The lines of a side wager's table as the manual prints them, losing ones included."""
        index, cases = self.sides.index(wager), defaultdict[Any, list[str]](list)
        for outcome in self.outcomes():
            cases[outcome.sides[index]].append(dict(outcome.cases)[wager])
        return tuple(SideOutcome(*line, joined(cases[line])) for line in self.side_lines(wager))

    def _worth(self, outcome: Outcome, stakes: Mapping[str, Fraction]) -> Fraction:
        """What an outcome nets for stakes on several wagers."""
        found = stakes.get(self.main, Fraction()) * outcome.net
        for side, line in zip(self.sides, outcome.sides, strict=True):
            if stakes.get(side):
                found += stakes[side] * side_net(self.game, side, *line[1:])
        return found

    # --- for people ---

    @synchronized
    def charts(self, strategy: Strategy) -> list[Chart]:
        """A strategy as tables."""
        return self.sheet.charts(strategy)

    @synchronized
    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        """The strategy card: the name of a simple strategy, and the lines a person has to learn for it."""
        return self.sheet.card()


def whole(value: Fraction) -> int:
    assert value.denominator == 1, "the deals of a class must be whole"
    return value.numerator


def joined(cases: Iterable[str]) -> str:
    """The ids of the cases that a row combines."""
    return ",".join(dict.fromkeys(case for case in cases if case))
