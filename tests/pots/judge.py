"""Mini-Tex among players as PokerKit plays it: an independent judge of betting, pots and hands.

PokerKit has no Mini-Tex, but it has the parts: three-card hands, streets, betting structures. What is put together here
is its own code, but for the rule that one hole card must play, and for house rules on top of it where it says so.
"""

from __future__ import annotations

from abc import ABC
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, ClassVar, NamedTuple, TypeVar

from pokerkit import (
    Automation,
    BetCollection,
    BettingStructure,
    ChipsPushing,
    Deck,
    Entry,
    Hand,
    Mode,
    Opening,
    Poker,
    Pot,
    RhodeIslandHoldemHand,
    State,
    Street,
    rake,
)
from pokerkit import Card as JudgeCard
from pokerkit.utilities import CardsLike, ValuesLike

from houseway.cards import DECK, Card
from houseway.rules.procedure import BettingRound
from houseway.table import events as ev
from houseway.table.betting import CALL, CHECK, FOLD, Bounds
from houseway.table.pot_round import PotRound

CARDS = {card: next(JudgeCard.parse(card.text)) for card in DECK}
STRUCTURES = {
    "fixed-limit": BettingStructure.FIXED_LIMIT,
    "pot-limit": BettingStructure.POT_LIMIT,
    "no-limit": BettingStructure.NO_LIMIT,
}
ROUNDS = ("hole", "flop", "river")
no_rake = partial(rake, percentage=0)
S = TypeVar("S", bound=State)


# --- the game ---


class MiniTexHand(RhodeIslandHoldemHand):
    """The best three cards with at least one from the hole."""

    def __init__(self, cards: CardsLike) -> None:
        super().__init__(cards)
        self._entry = self.lookup.get_entry(self.cards)

    @property
    def entry(self) -> Entry:
        """Looked up once, for speed."""
        return self._entry

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        return _best(JudgeCard.clean(hole_cards), JudgeCard.clean(board_cards))


@lru_cache(maxsize=4096)
def _best(hole: tuple[JudgeCard, ...], board: tuple[JudgeCard, ...]) -> Hand:
    hands = [MiniTexHand(cards) for cards in combinations(hole + board, 3) if not set(cards) <= set(board)]
    if not hands:
        raise ValueError("There is no hand without a hole card.")
    return max(hands, key=lambda hand: hand.entry)


def streets(sizes: Sequence[int], raises: int | None) -> tuple[Street, ...]:
    """Two cards down, a flop of two, a river of one; before the flop the big blind is the bet."""
    later = None if raises is None else raises + 1
    return (
        Street(False, (False, False), 0, False, Opening.POSITION, sizes[0], raises),
        Street(True, (), 2, False, Opening.POSITION, sizes[1], later),
        Street(True, (), 1, False, Opening.POSITION, sizes[2], later),
    )


class FullPrice(State):
    """PokerKit's state with the house's rules for chips that are short before the deal.

    A big blind that is short makes the full big blind the price to call: the chips that are missing are put in front of
    the big blind while the first round is on, and taken away before the bets are collected, so that no pot ever holds
    them. The part of an ante that nobody could match is kept aside until then, instead of given back for betting. What
    folded players have put in above all who are left is dead money in the last pot, instead of lost.
    """

    missing: int = 0
    aside: int = 0
    dead: int = 0

    @property
    def pots(self) -> Iterator[Pot]:
        pots = list(super().pots)
        if len(pots) > 1 and not pots[-1].player_indices:
            self.dead = pots.pop().amount
            pots[-1] = replace(pots[-1], unraked_amount=pots[-1].unraked_amount + self.dead)
        return iter(pots)

    @property
    def big_blind_index(self) -> int:
        posted = self.blinds_or_straddles[::-1] if self.player_count == 2 else self.blinds_or_straddles
        return max(self.player_indices, key=lambda index: (posted[index], index))

    def _begin_betting(self) -> None:
        if self.street_index == 0:
            self._lend(max(self.blinds_or_straddles) - self.bets[self.big_blind_index])
        super()._begin_betting()

    def _lend(self, chips: int) -> None:
        self.missing += chips
        self.bets[self.big_blind_index] += chips
        self.payoffs[self.big_blind_index] -= chips

    def _keep_aside(self) -> None:
        most = max(self.player_indices, key=self.bets.__getitem__)
        self.aside = self.bets[most] - sorted(self.bets)[-2]
        self.bets[most] -= self.aside
        self.payoffs[most] += self.aside
        self._anted_most = most

    def collect_bets(self, *, commentary: str | None = None) -> BetCollection:
        if self.street is None:
            self._keep_aside()
        elif self.street_index == 0:
            self._lend(-self.missing)
            if self.aside:
                self.stacks[self._anted_most] += self.aside
        if any(self.bets):
            return super().collect_bets(commentary=commentary)
        self.bet_collection_status = False  # nothing but the loan was there
        operation = BetCollection(tuple(self.bets), commentary=commentary)
        self._update_bet_collection(operation)
        return operation

    def uncap(self) -> None:
        """Take the cap on raises off, for the rest of the hand."""
        self.streets = tuple(replace(street, max_completion_betting_or_raising_count=None) for street in self.streets)


class HouseState(FullPrice):
    """As above, and whatever the house lets a player raise can be raised: for reading hands that were played so."""

    def _verify_completion_betting_or_raising(self) -> None:
        if sum(self.statuses) == 2:
            self.uncap()
        self.consecutive_short_all_in_amounts.clear()
        super()._verify_completion_betting_or_raising()


class MiniTex(Poker, ABC):
    """A game as PokerKit's hand histories make it, from the fields of a file."""

    deck = Deck.STANDARD
    hand_types = (MiniTexHand,)
    raises: ClassVar[int | None] = None

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        small_bet: int = 0,
        big_bet: int = 0,
        min_bet: int = 0,
        **options: Any,
    ) -> None:
        sizes = (small_bet, small_bet, big_bet) if small_bet else (min_bet,) * 3
        super().__init__(
            automations, streets(sizes, self.raises), ante_trimming_status, raw_antes, raw_blinds_or_straddles, 0, **options
        )  # fmt: skip

    def __call__(self, raw_starting_stacks: ValuesLike, player_count: int) -> State:
        return HouseState(
            self.automations, self.deck, self.hand_types, self.streets, self.betting_structure,
            self.ante_trimming_status, self.raw_antes, self.raw_blinds_or_straddles, self.bring_in,
            raw_starting_stacks, player_count, mode=self.mode, divmod=self.divmod, rake=self.rake,
        )  # fmt: skip


class FixedLimitMiniTex(MiniTex):
    betting_structure = BettingStructure.FIXED_LIMIT
    raises = 3


class PotLimitMiniTex(MiniTex):
    betting_structure = BettingStructure.POT_LIMIT


class NoLimitMiniTex(MiniTex):
    betting_structure = BettingStructure.NO_LIMIT


# --- one hand, step by step beside ours ---

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class Legal(NamedTuple):
    """What the player in turn may do: a call of 0 is a check, and no raise is 0 to 0."""

    fold: bool
    call: int
    least: int
    most: int

    @classmethod
    def of(cls, bounds: Bounds) -> Legal:
        assert bounds.check == (not bounds.call)
        return cls(bounds.fold, bounds.call, bounds.least, bounds.most)


def new_state(kind: type[S], hand: PotRound) -> S:
    """PokerKit's state for our game and stacks; player 0 is left of the button, as here."""
    options = hand.game.options
    fixed = options.structure == "fixed-limit"
    sizes = [step.size for step in hand.game.procedure if isinstance(step, BettingRound)]
    return kind(
        AUTOMATIONS,
        Deck.STANDARD,
        (MiniTexHand,),
        streets(sizes if fixed else (options.big_blind,) * 3, options.raises),
        STRUCTURES[options.structure],
        True,  # a short ante wins no more than as much of every other ante
        options.ante,
        (options.small_blind, options.big_blind),
        0,
        [hand.start[seat] for seat in hand.order],
        len(hand.order),
        mode=Mode.TOURNAMENT,
        rake=no_rake,
    )


class Judge:
    """The same deal in PokerKit. `follow` does there what a player did here, up to the next decision."""

    def __init__(self, hand: PotRound) -> None:
        self.hand = hand
        self.state = new_state(FullPrice, hand)
        self.returned: Counter[int] = Counter()
        self.pots: list[tuple[int, tuple[int, ...]]] = []
        self.kept = 0  # of the last bets, when all others have folded: PokerKit hands them back outside the pot
        self.showed: list[tuple[int, bool]] = []  # who showed (or mucked), in order
        self.showdown_round = ""
        self.idle = 0  # how often PokerKit asked a player who had nothing to decide
        self._advance()

    # --- what can be asked ---

    @property
    def turn(self) -> int | None:
        return None if self.state.actor_index is None else self.hand.order[self.state.actor_index]

    @property
    def at(self) -> str | None:
        return None if self.state.street_index is None else ROUNDS[self.state.street_index]

    @property
    def price(self) -> int:
        """The largest bet of the round."""
        return max(self.state.bets)

    @property
    def capped(self) -> bool:
        """Whether the round has had all its raises."""
        street = self.state.street
        assert street is not None
        return self.state.completion_betting_or_raising_count == street.max_completion_betting_or_raising_count

    @property
    def live(self) -> list[int]:
        return [index for index, status in enumerate(self.state.statuses) if status]

    @property
    def stacks(self) -> dict[int, int]:
        return dict(zip(self.hand.order, self.state.stacks, strict=True))

    def legal(self) -> Legal:
        state = self.state
        call = state.checking_or_calling_amount
        assert call is not None
        least = state.min_completion_betting_or_raising_to_amount or 0
        most = state.max_completion_betting_or_raising_to_amount or 0
        if most and state.missing and state.betting_structure == BettingStructure.POT_LIMIT:
            most = self._pot_without_loan(least)
        if most and (maximum := self.hand.game.options.max_bet):
            most = min(most, self.price + maximum)
        return Legal(state.can_fold(), call, least, most)

    def _pot_without_loan(self, least: int) -> int:
        """The pot limit of the chips that are really there."""
        state, index = self.state, self.state.actor_index
        assert index is not None
        own = state.bets[index]
        pot = 2 * max(state.bets) - own + state.total_pot_amount - state.missing
        return min(own + state.stacks[index], max(least, pot))

    def accepts(self, to: int) -> bool:
        return self.state.can_complete_bet_or_raise_to(to) and to <= self.legal().most

    # --- what is done ---

    def follow(self, do: str, to: int) -> None:
        if do == FOLD:
            self.state.fold()
        elif do in (CHECK, CALL):
            self.state.check_or_call()
        else:
            self.state.complete_bet_or_raise_to(to)
        self._advance()

    def _advance(self) -> None:
        """Go on to the next decision, dealing our cards."""
        state = self.state
        while state.status:
            if state.bet_collection_status:
                self._collect()
            elif state.card_burning_status:
                state.burn_card(CARDS[self._burned()])
            elif any(state.hole_dealing_statuses):
                for index, seat in enumerate(self.hand.order):
                    state.deal_hole([CARDS[card] for card in self.hand.hole[seat]], index)
            elif any(state.board_dealing_counts):
                state.deal_board([CARDS[card] for card in self._board()])
            elif state.showdown_indices:
                self._show()
            elif state.actor_indices and self._is_idle():
                self.idle += 1
                state.check_or_call()
            else:
                return

    def _burned(self) -> Card:
        burned = [event.cards[0] for event in self.hand.events if isinstance(event, ev.Burned)]
        card = burned[len(self.state.burn_cards)]
        assert card is not None
        return card

    def _board(self) -> tuple[Card, ...]:
        return self.hand.community[:2] if self.at == "flop" else self.hand.community[2:]

    def _is_idle(self) -> bool:
        """Whether there is nothing to call and no opponent with chips."""
        actor = self.state.actor_index
        others = (self.state.stacks[index] for index in self.live if index != actor)
        return not self.state.checking_or_calling_amount and not any(others)

    def _collect(self) -> None:
        state, order = self.state, self.hand.order
        lent = state.missing
        before = list(state.bets)
        before[state.big_blind_index] -= lent
        live = self.live
        operation = state.collect_bets()
        for index, (bet, taken) in enumerate(zip(before, operation.bets, strict=True)):
            if [index] != live and bet > taken:
                self.returned[order[index]] += bet - taken
        if len(live) == 1:
            winner = live[0]
            self.kept = min(before[winner], sorted(before)[-2])
            if before[winner] > self.kept:
                self.returned[order[winner]] += before[winner] - self.kept
            pushed = sum(item.total_amount for item in state.operations if isinstance(item, ChipsPushing))
            self.pots = [(pushed + self.kept, (order[winner],))]

    def _show(self) -> None:
        state, order = self.state, self.hand.order
        if not self.pots:  # the hands that lose are dead once shown, and no longer among the eligible
            self.showdown_round = self.at or ""
            self.pots = [
                (pot.amount, tuple(sorted(order[index] for index in pot.player_indices))) for pot in state.pots
            ]
        operation = state.show_or_muck_hole_cards()
        self.showed.append((order[operation.player_index], bool(operation.hole_cards)))


def pokerkit_shares(pots: Sequence[dict[str, Any]], order: Sequence[int]) -> Counter[int]:
    """What each seat gets of our pots in PokerKit, where all odd chips of a pot go to its first winner.

    Hands that win nothing are dead there before the pots are shared, and neighbouring pots that are then left to the
    same players are one; so chips that are odd in two of our pots may be even there.
    """
    alive = {seat for pot in pots for seat in pot["paid"]}
    merged: list[tuple[set[int], int, list[int]]] = []  # who is left, how much, who wins
    for pot in pots:
        left, amount = alive & set(pot["eligible"]), pot["amount"]
        if merged and merged[-1][0] == left:
            amount += merged.pop()[1]
        merged.append((left, amount, [seat for seat in order if seat in pot["paid"]]))
    shares: Counter[int] = Counter()
    for _, amount, winners in merged:
        each, odd = divmod(amount, len(winners))
        shares.update(dict.fromkeys(winners, each))
        shares[winners[0]] += odd
    return shares
