"""A record proves itself: a true one is accepted, and every change to one is refused with a sentence that says what."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from houseway.catalog import banked_ids, game, pot_game
from houseway.errors import RecordError
from houseway.rules.game import Decision
from houseway.rules.limits import Limit, Limits
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.pot_round import PotRound
from houseway.table.record import from_record, to_record, verify
from houseway.table.round import Round

Record = dict[str, Any]


def played(game_id: str, seed: str = "record") -> Round:
    """A round of two random players, the first with words of their own."""
    made, limits, player = game(game_id), Limits(), RandomPlayer(seed)
    round_ = Round(made, seats=2, seed=seed, limits=limits)
    for seat in round_.seats:
        round_.wager(seat, player.stakes(made, limits), player_seed="lucky" if seat == 1 else "")
    round_.deal()
    play_out(round_, player.decide)
    return round_


def stored(round_: Round | PotRound) -> Record:
    """As it comes back from a file."""
    record: Record = json.loads(json.dumps(to_record(round_)))
    return record


def refused(record: Record, match: str) -> str:
    """The sentence with which the record is refused."""
    with pytest.raises(RecordError, match=match) as error:
        verify(record)
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


every_game = pytest.mark.parametrize("game_id", banked_ids())


@every_game
@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_a_true_record_is_accepted(game_id: str, seed: str) -> None:
    record = stored(played(game_id, seed))
    assert stored(verify(record)) == record


@every_game
def test_a_round_can_be_stored_at_any_point(game_id: str) -> None:
    """Before wagers, before the deal and between decisions; each read-back is the round so far."""
    actions = played(game_id).actions
    for length in range(len(actions) + 1):
        record = stored(played(game_id))
        record["actions"] = record["actions"][:length]
        part = stored(from_record(record))
        assert part["actions"] == record["actions"]
        assert record["events"][: len(part["events"])] == part["events"]
        assert stored(verify(part)) == part


def last(record: Record, kind: str) -> Record:
    """The last event of a kind."""
    event: Record = next(event for event in reversed(record["events"]) if event["event"] == kind)
    return event


def swap_card(record: Record) -> None:
    cards = next(event for event in record["events"] if event["event"] == "Dealt")["cards"]
    cards[0] = "2c" if cards[0] != "2c" else "3c"


def pay_more(record: Record) -> None:
    last(record, "Settled")["returned"] += 100


def win_more(record: Record) -> None:
    net = last(record, "RoundClosed")["net"]
    net["1"] += 100


def say_other_words(record: Record) -> None:
    next(event for event in record["events"] if event["event"] == "WagersPlaced")["player_seed"] = "unlucky"


def swap_events(record: Record) -> None:
    record["events"][1], record["events"][2] = record["events"][2], record["events"][1]


@every_game
@pytest.mark.parametrize("change", [swap_card, pay_more, win_more, say_other_words, swap_events])
def test_a_changed_event_is_refused(game_id: str, change: Callable[[Record], None]) -> None:
    """The sentence names the first event that differs and shows both."""
    record = stored(played(game_id))
    change(record)
    changed = json.loads(json.dumps(record["events"]))
    original = stored(played(game_id))["events"]
    place = next(place for place, (a, b) in enumerate(zip(changed, original, strict=True), start=1) if a != b)
    sentence = refused(record, f"^Event {place} differs: recorded is ")
    assert json.dumps(changed[place - 1]) in sentence
    assert json.dumps(original[place - 1]) in sentence


def test_a_reworded_reason_is_accepted() -> None:
    """Records keep verifying when a new version says why a wager lost in other words."""
    record = stored(played("two-card-roo"))
    settled = [event for event in record["events"] if event["event"] == "Settled"]
    assert settled
    for event in settled:
        event["reason"] = "in other words"
    verify(record)


@every_game
def test_another_server_seed_is_refused(game_id: str) -> None:
    """The commitment is what tells it, also where the recorded actions do not fit the other cards."""
    record = stored(played(game_id))
    record["server_seed"] = "ab" * 32
    refused(record, "server seed is not the one that was committed to")


@every_game
def test_another_server_seed_with_its_commitment_is_refused(game_id: str) -> None:
    """Whoever swaps both still has the commitment of the first event against them, or the actions."""
    record, other = stored(played(game_id)), stored(played(game_id, "other"))
    record["server_seed"], record["commitment"] = other["server_seed"], other["commitment"]
    refused(record, "^Event 1 differs|^The recorded actions cannot be played")


@every_game
def test_other_words_of_a_player_are_refused(game_id: str) -> None:
    record = stored(played(game_id))
    record["actions"][0]["player_seed"] = "unlucky"
    refused(record, "^Event 2 differs|^The recorded actions cannot be played")


@every_game
def test_a_changed_amount_is_refused(game_id: str) -> None:
    record = stored(played(game_id))
    stakes = record["actions"][0]["stakes"]
    first = next(iter(stakes))
    stakes[first] += 100 if stakes[first] < 10_000 else -100
    refused(record, "^Event 2 differs")


def test_an_amount_outside_the_limits_is_refused() -> None:
    record = stored(played("mini-tex"))
    record["actions"][0]["stakes"]["ante"] = 1
    refused(record, "^The recorded actions cannot be played: Wager ante takes")


def test_a_changed_action_is_refused() -> None:
    """A fold that was a bet."""
    round_ = Round(game("mini-tex"), seed="action")
    round_.wager(1, {"ante": 500})
    round_.deal()
    for _ in range(3):
        round_.act(1, {"choice": "bet"})
    record = stored(round_)
    record["actions"][-1]["decision"]["choice"] = "fold"
    refused(record, r'^Event \d+ differs: recorded is .*"bet".* but seed and rules give .*"fold"')


@pytest.mark.parametrize("decision", [{}, {"choice": "dance"}, {"choice": 5}, {"choice": "bet", "multiple": 3}, "bet"])
def test_an_illegal_action_is_refused(decision: object) -> None:
    round_ = Round(game("mini-tex"), seed="action")
    round_.wager(1, {"ante": 500})
    round_.deal()
    round_.act(1, {"choice": "bet"})
    record = stored(round_)
    record["actions"][-1]["decision"] = decision
    refused(record, "^The recorded actions cannot be played: ")


@pytest.mark.parametrize(
    ("game_id", "option", "value"),
    [
        ("high-card-draw", "qualifier", "J"),
        ("mini-tex", "qualifier", "ace-king"),
        ("three-card-draw-poker", "pair-plus", "100/40/30/5/4/1"),
        ("three-card-roo", "house_way", 8),
        ("two-card-roo", "ties", "push"),
        ("high-card-flush", "qualifier", "8"),
    ],
)
def test_a_changed_option_is_refused(game_id: str, option: str, value: object) -> None:
    """The fingerprint tells it, even where the round would have gone the same way."""
    record = stored(played(game_id))
    record["options"][option] = value
    refused(record, "fingerprint is not that of the recorded options")


def test_a_changed_fingerprint_is_refused() -> None:
    record = stored(played("mini-tex"))
    record["fingerprint"] = "0" * 64
    refused(record, "fingerprint is not that of the recorded options")


def test_a_changed_edition_is_refused() -> None:
    """Its options are the same, its name is not what was opened."""
    record = stored(played("mini-tex"))
    record["edition"] = "ace-king"
    refused(record, "^Event 1 differs")


def test_a_changed_meter_is_refused() -> None:
    """High Card Flush is settled from the meter that it was opened with."""
    round_ = Round(game("high-card-flush"), seed="meter")
    round_.wager(1, {"ante": 500, "progressive": 500})
    round_.deal()
    record = stored(round_)
    record["meter"] += 1
    refused(record, "^Event 1 differs")


@every_game
@pytest.mark.parametrize("left", [0, 1, -1])
def test_truncated_events_are_refused(game_id: str, left: int) -> None:
    record = stored(played(game_id))
    total = len(record["events"])
    record["events"] = record["events"][:left]
    refused(record, f"^{len(record['events'])} events are recorded, but the actions lead to {total}.$")


def test_truncated_actions_are_refused() -> None:
    record = stored(played("mini-tex"))
    record["actions"].pop()
    refused(record, r"^\d+ events are recorded, but the actions lead to \d+.$")


def test_added_events_are_refused() -> None:
    record = stored(played("mini-tex"))
    record["events"].append(record["events"][-1])
    refused(record, r"^\d+ events are recorded, but the actions lead to \d+.$")


def test_an_unstacked_copy_of_a_stacked_round_is_refused() -> None:
    round_ = Round(game("mini-tex"), seed="stacked", stacked=game("mini-tex").deck[:4])
    round_.wager(1, {"ante": 500})
    round_.deal()
    record = stored(round_)
    record["stacked"] = []
    refused(record, "^Event 1 differs")


def test_other_rules_are_told_by_their_version() -> None:
    record = stored(played("mini-tex"))
    record["rules_version"] = 99
    refused(record, "played by version 99 of the rules")


def test_another_format_is_told() -> None:
    record = stored(played("mini-tex"))
    record["format"] = "houseway round 99"
    refused(record, "format is 'houseway round 99'")


@pytest.mark.parametrize("field", sorted(stored(played("mini-tex")).keys() - {"events"}))
def test_a_missing_field_is_named(field: str) -> None:
    record = stored(played("mini-tex"))
    del record[field]
    refused(record, f"^This is not the record of a round: '{field}' is missing")


def test_a_record_from_where_its_rules_could_not_play_it_says_so() -> None:
    record = stored(played("mini-tex"))
    del record["events"]
    refused(record, "^The record has no events to compare")


@pytest.mark.parametrize(
    "field", ["game", "limits", "seats", "stacked", "commitment", "server_seed", "actions", "events"]
)
@pytest.mark.parametrize("value", [None, 5, [None]])
def test_a_field_of_another_kind_is_refused(field: str, value: object) -> None:
    """Whatever a file holds, reading it ends in a sentence, not in a failure."""
    record = stored(played("mini-tex"))
    record[field] = value
    refused(record, ".")


@pytest.mark.parametrize("multiple", ["4/3", "7/6", "1.25", 1.5, 2, "1.001"])
def test_any_size_of_play_bet_reads_back(multiple: object) -> None:
    """Three Card Draw Poker takes any size that is whole cents; 4/3 is no decimal number."""
    round_ = Round(game("three-card-draw-poker"), seed="sizes", limits=Limits({"ante": Limit(1, 12_000, 1)}))
    round_.wager(1, {"ante": 12_000})
    round_.deal()
    round_.act(1, {"choice": "play", "multiple": multiple, "discard": []})
    record = stored(round_)
    assert stored(verify(record)) == record


def test_the_first_records_kept_no_limits_that_nobody_had_set() -> None:
    """A round from the time when the largest first wager was $500."""
    round_ = Round(game("mini-tex"), seed="before", limits=Limits({"ante": Limit(500, 50_000, 100)}))
    round_.wager(1, {"ante": 50_000})
    round_.deal()
    play_out(round_, lambda at, spot: Decision("fold"))
    record = stored(round_)
    record["limits"]["wagers"] = {}
    again = verify(record)
    assert isinstance(again, Round)
    assert again.spots[0].stakes["ante"] == 50_000


def test_the_first_records_among_players_had_no_limits() -> None:
    rules = pot_game("mini-tex-pvp", pocket_poker="30-20")
    hand = PotRound(rules, {1: 20_000, 2: 20_000}, button=1, side={1: 500})
    while hand.turn is not None:
        hand.act(hand.turn, "fold")
    record = stored(hand)
    del record["limits"]
    assert verify(record).over
