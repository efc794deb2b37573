"""Whether a game keeps its promises: random deals are settled in full and compared with what their class was paid."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.endings import Endings, history_key
from houseway.odds.game_odds import Hand
from houseway.odds.walk import Piles, Walker, choices, net_of
from houseway.rules.game import Decision, Game, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Take

DEALS = 400
PILE = 12  # cards in each pile: as many as any game should need


_kept: WeakKeyDictionary[type[Game[Any]], set[str]] = WeakKeyDictionary()  # by class: the rules that kept promises


def probe(game: Game[Any], endings: Endings) -> None:
    """Refuse a game whose settlement depends on more than its classes say, or treats suits differently without
    declaring it; once in a process for the same rules. The contract probes the same with more deals."""
    kept = _kept.setdefault(type(game), set())
    if game.fingerprint not in kept:
        _probe(game, endings)
        kept.add(game.fingerprint)


def _probe(game: Game[Any], endings: Endings) -> None:
    rng = random.Random(f"classes of {game.fingerprint}")  # noqa: S311 - the same deals every time
    walker = Walker(game)
    against = any(isinstance(step, Deal) and step.to == DEALER for step in walker.steps)

    for piles, hand in _random_deals(game, walker, rng):
        if game.has_classes:
            _compare(game, endings, hand, against=against)
        if game.suits_alike:
            _compare_suits(game, walker, piles, hand, rng)
        _compare_order(game, walker, piles, hand, rng)


def random_hands(game: Game[Any]) -> Iterator[Hand]:
    """Hands dealt and decided at random, the same ones every time."""
    rng = random.Random(f"hands of {game.fingerprint}")  # noqa: S311 - the same deals every time
    return (hand for _, hand in _random_deals(game, Walker(game), rng))


def _random_deals(game: Game[Any], walker: Walker, rng: random.Random) -> Iterator[tuple[Piles, Hand]]:
    for _ in range(DEALS):
        piles = _piles(game, rng)
        with contextlib.suppress(HousewayError):  # a pile was too small: a small deck, or a hand of many cards
            yield piles, walker.play(piles, lambda at, spot: _any_of(game, at, spot, rng))


def _piles(game: Game[Any], rng: random.Random) -> Piles:
    cards = list(game.deck)
    rng.shuffle(cards)
    size = min(PILE, len(cards) // 5)
    return Piles(*(tuple(cards[size * pile : size * (pile + 1)]) for pile in range(5)))


def _any_of(game: Game[Any], at: str, spot: Spot, rng: random.Random) -> Decision:
    return rng.choice([decision for _, decision in choices(game.offers(at, spot))])


def _compare(game: Game[Any], endings: Endings, hand: Hand, *, against: bool) -> None:
    key = history_key(hand.spot.decisions)
    if key not in endings.by_class:
        return  # it ends the same way whatever the cards
    strength, fact = game.player_class(hand.spot, hand.house)
    theirs = game.dealer_class(hand.house) if against else None
    stands = 0 if theirs is None else (strength > theirs[0]) - (strength < theirs[0])
    found = endings.by_class[key].get((fact, theirs and theirs[1], stands))
    if found is None:
        return
    net = net_of(game, hand, game.wagers.main_group) / endings.unit
    if net != found.net:
        raise HousewayError(
            f"{game.name} breaks what player_class and dealer_class promise: {deal_words(hand)} nets {net} and "
            f"{deal_words(found.hand)} nets {found.net}, but both are in the same class."
        )

    for side, (_, odds, percent, cents) in zip(game.wagers.sides, found.sides, strict=True):
        pay = hand.pay(side)
        if (
            endings.looks[side] == "dealer"
            and pay is not None
            and (pay.odds, pay.percent, pay.cents)
            != (
                odds,
                percent,
                cents,
            )
        ):
            raise HousewayError(
                f"{game.name} settles {side} by the dealer's cards and by more than its classes say: "
                f"{deal_words(hand)} and {deal_words(found.hand)} are in the same class but are paid differently."
            )


def _compare_suits(game: Game[Any], walker: Walker, piles: Piles, hand: Hand, rng: random.Random) -> None:
    """The same deal with the suits renamed must be paid alike; where suits do not count, renamed rank by rank."""
    whole = rng.sample(range(4), 4)
    by_rank = {rank: whole if game.suits_count else rng.sample(range(4), 4) for rank in range(15)}
    names = {card: card if card.joker else Card(card - card.suit + by_rank[card.rank][card.suit]) for card in game.deck}
    if sorted(map(names.__getitem__, game.deck)) != sorted(game.deck):
        return  # the deck's suits do not hold the same ranks
    other = Piles(*(tuple(names[card] for card in pile) for pile in piles))
    decisions = iter([decision for _, decision in hand.spot.decisions])

    def decide(at: str, spot: Spot) -> Decision:
        decision = next(decisions)
        return decision._replace(discard=decision.discard and tuple(names[card] for card in decision.discard))

    again = walker.play(other, decide)
    if [pay.odds for pay in hand.pays] != [pay.odds for pay in again.pays]:
        raise HousewayError(
            f"{game.name} pays {deal_words(hand)} differently from {deal_words(again)}: "
            + (
                "a game with a rule about a particular suit must set suits_alike = False."
                if game.suits_count
                else "a game with a rule about suits must leave suits_count = True."
            )
        )


def _compare_order(game: Game[Any], walker: Walker, piles: Piles, hand: Hand, rng: random.Random) -> None:
    """The same deal with the cards of each step in another order must be paid alike."""
    moved = {name: list(pile) for name, pile in piles._asdict().items()}
    used = dict.fromkeys(moved, 0)
    completing = any(isinstance(step, Take) for step in walker.steps)
    for step in walker.steps:
        if isinstance(step, Deal) and step.count:
            pile = step.area if step.to == PLAYERS else step.to
            if pile == COMMUNITY and completing:
                continue  # which of them a hand takes may depend on their order
            first, last = used[pile], used[pile] + step.count
            used[pile] = last
            cards = moved[pile][first:last]  # fewer than the step deals if the pile is short
            moved[pile][first:last] = rng.sample(cards, len(cards))
    decisions = iter([decision for _, decision in hand.spot.decisions])
    again = walker.play(
        Piles(**{name: tuple(cards) for name, cards in moved.items()}), lambda at, spot: next(decisions)
    )
    if [pay.odds for pay in hand.pays] != [pay.odds for pay in again.pays]:
        raise HousewayError(
            f"{game.name} pays {deal_words(hand)} differently from {deal_words(again)}, the same cards dealt in "
            "another order: cards whose order matters must be dealt in separate steps."
        )


def deal_words(hand: Hand) -> str:
    """The cards of a deal in words."""
    spot, house = hand.spot, hand.house
    text = " ".join(card.text for card in (*spot.dealt, *spot.drawn))
    if house.community:
        text += f" on {' '.join(card.text for card in house.community)}"
    return f"{text} against {' '.join(card.text for card in house.dealer)}" if house.dealer else text
