"""Deals that end in a wanted case: the cases of a round, and cards for its places that bring another.

Chance brings a tie once in hundreds of rounds. So cards are tried in the places of a round that was played, as the
rules settle them, without playing each: any cards, cards of one suit, and the player's ranks for the dealer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.rules.game import HouseCards, Spot
from houseway.rules.procedure import Arrange, Case, Decide, KeepShoe, Settle, Step
from houseway.rules.settlement import DeclaredCase, case_of, dealer_case, holds, shoe_case
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.table.shuffle import Stream
from houseway.train.equal_hands import Deal, suits_changed
from houseway.train.items import all_steps, case_name, examined_case, step_name
from houseway.train.streams import pick

TRIES = 240  # deals that are looked at
OF_ONE_SUIT = 6  # cards that are drawn until one is of the first one's suit


def cases_met(round_: Round) -> set[str]:
    """The cases of a finished round, by their names in coverage."""
    met = (examined_case(round_.game, case_met(round_, number)) for number in range(len(round_.events)))
    return {case_name(id) for id in met if id}


def case_met(round_: Round, number: int) -> str:
    """The id of the case that an event of a finished round came to; empty where it came to none."""
    event, game = round_.events[number], round_.game
    if isinstance(event, ev.Settled):
        return event.case
    step = all_steps(game).get(step_name(round_.step_of(number)))
    if step is None:
        return ""
    if isinstance(event, ev.Decided):
        case = case_of(game, step, round_.spot(event.seat), round_.house) if step.cases else None
    else:
        case = case_of_act(round_, step, event)
    return case.id if case else ""


def case_of_act(round_: Round, step: Step, event: ev.Event | None) -> Case | None:
    """The case that setting the dealer's hand came to, or seeing to the shoe."""
    if isinstance(event, ev.Arranged):
        return dealer_case(round_.game, step, round_.house)
    if isinstance(step, KeepShoe) and isinstance(event, ev.Buried | ev.Shuffled):
        return shoe_case(step, cut_card=isinstance(event, ev.Shuffled))
    return None


def places(round_: Round) -> dict[str, list[int]]:
    """Where the first seat's and the house's cards lie in the run of the cards dealt, by area."""
    found: dict[str, list[int]] = {area: [] for area in ("dealt", "drawn", "aside", "community", "dealer")}
    at = 0
    for event in round_.events:
        if isinstance(event, ev.Dealt):
            mine = event.area if event.to == round_.spots[0].seat else str(event.to)
            if mine in found:
                found[mine] += range(at, at + len(event.cards))
        at += len(event.cards) if isinstance(event, ev.Dealt | ev.Burned) else 0
    return found


def cards_for(round_: Round, wanted: DeclaredCase, numbers: Stream) -> Mapping[int, Card]:
    """Cards by place with which the round's first hand comes to a case, if some are found: none if not."""
    steps = all_steps(round_.game)
    at = [steps[step_name(path)] for path in wanted.paths]
    before = Deal(round_.spots[0]._replace(settled=frozenset()), round_.house)
    for cards in _deals(round_, numbers):
        instead = {round_.dealing[place]: card for place, card in cards.items()}
        if any(_comes(round_, step, wanted, _changed(before, instead)) for step in at):
            return cards
    return {}


def _deals(round_: Round, numbers: Stream) -> Iterator[Mapping[int, Card]]:
    """Cards for the places of a round."""
    deck, areas = round_.game.deck, places(round_)
    own = [*areas["dealt"], *areas["drawn"], *areas["aside"]]
    counts = Counter(deck)
    for number in range(TRIES):
        left = list(deck)
        found = dict(zip(own, _drawn(left, len(own), numbers, suited=number % 3 == 1), strict=True))
        rest = areas["community"] + areas["dealer"]
        found |= zip(rest, _drawn(left, len(rest), numbers, suited=number % 6 == 5), strict=True)
        if number % 2:
            table, _ = pick(numbers, suits_changed()[1:])
            mine = [*areas["dealt"], *areas["drawn"]]
            found |= {place: table[found[other]] for place, other in zip(areas["dealer"], mine, strict=False)}
        if Counter(found.values()) <= counts:
            yield found


def _drawn(left: list[Card], count: int, numbers: Stream, *, suited: bool) -> list[Card]:
    found: list[Card] = []
    for _ in range(count):
        at = numbers.below(len(left))
        for _ in range(OF_ONE_SUIT if suited and found else 0):
            if left[at].suit == found[0].suit:
                break
            at = numbers.below(len(left))
        found.append(left.pop(at))
    return found


def _changed(deal: Deal, instead: Mapping[Card, Card]) -> Deal:
    def other(card: Card) -> Card:
        return instead.get(card, card)

    changed = deal.mapped(other, lambda cards: cards)
    assert changed.spot is not None
    return changed._replace(spot=changed.spot._replace(aside=tuple(map(other, changed.spot.aside))))


def _comes(round_: Round, step: Step, wanted: DeclaredCase, deal: Deal) -> bool:
    assert deal.spot is not None
    try:
        return _case_at(round_, step, wanted, deal.spot, deal.house)
    except (LookupError, HousewayError):  # with these cards the round would have gone another way
        return False


def _case_at(round_: Round, step: Step, wanted: DeclaredCase, spot: Spot, house: HouseCards) -> bool:
    game = round_.game
    if isinstance(step, Arrange):
        return dealer_case(game, step, house) is wanted.case
    if isinstance(step, Settle | Decide) and holds(game, step.when, spot, house):
        if wanted.case is None:
            return game.paid_row(wanted.wager, spot, house) == wanted.row
        return case_of(game, step, spot, house) is wanted.case
    return False
