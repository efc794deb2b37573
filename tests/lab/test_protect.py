"""What exposed cards are worth and what dealer errors cost: against brute force through the game's own settlement, and by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import combinations, permutations, product
from math import comb, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.calling import houseway
from tests.sizes import sized

import houseway as package
from houseway.cards import DECK, Card
from houseway.document.blocks import Paragraph, Table
from houseway.document.charts import LONGEST
from houseway.errors import CardError, CountTooLarge, OptionError
from houseway.games.high_card_flush.rules import HighCardFlush
from houseway.games.mini_tex.rules import HANDS, MiniTex
from houseway.games.three_card_draw_poker.rules import ThreeCardDrawPoker
from houseway.games.three_card_roo.rules import ThreeCardRoo
from houseway.lab.protecting.advice import error_advice
from houseway.lab.protecting.changed import piles, seen
from houseway.lab.protecting.dealer_errors import DealerError, Mistake
from houseway.lab.protecting.estimates import Estimate, mean_of, student
from houseway.lab.protecting.knowing import Knowing
from houseway.lab.protecting.misread import misread_seconds
from houseway.lab.protecting.protection import (
    FEWEST,
    PRECISION,
    SAMPLE_SECONDS,
    DealerErrors,
    Finding,
    Protection,
    dealer_errors,
    estimated_gain,
    protect,
)
from houseway.lab.protecting.setting import Setting, value_of
from houseway.lab.protecting.studies import Family, Studies, Study
from houseway.odds.cache import solved
from houseway.odds.game_odds import Known
from houseway.odds.walk import settle_each
from houseway.rules.game import Decision, Game, HouseCards, Offer, Spot

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example-game" / "src"
ROYAL = "Royal Straight Flush (AK suited)"
GAMES = ("two-card-roo", "three-card-roo", "high-card-draw", "three-card-draw-poker", "mini-tex", "high-card-flush")


class FewRanksRoo(ThreeCardRoo):
    """Few enough cards to deal every round of."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank in (3, 5, 7, 9, 14))


class CourtTex(MiniTex):
    """Queens, kings and aces alone: few enough deals to try every one."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= 12)


class CourtPoker(ThreeCardDrawPoker):
    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= 12)


class ShortFlush(HighCardFlush):
    """Nines and up: with two hands known, 10 cards are left for the dealer's seven."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= 9)


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """The documentation's example, as a package of its own."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    made: Game[Any] = import_module("high_low_duel").HighLowDuel.make()
    return made


@cache
def two_card_roo() -> Game[Any]:
    return package.game("two-card-roo")


def finding(found: Protection, key: str) -> Any:
    return next(item for item in found.findings if item.key == key)


def usual(setting: Setting, own: tuple[Card, ...]) -> Decision | None:
    """What is best by one's own cards alone; None where nothing is decided with them."""
    try:
        return setting.odds.best(Known("", own))
    except CardError:
        return None


def study(game: Game[Any], key: str, seed: int = 1) -> tuple[Setting, Study]:
    setting = Setting(game, seed)
    return setting, next(item for item in Studies(setting) if item.key == key)


# --- brute force, up to ranks ---


def dealt_ranks(deck: Sequence[Card], count: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every sequence of ranks, as cards that show it, and the number of ways to deal it."""
    by_rank: dict[int, list[Card]] = {}
    for card in deck:
        by_rank.setdefault(card.rank, []).append(card)
    for ranks in product(by_rank, repeat=count):
        cards, ways = [], 1
        for place, rank in enumerate(ranks):
            used = ranks[:place].count(rank)
            if used == len(by_rank[rank]):
                ways = 0
                break
            ways *= len(by_rank[rank]) - used
            cards.append(by_rank[rank][used])
        if ways:
            yield tuple(cards), ways


Nets = Callable[[tuple[Card, ...]], Sequence[int | Fraction]]  # what each decision brings in a deal
Settled = list[tuple[tuple[Card, ...], int, Sequence[int | Fraction]]]


def all_settled(deck: Sequence[Card], count: int, nets: Nets) -> Settled:
    return [(cards, ways, nets(cards)) for cards, ways in dealt_ranks(deck, count)]


def best_knowing(deals: Settled, known: Callable[[tuple[Card, ...]], tuple[Any, ...]]) -> Fraction:
    """The value of deciding best when `known` is all that is known."""
    sums: dict[tuple[Any, ...], list[int | Fraction]] = {}
    for cards, ways, nets in deals:
        here = sums.setdefault(known(cards), [0] * len(nets))
        for decision, won in enumerate(nets):
            here[decision] += ways * won
    return sum((Fraction(max(values)) for values in sums.values()), Fraction()) / sum(ways for _, ways, _ in deals)


def roo_nets(cards: tuple[Card, ...]) -> list[int | Fraction]:
    """2 Card Roo: the player's card, the house's, the player's second, the house's second; placed low or high."""
    own, first, second, last = cards
    found: list[int | Fraction] = []
    for position in ("low", "high"):
        decisions = (("place", Decision(position, key="position")),)
        spot = Spot(1, {"roo": 100}, (own,), (second,), decisions=decisions)
        (pay,) = settle_each(two_card_roo(), ("roo",), spot, HouseCards((first, last)))
        found.append(pay.odds)
    return found


def test_two_card_roo_equals_brute_force() -> None:
    found = protect(two_card_roo(), only=["dealer", "draw"])
    sights = {"dealer-1-card": (0, 1), "dealer-2-card": (0, 3), "draw": (0, 2)}
    assert {item.key for item in found.findings} == set(sights)
    deals = all_settled(DECK, 4, roo_nets)
    for key, places in sights.items():
        expected = best_knowing(deals, lambda cards, at=places: tuple(cards[i].rank for i in at))  # type: ignore[misc]
        assert finding(found, key).edge == expected
        assert finding(found, key).estimate.exact
    assert best_knowing(deals, lambda cards: (cards[0].rank,)) == found.plain


def three_roo_nets(game: Game[Any]) -> Nets:
    """3 Card Roo: the player's two cards, the house's two, the player's third, the house's third."""

    def nets(cards: tuple[Card, ...]) -> list[int | Fraction]:
        own, theirs, third, last = cards[:2], cards[2:4], cards[4], cards[5]
        house = HouseCards(theirs if theirs[0].rank == theirs[1].rank else (*theirs, last))
        stakes, wagers = {"play": 100}, ("play", "seven-roo-bonus")
        if own[0].rank == own[1].rank:
            return [net(game, wagers, Spot(1, stakes, own), house)] * 3
        found: list[int | Fraction] = []
        for position in ("low", "middle", "high"):
            decisions = (("place", Decision(position, key="open")),)
            found.append(net(game, wagers, Spot(1, stakes, own, (third,), decisions=decisions), house))
        return found

    return nets


def net(game: Game[Any], wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> int | Fraction:
    return sum(pay.odds for pay in settle_each(game, wagers, spot, house))


def check_three_card_roo(game: Game[Any]) -> None:
    def known(cards: tuple[Card, ...], *places: int) -> tuple[Any, ...]:
        own = tuple(sorted(card.rank for card in cards[:2]))
        return own, tuple(sorted(cards[place].rank for place in places))

    found = protect(game, only=["dealer", "draw"])
    deals = all_settled(game.deck, 6, three_roo_nets(game))
    assert found.plain == best_knowing(deals, known)
    for key, places in {"dealer-card": (2,), "dealer-hand": (2, 3), "draw": (4,)}.items():
        expected = best_knowing(deals, lambda cards, at=places: known(cards, *at))  # type: ignore[misc]
        assert finding(found, key).edge == expected


def test_three_card_roo_of_few_ranks_equals_brute_force() -> None:
    check_three_card_roo(FewRanksRoo.make())


@pytest.mark.thorough
def test_three_card_roo_equals_brute_force() -> None:
    check_three_card_roo(package.game("three-card-roo"))


def test_other_hands_equal_brute_force() -> None:
    """One other hand of 2 Card Roo: its card is a fifth one that the player knows."""
    deals = all_settled([card for card in DECK if card.rank in (3, 6, 9, 14)], 5, lambda cards: roo_nets(cards[:4]))
    expected = best_knowing(deals, lambda cards: (cards[0].rank, cards[4].rank))

    class FewRanks(type(two_card_roo())):  # type: ignore[misc]
        @property
        def deck(self) -> tuple[Card, ...]:
            return tuple(card for card in DECK if card.rank in (3, 6, 9, 14))

    found = protect(FewRanks.make(), only="others-1")
    assert found.findings[0].edge == expected


def test_a_card_seen_in_the_example_game(duel: Game[Any]) -> None:
    """Higher cards win two units and lower ones are folded for one; 24 of 51 cards are higher, and as many lower."""
    found = protect(duel, only="dealer")
    assert [item.key for item in found.findings] == ["dealer-card"]
    assert found.findings[0].edge == Fraction(24, 51)
    assert found.findings[0].estimate.gain == Fraction(24, 51) - found.plain


# --- suit by suit ---


def brute_values(
    game: Game[Any], own: tuple[Card, ...], hands: Sequence[tuple[tuple[Card, ...], Fraction]]
) -> list[Fraction]:
    """What folding, the smallest and the largest raise bring against weighted dealer's hands."""
    most = max(offer.most for offer in game.offers("raise", Spot(1, {"ante": 1}, own)))
    won = {1: Fraction(), int(most): Fraction()}
    total = sum(weight for _, weight in hands)
    for hand, weight in hands:
        spot = Spot(1, {"ante": 1, "raise": 1}, own)
        ante, raised = (Fraction(pay.odds) for pay in settle_each(game, ("ante", "raise"), spot, HouseCards(hand)))
        for size in won:
            won[size] += weight * (ante + size * raised)
    return [Fraction(-1), *(value / total for value in won.values())]


@pytest.mark.parametrize("known", ["none", "shown", "hand", "shared", "counted", "marked"])
def test_suit_by_suit_equals_brute_force(known: str) -> None:
    game = ShortFlush.make()
    setting = Setting(game, 3)
    deals = setting.deals(sized(quick=1, test=2, thorough=20))
    counted: dict[str, dict[str, Any]] = {
        "none": {},
        "shown": {"dealer": 1},
        "hand": {"dealer": 7},
        "shared": {"others": 7},
        "counted": {"others": 7, "suits_alone": True},
        "marked": {"dealer": 7, "ranks_alone": True},
    }
    gains = Knowing(setting, one_hand=True, **counted[known]).gains(deals)
    for deal, gained in zip(deals.tolist(), gains.tolist(), strict=True):
        own, theirs, others = (setting.cards(deal[start : start + 7]) for start in (0, 7, 14))
        unseen = [card for card in game.deck if card not in own]
        values = brute_values(game, own, consistent(known, unseen, theirs, others))
        assert gained == pytest.approx(float(max(values) - values[usual_raise(own)]), abs=1e-12)


@cache
def usual_raise(own: tuple[Card, ...]) -> int:
    """What is best against every hand that the dealer may have."""
    game = ShortFlush.make()
    unseen = [card for card in game.deck if card not in own]
    values = brute_values(game, own, [(hand, Fraction(1)) for hand in combinations(unseen, 7)])
    return values.index(max(values))


def consistent(
    known: str, unseen: Sequence[Card], theirs: Sequence[Card], others: Sequence[Card]
) -> list[tuple[tuple[Card, ...], Fraction]]:
    """The dealer's hands that are possible, each with as many ways as the others' cards can lie."""
    if known == "shown":
        rest = [card for card in unseen if card != theirs[0]]
        return [((theirs[0], *hand), Fraction(1)) for hand in combinations(rest, 6)]
    if known == "hand":
        return [(tuple(theirs), Fraction(1))]
    if known == "shared":
        return [(hand, Fraction(1)) for hand in combinations([card for card in unseen if card not in others], 7)]
    hands = combinations(unseen, 7)
    if known == "marked":
        ranks = sorted(card.rank for card in theirs)
        return [(hand, Fraction(1)) for hand in hands if sorted(card.rank for card in hand) == ranks]
    if known == "none":
        return [(hand, Fraction(1)) for hand in hands]
    return [(hand, Fraction(ways_to_hold(unseen, hand, others))) for hand in hands]


def ways_to_hold(unseen: Sequence[Card], hand: Sequence[Card], others: Sequence[Card]) -> int:
    """How many hands of the others' suits the cards beside the dealer's can make."""
    found = 1
    for suit in range(4):
        left = sum(card.suit == suit for card in unseen) - sum(card.suit == suit for card in hand)
        found *= comb(left, sum(card.suit == suit for card in others))
    return found


# --- other ways to count one deal ---


def every_deal(setting: Setting, known: int, *, last: bool) -> Any:
    """Every hand of the player's with every set of known cards: the dealer's first, or the last of the deck."""
    places = range(len(setting.deck))
    rows = []
    for own in combinations(places, setting.own):
        for cards in combinations([place for place in places if place not in own], known):
            rest = [place for place in places if place not in own and place not in cards]
            rows.append([*own, *rest, *cards] if last else [*own, *cards, *rest])
    return np.array(rows)


@pytest.mark.parametrize(
    ("kind", "key", "known"),
    [
        (CourtTex, "dealer-card", 1),
        (CourtTex, "dealer-hand", 2),
        pytest.param(CourtPoker, "dealer-card", 1, marks=pytest.mark.thorough),
        (CourtPoker, "draw", 1),
        pytest.param(CourtPoker, "dealer-hand", 4, marks=pytest.mark.thorough),
    ],
)
def test_all_sampled_deals_together_are_the_exact_count(kind: type[Game[Any]], key: str, known: int) -> None:
    setting, found = study(kind.make(), key)
    assert found.exact is not None
    assert found.gains is not None
    deals = every_deal(setting, known, last=not key.startswith("dealer"))
    step = sized(quick=len(deals), test=1, thorough=1)
    gains = found.gains(deals[::step])
    assert (gains >= -1e-12).all()
    if step == 1:
        assert gains.mean() == pytest.approx(float(found.exact()), abs=1e-12)


def test_a_dealers_card_known_is_worth_what_it_is_face_up() -> None:
    """Counted once for each card that may be known, and in one tree of the game that deals it in sight."""
    setting, known = study(CourtTex.make(), "dealer-card")
    assert known.exact is not None
    assert known.exact() == value_of(seen(setting.bare, piles(setting.bare)[0])) - setting.plain


def test_samples_grow_until_they_are_precise() -> None:
    """A gain of 1 in one deal of 52: half of the 95% interval falls with the root of the sample."""
    setting = Setting(two_card_roo(), 1)
    rare = Study("rare", (Family.DEALER,), "Rare", gains=lambda deals: 1.0 * (deals[:, 0] == 0), each=1e-6)
    estimate = estimated_gain(setting, rare, None)
    assert estimate is not None
    assert estimate.half <= PRECISION
    assert not estimate.needed
    assert float(estimate.gain) == pytest.approx(1 / 52, abs=0.002)
    short = estimated_gain(setting, rare, 0.001)
    assert short is not None
    assert short.deals == 1000
    assert short.needed == pytest.approx(1.1 * 1000 * (short.half / PRECISION) ** 2, rel=0.001)


def test_wide_intervals_say_how_many_seconds_are_enough() -> None:
    wide = Finding(
        "k", Family.DEALER, "One card", Estimate(Fraction(1, 3), 0.02, 100, 43_210, 4321.5), Fraction(1, 4), ""
    )
    found = Protection(two_card_roo(), Fraction(-1, 30), (wide,), DealerErrors(two_card_roo(), (), 100), (), 1)
    blocks = list(found.blocks())
    texts = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert any("raise --seconds to 4400 to" in text for text in texts)
    (table,) = [block for block in blocks if isinstance(block, Table)]
    assert table.columns[-1].title == "95% interval"
    assert table.rows[0][-1] == "±2.00%"


# --- what holds for every study ---


def test_no_knowledge_is_worth_nothing() -> None:
    for game in ("two-card-roo", "three-card-roo"):
        setting = Setting(package.game(game), 1)
        assert value_of(setting.bare) == setting.plain
    flush = Setting(package.game("high-card-flush"), 1)
    assert not Knowing(flush, one_hand=True).gains(flush.deals(50)).any()


def test_sampled_gains_are_the_exact_ones(duel: Game[Any]) -> None:
    """A hundred samples of the example game: the exact gain lies in at least 95 of the intervals."""
    setting, found = study(duel, "dealer-card")
    assert found.exact is not None
    assert found.gains is not None
    exact = float(found.exact())
    ranks = np.array([card.rank for card in setting.deck])
    table: dict[tuple[int, int], float] = {}
    inside = 0
    for seed in range(100):
        deals = Setting(duel, seed).deals(150)
        keys = list(zip(ranks[deals[:, 0]].tolist(), ranks[deals[:, 1]].tolist(), strict=True))
        for key, deal in zip(keys, deals, strict=True):
            if key not in table:
                table[key] = float(found.gains(deal[None, :])[0])
        low, high = mean_of(np.array([table[key] for key in keys])).interval
        inside += low <= exact <= high
    assert inside >= 95


@pytest.mark.thorough
def test_intervals_of_whole_studies_hold_the_exact_value(duel: Game[Any]) -> None:
    exact = float(protect(duel, only="dealer").findings[0].estimate.gain)
    inside = 0
    for seed in range(100):
        setting, known = study(duel, "dealer-card", seed)
        estimate = estimated_gain(setting, replace(known, exact=None), 0.8)
        assert estimate is not None
        assert not estimate.exact
        low, high = estimate.interval
        inside += low <= exact <= high
    assert inside >= 90


def test_a_study_that_does_not_fit_into_memory_is_sampled(duel: Game[Any]) -> None:
    def too_large() -> Fraction:
        raise CountTooLarge("This takes too much memory.")

    setting, found = study(duel, "dealer-card")
    estimate = estimated_gain(setting, replace(found, exact=too_large), None, 1.0)
    assert estimate is not None
    assert not estimate.exact
    assert estimate.deals >= FEWEST
    assert estimated_gain(setting, replace(found, exact=too_large, gains=None), None) is None


def test_hands_misread_that_are_left_out_name_their_time_and_the_time_allowed(duel: Game[Any]) -> None:
    (left_out,) = dealer_errors(duel, seconds=1e-9).left_out
    assert re.search(r"each count takes about .*, and about .* may be taken", left_out)
    assert not dealer_errors(duel).left_out
    assert misread_seconds(Setting(package.game("mini-tex"), 1)) < SAMPLE_SECONDS  # they are counted unasked


@pytest.mark.parametrize("game", GAMES)
def test_titles_of_studies_fit_a_figure(game: str) -> None:
    assert all(len(study.title) <= LONGEST for study in Studies(Setting(package.game(game), 1)))


def test_only_a_game_with_a_qualifier_is_advised_to_announce_it(duel: Game[Any]) -> None:
    words = "whether the house qualifies, before any bet"
    assert words not in error_advice(duel, Mistake.BRANCH)
    assert words in error_advice(package.game("mini-tex"), Mistake.BRANCH)


@pytest.mark.parametrize("game", sized(quick=GAMES[:1], test=(*GAMES[:2], GAMES[-1]), thorough=GAMES))
def test_every_game_is_studied(game: str) -> None:
    found = protect(package.game(game), precision=0.5, seconds=sized(quick=0.05, test=1.0, thorough=12.0))
    assert found.findings or found.left_out
    assert all(item.estimate.gain >= 0 for item in found.findings), "knowledge cannot hurt"
    assert all(item.edge == found.plain + item.estimate.gain for item in found.findings)
    ranked = [item.estimate.gain for item in found.findings]
    assert ranked == sorted(ranked, reverse=True)
    assert found.blocks()
    assert json.loads(json.dumps(found.to_json()))["findings"]


def test_more_knowledge_is_never_worth_less() -> None:
    flush = package.game("high-card-flush")
    found = protect(flush, precision=0.02, seconds=0.2, only=["others", "suits", "dealer"])
    for hands in range(1, 6):
        shared, counted = (finding(found, f"{kind}-{hands}").estimate for kind in ("others", "suits"))
        assert counted.gain <= shared.gain + Fraction(shared.half + counted.half)
    assert finding(found, "dealer-hand").edge > finding(found, "dealer-card").edge


def test_the_published_case_agrees() -> None:
    found = protect(package.game("high-card-flush"), seconds=0.4, only=["others-5", "suits-5"])
    assert "they agree" in finding(found, "others-5").published
    assert "do not contradict" in finding(found, "suits-5").published
    other_rules = package.game("high-card-flush", qualifier="10")
    assert not protect(other_rules, precision=0.5, seconds=0.01, only="others-5").findings[0].published


def test_the_same_seed_gives_the_same_result() -> None:
    flush = package.game("high-card-flush")
    once, again, other = (protect(flush, seconds=0.005, only="others-5", seed=seed) for seed in (5, 5, 6))
    assert once.to_json() == again.to_json()
    assert once.to_json() != other.to_json()


def test_students_quantiles() -> None:
    assert student(10) == pytest.approx(2.228, abs=0.002)
    assert student(100) == pytest.approx(1.984, abs=0.001)
    low, high = Estimate(Fraction(1, 10), 0.2, 5).interval
    assert low == 0
    assert high == pytest.approx(0.3)


# --- dealer errors ---


def errors_of(game: Game[Any], seconds: float | None = 1e-9) -> dict[str, DealerError]:
    return {error.key: error for error in dealer_errors(game, seconds=seconds).errors}


End = tuple[str, dict[str, int], dict[str, int]]  # how a hand ended, its stakes, the odds of its bets


def check_settlements(game: Game[Any], ends: Iterable[tuple[End, int]]) -> None:
    """The main wager's errors are these: every hand settled as every other that has all of its bets."""
    hands: dict[str, list[tuple[int, dict[str, int]]]] = {}
    odds: dict[str, dict[str, int]] = {}
    for (name, stakes, paid), ways in ends:
        hands.setdefault(name, []).append((ways, stakes))
        assert odds.setdefault(name, paid) == paid
    total = sum(ways for group in hands.values() for ways, _ in group)
    expected = {}
    for name, group in hands.items():
        deals = sum(ways for ways, _ in group)
        for other, wrong in odds.items():
            if odds[name].keys() <= wrong.keys() and any(wrong[bet] != paid for bet, paid in odds[name].items()):
                costs = [
                    (ways, sum(stakes[bet] * (wrong[bet] - paid) for bet, paid in odds[name].items()))
                    for ways, stakes in group
                ]
                least, most = min(cost for _, cost in costs), max(cost for _, cost in costs)
                mean = Fraction(sum(ways * cost for ways, cost in costs), deals)
                span = (least, most) if least < most else None
                expected[name, other] = (Fraction(deals, total), mean, span)
    errors = [error for error in errors_of(game).values() if error.wager == game.wagers.main]
    counted = {
        (error.hand, name): (error.chance, error.cost, error.span) for error in errors for name in error.settled_as
    }
    assert counted == expected


# What decides a hand that stays in, by whether it wins.
NAMES = {1: "The player's hand is higher", 0: "The hands are equal", -1: "The dealer's hand is higher"}


def test_example_game_settled_by_the_wrong_branch(duel: Game[Any]) -> None:
    """One card each: every deal, with the ante of 1 folded or raised by 1 as is better."""

    def ends() -> Iterator[tuple[End, int]]:
        for own in range(2, 15):
            others = [(rank, 4 - (rank == own)) for rank in range(2, 15)]
            lead = sum(ways * ((own > rank) - (own < rank)) for rank, ways in others)
            if 2 * lead < -51:
                yield ("The player folded", {"ante": 1}, {"ante": -1}), 4 * 51
                continue
            for rank, ways in others:
                name = NAMES[(own > rank) - (own < rank)]
                won = (own > rank) - (own < rank)
                yield (name, {"ante": 1, "raise": 1}, {"ante": won, "raise": won}), 4 * ways

    check_settlements(duel, ends())


def test_mini_tex_of_few_ranks_settled_by_the_wrong_branch() -> None:
    """Bets of 1, 1, 1 and 2. With queens, kings and aces alone the dealer always has a pair, so qualifies."""
    game, deck = CourtTex.make(), CourtTex.make().deck
    stakes = {"ante": 1, "flop": 1, "river": 1, "play": 2}

    def lost(bets: Sequence[str], name: str) -> tuple[int, list[tuple[End, int]]]:
        return -21 * len(bets), [((name, stakes, dict.fromkeys(bets, -1)), 21)]

    def better(*ways: tuple[int, list[tuple[End, int]]]) -> tuple[int, list[tuple[End, int]]]:
        return max(ways, key=lambda way: way[0])

    def joined(*ways: tuple[int, list[tuple[End, int]]]) -> tuple[int, list[tuple[End, int]]]:
        return sum(value for value, _ in ways), [end for _, ends in ways for end in ends]

    def shown(own: Sequence[Card], board: Sequence[Card]) -> tuple[int, list[tuple[End, int]]]:
        ours, counts = HANDS.rank(own, board), {1: 0, 0: 0, -1: 0}
        for theirs in combinations([card for card in deck if card not in (*own, *board)], 2):
            rank = HANDS.rank(theirs, board)
            assert game.qualifies(rank)
            counts[(ours > rank) - (ours < rank)] += 1
        ends = [((NAMES[won], stakes, dict.fromkeys(stakes, won)), ways) for won, ways in counts.items() if ways]
        return 5 * (counts[1] - counts[-1]), ends

    ends: list[tuple[End, int]] = []
    for own in combinations(deck, 2):
        left = [card for card in deck if card not in own]
        boards = {frozenset(board): shown(own, board) for board in combinations(left, 3)}
        after = []
        for flop in combinations(left, 2):
            rivers = [boards[frozenset((*flop, river))] for river in left if river not in flop]
            fold = lost(("ante", "flop", "river"), "The player folded (Ante, Flop bet and River bet)")
            played = joined(*(better(river, fold) for river in rivers))
            fold = lost(("ante", "flop"), "The player folded (Ante and Flop bet)")
            after.append(better(played, joined(*[fold] * 8)))
        ends += better(joined(*after), joined(*[lost(("ante",), "The player folded (Ante)")] * 360))[1]
    check_settlements(game, ends)
    (paid,) = [
        error for error in errors_of(game).values() if error.title.startswith("The hands are equal: all bets paid")
    ]
    assert paid.cost == 5


def test_high_card_flush_of_few_ranks_settled_by_the_wrong_branch() -> None:
    """Ante 1, raise 1 or 2: jacks and up, every deal. A push that is paid costs 2 or 3, a raise paid although the
    dealer does not qualify 1 or 2."""

    class CourtFlush(HighCardFlush):
        @property
        def deck(self) -> tuple[Card, ...]:
            return tuple(card for card in DECK if card.rank >= 11)

    game = CourtFlush.make(changes={"raises": (2, 3, 4)})
    deck = game.deck
    hands = {}
    for cards in combinations(deck, 7):
        suits = [sorted((card.rank for card in cards if card.suit == suit), reverse=True) for suit in range(4)]
        hands[frozenset(cards)] = max((len(suit), suit) for suit in suits)
    everything, ends = frozenset(deck), list[tuple[End, int]]()
    for own, ours in hands.items():
        counts: dict[int | None, int] = {1: 0, 0: 0, -1: 0, None: 0}
        for left in combinations(everything - own, 2):
            theirs = hands[everything - own - set(left)]
            counts[(ours > theirs) - (ours < theirs) if theirs[0] > 2 else None] += 1
        lead = counts[1] - counts[-1]
        size = 2 if lead > 0 else 1
        if lead * (1 + size) + counts[None] < -36:
            ends.append((("The player folded", {"ante": 1}, {"ante": -1}), 36))
            continue
        stakes = {"ante": 1, "raise": size}
        for won, name in NAMES.items():
            ends.append(((name, stakes, {"ante": won, "raise": won}), counts[won]))
        ends.append((("The dealer doesn't qualify", stakes, {"ante": 1, "raise": 0}), counts[None]))
    check_settlements(game, [end for end in ends if end[1]])
    spans: dict[str, Any] = {error.title: error.span for error in errors_of(game).values()}
    assert spans["The dealer doesn't qualify: Raise paid 1 to 1 instead of pushed"] == (1, 2)
    assert spans["The hands are equal: all bets paid 1 to 1 instead of pushed"] == (2, 3)


def test_mini_tex_settled_by_the_wrong_branch() -> None:
    """The bets are 1, 1, 1 and 2 units. A dealer who does not qualify pays the first three and pushes the last one."""
    game = package.game("mini-tex")
    main = solved(game).main
    nets = {"push": 0, "not qualified": 3, "wins": 5, "loses": -5}
    share = {name: Fraction(main.distribution[Fraction(net)], main.total) for name, net in nets.items()}
    errors = {error.title: error for error in errors_of(game).values()}
    for right, wrong in permutations(nets, 2):
        expected = Fraction(nets[wrong] - nets[right]), share[right]
        assert sum((error.cost, error.chance) == expected for error in errors.values()) == 1, (right, wrong)
    assert errors["The hands are equal: all bets paid 1 to 1 instead of pushed"].cost == 5
    assert errors["The dealer doesn't qualify: Play bet paid 1 to 1 instead of pushed"].cost == 2
    blocks = dealer_errors(game, seconds=1e-9).blocks()
    settlements, expensive = [block for block in blocks if isinstance(block, Table)]
    rows = {str(row[0]): [getattr(cell, "text", cell) for cell in row[1:]] for row in settlements.rows}
    assert [column.title for column in settlements.columns[2:]] == [
        "The dealer's hand is higher",
        "The player's hand is higher",
        "The dealer doesn't qualify",
        "The hands are equal",
    ]
    assert rows["The hands are equal"] == ["1 in 41.2", "−5", "+5", "+3", "–"]
    assert rows["The player folded (Ante)"] == ["1 in 73.7", "", "+2", "+2", "+1"]
    assert len(expensive.rows) == 12


def test_unlikely_errors_are_counted_but_not_listed() -> None:
    """Pocket Poker: a pair paid as a royal (30 to 1 instead of 3) is no dealer's error but in the data."""
    found = dealer_errors(package.game("mini-tex"), seconds=1e-9)
    royal = next(error for error in found.errors if error.title == "Pocket Poker, Pair: paid as " + ROYAL)
    assert (royal.cost, royal.chance, royal.likely) == (Fraction(27), Fraction(72, 1326), False)
    neighbour = next(error for error in found.errors if error.title.startswith("Pocket Poker, Pair of Aces: paid as R"))
    assert (neighbour.cost, neighbour.chance, neighbour.likely) == (Fraction(10), Fraction(6, 1326), True)
    for table in found.blocks():
        if isinstance(table, Table):
            assert royal.title not in {str(row[0]) for row in table.rows}
    assert royal.title in {item["title"] for item in found.to_json()["slips"] if not item["likely"]}


@pytest.mark.parametrize("game", ["two-card-roo", "three-card-roo", "mini-tex"])
def test_lost_bets_not_collected(game: str) -> None:
    """All the errors that leave a lost hand alone cost together what all lost hands lose."""
    rules = package.game(game)
    main = solved(rules).main
    rows = [row for row in main.rows if not row.bonus and row.net < 0]
    left = [error for error in errors_of(rules).values() if error.wager == main.wager and error.mistake == "standing"]
    assert sum(error.always for error in left) == -sum((row.net * row.count for row in rows), Fraction()) / main.total
    assert sum(error.chance for error in left) == Fraction(sum(row.count for row in rows), main.total)


def test_likely_errors_come_first_by_what_they_cost() -> None:
    found = [(not error.likely, -error.always) for error in dealer_errors(two_card_roo()).errors]
    assert found == sorted(found)


def test_a_row_paid_as_another() -> None:
    rules = package.game("high-card-flush")
    odds = solved(rules).wager("flush")
    found = {error.title: error for error in errors_of(rules).values()}
    five = next(row for row in odds.rows if row.label == "5 Card Flush")
    error = found["Flush, 5 Card Flush: paid as 6 Card Flush"]
    assert (error.cost, error.chance) == (Fraction(90), Fraction(five.count, odds.total))
    nothing = next(row for row in odds.rows if row.net == -1)
    error = found["Flush, a losing hand: paid as 4 Card Flush"]
    assert (error.always, error.likely) == (2 * Fraction(nothing.count, odds.total), False)
    assert found["Flush, a losing hand: left on the felt"].always == Fraction(nothing.count, odds.total)
    assert found["Flush, 5 Card Flush: paid as 4 Card Flush"].cost == -9
    prize = found["Progressive, 4 Card Straight Flush: paid as 3 Card Straight Flush"]
    assert prize.cost == Fraction(15 - 250, 5)


def test_a_misread_pair_of_the_house() -> None:
    """3 Card Roo: a dealt pair of the house's gets no third card. Counted again over every deal of few ranks."""
    game = FewRanksRoo.make()
    found = errors_of(game, None)
    nets, setting = three_roo_nets(game), Setting(game, 1)
    change, deals, pairs = Fraction(), 0, 0
    for cards, ways in dealt_ranks(game.deck, 6):
        deals += ways
        if cards[2].rank != cards[3].rank:
            continue
        pairs += ways
        decision = usual(setting, cards[:2])
        if decision is None:
            continue
        at = ("low", "middle", "high").index(decision.choice)
        spot = Spot(1, {"play": 100}, cards[:2], (cards[4],), decisions=(("place", decision),))
        wrong = net(game, ("play", "seven-roo-bonus"), spot, HouseCards(cards[2:4] + cards[5:]))
        change += ways * (wrong - nets(cards)[at])
    assert found["pat-more"].chance == Fraction(pairs, deals)
    assert found["pat-more"].always == change / deals


def test_a_bonus_paid_against_the_rules() -> None:
    """3 Card Roo: no 7 Roo Bonus is paid against a dealer's dealt pair. Each deal of few ranks, without a king."""
    game = FewRanksRoo.make()
    setting, deals, excluded = Setting(game, 1), 0, 0
    for cards, ways in dealt_ranks(game.deck, 6):
        deals += ways
        decision = usual(setting, cards[:2])
        if cards[2].rank != cards[3].rank or decision is None:
            continue
        low, high = sorted(card.low_rank for card in cards[:2])
        third = cards[4].low_rank
        row = {"low": (third, low, high), "middle": (low, third, high), "high": (low, high, third)}[decision.choice]
        excluded += ways * (row[0] < row[1] < row[2] and 7 in row)
    (error,) = [error for error in errors_of(game, None).values() if error.title.endswith("paid against the rules")]
    assert error.title == "The dealer was dealt a pair: 7 Roo Bonus paid against the rules"
    assert (error.wager, error.chance, error.cost) == ("seven-roo-bonus", Fraction(excluded, deals), Fraction(1))


def test_two_card_roo_settled_by_the_wrong_branch() -> None:
    """Every deal, settled by the manual: each case is a branch of its own, also where others are settled alike."""

    def ends() -> Iterator[tuple[End, int]]:
        for ranks in product(range(1, 14), repeat=4):  # own, dealer's, own second, dealer's second
            ways = prod(4 - ranks[:place].count(rank) for place, rank in enumerate(ranks))
            if ways > 0:
                name, won = two_roo_end(*ranks)
                yield (name, {"roo": 1}, {"roo": won}), ways

    check_settlements(package.game("two-card-roo"), ends())
    table = next(block for block in dealer_errors(two_card_roo()).blocks() if isinstance(block, Table))
    assert [column.title for column in table.columns[2:]] == ["Paid 1 to 1", "Collected", "Pushed"]


def two_roo_end(own: int, dealers: int, second: int, last: int) -> tuple[str, int]:
    """The printed odds' reading: 2 to 9 go low, as they are best for the player; the house's 2 to 8 do."""
    low, high = (own, second) if 2 <= own <= 9 else (second, own)
    if own == second and own > 1:
        return "The player has a pair other than aces", 0
    ours = (14 if high == 1 else high, low)
    if ours[0] <= ours[1]:
        return "The player has neither a Roo nor a pair", -1
    if dealers == last:
        return "The dealer has a pair, aces included", 0
    low, high = (dealers, last) if 2 <= dealers <= 8 else (last, dealers)
    theirs = (14 if high == 1 else high, low)
    if theirs[0] <= theirs[1]:
        return "The dealer has neither a pair nor a Roo", 1
    if ours == theirs:
        return "The Roos are equal", 1
    return ("The player's Roo is higher", 1) if ours > theirs else ("The dealer's Roo is higher", -1)


@pytest.mark.thorough
def test_a_hand_let_stand_pat() -> None:
    """High Card Draw: any hand may keep its cards, by a game whose rules say so."""

    class AnyHand(type(package.game("high-card-draw"))):  # type: ignore[misc]
        def offers(self, at: str, spot: Spot) -> Any:
            return [Offer(Decision(discard=cards)) for count in (0, 1, 2) for cards in combinations(spot.dealt, count)]

    found = errors_of(package.game("high-card-draw"), None)
    plain = solved(package.game("high-card-draw")).main.expected_value
    assert found["offer"].always == value_of(AnyHand.make()) - plain


@pytest.mark.thorough
def test_a_misread_qualifier() -> None:
    """High Card Flush: of a dealer's hand that is read to qualify, or not to, each deal is settled again."""
    rules = package.game("high-card-flush")
    found = errors_of(rules, None)
    setting = Setting(rules, 11)
    changes: dict[str, list[float]] = {"qualifier-yes": [], "qualifier-no": []}
    for deal in setting.deals(3000).tolist():
        own, house = setting.cards(deal[:7]), HouseCards(setting.cards(deal[7:14]))
        decision = usual(setting, own)
        assert decision is not None
        size = float(decision.multiple)
        ours, _ = rules.player_class(Spot(1, {}, own), house)
        theirs, qualifies = rules.dealer_class(house)
        compared = (ours > theirs) - (ours < theirs)
        nets = {True: compared * (1 + size), False: 1.0}  # by whether it qualifies
        for key, read in (("qualifier-yes", True), ("qualifier-no", False)):
            changes[key].append(nets[read] - nets[bool(qualifies)] if size else 0.0)
    for key, drawn in changes.items():
        spread = 5 * float(np.std(drawn)) / len(drawn) ** 0.5
        assert abs(float(found[key].always) - float(np.mean(drawn))) < spread


# --- for people ---


def test_the_command() -> None:
    done = houseway("lab", "protect", "two-card-roo", "--only", "draw")
    assert done.returncode == 0
    assert "The player's own next card" in done.stdout
    assert "+14.32%" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--only", "mirrors"), "There is no study 'mirrors' of this game"),
        (("--precision", "0"), "A precision is more than 0"),
        (("--precision", "wide"), "'wide' is no precision"),
        (("--seconds", "0"), "0 seconds are no time"),
        (("--seed", "-1"), "A seed is 0 or more"),
        (("-o", "/nowhere/at/all.html"), "/nowhere/at"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    done = houseway("lab", "protect", "two-card-roo", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert not done.stdout


def test_a_dealer_who_errs_more_than_always() -> None:
    with pytest.raises(OptionError):
        dealer_errors(two_card_roo(), every=0)
