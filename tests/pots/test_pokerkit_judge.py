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
- `uncalled ante`: the part of an ante that nobody could match goes back before the betting in PokerKit, and can be bet;
  here it goes back after the first round, like any uncalled bet.
- `dead money`: what folded players have put in above all who are left, against a short big blind, is lost in PokerKit;
  here it is in the last pot.
- `hands tabled`: with a player all in PokerKit turns over every hand; here a losing hand may be mucked. When the
  betting ended before the river, PokerKit's order starts from the last round that had any; here nobody was the
  aggressor of the last round, so the first player left of the button shows first.

PokerKit caps raises in every structure, but knows no maximum bet: the judge takes that off what PokerKit allows.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import cycle, islice
from random import Random

import pytest
from pokerkit import State
from tests.sizes import sized

from houseway.cards import parse_cards
from houseway.errors import IllegalAction
from houseway.games.mini_tex import MiniTexPvp
from houseway.table import events as ev
from houseway.table.betting import BET, CALL, CHECK, FOLD, RAISE, Bounds
from houseway.table.pot_round import PotRound

from .judge import CARDS, Judge, Legal, new_state, pokerkit_shares

STRUCTURES = ("fixed-limit", "pot-limit", "no-limit")
CHUNKS = sized(quick=1, test=1, thorough=10)
HANDS = sized(quick=100, test=250, thorough=667)  # in each chunk: 20,010 in all when thorough

BIG_BLINDS = (200, 100, 2, 150)
ANTES = (0, 0, 25, 60)
RAISES = (None, None, 0, 1, 3)  # None: what is usual in the structure
MAXIMA = (0, 0, 2, 3, 10)  # in big blinds; those of fixed limit must not be below its bets


# --- the differences, each recognised in PokerKit's state by what makes it up ---


def capped_heads_up(judge: Judge) -> bool:
    """PokerKit has reached its cap, with two left in the hand."""
    state = judge.state
    assert state.street is not None
    cap = state.street.max_completion_betting_or_raising_count
    uncapped = judge.hand.game.options.heads_up_cap == "no" and len(judge.live) == 2
    return uncapped and state.completion_betting_or_raising_count == cap


def closed_by_a_later_short_raise(judge: Judge, call: int) -> bool:
    """The player has acted and faces a full raise; PokerKit looks at the last short all-ins alone."""
    state = judge.state
    full, shorts = state.completion_betting_or_raising_amount, state.consecutive_short_all_in_amounts
    return call >= full > sum(shorts) > 0 and state.actor_index in state.acted_player_indices


def reopened_by_a_short_raise(judge: Judge, call: int) -> bool:
    """The player has acted and does not face a full raise; PokerKit has seen none in this round, and takes any."""
    state, seat = judge.state, judge.turn
    assert state.street is not None
    full = state.street.min_completion_betting_or_raising_amount
    acted = any(isinstance(event, ev.Bet) and (event.at, event.seat) == (judge.at, seat) for event in judge.hand.events)
    return acted and call < full and state.completion_betting_or_raising_amount < full


def judged(judge: Judge, seen: Counter[str]) -> Legal:
    """What PokerKit allows, once the named differences have been set right there."""
    legal = plain = judge.legal()
    if capped_heads_up(judge):
        judge.state.uncap()
        legal = judge.legal()
        seen["uncapped heads-up"] += legal != plain
    if closed_by_a_later_short_raise(judge, legal.call):
        judge.state.consecutive_short_all_in_amounts.clear()
        legal = judge.legal()
        seen["reopened, then closed"] += legal != plain
    if legal.most and reopened_by_a_short_raise(judge, legal.call):
        legal = legal._replace(least=0, most=0)
        seen["short raise reopens"] += 1
    return legal


# --- random hands ---


@cache
def game(structure: str, big: int, ante: int, cap: str, raises: int | None, maximum: int) -> MiniTexPvp:
    changes = {"big_blind": big, "ante": ante, "heads_up_cap": cap, "max_bet": maximum * big}
    return MiniTexPvp.make(structure, changes if raises is None else {**changes, "raises": raises})


def deal(rng: Random, structure: str) -> PotRound:
    """Uneven stacks, from less than an ante to a hundred big blinds."""
    count = rng.randint(2, 10)
    big = rng.choice(BIG_BLINDS)
    seats = rng.sample(range(1, 11), count)
    depth = rng.choice(((1, 3), (1, 12), (5, 40), (20, 100)))
    deep, short = [big * times for times in depth], (1, 2 * big)
    stacks = {seat: rng.randint(*(short if rng.random() < 0.15 else deep)) for seat in seats}
    rules = game(structure, big, rng.choice(ANTES), rng.choice(("no", "yes")), rng.choice(RAISES), rng.choice(MAXIMA))
    return PotRound(rules, stacks, button=rng.choice(seats), seed=f"{rng.random()}")


def choose(rng: Random, legal: Bounds, boldness: float, fear: float) -> tuple[str, int]:
    if legal.most and rng.random() < boldness:
        between = rng.randint(legal.least, legal.most)
        return legal.verb, rng.choice((legal.least, legal.least, between, min(between, 3 * legal.least), legal.most))
    if legal.check:
        return CHECK, 0
    return (FOLD, 0) if rng.random() < fear else (CALL, 0)


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
    for to in (legal.least - 1, legal.most + 1, rng.randint(-5, everything)):
        if not legal.least <= to <= legal.most or not legal.most:
            assert refused(hand, seat, legal.verb, to)
            assert not theirs.most or not judge.accepts(to)


def play(rng: Random, hand: PotRound, seen: Counter[str]) -> Judge:
    """A hand to its end, on both sides."""
    judge = Judge(hand)
    seen["short big blind"] += judge.state.missing > 0
    boldness, fear = rng.choice((0.1, 0.3, 0.7)), rng.choice((0.05, 0.2, 0.5))
    while not hand.over:
        seat, step = hand.turn, hand.step
        assert seat is not None
        assert (seat, getattr(step, "at", None)) == (judge.turn, judge.at)
        legal = hand.legal(seat)
        assert legal is not None
        theirs = judged(judge, seen)
        most = legal.most
        seen["held by the maximum"] += 0 < most < hand.stacks[seat] and most - judge.price == hand.game.options.max_bet
        seen["capped in pot or no limit"] += not most and hand.game.options.structure != "fixed-limit" and judge.capped
        assert Legal.of(legal) == theirs
        check_illegal(rng, judge, legal, theirs)
        do, to = choose(rng, legal, boldness, fear)
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
    seen["uncalled ante"] += judge.state.aside > 0
    seen["dead money"] += judge.state.dead > 0
    seen["side pots"] += len(hand.pots) > 1
    seen["split pots"] += any(len(pot["paid"]) > 1 for pot in hand.pots)


def one_each(amount: int, winners: list[int]) -> dict[int, int]:
    """Chips dealt out singly to the winners, from left of the button, as long as there are any: the slow way."""
    shares = dict.fromkeys(winners, amount // len(winners) - 1)
    left = amount - sum(shares.values())
    for seat in islice(cycle(winners), left):
        shares[seat] += 1
    return shares


def check_stacks(judge: Judge, seen: Counter[str]) -> None:
    hand = judge.hand
    ours: Counter[int] = Counter()
    for pot in hand.pots:
        assert pot["paid"] == one_each(pot["amount"], [seat for seat in hand.order if seat in pot["paid"]])
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
    assert seen["side pots"] > HANDS // 10
    if structure != "fixed-limit":
        assert seen["held by the maximum"] > HANDS // 10
        assert seen["capped in pot or no limit"] > HANDS // 10
    assert seen["split pots"] > HANDS // 50


# --- an example of each difference, and of the house's rule in it ---


def table(
    structure: str,
    stacks: dict[int, int],
    *actions: str,
    button: int | None = None,
    cards: str = "",
    **options: object,
) -> tuple[PotRound, Judge]:
    """Blinds of 100 and 200; actions such as `3 raise 600` in turn, on both sides."""
    rules = MiniTexPvp.make(structure, options)
    hand = PotRound(rules, stacks, button=button or max(stacks), seed="example", stacked=parse_cards(cards))
    judge = Judge(hand)
    for action in actions:
        seat, do, *to = action.split()
        hand.act(int(seat), do, *map(int, to))
        judge.follow(do, *map(int, to or ["0"]))
    return hand, judge


def test_a_short_raise_reopens_nothing() -> None:
    stacks = {1: 10_000, 2: 10_000, 3: 10_000, 4: 250}
    hand, judge = table("no-limit", stacks, "3 call", "4 raise 250", "1 fold", "2 call")
    assert hand.legal(3) == Bounds(fold=True, check=False, call=50)
    assert judge.legal() == Legal(fold=True, call=50, least=450, most=10_000)
    hand, judge = table("no-limit", stacks, "3 call", "4 raise 250", "1 fold")
    assert hand.legal(2) == Bounds(fold=True, check=False, call=50, least=450, most=10_000)  # has not acted yet


def test_a_short_first_bet_reopens_nothing_to_who_has_checked() -> None:
    stacks = {1: 10_000, 2: 350, 3: 10_000}
    hand, judge = table("no-limit", stacks, "3 call", "1 call", "2 check", "1 check", "2 bet 150", "3 call")
    assert hand.legal(1) == Bounds(fold=True, check=False, call=150)
    assert judge.legal() == Legal(fold=True, call=150, least=350, most=9_800)


def test_short_raises_that_add_up_reopen_for_good() -> None:
    stacks = {1: 10_000, 2: 10_000, 3: 10_000, 4: 500, 5: 600, 6: 700}
    actions = ("3 raise 400", "4 raise 500", "5 raise 600", "6 raise 700", "1 call", "2 fold")
    hand, judge = table("no-limit", stacks, *actions)
    assert hand.legal(3) == Bounds(fold=True, check=False, call=300, least=900, most=10_000)
    assert judge.legal() == Legal(fold=True, call=300, least=0, most=0)


def test_a_short_big_blind_is_a_full_price() -> None:
    hand, judge = table("no-limit", {1: 1_000, 2: 50, 3: 1_000})
    assert hand.legal(3) == Bounds(fold=True, check=False, call=200, least=400, most=1_000)
    assert Legal.of(hand.legal(3) or Bounds(fold=False, check=True, call=0)) == judge.legal()
    plain = new_state(State, hand)
    for index, seat in enumerate(hand.order):
        plain.deal_hole([CARDS[card] for card in hand.hole[seat]], index)
    assert plain.checking_or_calling_amount == 100


@pytest.mark.parametrize("structure", STRUCTURES)
def test_blinds_that_antes_have_used_up_leave_the_full_price(structure: str) -> None:
    hand, judge = table(structure, {1: 20, 2: 30, 3: 1_000, 4: 1_000}, ante=50)
    legal = hand.legal(3)
    assert legal is not None
    assert legal.call == 200
    assert Legal.of(legal) == judge.legal()


def test_heads_up_the_raises_have_no_cap() -> None:
    actions = ("2 raise 400", "1 raise 600", "2 raise 800")
    hand, judge = table("fixed-limit", {1: 10_000, 2: 10_000}, *actions)
    assert hand.legal(1) == Bounds(fold=True, check=False, call=200, least=1_000, most=1_000)
    assert judge.legal() == Legal(fold=True, call=200, least=0, most=0)
    hand, judge = table("fixed-limit", {1: 10_000, 2: 10_000}, *actions, heads_up_cap="yes")
    assert hand.legal(1) == Bounds(fold=True, check=False, call=200)


def test_the_cap_is_off_from_the_moment_two_are_left() -> None:
    stacks = {1: 10_000, 2: 10_000, 3: 10_000}
    hand, _ = table("fixed-limit", stacks, "3 raise 400", "1 raise 600", "2 raise 800")
    assert hand.legal(3) == Bounds(fold=True, check=False, call=400)
    hand.act(3, FOLD)
    assert hand.legal(1) == Bounds(fold=True, check=False, call=200, least=1_000, most=1_000)


def test_nobody_is_asked_who_has_nothing_to_decide() -> None:
    hand, judge = table("no-limit", {1: 150, 2: 10_000, 3: 10_000}, "3 fold", "1 call")
    assert hand.over
    assert judge.idle == 1


def test_the_matched_part_of_the_last_bet_is_in_the_pot() -> None:
    hand, judge = table("no-limit", {1: 20_000, 2: 20_000}, "2 raise 600", "1 fold")
    assert (hand.pots[0]["amount"], hand.returned) == (400, {2: 400})
    assert judge.kept == 200


def test_odd_chips_go_one_each() -> None:
    """Three aces with the same kings: eleven chips are 4, 4 and 3, not 5, 3 and 3."""
    cards = "2c 7d As 3c Ah 3d Ad 3s  9c Kc Kd  9d Qh"  # seat by seat, then burn, flop, burn, river
    actions = ("3 call", "4 call", "1 fold", "2 check", *(f"{seat} check" for seat in (2, 3, 4) * 2))
    hand, judge = table("no-limit", dict.fromkeys((1, 2, 3, 4), 100), *actions, cards=cards, ante=1, big_blind=2)
    assert hand.stacks == {1: 98, 2: 101, 3: 101, 4: 100}
    assert judge.stacks == {1: 98, 2: 102, 3: 100, 4: 100}


def test_an_uncalled_ante_cannot_be_bet() -> None:
    hand, judge = table("no-limit", {1: 30, 2: 20, 3: 40}, ante=50)
    assert hand.over
    assert hand.returned == {3: 10}
    assert judge.state.aside == 10


def test_what_folded_players_put_in_above_all_others_is_in_the_last_pot() -> None:
    hand, judge = table("no-limit", {1: 1_000, 2: 10, 3: 20, 4: 1_000}, "4 fold", "1 fold", ante=50)
    assert [(pot["amount"], pot["eligible"]) for pot in hand.pots] == [(40, [2, 3]), (90, [3])]
    assert judge.state.dead == 60


def test_all_in_before_the_river_the_first_left_of_the_button_shows_first() -> None:
    cards = "Ac Ad 7h 2s  9c Kc Qd  9d 4h"
    hand, judge = table("no-limit", {1: 1_000, 2: 1_000}, "2 raise 1000", "1 call", cards=cards)
    assert [event for event in hand.events if isinstance(event, ev.Shown | ev.Mucked)] == [
        ev.Shown(1, parse_cards("Ac Ad")),
        ev.Mucked(2),
    ]
    assert judge.showed == [(2, True), (1, True)]
