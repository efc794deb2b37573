"""Players' words that are promised by their hash, and opened when everybody's are fixed."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import pytest

import houseway
from houseway import catalog
from houseway.cards import Card
from houseway.errors import HousewayError, RecordError, WagerError
from houseway.rules.limits import Limits
from houseway.table import events as ev
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.pot_policy import RandomPlayers
from houseway.table.pot_round import PotRound
from houseway.table.record import from_record, to_record, verify
from houseway.table.round import Round
from houseway.table.seals import check_proof, deck_seal, proof, seal_before
from houseway.table.shuffle import Shoe, Stream, mixed, seed_from
from houseway.table.words import Words, promise_of

GAME = houseway.game("two-card-roo")
HANDS = catalog.pot_game("mini-tex-pvp")
Json = dict[str, Any]


def opened(seats: int = 3, seed: str = "promised") -> Round:
    """A round with words given outright at seat 1, and promised at the others."""
    round_, player = Round(GAME, seats=seats, seed=seed), RandomPlayer(seed)
    round_.wager(1, player.stakes(GAME, Limits()), player_seed="given")
    for seat in range(2, seats + 1):
        round_.wager(seat, player.stakes(GAME, Limits()), promise=promise_of(f"words {seat}"))
    return round_


def finished(*opening: int) -> Round:
    round_ = opened()
    round_.shut()
    for seat in opening:
        round_.open_words(seat, f"words {seat}")
    round_.deal()
    play_out(round_, RandomPlayer("decides").decide)
    return round_


def read_again(round_: Round | PotRound) -> Json:
    record: Json = json.loads(json.dumps(to_record(round_)))
    return record


def test_opened_words_are_in_the_shuffle_like_words_given_outright() -> None:
    round_, plain = finished(3, 2), Round(GAME, seats=3, seed="promised")
    for seat, words in ((1, "given"), (2, "words 2"), (3, "words 3")):
        plain.wager(seat, round_.spot(seat).stakes, player_seed=words)
    plain.deal()
    play_out(plain, RandomPlayer("decides").decide)
    assert plain.dealing == round_.dealing
    closed = next(event for event in round_.events if isinstance(event, ev.WagersClosed))
    assert closed.player_seeds == {1: "given", 2: "words 2", 3: "words 3"}


def test_of_words_that_are_not_opened_the_promise_is_in_the_shuffle() -> None:
    round_ = finished(2)
    words = {1: "given", 2: "words 2", 3: promise_of("words 3")}
    shoe = Shoe(GAME.deck, Stream(round_.server_seed, mixed(words)))
    assert shoe.draw(len(round_.dealing)) == round_.dealing
    assert len({finished(*seats).dealing for seats in ((), (2,), (3,), (2, 3))}) == 4


def test_nobody_bets_or_promises_after_the_first_words_can_be_opened() -> None:
    round_ = opened()
    with pytest.raises(WagerError, match="when nobody can give any more"):
        round_.open_words(2, "words 2")
    round_.shut()
    before = to_record(round_)
    for stakes in (round_.spot(1).stakes, {}):
        with pytest.raises(WagerError, match="closed"):
            round_.wager(1, stakes, promise=promise_of("chosen last"))
    with pytest.raises(WagerError, match="closed already"):
        round_.shut()
    for seat, words in ((2, "words 3"), (1, "given"), (7, "words 2")):
        with pytest.raises(WagerError, match="not the words"):
            round_.open_words(seat, words)
    assert to_record(round_) == before
    round_.deal()
    with pytest.raises(WagerError, match="dealt already"):
        round_.open_words(2, "words 2")


@pytest.mark.parametrize("promise", ["short", "G" * 64, promise_of("x").upper(), 7, promise_of("x") + "\n"])
def test_what_is_no_promise_is_refused(promise: Any) -> None:
    round_ = Round(GAME, seed="none")
    stakes = RandomPlayer("none").stakes(GAME, Limits())
    with pytest.raises(WagerError):
        round_.wager(1, stakes, promise=promise)
    with pytest.raises(WagerError):
        round_.wager(1, stakes, player_seed="told", promise=promise_of("told"))
    assert round_.actions == ()


def test_wagers_taken_back_take_the_promise_with_them() -> None:
    round_ = opened()
    round_.wager(3, {})
    round_.wager(2, round_.spot(2).stakes)
    assert (round_.words.promised, round_.words.in_shuffle()) == ({}, {1: "given"})
    round_.deal()
    closed = next(event for event in round_.events if isinstance(event, ev.WagersClosed))
    assert "player_seeds" not in ev.to_json(closed)  # as in records from before there were promises


@pytest.mark.parametrize("opening", [(), (2,), (2, 3)])
def test_a_record_with_promises_is_played_again_and_verified(opening: tuple[int, ...]) -> None:
    round_ = finished(*opening)
    record = read_again(round_)
    assert [to_record(again) for again in (verify(record), from_record(record))] == [to_record(round_)] * 2
    *_, again = round_.from_the_start()
    assert to_record(again) == to_record(round_)


def _other_words(record: Json) -> None:
    next(action for action in record["actions"] if action["do"] == "open")["words"] = "chosen afterwards"


def _other_promise(record: Json) -> None:
    """The words are opened true to a promise that nobody saw."""
    promise = promise_of("chosen afterwards")
    next(action for action in record["actions"] if action["do"] == "open")["words"] = "chosen afterwards"
    next(action for action in record["actions"] if action.get("promise"))["promise"] = promise


def _not_opened(record: Json) -> None:
    record["actions"].remove(next(action for action in record["actions"] if action["do"] == "open"))


def _not_shut(record: Json) -> None:
    record["actions"].remove({"do": "shut"})


@pytest.mark.parametrize("change", [_other_words, _other_promise, _not_opened, _not_shut])
def test_a_record_whose_words_are_changed_is_refused(change: Any) -> None:
    record = read_again(finished(2, 3))
    change(record)
    with pytest.raises(RecordError):
        verify(record)


# --- among players ---


def hand(seed: str = "cut", words: dict[int, str] | None = None, unopened: tuple[int, ...] = ()) -> PotRound:
    said = {1: "eins", 2: "zwei", 5: "fünf"} if words is None else words
    promised = {seat: promise_of(text) for seat, text in said.items()}
    given = {seat: promised[seat] if seat in unopened else text for seat, text in said.items()}
    played = PotRound(HANDS, {1: 20_000, 2: 15_000, 5: 30_000}, button=1, seed=seed, player_seeds=given,
                      promised=promised)  # fmt: skip
    players = RandomPlayers(seed)
    while played.turn is not None:
        bounds = played.legal(played.turn)
        assert bounds is not None
        played.act(played.turn, *players.decide(bounds))
    return played


def drawn(played: PotRound) -> list[Card | None]:
    return [card for event in played.events if isinstance(event, ev.Dealt | ev.Burned) for card in event.cards]


def test_the_deck_is_sealed_before_the_words_and_cut_by_them() -> None:
    hands = [hand(), hand(words={}), hand(words={1: "other"}), hand(unopened=(2,))]
    seal = seal_before(HANDS, seed_from("cut"))
    assert {deck_seal(played) for played in hands} == {seal}
    assert len({tuple(drawn(played)[:6]) for played in hands}) == len(hands)


def cut_by_hand(deck: list[Card], words: dict[int, str]) -> list[Card]:
    """The cut once more from the text of docs/fairness.md, with nothing of the table."""
    said = json.dumps([[seat, text] for seat, text in sorted(words.items())], separators=(",", ":")).encode()
    key, deck, numbers, counter = hashlib.sha256(said).digest(), list(deck), list[int](), 0
    for place in range(len(deck)):
        count = len(deck) - place
        while True:
            if not numbers:
                block = hmac.digest(key, counter.to_bytes(4, "big") + b"houseway cut 1\0", "sha512")
                counter, numbers = counter + 1, [block[at] << 8 | block[at + 1] for at in range(0, 64, 2)]
            number = numbers.pop(0)
            if number < 65_536 // count * count:
                break
        other = place + number % count
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def test_the_cut_is_the_one_that_the_documentation_describes() -> None:
    played = hand()
    sealed = list(Shoe(HANDS.deck, Stream(seed_from("cut"), b"[]")).draw(52))
    cut = cut_by_hand(sealed, {1: "eins", 2: "zwei", 5: "fünf"})
    assert drawn(played) == cut[: len(drawn(played))]
    found = check_proof(deck_seal(played), proof(played, 1))
    assert found
    assert all(sealed[place] == card for place, card in found.items())
    own = next(event.cards for event in played.events if isinstance(event, ev.Dealt) and event.to == 1)
    assert set(own) <= set(found.values())


def test_a_hand_that_was_cut_is_played_again_and_verified() -> None:
    for played in (hand(), hand(words={}), hand(unopened=(1, 5))):
        record = read_again(played)
        assert to_record(verify(record)) == to_record(played)
        *_, again = played.from_the_start()
        assert to_record(again) == to_record(played)
        record["player_seeds"] = {**record["player_seeds"], "1": "chosen afterwards"}
        with pytest.raises(RecordError, match="not those that were promised"):
            verify(record)
        del record["promised"]
        with pytest.raises(HousewayError):
            verify(record)


def test_a_deck_that_is_cut_cannot_be_stacked() -> None:
    with pytest.raises(WagerError, match="stacked"):
        PotRound(HANDS, {1: 1000, 2: 1000}, button=1, promised={}, stacked=[Card.parse("Ah")])


def test_words_are_stored_and_taken_up_again() -> None:
    words = Words()
    words.give(3, promise=promise_of("drei"))
    words.give(1, promise=promise_of("eins"))
    words.closed = True
    words.open(3, "drei")
    again = Words.from_json(json.loads(json.dumps(words.to_json())))
    assert (again.in_shuffle(), again.unopened, again.closed) == ({1: promise_of("eins"), 3: "drei"}, (1,), True)
