"""Random hands among players: every structure, antes, rake, capped raises, maximum bets, Pocket Poker, missed blinds,
dead buttons, short stacks."""

from __future__ import annotations

from functools import cache
from random import Random

from houseway.games.mini_tex import MiniTexPvp
from houseway.table.betting import CALL, CHECK, FOLD, Bounds
from houseway.table.pot_round import PotRound

STRUCTURES = ("fixed-limit", "pot-limit", "no-limit")
BIG_BLINDS = (200, 50, 14)
ANTES = (0, 0, 25, 130)
RAISES = (None, None, 0, 1, 4)  # None: what is usual in the structure
MAXIMA = (0, 0, 2, 5)  # in big blinds
RAKES = ((0, 0), (0, 0), (5, 300), (10, 40))


@cache
def game(
    structure: str,
    big_blind: int = 200,
    ante: int = 0,
    rake: tuple[int, int] = (0, 0),
    pocket_poker: str = "off",
    button: str = "moving",
    raises: int | None = None,
    maximum: int = 0,
) -> MiniTexPvp:
    changes = {
        "big_blind": big_blind,
        "max_bet": maximum * big_blind,
        "ante": ante,
        "rake_percent": rake[0],
        "rake_cap": rake[1],
        "pocket-poker": pocket_poker,
        "button": button,
    }
    return MiniTexPvp.make(structure, changes if raises is None else {**changes, "raises": raises})


def deal(rng: Random, *, side: bool = True) -> PotRound:
    """A hand about to be played; most are plain, some have everything that a table can have."""
    wager = rng.choice(("off", "30-20")) if side else "off"
    big_blind, ante, rake = rng.choice(BIG_BLINDS), rng.choice(ANTES), rng.choice(RAKES)
    house = {"raises": rng.choice(RAISES), "maximum": rng.choice(MAXIMA)}
    rules = game(rng.choice(STRUCTURES), big_blind, ante, rake, wager, **house)
    seats = sorted(rng.sample(range(1, 11), rng.choice((2, 2, 3, 3, 4, 5, 6, 8, 10))))
    depths = [rng.choice((1, 2, 12, 100)) for _ in seats]
    stacks = {seat: rng.randint(1, depth * big_blind) for seat, depth in zip(seats, depths, strict=True)}
    button, blinds = rng.choice(seats), None
    empty = [seat for seat in range(1, 11) if seat not in seats]
    if len(seats) > 2 and empty and rng.random() < 0.15:  # a dead button, and perhaps nobody for the small blind
        button = rng.choice(empty)
        order = [seat for seat in seats if seat > button] + [seat for seat in seats if seat < button]
        blinds = (None, order[0]) if rng.random() < 0.5 else (order[0], order[1])
    waiting = seats if len(seats) > 3 and rng.random() < 0.3 else []
    first = PotRound(rules, stacks, button=button, seed="who posts", blinds=blinds)
    owed = {
        seat: rng.choice(((big_blind, 0), (big_blind, rules.options.small_blind), (0, rules.options.small_blind)))
        for seat in waiting
        if seat not in first.blinds and rng.random() < 0.5
    }
    bets = {
        seat: 100 * rng.randint(1, min(stacks[seat] - 1, 2500) // 100)
        for seat in seats
        if wager != "off" and stacks[seat] > 100 and rng.random() < 0.4
    }
    return PotRound(rules, stacks, button=button, seed=f"{rng.random()}", blinds=blinds, owed=owed, side=bets)


def choose(rng: Random, legal: Bounds) -> tuple[str, int]:
    """A legal action; a bet or raise is the smallest, the largest or in between."""
    ways = [FOLD] * legal.fold + [CHECK] * (2 * legal.check) + [CALL] * (4 if legal.call else 0)
    do = rng.choice(ways + [legal.verb] * (3 if legal.most else 0))
    if do != legal.verb:
        return do, 0
    return do, rng.choice((legal.least, legal.most, rng.randint(legal.least, legal.most)))


def play_on(hand: PotRound, rng: Random) -> PotRound:
    """The rest of the hand, at random."""
    while hand.turn is not None:
        legal = hand.legal(hand.turn)
        assert legal is not None
        hand.act(hand.turn, *choose(rng, legal))
    return hand
