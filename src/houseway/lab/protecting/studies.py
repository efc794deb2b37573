"""What a player may get to know, from the procedure alone, and how each is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from houseway.lab.protecting.boards import board_deals, stages_of
from houseway.lab.protecting.by_suit import suit_deals
from houseway.lab.protecting.changed import Pile, draw_seen, draws, piles, seen, steps_of, with_members
from houseway.lab.protecting.given import Given, gain
from houseway.lab.protecting.hands import hand_deals, tries_hands
from houseway.lab.protecting.others import Gains, OtherHands
from houseway.lab.protecting.setting import Setting, value_of
from houseway.odds.cost import CLASS_SECONDS, cost_of
from houseway.rules.game import Game, Spot
from houseway.rules.procedure import DEALER, Decide

SUIT_SECONDS, HAND_SECONDS = 1.5e-4, 0.01  # of one deal: suit by suit, with every hand of the dealer's tried
BOARD_SECONDS, TREE_SECONDS = 0.06, 0.02  # on every board, as a tree of its own
BOARD_CARD_SECONDS = 0.00085  # of one hand with one known card, most of which are alike up to suits
SETUP_SUITS, SETUP_BOARDS = 1.0, 10.0  # until the first deal
SUIT_DEALS, HAND_DEALS, BOARD_DEALS, TREE_DEALS = 20_000, 400, 100, 200  # how many a study takes of itself


DRAWN = 10  # a card that is seen aside multiplies the deals: so much longer than estimated does it take


class Family(StrEnum):
    """What kind of knowledge it is; `--only` names one."""

    DEALER = "dealer"
    SHARED = "shared"
    DRAW = "draw"
    OTHERS = "others"
    SUITS = "suits"
    MARKED = "marked"


@dataclass(frozen=True)
class Study:
    """Something that a player may know, and the ways to count what it is worth."""

    key: str
    families: tuple[Family, ...]
    title: str
    exact: Callable[[], Fraction] | None = None  # the gain
    cost: float = 0.0  # of that, in seconds
    gains: Gains | None = None  # of sampled deals
    each: float = 0.0  # of one deal, in seconds
    deals: int = 0  # how many are usual
    setup: float = 0.0  # before the first deal, in seconds

    @property
    def family(self) -> Family:
        return self.families[0]


class Studies:
    """All that a player of a game may get to know."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def __iter__(self) -> Iterator[Study]:
        setting = self.setting
        if not setting.decisions:
            return
        dealer = [pile for pile in piles(setting.bare) if pile.to == DEALER]
        shared = [pile for pile in piles(setting.bare) if pile.to != DEALER]
        yield from self._houses(dealer, Family.DEALER, "the dealer's")
        yield from self._houses(shared, Family.SHARED, "the shared")
        yield from self._draw()
        yield from self._others()
        if setting.shape is not None:
            yield from self._suits_alone()
        if setting.shape is not None or self._tries_hands:
            yield self._marked()

    # --- the dealer's and the shared cards ---

    def _houses(self, found: list[Pile], family: Family, whose: str) -> Iterator[Study]:
        families: tuple[Family, ...]
        alike = self.setting.game.has_classes  # the order in which cards came changes nothing then
        for number, pile in enumerate(found):
            name = _pile_words(found, number, whose)
            key = str(family) if len(found) == 1 else f"{family}-{number + 1}"
            if alike or pile.count == 1:
                title = f"One of {name}" if pile.count > 1 else name[:1].upper() + name[1:]
                marked = family is Family.DEALER and pile.count == 1 and self.setting.ranks_alone
                families = (family, Family.MARKED) if marked else (family,)
                yield self._house(f"{key}-card", families, title, pile, 0, 1)
            else:
                for card in range(pile.count):
                    yield self._house(f"{key}-card-{card + 1}", (family,), f"Card {card + 1} of {name}", pile, card, 1)
            if pile.count > 1:
                title = f"All of {name}"
                families = (family,)
                if family is Family.DEALER and self.setting.ranks_alone:
                    title, families = f"{title} (or marked ranks)", (family, Family.MARKED)
                yield self._house(f"{key}-hand", families, title, pile, 0, pile.count)

    def _house(self, key: str, families: tuple[Family, ...], title: str, pile: Pile, skip: int, count: int) -> Study:
        setting = self.setting
        if setting.shape is not None:
            return self._by_suit(key, families, title, shown=count)
        changed = seen(setting.bare, pile, skip=skip, count=count)
        exact, cost = self._counted(changed), cost_of(changed).seconds
        if self._tries_hands:
            return replace(self._by_hand(key, families, title, shown=count), exact=exact, cost=cost)
        if self._on_boards:
            known = {"shown": count} if families[0] is Family.DEALER else {"early": count, "place": pile.first + skip}
            by_class = BOARD_CARD_SECONDS * comb(len(setting.deck), setting.own) * (len(setting.deck) - setting.own)
            if count == 1 and by_class < cost:
                exact, cost = lambda: board_deals(setting).exact(setting, **known), by_class
            return replace(self._by_board(key, families, title, **known), exact=exact, cost=cost)
        gains = None
        if setting.decisions == 1 and not pile.later and not skip and families[0] is Family.DEALER:
            gains = self._dealer_known(changed, count)
        each = TREE_SECONDS + CLASS_SECONDS * self._dealer_hands(len(setting.deck), count)
        return Study(key, families, title, exact, cost, gains, each, TREE_DEALS)

    def _counted(self, changed: Game[Any]) -> Callable[[], Fraction]:
        return lambda: value_of(changed) - self.setting.plain

    def _dealer_known(self, changed: Game[Any], count: int) -> Gains:
        """Deals of which the player's and some of the dealer's cards are fixed, and all else is counted."""
        setting = self.setting
        named = with_members(changed, suits_alike=False)  # both are given by name: no suit may be taken for another

        def one(deal: list[int]) -> float:
            own, theirs = setting.cards(deal[: setting.own]), setting.cards(deal[setting.own : setting.own + count])
            usual = setting.usual(own)
            if usual is None:
                return 0.0
            return gain(Given(named, {"dealt": own, DEALER: theirs}), own, theirs, usual)

        return lambda deals: np.array([one(deal) for deal in deals.tolist()])

    # --- the player's own next card ---

    def _draw(self) -> Iterator[Study]:
        setting = self.setting
        if draws(setting.bare) is None or setting.shape is not None:
            return
        changed = draw_seen(setting.bare, self._most_drawn())
        title, exact, cost = "The player's own next card", self._counted(changed), cost_of(changed).seconds
        if not self._tries_hands:
            yield Study("draw", (Family.DRAW,), title, exact, cost)
            return
        yield replace(self._by_hand("draw", (Family.DRAW,), title, draw=True), exact=exact, cost=DRAWN * cost)

    def _most_drawn(self) -> int:
        """The most cards that a hand may throw, from the offers made to some hands."""
        setting = self.setting
        deal = draws(setting.bare)
        assert deal is not None
        if deal.count:
            return deal.count
        at = next(step.at for step in steps_of(setting.game) if isinstance(step, Decide))
        most = 1
        for places in setting.deals(200)[:, : setting.own].tolist():
            for offer in setting.game.offers(at, Spot(1, {}, setting.cards(places))):
                most = max(most, len(offer.decision.discard or ()))
        return most

    # --- the other players' cards ---

    def _others(self) -> Iterator[Study]:
        setting = self.setting
        most = setting.others
        for hands in range(1, most + 1):
            title = _hands(hands, most)
            families = (Family.OTHERS,)
            if setting.shape is not None:
                yield self._by_suit(f"others-{hands}", families, title, shared=hands * setting.own)
            elif self._tries_hands:
                yield self._by_hand(f"others-{hands}", families, title, hands=hands)
            elif self._on_boards and hands in (1, most):
                yield self._by_board(f"others-{hands}", families, title, hands=hands)
            elif setting.decisions == 1 and hands in (1, most):
                others = OtherHands(setting, hands)
                left = len(setting.deck) - hands * setting.own
                each = TREE_SECONDS + CLASS_SECONDS * self._dealer_hands(left, 0)
                exact = others.exact if setting.ranks_alone else None
                yield Study(f"others-{hands}", families, title, exact, others.cost, others.gains, each, TREE_DEALS)

    def _dealer_hands(self, cards: int, seen_already: int) -> int:
        """How many hands the dealer may have, as the rules tell them apart."""
        size = max(0, self.setting.dealers - seen_already)
        if self.setting.ranks_alone:
            ranks = len({card.rank for card in self.setting.deck})
            return comb(ranks + size - 1, size)
        return comb(cards - self.setting.own - seen_already, size)

    # --- suits or ranks alone ---

    def _suits_alone(self) -> Iterator[Study]:
        setting = self.setting
        most = setting.others
        for hands in range(1, most + 1):
            title = f"Only how many of each suit are in {_hands(hands, most).lower()}"
            yield self._by_suit(f"suits-{hands}", (Family.SUITS,), title, counted=hands * setting.own)

    def _marked(self) -> Study:
        title = f"Only the ranks of the dealer's {self.setting.dealers} cards (marked cards)"
        way = self._by_hand if self.setting.shape is None else self._by_suit
        return way("marked", (Family.MARKED,), title, marked=True)

    # --- ways to count sampled deals quickly ---

    @cached_property
    def _tries_hands(self) -> bool:
        setting = self.setting
        if setting.shape is not None or draws(setting.bare) is None:
            return setting.shape is None and tries_hands(setting, 0)
        return tries_hands(setting, self._most_drawn())

    @cached_property
    def _on_boards(self) -> bool:
        return self.setting.shape is None and stages_of(self.setting) is not None

    def _by_board(self, key: str, families: tuple[Family, ...], title: str, **known: Any) -> Study:
        setting = self.setting
        return Study(
            key,
            families,
            title,
            gains=lambda deals: board_deals(setting).gains(setting, deals, **known),
            each=BOARD_SECONDS,
            deals=BOARD_DEALS,
            setup=SETUP_BOARDS,
        )

    def _by_hand(self, key: str, families: tuple[Family, ...], title: str, **known: Any) -> Study:
        setting = self.setting
        return Study(
            key,
            families,
            title,
            gains=lambda deals: hand_deals(setting).gains(setting, deals, **known),
            each=HAND_SECONDS,
            deals=HAND_DEALS,
        )

    def _by_suit(self, key: str, families: tuple[Family, ...], title: str, **known: Any) -> Study:
        return Study(
            key,
            families,
            title,
            gains=lambda deals: suit_deals(self.setting).gains(deals, **known),
            each=SUIT_SECONDS,
            deals=SUIT_DEALS,
            setup=SETUP_SUITS,
        )


def _hands(count: int, most: int) -> str:
    """`Two of the 5 other hands`."""
    if count == most:
        return f"All {most} other hands" if most > 1 else "The other hand"
    names = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
    return f"{names[count] if count < len(names) else count} of the {most} other hands"


def _pile_words(found: list[Pile], number: int, whose: str) -> str:
    """`the dealer's 5 cards`, `the dealer's card 2, which comes later`."""
    pile = found[number]
    later = ", still in the deck" if pile.later else ""
    cards = "card" if pile.count == 1 else f"{pile.count} cards"
    if len(found) == 1:
        return f"{whose} {cards}{later}"
    last = pile.first + pile.count
    which = f"card {last}" if pile.count == 1 else f"cards {pile.first + 1} to {last}"
    return f"{whose} {which}{later}"
