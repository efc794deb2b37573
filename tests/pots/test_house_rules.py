"""The house's own rules among players: blinds by half, capped raises, a maximum bet, and wagers against the house."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from tests.calling import houseway
from tests.sizes import sized

from houseway.cli.common import make_limits
from houseway.errors import IllegalAction, OptionError, RecordError, WagerError
from houseway.games.mini_tex import MiniTexPvp
from houseway.rules.limits import Limit, Limits, jurisdiction
from houseway.rules.procedure import PostBlinds, Settle, Showdown, TakeWagers
from houseway.table import events as ev
from houseway.table.betting import BET, FOLD, RAISE
from houseway.table.phh import to_phh
from houseway.table.pot_round import PotRound
from houseway.table.record import from_record, to_record, verify
from houseway.table.room import Room

from .dealing import choose, deal, game, play_on

HANDS = sized(quick=60, test=200, thorough=2_000)
STRUCTURES = ("fixed-limit", "pot-limit", "no-limit")


def options(**changes: Any) -> dict[str, Any]:
    return MiniTexPvp.make(None, changes).options.values()


def refusal(**changes: Any) -> str:
    with pytest.raises(OptionError) as error:
        MiniTexPvp.make(None, changes)
    return str(error.value)


# --- blinds ---


@pytest.mark.parametrize(("big", "small"), [(200, 100), (500, 250), (2, 1), (150, 75), (10**9, 5 * 10**8)])
def test_the_small_blind_is_half_the_big_blind(big: int, small: int) -> None:
    made = MiniTexPvp.make("no-limit", {"big_blind": big})
    assert made.options.values()["small_blind"] == made.options.small_blind == small
    hand = PotRound(made, {1: 10**10, 2: 10**10, 3: 10**10}, button=3, seed="blinds")
    assert [event.amount for event in hand.events if isinstance(event, ev.Posted)] == [small, big]


def test_a_program_may_name_the_small_blind_as_what_it_is() -> None:
    """In any order, and as records do it, all at once."""
    for changes in ({"small_blind": "250", "big_blind": 500}, {"big_blind": "500", "small-blind": 250}):
        assert MiniTexPvp.make(None, changes).fingerprint == MiniTexPvp.make(None, {"big_blind": 500}).fingerprint
    assert MiniTexPvp.make(None, options(big_blind=500)).options.values() == options(big_blind=500)


@pytest.mark.parametrize(
    "changes", [{"small_blind": 101}, {"small_blind": 100, "big_blind": 500}, {"small_blind": 200}, {"small_blind": 0}]
)
def test_any_other_small_blind_is_refused(changes: Mapping[str, int]) -> None:
    half = changes.get("big_blind", 200) // 2
    told = f"it is half of big_blind, {half} here and not {changes['small_blind']}; set big_blind alone."
    assert refusal(**changes) == f"Option small_blind: {told}"


@pytest.mark.parametrize("big", [501, 3, 999_999_999])
def test_a_big_blind_without_a_half_in_whole_cents_is_refused(big: int) -> None:
    told = f"the small blind is half of it, and half of {big} is no whole cent; take an even number of cents."
    assert refusal(big_blind=big) == f"Option big_blind: {told}"


def test_the_small_blind_is_listed_as_nothing_to_choose() -> None:
    rows = {row["name"]: row for row in MiniTexPvp.options_type.described()}
    assert rows["small_blind"] == {
        "name": "small_blind",
        "help": "the small blind, which is half the smallest bet",
        "legal": "half of big_blind",
        "follows": "big_blind",
        "derived": True,
        "unit": "cents",
        "default": 100,
    }
    assert [name for name, row in rows.items() if row.get("derived")] == ["small_blind"]


def test_a_hand_is_written_as_phh_with_half_the_big_blind() -> None:
    hand = PotRound(MiniTexPvp.make("no-limit", {"big_blind": 500}), {1: 9_000, 2: 9_000, 3: 9_000}, button=3, seed="a")
    while hand.turn is not None:
        hand.act(hand.turn, FOLD)
    assert "blinds_or_straddles = [250, 500, 0]\nmin_bet = 500\n" in to_phh(hand)


# --- how many raises, and how large ---


def test_raises_are_capped_in_fixed_limit_unless_the_house_says_otherwise() -> None:
    """The structure may come from the edition or be set by itself."""
    assert options()["raises"] == 3
    assert options(structure="no-limit")["raises"] == options(structure="pot-limit")["raises"] == "unlimited"
    assert MiniTexPvp.make("no-limit").fingerprint == MiniTexPvp.make(None, {"structure": "no-limit"}).fingerprint
    assert MiniTexPvp.make("no-limit", {"structure": "fixed-limit"}).options.raises == 3
    assert MiniTexPvp.make("no-limit", {"raises": "4"}).options.raises == 4
    assert MiniTexPvp.make(None, {"raises": "unlimited"}).options.raises is None
    set_first = MiniTexPvp.make(None, {"raises": 3}).options.changed({"structure": "no-limit"})
    assert set_first.raises == 3


@pytest.mark.parametrize("value", [-1, 101, "", "none", 1.5])
def test_any_other_number_of_raises_is_refused(value: object) -> None:
    assert refusal(raises=value).endswith("is not legal: take a whole number from 0 to 100, or unlimited.")


@pytest.mark.parametrize("structure", ["pot-limit", "no-limit"])
def test_a_maximum_below_the_minimum_bet_is_refused(structure: str) -> None:
    told = "Option max_bet: 199 is below the minimum bet of 200; take that, more, or 0 for no maximum."
    assert refusal(structure=structure, max_bet=199) == told
    assert options(structure=structure, max_bet=200)["max_bet"] == 200


def test_in_fixed_limit_the_maximum_cannot_be_below_the_largest_bet() -> None:
    assert "minimum bet of 400" in refusal(max_bet=399)
    assert options(max_bet=400)["max_bet"] == 400


def aggression(hand: PotRound) -> list[tuple[str, int, int, int]]:
    """Every bet and raise: its round, how much it adds, how many the round had before, and how many were in the hand."""
    found = []
    live, price, before, at = set(hand.start), 0, 0, ""
    for event in hand.events:
        if isinstance(event, ev.Bet):
            if event.at != at:
                at = event.at
                price, before = (hand.game.options.big_blind, 1) if at == "hole" else (0, 0)
            if event.do == FOLD:
                live.discard(event.seat)
            elif event.do in (BET, RAISE):
                found.append((at, event.to - price, before, len(live)))
                price, before = event.to, before + 1
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_bet_is_above_the_maximum_and_no_round_has_more_raises_than_the_cap(seed: int) -> None:
    """Chips are conserved, and every hand ends, whatever the house's rules are."""
    rng, held, capped = Random(f"house rules {seed}"), 0, 0
    for _ in range(HANDS):
        hand = play_on(deal(rng, side=False), rng)
        rules = hand.game.options
        assert hand.over
        assert sum(hand.stacks.values()) + sum(pot["rake"] for pot in hand.pots) == sum(hand.start.values())
        for _, adds, before, players in aggression(hand):
            assert adds <= rules.max_bet or not rules.max_bet
            held += adds == rules.max_bet
            assert rules.raises is None or before <= rules.raises or players == 2
            capped += rules.structure != "fixed-limit" and before == rules.raises
    assert held
    assert capped


@pytest.mark.parametrize("seed", range(4))
def test_the_largest_that_is_offered_is_taken_and_a_cent_more_is_not(seed: int) -> None:
    rng, held = Random(f"one cent more {seed}"), 0
    for _ in range(HANDS // 2):
        hand = deal(rng, side=False)
        while hand.turn is not None:
            legal = hand.legal(hand.turn)
            assert legal is not None
            assert legal.least <= legal.most
            if legal.most:
                assert hand.price(hand.turn, legal.verb, legal.most) <= hand.stacks[hand.turn]
                assert not hand.can_act(hand.turn, legal.verb, legal.most + 1)
                with pytest.raises(IllegalAction):
                    hand.act(hand.turn, legal.verb, legal.most + 1)
                held += hand.price(hand.turn, legal.verb, legal.most) < hand.stacks[hand.turn]
            hand.act(hand.turn, *choose(rng, legal))
    assert held


def test_with_the_cap_for_two_as_well_no_round_has_more_raises() -> None:
    rules = MiniTexPvp.make("no-limit", {"raises": 2, "heads_up_cap": "yes"})
    rng, capped = Random("heads-up"), 0
    for number in range(HANDS):
        hand = play_on(PotRound(rules, {1: 20_000, 2: 20_000}, button=number % 2 + 1, seed=f"{number}"), rng)
        counts = [before for _, _, before, _ in aggression(hand)]
        assert max(counts, default=0) <= 2
        capped += 2 in counts
    assert capped


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, ["A round takes any number of raises."]),
        ({"raises": 0}, ["A round takes a bet and no raise"]),
        ({"raises": 1}, ["A round takes a bet and one raise", "not capped when two players are left"]),
        ({"raises": 4, "heads_up_cap": "yes"}, ["A round takes a bet and 4 raises"]),
        ({"max_bet": 1000}, ["Maximum $10: no bet is larger, and no raise adds more to the bet before it"]),
    ],
)
def test_the_rules_of_play_say_what_may_be_bet(changes: dict[str, Any], told: list[str]) -> None:
    text = "\n".join(MiniTexPvp.make("no-limit", changes).rules_of_play())
    assert all(words in text for words in told)
    assert ("Maximum" in text) == ("max_bet" in changes)
    assert ("not capped" in text) == (changes == {"raises": 1} or changes == {"raises": 0})


# --- Pocket Poker: its limits ---

STACKS = {1: 90_000, 2: 90_000, 3: 90_000}
WIDE = Limits({"pocket-poker": Limit(1, 60_000, 1)})


def pocket(**facts: Any) -> PotRound:
    return PotRound(game("no-limit", pocket_poker="30-20"), STACKS, button=1, seed="pocket", **facts)


@pytest.mark.parametrize(("amount", "told"), [(1, "$0.01"), (15_000, "$150"), (150, "$1.50")])
def test_a_hand_takes_no_wager_outside_the_limits(amount: int, told: str) -> None:
    sentence = f"Wager pocket-poker takes \\$1 to \\$100 in steps of \\$1, not \\{told}."
    with pytest.raises(WagerError, match=sentence):
        pocket(side={2: amount})
    assert pocket(side={2: amount}, limits=WIDE).side == {2: amount}
    room = Room(game("no-limit", pocket_poker="30-20"))
    for seat in (1, 2):
        room.sit(seat, "player", 20_000)
    with pytest.raises(WagerError, match=sentence):
        room.deal(side={1: amount})
    assert room.hand is None


def test_the_law_limits_what_is_bet_against_the_house() -> None:
    """Of bets among players it says nothing here: a raise of $900 stands beside it."""
    law = Limits(WIDE.wagers, jurisdiction("washington-2009"))
    with pytest.raises(WagerError, match=r"takes \$0.01 to \$300, not \$300.01"):
        pocket(side={2: 30_001}, limits=law)
    hand = pocket(side={2: 30_000}, limits=law)
    assert hand.turn == 1
    hand.act(1, RAISE, 90_000)
    assert hand.stacks[1] == 0


def test_the_room_hands_its_limits_on() -> None:
    room = Room(game("no-limit", pocket_poker="30-20"), limits=WIDE)
    for seat in (1, 2):
        room.sit(seat, "player", 20_000)
    assert room.deal(side={1: 1}).limits is WIDE


@pytest.mark.parametrize("pocket_poker", ["off", "30-20"])
def test_limits_of_wagers_that_are_not_offered_are_refused(pocket_poker: str) -> None:
    rules = game("no-limit", pocket_poker=pocket_poker)
    limits = WIDE if pocket_poker == "off" else Limits({"ante": Limit(1, 2, 1)})
    for make in (lambda: Room(rules, limits=limits), lambda: PotRound(rules, STACKS, button=1, limits=limits)):
        with pytest.raises(WagerError, match="There is no wager"):
            make()


def test_a_record_holds_the_limits_and_replays_by_them() -> None:
    limits = Limits(WIDE.wagers, jurisdiction("washington-2023"))
    hand = play_on(pocket(side={2: 7, 3: 15_000}, limits=limits), Random(1))
    record = json.loads(json.dumps(to_record(hand)))
    assert record["limits"] == {"jurisdiction": "washington-2023", "wagers": {"pocket-poker": [1, 60_000, 1]}}
    again = verify(record)
    assert isinstance(again, PotRound)
    assert again.limits == limits
    *_, last = hand.from_the_start()
    assert last.events == hand.events
    with pytest.raises(RecordError, match=r"cannot be played: Wager pocket-poker takes \$1 to \$100"):
        verify({**record, "limits": {"jurisdiction": "none", "wagers": {}}})


def test_hands_by_the_rules_before_these_are_told_apart() -> None:
    """Then any small blind was legal and raises were capped in fixed limit alone: they are not played by other rules."""
    record = to_record(play_on(pocket(), Random(2)))
    with pytest.raises(RecordError, match="version 1 of the rules; here is version 2"):
        from_record({**record, "rules_version": 1})


# --- Pocket Poker: in the terminal ---

POCKET = ("mini-tex-pvp", "--edition", "no-limit", "--set", "pocket-poker=30-20", "--seed", "limits")


def wagered(*arguments: str) -> set[int]:
    done = houseway("deal", *POCKET, "--rounds", "40", *arguments, "--jsonl")
    assert not done.returncode, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {rows[0]["amount"] for line in lines for rows in line["pocket_poker"].values()}


def test_deal_keeps_to_the_limits() -> None:
    assert wagered() == wagered("--jurisdiction", "washington-2023") == {100, 500, 1000, 2500}
    assert wagered("--limit", "pocket-poker=5-20") == {500, 1000}
    assert wagered("--limit", "pocket-poker=0.07-0.09/0.01") == {7}


def test_what_deal_writes_down_can_be_verified(tmp_path: Any) -> None:
    stored = tmp_path / "hands.jsonl"
    limit = ("--limit", "pocket-poker=0.07-0.09/0.01", "--jurisdiction", "washington-2009")
    stored.write_text(houseway("deal", *POCKET, "--rounds", "5", *limit, "--records").stdout)
    assert '"side":{"' in stored.read_text()
    assert houseway("verify", str(stored)).returncode == 0


@pytest.mark.parametrize("command", ["deal", "play"])
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--limit", "pocket-poker=5-100"), "--limit has nothing to limit: no wager against the house is offered."),
        (("--set", "pocket-poker=30-20", "--limit", "ante=5-100"), "for one of pocket-poker, not 'ante=5-100'."),
        (("--set", "pocket-poker=30-20", "--limit", "pocket-poker=500-600", "--jurisdiction", "washington-2023"),
         "The minimum of $500 on Pocket Poker is above what washington-2023 allows ($400)."),
    ],
)  # fmt: skip
def test_limits_that_make_no_sense_are_refused(command: str, arguments: tuple[str, ...], told: str) -> None:
    done = houseway(command, "mini-tex-pvp", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_play_asks_within_the_limits() -> None:
    done = houseway("play", *POCKET, "--seats", "2", "--limit", "pocket-poker=5-150/5", answers="0.01\n151\n150\nq\n")
    asked, refused = "Pocket Poker against the house ($5 to $150 in steps of $5)", "pocket-poker takes $5 to $150"
    assert done.stdout.count(asked) == 3
    assert done.stdout.count(refused) == 2
    assert "You leave with $49 (-$151)" in done.stdout, "the wager and the small blind are on the table"


def test_the_bet_of_the_terminal_ends_at_the_maximum() -> None:
    set_ = ("--edition", "no-limit", "--set", "max_bet=1000", "--set", "raises=1", "--set", "heads_up_cap=yes")
    done = houseway("play", "mini-tex-pvp", *set_, "--seats", "2", "--seed", "2", answers="r 13\nb 11\nq\n")
    assert "up to $12" in done.stdout or "up to $10" in done.stdout
    assert "legal: " in done.stdout


def test_limits_are_made_for_games_of_both_kinds() -> None:
    rules = game("no-limit", pocket_poker="30-20")
    limits = make_limits(rules, ["pocket-poker=5-20/5"], "washington-2009")
    assert (rules.side_limit(limits), limits.jurisdiction.name) == (Limit(500, 2000, 500), "washington-2009")


# --- Pocket Poker: in the procedure ---


@pytest.mark.parametrize("structure", STRUCTURES)
def test_nothing_speaks_of_pocket_poker_where_it_is_not_offered(structure: str) -> None:
    rules = game(structure)
    assert [type(step) for step in rules.procedure if isinstance(step, TakeWagers | Settle)] == []
    told = [
        *rules.rules_of_play(),
        *(f"{step.ref} {step.text}" for step in rules.procedure),
        *rules.layout.inscriptions,
    ]
    told += [area.label for area in rules.layout.player]
    assert not [text for text in told if "pocket" in text.lower() or "against the house" in text.lower()]


@pytest.mark.parametrize("structure", STRUCTURES)
def test_pocket_poker_is_taken_first_and_settled_last(structure: str) -> None:
    steps = game(structure, pocket_poker="30-20").procedure
    plain = game(structure).procedure
    assert isinstance(steps[0], TakeWagers)
    assert isinstance(steps[-1], Settle)
    assert [type(step) for step in steps[1:-1]] == [type(step) for step in plain]
    assert steps[-1].wagers == ("pocket-poker",)
    assert "Pocket Poker" in steps[0].text
    assert "after a fold" in steps[-1].text
    assert isinstance(plain[-1], Showdown)


def test_steps_have_the_numbers_of_the_manual() -> None:
    """Betting pattern (1) to (4): antes, blinds and the first round, the round after the flop, the one after the river."""
    refs = [step.ref for step in game("no-limit").procedure]
    assert refs == ["2", "Dealing", "2", "Dealing", "Dealing", "3", "Dealing", "Dealing", "4", "Winning hand"]
    post = game("no-limit", ante=25).procedure[0]
    assert isinstance(post, PostBlinds)
    assert (post.ref, post.text.startswith("Every player antes $0.25; then the first seat")) == ("1-2", True)
    assert "ante" not in game("no-limit").procedure[0].text


def test_events_come_in_the_order_of_the_steps() -> None:
    """Wagers before the blinds, settled when the pots have been paid, after a fold too, from the dealer's right."""
    hand = pocket(side={1: 100, 2: 500, 3: 1000})
    while hand.turn is not None:
        hand.act(hand.turn, FOLD)
    kinds = [type(event) for event in hand.events]
    assert kinds[:5] == [ev.HandOpened, *[ev.WagersPlaced] * 3, ev.Posted]
    settled = [event.seat for event in hand.events if isinstance(event, ev.Settled)]
    assert settled == [1, 3, 2]
    assert kinds.index(ev.PotPaid) < kinds.index(ev.Settled)
    assert kinds[-1] is ev.HandClosed
