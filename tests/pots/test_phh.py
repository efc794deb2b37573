"""Hands in the PHH format: PokerKit's own reader plays them again to the same stacks, and hidden cards are hidden."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pokerkit import CardBurning, CheckingOrCalling, HandHistory, HoleCardsShowingOrMucking
from tests.sizes import sized

from houseway.cards import parse_cards
from houseway.errors import RecordError
from houseway.games.mini_tex import MiniTexPvp
from houseway.table import events as ev
from houseway.table.phh import to_phh
from houseway.table.pot_round import PotRound

from .judge import FixedLimitMiniTex, NoLimitMiniTex, PotLimitMiniTex, pokerkit_shares
from .test_pokerkit_judge import STRUCTURES, choose, deal

HANDS = sized(quick=30, test=50, thorough=150)  # of each structure


class Reader(HandHistory):
    """PokerKit's reader, with our variants beside the published ones."""

    game_types = HandHistory.game_types | {"FMT": FixedLimitMiniTex, "PMT": PotLimitMiniTex, "NMT": NoLimitMiniTex}
    required_field_names = HandHistory.required_field_names | {
        "FMT": HandHistory.required_field_names["FT"],
        "PMT": HandHistory.required_field_names["NT"],
        "NMT": HandHistory.required_field_names["NT"],
    }


def random_hands(structure: str) -> Iterator[PotRound]:
    rng = Random(f"PHH {structure}")
    for _ in range(HANDS):
        hand = deal(rng, structure)
        boldness, fear = rng.choice((0.1, 0.3, 0.7)), rng.choice((0.05, 0.2, 0.5))
        while hand.turn is not None:
            legal = hand.legal(hand.turn)
            assert legal is not None
            hand.act(hand.turn, *choose(rng, legal, boldness, fear))
        yield hand


def replay(text: str) -> dict[int, int]:
    """The stacks by seat that PokerKit comes to; what it adds of its own is nothing that anybody decides."""
    history = Reader.loads(text)
    state, done = None, 0
    for state, action in history.state_actions:
        added, done = state.operations[done:], len(state.operations)
        if action is None and added and done > len(added):
            assert isinstance(added[0], CardBurning | CheckingOrCalling | HoleCardsShowingOrMucking)
            assert not getattr(added[0], "amount", 0)
    assert state is not None
    assert not state.status
    assert history.seats is not None
    return dict(zip(history.seats, state.stacks, strict=True))


def in_pokerkit(hand: PotRound) -> dict[int, int]:
    """Our stacks, but for odd chips, which go to the first winner there."""
    ours: Counter[int] = Counter()
    for pot in hand.pots:
        ours.update(pot["paid"])
    theirs = pokerkit_shares(hand.pots, hand.order)
    return {seat: chips - ours[seat] + theirs[seat] for seat, chips in hand.stacks.items()}


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("structure", STRUCTURES)
def test_pokerkit_reads_and_plays_the_hands_again(structure: str) -> None:
    for hand in random_hands(structure):
        assert replay(to_phh(hand)) == in_pokerkit(hand)
        assert replay(to_phh(hand, viewer=None)) == in_pokerkit(hand)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_fields_say_what_happened(structure: str) -> None:
    for hand in random_hands(structure):
        fields = tomllib.loads(to_phh(hand))
        assert fields["starting_stacks"] == [hand.start[seat] for seat in fields["seats"]]
        assert fields["finishing_stacks"] == [hand.stacks[seat] for seat in fields["seats"]]
        assert sum(fields["winnings"]) == sum(pot["amount"] for pot in hand.pots)
        bets = [action for action in fields["actions"] if re.match(r"p\d+ (f|cc|cbr)\b", action)]
        assert len(bets) == len(hand.actions)


# --- who sees which cards ---


def written(text: str) -> dict[str, str]:
    """The hole cards of the file by player, as they were dealt."""
    deals = re.findall(r'"d dh (p\d+) (\S+)"', text)
    assert len(deals) == len(dict(deals))
    return dict(deals)


def cards_in(text: str) -> set[str]:
    actions = " ".join(tomllib.loads(text)["actions"])
    return {card for run in re.findall(r"(?:[2-9TJQKA][cdhs])+", actions) for card in re.findall("..", run)}


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_viewer_gets_no_card_that_they_never_saw(structure: str) -> None:
    for hand in random_hands(structure):
        shown = {event.seat for event in hand.events if isinstance(event, ev.Shown)}
        board = {
            card.text for event in hand.events if isinstance(event, ev.Dealt) and event.to == "community"
            for card in event.cards if card is not None
        }  # fmt: skip
        for viewer in (None, *hand.order):
            text, seen = to_phh(hand, viewer=viewer), shown | {viewer}
            for player, seat in enumerate(hand.order, start=1):
                cards = "".join(card.text for card in hand.hole[seat])
                assert written(text)[f"p{player}"] == (cards if seat in seen else "????")
            assert cards_in(text) == board | {
                card.text for seat in hand.order if seat in seen for card in hand.hole[seat]
            }
        assert "?" not in to_phh(hand)


# --- one hand, read by eye ---

CARDS = "Ah 7c 2d 2s Kc 9c  3h Qs 4h  3d 2c"  # seat by seat, then burn, flop, burn, river


def example(**options: Any) -> PotRound:
    """Seat 1 is all in before the flop, seat 2 wins both pots with three twos, and seat 3 mucks."""
    rules = MiniTexPvp.make("no-limit", {"ante": 25, **options})
    hand = PotRound(rules, {1: 625, 2: 2_000, 3: 1_500}, button=3, seed="example", stacked=parse_cards(CARDS))
    for seat, do, to in (
        (3, "call", 0), (1, "raise", 600), (2, "call", 0), (3, "call", 0),
        (2, "check", 0), (3, "bet", 300), (2, "call", 0),
        (2, "check", 0), (3, "check", 0),
    ):  # fmt: skip
        hand.act(seat, do, to)
    return hand


def test_a_hand_as_it_is_written() -> None:
    text = to_phh(example(), {1: "Ann", 3: 'Bob "the \\ rock"\x7f'})
    head, _, rest = text.partition('_fingerprint = "')
    assert (
        head
        == """variant = "NMT"
ante_trimming_status = true
antes = [25, 25, 25]
blinds_or_straddles = [100, 200, 0]
min_bet = 200
starting_stacks = [625, 2000, 1500]
actions = [
  "d dh p1 Ah7c",
  "d dh p2 2d2s",
  "d dh p3 Kc9c",
  "p3 cc",
  "p1 cbr 600",
  "p2 cc",
  "p3 cc",
  "d db Qs4h",
  "p2 cc",
  "p3 cbr 300",
  "p2 cc",
  "d db 2c",
  "p2 cc",
  "p3 cc",
  "p1 sm Ah7c",
  "p2 sm 2d2s",
  "p3 sm",
]
seats = [1, 2, 3]
seat_count = 10
players = [
  "Ann",
  "",
  "Bob \\"the \\\\ rock\\"\\u007f",
]
finishing_stacks = [0, 3550, 575]
winnings = [0, 2475, 0]
_game = "mini-tex-pvp"
_edition = "no-limit"
_options = {structure = "no-limit", small_blind = 100, big_blind = 200, ante = 25, bets = "1/1/2", \
raises = "unlimited", heads_up_cap = "no", max_bet = 0, button = "moving", rake_percent = 0, rake_cap = 0, pocket-poker = "off"}
"""
    )
    assert rest.partition('"\n')[2] == '_button = 3\n_unit = "cents"\n_fair = false\n'
    assert tomllib.loads(text)["players"][2] == 'Bob "the \\ rock"\x7f'


def test_heads_up_the_blinds_are_listed_the_other_way_round() -> None:
    hand = PotRound(MiniTexPvp.make("fixed-limit"), {4: 5_000, 9: 6_000}, button=9, seed="example")
    hand.act(9, "fold")
    fields = tomllib.loads(to_phh(hand))
    assert fields["seats"] == [4, 9]
    assert fields["blinds_or_straddles"] == [100, 200]  # p1 is the big blind, p2 the button
    assert (fields["small_bet"], fields["big_bet"]) == (200, 400)
    assert fields["actions"][2:] == ["p2 f"]
    assert (fields["finishing_stacks"], fields["winnings"]) == ([5_100, 5_900], [200, 0])


def test_a_dead_small_blind_is_no_blind() -> None:
    rules = MiniTexPvp.make("no-limit")
    hand = PotRound(rules, {1: 5_000, 3: 5_000, 5: 5_000}, button=2, blinds=(None, 3), seed="example")
    for seat in (5, 1):
        hand.act(seat, "fold")
    text = to_phh(hand)
    assert tomllib.loads(text)["blinds_or_straddles"] == [200, 0, 0]
    assert replay(text) == hand.stacks


# --- what cannot be written ---


def folded(options: dict[str, object], **facts: Any) -> PotRound:
    hand = PotRound(MiniTexPvp.make("no-limit", options), dict.fromkeys((1, 2, 3), 5_000), button=3, seed="a", **facts)
    while hand.turn is not None:
        hand.act(hand.turn, "fold")
    return hand


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (lambda: PotRound(MiniTexPvp.make("no-limit"), {1: 500, 2: 500}, button=1, seed="a"), "when it is over"),
        (lambda: folded({"pocket-poker": "30-20"}, side={2: 100}), "wagers against the house"),
        (lambda: folded({}, owed={3: (0, 100)}), "posts for missed blinds"),
        (lambda: example(rake_percent=5, rake_cap=300), "takes of a pot"),
        (lambda: folded({"structure": "fixed-limit", "bets": "1/2/4"}), "three different bets"),
    ],
)
def test_what_the_format_cannot_express_is_refused(hand: Any, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        to_phh(hand())


def test_an_unraked_hand_of_a_raked_game_can_be_written() -> None:
    assert '"p1 f"' in to_phh(folded({"rake_percent": 5, "rake_cap": 300}))


class NoCode(MiniTexPvp):
    phh_code = ""


def test_a_game_without_letters_of_its_own_is_refused() -> None:
    hand = PotRound(NoCode.make(), {1: 1000, 2: 1000}, button=1, seed="no code")
    hand.act(1, "fold")
    with pytest.raises(RecordError, match="there is no code for it"):
        to_phh(hand)
