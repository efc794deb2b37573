"""Games that cannot be counted as they are: one sentence that names the game, and no other game is disturbed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from tests.wider.games.three_card_ante import RAISE, ThreeCardAnte

from houseway.cards import parse_cards
from houseway.errors import CardError, HousewayError
from houseway.odds import odds_of, solve
from houseway.odds.game_odds import Known
from houseway.rules.game import Decision, HouseCards, Offer, Pay, Spot
from houseway.rules.procedure import DEALER, PLAYERS, Deal, Decide, Face, Settle, Side, Step, When


class BrokenPromise(ThreeCardAnte):
    """Pays more with an ace, of which its classes say nothing."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            ace = pay.wager == "ante" and not spot.folded and any(card.rank == 14 for card in spot.dealt)
            yield pay._replace(odds=pay.odds + 1) if ace and pay.odds > 0 else pay


class NamesASuit(ThreeCardAnte):
    """Pays more for hearts without saying that suits are not alike."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            hearts = pay.wager == "pair" and spot.dealt[0].suit == 2
            yield pay._replace(odds=4) if hearts else pay


class NobodySettles(ThreeCardAnte):
    def make_procedure(self) -> Iterable[Step]:
        return (step for step in super().make_procedure() if not (isinstance(step, Settle) and "ante" in step.wagers))


class NothingOffered(ThreeCardAnte):
    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return () if spot.dealt[0].rank == spot.dealt[1].rank else super().offers(at, spot)


class NoSuchCard(ThreeCardAnte):
    """Offers to throw a card that is not held."""

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        yield Offer(Decision(RAISE, 1, parse_cards("2c" if spot.dealt[0] != parse_cards("2c")[0] else "2d")), "raise")


class TooFewCards(ThreeCardAnte):
    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            yield replace(step, count=27) if isinstance(step, Deal) else step


class Endless(ThreeCardAnte):
    def make_procedure(self) -> Iterable[Step]:
        steps = list(super().make_procedure())
        return [*steps[:-1], *(step for _ in range(600) for step in steps[4:6]), steps[-1]]


class LooksAhead(ThreeCardAnte):
    """Asks for a decision only if the dealer's unseen hand is of some kind."""

    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            yield replace(step, when=When("dealer-low", "the dealer is low")) if isinstance(step, Decide) else step

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        return house.dealer[0].rank < 8


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (BrokenPromise, "breaks what player_class and dealer_class promise"),
        (NamesASuit, "suits_alike = False"),
        (NobodySettles, "does not settle ante for"),
        (NothingOffered, "offers nothing at play with"),
        (NoSuchCard, "which is not in the hand"),
        (TooFewCards, "is too small"),
        (Endless, "steps"),
        (LooksAhead, "depends on cards that the player has not seen"),
    ],
)
def test_one_sentence(game: type[ThreeCardAnte], words: str) -> None:
    with pytest.raises(HousewayError) as caught:
        solve(game.make())
    sentence = str(caught.value)
    assert words in sentence
    assert "Three Card Ante" in sentence
    assert "\n" not in sentence
    assert solve(ThreeCardAnte.make()).main.total == 407_170_400


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ah Kd", "is decided with 3 of your own"),
        ("Ah Kd Qs Jc", "is decided with 3 of your own"),
    ],
)
def test_impossible_cards(cards: str, words: str) -> None:
    with pytest.raises(CardError, match=words):
        odds_of(ThreeCardAnte.make()).advise(Known("", parse_cards(cards)))


def test_a_card_twice() -> None:
    (ace,) = parse_cards("Ah")
    with pytest.raises(CardError, match="more often than the shoe"):
        odds_of(ThreeCardAnte.make()).advise(Known("", (ace, ace, ace)))


class TurnedOnACondition(ThreeCardAnte):
    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            yield (
                replace(step, face=Face.UP, when=When("luck", "the dealer is lucky"))
                if isinstance(step, Deal) and step.to == DEALER
                else step
            )


class SettledBetween(ThreeCardAnte):
    """A wager that is settled before more cards come to the same hand."""

    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            yield step
            if isinstance(step, Settle) and "pair" in step.wagers:
                yield Deal(to=PLAYERS, count=1, face=Face.UP, side=Side.LEFT, text="One more card.")


@pytest.mark.parametrize("game", [TurnedOnACondition, SettledBetween])
def test_what_is_beyond_the_tree_is_refused(game: type[ThreeCardAnte]) -> None:
    with pytest.raises(HousewayError, match="cannot be counted"):
        solve(game.make())


def test_cards_of_one_step_in_another_order_must_be_paid_alike() -> None:
    class FirstCard(ThreeCardAnte):
        def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
            for pay in super().settle(step, wagers, spot, house):
                yield pay._replace(odds=4) if pay.wager == "pair" and spot.dealt[0].rank == 14 else pay

    with pytest.raises(HousewayError, match="dealt in another order"):
        solve(FirstCard.make())
