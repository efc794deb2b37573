"""What Mini-Tex's counting and simulation need of the rules: which hands qualify, and what a witness of each line wins.

Deals are classified by the lines of the printed tables and, for side wagers, by the two hole cards up to suit
isomorphism. That the rules look at no more is checked on deals from all over the order of hands; games with other rules
are counted in another way.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import DECK, Card
from houseway.counting.game_odds import Hand, Labels, NotAccelerated, SideOutcome
from houseway.counting.three_card_hands import RENAMINGS, Cards, Flags, Indices, Ints, pairs, ranking, suit_classes
from houseway.derived.walk import UNIT, NeedsCards, Piles, Walker, net_of, settle_each, unseen
from houseway.errors import HousewayError
from houseway.games.mini_tex.counting import NOT_QUALIFIED, WINS
from houseway.games.mini_tex.rules import BET, OFFERS, POINTS, MiniTex, MiniTexOptions
from houseway.games.mini_tex.solving import RANKS, hole_classes, positions_on_boards
from houseway.rules.game import FOLD, Decision, HouseCards, Pay, Spot
from houseway.rules.pay_tables import Pays, Ratio

# The lines of the printed tables, by the cases that end in them.
ROWS = {
    "folded-hole": "Fold after seeing 2 hole cards",
    "folded-flop": "Fold after seeing 2 community cards",
    "folded-river": "Fold after seeing 3 community cards",
    "not-qualified": "Dealer does not qualify",
    "win": "Wins",
    "tie": "Ties",
    "loss": "Losses",
}
LINES = tuple(ROWS.values())
MOST_NET = 2**31 // (1081 * 48)  # values are added up over rivers and dealer's hands in 32 bits
MORE: Any = unseen("more")
HIDDEN = HouseCards(MORE, MORE)


class Names(Labels[MiniTex]):
    """The lines of the printed tables."""

    main = "ante"

    def rows(self) -> Mapping[str, str]:
        return ROWS

    def side_labels(self, wager: str) -> Sequence[str]:
        return (*super().side_labels(wager), *(("Flush",) if wager == "pocket-poker" else ()), "Other")

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        first, second, *_ = hand.spot.dealt
        return "Flush" if wager == "pocket-poker" and label == "Other" and first.suit == second.suit else label


class ProbedRules(NamedTuple):
    """What is known of the rules; everything that counts of the main wager depend on comes first."""

    qualifies: bytes  # for each position in the order of hands, whether the dealer qualifies with it
    nets: tuple[int, ...]  # of each line, in parts of an ante
    unit: int  # parts of an ante
    bets: tuple[Fraction, ...]  # all that is bet in each line, in antes
    sides: tuple[tuple[SideOutcome, ...], ...]  # the lines of each side wager
    rows: tuple[tuple[int, ...], ...]  # for each class of hole hands, the line that each side wager ends in
    hands: tuple[Hand | None, ...]  # of each line a hand that ends there; None where none can


def probe_rules(game: MiniTex) -> ProbedRules:
    """Probe a game's rules; rules that counting does not support are refused."""
    return _probed(type(game), game.options, game.edition)


@lru_cache(maxsize=256)
def _probed(kind: type[MiniTex], options: MiniTexOptions, edition: str) -> ProbedRules:
    usual: dict[str, Any] = {item.name: item.default for item in fields(options) if isinstance(item.default, Pays)}
    offered = {name: pays for name, pays in usual.items() if getattr(options, name) is not None}
    witnesses = _witnesses(kind, replace(options, **offered), edition)
    return _Prober(kind(options, edition)).probed(witnesses)


class Deals(NamedTuple):
    """Some deals: the player's two cards, the dealer's, the board; with the positions of both hands."""

    cards: Cards
    names: Cards  # how the suits are to be renamed: the boards stand for their classes
    own: Indices
    dealer: Indices

    def deal(self, row: int) -> tuple[tuple[Card, ...], HouseCards]:
        suits = self.names[row].tolist()
        cards = tuple([DECK[(card & ~3) + suits[card & 3]] for card in self.cards[row].tolist()])
        return cards[:2], HouseCards(cards[2:4], cards[4:])


@cache
def some_deals() -> Deals:
    """Deals of all kinds, with the positions that are used for counting."""
    random, boards, holes = np.random.default_rng(741), suit_classes(3).sets, pairs().cards
    board, own, dealer, names = random.integers(0, [[len(boards)], [1326], [1326], [24]], (4, 20_000))
    cards = np.hstack([holes[own], holes[dealer], boards[board]])
    there = np.flatnonzero((np.diff(np.sort(cards.astype(np.int8))) > 0).all(axis=1))
    board, own, dealer = board[there], own[there], dealer[there]
    positions = positions_on_boards(RANKS, 4)
    return Deals(cards[there], RENAMINGS[names[there]], positions[board, own], positions[board, dealer])


class Witnesses(NamedTuple):
    """Deals that stand for their whole class."""

    qualifies: bytes
    lines: tuple[int | None, ...]  # for each line the row of a deal that ends there; None where none can
    kinds: tuple[int, ...]  # for each class of hole hands the first with which all side wagers end alike


@lru_cache(maxsize=64)
def _witnesses(kind: type[MiniTex], options: MiniTexOptions, edition: str) -> Witnesses:
    """Classification does not depend on what tables pay: it is checked once for all pay tables."""
    asked, deals = _Prober(kind(options, edition)), some_deals()
    qualifies = np.array([asked.game.qualifies(rank) for rank in ranking().ranks.tolist()], np.bool_)
    compared = WINS + (deals.own <= deals.dealer) + (deals.own < deals.dealer)
    ends = np.where(qualifies[deals.dealer], compared, NOT_QUALIFIED)
    lines: list[int | None] = [*range(NOT_QUALIFIED)]  # any deal can be folded
    for line in range(NOT_QUALIFIED, len(LINES)):
        found = np.flatnonzero(ends == line)
        if not len(found) and not (qualifies.all() if line == NOT_QUALIFIED else not qualifies.any()):
            raise asked.refuse(f"{LINES[line]!r} is too rare an end")
        lines.append(int(found[0]) if len(found) else None)
    sides = [asked.side_ends(example) for example in hole_examples()]
    asked.try_out(qualifies, ends, lines, sides)
    return Witnesses(qualifies.tobytes(), tuple(lines), tuple(sides.index(found) for found in sides))


@cache
def hole_examples() -> list[tuple[Card, ...]]:
    """Two cards of each class."""
    _, examples = np.unique(hole_classes(), return_index=True)
    return [tuple(DECK[card] for card in hole) for hole in pairs().cards[examples].tolist()]


def paid(pays: Iterable[Pay], wagers: Container[str]) -> dict[str, tuple[Ratio, int, int]]:
    """What each of these wagers was paid."""
    return {pay.wager: (pay.odds, pay.percent, pay.cents) for pay in pays if pay.wager in wagers}


class _Prober:
    """Probes a game for what its deals win."""

    def __init__(self, game: MiniTex) -> None:
        self.game, self.names, self.walker = game, Names(game), Walker(game)
        self.main, self.sides = game.main_wagers, game.side_wagers
        opening = {wager.id for wager in game.wagers if wager.opening}
        if game.deck != DECK or opening != {self.names.main, *self.sides}:
            raise self.refuse("there is another deck, or another first wager")

    def refuse(self, why: str) -> NotAccelerated:
        return NotAccelerated(f"The rules of {self.game.name} are not those that its fast counting knows: {why}.")

    def probed(self, witnesses: Witnesses) -> ProbedRules:
        hands = self.hands(witnesses.lines)
        nets = [net_of(self.game, hand, self.main) / UNIT if hand else Fraction() for hand in hands]
        bets = [sum(hand.spot.stakes.get(wager, 0) for wager in self.main) if hand else 0 for hand in hands]
        unit = lcm(*(net.denominator for net in nets))
        whole = tuple(int(net * unit) for net in nets)
        if max(map(abs, whole)) >= MOST_NET:
            raise self.refuse("it pays in too small parts")
        ends = {kind: self.side_ends(hole_examples()[kind]) for kind in set(witnesses.kinds)}
        sides = tuple(map(self.in_order, self.sides, zip(*ends.values(), strict=True)))
        rows = {kind: tuple(map(tuple.index, sides, end)) for kind, end in ends.items()}
        return ProbedRules(
            witnesses.qualifies,
            whole,
            unit,
            tuple(Fraction(bet, UNIT) for bet in bets),
            sides,
            tuple(rows[kind] for kind in witnesses.kinds),
            tuple(hands),
        )

    def hands(self, lines: Sequence[int | None]) -> list[Hand | None]:
        return [None if row is None else self.played(line, row) for line, row in enumerate(lines)]

    def played(self, line: int, row: int) -> Hand:
        """A deal through the procedure, folded where the line says so."""
        hole, house = some_deals().deal(row)
        points = POINTS[: line + 1]

        def decide(at: str, spot: Spot) -> Decision:
            return Decision(FOLD if line < NOT_QUALIFIED and at == points[-1] else BET)

        try:
            hand = self.walker.play(Piles(hole, dealer=house.dealer, community=house.community), decide)
        except HousewayError as error:
            raise self.refuse("a hand is dealt or played otherwise") from error
        asked = tuple(at for at, _ in hand.spot.decisions)
        if (hand.spot.dealt, hand.spot.drawn, hand.house, asked) != (hole, (), house, points):
            raise self.refuse("a hand is dealt or played otherwise")
        return hand

    def side_ends(self, hole: tuple[Card, ...]) -> tuple[SideOutcome, ...]:
        """How all side wagers end, with nothing to be seen but the hole cards."""
        spot = Spot(1, self.walker.stakes, hole, MORE, MORE, MORE, MORE, MORE, MORE)
        with self.seeing("a side wager looks at more than the hole cards"):
            pays = settle_each(self.game, self.sides, spot, HIDDEN)
        hand, found = Hand(spot, HIDDEN, pays), paid(pays, self.sides)
        if len(found) < len(self.sides):
            raise self.refuse("a side wager is not settled")
        cases = {pay.wager: pay.case for pay in pays}
        labels = {side: self.names.side_label(side, hand) for side in self.sides}
        return tuple([SideOutcome(labels[side], *found[side], cases[side]) for side in self.sides])

    @contextmanager
    def seeing(self, why: str) -> Iterator[None]:
        """Refuse rules that look at what is hidden from them."""
        try:
            yield
        except (NeedsCards, AttributeError, TypeError):  # what hides a thing is not of its type
            raise self.refuse(why) from None

    def in_order(self, side: str, lines: Iterable[SideOutcome]) -> tuple[SideOutcome, ...]:
        """As printed; what is not printed comes last, the best first."""
        printed = list(self.names.side_labels(side))
        return tuple(sorted(set(lines), key=lambda line: ((*printed, line.label).index(line.label), -line.odds)))

    def try_out(
        self, qualifies: Flags, ends: Ints, lines: Sequence[int | None], sides: Sequence[tuple[SideOutcome, ...]]
    ) -> None:
        """Settle a deal for every third position of the player's hand, and for others of the dealer's."""
        game, deals, hands = self.game, some_deals(), self.hands(lines)
        mains = [paid(hand.pays, self.main) if hand else {} for hand in hands]
        by_class = [{side: end[1:4] for side, end in zip(self.sides, found, strict=True)} for found in sides]

        def beside(hole: tuple[Card, ...]) -> dict[str, tuple[Any, ...]]:
            """What the side wagers are paid."""
            return by_class[int(hole_classes()[pairs().numbers[hole]])]

        for line, hand in enumerate(hands[:NOT_QUALIFIED]):
            assert hand
            spot = hand.spot._replace(dealt=MORE, seen=HIDDEN, settled=frozenset())
            with self.seeing("what may be done, or what is lost with a fold, depends on the cards"):
                if tuple(game.offers(POINTS[line], spot)) != OFFERS[POINTS[line]]:
                    raise self.refuse("there are other choices than to bet or to fold")
                folded = paid(settle_each(self.game, mains[line], spot, HIDDEN), self.main)
            if paid(hand.pays, game.wager) != folded | beside(hand.spot.dealt):
                raise self.refuse("folds are settled otherwise")
        played, ranks = next(hand for hand in hands[NOT_QUALIFIED:] if hand), ranking().ranks.tolist()
        wagers = tuple(pay.wager for pay in played.pays)
        (_, own), (_, dealer) = (np.unique(positions, return_index=True) for positions in (deals.own, deals.dealer))
        for row in (*own[::3].tolist(), *dealer[1::3].tolist()):
            hole, house = deals.deal(row)
            spot = played.spot._replace(dealt=hole, settled=frozenset())
            (mine, fact), (theirs, qualified) = game.player_class(spot, house), game.dealer_class(house)
            position, against = deals.own[row], deals.dealer[row]
            if (mine, fact, theirs, qualified) != (ranks[position], None, ranks[against], qualifies[against]):
                raise self.refuse("other hands play, or another dealer qualifies")
            if paid(settle_each(self.game, wagers, spot, house), wagers) != mains[ends[row]] | beside(hole):
                raise self.refuse("more is looked at than which hand is better and whether the dealer qualifies")
