"""How a game's hands are named and how its cards are shown; what is left out follows from the declared ranking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.cards import Card
from houseway.rounding import short

if TYPE_CHECKING:
    from houseway.rules.game import Decision, Game, HouseCards, Offer, Spot


class HandNames:
    """What people call a hand and a decision. A game with names of its own names a subclass in `names_type`."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def hand(self, spot: Spot, house: HouseCards) -> str:
        """What the player holds, as far as the cards there tell."""
        return self._named(spot.held + spot.drawn, house.community)

    def kind(self, spot: Spot, house: HouseCards) -> str:
        """The name of hands of this kind, without what tells one from another ("pair", "ace high").

        Players' mistakes are grouped by it and their exercises are named after it, so it is not reworded: a game that
        may call hands otherwise one day says here what stays.
        """
        return self.hand(spot, house)

    def dealer(self, house: HouseCards) -> str:
        """What the dealer holds."""
        return self._named(house.dealer, house.community)

    def offer(self, at: str, offer: Offer, spot: Spot) -> tuple[str, str]:
        """A key and a label for a legal decision: the choice's first letter or the multiple, then a letter for each
        discarded card."""
        decision, words, key = offer.decision, list[str](), ""
        if decision.choice:
            size = f" {short(decision.multiple)}x" if decision.multiple else ""
            words.append(f"{decision.choice.capitalize()}{size}")
            key = short(decision.multiple) if decision.multiple else decision.choice[0]
        if decision.discard is not None and not decision.folds:
            thrown = " ".join(card.pretty for card in decision.discard)
            words.append(f"discard {thrown}" if thrown else "keep all")
            letters = "".join("abcdefgh"[spot.dealt.index(card)] for card in decision.discard)
            key += letters or ("" if key else "k")
        return key, ", ".join(words)

    def open_position(self, at: str, offer: Offer, spot: Spot) -> str:
        """What the position that a decision leaves open is good for, in a few words; empty where that says nothing."""
        return ""

    def _named(self, own: tuple[Card, ...], shared: tuple[Card, ...]) -> str:
        """The name of a hand or, while there is none, its cards."""
        ranking = self.game.ranking
        rank = -1 if ranking is None or not own else ranking.rank(own, shared)
        return ranking.words(rank) if ranking and rank >= 0 else " and ".join([card.words for card in own])


class CardDisplay:
    """Which cards count and how they lie. A game that shows them in its own way names a subclass in `display_type`."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        """The player's cards that count, empty where none do."""
        return () if spot.folded else self._counting(spot.held + spot.drawn, house.community)

    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        """The dealer's cards that count."""
        return self._counting(house.dealer, house.community)

    def winning(self, wager: str, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        """The player's cards that win a side wager or a bonus that has won."""
        return self.hand(spot, house) if wager in self.game.wagers.bonuses else spot.dealt

    def positions(self, spot: Spot) -> dict[str, Card | None] | None:
        """Which card lies in which position, in games that have positions."""
        return None

    def placed(self, spot: Spot) -> Mapping[str, tuple[Card, ...]] | None:
        """All the player's cards in each position: other than `positions` says where several lie on one."""
        positions = self.positions(spot)
        if positions is None:
            return None
        return {name: () if card is None else (card,) for name, card in positions.items()}

    def placed_by(self, at: str, decision: Decision, spot: Spot) -> Mapping[str, tuple[Card, ...]] | None:
        """Where the player's cards lie once this is decided; None where the game has no positions."""
        return self.placed(spot._replace(decisions=(*spot.decisions, (at, decision)))) if spot.dealt else None

    def dealer_positions(self, house: HouseCards) -> dict[str, Card | None] | None:
        """Which of the dealer's cards lies in which position, in games that have positions."""
        return None

    def dealer_lay(self, house: HouseCards) -> Mapping[str, tuple[Card, ...]] | None:
        """How the dealer lays all of his and the shared cards to show which play, where the procedure says so.

        The rows are of cards from left to right, each beside the one before it; a row `turned` names those among them
        that are turned sideways.
        """
        return None

    def _counting(self, own: tuple[Card, ...], shared: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards that play by the ranking; all of them where none is declared, and none of a hand without cards."""
        if not own:
            return ()
        ranking = self.game.ranking
        return own + shared if ranking is None else ranking.plays(own, shared)
