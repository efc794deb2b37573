"""Settle recorded rounds a second time, from the cards, the decisions and the wager amounts alone.

A recorded round is one JSON object a line. `check_round` works out from the manuals what every wager must have
returned and what every derived field must say, and reports each difference as a sentence. It shares no code with the
program that played the round: it is meant to be read beside the manuals, so it prefers the plain way to the fast one.

    python checker.py rounds.jsonl ...      (or standard input)
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

Line = dict[str, Any]
Ranks = tuple[int, ...]

# Ace high: Mini-Tex, Three Card Draw Poker, High Card Flush. Ace low, king 13: High Card Draw, 3 Card Roo.
ACE_HIGH = {rank + suit: value for value, rank in enumerate("23456789TJQKA", start=2) for suit in "cdhs"}
ACE_LOW = {card: 1 if value == 14 else value for card, value in ACE_HIGH.items()}
RANK_NAMES = {str(value): value for value in range(2, 11)} | {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}

EVEN_MONEY = Fraction(1)
TIE_GOES_TO = {"push": 0, "dealer": -1, "player": 1}
BONUS_ROWS = {"ante-bonus", "seven-roo-bonus"}  # paid on another wager, so they have no stake of their own


# Reading values


def number(value: Any) -> Fraction:
    """An exact number: 2, 1.5, "2" or "3/2"."""
    if isinstance(value, bool):
        raise ValueError(f"{value} is no number")
    return Fraction(str(value))


def cents(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number of cents")
    return value


@cache
def pays(text: str, rows: int) -> tuple[Fraction, ...]:
    """Pays from the top row down: "20/5/3" or "3:2/1"."""
    odds = tuple(Fraction(row.replace(":", "/")) for row in text.split("/"))
    if len(odds) != rows:
        raise ValueError(f"the pays {text!r} must have {rows} rows")
    return odds


def winnings(amount: int, odds: Fraction) -> int:
    return amount * odds.numerator // odds.denominator


def compare(player: Ranks, dealer: Ranks) -> int:
    """1 when the player is ahead, -1 when the dealer is. A missing card loses to any card, as in tuples."""
    return (player > dealer) - (player < dealer)


def without(cards: list[str], discards: list[str]) -> list[str] | None:
    """The cards that stay, or None when a discard is not among them."""
    left = list(cards)
    for card in discards:
        if card not in left:
            return None
        left.remove(card)
    return left


# The round and its seats


@dataclass
class Seat:
    record: Line
    options: Line
    found: list[str]
    amounts: dict[str, int] = field(default_factory=dict)
    returned: dict[str, int] = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.number: int = self.record["seat"]
        self.dealt: list[str] = self.record["dealt"]
        self.drawn: list[str] = self.record["drawn"]
        self.hand: list[str] = self.record["hand"]
        self.decisions: list[Line] = self.record["decisions"]
        for row in self.record["wagers"]:
            wager, amount = row["wager"], cents(row["amount"])
            if wager in self.amounts:
                self.say(f"{wager} has two rows")
            if wager in BONUS_ROWS and amount != 0:
                self.say(f"{wager} needs no stake, but its amount is {amount}")
            if wager not in BONUS_ROWS and amount <= 0:
                self.say(f"{wager} has a stake of {amount}")
            self.amounts[wager] = amount
            self.returned[wager] = cents(row["returned"])

    def say(self, sentence: str) -> None:
        self.found.append(f"Seat {self.record['seat']}: {sentence}.")

    def expect(self, name: str, value: Any, wanted: Any) -> None:
        if value != wanted:
            self.say(f"{name} is {value}, must be {wanted}")

    def expect_cards(self, *, dealt: int, drawn: int) -> bool:
        """False when there are too few or too many cards to go on."""
        for name, cards, wanted in (("dealt", self.dealt, dealt), ("drawn", self.drawn, drawn)):
            if len(cards) != wanted:
                self.say(f"{name} holds {len(cards)} cards, must hold {wanted}")
        return len(self.dealt) == dealt and len(self.drawn) == drawn

    def expect_hand(self, *wanted: list[str]) -> None:
        """One of several equal hands, its cards in any order."""
        if sorted(self.hand) not in [sorted(cards) for cards in wanted]:
            self.say(f"hand is {self.hand}, must be {' or '.join(map(str, wanted))}")

    def only_decision(self, at: str) -> Line | None:
        if len(self.decisions) != 1 or self.decisions[0].get("at") != at:
            self.say(f"decisions must be one decision at {at!r}, not {self.decisions}")
            return None
        return self.decisions[0]

    def require(self, wager: str) -> int:
        """The stake of a wager that every player must make."""
        if wager not in self.amounts:
            self.say(f"there is no {wager} wager")
        return self.amounts.get(wager, 0)

    def require_multiple(self, wager: str, ante: int, multiple: Fraction) -> None:
        """A later bet is a given multiple of the ante."""
        amount = self.require(wager)
        if wager in self.amounts and amount != ante * multiple:
            self.say(f"{wager} is {amount}, must be {multiple} times the ante of {ante}")

    def settle(self, wager: str, result: int, odds: Fraction = EVEN_MONEY) -> None:
        """result: 1 wins, 0 pushes, -1 loses."""
        amount = self.amounts.get(wager, 0)
        self.due[wager] = 0 if result < 0 else amount + (winnings(amount, odds) if result > 0 else 0)

    def settle_side(self, wager: str, row: int | None, rows: int) -> None:
        """An optional wager against a pay table: row 0 is the top one, None loses."""
        if wager not in self.amounts:
            return
        table = self.options[wager]
        if table == "off":
            self.say(f"{wager} is not offered")
        elif row is None:
            self.settle(wager, -1)
        else:
            self.settle(wager, 1, pays(table, rows)[row])

    def settle_bonus(self, wager: str, stake: int, row: int | None, rows: int) -> None:
        """A bonus paid on another wager's stake; its row is there only when it is paid."""
        table = self.options[wager]
        if table != "off" and row is not None and winnings(stake, pays(table, rows)[row]) > 0:
            self.due[wager] = winnings(stake, pays(table, rows)[row])

    def close(self) -> None:
        """Compare what came back with what was due."""
        for wager in self.returned.keys() - self.due.keys():
            self.say(f"there must be no {wager} row")
        for wager, due in self.due.items():
            if wager not in self.returned:
                self.say(f"the {wager} row is missing, it must return {due}")
            elif self.returned[wager] != due:
                self.say(f"{wager} of {self.amounts[wager]} returned {self.returned[wager]}, must return {due}")
        self.expect("net", cents(self.record["net"]), sum(self.returned.values()) - sum(self.amounts.values()))


@dataclass
class Table:
    line: Line
    found: list[str]

    def __post_init__(self) -> None:
        self.options: Line = self.line["options"]
        self.dealer: list[str] = self.line["dealer"]
        self.community: list[str] = self.line["community"]
        self.seats = [Seat(record, self.options, self.found) for record in self.line["seats"]]
        numbers = [seat.number for seat in self.seats]
        if not numbers or len(set(numbers)) < len(numbers) or min(numbers) < 1:
            self.say(f"the seats are numbered {numbers}")

    def say(self, sentence: str) -> None:
        self.found.append(f"Table: {sentence}.")

    def expect(self, name: str, wanted: Any) -> None:
        value = self.line[name]
        if value != wanted or isinstance(value, bool) != isinstance(wanted, bool):
            self.say(f"{name} is {value}, must be {wanted}")

    def expect_dealer_hand(self, wanted: list[list[str]]) -> None:
        """One of several equal hands, its cards in any order."""
        if sorted(self.line["dealer_hand"]) not in [sorted(cards) for cards in wanted]:
            self.say(f"dealer_hand is {self.line['dealer_hand']}, must be {' or '.join(map(str, wanted))}")

    def expect_cards(self, *, dealer: int, community: int) -> None:
        """Nothing can be settled without the right number of the dealer's and shared cards."""
        for name, cards, wanted in (("dealer", self.dealer, dealer), ("community", self.community, community)):
            if len(cards) != wanted:
                raise ValueError(f"{name} holds {len(cards)} cards, must hold {wanted}")

    def expect_deck(self, *, decks: int, shared_draw: bool) -> None:
        """Every card is a card, and none is out more often than the decks hold it."""
        out = Counter([*self.dealer, *self.community])
        for seat in self.seats:
            out.update(seat.dealt)
            if not shared_draw:
                out.update(seat.drawn)
        for card, times in out.items():
            if card not in ACE_HIGH:
                raise ValueError(f"{card!r} is no card")
            if times > decks:
                self.say(f"{card} is out {times} times, but there are {decks} deck(s)")


# High Card Draw


def surviving(cards: Iterable[str]) -> Ranks:
    """Ranks from the top after pairs cancel: three of a kind leaves one card, four of a kind none."""
    counts = Counter(ACE_LOW[card] for card in cards)
    return tuple(sorted((rank for rank, times in counts.items() if times % 2), reverse=True))


def is_surviving_hand(hand: list[str], cards: list[str], ranks: Ranks) -> bool:
    """Which card of a three of a kind stays is left open."""
    return without(cards, hand) is not None and tuple(sorted((ACE_LOW[c] for c in hand), reverse=True)) == ranks


def tensup_row(cards: list[str]) -> int | None:
    high, middle, low = sorted((ACE_LOW[card] for card in cards), reverse=True)
    if high == middle or middle == low or middle < 10:
        return None
    return 0 if low >= 10 else 1 if low >= 7 else 2


def may_stand_pat(cards: list[str], pat: str) -> bool:
    row = tensup_row(cards)
    return {"three-tensup": row == 0, "two-tensup-and-seven": row in (0, 1), "any": True}[pat]


def check_community_draw(seat: Seat, kept: list[str], community: list[str], draw: str) -> None:
    """One discard takes the first shared card (or the better one, where so chosen), two take both."""
    if draw == "community-best" and len(seat.drawn) == 1:
        best = max(surviving([*kept, card]) for card in community)
        if seat.drawn[0] not in community or surviving([*kept, *seat.drawn]) != best:
            seat.say(f"drawn is {seat.drawn}, which is not the better of {community}")
    elif seat.drawn != community[: len(seat.drawn)]:
        seat.say(f"drawn is {seat.drawn}, must be taken in order from {community}")


def high_card_draw(table: Table) -> None:
    options = table.options
    draw = options["draw"]
    if draw not in ("deck", "community", "community-best"):
        raise ValueError(f"the draw {draw!r} is unknown")
    table.expect_deck(decks=1, shared_draw=draw != "deck")
    table.expect_cards(dealer=5, community=0 if draw == "deck" else 2)
    table.expect("dealer_qualifies", None)
    dealer = surviving(table.dealer)[:3]
    if not is_surviving_hand(table.line["dealer_hand"], table.dealer, dealer):
        table.say(f"dealer_hand is {table.line['dealer_hand']}, must have the ranks {dealer}")

    for seat in table.seats:
        seat.require("play")
        decision = seat.only_decision("draw")
        if decision is None:
            continue
        discards: list[str] = decision["discard"]
        if not seat.expect_cards(dealt=3, drawn=len(discards)):
            continue
        kept = without(seat.dealt, discards)
        if kept is None:
            seat.say(f"the discards {discards} are not all among {seat.dealt}")
            continue
        if len(discards) > 2:
            seat.say("three cards were discarded")
        if not discards and not may_stand_pat(seat.dealt, options["pat"]):
            seat.say(f"{seat.dealt} may not stand pat")
        if draw != "deck":
            check_community_draw(seat, kept, table.community, draw)

        final = [*kept, *seat.drawn]
        player = surviving(final)
        if not is_surviving_hand(seat.hand, final, player):
            seat.say(f"hand is {seat.hand}, must have the ranks {player}")
        if player[0] < RANK_NAMES[options["qualifier"]]:
            result = -1
        else:
            result = compare(player, dealer) or TIE_GOES_TO[options["ties"]]
        three_tensup = len(player) == 3 and player[2] >= 10
        seat.settle("play", result, number(options["three_tensup_pays"]) if three_tensup else EVEN_MONEY)
        seat.settle_side("tensup", tensup_row(seat.dealt), rows=3)
        seat.close()


# Three-card poker: Mini-Tex and Three Card Draw Poker

HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH, MINI_ROYAL = range(7)


@cache
def poker_rank(cards: tuple[str, str, str]) -> Ranks:
    """Category, then the ranks that break ties. A-K-Q suited is the best straight flush in either game."""
    high, middle, low = sorted((ACE_HIGH[card] for card in cards), reverse=True)
    flush = cards[0][1] == cards[1][1] == cards[2][1]
    straight_to = high if high == middle + 1 == low + 2 else 3 if (high, middle, low) == (14, 3, 2) else 0
    if flush and straight_to:
        return (MINI_ROYAL if straight_to == 14 else STRAIGHT_FLUSH, straight_to)
    if high == low:
        return (THREE_OF_A_KIND, high)
    if straight_to:
        return (STRAIGHT, straight_to)
    if flush:
        return (FLUSH, high, middle, low)
    if middle in (high, low):
        return (PAIR, middle, low if middle == high else high)
    return (HIGH_CARD, high, middle, low)


def best_three(sets: Iterable[tuple[str, str, str]]) -> tuple[Ranks, list[list[str]]]:
    """The best rank and every set of three cards that has it."""
    ranked = [(poker_rank(cards), cards) for cards in sets]
    best = max(rank for rank, _ in ranked)
    return best, [list(cards) for rank, cards in ranked if rank == best]


def mini_tex_hand(hole: list[str], community: list[str]) -> tuple[Ranks, list[list[str]]]:
    """Best three of five with at least one hole card."""
    sets = combinations([*hole, *community], 3)
    return best_three(cards for cards in sets if hole[0] in cards or hole[1] in cards)


def pocket_poker_row(hole: list[str]) -> int | None:
    """A-K suited, pair of aces, straight flush, pair, straight."""
    high, low = sorted((ACE_HIGH[card] for card in hole), reverse=True)
    suited = hole[0][1] == hole[1][1]
    if high == low:
        return 1 if high == 14 else 3
    if high == low + 1 or (high, low) == (14, 2):
        return 4 if not suited else 0 if low == 13 else 2
    return None


def mini_tex_bets(seat: Seat, ante: int, multiples: tuple[Fraction, ...]) -> tuple[list[str], bool] | None:
    """The bets made after the ante, and whether the hand was folded; None when the decisions make no sense."""
    steps = (("hole", "flop"), ("flop", "river"), ("river", "play"))
    bets: list[str] = []
    for decision, (at, wager), multiple in zip(seat.decisions, steps, multiples, strict=False):
        if decision.get("at") != at or decision.get("choice") not in ("bet", "fold"):
            break
        if decision["choice"] == "fold":
            if len(seat.decisions) == len(bets) + 1:
                return bets, True
            break
        seat.require_multiple(wager, ante, multiple)
        bets.append(wager)
    if len(bets) == len(seat.decisions) == 3:
        return bets, False
    seat.say(f"the decisions {seat.decisions} are not bets at hole, flop and river up to a fold")
    return None


def mini_tex(table: Table) -> None:
    options = table.options
    multiples = pays(options["bets"], 3)
    table.expect_deck(decks=1, shared_draw=False)
    table.expect_cards(dealer=2, community=3)
    dealer, dealer_hands = mini_tex_hand(table.dealer, table.community)
    lowest = {"pair": (PAIR,), "ace-king": (HIGH_CARD, 14, 13)}[options["qualifier"]]
    qualifies = dealer >= lowest
    table.expect("dealer_qualifies", qualifies)
    table.expect_dealer_hand(dealer_hands)

    for seat in table.seats:
        if not seat.expect_cards(dealt=2, drawn=0):
            continue
        ante = seat.require("ante")
        seat.settle_side("pocket-poker", pocket_poker_row(seat.dealt), rows=5)
        made = mini_tex_bets(seat, ante, multiples)
        if made is None:
            continue
        bets, folded = made
        if folded:
            seat.expect_hand([])
            for wager in ("ante", *bets):
                seat.settle(wager, -1)
        else:
            player, hands = mini_tex_hand(seat.dealt, table.community)
            seat.expect_hand(*hands)
            for wager in ("ante", "flop", "river"):
                seat.settle(wager, compare(player, dealer) if qualifies else 1)
            seat.settle("play", compare(player, dealer) if qualifies else 0)
        seat.close()


def three_card_draw_poker(table: Table) -> None:
    table.expect_deck(decks=1, shared_draw=False)
    table.expect_cards(dealer=4, community=0)
    table.expect("dealer_qualifies", None)
    dealer, dealer_hands = best_three(combinations(table.dealer, 3))
    table.expect_dealer_hand(dealer_hands)

    for seat in table.seats:
        if len(seat.dealt) != 3:
            seat.expect_cards(dealt=3, drawn=len(seat.drawn))
            continue
        category = poker_rank((seat.dealt[0], seat.dealt[1], seat.dealt[2]))[0]
        seat.settle_side("pair-plus", MINI_ROYAL - category if category >= PAIR else None, rows=6)
        if "ante" in seat.amounts:
            if not settle_ante_and_play(seat, dealer):
                continue
        else:
            if "pair-plus" not in seat.amounts:
                seat.say("there is neither an ante nor a pair-plus wager")
            seat.expect_cards(dealt=3, drawn=0)
            seat.expect("decisions", seat.decisions, [])
            if seat.hand:
                seat.expect_hand(seat.dealt)
        seat.close()


def settle_ante_and_play(seat: Seat, dealer: Ranks) -> bool:
    """False when the decision makes no sense."""
    decision = seat.only_decision("play")
    if decision is None:
        return False
    ante = seat.amounts["ante"]
    if decision["choice"] == "fold":
        seat.expect_cards(dealt=3, drawn=0)
        seat.expect_hand([])
        seat.settle("ante", -1)
        return True
    if decision["choice"] != "play":
        seat.say(f"{decision['choice']!r} is neither fold nor play")
        return False
    multiple, most = number(decision["multiple"]), number(seat.options["play_most"])
    if not 1 <= multiple <= most:
        seat.say(f"a play bet of {multiple} times the ante is not from 1 to {most} times")
    seat.require_multiple("play", ante, multiple)
    discards: list[str] = decision["discard"]
    kept = without(seat.dealt, discards)
    if kept is None or len(discards) > 1:
        seat.say(f"the discards {discards} are not none or one of {seat.dealt}")
        return False
    if not seat.expect_cards(dealt=3, drawn=len(discards)):
        return False
    final = [*kept, *seat.drawn]
    seat.expect_hand(final)
    player = poker_rank((final[0], final[1], final[2]))
    seat.settle("ante", compare(player, dealer))
    seat.settle("play", compare(player, dealer))
    bonus_row = MINI_ROYAL - player[0] if player[0] >= THREE_OF_A_KIND else None
    seat.settle_bonus("ante-bonus", ante, bonus_row, rows=3)
    return True


# 3 Card Roo


def placed(two: list[str], open_position: str, third: str) -> dict[str, str]:
    """The lower of the two cards goes left of the higher one, the third card to the open position."""
    lower, higher = sorted(two, key=lambda card: ACE_LOW[card])
    taken = [position for position in ("low", "middle", "high") if position != open_position]
    return {taken[0]: lower, taken[1]: higher, open_position: third}


def roo_straight(positions: dict[str, str]) -> list[str]:
    """The three cards low to high, or none when they do not ascend."""
    low, middle, high = positions["low"], positions["middle"], positions["high"]
    return [low, middle, high] if ACE_LOW[low] < ACE_LOW[middle] < ACE_LOW[high] else []


def house_way(two: Sequence[str], high_open_up_to: int) -> str:
    """The position that the dealer leaves open in 3 Card Roo."""
    lower, higher = sorted(ACE_LOW[card] for card in two)
    if higher <= high_open_up_to:
        return "high"
    completing = {"low": lower - 1, "middle": higher - lower - 1, "high": 13 - higher}
    most = max(completing.values())
    return next(position for position in ("high", "middle", "low") if completing[position] == most)


def from_the_top(roo: list[str]) -> Ranks:
    return tuple(ACE_LOW[card] for card in reversed(roo))


def pocket_roo_row(roo: list[str]) -> int | None:
    """Royal Flush Roo, Royal Roo, 4 and 10, 10, 4."""
    ranks = from_the_top(roo)
    if ranks == (13, 7, 1):
        return 0 if len({card[1] for card in roo}) == 1 else 1
    if 10 in ranks:
        return 2 if 4 in ranks else 3
    return 4 if 4 in ranks else None


def third_card_pair_row(two: list[str], third: str) -> int | None:
    if third[0] not in (two[0][0], two[1][0]):
        return None
    return 2 if third[0] == "7" else 3


def three_card_roo(table: Table) -> None:
    table.expect_deck(decks=1, shared_draw=False)
    dealer_pair = len(table.dealer) >= 2 and table.dealer[0][0] == table.dealer[1][0]
    table.expect_cards(dealer=2 if dealer_pair else 3, community=0)
    nothing = {"low": None, "middle": None, "high": None}
    dealer_roo: list[str] = []
    if dealer_pair:
        table.expect("dealer_positions", nothing)
    else:
        open_position = house_way(table.dealer[:2], int(table.options["house_way"]))
        dealer_positions = placed(table.dealer[:2], open_position, table.dealer[2])
        table.expect("dealer_positions", dealer_positions)
        dealer_roo = roo_straight(dealer_positions)
    table.expect("dealer_hand", dealer_roo)
    table.expect("dealer_qualifies", bool(dealer_roo))

    for seat in table.seats:
        play = seat.require("play")
        if len(seat.dealt) == 2 and seat.dealt[0][0] == seat.dealt[1][0]:
            seat.expect_cards(dealt=2, drawn=0)
            seat.expect("decisions", seat.decisions, [])
            seat.expect("positions", seat.record["positions"], nothing)
            seat.expect("hand", seat.hand, [])
            seat.settle("play", 0)
            seat.settle_side("pocket-roo", None, rows=5)
            seat.settle_side("pairs-pay", 0 if seat.dealt[0][0] == "7" else 1, rows=4)
            seat.close()
            continue
        decision = seat.only_decision("place")
        if decision is None or not seat.expect_cards(dealt=2, drawn=1):
            continue
        if decision["open"] not in nothing:
            seat.say(f"{decision['open']!r} is no position")
            continue
        positions = placed(seat.dealt, decision["open"], seat.drawn[0])
        seat.expect("positions", seat.record["positions"], positions)
        roo = roo_straight(positions)
        seat.expect("hand", seat.hand, roo)
        if not roo:
            seat.settle("play", -1)
        else:
            seat.settle("play", compare(from_the_top(roo), from_the_top(dealer_roo)) if dealer_roo else 1)
            if 7 in from_the_top(roo) and not dealer_pair:
                bonus_row = 0 if from_the_top(roo) == (13, 7, 1) else 1
                seat.settle_bonus("seven-roo-bonus", play, bonus_row, rows=2)
        seat.settle_side("pocket-roo", pocket_roo_row(roo), rows=5)
        seat.settle_side("pairs-pay", third_card_pair_row(seat.dealt, seat.drawn[0]), rows=4)
        seat.close()


# 2 Card Roo


def roo_values(positions: dict[str, str]) -> Ranks:
    """High then low value by position: the ace is 14 in the high position and 1 in the low one."""
    return ACE_HIGH[positions["high"]], ACE_LOW[positions["low"]]


def flush_roo_row(positions: dict[str, str]) -> int | None:
    """Suited A-A is a flush: 14 over 1 is a valid Roo but no straight."""
    high, low = roo_values(positions)
    if high <= low or positions["high"][1] != positions["low"][1]:
        return None
    return 0 if high - low == 1 else 1


def two_card_roo(table: Table) -> None:
    options = table.options
    table.expect_deck(decks=int(options["decks"]), shared_draw=False)
    table.expect_cards(dealer=2, community=0)
    first, second = table.dealer
    if ACE_HIGH[first] <= int(options["house_way"]):
        dealer_positions = {"low": first, "high": second}
    else:
        dealer_positions = {"low": second, "high": first}
    dealer = roo_values(dealer_positions)
    dealer_pair = first[0] == second[0]
    dealer_roo = dealer[0] > dealer[1] and not dealer_pair
    table.expect("dealer_positions", dealer_positions)
    table.expect("dealer_qualifies", dealer_roo)
    table.expect("dealer_hand", [dealer_positions["low"], dealer_positions["high"]] if dealer_roo else [])
    without_roo = {"push": 0, "loses": 1}[options["dealer_pair"]] if dealer_pair else 1
    aces_are_roo = {"roo": True, "push": False}[options["aces"]]

    for seat in table.seats:
        seat.require("roo")
        decision = seat.only_decision("place")
        if decision is None or not seat.expect_cards(dealt=1, drawn=1):
            continue
        position = decision["position"]
        if position not in ("low", "high"):
            seat.say(f"{position!r} is no position")
            continue
        positions = {position: seat.dealt[0], "high" if position == "low" else "low": seat.drawn[0]}
        seat.expect("positions", seat.record["positions"], positions)
        player = roo_values(positions)
        pair = positions["low"][0] == positions["high"][0]
        aces = player == (14, 1)
        both = [positions["low"], positions["high"]]
        if pair and not aces and options["pairs_push"] == "no":
            seat.expect("hand", seat.hand, [])
            seat.settle("roo", -1)
        elif pair and not (aces and aces_are_roo):
            if not (aces and seat.hand == both):
                seat.expect("hand", seat.hand, [])
            seat.settle("roo", 0)
        elif player[0] < player[1]:
            seat.expect("hand", seat.hand, [])
            seat.settle("roo", -1)
        else:
            seat.expect("hand", seat.hand, both)
            odds = (compare(player, dealer) or TIE_GOES_TO[options["ties"]]) if dealer_roo else without_roo
            suited = both[0][1] == both[1][1]
            seat.settle("roo", odds, Fraction(options["flush_wins_pay"]) if suited else EVEN_MONEY)
        seat.settle_side("flush-roo", flush_roo_row(positions), rows=2)
        seat.settle_side("pairs-pay", 0 if pair else None, rows=1)
        seat.close()


# High Card Flush


def longest_flush(cards: list[str]) -> tuple[Ranks, list[list[str]]]:
    """Length then ranks from the top, and every suit that is as good."""
    suits = [[card for card in cards if card[1] == suit] for suit in "cdhs"]
    ranked = [((len(suit), *sorted((ACE_HIGH[card] for card in suit), reverse=True)), suit) for suit in suits]
    best = max(rank for rank, _ in ranked)
    return best, [suit for rank, suit in ranked if rank == best]


def longest_straight_flush(cards: list[str]) -> int:
    """Ace high or low, no wrap."""
    longest = 0
    for suit in "cdhs":
        ranks = {values[card] for values in (ACE_HIGH, ACE_LOW) for card in cards if card[1] == suit}
        run = 0
        for rank in range(1, 15):
            run = run + 1 if rank in ranks else 0
            longest = max(longest, run)
    return longest


def settle_progressive(table: Table) -> None:
    """All contributions go in first; then the shares are taken from the dealer's right, the highest seat first."""
    options = table.options
    if options["progressive"] == "off":
        for seat in table.seats:
            seat.settle_side("progressive", None, rows=5)
        if table.line.get("meter_before") is not None or table.line.get("meter_after") is not None:
            table.say("there is a meter, but the progressive is off")
        return
    prizes: list[str] = options["progressive"].split("/")
    if len(prizes) != 5:
        raise ValueError(f"the progressive {options['progressive']!r} must have 5 rows")
    meter = cents(table.line["meter_before"])
    in_action = [seat for seat in table.seats if "progressive" in seat.amounts]
    for seat in in_action:
        seat.expect("progressive amount", seat.amounts["progressive"], int(options["progressive_wager"]))
        meter += winnings(seat.amounts["progressive"], number(options["progressive_rate"]))
    for seat in sorted(in_action, key=lambda seat: -seat.number):
        length = longest_straight_flush(seat.dealt)
        paid = 0
        if length >= 3:
            prize = prizes[7 - length]
            if prize.startswith("$"):
                paid = int(number(prize[1:]) * 100)
            elif prize.endswith("%"):
                paid = winnings(meter, number(prize[:-1]) / 100)
                meter = int(options["progressive_seed"]) if prize == "100%" else meter - paid
            else:
                raise ValueError(f"the progressive prize {prize!r} is neither dollars nor a share")
        seat.due["progressive"] = paid
    cents(table.line["meter_after"])
    table.expect("meter_after", meter)


def high_card_flush(table: Table) -> None:
    options = table.options
    table.expect_deck(decks=1, shared_draw=False)
    table.expect_cards(dealer=7, community=0)
    if len(table.seats) > 6:
        table.say(f"{len(table.seats)} players are more than six")
    dealer, dealer_hands = longest_flush(table.dealer)
    qualifies = dealer >= (3, RANK_NAMES[options["qualifier"]])
    table.expect("dealer_qualifies", qualifies)
    table.expect_dealer_hand(dealer_hands)
    settle_progressive(table)

    for seat in table.seats:
        if not seat.expect_cards(dealt=7, drawn=0):
            continue
        ante = seat.require("ante")
        player, hands = longest_flush(seat.dealt)
        suited, run = player[0], longest_straight_flush(seat.dealt)
        seat.settle_side("flush", 7 - suited if suited >= 4 else None, rows=4)
        seat.settle_side("straight-flush", 7 - run if run >= 3 else None, rows=5)
        decision = seat.only_decision("raise")
        if decision is None:
            continue
        if decision["choice"] == "fold":
            seat.expect_hand([])
            seat.settle("ante", -1)
        elif decision["choice"] == "raise":
            seat.expect_hand(*hands)
            multiple = number(decision["multiple"])
            most = pays(options["raises"], 3)[0 if suited <= 4 else 1 if suited == 5 else 2]
            if not 1 <= multiple <= most:
                seat.say(f"a raise of {multiple} times the ante with {suited} suited cards is not 1 to {most} times")
            seat.require_multiple("raise", ante, multiple)
            seat.settle("ante", compare(player, dealer) if qualifies else 1)
            seat.settle("raise", compare(player, dealer) if qualifies else 0)
        else:
            seat.say(f"{decision['choice']!r} is neither fold nor raise")
            continue
        seat.close()


# All games

GAMES: dict[str, Callable[[Table], None]] = {
    "high-card-draw": high_card_draw,
    "mini-tex": mini_tex,
    "three-card-draw-poker": three_card_draw_poker,
    "three-card-roo": three_card_roo,
    "two-card-roo": two_card_roo,
    "high-card-flush": high_card_flush,
}


def check_round(line: Line) -> list[str]:
    """Every difference between the recorded round and the manuals, a sentence each; none when all is right."""
    identity = ("edition", "fingerprint", "seed")
    found = [f"Table: there is no {name}." for name in identity if line.get(name) in (None, "")]
    game = line.get("game")
    if game not in GAMES:
        return [*found, f"Table: {game!r} is not one of {', '.join(GAMES)}."]
    try:
        GAMES[game](Table(line, found))
    except KeyError as error:
        found.append(f"Table: the field or value {error} is missing or unknown.")
    except (ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError) as error:
        found.append(f"Table: the round cannot be settled: {error}.")
    return found


def lines_of(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every line that is not blank, with the place where it stands."""
    for path in paths or ["-"]:
        if path == "-":
            yield from ((f"line {count}", text) for count, text in enumerate(sys.stdin, start=1) if text.strip())
        else:
            with open(path, encoding="utf-8") as file:
                yield from ((f"{path}:{count}", text) for count, text in enumerate(file, start=1) if text.strip())


def main(arguments: Sequence[str] | None = None) -> int:
    rounds = differences = 0
    for place, text in lines_of(sys.argv[1:] if arguments is None else arguments):
        rounds += 1
        try:
            line = json.loads(text)
            found = check_round(line) if isinstance(line, dict) else ["The line is no JSON object."]
        except json.JSONDecodeError as error:
            found = [f"The line is no JSON: {error}."]
        differences += len(found)
        for sentence in found:
            print(f"{place}: {sentence}")
    print(f"{rounds} rounds, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
