"""Laws that every hand among players keeps, over random hands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.sizes import sized

from houseway.cards import Card, texts
from houseway.errors import IllegalAction
from houseway.table import events as ev
from houseway.table.betting import BET, CALL, CHECK, FOLD, RAISE
from houseway.table.pot_policy import random_hand
from houseway.table.pot_round import PotRound
from houseway.table.pot_summary import pot_summary
from houseway.table.record import from_record, to_record, verify

from .dealing import choose, deal, game, play_on

HANDS = sized(quick=20, test=30, thorough=100)  # for each seed below
SEEDS = pytest.mark.parametrize("seed", range(4))


def hands(seed: int, *, count: int = HANDS, side: bool = True) -> Iterator[tuple[PotRound, Random]]:
    """Hands about to be played, with the generator to play them by."""
    rng = Random(seed)
    for _ in range(count):
        yield deal(rng, side=side), rng


def steps(hand: PotRound, rng: Random) -> Iterator[None]:
    """Stop at every point of the hand, from before the first action to after the last."""
    yield
    while hand.turn is not None:
        legal = hand.legal(hand.turn)
        assert legal is not None
        hand.act(hand.turn, *choose(rng, legal))
        yield


def written(hand: PotRound) -> str:
    return json.dumps(to_record(hand))


# --- chips ---


@SEEDS
def test_chips_are_the_same_at_every_step(seed: int) -> None:
    for hand, rng in hands(seed, side=False):
        for _ in steps(hand, rng):
            assert hand.chips == sum(hand.start.values())
            assert min(hand.stacks.values()) >= 0
        raked = sum(pot["rake"] for pot in hand.pots)
        assert sum(hand.stacks.values()) + raked == sum(hand.start.values())


@SEEDS
def test_only_the_house_changes_the_chips_of_a_hand(seed: int) -> None:
    """With Pocket Poker the players have after the hand what they had, less the rake and the wagers lost, plus wins."""
    for hand, rng in hands(seed):
        play_on(hand, rng)
        raked = sum(pot["rake"] for pot in hand.pots)
        won = sum(back - amount for amount, back in hand.side_results.values())
        assert sum(hand.stacks.values()) == sum(hand.start.values()) - raked + won
        assert hand.side_results.keys() == hand.side.keys()


@SEEDS
def test_a_view_counts_the_chips_as_the_table_does(seed: int) -> None:
    for hand, rng in hands(seed):
        for _ in steps(hand, rng):
            for viewer in (None, *hand.start):
                view = hand.view(viewer)
                assert {seat: player.stack for seat, player in view.players.items()} == hand.stacks
                assert min(player.bet for player in view.players.values()) >= 0
                if not hand.over:
                    in_play = sum(hand.start.values()) - sum(hand.side.values())
                    assert view.pot + sum(hand.stacks.values()) == in_play


# --- turns and refusals ---


@SEEDS
def test_nobody_acts_out_of_turn(seed: int) -> None:
    for hand, rng in hands(seed, count=HANDS // 2):
        for _ in steps(hand, rng):
            before = written(hand)
            for seat in range(12):
                if seat == hand.turn:
                    continue
                assert hand.legal(seat) is None
                for do in (FOLD, CHECK, CALL, BET, RAISE):
                    with pytest.raises(IllegalAction):
                        hand.act(seat, do, rng.choice((0, 200, 400)))
            assert written(hand) == before


@SEEDS
def test_refused_actions_change_nothing(seed: int) -> None:
    for hand, rng in hands(seed, count=HANDS // 2):
        for _ in steps(hand, rng):
            seat = hand.turn
            if seat is None:
                continue
            legal = hand.legal(seat)
            assert legal is not None
            refused: list[tuple[Any, Any]] = [("shove", 0), ("", 0), (None, 0), ("post-big-blind", 200)]
            refused += [(legal.verb, legal.least - 1), (legal.verb, legal.most + 1), (legal.verb, -legal.most)]
            refused += [(legal.verb, f"{legal.least}"), (legal.verb, legal.least + 0.5), (legal.verb, None)]
            refused += [(BET if legal.verb == RAISE else RAISE, legal.least)]
            refused += (
                [(FOLD, 0)] * (not legal.fold) + [(CHECK, 0)] * (not legal.check) + [(CALL, 0)] * (not legal.call)
            )
            before = written(hand)
            for do, to in refused:
                with pytest.raises(IllegalAction):
                    hand.act(seat, do, to)
                assert written(hand) == before


@SEEDS
def test_who_has_folded_or_is_all_in_does_not_act_again(seed: int) -> None:
    for hand, rng in hands(seed):
        folded: set[int] = set()
        for _ in steps(hand, rng):
            if hand.turn is not None:
                assert hand.turn not in folded
                assert hand.stacks[hand.turn]
            last = hand.events[-1]
            folded |= {event.seat for event in hand.events if isinstance(event, ev.Bet) and event.do == FOLD}
            assert isinstance(last, ev.HandClosed) == hand.over


# --- replay ---


@SEEDS
def test_a_hand_goes_on_from_its_record_at_every_point(seed: int) -> None:
    for hand, rng in hands(seed, count=HANDS // 2):
        stored = [written(hand) for _ in steps(hand, rng)]
        for text in stored:
            again = from_record(json.loads(text))
            assert isinstance(again, PotRound)
            assert written(again) == text
            for action in hand.actions[len(again.actions) :]:
                again.act(*action)
            assert written(again) == stored[-1]
        assert verify(json.loads(stored[-1])).events == hand.events


def test_the_same_seed_deals_the_same_hand() -> None:
    for number in range(100):
        one, two = (play_on(deal(Random(number)), Random(-number)) for _ in range(2))
        assert written(one) == written(two)


# --- what is seen ---


def cards_out_of_sight(hand: PotRound, viewer: int | None) -> set[Card]:
    """Every card but the viewer's own, those that lie face up and those that have been shown."""
    seen: set[Card | None] = set(hand.hole.get(viewer, ())) if viewer else set()
    for event in hand.events:
        if isinstance(event, ev.Shown) or (isinstance(event, ev.Dealt) and event.to == "community"):
            seen.update(event.cards)
    return {card for card in hand.game.deck if card not in seen}


@SEEDS
def test_no_view_shows_a_card_that_is_not_for_those_eyes(seed: int) -> None:
    for hand, rng in hands(seed):
        told = 0
        for _ in steps(hand, rng):
            news, told = hand.events[told:], len(hand.events)
            for viewer in (None, *hand.start):
                view = hand.view(viewer)
                text = json.dumps(view.to_json())
                text += json.dumps([ev.to_json(ev.seen_by(event, viewer)) for event in news])
                assert not {card.text for card in cards_out_of_sight(hand, viewer) if f'"{card.text}"' in text}
                assert hand.server_seed.hex() not in text
                shown = {event.seat for event in hand.events if isinstance(event, ev.Shown)} | {viewer}
                assert {seat for seat in hand.start if view.words(seat)} <= shown
                assert (view.legal is None) == (viewer != hand.turn or viewer is None)


def showdown(hand: PotRound) -> list[ev.Shown | ev.Mucked]:
    """Who shows or mucks for the pots; hands that the house pays are shown after them."""
    paid = next(index for index, event in enumerate(hand.events) if isinstance(event, ev.PotPaid))
    return [event for event in hand.events[:paid] if isinstance(event, ev.Shown | ev.Mucked)]


@SEEDS
def test_folded_and_mucked_hands_stay_hidden_for_good(seed: int) -> None:
    """But for those that Pocket Poker pays: they are shown for it."""
    hidden = 0
    for hand, rng in hands(seed):
        play_on(hand, rng)
        shown = {event.seat for event in hand.events if isinstance(event, ev.Shown)}
        for seat in hand.start.keys() - shown:
            hidden += 1
            for viewer in (None, *(other for other in hand.start if other != seat)):
                assert set(hand.view(viewer).players[seat].cards) == {None}
        winners = {seat for pot in hand.pots if len(pot["eligible"]) > 1 for seat in pot["paid"]}
        paid = {seat for seat, (_, back) in hand.side_results.items() if back}
        assert winners | paid <= shown, "who wins against others or the house has shown"
        folded = {event.seat for event in hand.events if isinstance(event, ev.Bet) and event.do == FOLD}
        mucked = {event.seat for event in hand.events if isinstance(event, ev.Mucked)}
        assert shown - paid <= hand.start.keys() - folded - mucked
        lost = {event.reason for event in hand.events if isinstance(event, ev.Settled) and not event.returned}
        assert len(lost) < 2, "a loss is told in the same words whatever the cards"
    assert hidden


# --- pots ---


@SEEDS
def test_pots_hold_what_was_put_in_and_go_to_the_best_hand(seed: int) -> None:
    for hand, rng in hands(seed):
        play_on(hand, rng)
        paid = dict.fromkeys(hand.start, 0)
        dead = 0
        for event in hand.events:
            if isinstance(event, ev.Posted) and event.dead and event.do == "post-small-blind":
                dead += event.amount
            elif isinstance(event, ev.Posted | ev.Bet):
                paid[event.seat] += event.amount
            elif isinstance(event, ev.Returned):
                paid[event.seat] -= event.amount
        folded = {event.seat for event in hand.events if isinstance(event, ev.Bet) and event.do == FOLD}
        live = hand.start.keys() - folded
        assert sum(pot["amount"] for pot in hand.pots) == sum(paid.values()) + dead
        assert set(hand.pots[0]["eligible"]) == live
        for seat in live:
            # A player can win from each what both have put in; who is in for most, all there is.
            can_win = sum(pot["amount"] for pot in hand.pots if seat in pot["eligible"])
            most = paid[seat] == max(paid[other] for other in live)
            assert can_win - dead == sum(chips if most else min(chips, paid[seat]) for chips in paid.values())
        for pot in hand.pots:
            assert sum(pot["paid"].values()) + pot["rake"] == pot["amount"]
            ranks = {seat: hand.game.rank(hand.hole[seat], hand.community) for seat in pot["eligible"]}
            best = [seat for seat in hand.order if ranks.get(seat) == max(ranks.values())]
            assert list(pot["paid"]) == best, "equal hands share, in order from left of the button"
            shares = list(pot["paid"].values())
            assert shares == sorted(shares, reverse=True)
            assert shares[0] - shares[-1] <= 1


@SEEDS
def test_rake_is_a_share_with_a_cap_and_needs_a_flop(seed: int) -> None:
    raked = 0
    for hand, rng in hands(seed):
        play_on(hand, rng)
        options = hand.game.options
        flop = any(isinstance(event, ev.Dealt) and event.to == "community" for event in hand.events)
        fees = [pot["rake"] for pot in hand.pots]
        raked += sum(fees)
        assert sum(fees) <= (options.rake_cap if flop else 0)
        for pot, fee in zip(hand.pots, fees, strict=True):
            assert fee <= pot["amount"] * options.rake_percent // 100
        if flop and sum(fees) < options.rake_cap:
            assert fees == [pot["amount"] * options.rake_percent // 100 for pot in hand.pots]
    assert raked


# --- the line for programs ---

KEYS = ["game", "edition", "options", "fingerprint", "seed", "button", "stacks", "hole", "community", "actions", "pots"]
DOES = {"post-ante", "post-small-blind", "post-big-blind", "fold", "check", "call", "bet", "raise"}


@SEEDS
def test_the_summary_adds_up(seed: int) -> None:
    for hand, rng in hands(seed):
        play_on(hand, rng)
        line = json.loads(json.dumps(pot_summary(hand, "a seed")))
        options = hand.game.options
        more = ["rake"] * bool(options.rake_percent) + ["pocket_poker"] * bool(hand.game.side_wager)
        assert list(line) == [*KEYS, "returned", *more, "final"]
        assert line["seed"] == "a seed"
        assert line["options"] == options.values()
        assert line["stacks"] == {str(seat): chips for seat, chips in hand.start.items()}
        assert line["hole"] == {str(seat): texts(hand.hole[seat]) for seat in hand.start}
        assert len(line["community"]) == 3
        assert len({card for cards in line["hole"].values() for card in cards} | set(line["community"])) == (
            2 * len(hand.start) + 3
        )
        final = dict(line["stacks"])
        for action in line["actions"]:
            final[str(action["seat"])] -= action.get("amount", 0)
        for part in (line["returned"], *(pot["paid"] for pot in line["pots"])):
            for seat, amount in part.items():
                final[seat] += amount
        for seat, (row,) in line.get("pocket_poker", {}).items():
            assert row["wager"] == "pocket-poker"
            final[seat] += row["returned"] - row["amount"]
        assert final == line["final"]
        assert line.get("rake", [0] * len(line["pots"])) == [pot.get("rake", 0) for pot in line["pots"]]


@SEEDS
def test_the_summary_names_every_action(seed: int) -> None:
    """`to` is the seat's total in the round, antes and dead blinds not counted; a fold or check has no amounts."""
    for hand, rng in hands(seed):
        play_on(hand, rng)
        totals: dict[tuple[str, int], int] = {}
        rounds: list[str] = []
        for action in pot_summary(hand, "")["actions"]:
            assert action["do"] in DOES
            assert action["seat"] in hand.start
            rounds.append(action["round"])
            key = action["round"], action["seat"]
            if action["do"] in ("fold", "check"):
                assert action.keys() == {"round", "seat", "do"}
            elif action["do"].startswith("post-"):
                assert action.keys() - {"dead"} == {"round", "seat", "do", "amount"}
                if action["do"] != "post-ante" and not action.get("dead"):
                    totals[key] = totals.get(key, 0) + action["amount"]
            else:
                assert action.keys() == {"round", "seat", "do", "amount", "to"}
                totals[key] = totals.get(key, 0) + action["amount"]
                assert action["to"] == totals[key]
        assert rounds == sorted(rounds, key=("hole", "flop", "river").index)


def test_the_summary_is_as_programs_know_it() -> None:
    """A raise to 600 that nobody calls: 400 of it come back, and the pot is what was matched."""
    hand = PotRound(game("no-limit"), {1: 20_000, 2: 20_000}, button=1, seed="interface")
    hand.act(1, RAISE, 600)
    hand.act(2, FOLD)
    line = pot_summary(hand, "interface")
    assert line["game"] == "mini-tex-pvp"
    assert line["button"] == 1
    assert line["actions"] == [
        {"round": "hole", "seat": 1, "do": "post-small-blind", "amount": 100},
        {"round": "hole", "seat": 2, "do": "post-big-blind", "amount": 200},
        {"round": "hole", "seat": 1, "do": "raise", "amount": 500, "to": 600},
        {"round": "hole", "seat": 2, "do": "fold"},
    ]
    assert line["pots"] == [{"amount": 400, "eligible": [1], "paid": {"1": 400}}]
    assert line["returned"] == {"1": 400}
    assert line["final"] == {"1": 20_200, "2": 19_800}
    assert len(line["community"]) == 3, "the shared cards are there, face down"


def test_random_hands_have_all_ins_and_side_pots_often() -> None:
    rules = game("no-limit")
    played = [random_hand(rules, 4, number, f"often {number}") for number in range(300)]
    side_pots = sum(len(hand.pots) > 1 for hand in played)
    broke = sum(0 in hand.stacks.values() for hand in played)
    assert side_pots > 60
    assert broke > 60


# --- rules at the edge of the blinds ---


def test_the_price_is_the_big_blind_when_antes_leave_the_blinds_no_chips() -> None:
    rules = game("no-limit", ante=100)
    hand = PotRound(rules, {1: 80, 2: 100, 3: 5000, 4: 5000}, button=4, seed="antes")
    assert hand.turn == 3
    legal = hand.legal(3)
    assert legal is not None
    assert (legal.check, legal.call, legal.least) == (False, 200, 400)
