"""Random hands played here and in PokerKit at once: the same turns, the same legal actions, the same pots and stacks.

PokerKit differs from the house's rules in these cases. Each is recognised where it occurs, from what makes it up, and
the hand goes on by the house's rule; any other difference fails. An example of each stands at the end.

- `short raise reopens`: until a full bet or raise has been made in a round, PokerKit takes an all-in of any size for a
  full one. Here the smallest full raise is the big blind (in fixed limit the bet of the round) from the start, and an
  all-in below it reopens nothing to who has acted.
- `reopened, then closed`: short all-ins that add up to a full raise reopen the betting; in PokerKit one more short
  all-in closes it again to those who have acted, although what they face has only grown.
- `short big blind`: PokerKit's price to call is the largest bet; here it is the full big blind, however little of it
  was posted. The judge lends the missing chips for the first round, see `FullPrice`.
- `uncapped heads-up`: PokerKit's cap on raises also holds when two players are left in the hand.
- `nothing to decide`: PokerKit asks the big blind for a check also when nobody else has chips left.
- `winner's last bet`: when all others have folded, PokerKit hands the last bets of the winner back outside the pot;
  here the part that was matched is in the pot, and only the rest is returned.
- `odd chips`: PokerKit gives all odd chips of a pot to the first winner left of the button, not one each, and makes
  one pot of pots that the same winners share.
- `hands tabled`: with a player all in PokerKit turns over every hand; here a losing hand may be mucked. When the
  betting ended before the river, PokerKit's order starts from the last round that had any; here nobody was the
  aggressor of the last round, so the first player left of the button shows first.

Heads-up with equal blinds is not dealt: PokerKit takes the small blind for the big one then.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from houseway.errors import IllegalAction
from houseway.games.mini_tex import MiniTexPvp
from houseway.table import events as ev
from houseway.table.betting import BET, CALL, CHECK, FOLD, RAISE, Bounds
from houseway.table.pot_round import PotRound
from houseway.table.pots import share

from .judge import Judge, Legal, pokerkit_shares

STRUCTURES = ("fixed-limit", "pot-limit", "no-limit")
CHUNKS = 10
HANDS = 667  # in each chunk: 20,010 in all

BLINDS = ((100, 200), (50, 100), (1, 3), (75, 200), (200, 200))
ANTES = (0, 0, 25, 60)


# --- the differences, each recognised by what makes it up ---


def reopened_by_a_short_raise(judge: Judge, ours: Legal, theirs: Legal) -> bool:
    """PokerKit lets the player raise; we do not, because no full raise has come since the player acted."""
    state, seat = judge.state, judge.hand.turn
    assert state.street is not None
    full = state.street.min_completion_betting_or_raising_amount
    acted = any(isinstance(event, ev.Bet) and (event.at, event.seat) == (judge.at, seat) for event in judge.hand.events)
    only_raises_differ = ours == theirs._replace(least=0, most=0)
    return only_raises_differ and acted and state.completion_betting_or_raising_amount < full and ours.call < full


def closed_by_a_later_short_raise(judge: Judge, ours: Legal, theirs: Legal) -> bool:
    """We let the player raise, who faces a full raise; PokerKit looks at the last short all-ins alone."""
    state = judge.state
    full, shorts = state.completion_betting_or_raising_amount, state.consecutive_short_all_in_amounts
    only_raises_differ = theirs == ours._replace(least=0, most=0)
    return only_raises_differ and ours.call >= full > sum(shorts) > 0 and state.actor_index in state.acted_player_indices


def capped_heads_up(judge: Judge, ours: Legal, theirs: Legal) -> bool:
    """We let the player raise, with two left in the hand; PokerKit has reached its cap."""
    state = judge.state
    assert state.street is not None
    cap = state.street.max_completion_betting_or_raising_count
    only_raises_differ = theirs == ours._replace(least=0, most=0)
    uncapped = judge.hand.game.options.heads_up_cap == "no" and len(judge.live) == 2
    return only_raises_differ and uncapped and state.completion_betting_or_raising_count == cap


def reconcile(judge: Judge, ours: Legal, seen: Counter[str]) -> Legal:
    """What PokerKit allows, once the named differences have been set right there."""
    theirs = judge.legal()
    if theirs != ours and capped_heads_up(judge, ours, theirs):
        seen["uncapped heads-up"] += 1
        judge.state.uncap()
        theirs = judge.legal()
    if theirs != ours and closed_by_a_later_short_raise(judge, ours, theirs):
        seen["reopened, then closed"] += 1
        judge.state.consecutive_short_all_in_amounts.clear()
        theirs = judge.legal()
    if theirs != ours and reopened_by_a_short_raise(judge, ours, theirs):
        seen["short raise reopens"] += 1
        theirs = theirs._replace(least=0, most=0)
    return theirs


# --- random hands ---


@cache
def game(structure: str, blinds: tuple[int, int], ante: int, cap: str) -> MiniTexPvp:
    small, big = blinds
    return MiniTexPvp.make(structure, {"small_blind": small, "big_blind": big, "ante": ante, "heads_up_cap": cap})


def deal(rng: Random, structure: str) -> PotRound:
    """Uneven stacks, from less than an ante to a hundred big blinds."""
    count = rng.randint(2, 10)
    blinds = rng.choice(BLINDS[: 4 if count == 2 else 5])
    most = blinds[1] * rng.choice((3, 12, 40, 100))
    seats = rng.sample(range(1, 11), count)
    stacks = {seat: rng.randint(1, rng.choice((most, most, 2 * blinds[1], 30))) for seat in seats}
    rules = game(structure, blinds, rng.choice(ANTES), rng.choice(("no", "yes")))
    return PotRound(rules, stacks, button=rng.choice(seats), seed=f"{rng.random()}")


def choose(rng: Random, legal: Bounds, boldness: float) -> tuple[str, int]:
    if legal.most and rng.random() < boldness:
        between = rng.randint(legal.least, legal.most)
        return legal.verb, rng.choice((legal.least, legal.least, between, min(between, 3 * legal.least), legal.most))
    if legal.check:
        return CHECK, 0
    return (FOLD, 0) if rng.random() < 0.2 else (CALL, 0)


def refused(hand: PotRound, seat: int, do: str, to: int = 0) -> bool:
    try:
        hand.act(seat, do, to)
    except IllegalAction:
        return True
    return False


def check_illegal(rng: Random, judge: Judge, legal: Bounds, theirs: Legal) -> None:
    """What is not legal is refused on both sides; the hand goes on as if nothing had been said."""
    hand, seat = judge.hand, judge.hand.turn
    assert seat is not None
    if not legal.fold:
        assert refused(hand, seat, FOLD)
        assert not judge.state.can_fold()
    assert refused(hand, seat, CALL if legal.check else CHECK)
    assert refused(hand, seat, BET if legal.verb == RAISE else RAISE, legal.least)
    assert refused(hand, rng.choice([other for other in hand.order if other != seat]), CALL)
    everything = judge.stacks[seat] + 2 * legal.most + 5
    for to in (legal.least - 1, legal.most + 1, rng.randint(-5, everything), rng.randint(0, everything)):
        if not legal.least <= to <= legal.most or not legal.most:
            assert refused(hand, seat, legal.verb, to)
            assert not theirs.most or not judge.accepts(to)


def play(rng: Random, hand: PotRound, seen: Counter[str]) -> Judge:
    """A hand to its end, on both sides."""
    judge = Judge(hand)
    seen["short big blind"] += judge.state.missing > 0
    boldness = rng.choice((0.1, 0.3, 0.7))
    while not hand.over:
        seat, step = hand.turn, hand.step
        assert seat is not None
        assert (seat, getattr(step, "at", None)) == (judge.turn, judge.at)
        legal = hand.legal(seat)
        assert legal is not None
        ours = Legal.of(legal)
        theirs = reconcile(judge, ours, seen)
        assert ours == theirs
        check_illegal(rng, judge, legal, theirs)
        do, to = choose(rng, legal, boldness)
        hand.act(seat, do, to)
        judge.follow(do, to)
    assert not judge.state.status
    seen["nothing to decide"] += judge.idle
    return judge


# --- the end of a hand ---


def check_pots(judge: Judge, seen: Counter[str]) -> None:
    hand = judge.hand
    assert [(pot["amount"], tuple(pot["eligible"])) for pot in hand.pots] == judge.pots
    assert hand.returned == dict(judge.returned)
    seen["winner's last bet"] += judge.kept > 0
    seen["side pots"] += len(hand.pots) > 1
    seen["split pots"] += any(len(pot["paid"]) > 1 for pot in hand.pots)


def check_stacks(judge: Judge, seen: Counter[str]) -> None:
    hand = judge.hand
    ours: Counter[int] = Counter()
    for pot in hand.pots:
        assert pot["paid"] == share(pot["amount"], [seat for seat in hand.order if seat in pot["paid"]])
        ours.update(pot["paid"])
    theirs = pokerkit_shares(hand.pots, hand.order)
    seen["odd chips"] += ours != theirs
    assert {seat: chips - ours[seat] + theirs[seat] for seat, chips in hand.stacks.items()} == judge.stacks


def check_showdown(judge: Judge, seen: Counter[str]) -> None:
    hand = judge.hand
    showed = [
        (event.seat, isinstance(event, ev.Shown)) for event in hand.events if isinstance(event, ev.Shown | ev.Mucked)
    ]
    order = [seat for seat, _ in showed]
    if judge.showdown_round == "river":
        assert order == [seat for seat, _ in judge.showed]
    else:
        assert order == [seat for seat in hand.order if seat in order]
    if judge.state.all_in_status:
        assert all(shown for _, shown in judge.showed)
        seen["hands tabled"] += showed != judge.showed
    else:
        assert showed == judge.showed


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("structure", STRUCTURES)
def test_every_hand_is_played_alike(structure: str, chunk: int) -> None:
    rng, seen = Random(f"{structure} {chunk}"), Counter[str]()
    for _ in range(HANDS):
        judge = play(rng, deal(rng, structure), seen)
        check_pots(judge, seen)
        check_stacks(judge, seen)
        check_showdown(judge, seen)
    print(dict(seen))
    assert seen["side pots"] > HANDS // 10
    assert seen["split pots"] > HANDS // 50
