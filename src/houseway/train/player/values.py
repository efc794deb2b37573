"""What a seat may decide, at sizes that a person would bet, and the exact value of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.game_odds import Advice, History, Known
from houseway.rules.game import Decision, Game, Offer, Spot
from houseway.rules.pay_tables import Ratio
from houseway.rules.procedure import Decide
from houseway.table.prices import PricedOffer
from houseway.table.round import Round

MOST_SIZES = 6  # of one bet that are offered as choices


class Action(NamedTuple):
    """One thing to decide, with its value in units of the first wager, bets already made included."""

    id: str
    label: str
    decision: Decision
    value: Fraction


class Valued(NamedTuple):
    """A decision that a seat is asked for."""

    at: str
    spot: Spot
    known: Known
    actions: tuple[Action, ...]  # as they are offered

    @property
    def best(self) -> Action:
        return max(self.actions, key=lambda action: action.value)

    @property
    def gap(self) -> Fraction:
        """What the best of the wrong decisions gives up; 0 where none is wrong."""
        best = self.best.value
        return best - max((action.value for action in self.actions if action.value < best), default=best)

    def lost(self, action: Action) -> Fraction:
        return self.best.value - action.value

    def by_id(self, name: str) -> Action:
        return next(action for action in self.actions if action.id == name)


@lru_cache(maxsize=4096)
def advice_for(
    game: Game[Any], cards: tuple[Card, ...], community: tuple[Card, ...], dealer: tuple[Card, ...], decisions: History
) -> tuple[str, tuple[Advice, ...]]:
    from houseway.odds import advise

    at, advice = advise(game, cards, community, dealer=dealer, decisions=decisions)
    return at, tuple(advice)


def valued(round_: Round, seat: int) -> Valued:
    """What the seat is asked to decide now, from what its player sees; refused where the odds have no values for it."""
    view, step, game = round_.view(seat), round_.step, round_.game
    spot, house = view.seats[seat].spot(), view.shown_house()
    if spot is None or not isinstance(step, Decide):
        raise HousewayError(f"Seat {seat} of {game.name} has nothing to decide with the cards it can see.")
    at, advice = advice_for(game, spot.dealt, house.community, house.dealer, spot.decisions)
    if at != step.at:
        raise HousewayError(f"{game.name} has values for {at}, not for {step.at}.")
    known = Known(at, spot.dealt, house.community, house.dealer, spot.decisions)
    told = {item.decision: item.value for item in advice}
    actions: list[Action] = []
    for offer in round_.offers(seat):
        for decision in _sizes(round_, seat, offer, told):
            value = value_between(told, decision)
            if value is not None:
                key, label = game.names.offer(at, Offer(decision, offer.wager, 0, offer.takes_back), spot)
                actions.append(Action(_unused(key, actions), label, decision, value))
    if not actions:
        raise HousewayError(f"{game.name} has no values for what may be decided at {at}.")
    return Valued(at, spot, known, tuple(actions))


def value_between(told: Mapping[Decision, Fraction], decision: Decision) -> Fraction | None:
    """The value of a decision; of a bet between two that were told, too: what a hand is worth is linear in its bet."""
    if decision in told:
        return told[decision]
    sizes = {
        other.multiple: value for other, value in told.items() if other._replace(multiple=decision.multiple) == decision
    }
    below = max((size for size in sizes if 0 < size < decision.multiple), default=None)
    above = min((size for size in sizes if size > decision.multiple), default=None)
    if below is None or above is None:
        return None
    share = Fraction(decision.multiple - below) / (above - below)
    return sizes[below] + share * (sizes[above] - sizes[below])


def _sizes(round_: Round, seat: int, offer: PricedOffer, told: Mapping[Decision, Fraction]) -> Iterator[Decision]:
    """An offer at its ends and at sizes between them. What is decided later is not linear in an earlier bet: where more
    is to come, only sizes that have a value of their own."""
    least = offer.least.decision
    yield least
    if offer.most is None:
        return
    last = is_last(round_)
    for multiple in _between(least.multiple, offer.most.decision.multiple):
        sized = least._replace(multiple=multiple)
        if (last or sized in told) and round_.can_act(seat, sized):
            yield sized
    yield offer.most.decision


def is_last(round_: Round) -> bool:
    """Whether nothing more is decided after what is decided now."""
    steps = round_.game.procedure
    here = next(index for index, step in enumerate(steps) if step is round_.step)
    return not any(isinstance(step, Decide) for step in steps[here + 1 :])


def _between(least: Ratio, most: Ratio) -> Iterator[Ratio]:
    """Whole multiples, thinned out where there are many; half way where there is none."""
    whole = [size for size in range(int(least) + 1, int(most) + 1) if least < size < most]
    if not whole:
        yield Fraction(least + most) / 2
    step = -(-len(whole) // (MOST_SIZES - 2)) or 1
    yield from whole[step - 1 :: step]


def _unused(key: str, actions: list[Action]) -> str:
    """The key of a decision as its id, with a number where another one has the same."""
    taken, name = {action.id for action in actions}, key or "1"
    number = 1
    while name in taken:
        number += 1
        name = f"{key}{number}"
    return name
