"""The laws of what a game promises for fast counting: settlement depends on nothing but `player_class` and the like.

Counting by class settles one witness of each class, so a broken promise silently gives wrong odds. Here whole deals are
settled and compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from houseway.cards import Card
from houseway.contract import samples
from houseway.contract.hands import Hands, deal_words, pay_words, rules_words
from houseway.contract.law import ContractError, GameClass, law
from houseway.odds.game_odds import Hand
from houseway.odds.walk import (
    ASIDE,
    COMMUNITY_CARDS,
    DEALER_CARDS,
    OWN,
    NeedsCards,
    Piles,
    settle_one,
)
from houseway.rules.game import Decision, Game, HouseCards, Offer, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Decide, Face, Take, Turn

# Errors that concern every hundredth hand of some kind are met within a few hundred deals, rarer ones because half of
# the deals are from a part of the deck.
FIRST, FURTHER = 3000, 250  # deals of the first edition, and of each other set of options
EDITIONS, OPTIONS = 2, 6  # further editions and random sets of options
AGAIN = 4  # every so many deals are dealt again in another order, or with other suits

Offered = list[tuple[Offer, ...]]
Class = tuple[Any, Hashable]


@law
def classes_keep_their_promise(game_class: GameClass) -> None:
    """What a game says of classes, suits and order holds for its settlement and its offers."""
    found = list(samples.games(game_class, random=OPTIONS))
    editions = len(game_class.editions)
    for number, game in enumerate([*found[: min(editions, 1 + EDITIONS)], *found[editions:]]):
        watch = Watch(game, f"classes {number}")
        for deal in range(FURTHER if number else FIRST):
            watch.deal(deal)
        watch.close()


class Watch:
    """Settles deals of one game with its options, and remembers one of each class."""

    def __init__(self, game: Game[Any], label: str) -> None:
        self.game = game
        self.hands = Hands(game, label)
        self.steps = self.hands.walker.steps
        self.deals = 0
        self._dealer = any(isinstance(step, Deal) and step.to == DEALER for step in self.steps)
        self._others = [wager.id for wager in game.wagers if wager.id not in self.hands.main]
        self._seen: dict[Hashable, tuple[Any, Hand]] = {}
        self._blank: dict[Hashable, bool] = {}
        self._looks: set[Hashable] = set()  # ends and side wagers that look at the dealer's cards
        self._suspects: dict[Hashable, str] = {}  # conflicts of side wagers, should they look at the dealer
        self._segments = _segments(self.steps)

    def deal(self, number: int) -> None:
        """Deal a hand with random decisions, compare it with those before, and some with themselves dealt again."""
        self.deals += 1
        piles = self.hands.piles(part=number % 2 == 1)
        offered: Offered = []

        def decide(at: str, spot: Spot) -> Decision:
            offers = tuple(self.game.offers(at, spot))
            offered.append(offers)
            if self.game.by_suit:
                self._compare_offers(at, spot, offers)
            return self.hands.any_of(offers)

        hand = self.hands.walker.play(piles, decide)
        if self.game.has_classes:
            self._compare(hand)
        if number % AGAIN == 0:
            self._reorder(hand, piles, offered, whole=number % (2 * AGAIN) == 0)
            self._rename(hand, piles, offered)

    def close(self) -> None:
        """What side wagers did not keep, of those that look at the dealer's cards."""
        for key in self._looks:
            if key in self._suspects:
                raise ContractError(self._suspects[key])

    def _say(self, sentence: str) -> str:
        return f"in {rules_words(self.game)}, {sentence}"

    # --- classes ---

    def classes(self, hand: Hand) -> tuple[Class, Class | None]:
        """The player's and the dealer's class."""
        mine = self.game.player_class(hand.spot, hand.house)
        return mine, self.game.dealer_class(hand.house) if self._dealer else None

    def _compare(self, hand: Hand) -> None:
        end = _end(hand)
        settled_blank = self._is_blank(end, hand)
        looking = self._looking(end, hand)
        if settled_blank and not looking:
            return
        mine, theirs = self.classes(hand)
        sign = None if theirs is None else (mine[0] > theirs[0]) - (mine[0] < theirs[0])
        facts = mine[1], None if theirs is None else theirs[1]
        pays = _pays(hand)
        if not settled_blank:
            for wager in self.hands.main:
                breach = self._differs(end, wager, facts, sign, pays.get(wager), hand)
                if breach is not None:
                    raise ContractError(breach)
        for wager in self._others:
            if (end, wager) not in self._suspects:
                breach = self._differs(end, wager, facts, sign, pays.get(wager), hand)
                if breach is not None:
                    self._suspects[end, wager] = breach
        if self.game.by_suit:
            self._compare_suits(end, hand, mine, theirs, pays)

    def _differs(
        self, end: Hashable, wager: str, facts: tuple[Hashable, Hashable], sign: int | None, pay: Any, hand: Hand
    ) -> str | None:
        """What is wrong if a deal of this class was paid otherwise."""
        before, example = self._seen.setdefault((end, wager, facts, sign), (pay, hand))
        if before == pay:
            return None
        stands = {None: "", 1: ", the player's stronger", 0: ", both equal", -1: ", the player's weaker"}[sign]
        return self._say(
            f"{wager} pays {pay_words(before)} with {deal_words(example)}, but {pay_words(pay)} with "
            f"{deal_words(hand)}: to the game's classes these are one, {facts[0]!r} against {facts[1]!r}{stands}"
        )

    def _is_blank(self, end: Hashable, hand: Hand) -> bool:
        """Whether the main wagers end the same whatever the cards are, as after a fold."""
        if end not in self._blank:
            house = HouseCards(DEALER_CARDS, COMMUNITY_CARDS)
            spot = hand.spot
            thrown = any(decision.discard for _, decision in spot.decisions)
            decisions: Any = OWN if thrown else spot.decisions
            made = Spot(1, spot.stakes, OWN, OWN, ASIDE, decisions, spot.folded, frozenset(), house)
            self._blank[end] = not any(
                self._needs(wager, made, house)
                for wager in self.hands.main
                if wager in spot.stakes or self.game.wagers.bonuses.get(wager) in spot.stakes
            )
        return self._blank[end]

    def _looking(self, end: Hashable, hand: Hand) -> bool:
        """Whether a side wager looks at the dealer's cards, here or in a deal before."""
        house = HouseCards(DEALER_CARDS, hand.house.community)
        spot = hand.spot._replace(settled=frozenset())
        for wager in self._others:
            if wager in spot.stakes and (end, wager) not in self._looks and self._needs(wager, spot, house):
                self._looks.add((end, wager))
        return any((end, wager) in self._looks for wager in self._others)

    def _needs(self, wager: str, spot: Spot, house: HouseCards) -> bool:
        try:
            settle_one(self.game, self.steps, wager, spot, house)
        except NeedsCards:
            return True
        return False

    # --- where a hand is the best of its suits ---

    def _compare_suits(
        self, end: Hashable, hand: Hand, mine: Class, theirs: Class | None, pays: Mapping[str, Any]
    ) -> None:
        best = self._best(hand.spot.held + hand.spot.drawn + hand.house.community)
        self._strength("the player's", mine[0], best[0], hand)
        self._follows(("fact", best), mine[1], hand, "the player's fact")
        for wager in self._others:
            if (end, wager) not in self._looks:
                self._follows((end, wager, mine[1]), pays.get(wager), hand, f"what {wager} pays", "the player's fact")
        if theirs is not None:
            best = self._best(hand.house.dealer + hand.house.community)
            self._strength("the dealer's", theirs[0], best[0], hand)
            self._follows(("dealer", best[0]), theirs[1], hand, "the dealer's fact")

    def _best(self, cards: Sequence[Card]) -> tuple[Any, ...]:
        """Each part of `suit_class`, the greatest of the four suits."""
        suits = [tuple(sorted((card.rank for card in cards if card.suit == suit), reverse=True)) for suit in range(4)]
        return tuple(max(part) for part in zip(*map(self.game.suit_class, suits), strict=True))

    def _strength(self, whose: str, found: Any, best: Any, hand: Hand) -> None:
        if found != best:
            raise ContractError(
                self._say(f"{whose} strength is {found!r}, that of the best suit {best!r}, with {deal_words(hand)}")
            )

    def _compare_offers(self, at: str, spot: Spot, offers: tuple[Offer, ...]) -> None:
        _, fact = self.game.player_class(spot, spot.seen)
        here, legal = Hand(spot, spot.seen, ()), _legal(offers, plain=True)
        self._follows((at, _history(spot), fact), legal, here, f"what is offered at {at}", "the player's fact")

    def _follows(self, key: Hashable, value: Any, hand: Hand, what: str, source: str = "`suit_class`") -> None:
        before, example = self._seen.setdefault(("by suit", key), (value, hand))
        if before != value:
            raise ContractError(
                self._say(
                    f"{what} does not follow from {source}: it is {before!r} with {deal_words(example)} "
                    f"but {value!r} with {deal_words(hand)}"
                )
            )

    # --- dealt again ---

    def _reorder(self, hand: Hand, piles: Piles, offered: Offered, *, whole: bool) -> None:
        """The same cards in another order: of each deal, or of all deals to one pile (what was decided in between may
        not be legal then, which is nothing against the game)."""
        if not self.game.has_classes:
            return
        used = {"dealt": hand.spot.dealt, "drawn": hand.spot.drawn, "community": hand.house.community}
        order: dict[str, tuple[Card, ...]] = {}
        for pile, edges in self._segments[whole].items():
            cards = getattr(piles, pile)
            last = len(used.get(pile, cards))  # cards that did not come to be dealt stay where they are
            cuts = [*(edge for edge in edges if edge < last), last]
            moved = [card for low, high in pairwise(cuts) for card in self.hands.shuffled(cards[low:high])]
            order[pile] = (*moved, *cards[last:])
        again = self._again(hand, piles._replace(**order), offered, lambda card: card, lenient=whole)
        if again is not None:
            self._same(hand, again, "in another order")

    def _rename(self, hand: Hand, piles: Piles, offered: Offered) -> None:
        """The same cards with other suits: where suits count for nothing each card its own, else all alike."""
        if not self.game.suits_alike:
            return
        names = self._names()
        other = Piles(*(tuple(names[card] for card in pile) for pile in piles))
        again = self._again(hand, other, offered, names.__getitem__)
        if again is not None:
            self._same(hand, again, "with other suits")

    def _names(self) -> dict[Card, Card]:
        """A substitute for every card of the deck, using each card at most as often as the deck holds it."""
        deck = Counter(self.game.deck)
        ranks = sorted({card.rank for card in deck if not card.joker})
        held = {suit: tuple(deck.get(_card(rank, suit), 0) for rank in ranks) for suit in range(4)}
        order: dict[int, int] = {}
        names = {card: card for card in deck}
        for rank in ranks:
            if not order or not self.game.suits_count:
                order = self._order(
                    held if self.game.suits_count else {s: (deck.get(_card(rank, s), 0),) for s in held}
                )
            names.update({_card(rank, suit): _card(rank, order[suit]) for suit in order if deck.get(_card(rank, suit))})
        return names

    def _order(self, held: Mapping[int, Hashable]) -> dict[int, int]:
        """Suits shuffled, among those of which the deck holds the same."""
        found: dict[int, int] = {}
        for kind in set(held.values()):
            alike = [suit for suit in held if held[suit] == kind]
            left = list(alike)
            for suit in alike:
                found[suit] = left.pop(self.hands.numbers.below(len(left)))
        return found

    def _again(
        self, hand: Hand, piles: Piles, offered: Offered, name: Callable[[Card], Card], *, lenient: bool = False
    ) -> Hand | None:
        """The hand with other cards and the same decisions; None where these are not offered then."""
        decisions, before = iter(hand.spot.decisions), iter(offered)

        def decide(at: str, spot: Spot) -> Decision:
            legal, offers = _legal(next(before, ()), name), tuple(self.game.offers(at, spot))
            if legal != _legal(offers):
                raise _OtherOffersError(at)
            return _named(next(decisions)[1], name)

        try:
            return self.hands.walker.play(piles, decide)
        except _OtherOffersError as error:
            if lenient:
                return None
            cards = " ".join(card.text for pile in piles for card in pile)
            raise ContractError(
                self._say(f"other decisions are offered at {error} with {deal_words(hand)} than with the cards {cards}")
            ) from None

    def _same(self, hand: Hand, again: Hand, how: str) -> None:
        """A hand that was dealt again ends alike, and is of the same class."""
        one, two = _pays(hand), _pays(again)
        for wager in self.game.wager:
            if one.get(wager) != two.get(wager):
                raise ContractError(
                    self._say(
                        f"{wager} pays {pay_words(one.get(wager))} with {deal_words(hand)}, but "
                        f"{pay_words(two.get(wager))} with the same cards {how}, {deal_words(again)}"
                        f"{self._because(how)}"
                    )
                )
        if self.game.has_classes and not self._is_blank(_end(hand), hand):
            classes = self.classes(hand), self.classes(again)
            if classes[0] != classes[1]:
                raise ContractError(
                    self._say(
                        f"{deal_words(hand)} is of the class {classes[0]!r}, but with the same cards {how}, "
                        f"{deal_words(again)}, of {classes[1]!r}{self._because(how)}"
                    )
                )

    def _because(self, how: str) -> str:
        if how == "in another order":
            return ", and a game with classes promises that the order is no matter"
        if not self.game.suits_count:
            return ", and the game says that suits do not count"
        return ", and what is not counted by the game's own odds is counted as if suits were alike"


class _OtherOffersError(Exception):
    """A hand that is dealt again is offered other decisions."""


def _card(rank: int, suit: int) -> Card:
    return Card(4 * (rank - 2) + suit)


def _end(hand: Hand) -> Hashable:
    """The decisions and bets, without the cards that were thrown."""
    return _history(hand.spot), tuple(sorted(hand.spot.stakes.items()))


def _history(spot: Spot) -> Hashable:
    return tuple(
        (at, made.choice, made.key, made.multiple, None if made.discard is None else len(made.discard))
        for at, made in spot.decisions
    )


def _pays(hand: Hand) -> dict[str, tuple[Any, ...]]:
    """What each wager was paid; reasons are for people and may name cards."""
    return {pay.wager: (pay.odds, pay.percent, pay.cents) for pay in hand.pays}


def _legal(
    offers: Sequence[Offer], name: Callable[[Card], Card] = lambda card: card, *, plain: bool = False
) -> frozenset[Offer]:
    """Offers without regard to the order of cards, or to the cards themselves."""
    made = (offer._replace(decision=_named(offer.decision, name)) for offer in offers)
    return frozenset(
        offer._replace(decision=offer.decision._replace(discard=None)) if plain else offer for offer in made
    )


def _named(decision: Decision, name: Callable[[Card], Card]) -> Decision:
    if not decision.discard:
        return decision
    return decision._replace(discard=tuple(sorted(name(card) for card in decision.discard)))


def _segments(steps: Sequence[Any]) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Where each pile is cut: by deals, and where the order of several deals is no matter either, not at all."""
    sizes: dict[str, list[int]] = {}
    for step in steps:
        if isinstance(step, Deal):
            pile = step.area if step.to == PLAYERS else "dealer" if step.to == DEALER else "community"
            sizes.setdefault(pile, []).append(step.count or sum(sizes.get("dealt", ())))
    single = {pile: list(accumulate(counts, initial=0)) for pile, counts in sizes.items()}
    whole = {pile: edges if pile == "dealer" else [0, edges[-1]] for pile, edges in single.items()}
    if _completes_unseen(steps):  # which shared card came first may decide which completes a hand
        one_by_one = list(range(single["community"][-1] + 1))
        single["community"] = whole["community"] = one_by_one
    return single, whole


def _completes_unseen(steps: Sequence[Any]) -> bool:
    """Whether hands are completed with shared cards that nobody has seen when the last decision is made."""
    last = max((index for index, step in enumerate(steps) if isinstance(step, Decide)), default=-1)
    shared = any(isinstance(step, Deal) and step.to == COMMUNITY for step in steps)
    return shared and any(isinstance(step, Take) for step in steps) and not any(_shown(steps[:last]))


def _shown(steps: Sequence[Any]) -> Iterator[bool]:
    for step in steps:
        if isinstance(step, Deal):
            yield step.to == COMMUNITY and step.face is Face.UP
        elif isinstance(step, Turn):
            yield step.whose == COMMUNITY
