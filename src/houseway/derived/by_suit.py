"""Games in which a hand is the best of its suits: counted by suits, as products of small polynomials.

What the dealer may hold of one suit is some of the ranks that the player left there. Those sets that are no stronger
than a given strength are counted by size: the coefficients of a polynomial. The dealer's hands that are no stronger in
any suit are a coefficient of the product of four of them. Strengths are gone through from the lowest: each adds a few
sets, so that all polynomials are kept up to date at little cost.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.derived.endings import Outcome, Outcomes
from houseway.derived.universe import Ints
from houseway.derived.walk import Piles, Walker, choices, flat, in_order
from houseway.errors import HousewayError
from houseway.jit import njit
from houseway.rules.game import Decision, Game, HouseCards, Offer, Spot
from houseway.rules.procedure import DEALER, PLAYERS, Deal, Decide, Face, Take, Turn

SUITS = 4
MOST_TRIES = 5000
NO_PLAN: NDArray[np.int8] = np.zeros(0, np.int8)


class Shape(NamedTuple):
    """What is dealt: so many cards to the player, so many unseen to the dealer, and where the player decides."""

    player: int
    dealer: int
    at: str


def shape_of(game: Game[Any]) -> Shape | None:
    """The game's shape, if it can be counted by suits: one hand each, at most one decision, nothing shared or drawn."""
    if not game.by_suit or not game.has_classes or not game.suits_alike:
        return None
    player: list[int] = []
    dealer: list[int] = []
    asked: list[str] = []
    for step in flat(game.procedure):
        if isinstance(step, Deal):
            if step.when or step.to not in (PLAYERS, DEALER) or step.area != "dealt" or not step.count:
                return None
            if step.to == DEALER and step.face is Face.UP:
                return None
            (player if step.to == PLAYERS else dealer).append(step.count)
        elif isinstance(step, Decide):
            asked.append(step.at)
            if step.when:
                return None
        elif isinstance(step, Take) or (isinstance(step, Turn) and step.whose != PLAYERS and not asked):
            return None
    suits = [sorted(card.rank for card in game.deck if card.suit == suit) for suit in range(SUITS)]
    alike = all(ranks == suits[0] for ranks in suits) and len(set(suits[0])) == len(suits[0])
    if len(player) != 1 or len(dealer) != 1 or len(asked) > 1 or not alike or len(game.deck) != SUITS * len(suits[0]):
        return None
    return Shape(player[0], dealer[0], asked[0] if asked else "")


class Kind(NamedTuple):
    """Hands that are alike in all that rules look at but for strength: their fact, what may be decided and is paid."""

    fact: Hashable
    legal: tuple[tuple[Offer, Decision], ...]
    sides: tuple[Any, ...]


class Suits:
    """A game's hands, suit by suit."""

    def __init__(self, game: Game[Any], shape: Shape, outcomes: Outcomes) -> None:
        self.game, self.shape, self._outcomes = game, shape, outcomes
        self.ranks = sorted({card.rank for card in game.deck})
        self._cards = {(card.rank, card.suit): card for card in game.deck}
        self.walker: Walker = outcomes.walker
        self._classify()

    # --- sets of ranks, each in one suit ---

    def _classify(self) -> None:
        most = max(self.shape.player, self.shape.dealer)
        features: dict[int, tuple[Any, ...]] = {}
        for size in range(min(most, len(self.ranks)) + 1):
            for chosen in combinations(range(len(self.ranks)), size):
                ranks = tuple(self.ranks[place] for place in reversed(chosen))
                features[sum(1 << place for place in chosen)] = self.game.suit_class(ranks)
        self.strengths: list[Any] = sorted({found[0] for found in features.values()})
        order = {strength: place for place, strength in enumerate(self.strengths)}
        extras = len(next(iter(features.values()))) - 1
        values = [sorted({found[1 + extra] for found in features.values()}) for extra in range(extras)]
        # Sets in the order of strength; each has the places of its further features in one number of digits.
        self.sets: list[int] = sorted(features, key=lambda mask: (order[features[mask][0]], mask))
        self.strength: Ints = np.array([order[features[mask][0]] for mask in self.sets], np.int64)
        self.extra: Ints = np.array(
            [[values[extra].index(features[mask][1 + extra]) for extra in range(extras)] for mask in self.sets],
            np.int64,
        ).reshape(len(self.sets), extras)
        self.radix: Ints = np.array([len(found) for found in values], np.int64)
        self.place_of = {mask: place for place, mask in enumerate(self.sets)}
        self.masks: Ints = np.array(self.sets, np.int64)
        self.size: Ints = np.array([mask.bit_count() for mask in self.sets], np.int64)

    def _ranks(self, mask: int) -> list[int]:
        return [rank for place, rank in enumerate(self.ranks) if mask >> place & 1]

    def cards(self, sets: tuple[int, ...]) -> tuple[Card, ...]:
        """The cards of four sets, by their places, one for each suit."""
        return tuple(
            self._cards[rank, suit] for suit, place in enumerate(sets) for rank in self._ranks(self.sets[place])
        )

    # --- kinds of players' hands ---

    @cached_property
    def kinds(self) -> tuple[list[Kind], Ints, list[tuple[int, ...]]]:
        """The kinds, the kind by strength and further features (-1 where no hand is so), and a hand of each kind."""
        digits = int(np.prod(self.radix)) if len(self.radix) else 1
        examples = np.full((len(self.strengths), digits, SUITS), -1, np.int64)
        _examples(self._rows(), self.strength, self.extra, self.radix, examples)
        kinds: dict[Kind, int] = {}
        hands: list[tuple[int, ...]] = []
        number = np.full((len(self.strengths), digits), -1, np.int64)
        for strength, digit in np.argwhere(examples[:, :, 0] >= 0).tolist():
            sets = tuple(examples[strength, digit].tolist())
            kind = self._kind(self.cards(sets), strength)
            if kind not in kinds:
                hands.append(sets)
            number[strength, digit] = kinds.setdefault(kind, len(kinds))
        return list(kinds), number, hands

    def _kind(self, cards: tuple[Card, ...], strength: int) -> Kind:
        spot = Spot(1, self.walker.stakes, cards)
        found, fact = self.game.player_class(spot, HouseCards())
        if found != self.strengths[strength]:
            raise HousewayError(
                f"{self.game.name}: the strength of {' '.join(card.text for card in cards)} is not that of "
                "its best suit."
            )
        at = self.shape.at
        legal = tuple(choices(self.game.offers(at, spot))) if at else ()
        return Kind(fact, legal, tuple(self._outcomes.side_pay(side, spot) for side in self.game.side_wagers))

    def _by_size(self) -> tuple[Ints, Ints]:
        """The sets' places by size, in order: all places, and where each size starts."""
        most = int(self.size.max())
        places = [np.flatnonzero(self.size == size) for size in range(most + 1)]
        starts = np.cumsum([0, *(len(found) for found in places)]).astype(np.int64)
        return np.concatenate(places).astype(np.int64), starts

    # --- the dealer ---

    @cached_property
    def dealer_facts(self) -> tuple[list[Hashable], Ints, Ints]:
        """The facts, and the strengths at which they change: the last of each run, with the run's fact."""
        facts: dict[Hashable, int] = {}
        ends: list[int] = []
        runs: list[int] = []
        for strength in range(len(self.strengths)):
            hand = self._dealers_hand((0,) * SUITS, strength, strength)
            if hand is None:
                number = runs[-1] if runs else 0
            else:
                found, fact = self.game.dealer_class(HouseCards(hand))
                if found != self.strengths[strength]:
                    raise HousewayError(
                        f"{self.game.name}: the strength of {' '.join(card.text for card in hand)} is not that of its "
                        "best suit."
                    )
                number = facts.setdefault(fact, len(facts))
            if runs and runs[-1] == number:
                ends[-1] = strength
            else:
                ends.append(strength)
                runs.append(number)
        return list(facts), np.array(ends, np.int64), np.array(runs, np.int64)

    def _dealers_hand(self, out: tuple[int, ...], low: int, high: int) -> tuple[Card, ...] | None:
        """A hand of the dealer's with a strength from low to high, beside sets that are out."""
        first, last = np.searchsorted(self.strength, [low, high + 1])
        for place in range(int(last) - 1, int(first) - 1, -1):
            mask = self.sets[place]
            for suit in range(SUITS):
                if not mask & self.sets[out[suit]]:
                    held = [mask if other == suit else 0 for other in range(SUITS)]
                    found = self._filled(out, held, int(self.strength[place]))
                    if found is not None:
                        return tuple(
                            [self._cards[rank, s] for s, ranks in enumerate(found) for rank in self._ranks(ranks)]
                        )
        return None

    def _filled(self, out: tuple[int, ...], held: list[int], strength: int) -> list[int] | None:
        """Add cards until the hand is whole without making any suit stronger."""
        left = self.shape.dealer - sum(mask.bit_count() for mask in held)
        free = [
            (suit, 1 << place)
            for place in range(len(self.ranks))
            for suit in range(SUITS)
            if not (self.sets[out[suit]] | held[suit]) >> place & 1
        ]
        tries = 0

        def add(first: int, left: int) -> bool:
            nonlocal tries
            tries += 1
            if not left:
                return True
            for at in range(first, len(free) - left + 1):
                suit, card = free[at]
                place = self.place_of.get(held[suit] | card)
                if place is not None and self.strength[place] <= strength and tries < MOST_TRIES:
                    held[suit] |= card
                    if add(at + 1, left - 1):
                        return True
                    held[suit] ^= card
            return False

        return held if left >= 0 and add(0, left) else None

    # --- counting ---

    @property
    def ways(self) -> int:
        return comb(len(self.game.deck) - self.shape.player, self.shape.dealer)

    @property
    def total(self) -> int:
        return comb(len(self.game.deck), self.shape.player) * self.ways

    @cached_property
    def columns(self) -> list[tuple[int, int]]:
        """A fact of the dealer's and how the player stands to him: above, equal, below."""
        return [(fact, stands) for fact in range(len(self.dealer_facts[0])) for stands in range(3)]

    def _outcome(self, decision: Decision | None, sets: tuple[int, ...], column: int) -> Outcome:
        """What the rules pay for a hand of a kind in a column of the dealer's hands."""
        _, ends, runs = self.dealer_facts
        fact, stands = self.columns[column]
        mine = max(int(self.strength[place]) for place in sets)
        low, high = ((0, mine - 1), (mine, mine), (mine + 1, len(self.strengths) - 1))[stands]
        start = 0
        for end, run in zip(ends.tolist(), runs.tolist(), strict=True):
            if run == fact and max(low, start) <= min(high, end):
                hand = self._dealers_hand(sets, max(low, start), min(high, end))
                if hand is not None:
                    piles = Piles(dealt=self.cards(sets), dealer=hand)
                    return self._outcomes.made(self.walker.play(piles, in_order([decision] if decision else [])))
            start = end + 1
        raise AssertionError("a hand of the dealer's was counted that cannot be dealt")

    @cached_property
    def outcomes(self) -> dict[tuple[int, int, int], Outcome]:
        """What the rules pay, by kind, decision and column."""
        kinds, most, columns = self.kinds[0], self.most, len(self.columns)
        examples = np.full((len(kinds), columns, SUITS), -1, np.int64)
        none = np.zeros((len(kinds), most, columns), np.int64)
        self._count(none, np.zeros((len(kinds), most), np.int64), NO_PLAN, none.copy(), examples)
        found: dict[tuple[int, int, int], Outcome] = {}
        for kind, column in np.argwhere(examples[:, :, 0] >= 0).tolist():
            sets = tuple(examples[kind, column].tolist())
            for option, (_, decision) in enumerate(kinds[kind].legal or ((None, None),)):
                found[kind, option, column] = self._outcome(decision, sets, column)
        return found

    @property
    def most(self) -> int:
        """The most decisions that any hand has."""
        return max((len(kind.legal) for kind in self.kinds[0]), default=0) or 1

    def tally(self, payoff: Callable[[Outcome], Fraction], order: Ints, plan: NDArray[np.int8] = NO_PLAN) -> Ints:
        """Deals by kind, decision and column; without a plan each hand is played best for the payoff."""
        worth = {place: payoff(outcome) for place, outcome in self.outcomes.items()}
        scale = lcm(*(value.denominator for value in worth.values()))
        nets = np.zeros((len(self.kinds[0]), self.most, len(self.columns)), np.int64)
        for place, value in worth.items():
            nets[place] = int(value * scale)
        counts = np.zeros_like(nets)
        self._count(nets, order, plan, counts, np.zeros((len(nets), nets.shape[2], SUITS), np.int64))
        return counts

    def _count(self, nets: Ints, order: Ints, plan: NDArray[np.int8], counts: Ints, examples: Ints) -> None:
        kinds, number, _ = self.kinds
        _, ends, runs = self.dealer_facts
        legal = np.array([len(kind.legal) or 1 for kind in kinds], np.int64)
        everything: Any = (
            *(self.shape.player, self.shape.dealer, *self._by_size()),
            *(self.masks, self.strength, self.extra, self.radix, self.size, len(self.ranks)),
            *(ends, runs, number, legal, nets, order, plan, counts, examples),
        )
        _count_hands(*everything)

    def hands(self) -> Iterator[tuple[int, ...]]:
        """Every hand up to suits, as the places of four sets, in the order of counting."""
        return map(tuple, self._rows().tolist())

    def _rows(self) -> NDArray[np.int16]:
        places, starts = self._by_size()
        count = _list_hands(self.shape.player, places, starts, self.size, np.zeros((0, SUITS), np.int16))
        rows = np.zeros((count, SUITS), np.int16)
        _list_hands(self.shape.player, places, starts, self.size, rows)
        return rows

    def standing(self, cards: tuple[Card, ...]) -> tuple[int, Ints]:
        """The kind of one hand, and the dealer's hands by column."""
        masks = [0] * SUITS
        for card in cards:
            masks[card.suit] |= 1 << self.ranks.index(card.rank)
        sets = sorted((self.place_of[mask] for mask in masks), reverse=True)
        _, of, _ = self.kinds
        _, ends, runs = self.dealer_facts
        found = np.zeros(len(self.columns), np.int64)
        mine = int(self.strength[sets[0]])
        polynomials = _polynomials(
            np.array([*ends[:-1].tolist(), mine - 1, mine], np.int64),
            self.masks,
            self.strength,
            self.size,
            len(self.ranks),
            self.shape.dealer,
        )
        whole = (1 << len(self.ranks)) - 1
        cumulative = []
        for table in polynomials:
            product = np.array([1], object)
            for place in sets:
                product = np.convolve(product, table[whole ^ self.sets[place]].astype(object))
            cumulative.append(int(product[self.shape.dealer]) if len(product) > self.shape.dealer else 0)
        _spread(mine, ends, runs, np.array(cumulative, np.int64), self.ways, found)
        digit = 0
        for extra in range(self.extra.shape[1]):
            digit = digit * int(self.radix[extra]) + int(self.extra[sets, extra].max())
        return int(of[mine, digit]), found


# --- compiled ---


@njit(cache=True)
def _polynomials(limits: Ints, masks: Ints, strength: Ints, size: Ints, ranks: int, most: int) -> Ints:
    """For each limit and set of ranks that are left: its subsets of up to that strength, by size."""
    found = np.zeros((len(limits), 1 << ranks, most + 1), np.int64)
    for limit in range(len(limits)):
        for place in range(len(masks)):
            if strength[place] <= limits[limit]:
                _add_set(masks[place], size[place], ranks, found[limit])
    return found


@njit(cache=True)
def _add_set(mask: int, size: int, ranks: int, table: Ints) -> None:
    """One more set that may be held: it is a subset of every set that contains it."""
    if size >= table.shape[1]:
        return
    others = ((1 << ranks) - 1) ^ mask
    part = others
    while True:
        table[mask | part, size] += 1
        if part == 0:
            return
        part = (part - 1) & others


@njit(cache=True)
def _spread(mine: int, ends: Ints, runs: Ints, cumulative: Ints, ways: int, found: Ints) -> None:
    """The dealer's hands by fact and standing, from how many are no stronger than each end, than just below, than mine.

    `cumulative` has the ends but the last, then those below mine and those up to mine.
    """
    found[:] = 0
    last = len(ends) - 1
    lower, upto = cumulative[last], cumulative[last + 1]
    start, before = 0, 0
    for run in range(len(ends)):
        end = ends[run]
        here = ways if run == last else cumulative[run]
        column = 3 * runs[run]
        if start <= mine - 1:
            found[column] += (here if end <= mine - 1 else lower) - before
        if start <= mine <= end:
            found[column + 1] += upto - lower
        if end > mine:
            found[column + 2] += here - (upto if start <= mine else before)
        start, before = end + 1, here


@njit(cache=True)
def renamings(one: int, two: int, three: int, four: int) -> int:
    """In how many ways four sets can be given to four suits."""
    if one == two:
        if two == three:
            return 1 if three == four else 4
        return 6 if three == four else 12
    if two == three:
        return 4 if three == four else 12
    return 12 if three == four else 24


@njit(cache=True)
def _digit(one: int, two: int, three: int, four: int, extra: Ints, radix: Ints) -> int:
    found = 0
    for i in range(extra.shape[1]):
        best = max(max(extra[one, i], extra[two, i]), max(extra[three, i], extra[four, i]))
        found = found * radix[i] + best
    return found


@njit(cache=True)
def _examples(hands: NDArray[np.int16], strength: Ints, extra: Ints, radix: Ints, found: Ints) -> None:
    """A hand for every strength with every number of further features. Sets go from the highest place down."""
    for hand in range(len(hands)):
        one, two, three, four = hands[hand]
        example = found[strength[one], _digit(one, two, three, four, extra, radix)]
        if example[0] < 0:
            example[:] = hands[hand]


@njit(cache=True)
def _list_hands(cards: int, places: Ints, starts: Ints, size: Ints, rows: NDArray[np.int16]) -> int:
    """The hands in the order of counting, as far as the rows go, and how many there are."""
    sizes, count = len(starts) - 1, 0
    for one in range(len(size)):
        left_one = cards - size[one]
        if left_one < 0:
            continue
        for size_two in range(min(left_one, sizes - 1) + 1):
            left_two = left_one - size_two
            for i in range(starts[size_two], starts[size_two + 1]):
                two = places[i]
                if two > one:
                    break
                for size_three in range(min(left_two, sizes - 1) + 1):
                    size_four = left_two - size_three
                    if size_four >= sizes:
                        continue
                    for j in range(starts[size_three], starts[size_three + 1]):
                        three = places[j]
                        if three > two:
                            break
                        for k in range(starts[size_four], starts[size_four + 1]):
                            four = places[k]
                            if four > three:
                                break
                            if count < len(rows):
                                rows[count, 0], rows[count, 1] = one, two
                                rows[count, 2], rows[count, 3] = three, four
                            count += 1
    return count


@njit(cache=True)
def _count_hands(
    cards: int,
    dealer: int,
    places: Ints,
    starts: Ints,
    masks: Ints,
    strength: Ints,
    extra: Ints,
    radix: Ints,
    size: Ints,
    ranks: int,
    ends: Ints,
    runs: Ints,
    number: Ints,
    legal: Ints,
    nets: Ints,
    order: Ints,
    plan: NDArray[np.int8],
    counts: Ints,
    examples: Ints,
) -> None:
    """Every hand of the player's, up to suits, against every hand of the dealer's; the best decision is taken, or the
    plan's."""
    whole = (1 << ranks) - 1
    fixed = len(ends) - 1
    limits = fixed + 2
    tables = np.zeros((limits, 1 << ranks, dealer + 1), np.int64)
    tables[:fixed] = _polynomials(ends[:-1], masks, strength, size, ranks, dealer)
    below, upto = tables[fixed], tables[fixed + 1]
    sizes = len(starts) - 1
    two_suits = np.zeros((limits, dealer + 1), np.int64)
    three_suits = np.zeros((limits, dealer + 1), np.int64)
    cumulative = np.zeros(limits, np.int64)
    found = np.zeros(counts.shape[2], np.int64)
    ways = 1
    unseen = 4 * ranks - cards
    for i in range(dealer):
        ways = ways * (unseen - i) // (i + 1)
    added, caught = 0, 0  # sets that the two moving tables hold
    hand = 0
    for one in range(len(strength)):
        mine = strength[one]
        while caught < len(strength) and strength[caught] < mine:
            _add_set(masks[caught], size[caught], ranks, below)
            caught += 1
        while added < len(strength) and strength[added] <= mine:
            _add_set(masks[added], size[added], ranks, upto)
            added += 1
        left_one = cards - size[one]
        if left_one < 0:
            continue
        rest_one = whole ^ masks[one]
        for size_two in range(min(left_one, sizes - 1) + 1):
            left_two = left_one - size_two
            for i in range(starts[size_two], starts[size_two + 1]):
                two = places[i]
                if two > one:
                    break
                rest_two = whole ^ masks[two]
                for t in range(limits):
                    for n in range(dealer + 1):
                        value = 0
                        for m in range(n + 1):
                            value += tables[t, rest_one, m] * tables[t, rest_two, n - m]
                        two_suits[t, n] = value
                for size_three in range(min(left_two, sizes - 1) + 1):
                    size_four = left_two - size_three
                    if size_four >= sizes:
                        continue
                    for j in range(starts[size_three], starts[size_three + 1]):
                        three = places[j]
                        if three > two:
                            break
                        if places[starts[size_four]] > three:
                            continue
                        rest_three = whole ^ masks[three]
                        for t in range(limits):
                            for n in range(dealer + 1):
                                value = 0
                                for m in range(n + 1):
                                    value += two_suits[t, m] * tables[t, rest_three, n - m]
                                three_suits[t, n] = value
                        for k in range(starts[size_four], starts[size_four + 1]):
                            four = places[k]
                            if four > three:
                                break
                            rest_four = whole ^ masks[four]
                            for t in range(limits):
                                value = 0
                                for m in range(dealer + 1):
                                    value += three_suits[t, m] * tables[t, rest_four, dealer - m]
                                cumulative[t] = value
                            _spread(mine, ends, runs, cumulative, ways, found)
                            kind = number[mine, _digit(one, two, three, four, extra, radix)]
                            best, worth = 0, 0
                            for option in range(legal[kind]):
                                value = 0
                                for column in range(len(found)):
                                    value += found[column] * nets[kind, option, column]
                                better = value > worth or (value == worth and order[kind, option] < order[kind, best])
                                if option == 0 or better:
                                    best, worth = option, value
                            if len(plan):
                                best = plan[hand]
                            hand += 1
                            weight = renamings(one, two, three, four)
                            for column in range(len(found)):
                                if found[column]:
                                    counts[kind, best, column] += weight * found[column]
                                    if examples[kind, column, 0] < 0:
                                        examples[kind, column, 0] = one
                                        examples[kind, column, 1] = two
                                        examples[kind, column, 2] = three
                                        examples[kind, column, 3] = four
