"""The worked hands as exact odds count them: the same returns, and the row of the printed tables that the text names."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from tests.worked_hands import counting, playing, pots
from tests.worked_hands.reading import WorkedHand, all_hands, among_players

from houseway.odds.board_odds import ByBoard
from houseway.odds.by_situation import BySituation
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.equity import Equity, equity

BANKED = [hand for hand in all_hands() if not among_players(hand)]
POTS = [hand for hand in all_hands() if among_players(hand)]


def seats_of(hand: WorkedHand) -> list[int]:
    return [seat for seat, said in hand.seats.items() if "bets" in said]


def net_by_hand(hand: WorkedHand, seat: int) -> Fraction:
    """What the text says that the main wager nets, with its raises and bonuses, in units of the first bet."""
    round_ = playing.play(hand)
    game, amounts = (
        round_.game,
        {name: staked for (who, name), (staked, _) in playing.settled(round_).items() if who == seat},
    )
    main = {game.wager[wager].name for wager in (*game.wagers.main_group, *game.wagers.bonuses)}
    net = sum(hand.results[seat, name].returned - staked for name, staked in amounts.items() if name in main)
    return Fraction(net, round_.spot(seat).stakes[game.wagers.main])


@pytest.mark.parametrize("hand", BANKED, ids=lambda hand: hand.id)
def test_settled_as_odds_settle(hand: WorkedHand) -> None:
    game = playing.game_of(hand)
    round_ = playing.play(hand)
    meter = round_.meter_before or 0
    if game.wagers.progressive:
        fed = [spot.stakes.get(game.wagers.progressive.id, 0) for spot in round_.spots]
        meter += sum(game.wagers.meter_share(stake) for stake in fed if stake)
    for seat in sorted(seats_of(hand), reverse=True):  # shares of a meter are taken from the right
        found = counting.returned(hand, seat, meter)
        told = {name: result.returned for (who, name), result in hand.results.items() if who == seat}
        assert found == told
        if game.wagers.progressive and round_.spot(seat).stakes.get(game.wagers.progressive.id):
            pay = counting.walked(hand, seat, playing.stakes_of(hand, game, seat)).pay(game.wagers.progressive.id)
            meter -= meter * pay.percent // 100 if pay else 0


@pytest.mark.parametrize("hand", BANKED, ids=lambda hand: hand.id)
def test_the_row_of_the_odds(hand: WorkedHand) -> None:
    game = playing.game_of(hand)
    for seat in seats_of(hand):
        rows = {name: result.row for (who, name), result in hand.results.items() if who == seat and result.row}
        if game.wagers.main not in playing.stakes_of(hand, game, seat):
            played = counting.walked(hand, seat, playing.stakes_of(hand, game, seat))
            odds = counting.counting(hand)
            found = {game.wager[side].name: odds.sheet.side_label(side, played) for side in game.wagers.sides}
            assert rows.items() <= found.items()
            continue
        ending = counting.ending(hand, seat)
        found = {game.wager[game.wagers.main].name: ending.row}
        found |= {game.wager[wager].name: label for wager, label in ending.bonuses.items()}
        found |= {game.wager[side].name: line.label for side, line in zip(game.wagers.sides, ending.sides, strict=True)}
        assert rows.items() <= found.items()
        cent = Fraction(1, playing.stakes_of(hand, game, seat)[game.wagers.main])
        assert 0 <= ending.net - net_by_hand(hand, seat) < cent  # what is won is paid to the whole cent


# --- by class: counting settles one hand for all hands of a class ---


def _counted() -> dict[str, list[WorkedHand]]:
    """Of every game the hands of the rules that most hands are about: counting all classes takes seconds."""
    hands = defaultdict(list)
    for hand in BANKED:
        hands[hand.game, playing.game_of(hand).fingerprint].append(hand)
    most = Counter({key: len(found) for key, found in hands.items()})
    best: dict[str, list[WorkedHand]] = {}
    for (game, fingerprint), _ in most.most_common():
        best.setdefault(game, hands[game, fingerprint])
    return best


@pytest.mark.slow
@pytest.mark.parametrize(
    "game_id",
    [
        pytest.param(game_id, marks=pytest.mark.xdist_group(f"{game_id} counted"))
        for game_id in sorted({hand.game for hand in BANKED})
    ],
)
def test_the_class_that_counting_puts_it_in(game_id: str) -> None:
    compared = 0
    for hand in _counted()[game_id]:
        game = playing.game_of(hand)
        for seat in seats_of(hand):
            if game.wagers.main not in playing.stakes_of(hand, game, seat):
                continue
            found, settled = counting.class_ending(hand, seat), counting.ending(hand, seat)
            if found is None:
                folded = counting.walked(hand, seat).spot.folded
                between = any(step.denominator > 1 for step in multiples(hand, seat))
                assert folded or between, f"{hand.id}: counting knows no such class"
                continue
            net, label, sides = found
            assert (net, label) == (settled.net, settled.row), hand.id
            assert sides is None or sides == settled.sides, hand.id
            compared += 1
    assert compared > 20


def multiples(hand: WorkedHand, seat: int) -> list[Fraction]:
    return [Fraction(decision.multiple) for _, decision in counting.walked(hand, seat).spot.decisions]


def test_every_way_of_counting_is_among_them() -> None:
    assert {type(counting.counting(hand)) for hand in BANKED} == {BySituation, ByBoard, BySuit}


# --- among players: the odds are shares of the pot ---


@pytest.mark.parametrize("hand", [hand for hand in POTS if "board" in hand.fields], ids=lambda hand: hand.id)
def test_the_share_that_equity_gives(hand: WorkedHand) -> None:
    played = pots.play(hand)
    main = played.pots[0]
    for seat in main["eligible"]:
        others: list[str | None] = [
            "".join(card.text for card in played.hole[other]) for other in main["eligible"] if other != seat
        ]
        if not others:
            continue
        found = equity(played.game, played.hole[seat], played.community, others)
        assert isinstance(found, Equity)
        took = sum(chips.amount for chips in hand.chips if chips[:2] == (seat, "takes") and chips.pot == "main pot")
        assert abs(found.share * main["amount"] - took) < 1  # an odd cent cannot be split
