"""High Card Flush: the rules as far as counting needs them, probed with witnesses.

Deals are of one kind if the player's flush and straight flush have the same lengths, and hands of a kind end in one of
six ways. What each decision then pays is what `settle` pays a witness, one deal of that kind and ending. Which of two
flushes is higher, which dealer's flushes qualify and which decisions are legal is probed for every flush; rules that
look at more than this are refused. So are rules by which what a raise nets does not grow in a line with its size: as it
does, no raise between the smallest and the largest is better than both of them.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, islice, pairwise
from math import lcm
from random import Random
from typing import Any, NamedTuple, NoReturn

from houseway.cards import DECK, Card
from houseway.counting.game_odds import Hand, Labels, NotAccelerated, SideOutcome
from houseway.derived.walk import Piles, Walker, net_of
from houseway.errors import HousewayError
from houseway.games.high_card_flush.dealer import BEYOND_ALL, ENDS, FULL, bits, cards_of, flush_sets, ranks_of, suits_of
from houseway.games.high_card_flush.rules import RAISE, HighCardFlush
from houseway.rules.game import FOLD, Decision, HouseCards, Offer, Spot, find_offer
from houseway.rules.pay_tables import Ratio

Kind = tuple[int, int]  # how long the flush and the straight flush are
MOST_RAISE = 6
MOST_NET = 1000  # in parts of an ante: the sums of all deals stay below 2^63
FOLDED, NOT_QUALIFIED = "Fold", "Dealer does not qualify"
RAISED = {"win": "Wins", "tie": "Ties", "loss": "Losses"}  # the rows of hands that raise, by their cases
# The last line of each table, in the words of the Progressive's in the manual: seven cards have two of a suit.
NO_FLUSH, NO_STRAIGHT_FLUSH = "2 or 3 Card Flush", "1 or 2 Card Straight Flush"
TRIED = 200  # deals at random
TRIES = 5_000  # hands with a given flush that are searched for one without given cards

LOW, HIGH = (4, 2), (14, 12)  # the cards beside the flush of an example: they make no straight


@lru_cache(maxsize=1)
def flushes() -> tuple[int, ...]:
    """Every flush that can play, from the lowest up."""
    return tuple(flush for flush in flush_sets() if flush.bit_count() >= 2)


def example(flush: int, pair: tuple[int, ...]) -> tuple[int, ...]:
    """The suits of a hand in which a flush plays."""
    one, size = bits(pair[1:]), flush.bit_count()
    beside = [flush, flush, one] if size == 2 else [bits(pair) if size == 3 else one, one, one]
    return (flush, *beside[: FULL.cards - size])


@lru_cache(maxsize=1)
def examples() -> tuple[tuple[tuple[int, ...], tuple[Card, ...]], ...]:
    """The suits and the cards of an example for each."""
    return tuple((suits, cards_of(suits)) for suits in (example(flush, LOW) for flush in flushes()))


def size_text(multiple: Ratio) -> str:
    """`1.5x`."""
    return f"{float(multiple):g}x"


class Names(Labels[HighCardFlush]):
    """The lines of the tables."""

    main = "ante"

    def rows(self) -> Mapping[str, str]:
        return {"folded": FOLDED, "not-qualified": NOT_QUALIFIED}

    def label(self, hand: Hand) -> str:
        end = RAISED.get(self.main_case(hand))
        return f"{end} with a {size_text(hand.spot.decisions[-1][1].multiple)} raise" if end else super().label(hand)

    def labels(self) -> Sequence[str]:
        return self.labels_of(())

    def labels_of(self, between: Iterable[Ratio]) -> Sequence[str]:
        """The rows where other than whole multiples are raised too."""
        sizes = sorted({*range(1, self.game.wager[RAISE].most + 1), *between} - {0})
        return (
            FOLDED,
            NOT_QUALIFIED,
            *(f"{end} with a {size_text(size)} raise" for end in RAISED.values() for size in sizes),
        )

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        return self.side_labels(wager)[-1] if label == "Other" else label

    def side_labels(self, wager: str) -> Sequence[str]:
        return (*super().side_labels(wager), NO_FLUSH if wager == "flush" else NO_STRAIGHT_FLUSH)


class Witness(NamedTuple):
    """How all wagers end in a deal that stands for its whole class."""

    net: Fraction  # of the main wager, in antes
    bet: Fraction  # all that was bet on it
    label: str
    sides: tuple[SideOutcome, ...]
    hand: Hand


class ProbedRules:
    """One game's rules as far as counting needs them. Decisions are given by their multiple: 0 is a fold.

    A raise of variable size is known by its whole multiples; those between are probed when a strategy makes them.
    """

    runs: dict[int, int]  # the straight flush in every set of ranks
    lowest: int  # the lowest flush with which the dealer qualifies
    decisions: dict[Kind, dict[int, Decision]]  # what is legal, from the smallest bet up
    whole: int  # the common denominator of all nets, in antes

    def __init__(self, game: HighCardFlush) -> None:
        self.game = game
        self.names = Names(game)
        self._walker = Walker(game)
        self._witnesses: dict[tuple[Kind, Ratio, int], Witness | None] = {}
        self._deals: dict[tuple[Kind, int], Piles | None] = {}
        self._ask()
        self._try()

    def refuse(self, what: str) -> NoReturn:
        raise NotAccelerated(f"{self.game.name} cannot be counted flush by flush: {what}.")

    # --- probed for every flush ---

    def _ask(self) -> None:
        game, stakes = self.game, self._walker.stakes
        if tuple(game.deck) != DECK or not game.by_suit:
            self.refuse("its deck is not the usual one, or more than the suits decides")
        self.runs = {chosen: game.suit_class(ranks_of(chosen))[1] for chosen in flush_sets()}
        if not set(self.runs.values()) <= set(range(FULL.cards + 1)):
            self.refuse("a straight flush may be longer than seven cards")
        self._strengths: list[Any] = []
        self._of_kind: dict[Kind, list[int]] = {}
        said: dict[Kind, tuple[Any, tuple[Offer, ...]]] = {}
        qualified: list[Any] = []
        for index, (suits, cards) in enumerate(examples()):
            spot, kind = Spot(1, stakes, cards), self.kind(suits)
            strength, fact = game.player_class(spot, HouseCards())
            theirs, qualifies = game.dealer_class(HouseCards(cards))
            if strength != theirs or (index and not strength > self._strengths[-1]):
                self.refuse("it does not order hands by the length of their longest suit and then by its cards")
            says = fact, tuple(game.offers(RAISE, spot))
            if said.setdefault(kind, says) != says:
                self.refuse("more than the lengths of flush and straight flush decides what is legal or what is paid")
            self._strengths.append(strength)
            self._of_kind.setdefault(kind, []).append(index)
            qualified.append(qualifies)
        self.offers = {kind: offers for kind, (_, offers) in said.items()}
        self.decisions = {kind: self._legal(offers) for kind, offers in self.offers.items()}
        # The facts of the dealer's flushes: none qualifies up to some index, and all do from there on.
        self._lowest = len(qualified) - qualified.count(qualified[-1]) if qualified[-1] else len(qualified)
        if len(set(qualified[: self._lowest])) > 1 or any(qualified[: self._lowest]):
            self.refuse("a higher hand of the dealer's may fail to qualify where a lower one does")
        self.lowest = flushes()[self._lowest] if self._lowest < len(qualified) else BEYOND_ALL

    def _legal(self, offers: tuple[Offer, ...]) -> dict[int, Decision]:
        found = {}
        for offer in offers:
            decision, most = offer.decision, max(offer.most, offer.decision.multiple)
            if decision.choice != (RAISE if decision.multiple else FOLD) or decision.discard or most > MOST_RAISE:
                self.refuse(f"players may do more than fold or raise up to {MOST_RAISE} times")
            if decision.multiple.denominator != 1 or most.denominator != 1:
                self.refuse("a raise may be no whole multiple")
            for multiple in range(int(decision.multiple), int(most) + 1):
                found[multiple] = decision._replace(multiple=multiple)
        return dict(sorted(found.items()))

    def _try(self) -> None:
        """Check that random deals end like their witnesses: a rule may look at more than it declares."""
        random = Random("deals")  # noqa: S311 - the same deals every time
        for _ in range(TRIED):
            cards = tuple(random.sample(DECK, 2 * FULL.cards))
            deal = Piles(dealt=cards[: FULL.cards], dealer=cards[FULL.cards :])
            kind = self.kind(suits_of(deal.dealt))
            legal = self.decisions.get(kind) or self.refuse(f"nothing is known of hands of the kind {kind}")
            multiple, decision = random.choice(list(legal.items()))
            ours, _ = self.game.player_class(Spot(1, self._walker.stakes, deal.dealt), HouseCards())
            theirs, qualifies = self.game.dealer_class(HouseCards(deal.dealer))
            end = 3 * bool(qualifies) + (ours <= theirs) + (ours < theirs)
            seen = self._seen(self._played(deal, decision))
            if seen != self.witness(kind, multiple, end)._replace(hand=seen.hand):
                self.refuse("more than the lengths of flush and straight flush decides what is paid")
        self._check_lines()
        nets = [witness.net for *_, witness in self.witnesses()]
        self.whole = lcm(*(net.denominator for net in nets))
        if max(map(abs, nets)) * self.whole > MOST_NET:
            self.refuse(f"it pays more than {MOST_NET} antes, or in parts of an ante too small to add up exactly")

    def _check_lines(self) -> None:
        """Check that whatever happens, what a raise nets grows in a line with its size."""
        for kind, offers in self.offers.items():
            for least, most in ((offer.decision.multiple, offer.most) for offer in offers):
                if least < most:
                    halves = [least + Fraction(half, 2) for half in range(2 * int(most - least) + 1)]
                    for end in range(ENDS):
                        seen = [self._witness(kind, size, end) for size in halves]
                        nets = [witness.net for witness in seen if witness]
                        if len({more - less for less, more in pairwise(nets)}) > 1:
                            self.refuse("what a raise wins or loses does not grow in a line with it")

    # --- probed with one deal of each kind and ending ---

    def kind(self, suits: tuple[int, ...]) -> Kind:
        """Of a hand, the flush that plays first."""
        return suits[0].bit_count(), max([self.runs[suit] for suit in suits])

    def witness(self, kind: Kind, multiple: Ratio, end: int) -> Witness:
        """The witness for this kind, decision and ending, which must exist since such hands were counted."""
        found = self._witness(kind, multiple, end) if kind in self.decisions else None
        return found or self.refuse(f"no deal was found in which a hand of the kind {kind} ends in way {end}")

    def witnesses(self, between: Collection[Ratio] = ()) -> Iterator[tuple[Kind, Ratio, int, Witness]]:
        """All that there are of whole multiples, and of others where they are legal."""
        for kind, decisions in self.decisions.items():
            for multiple in sorted({*decisions, *(size for size in between if self._is_legal(kind, size))}):
                for end in range(ENDS):
                    found = self._witness(kind, multiple, end)
                    if found is not None:
                        yield kind, multiple, end, found

    @cached_property
    def side_lines(self) -> tuple[tuple[SideOutcome, ...], ...]:
        """The tables of the side wagers, in the order of their labels."""
        found = []
        for index, side in enumerate(self.game.side_wagers):
            order = {label: number for number, label in enumerate(self.names.side_labels(side))}
            lines = dict.fromkeys(witness.sides[index] for *_, witness in self.witnesses())
            found.append(tuple(sorted(lines, key=lambda line: order.get(line.label, len(order)))))
        return tuple(found)

    def side_rows(self, witness: Witness) -> tuple[int, ...]:
        """The indices of its outcomes in those tables."""
        return tuple(lines.index(line) for lines, line in zip(self.side_lines, witness.sides, strict=True))

    def _is_legal(self, kind: Kind, multiple: Ratio) -> bool:
        return any(offer.decision.multiple <= multiple <= offer.most for offer in self.offers[kind])

    def _witness(self, kind: Kind, multiple: Ratio, end: int) -> Witness | None:
        key = kind, multiple, end
        if key not in self._witnesses:
            deal = self._deal(kind, end)
            self._witnesses[key] = deal and self._seen(self._played(deal, self._decision(kind, multiple)))
        return self._witnesses[key]

    def _decision(self, kind: Kind, multiple: Ratio) -> Decision:
        known = self.decisions[kind].get(int(multiple)) if multiple.denominator == 1 else None
        if known is not None:
            return known
        return find_offer(self.offers[kind], Decision(RAISE, multiple)).decision._replace(multiple=multiple)

    def _seen(self, hand: Hand) -> Witness:
        game, ante = self.game, self._walker.stakes[self.game.main_wager]
        sides = []
        for side in game.side_wagers:
            pay = hand.pay(side) or self.refuse(f"it leaves {side} unsettled")
            sides.append(SideOutcome(self.names.side_label(side, hand), pay.odds, pay.percent, pay.cents, pay.case))
        bet = sum(stake for wager, stake in hand.spot.stakes.items() if wager in game.main_wagers)
        net = net_of(game, hand, game.main_wagers) / ante
        return Witness(net, Fraction(bet, ante), self.names.label(hand), tuple(sides), hand)

    def _played(self, deal: Piles, decision: Decision) -> Hand:
        asked = []

        def decide(at: str, spot: Spot) -> Decision:
            asked.append((at, spot.dealt, spot.seen))
            return decision

        try:
            hand = self._walker.play(deal, decide)
        except HousewayError as error:
            self.refuse(str(error).rstrip("."))
        if asked != [(RAISE, deal.dealt, HouseCards())] or hand.house != HouseCards(deal.dealer) or hand.spot.drawn:
            self.refuse("it is not seven cards each and one decision before the dealer's are seen")
        return hand

    def _deal(self, kind: Kind, end: int) -> Piles | None:
        if (kind, end) not in self._deals:
            self._deals[kind, end] = next(self._found(kind, end), None)
        return self._deals[kind, end]

    def _found(self, kind: Kind, end: int) -> Iterator[Piles]:
        """Deals with this ending: flushes of the player and the dealer close to each other, or close to the lowest that
        qualifies, are tried."""
        indices, lowest, last = self._of_kind[kind], self._lowest, len(self._strengths) - 1
        middle = bisect(indices, lowest - 1)
        for ours in dict.fromkeys((indices[-1], indices[0], *indices[max(middle - 1, 0) : middle + 1])):
            for theirs in (lowest, lowest - 1, last, 0, ours, ours - 1, ours + 1):
                if 0 <= theirs <= last and 3 * (theirs >= lowest) + (ours <= theirs) + (ours < theirs) == end:
                    for suits in (example(flushes()[ours], pair) for pair in (LOW, HIGH)):
                        cards = cards_of(suits)
                        if self.kind(suits) == kind:
                            for dealer in islice(self._dealer(theirs, frozenset(cards)), 1):
                                yield Piles(dealt=cards, dealer=dealer)

    def _dealer(self, index: int, taken: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
        """The dealer's hands in which a flush plays, without the player's cards."""
        ranks = ranks_of(flushes()[index])
        for suit in range(4):
            flush = tuple(DECK[4 * (rank - 2) + suit] for rank in ranks)
            if taken.isdisjoint(flush):
                rest = [card for card in DECK if card.suit != suit and card not in taken]
                for others in islice(combinations(rest, FULL.cards - len(ranks)), TRIES):
                    if self.game.dealer_class(HouseCards(flush + others))[0] == self._strengths[index]:
                        yield flush + others


def probe_rules(game: HighCardFlush) -> ProbedRules:
    """Probed once for a game with its options."""
    return _probed(type(game), game.options, game.edition)


@lru_cache(maxsize=64)
def _probed(rules: type[HighCardFlush], options: Any, edition: str) -> ProbedRules:
    return ProbedRules(rules(options, edition))
