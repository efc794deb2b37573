"""The page's own verification, run by Node on rounds that the table dealt: it accepts the true and refuses the changed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from tests.server import every_way

import houseway
from houseway import catalog
from houseway.cards import DECK, JOKERS, Card, texts
from houseway.rules.game import Game
from houseway.rules.limits import Limits
from houseway.table import events as ev
from houseway.table.kept_shoe import ShoeState, gone_digest
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.pot_policy import RandomPlayers
from houseway.table.pot_round import PotRound
from houseway.table.record import to_record
from houseway.table.round import Round
from houseway.table.seals import deck_seal, proof
from houseway.table.shuffle import Shoe, Stream, commitment, deck_digest, mixed, seed_from
from houseway.table.words import promise_of

from .node import run

DRIVER = """
const { verifyProof } = await import("$lib/replay/verifyHand");
const { mixed } = await import("$lib/replay/shuffle");
const check = ({ saw, ...round }) => {
  if (round.proof) return verifyProof(round, saw);
  if (round.record) return page.verifyRound(page.fromRecord(round.record, round.deck_order, round.fingerprint));
  return page.verifyRound(round, saw);
};
const verdicts = [];
for (const round of asked.rounds) {
  try { verdicts.push(await check(round)); }
  catch (error) { verdicts.push({ refused: error.message }); }
}
answer = { verdicts, bytes: asked.words.map((seeds) => Buffer.from(mixed(seeds)).toString("hex")) };
"""
WORDS = ["", "luck", "Glück & Fügung", "運命", '😀 "quoted" \\ back', "tab\tline\nbell\x07del\x7f", "\u2028é"]
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("high-card-draw", {}),
    ("high-card-draw", {"draw": "community"}),
    ("mini-tex", {}),
    ("three-card-draw-poker", {}),
    ("three-card-roo", {}),
    ("two-card-roo", {}),
    ("two-card-roo", {"decks": 2}),
    ("two-card-roo", {"decks": 8}),
    ("high-card-flush", {}),
]
Json = dict[str, Any]
Change = Callable[[Json], None]


def ask(rounds: list[Json], words: list[list[list[Any]]] | None = None) -> Json:
    found: Json = run(DRIVER, "replay/verify.ts", {"rounds": rounds, "words": words or []})
    return found


def finished(
    game: Game[Any], seed: str, *, viewer: int | None, words: list[str], shoe: ShoeState | None = None
) -> Json:
    """A round as the history gives it to one seat; `viewer` None: as its record has it, with every card."""
    player, limits = RandomPlayer(seed), Limits()
    round_ = Round(game, seats=len(words), seed=seed, shoe=shoe)
    for seat, own in zip(round_.seats, words, strict=True):
        round_.wager(seat, player.stakes(game, limits), player_seed="thrown away")
        round_.wager(seat, player.stakes(game, limits), player_seed=own)
    round_.deal()
    play_out(round_, player.decide)
    drawn = [card for event in round_.events if isinstance(event, ev.Burned | ev.Dealt) for card in event.cards]
    return {
        "commitment": round_.commitment,
        "server_seed": round_.server_seed.hex(),
        "deck_order": texts(game.deck),
        "player_seeds": [[seat, own] for seat, own in zip(round_.seats, words, strict=True) if own],
        "dealing": texts(drawn),
        "events": [ev.to_json(e if viewer is None else ev.seen_by(e, viewer)) for e in round_.events],
        "shoe": None if round_.shoe is None else round_.shoe.to_json(),
    }


def remembered(round_: Json, own: Json | None = None) -> Json:
    """What a browser has seen of a round at the table, before the deal and at its end."""
    promised = round_["seal"] if "seal" in round_ else round_["commitment"]
    cards = [
        card for event in round_["events"] for card in event.get("cards", ()) if event["event"] == "Dealt" and card
    ]
    deck = deck_digest(map(Card.parse, round_["deck_order"]))
    return {"promised": [promised], "decks": [deck], "own": own, "cards": cards}


def flush_round(**how: Any) -> Json:
    return finished(houseway.game("high-card-flush"), "a night", viewer=1, words=["Fügung", "luck"], **how)


def failed(verdict: Json) -> list[str]:
    return [check["id"] for check in verdict["checks"] if not check["ok"]]


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_true_rounds_of_every_banked_game_are_accepted(viewer: int | None) -> None:
    rounds = [
        finished(houseway.game(name, **options), f"{name}/{n}", viewer=viewer, words=words)
        for name, options in GAMES
        for n, words in enumerate((["", ""], WORDS[1:4], WORDS[3:7]))
    ]
    for round_, verdict in zip(rounds, ask(rounds)["verdicts"], strict=True):
        assert verdict["ok"], verdict
        assert len(verdict["checks"]) == (7 if round_["shoe"] is None else 8)


def test_a_deck_with_jokers_is_accepted_and_only_with_the_jokers_last() -> None:
    true = finished(every_way.EveryWay.make(), "a night", viewer=1, words=["luck"])
    assert {"Xb", "Xr"} <= set(true["dealing"])
    told = {**true, "saw": remembered(true)}
    order = true["deck_order"]
    false = {**told, "deck_order": [*order[-2:], *order[:-2]]}
    # A deck that is not made of whole ones is good if it was told before the deal.
    assert [verdict["ok"] for verdict in ask([told, false, true])["verdicts"]] == [True, False, False]
    whole = texts((*DECK, *JOKERS))
    decks = [whole, whole * 2, whole[:53], whole[:52] * 3, whole[:51], [*whole[52:], *whole[:52]], whole + whole[:52]]
    checks = [
        next(c for c in v["checks"] if c["id"] == "deck")
        for v in ask([{**true, "deck_order": d} for d in decks])["verdicts"]
    ]
    assert [check["ok"] for check in checks] == [True, True, True, True, False, False, False]


def test_the_players_words_are_the_same_bytes_as_the_tables() -> None:
    words: list[list[list[Any]]] = [
        [[seat, text] for seat, text in enumerate(WORDS, start=1)],
        [],
        [[10, "ten"], [2, "two"]],
    ]
    ours = [mixed(dict(seeds)).hex() for seeds in words]
    assert ask([], words)["bytes"] == ours


def _card_changed(round_: Json) -> None:
    """A card that this seat saw is another one now, where it was dealt."""
    cards = next(e for e in round_["events"] if e["event"] == "Dealt" and e["to"] == 1)["cards"]
    cards[0] = next(card for card in round_["deck_order"] if card not in round_["dealing"])


def _dealing_changed(round_: Json) -> None:
    round_["dealing"][-1] = next(card for card in round_["deck_order"] if card not in round_["dealing"])


def _cards_swapped(round_: Json) -> None:
    dealing = round_["dealing"]
    dealing[0], dealing[1] = dealing[1], dealing[0]


def _turned_swapped(round_: Json) -> None:
    cards = next(e for e in round_["events"] if e["event"] == "Turned" and e["whose"] == "dealer")["cards"]
    cards[0], cards[1] = cards[1], cards[0]


def _dealers_hand_changed(round_: Json) -> None:
    hand = next(e for e in round_["events"] if e["event"] == "Arranged")["hand"]
    hand[0] = next(card for card in round_["deck_order"] if card not in round_["dealing"])


def _dealers_hand_doubled(round_: Json) -> None:
    hand = next(e for e in round_["events"] if e["event"] == "Arranged")["hand"]
    hand[1] = hand[0]


def _seed_changed(round_: Json) -> None:
    seed = round_["server_seed"]
    round_["server_seed"] = ("0" if seed[0] != "0" else "1") + seed[1:]


def _commitment_changed(round_: Json) -> None:
    round_["commitment"] = "0" * 64


def _both_commitments_changed(round_: Json) -> None:
    round_["commitment"] = round_["events"][0]["commitment"] = "0" * 64


def _words_changed(round_: Json) -> None:
    round_["player_seeds"][0][1] = "Fugung"


def _words_changed_everywhere(round_: Json) -> None:
    _words_changed(round_)
    for event in round_["events"]:
        if event["event"] == "WagersPlaced" and event["seat"] == 1 and event["player_seed"] == "Fügung":
            event["player_seed"] = "Fugung"


def _deck_ordered_to_suit(round_: Json) -> None:
    """The unshuffled deck is chosen after the fact, so that the seed deals other cards."""
    order = round_["deck_order"]
    order[0], order[-1] = order[-1], order[0]


def _stacked(round_: Json) -> None:
    round_["events"][0]["fair"] = False


def _events_cut(round_: Json) -> None:
    round_["events"] = [event for event in round_["events"] if event["event"] != "Dealt"]


ROUND_CHANGES: dict[Change, list[str]] = {
    _card_changed: ["events"],
    _dealing_changed: ["dealing"],
    _cards_swapped: ["dealing"],
    _turned_swapped: ["events"],
    _dealers_hand_changed: ["events"],
    _dealers_hand_doubled: ["events"],
    _seed_changed: ["whole", "commitment"],
    _commitment_changed: ["commitment"],
    _both_commitments_changed: ["commitment"],
    _words_changed: ["words", "dealing", "events"],
    _words_changed_everywhere: ["dealing", "events"],
    _deck_ordered_to_suit: ["deck"],
    _stacked: ["fair"],
    _events_cut: ["events"],
}


def judged(true: Json, changes: Iterable[Change]) -> dict[Change, Json]:
    """What the page says of something true with each of the changes, asked all at once; the true one it accepts."""
    rounds = {change: copy.deepcopy(true) for change in changes}
    for change, changed in rounds.items():
        change(changed)
        assert changed != true
    accepted, *refused = ask([true, *rounds.values()])["verdicts"]
    assert accepted["ok"], accepted
    return dict(zip(rounds, refused, strict=True))


@pytest.fixture(scope="module")
def changed_rounds() -> dict[Change, Json]:
    return judged(flush_round(), ROUND_CHANGES)


@pytest.mark.parametrize("change", ROUND_CHANGES)
def test_a_changed_round_is_refused(changed_rounds: dict[Change, Json], change: Change) -> None:
    assert not changed_rounds[change]["ok"]
    assert failed(changed_rounds[change]) == ROUND_CHANGES[change]


def test_every_single_card_counts() -> None:
    """No card of the record can be exchanged for any other of the deck without being seen."""
    game = houseway.game("three-card-draw-poker")
    true = finished(game, "every card", viewer=None, words=["a", "b"])
    changed = []
    for place, event in enumerate(true["events"]):
        for at, card in enumerate(event.get("cards", ())):
            other = copy.deepcopy(true)
            other["events"][place]["cards"][at] = next(c for c in true["deck_order"] if c != card)
            changed.append(other)
    assert len(changed) > 15
    assert all(failed(verdict) == ["events"] for verdict in ask(changed)["verdicts"])


def test_a_round_whose_seed_is_not_revealed_cannot_be_checked() -> None:
    open_round = flush_round() | {"server_seed": None}
    assert "not revealed" in ask([open_round])["verdicts"][0]["refused"]


def test_the_whole_deck_is_the_tables() -> None:
    """Eight decks dealt to the last card, from many seeds: some numbers among them must be thrown away."""
    game, rounds, thrown = houseway.game("two-card-roo", decks=8), [], 0
    for number in range(12):
        seed = seed_from(f"to the last card {number}")
        stream = Stream(seed, mixed({1: "語"}))
        deck = texts(Shoe(game.deck, stream).draw(len(game.deck)))
        thrown += (len(deck) + len(stream.numbers)) % 32 != 0  # blocks of 32 numbers: one card, one number else
        opened = {"event": "RoundOpened", "commitment": commitment(seed), "fair": True, "seats": [1]}
        placed = {"event": "WagersPlaced", "seat": 1, "player_seed": "語", "stakes": {"roo": 500}}
        closed = {"event": "WagersClosed", "seats": [1]}, {"event": "RoundClosed", "server_seed": seed.hex()}
        rounds.append(
            {
                "commitment": commitment(seed),
                "server_seed": seed.hex(),
                "deck_order": texts(game.deck),
                "player_seeds": [[1, "語"]],
                "dealing": deck,
                "events": [opened, placed, closed[0], {"event": "Burned", "cards": deck}, closed[1]],
            }
        )
    assert thrown
    assert all(verdict["ok"] for verdict in ask(rounds)["verdicts"])


def from_one_shoe(count: int) -> list[Json]:
    """Rounds one after the other at a table that keeps its shoe, over the cut card."""
    game, rounds, shoe = houseway.game("two-card-roo", decks=2), [], None
    for number in range(count):
        rounds.append(finished(game, f"kept {number}", viewer=1, words=["luck", "語", ""], shoe=shoe))
        shoe = ShoeState.from_json(rounds[-1]["shoe"]).after(game, map(Card.parse, rounds[-1]["dealing"]))
    return rounds


def test_every_round_of_a_kept_shoe_is_accepted() -> None:
    rounds = from_one_shoe(14)
    assert rounds[-1]["shoe"]["number"] == 3
    for verdict in ask(rounds)["verdicts"]:
        assert verdict["ok"], verdict
        assert "shoe" in [check["id"] for check in verdict["checks"]]


def _other_card_gone(round_: Json) -> None:
    gone = round_["shoe"]["gone"]
    gone[0] = next(card for card in round_["deck_order"] if card not in gone)


def _other_card_gone_everywhere(round_: Json) -> None:
    """Its hash is told to suit: what this browser remembers of the table is against it, and nearly always the deal."""
    gone = round_["shoe"]["gone"]
    gone[:] = [card for card in round_["deck_order"] if card not in gone][: len(gone)]
    round_["events"][0]["shoe"]["digest"] = gone_digest(map(Card.parse, gone))


def _more_gone_than_there_is(round_: Json) -> None:
    round_["shoe"]["gone"] = ["As"] * len(round_["shoe"]["gone"])


def _more_buried(round_: Json) -> None:
    round_["shoe"]["buried"] += 2


def _other_shoe(round_: Json) -> None:
    round_["shoe"]["number"] += 1


def _cut_elsewhere(round_: Json) -> None:
    round_["shoe"]["cut"] += 1


def _shoe_hidden(round_: Json) -> None:
    round_["shoe"] = None


def _shoe_never_told(round_: Json) -> None:
    del round_["events"][0]["shoe"]


def _full_shoe(round_: Json) -> None:
    round_["shoe"] = None
    del round_["events"][0]["shoe"]


SHOE_CHANGES: dict[Change, list[str]] = {
    _other_card_gone: ["shoe"],
    _other_card_gone_everywhere: ["dealing", "events"],
    _more_gone_than_there_is: ["shoe"],
    _more_buried: ["shoe"],
    _other_shoe: ["shoe"],
    _cut_elsewhere: ["shoe"],
    _shoe_hidden: ["shoe"],
    _shoe_never_told: ["shoe"],
    _full_shoe: ["dealing", "events"],
}


def test_a_changed_shoe_is_refused() -> None:
    verdicts = judged(from_one_shoe(4)[-1], SHOE_CHANGES)
    for change, verdict in verdicts.items():
        assert not verdict["ok"]
        assert failed(verdict) == SHOE_CHANGES[change], change.__name__


def sealed(seed: str, viewer: int | None, *, undealt: bool = False, **words: Any) -> Json:
    """A hand among players as the history gives it to one of them, in a house with a rabbit hunt or without."""
    hand = PotRound(catalog.pot_game("mini-tex-pvp"), {1: 20_000, 2: 15_000, 5: 30_000}, button=1, seed=seed, **words)
    seal, players = deck_seal(hand), RandomPlayers(seed)
    while hand.turn is not None:
        bounds = hand.legal(hand.turn)
        assert bounds is not None
        hand.act(hand.turn, *players.decide(bounds))
    seen = [ev.to_json(ev.seen_by(event, viewer)) for event in hand.events]
    return {
        "commitment": hand.commitment,
        "seal": seal,
        "proof": proof(hand, viewer, undealt=undealt),
        "events": seen,
        "undealt": texts(hand.undealt) if undealt else [],
        "deck_order": texts(hand.game.deck),
        "player_seeds": sorted(hand.player_seeds.items()),
        "promised": sorted((hand.promised or {}).items()),
        "cut": hand.promised is not None,
    }


def test_hands_among_players_are_accepted() -> None:
    hands = [sealed(f"sealed {number}", viewer) for number in range(10) for viewer in (None, 1, 5)]
    said = {2: "zwei", 5: "fünf"}
    for number, viewer in ((11, None), (12, 1), (13, 5)):
        promised = {seat: promise_of(words) for seat, words in said.items()}
        hands.append(sealed(f"cut {number}", viewer, undealt=True, player_seeds=said, promised=promised))
        hands.append(sealed(f"cut {number}", viewer, undealt=True, player_seeds=promised, promised=promised))
        hands.append(sealed(f"cut {number}", viewer, promised={}))
    for verdict in ask(hands)["verdicts"]:
        assert verdict["ok"], verdict


def test_the_cards_that_would_have_come_are_checked_too() -> None:
    hands = (sealed(f"sealed {number}", 1, undealt=True) for number in range(400))
    early = [hand for hand in hands if hand["undealt"]][:5]
    assert early
    for verdict in ask(early)["verdicts"]:
        assert verdict["ok"], verdict
    changed = [copy.deepcopy(hand) for hand in early]
    for hand in changed:
        hand["undealt"][-1] = next(card for card in ("Ah", "Kh") if card not in hand["undealt"])
    for verdict in ask(changed)["verdicts"]:
        assert failed(verdict) == ["seen"]


def _seal_changed(hand: Json) -> None:
    hand["seal"] = "0" * 64


def _one_seal_changed(hand: Json) -> None:
    hand["proof"]["seals"][-1] = "0" * 64


def _opened_card_changed(hand: Json) -> None:
    item = hand["proof"]["cards"][0]
    item["card"] = "Ah" if item["card"] != "Ah" else "Kh"


def _key_changed(hand: Json) -> None:
    hand["proof"]["cards"][0]["key"] = "00" * 32


def _own_card_changed(hand: Json) -> None:
    cards = next(e for e in hand["events"] if e["event"] == "Dealt" and e["to"] == 1)["cards"]
    cards[0] = "Ah" if cards[0] != "Ah" else "Kh"


def _card_not_opened(hand: Json) -> None:
    hand["proof"]["cards"].pop()


HAND_CHANGES: dict[Change, list[str]] = {
    _seal_changed: ["seals"],
    _one_seal_changed: ["seals"],
    _opened_card_changed: ["cards", "seen"],
    _key_changed: ["cards"],
    _own_card_changed: ["seen"],
    _card_not_opened: ["seen"],
}


@pytest.fixture(scope="module")
def changed_hands() -> dict[Change, Json]:
    return judged(sealed("sealed 3", 1), HAND_CHANGES)


@pytest.mark.parametrize("change", HAND_CHANGES)
def test_a_changed_hand_among_players_is_refused(changed_hands: dict[Change, Json], change: Change) -> None:
    assert not changed_hands[change]["ok"]
    assert failed(changed_hands[change]) == HAND_CHANGES[change]


def recorded(seed: str) -> Json:
    """A record as it is downloaded, with what the page knows of the round."""
    game, player = houseway.game("two-card-roo", decks=2), RandomPlayer(seed)
    round_ = Round(game, seats=2, seed=seed, shoe=ShoeState(52, 2, 2, game.deck[:12], 2))
    for seat in round_.seats:
        round_.wager(seat, player.stakes(game, Limits()), player_seed=f"Wörter {seat}")
    round_.deal()
    play_out(round_, player.decide)
    return {"record": to_record(round_), "deck_order": texts(game.deck), "fingerprint": game.fingerprint}


def test_a_record_from_a_file_is_accepted_and_a_changed_one_refused() -> None:
    true = recorded("a file")
    changed, other, words = copy.deepcopy(true), true | {"fingerprint": "0" * 64}, copy.deepcopy(true)
    cards = next(event for event in changed["record"]["events"] if event["event"] == "Dealt")["cards"]
    cards[0] = next(card for card in changed["deck_order"] if card != cards[0])
    words["record"]["actions"][0]["player_seed"] = "other words"
    accepted, refused, unlike, spoken, nothing = ask([true, changed, other, words, true | {"record": {"events": 1}}])[
        "verdicts"
    ]
    assert accepted["ok"], accepted
    assert failed(refused) == ["dealing", "events"]
    assert "other rules" in unlike["refused"]
    assert failed(spoken)[0] == "words"
    assert "not the record" in nothing["refused"]
