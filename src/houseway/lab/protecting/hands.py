"""Games decided once, with at most one card to come: every hand of the dealer's that is possible is tried.

What the rules say of classes of hands is asked once for each; a deal then takes milliseconds.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.lab.protecting.changed import draws, piles, steps_of
from houseway.lab.protecting.given import same_decision
from houseway.lab.protecting.hand_loops import possible_hands, sort_hands
from houseway.lab.protecting.setting import Deals, Setting
from houseway.odds.dealers import Dealers
from houseway.odds.universe import Ints, Universe
from houseway.odds.walk import UNIT, Piles, Walker, choices, decided, in_order, net_of
from houseway.rules.game import Decision, HouseCards, Offer, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, Deal, Decide

MOST_HANDS = 400_000  # of the dealer's
BITS = 4  # that count the cards of one rank in a hand
KEPT = 4
_kept: OrderedDict[tuple[Any, ...], HandDeals] = OrderedDict()


def tries_hands(setting: Setting, most_drawn: int) -> bool:
    """Whether a game is such a one."""
    steps = steps_of(setting.bare)
    dealer = [step for step in steps if isinstance(step, Deal) and step.to == DEALER]
    shared = any(isinstance(step, Deal) and step.to == COMMUNITY for step in steps)
    return (
        setting.decisions == 1
        and setting.game.has_classes
        and setting.bare.suits_count
        and len(set(setting.deck)) == len(setting.deck)
        and most_drawn <= 1
        and not shared
        and len(dealer) == len(piles(setting.bare)) == 1
        and not piles(setting.bare)[0].later
        and comb(len(setting.deck), setting.dealers) <= MOST_HANDS
    )


def hand_deals(setting: Setting) -> HandDeals:
    """The tables of a game, made once."""
    key = type(setting.game), setting.game.fingerprint
    if key not in _kept:
        _kept[key] = HandDeals(setting)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return _kept[key]


class Ended(NamedTuple):
    """A hand of the player's after a decision: the card that came, if any, and its class."""

    card: int
    strength: Any
    fact: Any


class HandDeals:
    """The dealer's hands of a game with their classes, and what the rules pay each class against each."""

    def __init__(self, setting: Setting) -> None:
        game = self.game = setting.bare
        self.universe = Universe(game.deck, suits=True, alike=game.suits_alike)

        def class_of(row: Sequence[int]) -> tuple[Any, Any]:
            return game.dealer_class(HouseCards(self.universe.real(row)))

        nothing = np.zeros((1, 0), np.uint8)
        self.dealers = Dealers(self.universe, [], nothing, [setting.dealers], class_of)
        number = self.dealers.numbers[0]
        self._strength, self._fact = self.dealers.strength[number], self.dealers.fact[number]
        self._hand_ranks: Ints = self._ranks(self.dealers.hands)
        self._walker = Walker(game)
        self._at = next(step.at for step in self._walker.steps if isinstance(step, Decide))
        deal = draws(game)
        self._aside = deal is not None and deal.area == "aside"
        self._always = deal.count if deal is not None and not self._aside else 0
        self._nets: dict[Any, float] = {}

    def gains(
        self,
        setting: Setting,
        deals: Deals,
        *,
        hands: int = 0,
        shown: int = 0,
        marked: bool = False,
        draw: bool = False,
    ) -> NDArray[np.float64]:
        """What each deal gains by knowing other players' hands, some of the dealer's cards, the ranks of all of them
        or the player's own next card."""
        known = hands, shown, marked, draw
        return np.array([self._gain(setting, deal, *known) for deal in deals.tolist()])

    def _gain(self, setting: Setting, deal: list[int], hands: int, shown: int, marked: bool, draw: bool) -> float:
        own = setting.cards(deal[: setting.own])
        usual = setting.usual(own)
        if usual is None:
            return 0.0
        theirs = setting.cards(deal[setting.own : setting.own + setting.dealers])
        first = setting.own + setting.dealers
        others = setting.cards(deal[first : first + hands * setting.own])
        ranks = int(self._ranks(self.universe.faces(theirs))) if marked else 0
        came = self.universe.faces(setting.cards(deal[-1:])) if draw else None
        values = self._values(own, others, theirs[:shown], ranks, came)
        return max(values.values()) - values[same_decision(usual)]

    def _ranks(self, hands: Any) -> Any:
        """How many cards of each rank are in a hand, as one number."""
        return (np.int64(1) << BITS * self.universe.rank[hands]).sum(axis=-1)

    def _values(
        self,
        own: tuple[Card, ...],
        others: tuple[Card, ...],
        shown: tuple[Card, ...],
        ranks: int,
        came: list[int] | None,
    ) -> dict[Any, float]:
        """What each decision is worth; `came` is the card that will be drawn, where it is known."""
        faces, dealers = self.universe.faces, self.dealers
        left = np.ones(len(self.universe), np.bool_)
        left[faces([*own, *others])] = False
        seen: Ints = np.array(faces(shown), np.int64)
        possible = np.zeros(len(dealers.hands), np.bool_)
        possible_hands(dealers.hands, left, seen, self._hand_ranks, ranks, possible)
        below: Ints = np.zeros((len(dealers.facts), len(dealers.strengths) + 1), np.int64)
        holding: Ints = np.zeros((len(self.universe), *below.shape), np.int64)
        sort_hands(dealers.hands, possible, self._strength, self._fact, below, holding)
        left[seen] = False
        next_cards = np.flatnonzero(left).tolist() if came is None else came
        if came is not None:  # the dealer cannot have it, whatever is decided
            below = below - holding[came[0]]
            holding[:] = 0
            possible &= ~(dealers.hands == came[0]).any(axis=1)
        found = {}
        spot = Spot(1, self._walker.stakes, own)
        for offer, decision in choices(self.game.offers(self._at, spot)):
            ends = list(self._ends(spot, offer, decision, next_cards))
            found[same_decision(decision)] = self._worth(own, decision, ends, possible, below, holding)
        return found

    def _ends(self, spot: Spot, offer: Offer, decision: Decision, left: Sequence[int]) -> Iterator[Ended]:
        after = decided(self.game, self._at, spot, offer, decision)
        house = HouseCards()
        if after.folded or not (decision.discard or self._always):
            yield Ended(-1, *((None, None) if after.folded else self.game.player_class(after, house)))
            return
        for face in left:
            yield Ended(face, *self.game.player_class(after._replace(drawn=self.universe.real([face])), house))

    def _worth(
        self,
        own: tuple[Card, ...],
        decision: Decision,
        ends: Sequence[Ended],
        possible: NDArray[np.bool_],
        below: Ints,
        holding: Ints,
    ) -> float:
        """The mean over the cards that may come and the hands that the dealer may have."""
        if decision.folds:
            return self._net(own, decision, -1, int(np.argmax(possible)), ("folded",))
        low, high = self.dealers.standing([end.strength for end in ends])
        total, deals = 0.0, 0
        for number, end in enumerate(ends):
            lines = below if end.card < 0 else below - holding[end.card]
            at_low, at_high = lines[:, low[number]], lines[:, high[number]]
            counts = np.stack([at_low, at_high - at_low, lines[:, -1] - at_high], axis=1)
            deals += int(counts.sum())
            for fact, stands in np.argwhere(counts).tolist():
                key = end.fact, fact, stands
                name = (same_decision(decision)[:2], len(decision.discard or ()), key)
                if name not in self._nets:
                    hand = self._hand(possible, end.card, fact, stands, int(low[number]), int(high[number]))
                    self._nets[name] = self._net(own, decision, end.card, hand, key)
                total += int(counts[fact, stands]) * self._nets[name]
        return total / deals

    def _hand(self, possible: NDArray[np.bool_], card: int, fact: int, stands: int, low: int, high: int) -> int:
        """A possible hand of the dealer's that has this fact and stands so to the player's."""
        where = np.where(self._strength < low, 0, np.where(self._strength < high, 1, 2))
        fits = possible & (self._fact == fact) & (where == stands)
        if card >= 0:
            fits &= ~(self.dealers.hands == card).any(axis=1)
        return int(np.argmax(fits))

    def _net(self, own: tuple[Card, ...], decision: Decision, card: int, hand: int, key: Any) -> float:
        """What the rules pay, in units of the first wager."""
        theirs = self.universe.real(self.dealers.hands[hand].tolist())
        spare = [one for one in self.game.deck if one not in own and one not in theirs][:1]
        came = self.universe.real([card]) if card >= 0 else tuple(spare)
        dealt = Piles(dealt=own, drawn=came, aside=came, dealer=theirs)
        return float(
            net_of(self.game, self._walker.play(dealt, in_order([decision])), self.game.wagers.main_group) / UNIT
        )
