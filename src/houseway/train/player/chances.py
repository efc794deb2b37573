"""Chances among players: read the hand, the price of the call, the chance to win, and whether the call pays.

The program plays everybody up to a point where one opponent is left and a bet is to be called: against one unknown hand
the chance to win is counted, not estimated.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway import rounding
from houseway.cards import Card
from houseway.errors import HousewayError, OptionError
from houseway.money import dollars
from houseway.opponents import opponent
from houseway.rules.game import TableGame
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import COMMUNITY, Deal
from houseway.table.betting import CALL, FOLD
from houseway.table.pot_round import PotRound
from houseway.table.pot_view import PotView
from houseway.train.exercise import Exercise, Grade, Judged, Part, Question
from houseway.train.forms import Choice, OneOf
from houseway.train.streams import mixed, stream

READ, PRICE, WIN, CALLS = "read", "price", "win", "call"
ITEMS = (READ, PRICE, WIN, CALLS)
BAND = 10  # percent: a chance is told by the tenth that it lies in
STACK = 100  # big blinds
MOST_HANDS = 200  # dealt to find one that fits
OTHERS = 4  # wrong answers beside the right one


class Point(NamedTuple):
    """A point of a hand where somebody faces a bet of the only opponent left."""

    hand: PotRound
    seat: int
    call: int
    view: PotView
    hole: tuple[Card, ...]

    @property
    def pot(self) -> int:
        return self.view.pot_for(self.seat, self.call)

    @property
    def needs(self) -> Fraction:
        """The share of the pot that pays for the call, before any rake."""
        return Fraction(self.call, self.pot)


class Chances(Exercise):
    """Four questions about one hand. `about` may be one of them: `chance win`."""

    kind = "chances"
    game: PotGame[Any]

    def __init__(self, game: PotGame[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        self._asked = (about.removeprefix("chance "),) if about else ITEMS
        self._point = _found(game, seed)
        self._share = share_against_one(game, self._point.hole, self._point.view.shown_community())
        self._choices = {item: getattr(self, f"_{item}_choices")() for item in self._asked}

    @classmethod
    def check_about(cls, game: TableGame[Any], about: str) -> None:
        if about not in (f"chance {item}" for item in ITEMS):
            known = ", ".join(f"chance {item}" for item in ITEMS)
            raise OptionError(f"An exercise about chances cannot be about {about!r}: there are {known}.")

    @property
    def covers(self) -> tuple[str, ...]:
        return tuple(f"chance {item}" for item in self._asked)

    @property
    def question(self) -> Question | None:
        if len(self.grades) == len(self._asked):
            return None
        item, point = self._asked[len(self.grades)], self._point
        prompt = {
            READ: "What do you hold?",
            PRICE: f"You can call {dollars(point.call)}: how often must you win for that to pay, before any rake?",
            WIN: "How often do you win against one random hand, counting half of the ties?",
            CALLS: "Does the call pay against one random hand?",
        }[item]
        told = (f"The pot is {dollars(point.view.pot)}; one opponent is left.",)
        choices = self._choices[item]
        return Question(prompt, (Part(item, prompt, OneOf(choices)),), view=_unnamed(point.view), told=told)

    def key_answer(self) -> dict[str, Any]:
        item = self._asked[len(self.grades)]
        return {item: self._right(item)}

    def judge(self, given: Mapping[str, Any]) -> Grade:
        item = self._asked[len(self.grades)]
        chosen, right = given[item], self._right(item)
        labels = {choice.id: choice.label for choice in self._choices[item]}
        why = self._why(item)
        return Grade((Judged(item, chosen == right, labels[chosen], labels[right], why),), why=why)

    def _right(self, item: str) -> str:
        if item == READ:
            return str(self._rank(self._point.hole))
        if item == PRICE:
            return percent(self._point.needs)
        if item == WIN:
            return str(_band(self._share))
        return CALL if self._share > self._point.needs else FOLD

    def _why(self, item: str) -> str:
        point, needs, share = self._point, percent(self._point.needs), percent(self._share)
        if item == READ:
            best = " ".join(card.pretty for card in self.game.best(point.hole, point.view.shown_community()))
            return f"{best} is {self._words}." if best else f"That is {self._words}."
        if item == PRICE:
            return f"The call of {dollars(point.call)} plays for a pot of {dollars(point.pot)} with it: {needs}."
        if item == WIN:
            return f"Over all hands of the opponent and all cards to come it is {share}."
        pays = "the call pays" if self._share > point.needs else "the call does not pay"
        return f"You win {share} against one random hand and need {needs}: {pays}."

    # --- what there is to choose ---

    @property
    def _words(self) -> str:
        return self.game.describe(self._point.hole, self._point.view.shown_community())

    def _rank(self, hole: tuple[Card, ...]) -> int:
        """What tells a hand from others on the same board."""
        return self.game.rank(hole, self._point.view.shown_community())

    def _read_choices(self) -> tuple[Choice, ...]:
        """The hand, and what other cards would have been on the same board."""
        numbers, board = stream("read", self.seed), self._point.view.shown_community()
        found = {self._rank(self._point.hole): self._words}
        left = [card for card in self.game.deck if card not in (*self._point.hole, *board)]
        for _ in range(100):
            if len(found) > OTHERS:
                break
            kept = self._point.hole[:1] if numbers.below(2) else ()
            cards = (*kept, *(left[numbers.below(len(left))] for _ in range(self.game.hole_cards - len(kept))))
            words = self.game.describe(cards, board) if len(set(cards)) == len(cards) else self._words
            if words not in found.values():  # no two choices read alike
                found.setdefault(self._rank(cards), words)
        return tuple(Choice(str(rank), words) for rank, words in mixed(numbers, list(found.items())))

    def _price_choices(self) -> tuple[Choice, ...]:
        """The price, and what comes of forgetting one's own call, of counting it twice, and of near misses."""
        point = self._point
        wrong = [
            Fraction(point.call, max(point.call, point.pot - point.call)),
            Fraction(point.call, point.pot + point.call),
            Fraction(point.pot - 2 * point.call, point.pot) if point.pot > 2 * point.call else Fraction(2, 3),
            point.needs / 2,
            min(Fraction(1), point.needs + Fraction(1, 8)),
        ]
        texts = list(dict.fromkeys([percent(point.needs), *map(percent, wrong)]))[: OTHERS + 1]
        texts.sort(key=lambda text: float(text[:-1]))
        return tuple(Choice(text, text) for text in texts)

    def _win_choices(self) -> tuple[Choice, ...]:
        bands = range(0, 100, BAND)
        return tuple(
            Choice(str(band), f"{band}% or more" if band + BAND == 100 else f"{band}% to less than {band + BAND}%")
            for band in bands
        )

    def _call_choices(self) -> tuple[Choice, ...]:
        return Choice(CALL, "Yes, it pays"), Choice(FOLD, "No, it costs more than it wins")


def share_against_one(game: PotGame[Any], hole: tuple[Card, ...], community: tuple[Card, ...]) -> Fraction:
    """The chance to win against one unknown hand, with half of the ties: counted where that is a matter of seconds."""
    from houseway.odds.equity import equity  # brings numba

    return Fraction(equity(game, hole, community).share)


def _found(game: PotGame[Any], seed: str) -> Point:
    """The first hand of the seed that comes to such a point, played by careless opponents. Where there are shared cards
    to come to, some are there: counting all boards takes longer than anybody likes to wait for a question."""
    numbers = stream("chances", seed)
    shared = any(isinstance(step, Deal) and step.to == COMMUNITY for step in game.procedure)
    for number in range(MOST_HANDS):
        seats = 2 + numbers.below(min(3, game.seats - 1))
        stacks = dict.fromkeys(range(1, seats + 1), STACK * game.options.big_blind)
        hand = PotRound(game, stacks, button=1 + numbers.below(seats), seed=f"{seed} hand {number}")
        players = {seat: opponent("careless", f"{seed} {number} {seat}") for seat in stacks}
        after = numbers.below(6)  # actions before the question may be asked
        while hand.turn is not None:
            seat, view = hand.turn, hand.view(hand.turn)
            left = [player for player in view.players.values() if not player.folded]
            faces_bet = view.legal is not None and view.legal.call > 0 and len(left) == 2
            if faces_bet and len(hand.actions) >= after and (view.shown_community() or not shared):
                hole = tuple(card for card in view.players[seat].cards if card is not None)
                assert view.legal is not None
                return Point(hand, seat, view.legal.call, view, hole)
            hand.act(seat, *players[seat].decide(view))
    raise HousewayError(f"{game.name} has no hand with a bet of one opponent among those that were dealt.")


def _unnamed(view: PotView) -> dict[str, Any]:
    """The player's own view, without the words for the hand: they would answer a question."""
    shown = view.to_json()
    return {**shown, "players": [{**player, "words": ""} for player in shown["players"]]}


def _band(share: Fraction) -> int:
    return min(100 - BAND, int(share * 100) // BAND * BAND)


def percent(share: Fraction) -> str:
    return rounding.percent(share, 1)
