"""What a dishonest house could tell a player after a round: the page refuses every lie, by the check that is for it.

In the true round, seat 1 is this browser's: it promised its words before the deal and opened them when those of the
others were fixed. Seat 2 promised words and did not open them, seat 3 gave some outright.
"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from tests.web.test_verify import Change, Json, failed, judged, remembered, sealed

import houseway
from houseway.cards import Card, texts
from houseway.rules.limits import Limits
from houseway.table import events as ev
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.round import Round
from houseway.table.shuffle import Shoe, Stream, commitment, deck_digest, mixed, seed_from
from houseway.table.words import promise_of

GAME = houseway.game("high-card-flush")
OWN = hashlib.sha256(b"what this browser drew").hexdigest()


def own_words(told: Json, fixed: list[Json], players: list[int]) -> Json:
    """As the browser has noted them when it opened its words."""
    return {
        "commitment": told["commitment"],
        "seal": told.get("seal"),
        "deck": deck_digest(GAME.deck),
        "promise": promise_of(OWN),
        "words": OWN,
        "promised": True,
        "fixed": {"words": fixed, "players": players},
        "opened": True,
    }


def played(seed: bytes | str, own: str = OWN, second: str = "") -> Round:
    """The round from a seed; `own` are the words in the shuffle for this browser's seat."""
    round_, player = Round(GAME, seats=4, seed=seed), RandomPlayer("lies")
    round_.wager(1, player.stakes(GAME, Limits()), promise=promise_of(own))
    round_.wager(2, player.stakes(GAME, Limits()), promise=promise_of("never told"))
    round_.wager(3, player.stakes(GAME, Limits()), player_seed="outright")
    round_.shut()
    round_.open_words(1, own)
    if second:
        round_.open_words(2, second)
    round_.deal()
    play_out(round_, player.decide)
    return round_


def told_of(round_: Round) -> Json:
    """As the history tells it to seat 1."""
    return {
        "commitment": round_.commitment,
        "server_seed": round_.server_seed.hex(),
        "deck_order": texts(GAME.deck),
        "player_seeds": [list(item) for item in sorted(round_.words.in_shuffle().items())],
        "dealing": texts(round_.dealing),
        "events": [ev.to_json(ev.seen_by(event, 1)) for event in round_.events],
        "shoe": None,
        "round": {"void": False},
    }


def true_round() -> Json:
    told = told_of(played("an honest night"))
    fixed = [
        {"seat": 1, "promise": promise_of(OWN), "words": ""},
        {"seat": 2, "promise": promise_of("never told"), "words": ""},
        {"seat": 3, "promise": "", "words": "outright"},
    ]
    return {**told, "saw": remembered(told, own_words(told, fixed, [1, 2, 3]))}


def retold(round_: Json, other: Round) -> None:
    """The house tells of another round, true in itself; what the browser saw stays."""
    round_.update(told_of(other))


def dealt_again(round_: Json, deck: list[str], words: dict[int, str], **changed: Any) -> None:
    """The house deals the same places again, from a deck or words to suit, and tells all cards accordingly."""
    seed = bytes.fromhex(round_["server_seed"])
    cards = Shoe([Card.parse(card) for card in deck], Stream(seed, mixed(words))).draw(len(round_["dealing"]))
    changed_to = dict(zip(round_["dealing"], texts(cards), strict=True))
    round_.update(dealing=texts(cards), player_seeds=[list(item) for item in sorted(words.items())], **changed)
    for event in round_["events"]:
        for name in ("cards", "hand"):
            if name in event:
                event[name] = [card and changed_to[card] for card in event[name]]
        if event["event"] == "Arranged" and event["positions"]:
            event["positions"] = {name: card and changed_to[card] for name, card in event["positions"].items()}
        if event["event"] == "Decided" and event["decision"].get("discard"):
            event["decision"]["discard"] = [card and changed_to[card] for card in event["decision"]["discard"]]


def words_of(round_: Json) -> dict[int, str]:
    return dict(round_["player_seeds"])


def event_of(round_: Json, kind: str, seat: int | None = None) -> Json:
    found: Json = next(e for e in round_["events"] if e["event"] == kind and seat in (None, e.get("seat")))
    return found


# --- the deck ---


def _deck_with_cards_left_out(round_: Json) -> None:
    """The deck is in order, and less: eighteen cards that would have hurt the house."""
    short = [card for at, card in enumerate(round_["deck_order"]) if at % 3 or at == 0][:34]
    dealt_again(round_, short, words_of(round_), deck_order=short)


def _decks_of_another_number(round_: Json) -> None:
    dealt_again(round_, round_["deck_order"] * 2, words_of(round_), deck_order=round_["deck_order"] * 2)


def _jokers_added(round_: Json) -> None:
    order = [*round_["deck_order"], "Xb"]
    dealt_again(round_, order, words_of(round_), deck_order=order)


def _card_twice(round_: Json) -> None:
    order = [*round_["deck_order"][:-1], round_["deck_order"][-2]]
    dealt_again(round_, order, words_of(round_), deck_order=order)


# --- the seed, and which round it is ---


def _another_round_that_is_true(round_: Json) -> None:
    """A round with a seed chosen afterwards, consistent in itself, under the number of the one that was played."""
    retold(round_, played("ground until it suits"))


def _seed_of_another_commitment(round_: Json) -> None:
    other = seed_from("ground until it suits")
    round_["server_seed"] = event_of(round_, "RoundClosed")["server_seed"] = other.hex()


def _end_reveals_another_seed(round_: Json) -> None:
    event_of(round_, "RoundClosed")["server_seed"] = seed_from("another").hex()


def _opening_promised_another(round_: Json) -> None:
    event_of(round_, "RoundOpened")["commitment"] = commitment(seed_from("another"))


def _opening_promised_nothing(round_: Json) -> None:
    del event_of(round_, "RoundOpened")["commitment"]


# --- the words ---


def _words_of_an_empty_seat(round_: Json) -> None:
    """Words chosen last, for a seat that nobody sits at."""
    words = words_of(round_) | {4: "chosen to suit"}
    event_of(round_, "WagersClosed")["player_seeds"]["4"] = "chosen to suit"
    placed = {**event_of(round_, "WagersPlaced", 3), "seat": 4, "player_seed": "chosen to suit", "stakes": {}}
    round_["events"].insert(1, placed)
    dealt_again(round_, round_["deck_order"], words)


def _player_who_was_not_there(round_: Json) -> None:
    """The same with a wager: a shill is put at the table when everybody's words are known."""
    words = words_of(round_) | {4: "chosen to suit"}
    closed = event_of(round_, "WagersClosed")
    closed["player_seeds"]["4"] = "chosen to suit"
    closed["seats"] = [1, 2, 3, 4]
    round_["events"].insert(1, {**event_of(round_, "WagersPlaced", 3), "seat": 4, "player_seed": "chosen to suit"})
    dealt_again(round_, round_["deck_order"], words)


def _same_seat_twice(round_: Json) -> None:
    round_["player_seeds"].append([3, "outright"])


def _seat_that_is_a_text(round_: Json) -> None:
    """Words that would be written into the shuffle as two seats' words."""
    round_["player_seeds"][2] = ['3,"x"],[4', "outright"]


def _words_of_another_changed(round_: Json) -> None:
    """Words given outright, exchanged everywhere when the others were known."""
    event_of(round_, "WagersPlaced", 3)["player_seed"] = "chosen to suit"
    event_of(round_, "WagersClosed")["player_seeds"]["3"] = "chosen to suit"
    dealt_again(round_, round_["deck_order"], words_of(round_) | {3: "chosen to suit"})


def _promise_of_another_changed(round_: Json) -> None:
    event_of(round_, "WagersPlaced", 2)["promise"] = promise_of("chosen to suit")
    event_of(round_, "WagersClosed")["player_seeds"]["2"] = "chosen to suit"
    dealt_again(round_, round_["deck_order"], words_of(round_) | {2: "chosen to suit"})


def _words_do_not_keep_the_promise(round_: Json) -> None:
    event_of(round_, "WagersClosed")["player_seeds"]["2"] = "chosen to suit"
    dealt_again(round_, round_["deck_order"], words_of(round_) | {2: "chosen to suit"})


def _words_of_another_left_out(round_: Json) -> None:
    event_of(round_, "WagersPlaced", 3)["player_seed"] = ""
    del event_of(round_, "WagersClosed")["player_seeds"]["3"]
    words = words_of(round_)
    del words[3]
    dealt_again(round_, round_["deck_order"], words)


def _own_words_left_out(round_: Json) -> None:
    del event_of(round_, "WagersPlaced", 1)["promise"]
    del event_of(round_, "WagersClosed")["player_seeds"]["1"]
    words = words_of(round_)
    del words[1]
    dealt_again(round_, round_["deck_order"], words)


def _own_promise_dropped_before_it_was_fixed(round_: Json) -> None:
    """The table took the promise, and then closed without it: the words were never asked for."""
    round_["saw"]["own"] |= {"fixed": None, "opened": False}
    _own_words_left_out(round_)


def _own_words_said_to_be_unopened(round_: Json) -> None:
    """The house liked the deal with the promise better than the one with the words, which it had."""
    event_of(round_, "WagersClosed")["player_seeds"]["1"] = promise_of(OWN)
    dealt_again(round_, round_["deck_order"], words_of(round_) | {1: promise_of(OWN)})


def _own_words_exchanged(round_: Json) -> None:
    event_of(round_, "WagersPlaced", 1)["promise"] = promise_of("the house's own")
    event_of(round_, "WagersClosed")["player_seeds"]["1"] = "the house's own"
    dealt_again(round_, round_["deck_order"], words_of(round_) | {1: "the house's own"})


def _other_words_told_at_the_deal(round_: Json) -> None:
    event_of(round_, "WagersClosed")["player_seeds"]["3"] = "something else"


def _words_given_after_the_deal(round_: Json) -> None:
    """The wagers are placed again, with other words, after the cards were out."""
    again = {**event_of(round_, "WagersPlaced", 3), "player_seed": "chosen to suit"}
    round_["events"].insert(-1, again)
    event_of(round_, "WagersClosed")["player_seeds"]["3"] = "chosen to suit"
    dealt_again(round_, round_["deck_order"], words_of(round_) | {3: "chosen to suit"})


# --- what is told of the round ---


def _end_left_out(round_: Json) -> None:
    round_["events"].pop()


def _beginning_left_out(round_: Json) -> None:
    del round_["events"][0]


def _opened_twice(round_: Json) -> None:
    round_["events"].insert(1, round_["events"][0])


def _last_cards_left_out(round_: Json) -> None:
    """The dealing and the events end before the card that would give the house away."""
    *_, last = [event for event in round_["events"] if event["event"] in ("Dealt", "Burned")]
    round_["events"].remove(last)
    round_["dealing"] = round_["dealing"][: -len(last["cards"])]


def _dealing_cut_short(round_: Json) -> None:
    round_["dealing"].pop()


def _event_of_no_kind(round_: Json) -> None:
    round_["events"].insert(-1, {"event": "Shown", "seat": 1, "cards": ["As"]})


def _cards_for_nobody(round_: Json) -> None:
    next(event for event in round_["events"] if event["event"] == "Dealt" and event["to"] == 3)["to"] = 4


def _stacked_and_silent(round_: Json) -> None:
    del event_of(round_, "RoundOpened")["fair"]


def _other_cards_than_on_the_table(round_: Json) -> None:
    """The history is true to the seed, but other cards lay on the felt."""
    saw = round_["saw"]["cards"]
    saw[0] = next(card for card in round_["deck_order"] if card not in round_["dealing"])


def _void_that_was_none(round_: Json) -> None:
    round_["round"]["void"] = True


LIES: dict[Change, set[str]] = {
    _deck_with_cards_left_out: {"deck", "felt"},
    _decks_of_another_number: {"deck", "felt"},
    _jokers_added: {"deck", "felt"},
    _card_twice: {"deck", "felt"},
    _another_round_that_is_true: {"memory", "felt"},
    _seed_of_another_commitment: {"commitment"},
    _end_reveals_another_seed: {"whole"},
    _opening_promised_another: {"commitment"},
    _opening_promised_nothing: {"commitment"},
    _words_of_an_empty_seat: {"own", "words", "felt"},
    _player_who_was_not_there: {"own", "felt"},
    _same_seat_twice: {"words", "dealing", "events"},
    _seat_that_is_a_text: {"own", "words", "dealing", "events"},
    _words_of_another_changed: {"own", "felt"},
    _promise_of_another_changed: {"own", "felt"},
    _words_do_not_keep_the_promise: {"own", "words", "felt"},
    _words_of_another_left_out: {"own", "felt"},
    _own_words_left_out: {"own", "felt"},
    _own_promise_dropped_before_it_was_fixed: {"own", "felt"},
    _own_words_said_to_be_unopened: {"own", "felt"},
    _own_words_exchanged: {"own", "felt"},
    _other_words_told_at_the_deal: {"words"},
    _words_given_after_the_deal: {"own", "whole", "felt"},
    _end_left_out: {"whole"},
    _beginning_left_out: {"whole", "commitment", "fair"},
    _opened_twice: {"whole"},
    _last_cards_left_out: {"events"},
    _dealing_cut_short: {"events"},
    _event_of_no_kind: {"whole"},
    _cards_for_nobody: {"whole"},
    _stacked_and_silent: {"fair"},
    _other_cards_than_on_the_table: {"felt"},
    _void_that_was_none: {"whole"},
}


@pytest.fixture(scope="module")
def told_lies() -> dict[Change, Json]:
    return judged(true_round(), LIES)


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_a_round_is_refused(told_lies: dict[Change, Json], lie: Change) -> None:
    verdict = told_lies[lie]
    assert not verdict["ok"]
    assert LIES[lie] <= set(failed(verdict)), failed(verdict)


def test_words_that_were_late_are_told_and_are_no_lie() -> None:
    """This browser's words did not get there, or it went away before it could open them: then the promise is in."""
    for noted in ({"opened": False}, {"opened": False, "fixed": None}):
        late = true_round()
        late["saw"]["own"] |= noted
        late["saw"]["cards"] = []
        _own_words_said_to_be_unopened(late)
        other = judged(late, [_end_left_out])  # which asks for the true one too
        own = next(check for check in other[_end_left_out]["checks"] if check["id"] == "own")
        assert (own["ok"], own["known"]) == (True, False)
        assert "did not reach the table in time" in own["text"]


# --- among players ---

SAID = {1: OWN, 5: "fünf"}
PROMISED = {seat: promise_of(words) for seat, words in SAID.items()} | {2: promise_of("never told")}


def true_hand() -> Json:
    hand = sealed("sealed 3", 1, player_seeds={**PROMISED, **SAID}, promised=PROMISED)
    fixed = [{"seat": seat, "promise": promise, "words": ""} for seat, promise in sorted(PROMISED.items())]
    return {**hand, "saw": remembered(hand, own_words(hand, fixed, [2, 5, 1]))}


def hand_dealt_otherwise(hand: Json, words: dict[int, str], promised: dict[int, str] | None = None) -> None:
    saw = hand["saw"]
    hand.update(sealed("sealed 3", 1, player_seeds=words, promised=promised or PROMISED), saw=saw)


def _hand_with_other_words(hand: Json) -> None:
    words = {**PROMISED, **SAID, 5: "chosen to suit"}
    hand_dealt_otherwise(hand, words, {**PROMISED, 5: promise_of("chosen to suit")})


def _hand_without_own_words(hand: Json) -> None:
    words, promised = {**PROMISED, **SAID}, dict(PROMISED)
    del words[1], promised[1]
    hand_dealt_otherwise(hand, words, promised)


def _hand_with_own_words_unopened(hand: Json) -> None:
    hand_dealt_otherwise(hand, {**PROMISED, **SAID, 1: PROMISED[1]})


def _hand_with_words_of_an_empty_seat(hand: Json) -> None:
    hand_dealt_otherwise(hand, {**PROMISED, **SAID, 6: "chosen to suit"}, {**PROMISED, 6: promise_of("chosen to suit")})


def _hand_cut_by_other_words_than_told(hand: Json) -> None:
    hand["player_seeds"][2] = [5, "chosen to suit"]


def _hand_not_cut(hand: Json) -> None:
    hand["cut"] = False


def _hand_from_a_deck_sealed_later(hand: Json) -> None:
    saw = hand["saw"]
    hand.update(sealed("sealed 4", 1, player_seeds={**PROMISED, **SAID}, promised=PROMISED), saw=saw)


def _hand_of_a_deck_not_sealed_when_words_were_opened(hand: Json) -> None:
    hand["saw"]["own"]["seal"] = "0" * 64


def _hand_with_another_player(hand: Json) -> None:
    hand["saw"]["own"]["fixed"]["players"] = [2, 3, 5, 1]


def _hand_with_the_button_elsewhere(hand: Json) -> None:
    hand["events"][0]["button"] = 2


def _hand_with_an_end_left_out(hand: Json) -> None:
    hand["events"].pop()


def _hand_with_a_card_sealed_twice(hand: Json) -> None:
    """Two places of the sealed deck hold the same card: one of them lay on the board, the other in this hand."""
    first, second = hand["proof"]["cards"][:2]
    key = bytes.fromhex(second["key"])
    old, second["card"] = second["card"], first["card"]
    seals = hand["proof"]["seals"]
    seals[second["place"]] = hashlib.sha256(key + first["card"].encode()).hexdigest()
    joined = hashlib.sha256(b"".join(map(bytes.fromhex, seals))).hexdigest()
    hand["seal"] = hand["proof"]["deck_seal"] = hand["saw"]["own"]["seal"] = joined
    hand["saw"]["promised"] = [joined]
    for event in hand["events"]:
        if "cards" in event:
            event["cards"] = [first["card"] if card == old else card for card in event["cards"]]
    hand["saw"]["cards"] = [first["card"] if card == old else card for card in hand["saw"]["cards"]]


def _hand_from_a_shorter_deck(hand: Json) -> None:
    hand["deck_order"] = hand["deck_order"][:-1]


def _hand_with_fewer_seals(hand: Json) -> None:
    seals = hand["proof"]["seals"]
    seals.append("0" * 64)
    hand["seal"] = hashlib.sha256(b"".join(map(bytes.fromhex, seals))).hexdigest()
    hand["saw"]["promised"], hand["saw"]["own"]["seal"] = [hand["seal"]], hand["seal"]


def _hand_with_another_commitment(hand: Json) -> None:
    hand["commitment"] = "0" * 64


def _hand_with_other_cards_than_on_the_table(hand: Json) -> None:
    opened = {item["card"] for item in hand["proof"]["cards"]}
    hand["saw"]["cards"][0] = next(card for card in hand["deck_order"] if card not in opened)


HAND_LIES: dict[Change, set[str]] = {
    _hand_with_other_words: {"own", "felt"},
    _hand_without_own_words: {"own", "felt"},
    _hand_with_own_words_unopened: {"own", "felt"},
    _hand_with_words_of_an_empty_seat: {"own", "felt"},
    _hand_cut_by_other_words_than_told: {"own", "words", "seen"},
    _hand_not_cut: {"seen"},
    _hand_from_a_deck_sealed_later: {"memory", "own", "felt"},
    _hand_of_a_deck_not_sealed_when_words_were_opened: {"own"},
    _hand_with_another_player: {"own"},
    _hand_with_the_button_elsewhere: {"own", "whole"},
    _hand_with_an_end_left_out: {"whole"},
    _hand_with_a_card_sealed_twice: {"cards"},
    _hand_from_a_shorter_deck: {"deck"},
    _hand_with_fewer_seals: {"seals"},
    _hand_with_another_commitment: {"whole"},
    _hand_with_other_cards_than_on_the_table: {"felt"},
}


@pytest.fixture(scope="module")
def told_hand_lies() -> dict[Change, Json]:
    return judged(true_hand(), HAND_LIES)


@pytest.mark.parametrize("lie", HAND_LIES)
def test_a_lie_about_a_hand_among_players_is_refused(told_hand_lies: dict[Change, Json], lie: Change) -> None:
    verdict = told_hand_lies[lie]
    assert not verdict["ok"]
    assert HAND_LIES[lie] <= set(failed(verdict)), failed(verdict)
