"""What a count will cost, estimated before it starts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, prod
from typing import Any, NamedTuple

from houseway.cards import DECK
from houseway.counting.game_odds import Labels
from houseway.derived.board_shape import Shape
from houseway.derived.by_suit import shape_of
from houseway.derived.dealers import MOST_CELLS, MOST_EXCLUDED
from houseway.derived.limits import CLASS_SECONDS as CLASS_SECONDS
from houseway.derived.limits import COMPARE_SECONDS, ROW_SECONDS, SETTLE_SECONDS
from houseway.derived.limits import span as span
from houseway.derived.probing import random_hands
from houseway.derived.universe import Universe, sets_of
from houseway.derived.walk import Walker, choices, flat
from houseway.errors import HousewayError
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Decide, Face, Take, Turn

CLUBS = {card.rank: card for card in DECK if card.suit == 0}
RULES_FAIL = (TypeError, LookupError, ValueError, AttributeError, ArithmeticError, NotImplementedError)
HOUSES = 4000  # dealt at random to estimate the number of classes
FEW_COMPARISONS = 10**8  # under a second, in whatever way
CELLS_TO_A_HAND = 4  # so many cells of a table are filled in the time of one comparison
BY_SUIT_SECONDS = 4.0
RENAMINGS = 24


class Cost(NamedTuple):
    """Situations up to suit isomorphism, questions to the rules, comparisons of hands, and the estimated CPU time."""

    situations: int
    questions: int
    comparisons: int
    seconds: float

    def __str__(self) -> str:
        compared = f" and {self.comparisons:,} comparisons of hands" if self.comparisons else ""
        return f"{self.questions:,} questions to the rules{compared}, about {span(self.seconds)}"


@lru_cache(maxsize=64)
def cost_of(game: Game[Any]) -> Cost:
    """An estimate from the procedure: cards dealt together form sets, isomorphic suits are merged where possible."""
    if shape_of(game) is not None:
        return Cost(0, 0, 0, BY_SUIT_SECONDS)
    try:
        return Cost(0, 0, 0, Shape(game, Labels(game)).seconds)
    except (HousewayError, *RULES_FAIL):
        pass
    faces = len(set(game.deck)) if game.suits_count else len({card.rank for card in game.deck})
    merges = RENAMINGS if game.suits_count and game.suits_alike else 1

    def sets(left: int, size: int) -> int:
        return comb(max(left, 0) if game.suits_count else faces + size - 1, size)

    left, own, shared, dealers, held = len(game.deck), 1, 1, 1, 0
    unseen: list[int] = []
    walker = Walker(game)
    last = max((index for index, step in enumerate(walker.steps) if isinstance(step, Decide)), default=-1)
    takes = any(isinstance(step, Take) for step in walker.steps)
    for index, step in enumerate(walker.steps):
        if not isinstance(step, Deal):
            continue
        if step.to == PLAYERS:
            ways = sets(left, step.count) if step.count else drawn_ways(game, walker, left, faces)
            own *= ways
            held += step.count or held
            left -= step.count
        elif step.to == COMMUNITY or (index < last and (step.face is Face.UP or _turned(walker, index, last))):
            shared *= sets(left, step.count)
            left -= step.count
        else:
            unseen.append(step.count)
            dealers *= sets(left, step.count)
            left -= step.count
    if takes:
        own *= 3
    situations = max(1, own * shared // merges)
    if game.has_classes:
        questions = situations + max(1, dealers * shared // merges)
        compared = _comparisons(game, held, unseen, situations, max(1, shared // merges))
        seconds = questions * CLASS_SECONDS + situations * ROW_SECONDS + compared * COMPARE_SECONDS
        return Cost(situations, questions, compared, seconds)
    questions = situations * dealers
    return Cost(situations, questions, 0, questions * SETTLE_SECONDS)


def _comparisons(game: Game[Any], held: int, unseen: Sequence[int], situations: int, contexts: int) -> int:
    """How many of the dealer's hands are looked at in order to compare all situations with them.

    Where inclusion–exclusion is possible (see `dealers`), its tables are filled once for each context; otherwise each
    situation is compared with every hand.
    """
    universe = Universe(game.deck, suits=game.suits_count, alike=game.suits_alike)
    hands = prod(sets_of(universe, size) for size in unseen)
    if not unseen or hands * situations < FEW_COMPARISONS:
        return 0
    try:
        classes, by_rank = _dealer_classes(game)
    except RULES_FAIL:
        return 0  # the count itself says what is wrong with the rules
    if by_rank and contexts == 1:
        ranks = int(universe.rank.max())
        return min(situations, comb(ranks + held, held)) * prod(comb(ranks + size, size) for size in unseen)
    cells = sum(comb(len(universe), cards) for cards in range(unseen[0])) * classes
    if universe.single and len(unseen) == 1 and 2 <= unseen[0] <= MOST_EXCLUDED and cells < MOST_CELLS:
        return contexts * cells // CELLS_TO_A_HAND
    return hands * situations


def _dealer_classes(game: Game[Any]) -> tuple[int, bool]:
    """An estimate (Chao, 1984) of the number of classes of the dealer's hands, and whether suits never matter to them,
    from random hands."""
    seen: Counter[Any] = Counter()
    facts = set()
    by_rank = True
    for house in _random_houses(game):
        found = game.dealer_class(house)
        seen[found[0]] += 1
        facts.add(found[1])
        ranks = [card.rank for card in house.dealer]
        if by_rank and game.suits_count and len(ranks) == len(set(ranks)):
            flush = tuple(card if card.joker else CLUBS[card.rank] for card in house.dealer)
            by_rank = found == game.dealer_class(house._replace(dealer=flush))
    once, twice = (sum(count == times for count in seen.values()) for times in (1, 2))
    return len(facts) * (len(seen) + once * once // (2 * max(twice, 1))), by_rank


def _random_houses(game: Game[Any]) -> Iterator[HouseCards]:
    deals = [step for step in flat(game.procedure) if isinstance(step, Deal) and step.to != PLAYERS]
    if any(step.when for step in deals):
        yield from (hand.house for hand in random_hands(game))
        return
    rng, deck = random.Random(1), sorted(game.deck)  # noqa: S311 - any hands will do
    theirs, shared = (sum(step.count for step in deals if step.to == whose) for whose in (DEALER, COMMUNITY))
    for _ in range(HOUSES):
        cards = tuple(rng.sample(deck, theirs + shared))
        yield HouseCards(cards[:theirs], cards[theirs:])


def _turned(walker: Walker, index: int, last: int) -> bool:
    return any(isinstance(step, Turn) and step.whose == DEALER for step in walker.steps[index:last])


def drawn_ways(game: Game[Any], walker: Walker, left: int, faces: int) -> int:
    """The number of possible draws, from the offers made to one random hand."""
    rng = random.Random(1)  # noqa: S311 - any hand will do
    step = next((step for step in walker.steps if isinstance(step, Decide)), None)
    deals = [step for step in walker.steps if isinstance(step, Deal) and step.to == PLAYERS]
    dealt = sum(step.count for step in deals if step.area == "dealt")
    if step is None or not dealt:
        return 1
    spot = Spot(1, walker.stakes, tuple(rng.sample(sorted(game.deck), dealt)))
    thrown: set[tuple[Any, ...]] = set()
    for _, decision in choices(game.offers(step.at, spot)):
        thrown.add(decision.discard or ())
    cards = left if game.suits_count else faces
    return sum(comb(cards, len(cards_thrown)) for cards_thrown in thrown) or 1
