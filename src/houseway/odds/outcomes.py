"""The outcomes of deals: how all wagers end, by the rules, and a number for each distinct outcome."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.errors import HousewayError
from houseway.odds.game_odds import Hand
from houseway.odds.sheet import OddsSheet
from houseway.odds.walk import COMMUNITY_CARDS, DEALER_CARDS, UNIT, Walker, net_of, settle_by, settling
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.pay_tables import Ratio

Line = tuple[str, Fraction, int, int]  # of a side wager: label, odds, share of the meter in percent, prize in cents
NOT_SEEN = HouseCards(DEALER_CARDS, COMMUNITY_CARDS)


class Outcome(NamedTuple):
    """How all wagers end for a class of deals, and a witness of it."""

    hand: Hand
    net: Fraction  # of the main wager with its raises and bonuses, in units of the first wager
    bet: Fraction  # the total bet on it
    label: str
    bonuses: tuple[tuple[str, Fraction], ...]  # the label and the net of each bonus that was paid
    sides: tuple[Line, ...]  # of each side wager
    settled: tuple[tuple[str, int, Ratio], ...]  # of each bet of the main wager: its id, stake and odds
    cases: tuple[tuple[str, str], ...]  # the case that decided each wager
    mark: Hashable = None  # what else the sheet tells apart

    @property
    def plain_net(self) -> Fraction:
        """The main wager's net without bonuses."""
        return self.net - sum((net for _, net in self.bonuses), Fraction())


class OutcomeRegistry:
    """The distinct outcomes of deals by the rules, numbered."""

    def __init__(self, game: Game[Any], sheet: OddsSheet[Any]) -> None:
        self.game, self.sheet = game, sheet
        self.walker = Walker(game)
        self.outcomes: list[Outcome] = []
        self._numbers: dict[Outcome, int] = {}
        self._settling = {side: settling(self.walker.steps, side) for side in game.wagers.sides}
        self._lines: dict[tuple[str, Ratio, int, int], Line] = {}

    def side_pay(self, side: str, spot: Spot, house: HouseCards = NOT_SEEN) -> Line:
        """The line of a side wager's table, always the same object; raises `NeedsCards` if it looks at cards that are
        not there."""
        pay = settle_by(self.game, self._settling[side], side, spot, house)
        if pay is None:
            raise HousewayError(
                f"{self.game.name} does not settle {side} for {' '.join(card.text for card in spot.dealt)}."
            )
        key = self.sheet.side_label(side, Hand(spot, house, (pay,))), pay.odds, pay.percent, pay.cents
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = (key[0], Fraction(pay.odds), pay.percent, pay.cents)
        return line

    def outcome(self, hand: Hand) -> Outcome:
        return self.outcomes[self.number(hand)]

    def number(self, hand: Hand) -> int:
        stakes, first = hand.spot.stakes, Fraction(UNIT)
        net = net_of(self.game, hand, self.game.wagers.main_group) / first
        bet = Fraction(sum(amount for wager, amount in stakes.items() if wager in self.game.wagers.main_group)) / first
        bonuses = tuple(
            (label, net_of(self.game, hand, frozenset({wager})) / first) for wager, label in self.sheet.bonuses(hand)
        )
        sides = []
        for side in self.game.wagers.sides:
            found = hand.pay(side)
            if found is None:
                raise HousewayError(
                    f"{self.game.name} does not settle {side} for {' '.join(card.text for card in hand.spot.dealt)}."
                )
            sides.append((self.sheet.side_label(side, hand), Fraction(found.odds), found.percent, found.cents))
        settled = []
        for wager, stake in stakes.items():
            if wager in self.game.wagers.main_group:
                pay = hand.pay(wager)
                if pay is None:
                    cards = " ".join(card.text for card in (*hand.spot.dealt, *hand.spot.drawn))
                    raise HousewayError(
                        f"{self.game.name} does not settle {wager} for {cards}: nothing pays or takes it."
                    )
                settled.append((wager, stake, pay.odds))
        cases = tuple(sorted((pay.wager, pay.case) for pay in hand.pays))
        label, mark = self.sheet.label(hand), self.sheet.mark(hand)
        outcome = Outcome(hand, net, bet, label, bonuses, tuple(sides), tuple(settled), cases, mark)
        key = outcome._replace(hand=None)  # type: ignore[arg-type]
        if key not in self._numbers:
            self._numbers[key] = len(self.outcomes)
            self.outcomes.append(outcome)
        return self._numbers[key]
