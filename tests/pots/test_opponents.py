"""Opponents by the program: what they know, that their moves are legal, and who beats whom."""

from __future__ import annotations

import math
import statistics
from random import Random

import pytest
from tests.sizes import sized

from houseway.errors import HousewayError
from houseway.opponents import KINDS, Opponent, opponent
from houseway.table import events as ev
from houseway.table.betting import CALL, CHECK, FOLD, Bounds
from houseway.table.pot_round import PotRound
from houseway.table.pot_view import PotView

from .dealing import choose, deal, game

EACH_KIND = pytest.mark.parametrize("kind", list(KINDS))


def redacted(hand: PotRound, seat: int) -> PotView:
    """The view as somebody else could build it who has nothing but what this seat has been told."""
    told = [ev.seen_by(event, seat) for event in hand.events]
    return PotView(hand.game, seat, told, hand.turn, hand.legal(seat))


def is_legal(legal: Bounds, do: str, to: int) -> bool:
    if do == legal.verb and legal.most:
        return legal.least <= to <= legal.most
    return to == 0 and ((do == FOLD and legal.fold) or (do == CHECK and legal.check) or (do == CALL and legal.call > 0))


# --- what they know ---


@EACH_KIND
def test_they_decide_by_what_their_seat_has_been_told(kind: str) -> None:
    rng = Random(kind)
    for number in range(100):
        hand = deal(rng)
        while (seat := hand.turn) is not None:
            seed = f"{number} {len(hand.actions)}"
            move = opponent(kind, seed).decide(redacted(hand, seat))
            assert opponent(kind, seed).decide(hand.view(seat)) == move
            hand.act(seat, *move)


@EACH_KIND
def test_other_hands_make_no_difference(kind: str) -> None:
    """The same cards in one's own hand and on the board, others in the opponents': the same moves."""
    rules, rng = game("no-limit"), Random(f"others {kind}")
    for _ in range(40):
        deck = rng.sample(rules.deck, 20)
        mine, board, others = deck[:2], deck[2:7], deck[7:]
        played = []
        for theirs in (others[:4], others[4:8]):
            stacked = [*theirs[:2], *mine, *theirs[2:], *board]  # seats 2, 3 and 1
            hand = PotRound(rules, {1: 9_000, 2: 9_000, 3: 9_000}, button=1, seed="board", stacked=stacked)
            me = opponent(kind, "me")
            moves = []
            while hand.turn is not None:
                if hand.turn == 3:
                    moves.append(me.decide(hand.view(3)))
                    hand.act(3, *moves[-1])
                else:
                    legal = hand.legal(hand.turn)
                    assert legal is not None
                    hand.act(hand.turn, CHECK if legal.check else CALL)
            played.append(moves)
        assert played[0] == played[1]


# --- legal moves ---


@pytest.mark.parametrize("seed", range(4))
def test_their_moves_are_always_legal(seed: int) -> None:
    """Every kind is asked in every state of random hands, with all that a table can have."""
    rng = Random(seed)
    asked = 0
    while asked < sized(quick=600, test=3_000, thorough=3_000):
        hand = deal(rng)
        while (seat := hand.turn) is not None:
            legal = hand.legal(seat)
            assert legal is not None
            view = hand.view(seat)
            moves = [opponent(kind, f"{asked}").decide(view) for kind in KINDS]
            assert all(is_legal(legal, *move) for move in moves)
            asked += len(moves)
            hand.act(seat, *rng.choice([*moves, choose(rng, legal)]))


# --- repeatable ---


def moves_of(kind: str, seed: str) -> list[tuple[str, int]]:
    players = [opponent(kind, f"{seed} {seat}") for seat in range(4)]
    moves = []
    for number in range(20):
        hand = PotRound(game("no-limit"), {1: 9_000, 2: 20_000, 3: 9_000}, button=number % 3 + 1, seed=f"{number}")
        while hand.turn is not None:
            moves.append(players[hand.turn].decide(hand.view(hand.turn)))
            hand.act(hand.turn, *moves[-1])
    return moves


@EACH_KIND
def test_the_same_seed_plays_the_same(kind: str) -> None:
    assert moves_of(kind, "one") == moves_of(kind, "one")


def test_another_seed_plays_otherwise() -> None:
    assert moves_of("careless", "one") != moves_of("careless", "two")
    assert moves_of("sharp", "one") != moves_of("sharp", "two")


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(HousewayError, match="careless, careful, sharp"):
        opponent("reckless", "seed")


# --- who beats whom ---


def play(hand: PotRound, players: dict[int, Opponent]) -> dict[int, int]:
    """What each seat has won or lost at the end."""
    while hand.turn is not None:
        hand.act(hand.turn, *players[hand.turn].decide(hand.view(hand.turn)))
    return {seat: hand.stacks[seat] - chips for seat, chips in hand.start.items()}


def match(kind: str, other: str, *, deals: int) -> tuple[float, float]:
    """Big blinds a hundred hands, and in standard errors, that one kind wins from another heads-up.

    Every deal is played twice with the seats changed, so that both get the same cards; one sample is the two hands.
    """
    rules = game("no-limit")
    ours, theirs = opponent(kind, f"{kind} {other}"), opponent(other, f"{other} {kind}")
    samples = []
    for number in range(deals):
        won = 0
        for seat in (1, 2):
            hand = PotRound(rules, {1: 20_000, 2: 20_000}, button=number % 2 + 1, seed=f"match {number}")
            won += play(hand, {seat: ours, 3 - seat: theirs})[seat]
        samples.append(won)
    mean, error = statistics.fmean(samples), statistics.stdev(samples) / math.sqrt(deals)
    return mean / 2 / rules.options.big_blind * 100, mean / error


@pytest.mark.parametrize(("better", "worse"), [("careful", "careless"), ("sharp", "careful")])
def test_the_sharper_wins(better: str, worse: str) -> None:
    """Over twenty thousand hands when thorough; the seeds are fixed."""
    won, errors = match(better, worse, deals=sized(quick=300, test=600, thorough=10_000))
    assert won > 0
    assert errors > sized(quick=0, test=0, thorough=3)
