"""A card room's table over many hands: chips, the button, the blinds, and people who come and go.

The first half are laws over random evenings in which players sit down, leave, sit out, come back, lose everything and
buy in again. The second half are single situations as a floor manager would put them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from tests.sizes import sized

from houseway.errors import HousewayError, IllegalAction, WagerError
from houseway.table.betting import CALL, CHECK, FOLD
from houseway.table.pot_round import PotRound
from houseway.table.room import BuyIn, Room, Sitter

from .dealing import choose, game, play_on

BUTTONS = pytest.mark.parametrize("button", ["moving", "dead"])
SEEDS = pytest.mark.parametrize("seed", range(4))
HANDS = sized(quick=300, test=400, thorough=1_500)  # an evening


def between(right: int, seat: int, left: int) -> bool:
    """Whether a seat lies strictly left of one and right of another; seats go round to the left."""
    return seat not in (right, left) and (seat - right) % 10 < (left - right) % 10


class Seen(NamedTuple):
    """A hand as it was dealt, and the room just before it."""

    hand: PotRound
    sitters: dict[int, Sitter]
    ready: list[int]
    small: int  # where the small blind was due, perhaps an empty seat
    house: int

    @property
    def dealt(self) -> set[int]:
        return set(self.hand.start)

    @property
    def big(self) -> int:
        return self.hand.blinds[1]

    def name(self, seat: int) -> str:
        """Who sits there; nobody else has the name, also not in the same seat later."""
        return f"{self.sitters[seat].name} in {seat}"

    @property
    def settled(self) -> int:
        """How many could be dealt in without posting anything; the game starts anew when these are not two."""
        return sum(not self.owes(seat) for seat in self.ready)

    def owes(self, seat: int) -> bool:
        sitter = self.sitters[seat]
        return sitter.newcomer or sitter.owes_big or sitter.owes_small


def play_fast(hand: PotRound, rng: Random) -> None:
    """Mostly calls and folds, some big bets: stacks move, and hands are short."""
    while hand.turn is not None:
        legal = hand.legal(hand.turn)
        assert legal is not None
        if rng.random() < 0.2:
            hand.act(hand.turn, *choose(rng, legal))
        elif legal.check:
            hand.act(hand.turn, CHECK)
        else:
            hand.act(hand.turn, FOLD if rng.random() < 0.7 else CALL)


def come_and_go(room: Room, rng: Random, *, arrivals: bool) -> None:
    """What happens between two hands."""
    for seat in range(1, room.game.seats + 1):
        sitter, chance = room.sitters.get(seat), rng.random()
        if sitter is None:
            if arrivals and chance < 0.08:
                room.sit(seat, f"newcomer {room.hands}", rng.randint(room.buy_in.least, room.buy_in.most))
                room.sit_in(seat, posts=rng.random() < 0.6)
        elif not sitter.stack:
            if arrivals and chance < 0.5:
                room.rebuy(seat, rng.randint(room.buy_in.least, room.buy_in.most))
            elif chance < 0.7:
                room.leave(seat)
        elif sitter.sitting_out:
            if arrivals and chance < 0.3:
                room.sit_in(seat, posts=rng.random() < 0.6)
        elif chance < 0.03:
            room.leave(seat)
        elif arrivals and chance < 0.09:
            room.sit_out(seat)
        elif arrivals and chance < 0.12 and sitter.stack < room.buy_in.most:
            room.rebuy(seat, rng.randint(1, room.buy_in.most - sitter.stack))


@cache
def evening(seed: int, button: str, *, hands: int = HANDS, arrivals: bool = True) -> tuple[Seen, ...]:
    """Hands of a room; with nobody left to play, the evening is over or, with arrivals, new people come."""
    rng = Random(f"{seed} {button} {arrivals}")
    room = Room(game("no-limit", rake=(5, 300), button=button), buy_in=BuyIn(4_000, 20_000))
    for seat in rng.sample(range(1, 11), rng.randint(2, 10)):
        room.sit(seat, "founder", 20_000)
    found = []
    while room.hands < hands and (arrivals or len(room.players()) > 1):
        ready = room.players()
        if len(ready) > 1:
            sitters = {seat: replace(sitter) for seat, sitter in room.sitters.items()}
            hand = room.deal(seed=f"{seed} {room.hands}")
            assert room.small_seat is not None
            found.append(Seen(hand, sitters, ready, room.small_seat, room.house))
            play_fast(hand, rng)
            room.finish()
        assert room.chips + room.house == room.bought
        come_and_go(room, rng, arrivals=arrivals)
        assert room.chips + room.house == room.bought
    return tuple(found)


def stayed(last: Seen, now: Seen) -> set[int]:
    """Who was dealt in and can be again; not somebody else in the same seat."""
    return {seat for seat in last.dealt & set(now.ready) if last.name(seat) == now.name(seat)}


def three_stayed(last: Seen, now: Seen) -> bool:
    """Whether three players at least go on from one hand to the next: nothing special about two or a new start then."""
    return len(stayed(last, now)) >= 3 and last.settled >= 3


# --- laws ---


@BUTTONS
@SEEDS
def test_chips_stay_in_the_room(seed: int, button: str) -> None:
    """`evening` counts them after every hand and whenever somebody came or went; rake goes to the house."""
    for last, now in pairwise(evening(seed, button)):
        assert now.house == last.house + sum(pot["rake"] for pot in last.hand.pots)
    assert now.house


@BUTTONS
@SEEDS
def test_who_was_dealt_in_and_stays_is_dealt_in_again(seed: int, button: str) -> None:
    for last, now in pairwise(evening(seed, button)):
        assert stayed(last, now) <= now.dealt <= set(now.ready)


@BUTTONS
@SEEDS
def test_nobody_has_the_big_blind_twice_running(seed: int, button: str) -> None:
    for last, now in pairwise(evening(seed, button)):
        assert now.big != last.big
        assert now.big in now.dealt


@SEEDS
def test_a_moving_button_goes_to_the_next_player_dealt_in(seed: int) -> None:
    for last, now in pairwise(evening(seed, "moving")):
        assert now.hand.button in now.dealt
        if three_stayed(last, now):
            skipped = {seat for seat in stayed(last, now) if between(last.hand.button, seat, now.hand.button)}
            assert not skipped
            assert now.hand.button != last.hand.button


@SEEDS
def test_blinds_are_left_of_a_moving_button(seed: int) -> None:
    """The small blind is the next player dealt in, the big blind the one after; heads-up the button is the small."""
    for now in evening(seed, "moving"):
        order = now.hand.order
        expected = (order[-1], order[0]) if len(order) == 2 else (order[0], order[1])
        assert now.hand.blinds == expected


@SEEDS
def test_with_a_dead_button_the_big_blind_goes_to_the_next_player(seed: int) -> None:
    for last, now in pairwise(evening(seed, "dead")):
        assert not {seat for seat in now.ready if between(last.big, seat, now.big)}


@SEEDS
def test_with_a_dead_button_the_small_blind_and_the_button_follow(seed: int) -> None:
    dead = 0
    for last, now in pairwise(evening(seed, "dead")):
        if three_stayed(last, now) and len(last.dealt) > 2:
            assert now.hand.button == last.small
            assert now.small == last.big
            assert now.hand.blinds[0] == (last.big if last.big in stayed(last, now) else None)
            dead += now.hand.button not in now.dealt
        assert now.hand.button != now.big
    assert dead


@SEEDS
def test_with_a_dead_button_everybody_pays_the_big_blind_in_turn(seed: int) -> None:
    """Between two big blinds of one player, everybody who was dealt in all along has paid one."""
    since: dict[str, list[tuple[str, set[str]]]] = {}  # by player: who paid and who played in the hands after theirs
    for now in evening(seed, "dead"):
        payer, dealt = now.name(now.big), {now.name(seat) for seat in now.dealt}
        for hands in since.values():
            hands.append((payer, dealt))
        if payer in since:
            all_along = set.intersection(*(names for _, names in since[payer]))
            payers = [name for name, _ in since[payer][:-1]]
            if payer in all_along:  # or the blinds may have gone round more than once
                assert all(payers.count(name) == 1 for name in all_along - {payer})
        since[payer] = []


@BUTTONS
@pytest.mark.parametrize("players", range(2, 11))
def test_everybody_pays_both_blinds_once_an_orbit(players: int, button: str) -> None:
    """Nobody comes or goes: each orbit everybody has the big blind once, the small blind once, the button once."""
    room = Room(game("fixed-limit", button=button))
    seats = sorted(Random(players).sample(range(1, 11), players))
    for seat in seats:
        room.sit(seat, "regular", 20_000)
    for _ in range(5):
        orbit = [fold_around(room) for _ in seats]
        assert sorted(hand.blinds[1] for hand in orbit) == seats
        assert sorted(hand.blinds[0] or 0 for hand in orbit) == seats
        assert sorted(hand.button for hand in orbit) == seats
        assert not any(hand.owed for hand in orbit)


@BUTTONS
@SEEDS
def test_who_was_dealt_in_last_hand_posts_nothing_extra(seed: int, button: str) -> None:
    """What is owed is posted once: a player in the game pays blinds in turn and nothing else."""
    posted = 0
    for last, now in pairwise(evening(seed, button)):
        assert stayed(last, now).isdisjoint(now.hand.owed)
        posted += len(now.hand.owed)
    assert posted


@BUTTONS
@SEEDS
def test_nobody_comes_in_between_the_button_and_the_big_blind(seed: int, button: str) -> None:
    barred = 0
    for now in evening(seed, button):
        for seat in now.ready:
            if now.owes(seat) and between(now.hand.button, seat, now.big):
                assert seat not in now.hand.owed
                barred += seat not in now.dealt
    assert barred


@BUTTONS
@SEEDS
def test_who_owes_posts_it_or_has_the_big_blind(seed: int, button: str) -> None:
    """But for a game that starts anew because there are not two players who owe nothing."""
    posted = waited = 0
    for now in evening(seed, button):
        if now.settled < 2:
            assert now.dealt == set(now.ready)
            assert not now.hand.owed
            continue
        options = now.hand.game.options
        for seat in now.dealt:
            sitter = now.sitters[seat]
            if not now.owes(seat) or seat == now.big:
                assert seat not in now.hand.owed
                waited += now.owes(seat)
            else:
                assert sitter.posts
                alive, dead = now.hand.owed[seat]
                assert alive == (options.big_blind if sitter.newcomer or sitter.owes_big else 0)
                assert dead == (options.small_blind if sitter.owes_small else 0)
                posted += 1
    assert posted
    assert waited


@BUTTONS
@SEEDS
def test_missed_blinds_are_owed(seed: int, button: str) -> None:
    """Counted again: who was not dealt in when a blind went by, or fell due at the very seat, owes it.

    The small blind is due where the big blind was, also when it goes elsewhere because few are left.
    """
    missed: dict[int, set[str]] = {}
    for last, now in pairwise(evening(seed, button)):
        for seat, sitter in now.sitters.items():
            if seat in last.dealt or sitter.newcomer:
                missed.pop(seat, None)
            owed = {name for name, owes in (("big", sitter.owes_big), ("small", sitter.owes_small)) if owes}
            assert owed == missed.get(seat, set())
            if seat not in now.dealt and not sitter.newcomer:
                found = missed.setdefault(seat, set())
                found |= {"big"} if between(last.big, seat, now.big) else set()
                small = seat in (last.big, now.small) or between(last.small, seat, last.big)
                found |= {"small"} if small or between(last.small, seat, now.small) else set()
        for seat in [seat for seat in missed if seat not in now.sitters]:
            del missed[seat]


@BUTTONS
@SEEDS
def test_players_who_only_leave_do_not_stop_the_game(seed: int, button: str) -> None:
    """Without arrivals a table plays down to one player with chips."""
    seen = evening(seed, button, arrivals=False)
    assert seen
    assert not any(now.hand.owed for now in seen)
    for last, now in pairwise(seen):
        assert now.dealt <= last.dealt
        assert now.big != last.big


# --- situations ---


def fold_around(room: Room) -> PotRound:
    """A hand in which everybody folds to the big blind; nobody loses more than a blind."""
    hand = room.deal(seed=f"hand {room.hands}")
    while hand.turn is not None:
        legal = hand.legal(hand.turn)
        assert legal is not None
        hand.act(hand.turn, CHECK if legal.check else FOLD)
    room.finish()
    return hand


def table(*seats: int, button: str = "moving", stack: int = 20_000) -> Room:
    room = Room(game("fixed-limit", button=button))
    for seat in seats:
        room.sit(seat, f"player {seat}", stack)
    return room


def button_and_blinds(hand: PotRound) -> tuple[int, int | None, int]:
    """Button, small blind and big blind."""
    return hand.button, *hand.blinds


@BUTTONS
def test_founders_post_nothing_extra(button: str) -> None:
    hand = fold_around(table(2, 4, 7, 9, button=button))
    assert button_and_blinds(hand) == (2, 4, 7)
    assert hand.owed == {}


@BUTTONS
def test_a_newcomer_behind_the_button_posts_the_big_blind_and_plays(button: str) -> None:
    room = table(1, 2, 3, 4, button=button)
    fold_around(room)  # button 1
    room.sit(6, "newcomer", 20_000)
    hand = fold_around(room)  # button 2, blinds 3 and 4
    assert hand.owed == {6: (200, 0)}
    assert 6 in hand.start
    assert fold_around(room).owed == {}


@BUTTONS
def test_a_newcomer_may_wait_for_the_big_blind(button: str) -> None:
    room = table(1, 2, 3, 4, button=button)
    fold_around(room)
    room.sit(6, "newcomer", 20_000)
    room.sit_in(6, posts=False)
    assert 6 not in fold_around(room).start  # blinds 3 and 4
    hand = fold_around(room)
    assert button_and_blinds(hand) == (3, 4, 6)
    assert hand.owed == {}


@BUTTONS
def test_a_newcomer_left_of_the_big_blind_has_it_next(button: str) -> None:
    room = table(1, 2, 3, 7, button=button)
    fold_around(room)  # 1, 2, 3
    room.sit(4, "newcomer", 20_000)
    assert button_and_blinds(fold_around(room)) == (2, 3, 4)


@BUTTONS
@pytest.mark.parametrize("seat", [2, 4])
def test_a_newcomer_between_the_button_and_the_big_blind_waits(button: str, seat: int) -> None:
    """And the others go on as if the seat were empty: nobody has a blind again because somebody sat down."""
    room = table(1, 3, 5, 7, 9, button=button)
    assert button_and_blinds(fold_around(room)) == (1, 3, 5)
    room.sit(seat, "newcomer", 20_000)
    hand = fold_around(room)
    assert button_and_blinds(hand) == (3, 5, 7)
    # Seat 2 is behind the button now and comes in; seat 4 lies between the button and the small blind.
    assert hand.owed == ({2: (200, 0)} if seat == 2 else {})
    hand = fold_around(room)
    assert button_and_blinds(hand) == (5, 7, 9)
    assert seat in hand.start


@BUTTONS
def test_several_newcomers_between_button_and_blinds(button: str) -> None:
    room = table(1, 4, 7, 9, button=button)
    assert button_and_blinds(fold_around(room)) == (1, 4, 7)
    for seat in (2, 3, 5, 6):
        room.sit(seat, "newcomer", 20_000)
    hand = fold_around(room)
    assert button_and_blinds(hand) == (4, 7, 9)
    assert sorted(hand.owed) == [2, 3]


@BUTTONS
def test_both_blinds_missed_are_posted_once(button: str) -> None:
    room = table(1, 2, 3, 4, 5, button=button)
    fold_around(room)  # 1, 2, 3
    room.sit_out(5)
    bigs = [fold_around(room).blinds[1] for _ in range(4)]  # the blinds go once round, past seat 5
    assert bigs == [4, 1, 2, 3]
    room.sit_in(5)
    hand = fold_around(room)  # blinds 3 and 4
    assert hand.owed == {5: (200, 100)}
    assert [(event.do, event.amount, event.dead) for event in posts(hand, 5)] == [
        ("post-big-blind", 200, False),
        ("post-small-blind", 100, True),
    ]
    assert fold_around(room).owed == {}


def posts(hand: PotRound, seat: int) -> list[Any]:
    return [event for event in hand.view().history if event.seat == seat and event.do.startswith("post")]


@BUTTONS
def test_who_waits_for_the_big_blind_owes_nothing_more(button: str) -> None:
    room = table(1, 2, 3, 4, 5, button=button)
    fold_around(room)  # 1, 2, 3
    room.sit_out(5)
    for _ in range(3):
        fold_around(room)
    assert (room.sitters[5].owes_big, room.sitters[5].owes_small) == (True, True)
    room.sit_in(5, posts=False)
    hands = [fold_around(room) for _ in range(3)]
    assert [5 in hand.start for hand in hands] == [False, False, True]
    assert hands[-1].blinds[1] == 5
    assert not any(hand.owed for hand in hands)
    assert (room.sitters[5].owes_big, room.sitters[5].owes_small) == (False, False)


@BUTTONS
def test_who_has_paid_the_big_blind_and_leaves_the_small_one_owes_that(button: str) -> None:
    """With a dead button the small blind falls due at the very seat; with a moving one it goes past."""
    room = table(1, 2, 3, 4, 5, button=button)
    assert button_and_blinds(fold_around(room)) == (1, 2, 3)
    room.sit_out(3)
    hand = fold_around(room)
    assert button_and_blinds(hand) == ((2, None, 4) if button == "dead" else (2, 4, 5))
    assert (room.sitters[3].owes_big, room.sitters[3].owes_small) == (False, True)
    room.sit_in(3)
    posted = [hand for hand in (fold_around(room) for _ in range(3)) if hand.owed]
    assert [hand.owed for hand in posted] == [{3: (0, 100)}]


@BUTTONS
def test_a_hand_sat_out_while_no_blind_went_by_costs_nothing(button: str) -> None:
    room = table(1, 2, 3, 4, 5, 6, button=button)
    fold_around(room)  # 1, 2, 3
    room.sit_out(1)
    assert 1 not in fold_around(room).start
    room.sit_in(1)
    hand = fold_around(room)
    assert 1 in hand.start
    assert hand.owed == {}


@BUTTONS
def test_a_founder_who_misses_the_first_hand_comes_in_as_a_newcomer(button: str) -> None:
    """Or the seat between the first blinds would come in for nothing and push the big blind back on the same player."""
    room = table(1, 2, 3, 4, 5, button=button)
    room.sit_out(3)
    assert button_and_blinds(fold_around(room)) == (1, 2, 4)
    room.sit_in(3)
    hand = fold_around(room)
    assert button_and_blinds(hand) == (2, 4, 5)
    assert 3 not in hand.start
    assert fold_around(room).owed == {3: (200, 0)}


def test_the_dead_button_when_the_small_blind_leaves() -> None:
    """The button goes to the seat that is empty now: the same player acts last twice."""
    room = table(1, 2, 3, 4, 5, button="dead")
    fold_around(room)  # 1, 2, 3
    room.leave(2)
    assert button_and_blinds(fold_around(room)) == (2, 3, 4)
    assert button_and_blinds(fold_around(room)) == (3, 4, 5)


def test_the_dead_button_when_the_big_blind_leaves() -> None:
    """There is no small blind in the next hand, and the button is dead in the one after."""
    room = table(1, 2, 3, 4, 5, button="dead")
    fold_around(room)  # 1, 2, 3
    room.leave(3)
    assert button_and_blinds(fold_around(room)) == (2, None, 4)
    assert button_and_blinds(fold_around(room)) == (3, 4, 5)


def test_the_dead_button_when_both_blinds_leave() -> None:
    room = table(1, 2, 3, 4, 5, 6, button="dead")
    fold_around(room)  # 1, 2, 3
    room.leave(2)
    room.leave(3)
    assert button_and_blinds(fold_around(room)) == (2, None, 4)
    assert button_and_blinds(fold_around(room)) == (3, 4, 5)
    assert button_and_blinds(fold_around(room)) == (4, 5, 6)


def test_a_newcomer_in_the_seat_of_a_dead_small_blind_waits() -> None:
    room = table(1, 2, 3, 4, 5, button="dead")
    fold_around(room)  # 1, 2, 3
    room.leave(3)
    room.sit(3, "newcomer", 20_000)
    hand = fold_around(room)
    assert button_and_blinds(hand) == (2, None, 4)
    assert 3 not in hand.start


def test_the_moving_button_when_the_small_blind_leaves() -> None:
    """The button passes to the big blind, and the blinds are the two after: seat 4 has the small blind only."""
    room = table(1, 2, 3, 4, 5, button="moving")
    fold_around(room)  # 1, 2, 3
    room.leave(2)
    assert button_and_blinds(fold_around(room)) == (3, 4, 5)


@BUTTONS
@pytest.mark.parametrize(("gone", "expected"), [(1, (3, 3, 2)), (2, (3, 3, 1)), (3, (2, 2, 1))])
def test_from_three_players_to_two(button: str, gone: int, expected: tuple[int, int, int]) -> None:
    """The button becomes the small blind; the last big blind is never the next one."""
    room = table(1, 2, 3, button=button)
    assert button_and_blinds(fold_around(room)) == (1, 2, 3)
    room.leave(gone)
    assert button_and_blinds(fold_around(room)) == expected
    _, small, big = expected
    assert button_and_blinds(fold_around(room)) == (big, big, small)


@BUTTONS
def test_from_two_players_to_three(button: str) -> None:
    """The third player comes in on the big blind, at once or after one more hand between the two."""
    room = table(1, 5, button=button)
    assert button_and_blinds(fold_around(room)) == (1, 1, 5)
    room.sit(7, "left of the big blind", 20_000)
    hand = fold_around(room)
    assert button_and_blinds(hand) == (1, 5, 7)
    assert hand.owed == {}
    assert button_and_blinds(fold_around(room)) == (5, 7, 1)

    room = table(1, 5, button=button)
    fold_around(room)
    room.sit(3, "between the button and the big blind", 20_000)
    assert button_and_blinds(fold_around(room)) == (5, 5, 1)
    hand = fold_around(room)
    assert button_and_blinds(hand) == (5, 1, 3)
    assert hand.owed == {}
    assert button_and_blinds(fold_around(room)) == (1, 3, 5)


@BUTTONS
def test_from_two_players_to_a_full_table(button: str) -> None:
    """However many sit down, no big blind is paid twice running and everybody is in within an orbit."""
    room = table(1, 6, button=button)
    fold_around(room)
    for seat in (2, 3, 4, 5, 7, 8, 9, 10):
        room.sit(seat, "newcomer", 20_000)
    hands = [fold_around(room) for _ in range(11)]
    assert all(last.blinds[1] != now.blinds[1] for last, now in pairwise(hands))
    assert len(hands[-1].start) == 10
    posted = [seat for hand in hands for seat in hand.owed]
    assert len(posted) == len(set(posted)), "nobody posts twice"


@BUTTONS
def test_a_game_that_starts_anew_asks_nobody_to_post(button: str) -> None:
    room = table(1, 2, button=button)
    fold_around(room)
    room.leave(1)
    room.leave(2)
    for seat in (3, 5, 8, 9):
        room.sit(seat, "newcomer", 20_000)
    hand = fold_around(room)
    assert set(hand.start) == {3, 5, 8, 9}
    assert hand.owed == {}


@BUTTONS
def test_who_waits_is_dealt_in_when_there_is_nobody_else(button: str) -> None:
    room = table(1, 2, button=button)
    fold_around(room)  # big blind 2
    room.leave(1)
    room.sit(4, "newcomer", 20_000)
    room.sit_in(4, posts=False)
    hand = fold_around(room)
    assert button_and_blinds(hand) == (2, 2, 4)


# --- money and refusals ---


def snapshot(room: Room) -> Any:
    state = dict(vars(room))
    state["hand"] = None if room.hand is None else (room.hand.actions, room.hand.stacks)
    return copy.deepcopy({name: value for name, value in state.items() if name != "game"})


def refused(room: Room, error: type[HousewayError], words: str, act: Callable[[], object]) -> None:
    before = snapshot(room)
    with pytest.raises(error, match=words):
        act()
    assert snapshot(room) == before


def test_buy_in_limits() -> None:
    room = Room(game("no-limit"), buy_in=BuyIn(4_000, 20_000))
    for stack in (0, -5, 3_999, 20_001, 5_000.0, "5000", True):
        refused(room, WagerError, r"\$40 to \$200", lambda stack=stack: room.sit(1, "Ann", stack))  # type: ignore[misc]
    room.sit(1, "Ann", 4_000)
    room.sit(2, "Ben", 20_000)
    assert room.chips == room.bought == 24_000
    refused(room, WagerError, "taken", lambda: room.sit(1, "Cleo", 5_000))
    for seat in (0, 11, -1):
        refused(room, WagerError, "seats are 1 to 10", lambda seat=seat: room.sit(seat, "Cleo", 5_000))  # type: ignore[misc]


def test_the_usual_buy_in_is_twenty_to_a_hundred_big_blinds() -> None:
    assert Room(game("no-limit", big_blind=100)).buy_in == BuyIn(2_000, 10_000)


@pytest.mark.parametrize(("least", "most"), [(0, 5), (-1, 5), (6, 5)])
def test_a_buy_in_that_makes_no_sense(least: int, most: int) -> None:
    with pytest.raises(WagerError):
        BuyIn(least, most)


def test_rebuys_are_between_hands_and_up_to_the_largest_buy_in() -> None:
    room = table(1, 2, 3, stack=10_000)
    room.deal(seed="rebuy")
    for seat in (1, 2, 3):
        refused(room, IllegalAction, "between hands", lambda seat=seat: room.rebuy(seat, 100))  # type: ignore[misc]
        refused(room, IllegalAction, "between hands", lambda seat=seat: room.leave(seat))  # type: ignore[misc]
    assert room.hand is not None
    play_fast(room.hand, Random(1))
    room.finish()
    room.sitters[1].stack = 10_000
    room.bought = room.chips
    for amount in (0, -1, 30_001, 100.0, "100", True):
        refused(room, WagerError, "rebuy", lambda amount=amount: room.rebuy(1, amount))  # type: ignore[misc]
    room.rebuy(1, 10_000)
    assert room.sitters[1].stack == 20_000
    refused(room, WagerError, "rebuy", lambda: room.rebuy(1, 1))
    refused(room, WagerError, "Nobody sits in seat 9", lambda: room.rebuy(9, 100))


def test_who_has_lost_everything_buys_in_anew() -> None:
    room = table(1, 2, 3)
    room.sitters[1].stack = 0
    assert room.players() == [2, 3]
    for amount in (1, room.buy_in.least - 1, room.buy_in.most + 1):
        refused(room, WagerError, "buy-in", lambda amount=amount: room.rebuy(1, amount))  # type: ignore[misc]
    room.rebuy(1, room.buy_in.least)
    assert room.players() == [1, 2, 3]


def test_who_is_not_in_the_hand_may_come_and_go_during_it() -> None:
    room = table(1, 2, 3, stack=10_000)
    fold_around(room)  # seat 1 has the button
    room.sit_out(1)
    room.deal(seed="without seat 1")
    room.rebuy(1, 1_000)
    assert room.leave(1) == 11_000
    room.sit(1, "Cleo", 20_000)
    assert room.hand is not None
    assert 1 not in room.hand.start


def test_hands_begin_and_end_in_order() -> None:
    room = table(1)
    refused(room, IllegalAction, "Two players", lambda: room.deal())
    refused(room, IllegalAction, "No hand", room.finish)
    room.sit(2, "Ben", 20_000)
    room.deal(seed="order")
    refused(room, IllegalAction, "under way", lambda: room.deal())
    refused(room, IllegalAction, "No hand", room.finish)
    room.sit_out(1)  # from the next hand on
    assert room.hand is not None
    play_fast(room.hand, Random(2))
    room.finish()
    refused(room, IllegalAction, "Two players", lambda: room.deal())


def test_a_wager_against_the_house_that_is_refused_leaves_the_room_as_it_was() -> None:
    room = table(1, 2, 3)
    refused(room, WagerError, "no wager against the house", lambda: room.deal(side={1: 500}))
    room = Room(game("no-limit", pocket_poker="30-20"))
    for seat in (1, 2, 3):
        room.sit(seat, "player", 20_000 if seat > 1 else 5_000)
    refused(room, WagerError, "must leave chips", lambda: room.deal(side={1: 5_000}))
    assert room.deal(side={1: 500}).side == {1: 500}


@pytest.mark.parametrize("act", ["leave", "sit_out", "sit_in"])
def test_nobody_there(act: str) -> None:
    room = table(1, 2)
    refused(room, WagerError, "Nobody sits in seat 5", lambda: getattr(room, act)(5))


# --- a misdeal ---


def facts(room: Room) -> Any:
    """Everything that the next hand depends on."""
    sitters = {seat: replace(sitter) for seat, sitter in room.sitters.items()}
    return sitters, room.button, room.small_seat, room.big_seat, room.hands, room.bought, room.house, room.hand


@BUTTONS
@SEEDS
def test_a_void_hand_leaves_the_room_as_it_was(seed: int, button: str) -> None:
    """At any point of it; dealt again, the same players post the same, from the same button."""
    chance = Random(seed)
    room = Room(game("no-limit", button=button))
    for seat in (1, 2, 3, 5, 8):
        room.sit(seat, f"Player {seat}", room.buy_in.least)
    for number in range(40):
        for seat in list(room.sitters):
            (room.sit_out if chance.random() < 0.2 else room.sit_in)(seat)
        if len(room.players()) < 2:
            continue
        before = facts(room)
        hand = room.deal(seed=f"{seed} {number}")
        for _ in range(chance.randrange(6)):
            if hand.turn is not None:
                bounds = hand.legal(hand.turn)
                assert bounds is not None
                hand.act(hand.turn, *choose(chance, bounds))
        room.void()
        assert facts(room) == before
        again = room.deal(seed=f"{seed} {number} again")
        assert (again.start, again.button, again.blinds, again.owed) == (
            hand.start,
            hand.button,
            hand.blinds,
            hand.owed,
        )
        play_on(again, chance)
        room.finish()
        with pytest.raises(IllegalAction, match="No hand is under way"):
            room.void()
        assert room.chips + room.house == room.bought


def test_who_sits_out_or_comes_during_a_void_hand() -> None:
    room = Room(game("fixed-limit"))
    for seat in (1, 2, 3):
        room.sit(seat, f"Player {seat}", room.buy_in.least)
    room.deal(seed="a hand")
    room.sit_out(1)
    room.sit(4, "Newcomer", room.buy_in.least)
    room.void()
    assert room.sitters[1].sitting_out
    assert room.sitters[4].newcomer
    assert set(room.deal(seed="another").start) == {2, 3, 4}
