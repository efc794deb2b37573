"""The laws of play among players: ranks, chips and pots, refusals, replay, secrets.

Who may know which card is worked out here from what the dealer did, and not by the table's own `seen_by`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any, cast

from houseway.cards import Card, texts
from houseway.contract import samples
from houseway.contract.law import Check, GameClass, law, require, require_refusal
from houseway.contract.views import SPELLED, SPELLINGS
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import COMMUNITY, Deal
from houseway.table import events as ev
from houseway.table.betting import BET, CALL, CHECK, FOLD, RAISE
from houseway.table.pot_policy import RandomPlayers
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import tell_hand
from houseway.table.record import to_record, verify

PotClass = type[PotGame[Any]]
PotCheck = Callable[[PotClass], None]


def pot_law(check: PotCheck) -> PotCheck:
    return cast("PotCheck", law(cast("Check", check)))


def pot_games(game_class: PotClass) -> Iterator[PotGame[Any]]:
    """Every edition as printed, then editions with random options, of which most are refused together."""
    return cast("Iterator[PotGame[Any]]", samples.games(cast("GameClass", game_class), random=48))


def points(game: PotGame[Any], number: int) -> Iterator[PotRound]:
    """A random hand wherever the table waits, and at its end; the next number has one more player."""
    numbers, players = samples.stream(f"hand {number}"), RandomPlayers(f"hand {number}")
    options, free = game.options, list(range(1, game.seats + 1))
    taken = sorted(free.pop(numbers.below(len(free))) for _ in range(2 + number % (game.seats - 1)))
    drawn = players.stacks(game, game.seats)
    short = options.big_blind + options.ante  # about one in four cannot pay all that is due
    stacks = {seat: drawn[seat] if numbers.below(4) else 1 + numbers.below(short) for seat in taken}
    make = partial(PotRound, game, stacks, button=1 + numbers.below(game.seats), seed=f"hand {number}")
    make = partial(make, side=players.side(game, stacks), player_seeds={taken[0]: "luck"} if number % 2 else {})
    hand = make()
    idle = [seat for seat in hand.order if seat not in hand.blinds]
    if idle and not numbers.below(3):  # somebody has missed the blinds
        hand = make(owed={samples.pick(numbers, idle): (options.big_blind, options.small_blind)})
    yield hand
    while hand.turn and (bounds := hand.legal(hand.turn)):
        hand.act(hand.turn, *players.decide(bounds))
        yield hand


def _points(game_class: PotClass, *, each: int = 2) -> Iterator[PotRound]:
    for number, game in enumerate(game for game in pot_games(game_class) for _ in range(each)):
        yield from points(game, number)


def _record(hand: PotRound) -> str:
    return json.dumps(to_record(hand))


@pot_law
def ranks_are_sound(game_class: PotClass) -> None:
    """A rank follows from the cards in any order; hands have words at all times; the highest rank takes each pot."""
    for hand in (hand for hand in _points(game_class) if hand.over):
        game, shared, ranks = hand.game, hand.community, {}
        deals = (step for step in game.procedure if isinstance(step, Deal) and step.to == COMMUNITY)
        streets = [0, *accumulate(step.count for step in deals)]
        for seat, hole in hand.hole.items():
            rank = ranks[seat] = game.rank(hole, shared)
            require(type(rank) is int, f"the rank {rank!r} is not a whole number")
            require(game.rank(hole[::-1], shared[::-1]) == rank, "a rank depends on the order of the cards")
            plays = game.best(hole, shared)
            require(plays and not Counter(plays) - Counter(hole + shared), f"{plays} do not play: they are not there")
            for count in streets:
                require(game.describe(hole, shared[:count]).strip(), f"there are no words for {hole}, {shared[:count]}")
        contested = len(hand.start) - sum(do == FOLD for _, do, _ in hand.actions) > 1
        for pot in (event for event in hand.events if isinstance(event, ev.PotPaid) and contested):
            winners = {seat for seat in pot.eligible if ranks[seat] == max(ranks[other] for other in pot.eligible)}
            right = winners == set(pot.paid) and winners <= open_cards(hand)[1].keys()
            require(right, f"seats {winners} win a pot, but it goes to {pot.paid}")


@pot_law
def pot_chips_are_conserved(game_class: PotClass) -> None:
    """At every step chips only move: stacks, bets, pots, rake and wagers against the house add up to the start."""
    for hand in _points(game_class):
        stacks, put, raked, settled = Counter(hand.start), 0, 0, 0
        for event in hand.events:
            match event:
                case ev.WagersPlaced(seat, stakes):
                    stacks[seat] -= sum(stakes.values())
                case ev.Posted(seat=seat, amount=amount) | ev.Bet(seat=seat, amount=amount):
                    stacks[seat], put = stacks[seat] - amount, put + amount
                case ev.Returned(seat, amount):
                    stacks[seat], put = stacks[seat] + amount, put - amount
                case ev.PotPaid(_, amount, eligible, paid, rake):
                    whole = amount == sum(paid.values()) + rake and rake >= 0 and set(paid) <= set(eligible)
                    require(whole, f"{event} is not all paid to its winners")
                    stacks.update(paid)
                    put, raked = put - amount, raked + rake
                case ev.Settled():
                    stacks[event.seat], settled = stacks[event.seat] + event.returned, settled + event.returned
                case ev.HandClosed(final):
                    require(final == stacks and not put, f"the hand closes with {final}, not {stacks}, and {put} left")
        require(stacks == hand.stacks, f"the stacks are {hand.stacks}, but what happened makes them {stacks}")
        require(all(type(n) is int and n >= 0 for n in stacks.values()), f"{stacks} are not all whole cents, 0 or more")
        total = sum(hand.start.values()) - sum(hand.side.values()) + settled
        require(hand.chips == sum(stacks.values()) + put + raked == total, f"there are {hand.chips} chips, not {total}")
        require({p.seat: p.stack for p in hand.view().players.values()} == stacks, "a view shows other stacks")
        cap = hand.game.options.rake_cap if open_cards(hand)[0] else 0
        require(raked <= cap, f"the house takes {raked} cents, more than {cap}")


@pot_law
def pot_refusals_change_nothing(game_class: PotClass) -> None:
    """Illegal actions of every kind are refused wherever the table waits, and leave no trace."""
    for hand in _points(game_class, each=1):
        before = _record(hand), hand.turn, hand.stacks, hand.legal(hand.turn or 0)
        for action in _illegal(hand):
            require_refusal(partial(hand.act, *action), (), f"act{action}")
        after = _record(hand), hand.turn, hand.stacks, hand.legal(hand.turn or 0)
        require(after == before, "refused actions have changed the hand")


def _illegal(hand: PotRound) -> Iterator[tuple[Any, ...]]:
    """Arguments of `act` that must be refused now."""
    nobody = (0, -1, hand.game.seats + 1, "1", None if hand.turn else 1)
    yield from ((seat, do) for seat in {*nobody, *hand.start} - {hand.turn} for do in (FOLD, CHECK, CALL))
    if hand.turn and (bounds := hand.legal(hand.turn)):
        fold, check, call, least, most, verb = bounds
        legal: dict[Any, object] = {FOLD: fold, CHECK: check, CALL: call, verb: most}
        verbs = (FOLD, CHECK, CALL, BET, RAISE, "", "no such verb", "FOLD", None, 1)
        yield from ((hand.turn, do, least) for do in verbs if not legal.get(do))
        for to in (least - 1, most + 1, 0, -least - 1, 10**18, float(least), Fraction(least), str(least), None, True):
            yield hand.turn, verb, to
        yield from ((float(hand.turn), do) for do in (FOLD, CHECK, CALL))
        yield from ((hand.turn, do, to) for do in (FOLD, CHECK, CALL) for to in (1, -1, 10**18))


@pot_law
def pot_replay_equals_play(game_class: PotClass) -> None:
    """Wherever the table waits, a hand read from its JSON is the same, and goes on to the same events."""
    for number, game in enumerate(pot_games(game_class)):
        saved, actions = zip(*((_record(hand), hand.actions) for hand in points(game, number)), strict=True)
        for text in saved:
            again = verify(json.loads(text), kind=game_class)
            assert isinstance(again, PotRound)
            require(_record(again) == text, "a hand that is read from its record is another hand")
            for action in actions[-1][len(again.actions) :]:
                again.act(*action)
            require(_record(again) == saved[-1], "a hand that is taken up again goes on to other events")


@pot_law
def pot_views_show_nothing_hidden(game_class: PotClass) -> None:
    """Own hole cards, community cards and hands shown lie open, and no text names another card or the seed."""
    for hand in _points(game_class):
        dealt = Counter(c for e in hand.events if isinstance(e, ev.Dealt | ev.Burned) for c in e.cards)
        require(not dealt - Counter(hand.game.deck), "a card came out more often than the deck holds it")
        community, shown = open_cards(hand)
        for viewer in (None, *hand.start):
            who = "a spectator" if viewer is None else f"seat {viewer}"
            hands = {**shown, viewer: hand.hole[viewer]} if viewer else shown
            seen, view = [ev.seen_by(event, viewer) for event in hand.events], hand.view(viewer).to_json()
            text = json.dumps([view, *map(ev.to_json, seen), *tell_hand(seen, hand.game)], ensure_ascii=False)
            secret = {SPELLINGS[name] for name in SPELLED.findall(text)}.difference(community, *hands.values())
            require(not secret, f"{who} is told of {' '.join(map(str, secret))}, which nobody has shown them")
            require(hand.server_seed.hex() not in text, f"{who} is told the server seed")
            require(view["community"] == texts(community), f"{who} does not see the community cards")
            for row in view["players"]:
                expected = texts(hands.get(row["seat"], (None,) * len(hand.hole[row["seat"]])))
                require(row["cards"] == expected, f"{who} sees seat {row['seat']}'s cards as {row['cards']}")


def open_cards(hand: PotRound) -> tuple[list[Card], dict[int, tuple[Card, ...]]]:
    """The community cards, and the hole cards shown by seat, that everybody may know."""
    live, community, shown = set(hand.start), list[Card](), dict[int, tuple[Card, ...]]()
    for event in hand.events:
        if isinstance(event, ev.Bet) and event.do == FOLD:
            live.discard(event.seat)
        elif isinstance(event, ev.Dealt) and event.to == COMMUNITY:
            require(len(live) > 1, "community cards are dealt though one player is left")
            community += hand.community[len(community) :][: len(event.cards)]
        elif isinstance(event, ev.Shown):
            paid = hand.side_results.get(event.seat, (0, 0))[1]  # whom the house pays shows, too
            require((event.seat in live and len(live) > 1) or paid, f"seat {event.seat} shows without need")
            shown[event.seat] = hand.hole[event.seat]
    return community, shown
