"""What a wager or a decision would cost: asked beforehand, it is what the round then takes, or the same refusal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.dealt_rounds import ENTRY, dealt, state
from tests.pots.dealing import choose, deal
from tests.sizes import sized
from tests.wider.games import AnteAndBlind, LetThemRide, UpCard

from houseway.cards import parse_cards
from houseway.catalog import banked_ids, game, game_class
from houseway.contract import samples
from houseway.errors import HousewayError, IllegalAction, WagerError
from houseway.rules.game import Decision, Game, Offer, Spot
from houseway.rules.limits import Limit, Limits
from houseway.table.betting import CALL, CHECK, FOLD
from houseway.table.prices import PricedOffer, priced
from houseway.table.record import from_record, to_record
from houseway.table.round import Round

RANDOM_OPTIONS = sized(quick=2, test=2, thorough=36)
CLASSES: list[type[Game[Any]]] = [*(game_class(name) for name in banked_ids()), AnteAndBlind, LetThemRide, UpCard]
every_class = pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.id)


def asked(kind: type[Game[Any]]) -> Iterator[tuple[Round, int]]:
    """Rounds wherever a seat has to decide."""
    for number, made in enumerate(samples.games(kind, random=RANDOM_OPTIONS)):
        for round_ in samples.points(made, number):
            yield from ((round_, seat) for seat in round_.to_act)


def again(round_: Round) -> Round:
    """A copy of the round to play on."""
    copy = from_record(to_record(round_), kind=type(round_.game))
    assert isinstance(copy, Round)
    return copy


def on_the_felt(round_: Round, seat: int) -> int:
    return sum(stakes_of(round_, seat).values())


def stakes_of(round_: Round, seat: int) -> dict[str, int]:
    return next((dict(spot.stakes) for spot in round_.spots if spot.seat == seat), {})


# --- wagers ---


@every_class
def test_a_wager_that_is_checked_is_the_one_that_is_placed(kind: type[Game[Any]]) -> None:
    for number, made in enumerate(samples.games(kind, random=RANDOM_OPTIONS)):
        round_ = Round(made, seats=2)
        limits = made.wagers.opening_limits(round_.limits)
        rng = Random(number)
        for _ in range(6):
            wanted = {name: rng.choice((0, limit.least, limit.most)) for name, limit in limits.items()}
            before, untouched = on_the_felt(round_, 1), state(round_)
            if not round_.can_wager(1, wanted):
                with pytest.raises(WagerError) as told:
                    round_.check_wager(1, wanted)
                with pytest.raises(WagerError) as refusal:
                    round_.wager(1, wanted)
                assert str(refusal.value) == str(told.value)
                assert state(round_) == untouched
                continue
            complete, price = round_.check_wager(1, wanted), round_.wager_price(1, wanted)
            assert state(round_) == untouched
            round_.wager(1, wanted)
            assert stakes_of(round_, 1) == complete
            assert on_the_felt(round_, 1) == before + price


def test_a_linked_wager_is_in_the_price() -> None:
    round_ = Round(AnteAndBlind.make())
    assert round_.check_wager(1, {"ante": 1000}) == {"ante": 1000, "blind": 1000, "boost": 1000}
    assert round_.wager_price(1, {"ante": 1000}) == 3000


def test_wagers_made_again_cost_the_difference() -> None:
    round_ = Round(game("mini-tex"))
    round_.wager(1, {"ante": 1000})
    assert round_.wager_price(1, {"ante": 1500}) == 500
    assert round_.wager_price(1, {"ante": 500}) == -500
    assert round_.check_wager(1, {}) == {}
    assert round_.wager_price(1, {}) == -1000


def test_who_has_no_wagers_cannot_take_them_back() -> None:
    round_ = Round(game("mini-tex"))
    assert not round_.can_wager(1, {})
    with pytest.raises(WagerError, match="is needed to play"):
        round_.wager_price(1, {})


@pytest.mark.parametrize(("seat", "stakes"), [(2, {"ante": 1000}), (1, None), (1, {"ante": 1}), (1, {"play": 1000})])
def test_what_is_refused_cannot_be_wagered(seat: int, stakes: Any) -> None:
    round_ = Round(game("mini-tex"))
    assert not round_.can_wager(seat, stakes)
    with pytest.raises(WagerError):
        round_.check_wager(seat, stakes)


def test_no_wager_is_legal_after_the_deal() -> None:
    round_ = dealt("mini-tex")
    assert not round_.can_wager(1, ENTRY["mini-tex"])
    with pytest.raises(WagerError, match="Wagers are closed"):
        round_.wager_price(1, ENTRY["mini-tex"])


@every_class
def test_the_cheapest_wager_puts_a_seat_in_the_game(kind: type[Game[Any]]) -> None:
    made = kind.make()
    round_ = Round(made)
    limits = made.wagers.opening_limits(round_.limits)
    prices = [round_.wager_price(1, {name: limits[name].least}) for name in made.wagers.entries]
    assert round_.cheapest_wager == min(prices)


# --- decisions ---


@every_class
def test_an_offer_costs_what_it_says(kind: type[Game[Any]]) -> None:
    for round_, seat in asked(kind):
        untouched, before = state(round_), on_the_felt(round_, seat)
        for offer in round_.offers(seat):
            for choice in offer.choices:
                assert choice.price == choice.stake - offer.returns == round_.price(seat, choice.decision)
                assert round_.can_act(seat, choice.decision)
                checked = round_.check_act(seat, choice.decision)
                assert sum(checked.stakes.values()) == choice.stake
                assert set(checked.stakes) == ({offer.wager} if offer.wager else set())
                assert set(checked.taken_back) == ({offer.takes_back} if offer.takes_back else set())
                played = again(round_)
                played.act(seat, choice.decision)
                assert on_the_felt(played, seat) == before + choice.price
                assert played.spot(seat).decisions[-1][1] == checked.decision
        assert state(round_) == untouched


@every_class
def test_the_offers_are_the_legal_actions(kind: type[Game[Any]]) -> None:
    for round_, seat in asked(kind):
        legal, offers = round_.legal_actions(seat), round_.offers(seat)
        assert [offer.least.decision for offer in offers] == [offer.decision for offer in legal]
        assert [offer.wager for offer in offers] == [offer.wager for offer in legal]
        assert [offer.folds for offer in offers] == [offer.decision.folds for offer in legal]
        for offer, rule in zip(offers, legal, strict=True):
            assert (offer.most is not None) == (offer.unit > 0) == (rule.most > rule.decision.multiple)
            if offer.most is not None:
                multiple = offer.most.decision.multiple
                assert multiple * offer.unit == offer.most.stake
                assert rule.most - Fraction(1, offer.unit) < multiple <= rule.most
        assert len({offer.least.key for offer in offers}) == len(offers)


@every_class
def test_what_is_refused_has_no_price(kind: type[Game[Any]]) -> None:
    wrong: list[Any] = [Decision("no such choice"), {"choice": 1}, Decision("play", 10**6), {"discard": ["2c"] * 9}]
    for round_, seat in asked(kind):
        nobody = next((other for other in round_.seats if other not in round_.to_act), 99)
        for asks, decision in (
            (seat, wrong[0]),
            (seat, wrong[1]),
            (seat, wrong[2]),
            (seat, wrong[3]),
            (nobody, wrong[0]),
        ):
            assert not round_.can_act(asks, decision)
            with pytest.raises(HousewayError) as told:
                round_.price(asks, decision)
            with pytest.raises(type(told.value)) as refused:
                round_.act(asks, decision)
            assert str(told.value) == str(refused.value)


def test_a_seat_that_is_not_asked_has_no_offers() -> None:
    round_ = dealt("mini-tex", seats=2)
    round_.act(1, {"choice": "fold"})
    assert round_.offers(1) == ()
    assert round_.offers(2)
    assert Round(game("mini-tex")).offers(1) == ()


def test_a_bet_that_is_taken_back_costs_less_than_nothing() -> None:
    round_ = Round(LetThemRide.make(), stacked=parse_cards("Kc Kd 2s 9h"))
    round_.wager(1, {"last": 500})
    round_.deal()
    ride, pull = round_.offers(1)
    assert (ride.least.price, ride.returns, ride.takes_back) == (0, 0, "")
    assert (pull.least.price, pull.least.stake, pull.returns, pull.takes_back) == (-500, 0, 500, "first")
    assert round_.price(1, {"choice": "pull"}) == -500
    assert (pull.least.key, pull.least.label, pull.folds, pull.most, pull.unit) == ("p", "Pull", False, None, 0)


def test_an_offer_whose_size_may_vary_has_two_ends() -> None:
    offer = next(offer for offer in dealt("three-card-draw-poker").offers(1) if offer.most is not None)
    assert offer.unit == 1000
    assert offer.most is not None
    assert (offer.least.stake, offer.most.stake) == (1000, 2000)


def test_a_decision_whose_size_may_vary_is_made_for_a_stake() -> None:
    round_ = dealt("three-card-draw-poker")
    offer = next(offer for offer in round_.offers(1) if offer.most is not None)
    play = offer.least.decision
    assert round_.sized(1, play, 1000) == play
    assert round_.sized(1, play, 1333).multiple == Fraction(1333, 1000)
    assert round_.price(1, round_.sized(1, play, 1333)) == 1333
    for stake in (999, 2001):
        with pytest.raises(IllegalAction, match=r"takes \$10 to \$20"):
            round_.sized(1, play, stake)
    with pytest.raises(IllegalAction, match="as it is offered"):
        round_.sized(1, round_.sized(1, play, 1500), 1500)


# --- whole cents ---


def prices(least: Fraction, most: Fraction) -> list[PricedOffer]:
    made = game("three-card-draw-poker")
    offer = Offer(Decision("play", least), "play", most)
    return list(priced(made, "play", [offer], Spot(1, {"ante": 5})))


def test_the_ends_of_a_range_are_moved_to_whole_cents() -> None:
    """Of five cents, 1.5 times is 7.5 cents and 2.5 times is 12.5."""
    (offer,) = prices(Fraction(3, 2), Fraction(5, 2))
    assert offer.most is not None
    assert (offer.least.stake, offer.least.decision.multiple) == (8, Fraction(8, 5))
    assert (offer.most.stake, offer.most.decision.multiple) == (12, Fraction(12, 5))
    assert offer.unit == 5


def test_a_range_that_comes_to_one_amount_has_one_size() -> None:
    (offer,) = prices(Fraction(3, 2), Fraction(17, 10))
    assert (offer.least.stake, offer.most, offer.unit) == (8, None, 0)


@pytest.mark.parametrize("most", [Fraction(3, 2), Fraction(31, 20)])
def test_an_offer_that_is_never_whole_cents_is_not_made(most: Fraction) -> None:
    assert prices(Fraction(3, 2), most) == []


def test_what_is_not_whole_cents_is_refused_before_it_is_tried() -> None:
    round_ = Round(game("three-card-draw-poker"), limits=Limits({"ante": Limit(1, 100, 1)}), seed="cents")
    round_.wager(1, {"ante": 5})
    round_.deal()
    assert round_.can_act(1, {"choice": "play", "multiple": "6/5"})
    assert not round_.can_act(1, {"choice": "play", "multiple": 1.5})
    with pytest.raises(IllegalAction, match="not whole cents"):
        round_.price(1, {"choice": "play", "multiple": 1.5})


# --- among players ---


def test_an_action_among_players_costs_what_it_says() -> None:
    rng = Random("prices")
    for _ in range(sized(quick=50, test=200, thorough=2000)):
        hand = deal(rng)
        while hand.turn is not None:
            seat, legal = hand.turn, hand.legal(hand.turn)
            assert legal is not None
            assert hand.can_act(seat, FOLD) == legal.fold
            assert hand.can_act(seat, CHECK) == legal.check
            assert hand.can_act(seat, CALL) == bool(legal.call)
            assert hand.can_act(seat, legal.verb, legal.most) == bool(legal.most)
            assert not hand.can_act(seat, legal.verb, legal.most + 1)
            assert not hand.can_act(hand.order[hand.order.index(seat) - 1], CHECK)
            do, to = choose(rng, legal)
            actions, price = hand.actions, hand.price(seat, do, to)
            assert hand.actions == actions
            stack, number = hand.stacks[seat], len(hand.events)
            hand.act(seat, do, to)
            bet = hand.events[number]
            assert bet.amount == price <= stack  # type: ignore[union-attr]


def test_an_illegal_action_among_players_has_no_price() -> None:
    hand = deal(Random(1))
    assert hand.turn is not None
    for do, to in (("shout", 0), ("raise", -5), ("raise", 10**9), ("call", 7), ("bet", "5")):
        with pytest.raises(IllegalAction) as told:
            hand.price(hand.turn, do, to)  # type: ignore[arg-type]
        with pytest.raises(IllegalAction) as refused:
            hand.act(hand.turn, do, to)  # type: ignore[arg-type]
        assert str(told.value) == str(refused.value)
