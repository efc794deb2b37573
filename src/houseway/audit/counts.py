"""What the figures are measured on: games by their rules, solutions, plays. Everything is counted once."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from houseway.audit.documents import Figure
from houseway.audit.printed import RANKS
from houseway.cards import Card
from houseway.catalog import any_game_class
from houseway.errors import HousewayError
from houseway.odds import Odds, Solution, WagerOdds, odds_of
from houseway.odds.cache import solved
from houseway.odds.game_odds import OPTIMAL, Known, Row
from houseway.odds.walk import flat, settle_one
from houseway.rules.game import Game, HouseCards, Spot, TableGame


class Counts:
    """Games and solutions that figures share."""

    def __init__(self, *, fresh: bool) -> None:
        self.fresh = fresh
        self._games: dict[tuple[Any, ...], TableGame[Any]] = {}
        self._odds: dict[str, Odds[Any]] = {}
        self._solutions: dict[tuple[str, str], Solution] = {}

    def table_game(self, figure: Figure) -> TableGame[Any]:
        """The rules that the figure is about."""
        key = figure.game, figure.edition, *sorted(figure.options.items())
        if key not in self._games:
            self._games[key] = any_game_class(figure.game).make(figure.edition, figure.options)
        return self._games[key]

    def game(self, figure: Figure) -> Game[Any]:
        game = self.table_game(figure)
        if not isinstance(game, Game):
            raise HousewayError(f"{game.name} is played among players: it has no odds against the house.")
        return game

    def odds(self, figure: Figure) -> Odds[Any]:
        game = self.game(figure)
        if game.fingerprint not in self._odds:
            self._odds[game.fingerprint] = odds_of(game)
        return self._odds[game.fingerprint]

    def wager(self, figure: Figure) -> WagerOdds:
        """The wager's odds under the figure's rules and strategy; the best strategy is the one for this wager."""
        game, strategy = self.game(figure), figure.strategy or OPTIMAL
        key = game.fingerprint, strategy
        if key not in self._solutions:
            self._solutions[key] = solved(game, strategy, fresh=self.fresh)
        return self._solutions[key].played_for_itself(figure.wager)

    def rows(self, figure: Figure) -> list[Row]:
        """The lines of the wager's odds that the figure is about."""
        by_label = {row.label: row for row in self.wager(figure).rows}
        unknown = [label for label in figure.outcomes if label not in by_label]
        if unknown:
            raise HousewayError(
                f"Document {figure.document}, {figure.table}: {figure.wager} has no outcome {unknown[0]!r}; "
                f"the outcomes are {', '.join(by_label)}."
            )
        return [by_label[label] for label in figure.outcomes]


# --- plays ---


def hands_of(ranks: str) -> list[tuple[Card, ...]]:
    """Cards of these ranks, written `K,10`: one hand for each way that their suits can be equal or different."""
    indices = [RANKS.index(rank) for rank in ranks.split(",")]
    hands = []
    for suits in product(range(len(indices)), repeat=len(indices)):
        cards = tuple(_card(index + 1, suit) for index, suit in zip(indices, suits, strict=True))
        first_seen = list(dict.fromkeys(suits))
        if first_seen == sorted(first_seen) == list(range(len(first_seen))) and len(set(cards)) == len(cards):
            hands.append(cards)
    return hands


def _card(low_rank: int, suit: int) -> Card:
    return Card(4 * ((low_rank - 2) % 13) + suit)


def best_plays(odds: Odds[Any], cards: tuple[Card, ...]) -> frozenset[str]:
    """The choices that are worth most to the main wager."""
    _, actions = odds.advise(Known("", cards))
    return frozenset(action.decision.choice for action in actions if action.value == actions[0].value)


def best_side_plays(game: Game[Any], wager: str, at: str, cards: tuple[Card, ...]) -> frozenset[str]:
    """The best choices for a side wager that is settled with one more card, found by settling every card."""
    stakes = {wager: 1}
    deck, steps = list(game.deck), tuple(flat(game.procedure))
    for card in cards:
        deck.remove(card)
    values: dict[str, Fraction] = defaultdict(Fraction)
    for offer in game.offers(at, Spot(1, stakes, cards)):
        spot = Spot(1, stakes, cards, decisions=((at, offer.decision),))
        total: Any = 0
        for card in deck:
            pay = settle_one(game, steps, wager, spot._replace(drawn=(card,)), HouseCards())
            assert pay is not None
            total += pay.odds
        values[offer.decision.choice] = Fraction(total)
    best = max(values.values())
    return frozenset(choice for choice, value in values.items() if value == best)


def dealer_open(game: Game[Any], cards: tuple[Card, ...]) -> frozenset[str]:
    """The position that the dealer leaves open with these cards."""
    positions = game.display.dealer_positions(HouseCards(dealer=cards)) or {}
    return frozenset(position for position, card in positions.items() if card is None)


@cache
def dealt_by_rank(cards: int) -> tuple[tuple[Card, ...], ...]:
    """Every multiset of this many ranks, in different suits as far as there are suits."""
    hands: set[tuple[int, ...]] = {tuple(sorted(ranks)) for ranks in product(range(1, 14), repeat=cards)}
    return tuple(tuple(_card(rank, suit % 4) for suit, rank in enumerate(ranks)) for ranks in sorted(hands))
