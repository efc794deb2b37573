"""Where the dealer puts the cards that play, and what the texts say of wagers that are not offered."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from tests.wider.games import UpCard

import houseway
from houseway.cards import DECK, Card, parse_cards
from houseway.cli.felt import lay_text, placed_text
from houseway.rules import CardDisplay
from houseway.rules.game import Game, HouseCards
from houseway.rules.limits import JURISDICTIONS
from houseway.rules.procedure import DEALER, Step, Turn
from houseway.table import events as ev
from houseway.table.lay import dealer_lay
from houseway.table.summary import summary
from houseway.table.transcript import tell_all


@pytest.mark.parametrize(
    ("hole", "board", "lay"),
    [
        # Both hole cards play: the playing community card is next to them.
        ("Ah Ad", "2c As 7d", {"hole": ["Ah", "Ad"], "community": ["As", "2c", "7d"], "turned": []}),
        # One plays: it is next to the two playing community cards, and the other is turned.
        ("9h 2d", "Tc 3s Jd", {"hole": ["2d", "9h"], "community": ["Tc", "Jd", "3s"], "turned": ["2d"]}),
    ],
)
def test_mini_tex_cards_lie_as_the_manual_shows(hole: str, board: str, lay: dict[str, list[str]]) -> None:
    found = houseway.game("mini-tex").display.dealer_lay(HouseCards(parse_cards(hole), parse_cards(board)))
    assert found is not None
    assert {row: [card.text for card in cards] for row, cards in found.items()} == lay


def test_mini_tex_cards_lie_so_on_every_deal() -> None:
    """Step 11 of the manual, from the left: A) both hole cards, the community card that plays, the other two; B) the
    hole card that does not play, turned, the one that does, the two community cards that play, the third."""
    game, luck, seen = houseway.game("mini-tex"), Random(11), set()
    for _ in range(2000):
        cards = luck.sample(DECK, 5)
        house = HouseCards(tuple(cards[:2]), tuple(cards[2:]))
        plays = game.display.dealer_hand(house)
        lay = dealer_lay(game, house, plays)
        assert lay is not None
        assert sorted(lay.cards) == sorted(cards)
        assert set(lay.cards[:2]) == set(house.dealer)
        both = set(house.dealer) <= set(plays)
        seen.add(both)
        assert set(lay.cards[:3] if both else lay.cards[1:4]) == set(plays)
        assert lay.turned == (() if both else lay.cards[:1])
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("hole", "board", "told", "words"),
    [
        ("Ah Ad", "2c As 7d", "A♥ A♦ A♠ 2♣ 7♦", "The dealer plays A♥ A♦ with A♠ from the board."),
        (
            "Ks 4c",
            "7c Ah Kd",
            "4♣ (turned) K♠ A♥ K♦ 7♣",
            "The dealer plays K♠ with A♥ K♦ from the board; 4♣ is turned.",
        ),
    ],
)
def test_the_lay_is_told(hole: str, board: str, told: str, words: str) -> None:
    """In the transcript, in the view for a page and for a screen reader, and in the terminal."""
    first, second, third = board.split()
    deck = parse_cards(f"9h 8s {hole} 2s {first} {second} 2h {third}")
    table = houseway.Round(houseway.game("mini-tex"), stacked=deck)
    table.wager(1, {"ante": 500})
    table.deal()
    while not table.over:
        table.act(1, {"choice": "bet"})
    lines = [line for line in tell_all(table.events, table.game) if line.startswith("Dealer plays")]
    assert [line.partition("; lays ")[2] for line in lines] == [told]
    seen = tell_all((ev.seen_by(event, None) for event in table.events), table.game)
    assert any(line.endswith(f"; lays {told}") for line in seen)
    view = table.view(None)
    assert view.to_json()["dealer"]["lay_words"] == words
    lay = view.lay()
    assert lay is not None
    drawn = lay_text(lay, playing=table.game.display.dealer_hand(table.house)).plain
    assert drawn.replace("⟲", "").split() == told.replace("(turned) ", "").split()
    assert drawn.count("⟲") == told.count("turned")


class HigherDisplay(CardDisplay):
    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        return (max(house.dealer, key=lambda card: card.rank),)

    def dealer_lay(self, house: HouseCards) -> dict[str, tuple[Card, ...]]:
        low, high = sorted(house.dealer, key=lambda card: card.rank)
        return {"aside": (low,), "plays": (high,), "turned": (low,)}


class HigherCardPlays(UpCard):
    """Of the dealer's two cards the higher plays: it lies on the right, and the other is turned."""

    id = "higher-card-plays"
    display_type = HigherDisplay


class Unturned(HigherCardPlays):
    """It is announced what the dealer has before his cards are turned."""

    id = "unturned"

    def make_procedure(self) -> Iterable[Step]:
        steps = list(super().make_procedure())
        turn = next(step for step in steps if isinstance(step, Turn) and step.whose == DEALER)
        steps.remove(turn)
        return steps


def played(game: Game[Any]) -> houseway.Round:
    table = houseway.Round(game, stacked=parse_cards("9h 8s Qd 4c"))
    table.wager(1, {"ante": 500})
    table.deal()
    while not table.over:
        assert table.view(1).to_json()["dealer"]["lay"] is None  # one of the cards is face up already
        table.act(1, {"choice": "check"})
    return table


def test_any_game_may_say_how_the_cards_lie() -> None:
    table = played(HigherCardPlays.make())
    dealer = table.view(None).to_json()["dealer"]
    assert dealer["lay"] == {"aside": ["4c"], "plays": ["Qd"], "turned": ["4c"]}
    assert dealer["lay_words"] == "The dealer plays Q♦; 4♣ is turned."
    assert "; lays 4♣ (turned) Q♦" in "\n".join(tell_all(table.events, table.game))


def test_no_lay_shows_a_card_that_is_face_down() -> None:
    table = played(Unturned.make())
    for viewer in (1, None):
        dealer = table.view(viewer).to_json()["dealer"]
        assert (dealer["lay"], dealer["lay_words"], dealer["cards"]) == (None, "", [None, "4c"])
        told = tell_all((ev.seen_by(event, viewer) for event in table.events), table.game)
        assert "; lays" not in "\n".join(told)


def test_a_dealt_pair_lies_on_the_middle() -> None:
    """3 Card Roo: both cards on one position. `positions`, which has a card for each, stays as it is."""
    table = houseway.Round(houseway.game("three-card-roo"), seats=2, stacked=parse_cards("8h 8d 9c 2s 7s Qd 3h 2h"))
    for seat in (1, 2):
        table.wager(seat, {"play": 500})
    table.deal()
    for viewer in (1, 2, None):  # they are face up: everybody sees them, at once
        pair, other = table.view(viewer).to_json()["seats"]
        assert pair["placed"] == {"low": [], "middle": ["8h", "8d"], "high": []}
        assert set(pair["positions"].values()) == {None}
        assert set(map(len, other["placed"].values())) == {0}
    table.act(2, {"open": "middle"})
    other = table.view(None).to_json()["seats"][1]
    assert other["placed"] == {"low": ["2s"], "middle": ["3h"], "high": ["9c"]}
    assert other["positions"] == {"low": "2s", "middle": "3h", "high": "9c"}
    lines = list(tell_all(table.events, table.game))
    assert "Seat 1 is dealt 8♥ 8♦ (face up), placed on middle" in lines
    assert "Seat 2 is dealt 9♣ 2♠ (face up)" in lines
    first, second = summary(table, "x")["seats"]
    assert first["placed"] == {"low": [], "middle": ["8h", "8d"], "high": []}
    assert set(first["positions"].values()) == {None}
    assert second["placed"] == {"low": ["2s"], "middle": ["3h"], "high": ["9c"]}


def test_positions_are_drawn_in_the_terminal() -> None:
    seven, king = parse_cards("7h Kd")
    assert placed_text({"low": (), "middle": (seven, king)}).plain.split() == ["low", "··", "middle", "7♥", "K♦"]


def test_the_lay_is_in_the_view_once_the_hand_is_set() -> None:
    table = houseway.Round(houseway.game("mini-tex"), seed="lay")
    table.wager(1, {"ante": 500})
    table.deal()
    while not table.over:
        assert table.view(1).to_json()["dealer"]["lay"] is None
        table.act(1, {"choice": "bet"})
    assert set(table.view(None).to_json()["dealer"]["lay"]) == {"hole", "community", "turned"}


def test_the_first_step_names_the_wagers_that_are_offered() -> None:
    every, some = houseway.game("high-card-flush"), houseway.game("high-card-flush", flush="off", progressive="off")
    assert "Flush, Straight Flush and Progressive" in every.procedure[0].text
    assert "Ante, and on Straight Flush if they wish" in some.procedure[0].text


def test_a_raise_makes_no_fourth_large_game() -> None:
    """Three side wagers above $5 leave the main game among the small ones: a raise of the $5 ante may not exceed $5."""
    limits = houseway.Limits(jurisdiction=JURISDICTIONS["washington-2023"])
    game = houseway.game("high-card-flush", progressive_wager=1000, raises="3/3/3")
    table = houseway.Round(game, seed="x", limits=limits)
    table.wager(1, {"ante": 500, "flush": 1000, "straight-flush": 1000, "progressive": 1000})
    table.deal()
    assert max(offer.decision.multiple for offer in table.legal_actions(1)) == 1
