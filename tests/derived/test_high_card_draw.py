"""High Card Draw with small decks: what is derived, against every deal played one by one, also under changed rules."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest
from tests.derived.test_roos import End, end_of, value
from tests.odds.reading import mean, only_these
from tests.odds.test_high_card_draw import random_changes
from tests.sizes import sized

from houseway.cards import DECK, Card, parse_cards
from houseway.games.high_card_draw import HighCardDraw
from houseway.games.high_card_draw.odds import AT, TENSUP_WINS, ranks_of
from houseway.games.high_card_draw.rules import EDITIONS
from houseway.odds import Odds, odds_of
from houseway.odds.game_odds import OPTIMAL, Decider, Known
from houseway.odds.walk import Piles, Walker
from houseway.rules.game import Decision, HouseCards, Offer, Pay, Spot
from houseway.rules.procedure import Settle, Step
from houseway.table import events as ev
from houseway.table.round import Round

Cards = tuple[Card, ...]
Ends = dict[Cards, dict[Cards, Counter[End]]]  # by the cards dealt and those thrown
SETS = sized(quick=len(EDITIONS), test=10, thorough=60)  # random options
# Hands of the same ranks are played once; in the thorough suite nothing is taken for granted.
BY_RANKS = sized(quick=True, test=True, thorough=False)


# --- every deal, one by one ---


def every_end(odds: Any, deck: Cards) -> Ends:
    """Every hand with every discard, through the procedure and `settle` alone."""
    walker = Walker(odds.game)
    found: Ends = {}
    played: dict[Any, Counter[End]] = {}
    for dealt in combinations(deck, 3):
        found[dealt] = {}
        for offer in odds.game.offers(AT, Spot(1, {}, dealt)):
            thrown = offer.decision.discard or ()
            alike = (ranks_of(dealt), ranks_of(thrown)) if BY_RANKS else (dealt, thrown)
            if alike not in played:
                played[alike] = ends_of(odds, walker, deck, dealt, offer.decision)
            found[dealt][thrown] = played[alike]
    return found


def ends_of(odds: Any, walker: Walker, deck: Cards, dealt: Cards, decision: Decision) -> Counter[End]:
    """Every two replacements in order, and every dealer's hand."""
    rest = [card for card in deck if card not in dealt]
    found: Counter[End] = Counter()
    for two in permutations(rest, 2):
        for dealer in combinations([card for card in rest if card not in two], 5):
            piles = Piles(dealt=dealt, drawn=two, dealer=dealer, community=two)
            found[end_of(odds, walker.play(piles, lambda at, spot: decision))] += 1
    return found


def check(odds: Any, deck: Cards, strategies: Iterable[str | Decider]) -> None:
    ends = every_end(odds, deck)
    for dealt, by_thrown in ends.items():
        at, advice = odds.advise(Known("", dealt))
        assert at == AT
        assert {item.decision.discard: item.value for item in advice} == {
            thrown: value(mine) for thrown, mine in by_thrown.items()
        }
        assert advice == sorted(advice, key=lambda item: (-item.value, len(item.decision.discard or ())))
    for strategy in strategies:
        check_strategy(odds, ends, strategy)


def check_strategy(odds: Any, ends: Ends, strategy: str | Decider) -> None:
    """Both wagers and all rows."""
    played: Counter[End] = Counter()
    for dealt, by_thrown in ends.items():
        played += by_thrown[thrown_by(odds, dealt, by_thrown, strategy)]
    rows: Counter[tuple[str, Fraction]] = Counter()
    nets: Counter[Fraction] = Counter()
    joint: dict[Any, list[Fraction | int]] = defaultdict(lambda: [0, 0])
    for end, deals in played.items():
        rows[end.label, end.net] += deals
        nets[end.net] += deals
        joint[end.sides][0] += deals
        joint[end.sides][1] += end.net * deals
    count = odds.count(strategy)
    assert count.total == played.total()
    assert count.distribution == nets
    assert count.average_bet == 1
    assert {(row.label, row.net): row.count for row in count.rows if row.count} == rows
    printed = list(odds.labels())
    indices = [printed.index(row.label) for row in count.rows]
    assert indices == sorted(indices)
    found = {
        tuple(
            (outcome.label, Fraction(outcome.odds))
            for side, row in zip(odds.sides, joint_count.rows, strict=True)
            for outcome in [odds.side_outcomes(side)[row]]
        ): [joint_count.weight, joint_count.main]
        for joint_count in odds.joint_counts(strategy)
    }
    assert found == joint


def thrown_by(odds: Any, dealt: Cards, ends: dict[Cards, Counter[End]], strategy: str | Decider) -> Cards:
    if strategy == OPTIMAL:
        best = max(value(mine) for mine in ends.values())
        # Fewer cards thrown first; of those that are still equal any may be taken, so here the one that is.
        fewest = min(len(thrown) for thrown, mine in ends.items() if value(mine) == best)
        taken = odds.advise(Known("", dealt))[1][0].decision.discard or ()
        assert (value(ends[taken]), len(taken)) == (best, fewest)
        return taken
    known = Known(AT, dealt)
    decision = odds.decision(strategy, known) if isinstance(strategy, str) else strategy(known)
    return next(thrown for thrown in ends if sorted(thrown) == sorted(decision.discard or ()))


def by_chance(game: HighCardDraw, seed: int) -> Decider:
    """Any legal discard, the same for hands of the same ranks."""

    def choose(known: Known) -> Decision:
        cards = tuple(sorted(known.cards, key=lambda card: card.low_rank))
        offers = list(game.offers(AT, Spot(1, {}, cards)))
        return random.Random(f"{seed} {ranks_of(cards)}").choice(offers).decision

    return choose


def ten_cards(rng: random.Random) -> Cards:
    """Of few ranks, so that pairs, three of a kind, ties and all rows come."""
    ranks = [*rng.sample("TJQK", rng.randint(2, 3)), rng.choice("789"), rng.choice("A23456")]
    cards = [card for card in DECK if card.text[0] in ranks]
    return tuple(sorted(rng.sample(cards, 10)))


def check_small(game: HighCardDraw, rng: random.Random) -> None:
    deck = ten_cards(rng)
    odds = Odds(game, known=only_these(deck))
    check(odds, deck, [*odds.strategies(), by_chance(game, rng.randrange(100))])


@pytest.mark.parametrize("seed", range(SETS))
def test_random_options_on_small_decks(seed: int) -> None:
    edition = EDITIONS[seed % len(EDITIONS)].name
    changes = random_changes(seed)
    kept = random.Random(seed).sample(sorted(changes), 3)  # the edition's own options stay for the others
    check_small(HighCardDraw.make(edition, {name: changes[name] for name in kept}), random.Random(seed))


# --- changed rules ---


class TiesPay(HighCardDraw):
    """A tie pays 2 to 1."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=2) if pay.case == "tie" else pay


class QueenQualifies(HighCardDraw):
    """A final hand needs a queen."""

    def qualifies(self, ranks: tuple[int, ...]) -> bool:
        return bool(ranks) and ranks[0] >= 12


class ShortDealer(HighCardDraw):
    """The dealer throws the lowest card before pairs cancel."""

    def dealer_class(self, house: HouseCards) -> tuple[tuple[int, ...], None]:
        return super().dealer_class(four_of(house))


def four_of(house: HouseCards) -> HouseCards:
    return house._replace(dealer=tuple(sorted(house.dealer, key=lambda card: card.low_rank)[1:]))


class HighWinsPay(HighCardDraw):
    """A win with three different TensUp cards pays 5 to 2, whatever the options say."""

    def make_procedure(self) -> Iterable[Step]:
        options = replace(self.options, three_tensup_pays=Fraction(5, 2))
        return HighCardDraw(options, self.edition).make_procedure()


class KingQueenJack(HighCardDraw):
    """TensUp pays 40 to 1 for king, queen and jack."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            row = pay.wager == "tensup" and ranks_of(spot.dealt) == (11, 12, 13)
            yield pay._replace(odds=40) if row else pay


class OneDraw(HighCardDraw):
    """No more than one card may be thrown."""

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return [offer for offer in super().offers(at, spot) if len(offer.decision.discard or ()) < 2]


DRAWS = ["deck", "community", "community-best"]
CHANGED = (TiesPay, QueenQualifies, ShortDealer, HighWinsPay, KingQueenJack, OneDraw)
changed = pytest.mark.parametrize("rules", CHANGED)


@changed
def test_changed_rules_on_small_decks(rules: type[HighCardDraw]) -> None:
    for number, draw in enumerate(sized(quick=["deck"], test=["deck"], thorough=DRAWS)):
        check_small(rules.make(None, {"draw": draw}), random.Random(number))


@pytest.mark.thorough
def test_changed_rules_change_the_odds() -> None:
    """With the whole deck, found by the name of the game that the rules are made from."""
    plain, queen = (odds_of(rules.make(None, {})) for rules in (HighCardDraw, QueenQualifies))
    assert isinstance(queen, Odds)
    assert mean(queen.count(OPTIMAL)) < mean(plain.count(OPTIMAL))
    assert queen.count(OPTIMAL).rows[0].label == "Final Hand J High or Less"
    assert queen.side_outcomes("tensup") == plain.side_outcomes("tensup")


def test_wins_that_pay_more_have_a_row_of_their_own() -> None:
    deck = parse_cards("Kc Kd Qc Qd Jc Jd Tc 9c 8d 3h")
    plain, more = (Odds(rules.make(None, {}), known=only_these(deck)) for rules in (HighCardDraw, HighWinsPay))
    assert TENSUP_WINS not in {row.label for row in plain.count(OPTIMAL).rows}
    assert {row.net for row in more.count(OPTIMAL).rows if row.label == TENSUP_WINS} == {Fraction(5, 2)}


@changed
def test_changed_rules_at_the_table(rules: type[HighCardDraw]) -> None:
    """Rounds at the table are paid as the hands are that are counted."""
    game = rules.make(None, {})
    walker, decide = Walker(game), by_chance(game, 3)
    for number in range(60):
        round_ = Round(game, seed=f"changed {number}")
        round_.wager(1, {"play": 1000, "tensup": 1000})
        round_.deal()
        while round_.to_act:
            round_.act(1, decide(Known(AT, round_.spot(1).dealt)))
        spot = round_.spot(1)
        decisions = iter([decision for _, decision in spot.decisions])
        hand = walker.play(
            Piles(dealt=spot.dealt, drawn=spot.drawn, dealer=round_.house.dealer),
            lambda at, spot, left=decisions: next(left),
        )
        paid = {event.wager: event.returned for event in round_.events if isinstance(event, ev.Settled)}
        assert paid == {pay.wager: 1000 * (pay.odds + 1) for pay in hand.pays}
