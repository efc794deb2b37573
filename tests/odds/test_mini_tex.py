"""Mini-Tex: the manual's tables, and every count against one of another kind."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from tests.odds.reading import mean, only_these, worth

from houseway.cards import DECK, Card, parse_cards
from houseway.errors import HousewayError, IllegalAction, OptionError
from houseway.games.mini_tex.odds import CARD, CARDS, Sheet, folds_on_ties
from houseway.games.mini_tex.rules import HANDS, MiniTex
from houseway.odds import Odds, solve
from houseway.odds.board_odds import ByBoard
from houseway.odds.game_odds import Known
from houseway.odds.walk import settle_each
from houseway.rankings import Category, category, three_card_rank
from houseway.rules.game import Decision, HouseCards, Spot

TOTAL = 84_284_272_800  # 1,326 hole hands x 1,225 flops x 48 rivers x 1,081 dealer's hands
BET, FOLD = Decision("bet"), Decision("fold")
Hole = tuple[Card, ...]

# How a hand that stays in ends, and what that pays: the first three bets, then the play bet.
NOT_QUALIFIED, WIN, TIE, LOSS = "dealer does not qualify", "wins", "ties", "loses"
PAYS = {NOT_QUALIFIED: (1, 0), WIN: (1, 1), TIE: (0, 0), LOSS: (-1, -1)}


def odds(edition: str = "pair", **changes: Any) -> Any:
    return Odds(MiniTex.make(edition, changes))


# --- the manual's tables ---

LABELS = [
    "Fold after seeing 2 hole cards",
    "Fold after seeing 2 community cards",
    "Fold after seeing 3 community cards",
    "Dealer does not qualify",
    "Wins",
    "Ties",
    "Losses",
]
TABLE_1 = [1_144_130_400, 5_394_691_584, 10_285_213_416, 15_371_719_056, 24_416_000_664, 2_047_940_652, 25_624_577_028]
TABLE_2 = [1_525_507_200, 5_546_308_320, 10_873_908_720, 13_232_279_940, 25_932_822_768, 2_065_923_708, 25_107_522_144]


@pytest.mark.parametrize(
    ("edition", "printed", "expected"),
    [("pair", TABLE_1, Fraction(-226406539, 7023689400)), ("ace-king", TABLE_2, Fraction(-23608451, 1404737880))],
    ids=["Table 1", "Table 2"],
)
def test_ante_tables_of_the_training_manual(edition: str, printed: list[int], expected: Fraction) -> None:
    """Mini-Tex training manual, Odds and Probability: all combinations, and returns of -0.032235 and -0.016806."""
    count = odds(edition).count("printed")
    assert [row.label for row in count.rows] == LABELS
    assert [int(row.net) for row in count.rows] == [-1, -2, -3, 3, 5, 0, -5]
    assert [row.count for row in count.rows] == printed
    assert count.total == sum(printed) == TOTAL
    assert mean(count) == expected
    assert mean(odds(edition).count("optimal")) == expected
    assert round(float(expected), 6) in (-0.032235, -0.016806)


def test_the_tables_differ_in_what_they_do_on_a_tie() -> None:
    """Table 1 folds where the play bet is worth 3 antes lost: those deals are played by default, for the same value.

    Both tables bet on the flop where that is worth the same as a fold.
    """
    first, default = ([row.count for row in odds().count(name).rows] for name in ("printed", "optimal"))
    moved = [later - before for before, later in zip(first, default, strict=True)]
    assert moved[:2] == [0, 0]
    assert moved[2] == -1_089_648 == -1008 * 1081  # of all hole cards, flops and rivers
    assert 3 * moved[3] + 5 * (moved[4] - moved[6]) == 3 * moved[2]
    assert [row.count for row in odds("ace-king").count("optimal").rows] == TABLE_2


@pytest.mark.parametrize(
    ("table", "edge"), [("30-20", "2.41"), ("35-15", "3.17"), ("25-20", "3.92")], ids=["30-20", "35-15", "25-20"]
)
def test_pocket_poker_tables_of_the_training_manual(table: str, edge: str) -> None:
    """Mini-Tex training manual, Bonus Wager: combinations out of 1,326 and the house edges."""
    found = solve(MiniTex.make(changes={"pocket-poker": table})).wager("pocket-poker")
    assert [row.count for row in found.rows] == [4, 6, 48, 72, 156, 260, 780]
    assert [row.label for row in found.rows][-2:] == ["Flush", "Other"]
    assert found.total == 1326
    assert f"{100 * float(found.house_edge):.2f}" == edge


# --- values against every deal, settled by the table's own code ---


def row_and_column(counted: Any, community: Hole, hole: Hole) -> tuple[int, int]:
    place = counted._place(Known("", hole, community))
    return place.board, place.hole


def settled(game: MiniTex, hole: Hole, community: Hole, dealer: Hole, *, folded: bool = False) -> Fraction:
    """The ante's net with the bets that hang on it, by the rules that the table settles with."""
    flop, river, play = game.options.bets
    stakes = {"ante": 1, "flop": flop, "river": river} | ({} if folded else {"play": play})
    spot = Spot(seat=1, stakes=stakes, dealt=hole, folded=folded)
    pays = settle_each(game, tuple(stakes), spot, HouseCards(dealer=dealer, community=community))
    return sum((Fraction(pay.odds * stakes[pay.wager]) for pay in pays), Fraction())


def river_values(game: MiniTex, hole: Hole, community: Hole) -> tuple[Fraction, Fraction]:
    """Bet and fold, over each of the dealer's 1,081 hands."""
    dealers = list(combinations([card for card in DECK if card not in (*hole, *community)], 2))
    assert len(dealers) == 1081
    bet = sum((settled(game, hole, community, dealer) for dealer in dealers), Fraction()) / 1081
    return bet, settled(game, hole, community, dealers[0], folded=True)


@pytest.mark.parametrize(
    ("edition", "bets"), [("pair", (1, 1, 2)), ("ace-king", (1, 1, 2)), ("pair", (2, 1, 3)), ("ace-king", (1, 3, 5))]
)
def test_river_advice_against_every_dealers_hand(edition: str, bets: tuple[int, ...]) -> None:
    game, counted, random = MiniTex.make(edition, {"bets": bets}), odds(edition, bets=bets), Random(7)
    for _ in range(8):
        first, second, *community = random.sample(DECK, 5)
        at, advice = counted.advise(Known("", (first, second), tuple(community)))
        bet, fold = river_values(game, (first, second), tuple(community))
        assert at == "river"
        assert (worth(advice, BET), worth(advice, FOLD)) == (bet, fold)
        assert advice[0].value == max(bet, fold)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "cards"), [("pair", "9c 4c 8h Ts"), ("ace-king", "Ah 7d Kh 7s")])
def test_flop_advice_against_every_river_and_dealers_hand(edition: str, cards: str) -> None:
    game, (first, second, *flop) = MiniTex.make(edition), parse_cards(cards)
    rivers = [card for card in DECK if card not in (first, second, *flop)]
    best = [max(river_values(game, (first, second), (*flop, river))) for river in rivers]
    at, advice = odds(edition).advise(Known("", (first, second), tuple(flop)))
    assert at == "flop"
    assert worth(advice, BET) == sum(best, Fraction()) / 48
    assert worth(advice, FOLD) == -2


@pytest.mark.parametrize(("edition", "cards"), [("pair", "5c 2d"), ("ace-king", "Kd Td")])
def test_hole_advice_is_the_average_over_all_flops(edition: str, cards: str) -> None:
    """Each of 1,225 flops on its own, so not by classes of flops."""
    counted, hole = odds(edition), parse_cards(cards)
    flops = list(combinations([card for card in DECK if card not in hole], 2))
    best = [counted.advise(Known("", hole, flop))[1][0].value for flop in flops]
    at, advice = counted.advise(Known("", hole))
    assert at == "hole"
    assert worth(advice, BET) == sum(best, Fraction()) / len(flops)


def test_the_order_of_cards_and_the_names_of_suits_do_not_matter() -> None:
    counted = odds()
    for text in ("9c 9d / Qs 4h", "9h 9s / 4c Qd", "9s 9c / 4d Qh", "9d 9h / Qc 4s"):
        hole, flop = map(parse_cards, text.split("/"))
        assert (
            counted.advise(Known("", hole, flop))[1]
            == counted.advise(Known("", parse_cards("9c 9d"), parse_cards("Qs 4h")))[1]
        )


def test_expected_value_is_the_average_of_advice_in_the_hole() -> None:
    counted = odds()
    best = [counted.advise(Known("", (one, two)))[1][0].value for one, two in combinations(DECK, 2)]
    assert sum(best, Fraction()) / 1326 == mean(counted.count("optimal"))


# --- whole games of small decks, by brute force ---

SMALL_DECKS = [((0, 1, 2, 12), 3), ((0, 5, 6, 7, 12), 2), ((8, 10, 11), 4)]  # ranks and suits: A-2-3, A-K-Q, pairs


@cache
def plain_ranks(ranks: tuple[int, ...], suits: int) -> dict[tuple[Hole, Hole], int]:
    deck = [DECK[4 * rank + suit] for rank in ranks for suit in range(suits)]
    return {
        (hole, board): HANDS.rank(hole, board)
        for board in combinations(deck, 3)
        for hole in combinations([card for card in deck if card not in board], 2)
    }


def plain_lines(
    ranks: tuple[int, ...], suits: int, qualifier: str, bets: tuple[int, ...], *, bet_river_ties: bool
) -> Counter[str]:
    """Backward induction deal by deal, with the rules' own functions and no symmetry."""
    deck = [DECK[4 * rank + suit] for rank in ranks for suit in range(suits)]
    game, best, lines = MiniTex.make(qualifier), plain_ranks(ranks, suits), Counter[str]()
    flop_bet, river_bet, play = bets
    staked = 1 + flop_bet + river_bet

    def rest(*out: Hole) -> list[Card]:
        return [card for card in deck if all(card not in cards for cards in out)]

    def outcome(player: int, dealer: int) -> str:
        if not game.qualifies(dealer):
            return NOT_QUALIFIED
        return WIN if player > dealer else TIE if player == dealer else LOSS

    for hole in combinations(deck, 2):
        hole_value, hole_lines = 0, Counter[str]()
        for flop in combinations(rest(hole), 2):
            flop_value, flop_lines = 0, Counter[str]()
            for river in rest(hole, flop):
                low, middle, high = sorted((*flop, river))
                board = low, middle, high
                dealers = list(combinations(rest(hole, board), 2))
                ends = Counter(outcome(best[hole, board], best[dealer, board]) for dealer in dealers)
                bet = sum(deals * (staked * PAYS[end][0] + play * PAYS[end][1]) for end, deals in ends.items())
                fold = -staked * len(dealers)
                if bet > fold or (bet == fold and bet_river_ties):
                    flop_lines += ends
                else:
                    flop_lines["fold river"] += len(dealers)
                flop_value += max(bet, fold)
            deals = sum(flop_lines.values())
            if flop_value >= -(1 + flop_bet) * deals:
                hole_lines += flop_lines
            else:
                hole_lines["fold flop"] += deals
            hole_value += max(flop_value, -(1 + flop_bet) * deals)
        deals = sum(hole_lines.values())
        lines += hole_lines if hole_value >= -deals else Counter({"fold hole": deals})
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("bet_river_ties", [True, False])
@pytest.mark.parametrize(("qualifier", "bets"), [("pair", (1, 1, 2)), ("ace-king", (1, 1, 2)), ("pair", (3, 1, 5))])
@pytest.mark.parametrize(("ranks", "suits"), SMALL_DECKS)
def test_small_decks_deal_by_deal(
    ranks: tuple[int, ...], suits: int, qualifier: str, bets: tuple[int, ...], bet_river_ties: bool
) -> None:
    game = MiniTex.make(qualifier, {"bets": bets})
    deck = [DECK[4 * rank + suit] for rank in ranks for suit in range(suits)]
    sheet = Sheet(game)
    if not bet_river_ties:
        sheet.preference = folds_on_ties  # type: ignore[method-assign]
    count = ByBoard(game, sheet=sheet, known=only_these(deck)).count("optimal")
    plain = plain_lines(ranks, suits, qualifier, bets, bet_river_ties=bet_river_ties)
    names = ("fold hole", "fold flop", "fold river", "dealer does not qualify", "wins", "ties", "loses")
    assert {row.label: row.count for row in count.rows} == {
        label: plain[name] for label, name in zip(LABELS, names, strict=True) if plain[name]
    }
    assert count.total == plain.total()


# --- player and dealer may change places ---


def test_without_qualifier_and_folds_wins_are_losses() -> None:
    """Two hands at one board: each deal has another with the hands exchanged."""

    class AlwaysQualifies(MiniTex):
        def qualifies(self, rank: int) -> bool:
            return True

    wins, ties, losses = (row.count for row in Odds(AlwaysQualifies.make()).count("never-fold").rows)
    assert wins == losses
    assert 2 * wins + ties == TOTAL


# --- strategies ---


@pytest.mark.slow
def test_a_function_is_asked_once_for_each_class() -> None:
    """1,286,792 is the number of hands with a board of three cards, up to suits, also known from hold'em."""
    asked: Counter[str] = Counter()

    def always(known: Known) -> Decision:
        asked[known.at] += 1
        assert len({*known.cards, *known.community}) == 2 + len(known.community)
        return BET

    counted = odds()
    assert counted.count(always) == counted.count("never-fold")
    assert asked == {"hole": 169, "flop": 93_769, "river": 1_286_792}
    assert list(counted.joint_counts(always)) == list(counted.joint_counts("never-fold"))
    assert asked.total() == 169 + 93_769 + 1_286_792


def test_a_function_may_answer_only_what_is_legal() -> None:
    with pytest.raises(IllegalAction, match="choice bet; choice fold"):
        odds().count(lambda known: Decision("raise"))


CARD_COSTS = {  # in percent of the ante, beside the best play
    "pair": {4: "1.9323", 6: "0.9807", 8: "0.3393", 19: "0.1158"},
    "ace-king": {4: "2.3045", 6: "1.0475", 8: "0.3663", 19: "0.1466"},
}


@pytest.mark.parametrize("edition", ["pair", "ace-king"])
def test_more_lines_to_learn_cost_less(edition: str) -> None:
    counted = odds(edition)
    best = mean(counted.count("optimal"))
    costs = {len(counted.sheet.card_lines(name)): best - mean(counted.count(name)) for name in CARDS}
    assert {lines: f"{100 * float(cost):.4f}" for lines, cost in costs.items()} == CARD_COSTS[edition]


def test_the_card_says_how_many_lines_it_has() -> None:
    counted = odds()
    for name in CARDS:
        lines = counted.sheet.card_lines(name)
        assert name == CARD or name == f"card-{len(lines)}"
        assert lines[0].text == "Hole: fold 2-2 and 5-2 unsuited; bet everything else."
    name, lines = counted.card()
    assert name in counted.strategies()
    assert len(lines) == 8
    assert odds(bets=(1, 1, 1)).card()[1][0].text == "Hole: bet everything."


def test_danger_cards_one_by_one() -> None:
    """On 60 boards: each unseen card with two of the board, by the rules' own ranking."""
    random = Random(3)
    for edition in ("pair", "ace-king"):
        game, counted = MiniTex.make(edition), odds(edition)
        see = counted.sight(3)
        for _ in range(30):
            first, second, *board = random.sample(DECK, 5)
            own = HANDS.rank((first, second), tuple(board))
            danger = 0
            for card in DECK:
                if card not in (first, second, *board):
                    rank = max(three_card_rank(card, one, two) for one, two in combinations(board, 2))
                    danger += rank > own and game.qualifies(rank)
            spot = row_and_column(counted, tuple(board), (first, second))
            assert see.danger[spot] == danger
            assert see.rank[spot] == own
            row = spot[0]
            assert see.board_suits[row, 0] == len({card.suit for card in board})
            assert see.board_low[row, 0] == min(card.rank for card in board)
            twins = [card.rank for card in board if sum(card.rank == other.rank for other in board) > 1]
            assert see.board_pair[row, 0] == (twins[0] if twins else 0)


def test_draws_one_by_one() -> None:
    """On 200 flops: straight ranks by trying every river card, flush draws by counting suits."""
    random, counted = Random(4), odds()
    see = counted.sight(2)
    straights = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    for _ in range(200):
        first, second, *flop = random.sample(DECK, 4)
        ranks = set()
        for river in DECK:
            if all(river.rank != card.rank for card in (first, second, *flop)):
                made = [three for three in HANDS.choices((first, second), (*flop, river)) if river in three]
                if any(category(three_card_rank(*three)) in straights for three in made):
                    ranks.add(river.rank)
        spot = row_and_column(counted, tuple(flop), (first, second))
        assert see.straights[spot] == len(ranks)
        suits = Counter(card.suit for card in (first, second, *flop))
        draws = {card.suit for card in (first, second) if suits[card.suit] > 1}
        assert see.flush_draws[spot] == len(draws)
        assert see.flush_card[spot] == max((c.rank for c in (first, second) if c.suit in draws), default=0)
        assert see.board_suits[spot[0], 0] == len({card.suit for card in flop})
        assert see.above[spot] == sum(hole.rank > card.rank for hole in (first, second) for card in flop)


# --- tables, joint counts, charts ---


def test_side_bet_cells_add_up_to_the_main_wager() -> None:
    for name in ("optimal", "card", "never-fold"):
        counted = odds()
        joint_counts = list(counted.joint_counts(name))
        assert sum(joint.weight for joint in joint_counts) == TOTAL
        assert sum(Fraction(joint.main) for joint in joint_counts) == mean(counted.count(name)) * TOTAL
        assert [joint.weight * 1326 // TOTAL for joint in joint_counts] == [4, 6, 48, 72, 156, 260, 780]
    (only,) = odds(pocket_poker="off").joint_counts("optimal")
    assert only.rows == ()


def test_average_bet_is_what_each_line_has_staked() -> None:
    count = odds(bets=(2, 1, 3)).count("optimal")
    staked = [1, 3, 4, 7, 7, 7, 7]
    assert count.average_bet == Fraction(
        sum(bet * row.count for bet, row in zip(staked, count.rows, strict=True)), TOTAL
    )
    assert float(odds().count("optimal").average_bet) == pytest.approx(4.5096, abs=1e-4)


def test_larger_bets_are_counted_too() -> None:
    """The largest bets that the rules allow, where the numbers are largest."""
    count = odds(bets=(5, 5, 5)).count("optimal")
    assert sum(row.count for row in count.rows) == TOTAL
    assert [int(row.net) for row in count.rows] == [-1, -6, -11, 11, 16, 0, -16]
    assert mean(count) > mean(odds(bets=(5, 5, 5)).count("card-19")) > mean(odds(bets=(5, 5, 5)).count("never-fold"))


def test_charts_say_where_to_bet() -> None:
    hole, flop, river = odds().charts("optimal")
    assert len(hole.rows) == 13
    cells = {(row[0], rank): cell for row in hole.rows for rank, cell in zip(hole.columns[1:], row[1:], strict=True)}
    assert {hand for hand, cell in cells.items() if cell == "fold"} == {("2", "2"), ("2", "5")}  # two suits: below
    assert all(len(row) == len(chart.columns) for chart in (flop, river) for row in chart.rows)
    assert flop.rows[0] == ("No pair, no draw", *["fold"] * 6, "")
    assert flop.rows[-1] == ("Flush or better", *["bet"] * 7)
    assert river.rows[-1][1:-1] == ("bet",) * 7
    assert {cell for chart in odds().charts("never-fold") for row in chart.rows for cell in row[1:]} == {"bet", ""}


# --- what is refused ---


def test_the_printed_strategy_belongs_to_the_printed_bets() -> None:
    with pytest.raises(OptionError, match="no strategy 'printed'"):
        odds(bets=(1, 1, 3)).count("printed")
    with pytest.raises(HousewayError, match="no strategy 'lucky'"):
        odds().count("lucky")
