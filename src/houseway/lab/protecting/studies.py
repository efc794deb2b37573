"""What a player may get to know, from the procedure alone, and how each is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.lab.protecting.changed import Pile, draw_seen, draws, piles, seen, steps_of
from houseway.lab.protecting.knowing import Gains, Knowing
from houseway.lab.protecting.setting import Setting, value_of
from houseway.odds.board_odds import ByBoard
from houseway.odds.cost import cost_of
from houseway.rules.game import Game, Spot
from houseway.rules.procedure import DEALER, Decide

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
        if setting.shape is not None or (self._dealt_at_once and not setting.house_shows):
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
        known = Knowing(setting, dealer=count, one_hand=not self._on_boards)
        first = pile.to == DEALER and not (pile.first or skip or pile.later)
        if setting.shape is not None:
            return Study(key, families, title, gains=known.gains, each=known.each)
        if first and self._on_boards:
            return Study(key, families, title, known.exact, known.cost, known.gains, known.each)
        sampled = known if first and setting.decisions == 1 else None
        return self._in_sight(key, families, title, seen(setting.bare, pile, skip=skip, count=count), sampled)

    def _in_sight(
        self, key: str, families: tuple[Family, ...], title: str, changed: Game[Any], sampled: Knowing | None
    ) -> Study:
        """Cards that are dealt face up before the first decision."""
        found = Study(key, families, title, lambda: value_of(changed) - self.setting.plain, cost_of(changed).seconds)
        return found if sampled is None else replace(found, gains=sampled.gains, each=sampled.each)

    # --- the player's own next card ---

    def _draw(self) -> Iterator[Study]:
        setting = self.setting
        if draws(setting.bare) is None or setting.shape is not None:
            return
        changed = draw_seen(setting.bare, self._most_drawn())
        known = Knowing(setting, changed, one_hand=True) if setting.decisions == 1 else None
        found = self._in_sight("draw", (Family.DRAW,), "The player's own next card", changed, known)
        yield replace(found, cost=DRAWN * found.cost) if setting.bare.suits_count else found

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
                known = Knowing(setting, others=hands * setting.own, one_hand=True)
                yield Study(f"others-{hands}", families, title, gains=known.gains, each=known.each)
            elif (setting.decisions == 1 or self._on_boards) and (self._dealt_at_once or hands in (1, most)):
                known = Knowing(setting, others=hands * setting.own)
                yield Study(f"others-{hands}", families, title, known.exact, known.cost, known.gains, known.each)

    # --- suits or ranks alone ---

    def _suits_alone(self) -> Iterator[Study]:
        setting = self.setting
        most = setting.others
        for hands in range(1, most + 1):
            title = f"Only how many of each suit are in {_hands(hands, most).lower()}"
            known = Knowing(setting, others=hands * setting.own, one_hand=True, suits_alone=True)
            yield Study(f"suits-{hands}", (Family.SUITS,), title, gains=known.gains, each=known.each)

    def _marked(self) -> Study:
        title = f"Only the ranks of the dealer's {self.setting.dealers} cards (marked cards)"
        known = Knowing(self.setting, dealer=self.setting.dealers, one_hand=True, ranks_alone=True)
        return Study("marked", (Family.MARKED,), title, gains=known.gains, each=known.each)

    # --- ways to count ---

    @cached_property
    def _dealt_at_once(self) -> bool:
        """Whether the dealer's cards are all that is unseen, and the player decides once."""
        setting, found = self.setting, piles(self.setting.bare)
        return (
            setting.decisions == 1
            and setting.game.has_classes
            and setting.bare.suits_count
            and len(found) == 1
            and (found[0].first, found[0].count, found[0].later) == (0, setting.dealers, False)
        )

    @cached_property
    def _on_boards(self) -> bool:
        return self.setting.shape is None and isinstance(self.setting.bare_odds, ByBoard)


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
