"""Six games of different shape in rules alone: a dealer's up card, a board of five, a draw, a shoe, a surrender, and cards
set into two hands. Counted, simulated, trained and protected like the games of houseway."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any, ClassVar

import pytest
from tests.sizes import sized
from tests.wider.games import FiveCardStud, FrontAndBack, Holdem, JokerCut, RedDog, UpCard
from tests.wider.games.five_card_stud import ACE_KING, PAYS, pay_row
from tests.wider.games.holdem import HANDS

from houseway.cards import DECK, Card, parse_cards
from houseway.lab import protect
from houseway.odds import solve
from houseway.rankings import FiveCard
from houseway.rules.game import Game
from houseway.rules.procedure import DEALER, Deal, Face
from houseway.simulation import simulate
from houseway.train.registry import dealer_kinds, make, player_kinds

TEN = parse_cards("Ac Ad Ah Kc Kd Kh Qc Qd Qh Js")  # three suits alike, and one card of the fourth
TWELVE = tuple(card for card in DECK if card.rank >= 9 and card.suit < 2)


class ShortStud(FiveCardStud):
    id: ClassVar[str] = "short-stud"

    @property
    def deck(self) -> tuple[Card, ...]:
        return TWELVE

    @property
    def seats(self) -> int:
        return 1


class ShortHoldem(Holdem):
    id: ClassVar[str] = "short-holdem"

    @property
    def deck(self) -> tuple[Card, ...]:
        return TEN

    @property
    def seats(self) -> int:
        return 1


SHAPES: dict[str, Game[Any]] = {
    "up card": ShortStud.make(),
    "board": ShortHoldem.make(),
    "draw": JokerCut.make(),
    "shoe": RedDog.make("shoe"),
    "surrender": UpCard.make(),
    "two hands": FrontAndBack.make(),
}
shapes = pytest.mark.parametrize("game", SHAPES.values(), ids=SHAPES)


# --- the value of the best play, by nothing but the words of the rules ---


def hands(left: Counter[int], size: int) -> Iterator[tuple[tuple[int, ...], int, Counter[int]]]:
    """Every set of ranks that can be dealt, highest first, with the number of ways to deal it and what is left."""
    for ranks in combinations_with_replacement(sorted(left, reverse=True), size):
        dealt = Counter(ranks)
        ways = prod(comb(left[rank], count) for rank, count in dealt.items())
        if ways:
            yield ranks, ways, left - dealt


def ranks_of(game: Game[Any]) -> Counter[int]:
    return Counter(card.rank or 15 for card in game.deck)


def sign(one: int, other: int) -> int:
    return (one > other) - (one < other)


def up_card(game: Game[Any]) -> Fraction:
    """A raise, early or late, is of a stake that wins or loses with the ante; a surrender loses half of it."""
    total = deals = 0
    for own, ways, left in hands(ranks_of(game), 2):
        for (up,), more, rest in hands(left, 1):
            stands = sum(count * sign(sum(own), up + down) for down, count in rest.items())
            halves = [2 * stands, 6 * stands] + [-rest.total()] * (up != 14)
            total += ways * more * max(halves)
            deals += ways * more * rest.total()
    return Fraction(total, 2 * deals)


def joker_cut(game: Game[Any]) -> Fraction:
    """A card that is changed is as good as the dealer's; a joker stays."""
    total = deals = 0
    for (_,), ways, left in hands(ranks_of(game), 1):
        for (own,), more, rest in hands(left, 1):
            stands = sum(count * sign(own, other) for other, count in rest.items())
            total += ways * more * (stands if own == 15 else max(stands, 0))
            deals += ways * more * rest.total()
    return Fraction(total, deals)


def red_dog(game: Game[Any]) -> Fraction:
    """Whoever may raise bets double where more than half of the cards win, at 5, 4, 2 and 1 to 1 by the spread."""
    total = deals = 0
    for (high, low), ways, left in hands(ranks_of(game), 2):
        inside, cards = sum(left[rank] for rank in range(low + 1, high)), left.total()
        pays = {1: 5, 2: 4, 3: 2}.get(high - low - 1, 1)
        stands = 11 * left[low] if high == low else inside * pays - (cards - inside) if high - low > 1 else 0
        total += ways * (max(stands, 2 * stands) if high - low > 1 else stands)
        deals += ways * cards
    return Fraction(total, deals)


def front_and_back(game: Game[Any]) -> Fraction:
    """95% of the bet for two wins, nothing for one, equal hands lose; the dealer's pair goes behind, else the highest in front."""

    def front_of(ranks: Sequence[int], place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        one, two = (rank for number, rank in enumerate(ranks) if number != place)
        return (ranks[place],), (int(one == two), one, two)

    total = deals = 0
    for own, ways, left in hands(ranks_of(game), 3):
        values = [0, 0, 0]
        for ranks, more, _ in hands(left, 3):
            theirs = front_of(ranks, 2 if ranks[0] == ranks[1] else 0)
            for place in range(3):
                wins = sum(mine > other for mine, other in zip(front_of(own, place), theirs, strict=True))
                values[place] += more * (-20, 0, 19)[wins]
            deals += ways * more
        total += ways * max(values)
    return Fraction(total, 20 * deals)


def five_card_stud(game: Game[Any]) -> Fraction:
    ranks = {frozenset(cards): FiveCard().rank(cards) for cards in combinations(game.deck, 5)}

    def raised(mine: int, theirs: int) -> int:
        won, lost = 1 + 2 * PAYS[pay_row(mine)], -3
        return 1 if theirs < ACE_KING else won if mine > theirs else lost if mine < theirs else 0

    total = deals = 0
    for cards in combinations(game.deck, 5):
        mine, left = ranks[frozenset(cards)], [card for card in game.deck if card not in cards]
        for up in left:
            rest = [card for card in left if card != up]
            nets = [raised(mine, ranks[frozenset((up, *four))]) for four in combinations(rest, 4)]
            total += max(sum(nets), -len(nets))
            deals += len(nets)
    return Fraction(total, deals)


def holdem(game: Game[Any]) -> Fraction:
    """In half units, as the blind pays 3 to 2 for a flush."""
    rules = Holdem.make()

    @cache
    def seven(cards: frozenset[Card]) -> int:
        return HANDS.rank(sorted(cards))

    def net(bet: int, mine: int, theirs: int) -> int:
        stands = sign(mine, theirs)
        ante = stands if rules.dealer_fact(theirs) else 0
        return 2 * (bet * stands + ante) + (int(2 * rules.blind(mine)) if stands > 0 else 2 * stands)

    def worth(hole: tuple[Card, ...], board: tuple[Card, ...]) -> list[int]:
        left = [card for card in game.deck if card not in hole + board]
        mine, others = seven(frozenset(hole + board)), [seven(frozenset(two + board)) for two in combinations(left, 2)]
        return [-4 * len(others), *(sum(net(bet, mine, theirs) for theirs in others) for bet in (1, 2, 3, 4))]

    total = 0
    for hole in combinations(game.deck, 2):
        left = [card for card in game.deck if card not in hole]
        raised, checked = [0, 0], 0
        for flop in combinations(left, 3):
            ends = [worth(hole, flop + last) for last in combinations([c for c in left if c not in flop], 2)]
            folded, once, twice, three, four = zip(*ends, strict=True)
            raised = [raised[0] + sum(three), raised[1] + sum(four)]
            checked += max(sum(map(max, folded, once)), sum(twice))
        total += max(*raised, checked)
    cards = len(game.deck)
    return Fraction(total, 2 * comb(cards, 2) * comb(cards - 2, 3) * comb(cards - 5, 2) * comb(cards - 7, 2))


VALUES: dict[str, Callable[[Game[Any]], Fraction]] = {
    "up card": five_card_stud,
    "board": holdem,
    "draw": joker_cut,
    "shoe": red_dog,
    "surrender": up_card,
    "two hands": front_and_back,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_value_is_that_of_every_deal(shape: str) -> None:
    solution = solve(SHAPES[shape])
    assert not solution.estimated
    assert solution.main.expected_value == VALUES[shape](SHAPES[shape])


@pytest.mark.parametrize(
    ("game", "edge", "risk"),
    [
        (RedDog.make(), 3.155, None),
        (RedDog.make("shoe"), 2.751, None),
        *sized(quick=(), test=(), thorough=((FiveCardStud.make(), 5.2243, 2.5553), (Holdem.make(), 2.185, 0.5262))),
    ],
    ids=lambda item: getattr(item, "edition", None),
)
def test_published_house_edges(game: Game[Any], edge: float, risk: float | None) -> None:
    """Red Dog from one deck and from eight, Caribbean Stud Poker, and Ultimate Texas Hold'em, in percent."""
    main = solve(game).main
    digits = len(str(edge).partition(".")[2])
    assert round(100 * float(main.house_edge), digits) == edge
    assert risk is None or round(100 * float(main.element_of_risk), 4) == risk


# --- what follows from it ---


@shapes
def test_simulation_agrees(game: Game[Any]) -> None:
    found = simulate(
        game, sized(quick=20_000, test=100_000, thorough=1_000_000), seed="shapes", seats=min(2, game.seats)
    )
    assert found.main.estimate.exact == solve(game).main.expected_value
    assert abs(found.main.estimate.z or 0) < 5


@shapes
def test_exercises_mark_their_own_key_as_right(game: Game[Any]) -> None:
    for kind in (*dealer_kinds(game), *player_kinds(game)):
        exercise = make(game, kind, "shapes")
        for _ in range(200):
            if exercise.over:
                break
            assert exercise.answer(exercise.key_answer()).right
        assert exercise.over


@shapes
def test_protection_prices_dealer_errors_and_cards_in_sight(game: Game[Any]) -> None:
    found = protect(game, precision=0.5, seconds=1)
    assert found.dealer_errors.errors
    hidden = any(isinstance(step, Deal) and step.face is Face.DOWN and step.to == DEALER for step in game.procedure)
    assert hidden == bool(found.findings or found.left_out)
    assert all(finding.estimate.gain >= 0 for finding in found.findings if finding.estimate.exact)
