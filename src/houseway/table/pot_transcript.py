"""A hand among players as a plain text history, a line for what a player would tell another.

The words follow from the events given, whole or as one person may see them (`events.seen_by`): a card out of sight is
written `??`, and a hand that is not all in sight is not named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from houseway.cards import Card
from houseway.money import dollars
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import COMMUNITY, BettingRound, Deal
from houseway.table import events as ev
from houseway.table.transcript import outcome

HIDDEN = "??"
POSTS = {
    "post-ante": "posts the ante",
    "post-small-blind": "posts the small blind",
    "post-big-blind": "posts the big blind",
}


def tell_hand(
    events: Iterable[ev.HandEvent], game: PotGame[Any], names: Mapping[int, str] | None = None
) -> Iterator[str]:
    """All events of a hand, as lines; `names` are the players' names by seat."""
    teller = HandTeller(game, names or {})
    for event in events:
        yield from teller.tell(event)


class HandTeller:
    """Tells a hand in order, and keeps count of the chips to say what is in the pot and who is all in."""

    def __init__(self, game: PotGame[Any], names: Mapping[int, str]) -> None:
        self._game = game
        self._names = names
        self._streets = _streets(game)
        self._stacks: dict[int, int] = {}
        self._pot = 0
        self._community: list[Card | None] = []
        self._dealt = False
        self._ends = _ends(game)  # those not told yet
        self._big_blind = False  # whether it has been posted; any further one is posted to come in

    def sentence(self, event: ev.HandEvent) -> str:
        """The event as one line of text, without the rules around headings; empty for one that is not worth a line."""
        return ". ".join(line.replace("--- ", "").replace(" ---  ", ", ") for line in self.tell(event))

    def tell(self, event: ev.HandEvent) -> Iterator[str]:
        """The event as the lines of a printed history."""
        match event:
            case ev.HandOpened():
                yield from self._opened(event)
            case ev.WagersPlaced(seat, stakes):
                for wager, amount in stakes.items():
                    self._stacks[seat] -= amount
                    yield f"Seat {seat} bets {dollars(amount)} on {self._game.wager[wager].name}"
            case ev.Posted():
                yield self._posted(event)
            case ev.Dealt(to, _, _, cards):
                yield from self._dealt_to(to, cards)
            case ev.Bet():
                yield self._bet(event)
            case ev.CaseMet(case) if case in self._ends:
                yield self._ends.pop(case)
            case ev.Returned(seat, amount):
                self._put_in(seat, -amount)
                yield f"{dollars(amount)} comes back to seat {seat} (uncalled)"
            case ev.Shown(seat, cards):
                yield f"Seat {seat} shows {_cards(cards)}{self._words(cards)}"
            case ev.Mucked(seat):
                yield f"Seat {seat} mucks"
            case ev.PotPaid():
                yield _pot_paid(event)
            case ev.Settled():
                yield self._settled(event)
            case ev.HandClosed(stacks):
                yield "Final stacks: " + ", ".join(f"seat {seat} {dollars(chips)}" for seat, chips in stacks.items())

    def _opened(self, event: ev.HandOpened) -> Iterator[str]:
        stacked = "" if event.fair else "; the deck is stacked"
        yield f"{self._game.name}, edition {event.edition}, button at seat {event.button}{stacked}"
        self._stacks = dict(event.stacks)
        for seat, chips in event.stacks.items():
            name = f" ({self._names[seat]})" if seat in self._names else ""
            yield f"Seat {seat}{name}: {dollars(chips)}"

    def _posted(self, event: ev.Posted) -> str:
        seat, do, amount, dead = event
        words = POSTS[do]
        if do == "post-small-blind" and dead:
            words = "posts a missed small blind, dead,"
        elif do == "post-big-blind":
            words = "posts a big blind" if self._big_blind else words
            self._big_blind = True
        return f"Seat {seat} {words} {dollars(amount)}{self._put_in(seat, amount)}"

    def _dealt_to(self, to: int | str, cards: ev.Cards) -> Iterator[str]:
        if isinstance(to, int):
            if not self._dealt:
                self._dealt = True
                yield self._heading("hole cards")
            yield f"Seat {to} is dealt {_cards(cards)}"
        else:
            street = self._streets[len(self._community)]
            self._community.extend(cards)
            yield self._heading(f"{street}: {_cards(cards)}")

    def _heading(self, words: str) -> str:
        return f"--- {words} ---  pot {dollars(self._pot)}"

    def _bet(self, event: ev.Bet) -> str:
        _, seat, do, amount, to = event
        size = {"call": f" {dollars(amount)}", "bet": f" {dollars(to)}", "raise": f" to {dollars(to)}"}.get(do, "")
        return f"Seat {seat} {do}s{size}{self._put_in(seat, amount)}"

    def _put_in(self, seat: int, amount: int) -> str:
        """Count the chips, and say so when they were the last ones."""
        self._stacks[seat] -= amount
        self._pot += amount
        return " (all in)" if amount > 0 and not self._stacks[seat] else ""

    def _words(self, cards: ev.Cards) -> str:
        hole = tuple(card for card in cards if card is not None)
        community = tuple(card for card in self._community if card is not None)
        if len(hole) < len(cards) or len(community) < len(self._community):
            return ""
        return f": {self._game.describe(hole, community)}"

    def _settled(self, event: ev.Settled) -> str:
        seat, wager, amount, returned, _, reason = event
        return f"Seat {seat} {self._game.wager[wager].name} {dollars(amount)}: {outcome(amount, returned)} ({reason})"


def _streets(game: PotGame[Any]) -> dict[int, str]:
    """What the community cards are called, by how many lie there before them: as the betting round that follows."""
    names: dict[int, str] = {}
    before = there = 0
    for step in game.procedure:
        if isinstance(step, Deal) and step.to == COMMUNITY:
            before, there = there, there + step.count
        elif isinstance(step, BettingRound) and there:
            names[before] = step.at
    return names


def _ends(game: PotGame[Any]) -> dict[str, str]:
    """Why betting rounds end early, by case."""
    cases = (case for step in game.procedure if isinstance(step, BettingRound) for case in step.cases)
    return {case.id: case.reason[:1].upper() + case.reason[1:] for case in cases}


def _pot_paid(event: ev.PotPaid) -> str:
    number, amount, eligible, paid, rake = event
    name = "Main pot" if number == 1 else f"Side pot {number - 1}"
    who = f"{'seat' if len(eligible) == 1 else 'seats'} {', '.join(map(str, eligible))}"
    fee = f"the house takes {dollars(rake)}, " if rake else ""
    return f"{name} {dollars(amount)} ({who}): {fee}{_shares(paid)}"


def _shares(paid: Mapping[int, int]) -> str:
    if len(paid) == 1:
        return "".join(f"seat {seat} wins {dollars(chips)}" for seat, chips in paid.items())
    least = min(paid.values())
    shares = (f"seat {seat} {dollars(chips)}{' (odd chip)' if chips > least else ''}" for seat, chips in paid.items())
    return f"split: {', '.join(shares)}"


def _cards(cards: ev.Cards) -> str:
    return " ".join(HIDDEN if card is None else card.pretty for card in cards)
