"""Games with a board: counted board by board instead of situation by situation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import CardError, CountTooLarge, HousewayError
from houseway.odds.backward_induction import Payoff
from houseway.odds.board_shape import Root, Shape
from houseway.odds.board_sight import Rule, Sight, Stays
from houseway.odds.boards import Boards, Solution, geometry_of
from houseway.odds.by_situation import known_of
from houseway.odds.engine import Odds, synchronized
from houseway.odds.game_odds import (
    NOTHING,
    OPTIMAL,
    Advice,
    BestFor,
    Decider,
    G,
    Known,
    Outlook,
    Stakes,
    Strategy,
)
from houseway.odds.lookup import check_cards, fits, no_decision, sizes_known, sizes_of
from houseway.odds.nodes import Choice
from houseway.odds.outcomes import Outcome
from houseway.odds.probing import probe
from houseway.odds.prospects import chances_of, outlook_of
from houseway.odds.sheet import Named
from houseway.odds.situations import SpotBuilder
from houseway.odds.sizes import BetsBetween
from houseway.odds.universe import Ints
from houseway.rules.game import Decision, find_offer

MOST_ASKED = 5_000_000  # situations that a strategy is asked about, one by one
NO_PLAN: NDArray[np.int8] = np.zeros((0, 0, 0), np.int8)


class Place(NamedTuple):
    """Where a hand decides: the decision, the line of play, the board's number and cards, the hole's number."""

    choice: Choice
    root: int
    board: int
    cards: tuple[int, ...]
    hole: int


Paths = tuple[dict[int, Ints], NDArray[np.int8]]  # before the last street [board, hole], and on it [line, board, hole]


@dataclass(frozen=True)
class BoardStrategy(Named):
    """A named strategy that stays in where rules of what is seen hold, one for each decision point that has one, and
    does the best elsewhere."""

    stays: Mapping[str, Rule] = field(default_factory=dict)


class ByBoard(Odds[G]):
    """How a game is counted in which player and dealer rank their own cards together with shared ones."""

    def __init__(self, game: G, **named: Any) -> None:
        super().__init__(game, **named)
        self._shape = Shape(game, self.sheet, self.known)
        self._paths: dict[Strategy, dict[int, Ints]] = {}
        self._sights: dict[int, Sight] = {}

    # --- lines of play, and how they end ---

    @cached_property
    def boards(self) -> Boards:
        geometry = geometry_of(self._shape.deck, self._shape.hole, *self.known.dealer)
        kinds: dict[Any, int] = {}
        columns = [column for rows in self._shape.side_rows for column in rows]
        classes = int(geometry.hole_class.max()) + 1
        numbers = [kinds.setdefault(tuple(column[row] for column in columns), len(kinds)) for row in range(classes)]
        return Boards(self._shape, geometry, np.array(numbers)[geometry.hole_class])

    @cached_property
    def outcome_numbers(self) -> Ints:
        """[kind of hole, leaf, player's fact, column]: the number of the outcome, -1 where there is none; constant
        leaves have theirs first."""
        boards, shape, ended = self.boards, self._shape, self._shape.endings
        found = boards.classes()
        kinds, facts, columns = found.shape
        numbers = np.full((kinds, len(boards.leaves), facts, columns), -1, np.int64)
        holes = boards.deck.holes
        for leaf, end in enumerate(boards.leaves):
            if end not in shape.compared:
                for kind in range(kinds):
                    hole = holes[int(np.argmax(boards.deck.kinds == kind))].tolist()
                    free = [face for face in range(len(self._shape.deck)) if face not in hole]
                    row = (*hole, *free[: end.level.width - shape.hole])
                    numbers[kind, leaf, 0, 0] = ended.outcome_of(end, self._real(row))
                continue
            for kind, fact, column in np.argwhere(found >= 0).tolist():
                board, number = divmod(int(found[kind, fact, column]), len(holes))
                cards = boards.last.boards[board].tolist()
                dealer = boards.dealer_hand(cards, number, column)
                made = ended.outcome_of(end, self._real((*holes[number].tolist(), *cards, *dealer)))
                numbers[kind, leaf, fact, column] = made
                theirs, stands = divmod(column, 3)
                ended.note_class(end, boards.player_facts[fact], boards.dealer_facts[theirs], 1 - stands, made)
        if self.known == NOTHING:
            probe(self.game, ended)
        return numbers

    def _real(self, faces: Sequence[int]) -> tuple[Card, ...]:
        return self._shape.tree.universe.real(faces)

    def outcomes(self) -> list[Outcome]:
        _ = self.outcome_numbers
        return self._shape.endings.outcomes

    @property
    def has_dealer(self) -> bool:
        return self._shape.dealer > 0

    @property
    def total(self) -> int:
        return self._shape.tree.total

    @synchronized
    def side_total(self, wager: str) -> int:
        return len(self.boards.deck.holes)

    # --- values ---

    def _nets(self, payoff: Payoff) -> tuple[Ints, int]:
        """[leaf, player's fact, column]: a payoff in whole units, and how many of them are one."""
        numbers = self.outcome_numbers.max(axis=0)
        worth = [payoff(outcome) for outcome in self.outcomes()]
        scale = lcm(*(net.denominator for net in worth))
        units = [int(net * scale) for net in worth]
        boards = self.boards
        if max(map(abs, units)) * self._shape.ways(len(self._shape.deck), 0) * 24 >= 2**62:
            raise HousewayError(f"{self.game.name} pays in parts that are too small to be counted.")
        found = np.zeros(numbers.shape, np.int64)
        for leaf, end in enumerate(boards.leaves):
            if end in self._shape.compared:
                found[leaf] = np.where(numbers[leaf] < 0, 0, np.array(units)[numbers[leaf]])
            else:
                found[leaf] = units[numbers[leaf, 0, 0]]
        return found, scale

    @cached_property
    def _best(self) -> tuple[Solution, int]:
        """The best play for the main wager. Side wagers don't depend on it: it is the best for all stakes."""
        if isinstance(self.usual, ByBoard) and self.usual.game is self.game:  # which pays the same classes alike
            nets, scale = self.usual._best[0].nets[0], self.usual._best[1]
        else:
            nets, scale = self._nets(lambda outcome: outcome.net)
        return self.boards.solve(nets[None]), scale

    @property
    @synchronized
    def value(self) -> Fraction:
        (solution, scale), ours = self._best, self.boards.geometry.ours
        hands = int(ours.sum()) * self._shape.ways(len(self._shape.deck), 0)
        return Fraction(sum(solution.values[0][0, 0, ours].tolist()), hands * scale)

    @property
    @synchronized
    def gain(self) -> Fraction:
        usual = self.usual
        assert isinstance(usual, ByBoard)
        boards, theirs, paths = self.boards, usual.paths_by_board(OPTIMAL), dict[int, Ints]()
        for number, root in enumerate(self._shape.roots):
            paths[number] = theirs[number][boards.geometry.within(usual.boards.geometry, root.street)]
        plan = np.stack([paths[number] for number in boards.finals]).astype(np.int8)
        counts, nets = boards.tally(None, paths, plan).sum(axis=0), self._best[0].nets[0]
        hands = int(boards.geometry.ours.sum()) * self._shape.ways(len(self._shape.deck), 0)
        return self.value - Fraction(int((counts.astype(object) * nets).sum()), hands * self._best[1])

    @cached_property
    def _chances(self) -> tuple[Solution, list[int]]:
        """How many deals win, lose, and meet a dealer who doesn't qualify, under the best play."""
        questions = chances_of(self.sheet, self.outcomes())
        payoffs = [self._best[0].nets[0], *(self._nets(lambda o, q=q: Fraction(q(o)))[0] for q in questions)]  # type: ignore[misc]
        return self.boards.solve(np.stack(payoffs)), list(range(1, len(payoffs)))

    def _tally(self, strategy: Strategy) -> dict[int, Fraction]:
        if isinstance(strategy, BestFor):
            self.check_stakes(dict(strategy.stakes))
            best = self._best[0]
            return self._by_outcome(self.boards.tally(best, best.paths, NO_PLAN))
        return self._by_outcome(self.boards.tally(None, *self._followed(strategy)))

    @synchronized
    def plan_by_board(self, strategy: Strategy) -> tuple[dict[int, Ints], NDArray[np.int8], Ints]:
        """The path that a strategy takes on each line of play before the last street [board, hole], and on the last
        [line of play, board, hole]; without the latter, what is best for these nets."""
        strategy = self._best_for(strategy)
        self.check_strategy(strategy)
        if isinstance(strategy, BestFor):
            self.check_stakes(dict(strategy.stakes))
            return self._best[0].paths, NO_PLAN, self._best[0].nets[0]
        return *self._followed(strategy), self._best[0].nets[0]

    @synchronized
    def paths_by_board(self, strategy: Strategy) -> dict[int, Ints]:
        """The number of the path that a strategy takes on every line of play [board, hole]."""
        if strategy not in self._paths:
            self._paths[strategy] = self._paths_by_board(strategy)
        return self._paths[strategy]

    def _paths_by_board(self, strategy: Strategy) -> dict[int, Ints]:
        paths, plan, nets = self.plan_by_board(strategy)
        shifts, lowest = list[int](), 0
        for number in self.boards.finals:
            shifts.append(lowest)
            lowest += (len(self._shape.roots[number].paths) - 1).bit_length()
        hands = self.boards.hands(nets, plan, [*shifts, lowest, lowest])
        bits = {number: (len(self._shape.roots[number].paths) - 1).bit_length() for number in self.boards.finals}
        last = {
            number: hands >> shift & (1 << bits[number]) - 1
            for number, shift in zip(self.boards.finals, shifts, strict=True)
        }
        return {**paths, **last}

    def folding(self, line: int) -> NDArray[np.bool_]:
        """For each path of a line of play, whether it folds."""
        paths = self._shape.roots[line].paths
        return np.array([any(made.options[one].template.folds for made, one in path.options) for path in paths])

    def _by_outcome(self, counts: Ints) -> dict[int, Fraction]:
        boards, numbers, found = self.boards, self.outcome_numbers, dict[int, Fraction]()
        scale = Fraction(self.total, len(boards.deck.holes) * self._shape.ways(len(self._shape.deck), 0))
        for leaf, end in enumerate(boards.leaves):
            if end not in self._shape.compared:  # all of a kind end alike
                whole = counts[:, leaf].sum(axis=(1, 2))
                counts[:, leaf] = 0
                counts[:, leaf, 0, 0] = whole
        for place in np.argwhere(counts).tolist():
            number = int(numbers[tuple(place)])
            found[number] = found.get(number, Fraction()) + int(counts[tuple(place)]) * scale
        return found

    # --- strategies that are functions ---

    def follows(self, strategy: Named) -> bool:
        return super().follows(strategy) or isinstance(strategy, BoardStrategy)

    def decision(self, strategy: Strategy, known: Known) -> Decision:
        if isinstance(strategy, str) and isinstance(self.named.get(strategy), BoardStrategy):
            return self.decision_at(self.paths_by_board(strategy), known)
        return super().decision(strategy, known)

    def _followed(self, strategy: Strategy) -> Paths:
        """The path that a strategy takes on each line of play, asked once for each situation up to suits."""
        by_board = self.named.get(strategy) if isinstance(strategy, str) else None
        if isinstance(by_board, BoardStrategy):
            return self._staying(by_board.stays)
        boards, shape, geometry = self.boards, self._shape, self.boards.geometry
        decide = self.decider(strategy)
        paths, here = dict[int, Ints](), dict[int, Ints]()
        plan = np.zeros((len(boards.finals), len(boards.last.boards), len(boards.deck.holes)), np.int8)
        for number, root in enumerate(shape.roots):
            ways = boards.reach(number, paths, here)
            if len(root.paths) == 1:
                taken = None
            elif len(geometry.street(root.street).boards) * len(boards.deck.holes) > 24 * MOST_ASKED:
                raise CountTooLarge(f"{self.game.name} has too many situations to ask a strategy about each.")
            here[number] = (
                boards.reach_here(number, ways) if len(root.paths) > 1 or number not in boards.finals else ways
            )
            taken = np.zeros(here[number].shape, np.int64)
            if len(root.paths) > 1:
                street = geometry.street(root.street)
                for board in range(len(street.boards)):
                    alike = geometry.renamed[street.keeping[board]].min(axis=0)
                    reached = np.flatnonzero((here[number][board] > 0) & (alike == np.arange(len(alike))))
                    for hole in reached.tolist():
                        taken[board, hole] = self._path(root, street.boards[board].tolist(), hole, decide)
                    taken[board] = taken[board, alike]
            if number in boards.finals:
                if len(root.paths) > 1:
                    plan[boards.finals.index(number)] = taken
            else:
                paths[number] = taken
        return paths, plan

    def _staying(self, rules: Mapping[str, Rule]) -> Paths:
        taken = dict(self.paths_by_board(OPTIMAL))
        for line, root in enumerate(self._shape.roots):
            rule = rules.get(root.paths[0].options[0][0].at) if root.paths[0].options else None
            if rule is not None:
                folding = self.folding(line)
                taken[line] = np.where(rule(self.sight(root.street)), folding.argmin(), folding.argmax())
        finals = [taken.pop(line).astype(np.int8) for line in self.boards.finals]
        return taken, np.stack(finals)

    def sight(self, street: int) -> Sight:
        """What is seen of every hole when so many shared cards are there."""
        if street not in self._sights:
            self._sights[street] = Sight(self.boards, street)
        return self._sights[street]

    @synchronized
    def stays(self, strategy: Strategy, at: str) -> Stays:
        """Where a strategy stays in at a decision point, and which hands come there."""
        odds, strategy = self.counting(strategy)
        assert isinstance(odds, ByBoard)
        paths, here = odds.paths_by_board(strategy), dict[int, Ints]()
        for line, root in enumerate(self._shape.roots):
            here[line] = self.boards.reach_here(line, self.boards.reach(line, paths, here))
            names = {
                made.options[one].template.folds: made.options[one].template.choice
                for path in root.paths
                for made, one in path.options
                if made.at == at
            }
            if names:
                stays = ~odds.folding(line)[paths[line]]
                return Stays(self.sight(root.street), here[line] > 0, stays, (names[False], names[True]))
        raise HousewayError(f"{self.game.name} has no decision at {at!r}.")

    def _path(self, root: Root, board: list[int], hole: int, decide: Decider) -> int:
        """The number of the path that a function decides on."""
        row, open_paths, depth = [*self.boards.deck.holes[hole].tolist(), *board], list(enumerate(root.paths)), 0
        while len(open_paths[0][1].options) > depth:
            choice, _ = open_paths[0][1].options[depth]
            spot, _ = SpotBuilder(self.game, choice.level, choice.situation)(row)
            decision = decide(known_of(choice.at, spot))
            offer = find_offer(tuple(self.game.offers(choice.at, spot)), decision)
            legal = offer.decision._replace(multiple=decision.multiple or offer.decision.multiple, discard=None)
            open_paths = [
                (n, p) for n, p in open_paths if p.options[depth][0].options[p.options[depth][1]].template == legal
            ]
            if not open_paths:
                raise BetsBetween(self.game.name, choice.at, {decision.multiple})
            depth += 1
        return open_paths[0][0]

    # --- one situation ---

    def _place(self, known: Known) -> Place:
        check_cards(self.game, self._shape.deck, (*known.cards, *known.community, *known.dealer))
        sizes, legal = sizes_known(known), []
        for number, root in enumerate(self._shape.roots):
            for choice in dict.fromkeys(choice for path in root.paths for choice, _ in path.options):
                legal.append(sizes_of(choice))
                if legal[-1] != sizes or not fits(choice, known):
                    continue
                geometry, universe = self.boards.geometry, self._shape.tree.universe
                faces = np.array([universe.faces(sorted(known.community))], np.uint8)
                row, name = geometry.find(faces, geometry.street(root.street))
                hole = geometry.renamed[name[0], geometry.hole_number(universe.faces(known.cards))]
                board = geometry.street(root.street).boards[row[0]].tolist()
                return Place(choice, number, int(row[0]), tuple(board), int(hole))
        raise CardError(no_decision(self.game, sizes, legal))

    def decision_at(self, paths: Mapping[int, Ints], known: Known) -> Decision:
        """What is decided with a hand, given the path taken on every line of play [board, hole]."""
        place = self._place(known)
        path = self._shape.roots[place.root].paths[int(paths[place.root][place.board, place.hole])]
        return next(choice.options[option].template for choice, option in path.options if choice is place.choice)

    def _options(self, place: Place, solution: Solution, payoff: int) -> tuple[list[tuple[int, int, int]], int]:
        """For each option: its value, and the path and the option itself; the first payoff decides. And the ways."""
        boards, root = self.boards, self._shape.roots[place.root]
        values: list[tuple[int, ...]] = []
        if root.street == self._shape.board:
            ways = self._shape.ways(len(self._shape.deck), root.street)
            fact, counts = boards.standing(place.cards, place.hole)
            for path in root.paths:
                leaf = boards.leaves.index(path.end) if path.end else -1
                values.append(tuple(int(counts @ nets[leaf, fact]) for nets in solution.nets))
        else:
            ways = self._shape.ways(len(self._shape.deck), root.street)
            for path in root.paths:
                if path.end is None:
                    values.append(tuple(solution.values[path.root][:, place.board, place.hole].tolist()))
                else:
                    values.append(tuple((solution.nets[:, boards.leaves.index(path.end), 0, 0] * ways).tolist()))
        found: dict[int, tuple[int, int]] = {}
        for number, path in enumerate(root.paths):
            option = next((option for choice, option in path.options if choice is place.choice), None)
            if option is not None and (option not in found or values[number][0] > values[found[option][1]][0]):
                found[option] = values[number][payoff], number
        return [(value, number, option) for option, (value, number) in found.items()], ways

    @synchronized
    def advise(self, known: Known, beside: Stakes | None = None) -> tuple[str, list[Advice]]:
        place = self._place(known)
        solution, scale = self._best
        options, ways = self._options(place, solution, 0)
        options.sort(key=lambda item: (-item[0], item[1]))
        templates = [(place.choice.options[option].template, value) for value, _, option in options]
        return place.choice.at, [Advice(made, Fraction(value, ways * scale)) for made, value in templates]

    @synchronized
    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        place = self._place(known)
        solution, payoffs = self._chances
        columns = [self._options(place, solution, payoff) for payoff in payoffs]
        found: dict[Decision, Outlook] = {}
        for row in zip(*(sorted(options, key=lambda item: item[2]) for options, _ in columns), strict=True):
            shares = [Fraction(value, columns[0][1]) for value, _, _ in row]
            found[place.choice.options[row[0][2]].template] = outlook_of(shares)
        return found

    def played_for(self, payoff: Payoff) -> dict[int, Fraction]:
        """How many deals end in each of the outcomes when every decision is the best for other payoffs of theirs."""
        nets, _ = self._nets(payoff)
        best = self.boards.solve(nets[None])
        return self._by_outcome(self.boards.tally(best, best.paths, NO_PLAN))
