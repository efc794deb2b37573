"""What is legal may depend on the cards that are face up and on what was decided before, and on nothing hidden."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.wider.games import JokerCut, LetThemRide, UpCard

from houseway.cards import parse_cards
from houseway.contract.law import ContractError
from houseway.contract.views import views_depend_on_nothing_hidden, views_show_nothing_hidden
from houseway.errors import IllegalAction
from houseway.rules.game import Decision, HouseCards, Offer, Spot
from houseway.table.policy import RandomPlayer
from houseway.table.round import Round

TO_THE_ACE = "Kc Qd 2s Ah"  # the player's two, the house's card face down, the house's card face up
TO_THE_NINE = "Kc Qd 2s 9h"


def up_card(cards: str, **options: object) -> Round:
    round_ = Round(UpCard.make(None, options), stacked=parse_cards(cards))
    round_.wager(1, {"ante": 1000})
    round_.deal()
    return round_


def choices(round_: Round) -> list[str]:
    return [offer.decision.choice for offer in round_.legal_actions(1)]


def test_offers_depend_on_the_card_that_is_face_up() -> None:
    assert choices(up_card(TO_THE_NINE)) == ["check", "raise", "surrender"]
    assert choices(up_card(TO_THE_ACE)) == ["check", "raise"]
    with pytest.raises(IllegalAction, match="not legal now"):
        up_card(TO_THE_ACE).act(1, {"choice": "surrender"})


@pytest.mark.parametrize(("early", "late"), [("check", ["check", "raise"]), ("raise", ["check"])])
def test_offers_depend_on_an_earlier_decision(early: str, late: list[str]) -> None:
    round_ = up_card(TO_THE_NINE)
    offer = next(offer for offer in round_.legal_actions(1) if offer.decision.choice == early)
    round_.act(1, offer.decision)
    assert choices(round_) == late


def test_only_what_is_face_up_is_seen() -> None:
    round_ = up_card(TO_THE_NINE)
    nine = HouseCards(dealer=parse_cards("9h"))
    spot = round_.view(1).seats[1].spot()
    assert round_.spot(1).seen == nine
    assert spot is not None
    assert spot.seen == nine
    assert [spot.seen for spot in round_.spots] == [nine]


def test_cards_that_are_turned_are_seen_as_they_lie() -> None:
    """The second shared card is turned before the first one."""
    round_ = Round(LetThemRide.make(), stacked=parse_cards("Kc Qd 2s 9h"))
    round_.wager(1, {"last": 500})
    round_.deal()
    assert round_.spot(1).seen == HouseCards()
    round_.act(1, {"choice": "ride"})
    assert round_.spot(1).seen == HouseCards(community=parse_cards("9h"))
    round_.act(1, {"choice": "ride"})
    assert round_.spot(1).seen == HouseCards(community=parse_cards("2s 9h"))
    spot = round_.view(1).seats[1].spot()
    assert spot is not None
    assert spot.seen == HouseCards(community=parse_cards("2s 9h"))


def test_a_shared_card_that_is_dealt_face_up_is_seen() -> None:
    round_ = Round(JokerCut.make(), stacked=parse_cards("Xr Kc 2d"))
    round_.wager(1, {"cut": 500})
    round_.deal()
    assert round_.spot(1).seen == HouseCards(community=parse_cards("Xr"))


class Asks(UpCard):
    """Remembers the spots that it is asked about."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.asked: list[Spot] = []

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        self.asked.append(spot)
        return super().offers(at, spot)


def test_everybody_who_asks_for_offers_shows_what_is_face_up() -> None:
    game = Asks.make()
    assert isinstance(game, Asks)
    round_ = Round(game, seats=2, seed="asks")
    for seat in round_.seats:
        round_.wager(seat, {"ante": 1000})
    round_.deal()
    RandomPlayer("asks").decide(round_, 1)
    game.safe_default("early", round_.spot(2))
    game.safe_default("early", round_.spots[1])
    assert {spot.seat for spot in game.asked} == {1, 2}
    assert {spot.seen for spot in game.asked} == {HouseCards(dealer=round_.house.dealer[1:])}


def test_whoever_sleeps_does_not_surrender() -> None:
    round_ = up_card(TO_THE_NINE)
    assert round_.game.safe_default("early", round_.spot(1)) == Decision("check")


def test_a_table_that_shows_the_rules_a_hidden_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = Round.spot
    monkeypatch.setattr(Round, "spot", lambda self, seat: spot(self, seat)._replace(seen=self.house))
    with pytest.raises(ContractError, match="the rules are shown"):
        views_show_nothing_hidden(UpCard)


class Peeks(UpCard):
    """Remembers the house's cards, all of which it is shown for a condition, and offers a raise only to a low one."""

    house = HouseCards()

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        self.house = house
        return super().applies(when, spot, house)

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        offers = super().offers(at, spot)
        return [offer for offer in offers if at == "early" or not offer.wager or self.house.dealer[0].rank < 8]


def test_offers_that_depend_on_a_hidden_card_are_caught() -> None:
    with pytest.raises(ContractError, match="depends on cards that nobody has shown them"):
        views_depend_on_nothing_hidden(Peeks)
