"""What a count will cost, estimated before it starts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import comb, prod
from typing import Any, NamedTuple

from houseway.cards import DECK
from houseway.errors import HousewayError
from houseway.odds.board_shape import Shape
from houseway.odds.by_suit_sets import shape_of
from houseway.odds.game_odds import NOTHING, ExtraKnowledge
from houseway.odds.limits import CLASS_SECONDS as CLASS_SECONDS
from houseway.odds.limits import COMPARE_SECONDS, ROW_SECONDS, SETTLE_SECONDS
from houseway.odds.limits import span as span
from houseway.odds.player_classes import held_alone
from houseway.odds.probing import random_hands
from houseway.odds.sheet import OddsSheet
from houseway.odds.situation_counts import count_situations
from houseway.odds.sweep import subsets_within
from houseway.odds.universe import Universe, sets_of
from houseway.odds.walk import COMMUNITY_CARDS, DEALER_CARDS, RULES_FAIL, NeedsCards, Walker, choices, flat
from houseway.odds.wide_sides import wide_sides
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Decide, Face, Take, Turn

CLUBS = {card.rank: card for card in DECK if card.suit == 0}
HOUSES, HANDS = 400, 20  # of the dealer and of the player, dealt at random to see what their classes look at
SMALLEST_SECONDS, BY_SUIT_SECONDS = 0.06, 0.3


class Cost(NamedTuple):
    """Situations up to suit isomorphism, questions to the rules, steps of comparing hands, estimated CPU time."""

    situations: int
    questions: int
    comparisons: int
    seconds: float

    def __str__(self) -> str:
        work = f"{self.questions:,} questions to the rules" if self.questions else ""
        compared = f"{self.comparisons:,} steps of comparing hands" if self.comparisons else ""
        steps = " and ".join(text for text in (work, compared) if text)
        return f"{steps}, about {span(self.seconds)}" if steps else f"about {span(self.seconds)}"


@lru_cache(maxsize=64)
def cost_of(game: Game[Any], known: ExtraKnowledge = NOTHING) -> Cost:
    """What the count loops over, from the procedure: situations are counted exactly, except that of discards one hand
    stands for all."""
    if known == NOTHING and shape_of(game) is not None and not wide_sides(game):
        return Cost(0, 0, 0, BY_SUIT_SECONDS)
    try:
        return Cost(0, 0, 0, Shape(game, OddsSheet(game), known).seconds)
    except (HousewayError, *RULES_FAIL):
        pass
    piles = _piles(game)
    deck = game.deck if known.shoe is None else known.shoe
    universe = Universe(deck, suits=game.suits_count, alike=game.suits_alike, apart=known.by_name)
    together = [count_situations(universe, [*own, *piles.shared, *piles.seen]) for _, own, _ in piles.own]
    situations = max(1, round(sum(share * count for (share, _, _), count in zip(piles.own, together, strict=True))))
    if not game.has_classes:
        deals = situations * prod(sets_of(universe, size) for size in piles.unseen)
        return Cost(situations, deals, 0, SMALLEST_SECONDS + deals * SETTLE_SECONDS)
    try:
        questions, compared = _classes(game, universe, piles, together)
    except RULES_FAIL:
        questions, compared = situations, 0  # the count itself says what is wrong with the rules
    seconds = SMALLEST_SECONDS + questions * CLASS_SECONDS + situations * ROW_SECONDS + compared * COMPARE_SECONDS
    return Cost(situations, questions, compared, seconds)


class Piles(NamedTuple):
    """The sizes of all piles of cards at the end of a hand."""

    own: list[tuple[float, list[int], int]]  # for each size of a discard: its share of all, the piles, what is thrown
    shared: list[int]
    seen: list[int]  # dealer's cards that are seen before the last decision
    unseen: list[int]


def _piles(game: Game[Any]) -> Piles:
    """From the procedure; where a game has classes, all cards of a kind are one pile."""
    walker = Walker(game)
    last = max((index for index, step in enumerate(walker.steps) if isinstance(step, Decide)), default=-1)
    takes = any(isinstance(step, Take) for step in walker.steps)
    own: dict[str, list[Deal]] = {}
    shared: list[int] = []
    seen: list[int] = []
    unseen: list[int] = []
    for index, step in enumerate(walker.steps):
        if isinstance(step, Deal) and step.to == PLAYERS:
            own.setdefault(step.area, []).append(step)
        elif isinstance(step, Deal) and step.to == COMMUNITY:
            shared += [1] * step.count if takes else [step.count]
        elif isinstance(step, Deal):
            is_seen = index < last and (step.face is Face.UP or _turned(walker, index, last))
            (seen if is_seen else unseen).append(step.count)
    if game.has_classes and not takes:
        shared = [sum(shared)]
    elif sum(isinstance(step, Turn) and step.whose == COMMUNITY for step in walker.steps) > 1:
        shared = [1] * sum(shared)
    dealt = [step.count for step in own.pop("dealt", []) if step.count]
    cards, draws = sum(dealt), []
    discards = discards_of(game, walker)
    for thrown, ways in discards.items():
        held = [cards - thrown, thrown] if thrown else [cards] if game.has_classes else dealt
        stands = not thrown and len(discards) > 1  # others draw
        more = [sum(step.count or thrown for step in steps if not (stands and step.when)) for steps in own.values()]
        draws.append((ways / comb(cards, thrown), held if stands and takes else [*held, *more], thrown))
    return Piles(draws, shared, seen, unseen)


def _classes(game: Game[Any], universe: Universe, piles: Piles, together: Sequence[int]) -> tuple[int, int]:
    """The questions about classes, and the steps of the comparing sweep: sets that are looked up for every situation
    three times (see `sweep`), and those that every hand of the dealer's is counted for."""
    looks_at_shared, by_rank = _dealer_looks(game) if piles.unseen else (False, False)
    common = [*(piles.shared if looks_at_shared else ()), *piles.seen]
    contexts = count_situations(universe, common)
    looks = _player_looks(game)
    shared = [] if looks == "held" else piles.shared
    questions = 0.0
    for (share, own, thrown), every in zip(piles.own, together, strict=True):
        hand = [own[0], *own[2:]] if thrown else own
        questions += share * (every if looks == "everything" else count_situations(universe, [*hand, *shared]))
    if not piles.unseen:
        return round(questions), 0
    questions += count_situations(universe, [*common, *piles.unseen])
    by_rank = by_rank and not common
    faces, single = (len(set(universe.rank.tolist())), False) if by_rank else (len(universe), universe.single)
    size = sum(piles.unseen)
    hands = prod(comb(faces + (0 if single else unseen - 1), unseen) for unseen in piles.unseen)
    steps = contexts * hands * 2**size
    for (share, own, _), situations in zip(piles.own, together, strict=True):
        out = sum(own) + (0 if looks_at_shared else sum(piles.shared))
        sets = subsets_within(out, size, single=single)
        different = situations if single else min(situations, comb(faces + out - 1, out) * out)
        steps += round(3 * share * different * sets)
    return round(questions), steps


def _dealer_looks(game: Game[Any]) -> tuple[bool, bool]:
    """Whether the classes of the dealer's hands depend on shared cards, and whether on ranks alone."""
    shared, by_rank = False, game.suits_count
    for house in islice(_random_houses(game), HOUSES):
        found = game.dealer_class(house)
        shared = shared or raises_needs(game.dealer_class, house._replace(community=COMMUNITY_CARDS))
        ranks = [card.rank for card in house.dealer]
        if by_rank and len(ranks) == len(set(ranks)):
            flush = tuple(card if card.joker else CLUBS[card.rank] for card in house.dealer)
            by_rank = found == game.dealer_class(house._replace(dealer=flush))
    return shared, by_rank


def _player_looks(game: Game[Any]) -> str:
    """What the classes of the player's hands depend on: the cards held, the shared ones too, or everything."""
    for community, answer in ((False, "held"), (True, "shared")):
        hands = [hand for hand in islice(random_hands(game), HANDS) if not hand.spot.folded]
        hidden = [HouseCards(DEALER_CARDS, hand.house.community if community else COMMUNITY_CARDS) for hand in hands]
        spots = [
            held_alone(hand.spot, house, thrown=len(hand.spot.discards))
            for hand, house in zip(hands, hidden, strict=True)
        ]
        if not any(raises_needs(game.player_class, spot, house) for spot, house in zip(spots, hidden, strict=True)):
            return answer
    return "everything"


def raises_needs(question: Callable[..., Any], *arguments: Any) -> bool:
    try:
        question(*arguments)
    except NeedsCards:
        return True
    return False


def _random_houses(game: Game[Any]) -> Iterator[HouseCards]:
    deals = [step for step in flat(game.procedure) if isinstance(step, Deal) and step.to != PLAYERS]
    if any(step.when for step in deals):
        yield from (hand.house for hand in random_hands(game))
        return
    rng, deck = random.Random(1), sorted(game.deck)  # noqa: S311 - any hands will do
    theirs, shared = (sum(step.count for step in deals if step.to == whose) for whose in (DEALER, COMMUNITY))
    while True:
        cards = tuple(rng.sample(deck, theirs + shared))
        yield HouseCards(cards[:theirs], cards[theirs:])


def _turned(walker: Walker, index: int, last: int) -> bool:
    return any(isinstance(step, Turn) and step.whose == DEALER for step in walker.steps[index:last])


def discards_of(game: Game[Any], walker: Walker) -> dict[int, int]:
    """The number of possible discards by the number of cards thrown, from the offers made to one random hand."""
    rng = random.Random(1)  # noqa: S311 - any hand will do
    step = next((step for step in walker.steps if isinstance(step, Decide)), None)
    deals = [step for step in walker.steps if isinstance(step, Deal) and step.to == PLAYERS]
    dealt = sum(step.count for step in deals if step.area == "dealt")
    if step is None or not dealt:
        return {0: 1}
    spot = Spot(1, walker.stakes, tuple(rng.sample(sorted(game.deck), dealt)))
    try:
        thrown = {frozenset(decision.discard or ()) for _, decision in choices(game.offers(step.at, spot))}
    except RULES_FAIL:
        return {0: 1}
    return Counter(map(len, thrown))
