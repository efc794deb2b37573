"""Three Card Draw Poker with small decks: what is derived, against every deal played one by one, also with other rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from tests.odds.reading import only_these
from tests.simulation.kernel_proof import differences
from tests.simulation.proofs.three_card_draw_poker import hands_of
from tests.sizes import sized

from houseway.cards import DECK, Card, parse_cards
from houseway.games.three_card_draw_poker import ThreeCardDrawPoker
from houseway.games.three_card_draw_poker.rules import BEST, EDITIONS, PLAY
from houseway.games.three_card_draw_poker.strategy_card import CARD
from houseway.odds import Odds
from houseway.odds.game_odds import OPTIMAL, Decider, Hand, Known
from houseway.odds.walk import UNIT, Piles, Walker, choices
from houseway.rankings import Category, category, three_card_rank
from houseway.rules.game import FOLD, Decision, HouseCards, Offer, Pay, Spot
from houseway.rules.procedure import Settle
from houseway.simulation import kernel_of
from houseway.table import events as ev
from houseway.table.round import Round

Cards = tuple[Card, ...]
AT = "play"
SETS = sized(quick=8, test=10, thorough=120)  # random options
ROUNDS = sized(quick=100, test=100, thorough=3000)  # at the table, of each changed rule


# --- every deal, one by one ---


class End(NamedTuple):
    """How one deal ends for every wager."""

    label: str
    net: Fraction
    bet: Fraction
    bonuses: tuple[tuple[str, Fraction], ...]
    sides: tuple[tuple[str, Fraction], ...]


Ends = dict[Cards, dict[Decision, Counter[End]]]


def net_of_wagers(hand: Hand, game: ThreeCardDrawPoker, wagers: Iterable[str]) -> Fraction:
    """In units of the first wager; a bonus has no stake of its own."""
    stakes, found = hand.spot.stakes, Fraction()
    for pay in hand.pays:
        if pay.wager in wagers:
            found += Fraction(pay.odds) * stakes.get(pay.wager, stakes[game.wager[pay.wager].on or pay.wager]) / UNIT
    return found


def end_of(odds: Any, hand: Hand) -> End:
    game = odds.game
    sides = tuple((odds.sheet.side_label(side, hand), net_of_wagers(hand, game, [side])) for side in odds.sides)
    bonuses = tuple((label, net_of_wagers(hand, game, [wager])) for wager, label in odds.sheet.bonuses(hand))
    bet = Fraction(sum(stake for wager, stake in hand.spot.stakes.items() if wager not in odds.sides), UNIT)
    return End(odds.sheet.label(hand), net_of_wagers(hand, game, ("ante", "play", "ante-bonus")), bet, bonuses, sides)


def every_end(odds: Any, deck: Cards, more: Collection[Fraction] = ()) -> Ends:
    """Every hand, way to play it, draw card and dealer's hand, through the procedure and `settle` alone."""
    walker, found = Walker(odds.game), dict[Cards, dict[Decision, Counter[End]]]()
    for dealt in combinations(deck, 3):
        offers = list(choices(odds.game.offers(AT, Spot(1, {}, dealt))))
        between = [offer.decision._replace(multiple=m) for m in more for offer, _ in offers if 1 < m < offer.most]
        rest = [card for card in deck if card not in dealt]
        found[dealt] = {}
        for decision in (*(decision for _, decision in offers), *between):
            ends = found[dealt][decision] = Counter()
            for draw in rest:
                for dealer in combinations([card for card in rest if card != draw], 4):
                    hand = walker.play(Piles(dealt, (), (draw,), dealer), lambda at, spot, decision=decision: decision)
                    ends[end_of(odds, hand)] += 1
    return found


def value(ends: Counter[End]) -> Fraction:
    return sum((end.net * deals for end, deals in ends.items()), Fraction()) / ends.total()


def check(odds: Any, deck: Cards, strategies: Iterable[str | Decider], more: Collection[Fraction] = ()) -> None:
    ends = every_end(odds, deck, more)
    for dealt, by_decision in ends.items():
        at, advice = odds.advise(Known("", dealt))
        assert at == AT
        values = {item.decision: item.value for item in advice}
        assert values == {decision: value(by_decision[decision]) for decision in values}
        assert values.keys() >= {decision for decision in by_decision if decision.multiple not in more}
        order = [(-item.value, item.decision.multiple, bool(item.decision.discard)) for item in advice]
        assert order == sorted(order)
    for strategy in strategies:
        check_strategy(odds, ends, strategy)


def decision_of(odds: Any, dealt: Cards, ends: dict[Decision, Counter[End]], strategy: str | Decider) -> Decision:
    if strategy == OPTIMAL:
        decision: Decision = odds.advise(Known("", dealt))[1][0].decision
        assert value(ends[decision]) == max(map(value, ends.values()))
        return decision
    known = Known(AT, dealt)
    named: Decision = odds.decision(strategy, known)
    return named


def check_strategy(odds: Any, ends: Ends, strategy: str | Decider) -> None:
    """All wagers and all rows."""
    played: Counter[End] = Counter()
    for dealt, by_decision in ends.items():
        played += by_decision[decision_of(odds, dealt, by_decision, strategy)]
    rows: Counter[tuple[str, Fraction, bool]] = Counter()
    nets: Counter[Fraction] = Counter()
    joint: dict[Any, tuple[int, Fraction]] = {}
    bet = Fraction()
    for end, deals in played.items():
        rows[end.label, end.net - sum(net for _, net in end.bonuses), False] += deals
        rows.update({(*bonus, True): deals for bonus in end.bonuses})
        nets[end.net] += deals
        weight, main = joint.get(end.sides, (0, Fraction()))
        joint[end.sides] = weight + deals, main + end.net * deals
        bet += end.bet * deals
    count = odds.count(strategy)
    assert count.total == played.total()
    assert count.distribution == nets
    assert count.average_bet == bet / count.total
    assert {(row.label, row.net, row.bonus): row.count for row in count.rows if row.count} == rows
    found = {
        tuple(
            (outcome.label, Fraction(outcome.odds))
            for side, row in zip(odds.sides, joint_count.rows, strict=True)
            for outcome in [odds.side_outcomes(side)[row]]
        ): (joint_count.weight, joint_count.main)
        for joint_count in odds.joint_counts(strategy)
    }
    assert found == joint


def by_chance(seed: int, most: int) -> Decider:
    """Any decision, the same for hands of the same ranks; also bets of half a multiple."""

    def choose(known: Known) -> Decision:
        cards = sorted(known.cards, key=lambda card: card.rank)
        ranks = [card.rank for card in cards]
        rng = random.Random(f"{seed} {ranks}")
        if rng.random() < 0.2:
            return Decision(FOLD)
        single = [card for card in cards if ranks.count(card.rank) == 1]
        thrown = rng.choice([(), *((card,) for card in single)])
        return Decision(PLAY, rng.choice([Fraction(1), Fraction(most), Fraction(min(3, 2 * most), 2)]), thrown)

    return choose


def few_cards(rng: random.Random, count: int = 8) -> Cards:
    """Of few ranks and suits, so that pairs, threes, straights, flushes and ties come; sometimes A-K-Q suited."""
    suits = rng.sample("cdhs", rng.choice([2, 3, 4]))
    ranks = rng.choice(["AKQ", "AKQJ", "A23", "456", "789T", "A26", "KQJT"])
    cards = [card for card in DECK if card.text[0] in ranks and card.text[1] in suits]
    if len(cards) < 9:
        cards += rng.sample([card for card in DECK if card not in cards], 4)
    return tuple(sorted(rng.sample(cards, count)))


def random_options(rng: random.Random) -> dict[str, Any]:
    def pays(count: int) -> str:
        return "/".join(rng.choice(["0", "1", "3:2", "5", "7", "40", "100"]) for _ in range(count))

    options = {
        "play_most": rng.randint(1, 5),
        "ante_bonus": pays(3),
        "pair_plus": rng.choice([None, pays(6), pays(6)]),
    }
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 3))}


@pytest.mark.parametrize("seed", range(SETS))
def test_random_options_on_small_decks(seed: int) -> None:
    rng = random.Random(seed)
    game = ThreeCardDrawPoker.make(EDITIONS[seed % len(EDITIONS)].name, random_options(rng))
    deck = few_cards(rng, 8 if seed % 24 else 9)
    odds = Odds(game, known=only_these(deck))
    check(odds, deck, [*odds.strategies(), by_chance(seed, game.options.play_most)], [Fraction(3, 2)])


# --- changed rules ---


class TiesPay(ThreeCardDrawPoker):
    """A tie pays the ante 3 to 2."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=Fraction(3, 2)) if (pay.wager, pay.odds) == ("ante", 0) else pay


class QueenQualifies(ThreeCardDrawPoker):
    """Against less than a queen the ante is paid and the play bet goes back."""

    def qualifies(self, house: HouseCards) -> bool:
        return BEST.rank(house.dealer) >= 12 << 8

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            if pay.wager in ("ante", "play") and not spot.folded and not self.qualifies(house):
                yield pay._replace(odds=1 if pay.wager == "ante" else 0)
            else:
                yield pay

    def dealer_class(self, house: HouseCards) -> tuple[int, Any]:
        return BEST.rank(house.dealer), self.qualifies(house)


class WorstThree(ThreeCardDrawPoker):
    """The dealer has to play the worst three of four."""

    def dealer_class(self, house: HouseCards) -> tuple[Any, Any]:
        return super().dealer_class(worst(house))


def worst(house: HouseCards) -> HouseCards:
    return house._replace(dealer=min(combinations(house.dealer, 3), key=lambda three: three_card_rank(*three)))


class FlushBonus(ThreeCardDrawPoker):
    """The Ante Bonus has a row for a flush."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        yield from super().settle(step, wagers, spot, house)
        if "ante-bonus" in wagers and not spot.folded and self._flush(spot):
            yield Pay("ante-bonus", 2, "ante-bonus/none")

    def _flush(self, spot: Spot) -> bool:
        return category(three_card_rank(*spot.held, *spot.drawn)) is Category.FLUSH

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, Any]:
        rank, row = super().player_class(spot, house)
        return rank, (row, self._flush(spot))


class KeepersPaid(ThreeCardDrawPoker):
    """A hand that wins with the cards dealt is paid 2 to 1 on the ante."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            paid = pay.wager == "ante" and pay.odds == 1 and not spot.discards
            yield pay._replace(odds=2) if paid else pay


class LargerBets(ThreeCardDrawPoker):
    """The play bet is two to four antes."""

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        for offer in super().offers(at, spot):
            yield offer if not offer.most else Offer(offer.decision._replace(multiple=2), offer.wager, 4)


class PairOfAces(ThreeCardDrawPoker):
    """Pair Plus pays nothing for pairs below aces, and 9 to 1 for aces."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            if pay.case == "pair-plus/6":
                aces = [card.rank for card in spot.dealt].count(14) == 2
                yield pay._replace(odds=9 if aces else -1, case=pay.case if aces else "pair-plus/none")
            else:
                yield pay


CHANGED = [TiesPay, QueenQualifies, WorstThree, FlushBonus, KeepersPaid, LargerBets, PairOfAces]


@pytest.mark.parametrize("rules", CHANGED)
def test_changed_rules_on_small_decks(rules: type[ThreeCardDrawPoker]) -> None:
    rng = random.Random(rules.__name__)
    for _ in range(sized(quick=1, test=2, thorough=10)):
        deck = few_cards(rng)
        odds = Odds(rules.make(), known=only_these(deck))
        check(odds, deck, odds.strategies())


@pytest.mark.parametrize("rules", CHANGED)
def test_the_table_pays_by_the_changed_rules(rules: type[ThreeCardDrawPoker]) -> None:
    """Rounds of the whole deck, by the card: what the table returns is what the walk of the same cards pays."""
    game = rules.make()
    walker, odds = Walker(game), Odds(game)
    for number in range(ROUNDS):
        round_ = Round(game, seed=f"changed {number}")
        round_.wager(1, {"ante": 1000, "pair-plus": 1000})
        round_.deal()
        while round_.to_act:
            round_.act(1, odds.decision(CARD, Known(AT, round_.spot(1).dealt)))
        spot = round_.spot(1)
        piles = Piles(spot.dealt, (), spot.aside or spot.drawn, round_.house.dealer)
        hand = walker.play(piles, lambda at, asked, spot=spot: spot.decisions[-1][1])
        paid = {event.wager: event.returned - event.amount for event in round_.events if isinstance(event, ev.Settled)}
        stakes = {**spot.stakes, "ante-bonus": 1000}
        assert paid == {pay.wager: stakes[pay.wager] * pay.odds for pay in hand.pays}


def test_changed_rules_change_what_is_best() -> None:
    """Where keepers are paid twice, a pair is kept that is swapped by the plain rules."""
    deck = [card for card in DECK if card.text[0] in "AT7542"]
    hand = parse_cards("Ac Ad 2h")
    plain, paid = (
        Odds(rules.make(), known=only_these(deck)).advise(Known("", hand))[1][0]
        for rules in (ThreeCardDrawPoker, KeepersPaid)
    )
    assert plain.decision.discard == parse_cards("2h")
    assert paid.decision.discard == ()


@pytest.mark.slow
@pytest.mark.parametrize("rules", [QueenQualifies, *sized(quick=(), test=(), thorough=(FlushBonus, KeepersPaid))])
def test_the_kernel_plays_changed_rules(rules: type[ThreeCardDrawPoker]) -> None:
    """It follows them in every code, and is not what the plain rules give."""
    game = rules.make()
    kernel = kernel_of(game, CARD)
    hands = hands_of(kernel)
    for seats, rounds in ((1, ROUNDS * 20), (3, ROUNDS * 2)):
        assert not differences(kernel, hands, rounds=rounds, seats=seats)
    assert differences(kernel, hands, rounds=20_000, rules=ThreeCardDrawPoker.make())


class TellsThrown(ThreeCardDrawPoker):
    """The ante is paid 2 to 1 on a win with a two thrown."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=2) if pay.wager == "ante" and pay.odds == 1 and _two(spot) else pay

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, Any]:
        rank, row = super().player_class(spot, house)
        return rank, (row, _two(spot))


def _two(spot: Spot) -> bool:
    return any(card.rank == 2 for card in spot.discards)


def test_a_card_thrown_can_decide_what_is_paid() -> None:
    game, deck = TellsThrown.make(), few_cards(random.Random(2))
    check(Odds(game, known=only_these(deck)), deck, [OPTIMAL])
