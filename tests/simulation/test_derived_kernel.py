"""The kernel that is derived from rules: its rounds are the table's, its frequencies those of the exact count."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest
from tests.simulation.kernel_proof import check_cutting, nets_of_codes
from tests.sizes import sized
from tests.wider.games import AnteAndBlind, JokerCut, LetThemRide, TwoSides, UpCard

from houseway import Round
from houseway.cards import DECK, Card
from houseway.games.high_card_draw import HighCardDraw
from houseway.games.mini_tex import MiniTex
from houseway.games.three_card_draw_poker import ThreeCardDrawPoker
from houseway.games.three_card_roo import ThreeCardRoo
from houseway.games.two_card_roo import TwoCardRoo
from houseway.odds.by_situation import BySituation
from houseway.odds.engine import Odds
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.odds.solver import odds_of
from houseway.odds.walk import opening_stakes
from houseway.rankings import three_card_rank
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_PLAY,
    LOWER,
    NOT_QUALIFIED,
    PLAYERS,
    QUALIFIES,
    Area,
    Burn,
    Case,
    Deal,
    Decide,
    Face,
    Layout,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
    When,
)
from houseway.rules.wagers import Kind, Wager
from houseway.simulation import SimulationPlan, kernel_of
from houseway.simulation.expected import expectation
from houseway.simulation.kernel import TableKernel
from houseway.simulation.kernel_plain import PlainKernel
from houseway.table.events import Settled

ROUNDS = sized(quick=40, test=60, thorough=1000)
SAMPLE = sized(quick=60_000, test=300_000, thorough=3_000_000)
STAKE = 10_000
UNLIKELY = 5  # standard errors; the keys are fixed


BONUSES = {3: 1, 4: 4, 5: 5}  # by the category of three cards


def side(wager: str, words: str, pays: int) -> Iterable[Step]:
    """A side wager that is won in one way and lost in all others."""
    won = Case(id=f"{wager}-won", when=(When("wins", words),), pays={wager: pays})
    lost = Case(id=f"{wager}-lost", when=(When("loses", f"not: {words}"),), pays={wager: -1})
    yield Settle(wagers=(wager,), side=Side.RIGHT, cases=(won, lost))


@dataclass(frozen=True)
class NoOptions(Options):
    """Nothing to choose."""


class Small(Game[NoOptions]):
    """What the small games of these tests have in common."""

    manual: ClassVar[str] = "Made up for houseway's tests"
    options_type = NoOptions
    editions = (Edition("plain", "As it is", {}),)

    @property
    def seats(self) -> int:
        return 5

    def make_layout(self) -> Layout:
        areas = tuple(Area(id=wager.id, label=wager.name, kind="bet", x=0, y=0) for wager in self.wagers)
        return Layout(dealer=(), player=areas)


class ThreeShow(Small):
    """Three cards each: fold or play against a dealer who qualifies with a queen, and a side wager on a flush."""

    id: ClassVar[str] = "three-show"
    name: ClassVar[str] = "Three Show"
    blurb: ClassVar[str] = "Three cards against three."

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="the better hand")
        yield Wager(id="play", name="Play", kind=Kind.RAISE, on="ante", text="the better hand")
        yield Wager(id="bonus", name="Bonus", kind=Kind.BONUS, on="ante", text="a straight or better")
        yield Wager(id="suited", name="Suited", kind=Kind.SIDE, text="three cards of a suit")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="Bets.")
        yield Burn(count=1, text="Burn a card.")
        yield Deal(to=PLAYERS, count=3, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=3, face=Face.DOWN, text="Three to the house.")
        yield Decide(at="play", side=Side.LEFT, text="Fold or play.")
        yield Settle(wagers=("ante",), side=Side.RIGHT, when=FOLDED, cases=(Case(id="folded", pays={"ante": -1}),))
        yield Settle(
            wagers=("ante", "play"),
            side=Side.RIGHT,
            when=IN_PLAY,
            cases=(
                Case(id="not-qualified", when=(NOT_QUALIFIED,), pays={"ante": 1, "play": 0}),
                *(
                    Case(id=when.key, when=(QUALIFIES, when), pays={"ante": odds, "play": odds})
                    for when, odds in ((HIGHER, 1), (EQUAL, 0), (LOWER, -1))
                ),
            ),
        )
        bonuses = (
            Case(id=f"bonus-{made}", when=(When(str(made), f"the category is {made}"),), pays={"bonus": pays})
            for made, pays in BONUSES.items()
        )
        yield Settle(
            wagers=("bonus",),
            side=Side.RIGHT,
            when=IN_PLAY,
            cases=(*bonuses, Case(id="no-bonus", pays={"bonus": 0})),
        )
        yield from side("suited", "three cards of a suit", 4)

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision(FOLD)), Offer(Decision("play"), "play")

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[Any, Hashable]:
        return three_card_rank(*spot.dealt), three_card_rank(*spot.dealt) >> 12

    def dealer_class(self, house: HouseCards) -> tuple[Any, Hashable]:
        rank = three_card_rank(*house.dealer)
        return rank, rank >= three_card_rank(*(Card.parse(text) for text in ("Qc", "3d", "2c")))

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return bool(self.dealer_class(house)[1])

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in ("wins", "loses"):
            return (len({card.suit for card in spot.dealt}) == 1) == (when == "wins")
        return self.player_class(spot, house)[1] == int(when)


class SharedBoard(Small):
    """Two cards and a board of three that comes in two parts, a decision after each; a short deck, two tens missing."""

    id: ClassVar[str] = "shared-board"
    name: ClassVar[str] = "Shared Board"
    blurb: ClassVar[str] = "Two cards each and three on the board."

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= 10 and card.text not in ("Td", "Th"))

    @property
    def seats(self) -> int:
        return 3

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="the better hand")
        yield Wager(id="flop", name="Flop", kind=Kind.RAISE, on="ante", text="the better hand")
        yield Wager(id="river", name="River", kind=Kind.RAISE, on="ante", most=2, text="the better hand")
        yield Wager(id="board", name="Board", kind=Kind.SIDE, text="the board is of one colour")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="Bets.")
        yield Deal(to=PLAYERS, count=2, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=2, face=Face.DOWN, text="Two to the house.")
        yield Deal(to=COMMUNITY, count=3, face=Face.DOWN, text="Three to the board.")
        yield Turn(whose=COMMUNITY, first=0, count=2, text="Turn two.")
        yield Decide(at="flop", side=Side.LEFT, text="Fold or bet.")
        yield Turn(whose=COMMUNITY, first=2, count=1, text="Turn the last.")
        yield Decide(at="river", side=Side.LEFT, text="Check or bet.")
        yield Turn(whose=DEALER, text="Turn over the house's.")
        bets = ("ante", "flop", "river")
        pair, no_pair = When("dealer-pair", "the dealer has a pair"), When("no-dealer-pair", "the dealer has no pair")
        yield Settle(
            wagers=bets,
            side=Side.RIGHT,
            cases=(
                Case(id="folded", when=(FOLDED,), pays={"ante": -1}),
                Case(id="win", when=(IN_PLAY, HIGHER), pays=dict.fromkeys(bets, 1)),
                Case(id="tie", when=(IN_PLAY, EQUAL), pays=dict.fromkeys(bets, 0)),
                Case(id="half", when=(IN_PLAY, LOWER, pair), pays=dict.fromkeys(bets, Fraction(-1, 2))),
                Case(id="loss", when=(IN_PLAY, LOWER, no_pair), pays=dict.fromkeys(bets, -1)),
            ),
        )
        yield from side("board", "the board is of one colour", 3)

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        if at == "flop":
            return Offer(Decision(FOLD)), Offer(Decision("bet"), "flop")
        return Offer(Decision("check")), Offer(Decision("bet", 1), "river", 2)

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[Any, Hashable]:
        return _suits_then_ranks((*spot.dealt, *house.community)), ""

    def dealer_class(self, house: HouseCards) -> tuple[Any, Hashable]:
        return _suits_then_ranks((*house.dealer, *house.community)), house.dealer[0].rank == house.dealer[1].rank

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in ("wins", "loses"):
            return (len({card.suit % 3 for card in house.community}) == 1) == (when == "wins")
        return self.dealer_class(house)[1] == (when == "dealer-pair")


def _suits_then_ranks(cards: tuple[Card, ...]) -> tuple[int, int]:
    return max(Counter(card.suit for card in cards).values()), sum(card.rank for card in cards)


class Short:
    """A deck of four ranks: these games say nothing of classes, so every deal of theirs is settled."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank > 10)


class ShortUpCard(Short, UpCard):
    pass


class ShortBlind(Short, AnteAndBlind):
    pass


class ShortRide(Short, LetThemRide):
    pass


class ShortSides(Short, TwoSides):
    pass


# --- what is played ---


def by_ranks(game: Game[Any]) -> Callable[[Known], Decision]:
    """A strategy that follows the ranks in sight, and throws no card of which another rank-mate could be meant."""

    def decide(known: Known) -> Decision:
        seen = HouseCards(known.dealer, known.community)
        spot = Spot(1, opening_stakes(game), known.cards, decisions=known.decisions, seen=seen)
        alike: dict[Any, list[Decision]] = {}
        for offer in game.offers(known.at, spot):
            made = offer.decision
            thrown = None if made.discard is None else sorted(card.rank for card in made.discard)
            alike.setdefault((made.choice, made.multiple, str(thrown)), []).append(made)
        kinds = sorted(kind for kind, found in alike.items() if len(found) == 1) or sorted(alike)
        total = sum(card.rank for card in (*known.cards, *known.community, *known.dealer))
        return alike[kinds[total % len(kinds)]][0]

    return decide


def best(odds: Odds[Any]) -> Callable[[Known], Decision]:
    @cache
    def decide(known: Known) -> Decision:
        _, advice = odds.advise(known)
        return advice[0].decision

    return decide


class KernelCase(NamedTuple):
    rules: type[Game[Any]]
    options: dict[str, Any]
    optimal: bool

    def __str__(self) -> str:
        values = (f"{name}={value}" for name, value in self.options.items())
        return " ".join((self.rules.id, *values, OPTIMAL if self.optimal else "by ranks"))


def tree(game: Any) -> BySituation[Any]:
    odds = odds_of(game)
    assert isinstance(odds, BySituation)
    return odds


@cache
def kernel_for(case: Any) -> TableKernel[Any]:
    rules, options, optimal = case
    game = rules.make(None, dict(options))
    return TableKernel(game, OPTIMAL if optimal else by_ranks(game), tree(game))


BUILT_IN = (
    KernelCase(ThreeCardRoo, {}, optimal=True),
    KernelCase(ThreeCardRoo, {}, optimal=False),
    KernelCase(TwoCardRoo, {}, optimal=True),
    KernelCase(TwoCardRoo, {"decks": 8}, optimal=False),
    KernelCase(HighCardDraw, {}, optimal=True),
    KernelCase(HighCardDraw, {"draw": "deck"}, optimal=False),
    KernelCase(ThreeCardDrawPoker, {}, optimal=True),
    KernelCase(MiniTex, {}, optimal=True),
)
LONG: dict[type[Game[Any]], Any] = {
    MiniTex: pytest.mark.thorough,
    ThreeCardDrawPoker: (pytest.mark.slow, pytest.mark.xdist_group("three-card-draw-poker counted")),
    HighCardDraw: pytest.mark.xdist_group("high-card-draw counted"),
}
CASES = [
    *(KernelCase(rules, {}, optimal) for rules in (ThreeShow, SharedBoard) for optimal in (True, False)),
    *(KernelCase(rules, {}, optimal=True) for rules in (ShortUpCard, ShortBlind, ShortRide, ShortSides)),
    *(KernelCase(rules, {}, optimal=False) for rules in (ShortUpCard, ShortBlind)),
    *(KernelCase(JokerCut, {"low": 10}, optimal) for optimal in (True, False)),
    *BUILT_IN,
]


@pytest.fixture(params=[pytest.param(case, id=str(case), marks=LONG.get(case.rules, ())) for case in CASES])
def kernel(request: pytest.FixtureRequest) -> TableKernel[Any]:
    case = request.param
    return kernel_for((case.rules, tuple(case.options.items()), case.optimal))


@pytest.mark.parametrize("seats", [1, 3])
def test_rounds_are_those_of_the_table(kernel: TableKernel[Any], seats: int) -> None:
    table_rounds(kernel, seats=seats, rounds=ROUNDS)


def table_rounds(kernel: TableKernel[Any] | PlainKernel[Any], *, seats: int, rounds: int) -> None:
    """The kernel's rounds, dealt again on the real table."""
    game = kernel.game
    decide = best(kernel.odds) if kernel.strategy == OPTIMAL else kernel.strategy
    assert callable(decide)
    nets = nets_of_codes(kernel)
    stakes = {wager: game.wager[wager].fixed or STAKE for wager in (kernel.main, *kernel.sides)}
    for number in range(rounds):
        dealt = kernel.play_one(99, number, seats)
        table = Round(game, seats=seats, seed="kernel", stacked=dealt.cards)
        for seat in table.seats:
            table.wager(seat, stakes)
        table.deal()
        while not table.over:
            assert isinstance(table.step, Decide)
            for seat in table.to_act:
                spot = table.spot(seat)
                known = Known(table.step.at, spot.dealt, spot.seen.community, spot.seen.dealer, spot.decisions)
                table.act(seat, decide(known))
        for spot, code in zip(table.spots, dealt.codes, strict=True):
            found = dict.fromkeys(stakes, 0)
            for event in table.events:
                if isinstance(event, Settled) and event.seat == spot.seat:
                    found[event.wager if event.wager in stakes else kernel.main] += event.returned - event.amount
            assert [*found.values()] == [stake * net for stake, net in zip(stakes.values(), nets[code], strict=True)], (
                number,
                dealt,
                spot,
                table.house,
            )
            bet = sum(amount for wager, amount in spot.stakes.items() if wager not in kernel.sides)
            assert kernel.outcome(code).main_bet == Fraction(bet, stakes[kernel.main])


@pytest.mark.parametrize("seats", [1, 3])
def test_frequencies_are_those_of_the_exact_count(kernel: TableKernel[Any], seats: int) -> None:
    codes = np.empty((SAMPLE // seats, seats), np.uint16)
    kernel.fill(4711, 0, codes)
    counts = np.bincount(codes[:, -1], minlength=kernel.codes)
    assert len(counts) == kernel.codes
    odds = kernel.odds
    exact, rounds = odds.count(kernel.strategy), len(codes)
    rows, sides = Counter[int](), Counter[tuple[int, int]]()
    for code, count in enumerate(counts.tolist()):
        outcome = kernel.outcome(code)
        assert outcome.main_net == sum(exact.rows[row].net for row in outcome.main_rows)
        rows.update(dict.fromkeys(outcome.main_rows, count))
        sides.update(dict.fromkeys(enumerate(outcome.side_rows), count))
    for index, row in enumerate(exact.rows):
        check_share(rows[index], rounds, Fraction(row.count, exact.total))
    chances = Counter[tuple[int, int]]()
    for counted in odds.joint_counts(kernel.strategy):
        chances.update(dict.fromkeys(enumerate(counted.rows), counted.weight))
    for key, weight in chances.items():
        check_share(sides[key], rounds, Fraction(weight, exact.total))


def check_share(found: int, rounds: int, chance: Fraction) -> None:
    spread = math.sqrt(rounds * chance * (1 - chance))
    assert abs(found - rounds * chance) <= UNLIKELY * spread + 5, (found, rounds * float(chance))


@pytest.mark.parametrize("seats", [1, 3])
def test_rounds_do_not_depend_on_how_they_are_cut(kernel: TableKernel[Any], seats: int) -> None:
    if kernel.codes > 1:
        check_cutting(kernel, seats=seats)


def test_a_game_without_a_kernel_is_simulated_by_its_rules() -> None:
    assert type(kernel_of(ThreeShow.make())) is TableKernel


@pytest.mark.parametrize("rules", [ShortUpCard, ThreeShow])
def test_a_kernel_without_tables_plays_as_the_rules_do(rules: type[Game[Any]]) -> None:
    game = rules.make()
    kernel = PlainKernel(game, by_ranks(game), odds_of(game))
    table_rounds(kernel, seats=2, rounds=20)
    codes = np.empty((40, 2), np.uint16)
    kernel.fill(99, 0, codes)
    assert [tuple(row) for row in codes.tolist()] == [kernel.play_one(99, number, 2).codes for number in range(40)]


def test_a_sampled_game_has_lines_of_its_own() -> None:
    """What a simulation shows of a game that is not counted: how often each line came, and no exact figures."""
    game = ShortUpCard.make()
    odds = BySituation(game)
    odds.estimated = True
    kernel = PlainKernel(game, by_ranks(game), odds)
    table_rounds(kernel, seats=1, rounds=20)
    expected = expectation(SimulationPlan(game=game), kernel)
    assert expected.mean is None
    lines = expected.wagers["ante"].lines
    for code in range(kernel.codes):
        outcome = kernel.outcome(code)
        assert outcome.main_net == sum(lines[row].net for row in outcome.main_rows)
