"""A game with one thing about it changed: a card seen early, a condition answered wrongly.

Cards that nobody has seen are exchangeable. Dealing one of them earlier, face up, therefore changes nothing but what
the player knows: the rules, and everything that counts by them, stay the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from houseway.cards import Card
from houseway.odds.apart import with_members as with_members
from houseway.odds.walk import flat
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Decide, Face, Step, Take, Turn, When
from houseway.rules.settlement import holds
from houseway.rules.wagers import Wager

FURTHER = "further draw "  # how the condition begins for a second and third card drawn


def bare(game: Game[Any], *, suits: bool = True) -> Game[Any]:
    """The main wager alone, with what hangs on it. Without `suits` the cards are ranks, where that makes no odds."""
    kind, main = type(game), game.wagers.main_group

    def make_wagers(self: Game[Any]) -> Iterable[Wager]:
        return [wager for wager in kind.make_wagers(self) if wager.id in main]

    members: dict[str, Any] = {"make_wagers": make_wagers}
    if not suits:
        members["suits_count"] = False
    return with_members(game, **members)


def steps_of(game: Game[Any]) -> tuple[Step, ...]:
    """The steps as one player lives through them."""
    return tuple(flat(game.procedure))


def first_decision(steps: Sequence[Step]) -> int:
    """Where the player decides for the first time; the end of the round where nothing is decided."""
    return next((at for at, step in enumerate(steps) if isinstance(step, Decide)), len(steps))


@dataclass(frozen=True)
class Pile:
    """Cards that one step deals, which nobody has seen when the player first decides."""

    at: int  # the step
    to: str
    first: int  # the first of them in its owner's order
    skip: int  # how many cards of the step come before
    count: int
    later: bool  # whether they are dealt after that decision


def piles(game: Game[Any]) -> list[Pile]:
    """The dealer's and the shared cards that are unseen at the first decision, in the order of dealing.

    A card that is dealt on a condition may not come at all, so there is none to see.
    """
    steps = steps_of(game)
    first = first_decision(steps)
    used = {DEALER: 0, COMMUNITY: 0}
    found = []
    for at, step in enumerate(steps):
        if isinstance(step, Deal) and step.to in used:
            if not step.when and (step.face is not Face.UP or at > first):
                start = used[step.to]
                turned = [_turned(steps, at, step.to, start + card) for card in range(step.count)]
                for _, cards in groupby(range(step.count), key=turned.__getitem__):
                    among = list(cards)
                    found.append(Pile(at, step.to, start + among[0], among[0], len(among), at > first))
            used[step.to] += step.count
    return found


def _turned(steps: Sequence[Step], dealt: int, whose: str, card: int) -> int:
    """Where a card is turned face up for a decision; the end of the round if for none."""
    last = max((at for at, step in enumerate(steps) if isinstance(step, Decide)), default=0)
    for at, step in enumerate(steps[dealt:last], dealt):
        if not isinstance(step, Turn) or step.whose != whose:
            continue
        if step.first <= card and (step.count is None or card < step.first + step.count):
            return at
    return len(steps)


def seen(game: Game[Any], pile: Pile, *, skip: int = 0, count: int = 1) -> Game[Any]:
    """The game with some cards of a pile face up before the first decision."""
    steps = list(steps_of(game))
    deal = steps[pile.at]
    assert isinstance(deal, Deal)
    before_it = pile.skip + skip
    sizes = (before_it, count, deal.count - before_it - count)
    parts = [replace(deal, count=size, face=Face.UP if part == 1 else deal.face) for part, size in enumerate(sizes)]
    before, shown, after = ([part] if part.count else [] for part in parts)
    if pile.later:
        steps[pile.at : pile.at + 1] = [*before, *after]
        at = first_decision(steps)
        steps[at:at] = shown
    else:
        steps[pile.at : pile.at + 1] = [*before, *shown, *after]
    return _with_steps(game, steps)


def draws(game: Game[Any]) -> Deal | None:
    """The step that deals the player's own cards after the first decision, or sets them aside unseen before it."""
    steps = steps_of(game)
    first = first_decision(steps)
    for at, step in enumerate(steps):
        if isinstance(step, Deal) and step.to == PLAYERS and (at > first or step.face is Face.BLIND):
            return step
    return None


def draw_seen(game: Game[Any], most: int) -> Game[Any]:
    """The game in which the player sees the next card of his own before deciding; at most `most` cards are drawn.

    It is set aside face up, and taken where it would have been dealt; further cards come from the deck as ever.
    """
    steps, kind = list(steps_of(game)), type(game)
    deal = draws(game)
    assert deal is not None
    at = steps.index(deal)
    if deal.face is Face.BLIND:
        steps[at] = replace(deal, face=Face.DOWN)
        return _with_steps(game, steps)
    steps[at : at + 1] = [
        Take(text=deal.text, when=deal.when, side=deal.side),
        *(replace(deal, count=1, when=When(f"{FURTHER}{number}", "more cards are due")) for number in range(1, most)),
    ]
    first = first_decision(steps)
    steps.insert(first, replace(deal, count=1, when=None, area="aside", face=Face.DOWN))

    def takes(self: Game[Any], spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return spot.aside if deal.count or spot.discards else ()

    def applies(self: Game[Any], when: str, spot: Spot, house: HouseCards) -> bool:
        if not when.startswith(FURTHER):
            return bool(kind.applies(self, when, spot, house))
        wanted = int(when.removeprefix(FURTHER))
        due = holds(self, deal.when, spot, house)
        return bool(due and (deal.count or len(spot.discards)) > wanted)

    return _with_steps(game, steps, takes=takes, applies=applies)


def _with_steps(game: Game[Any], steps: Sequence[Step], **members: Any) -> Game[Any]:
    fixed = tuple(steps)
    return with_members(game, make_procedure=lambda self: fixed, **members)


def answering(game: Game[Any], when: str, answer: Callable[[bool], bool]) -> Game[Any]:
    """The game with a dealer who answers one condition of the procedure by what the true answer is."""
    kind = type(game)

    def dealer_applies(self: Game[Any], asked: str, house: HouseCards) -> bool:
        found = kind.dealer_applies(self, asked, house)
        return answer(found) if asked == when else found

    return with_members(game, dealer_applies=dealer_applies)
