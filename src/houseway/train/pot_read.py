"""Read the hand among players: name those that are shown, say which cards play, and who wins each pot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from houseway.cards import Card, texts
from houseway.errors import HousewayError
from houseway.rules.game import TableGame
from houseway.rules.pot_game import ONE_LEFT, PotGame
from houseway.rules.procedure import Showdown
from houseway.table import events as ev
from houseway.table.pot_round import PotRound
from houseway.table.shuffle import Stream
from houseway.train.forms import Choice, SomeCards
from houseway.train.items import all_steps, case_name, case_of_item, case_quote, step_name
from houseway.train.pot_hands import TRIES, felt, other_hands, played_hands, pot_name, told
from houseway.train.read_hand import made_of, named, row_words
from houseway.train.readings import Page, PagedExercise, Reading, choice
from houseway.train.streams import mixed, stream

MOST_HANDS = 2  # that are read, of those shown
SPLIT = "split"


class ReadShowdown(PagedExercise):
    """A page for each of some hands that are shown, then one for the pots."""

    kind = "read"

    def __init__(self, game: TableGame[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        assert isinstance(game, PotGame)
        for played in islice(played_hands(game, f"read {seed}"), TRIES):
            reader = _Reader(played.hand, stream("read", seed))
            if len(reader.shown) > 1 and (not about or about in reader.items):
                self.hand, self.pages = played.hand, tuple(reader.pages())
                return
        raise self.unmet()

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        """The showdown, and its cases in which hands are shown."""
        case = case_of_item(game, item)
        if case is None or case.case is None:
            return isinstance(all_steps(game).get(item), Showdown)
        at = [all_steps(game)[step_name(path)] for path in case.paths]
        return ONE_LEFT not in case.case.when and any(isinstance(step, Showdown) for step in at)


class _Reader:
    """What there is to read at one showdown."""

    def __init__(self, hand: PotRound, numbers: Stream) -> None:
        self.game, self.hand, self.numbers = hand.game, hand, numbers
        at = [number for number, event in enumerate(hand.events) if isinstance(event, ev.PotPaid)]
        self.events = hand.events[: at[0]] if at else ()
        self.paid = [event for event in hand.events if isinstance(event, ev.PotPaid)]
        self.shown = [event.seat for event in self.events if isinstance(event, ev.Shown)]
        self.path = hand.step_of(at[0] if at else 0)
        showdown = (event.case for event in self.events if isinstance(event, ev.CaseMet))
        *_, self.case = "", *(case for case in showdown if self.path in self.game.case(case).paths)

    @property
    def items(self) -> tuple[str, ...]:
        return step_name(self.path), case_name(self.case)

    def pages(self) -> Iterator[Page]:
        for seat in sorted(mixed(self.numbers, self.shown)[:MOST_HANDS]):
            if readings := tuple(self._hand(seat)):
                yield self._page(f"The hands are shown: read that of seat {seat}.", readings)
        standing = [{"amount": pot.amount, "eligible": list(pot.eligible), "paid": {}} for pot in self.paid]
        yield self._page("Who wins?", tuple(map(self._winner, self.paid)), pots=standing)

    def _page(self, prompt: str, readings: tuple[Reading, ...], **known: Any) -> Page:
        return Page(prompt, readings, lambda: felt(self.game, self.events, **known), told(self.game, self.events))

    def _hand(self, seat: int) -> Iterator[Reading]:
        game, hole, board = self.game, self.hand.hole[seat], self.hand.community
        best, words = game.best(hole, board), game.describe(hole, board)
        why = made_of(best, words)
        others = (game.describe(cards, board) for cards in other_hands(game, hole, board, self.numbers))
        yield from named(
            f"seat-{seat}-hand", f"What does seat {seat} have?", words, others, self.path, why, self.numbers
        )
        if 0 < len(best) < len(hole + board):
            form = SomeCards(hole + board, 1, len(hole + board))
            yield Reading(
                f"seat-{seat}-cards", f"Which cards play for seat {seat}?", form, texts(best), row_words(best),
                self.path, why, lambda given: plays_as_well(game, hole, board, given), row_words,
            )  # fmt: skip

    def _winner(self, pot: ev.PotPaid) -> Reading:
        key = str(next(iter(pot.paid))) if len(pot.paid) == 1 else SPLIT
        choices = [*(Choice(str(seat), f"Seat {seat}", f"seat {seat}") for seat in sorted(pot.eligible))]
        if len(choices) > 1:
            choices.append(Choice(SPLIT, "Several: they split it"))
        hands = (
            f"Seat {seat}: {self.game.describe(self.hand.hole[seat], self.hand.community)}."
            for seat in sorted(pot.eligible)
            if seat in self.shown
        )
        why = " ".join(
            [*hands, case_quote(self.game, self.case) if self.case else self.game.procedure[self.path[0]].text]
        )
        return choice(
            f"pot-{pot.number}", f"{pot_name(pot.number)}: who wins it?", choices, key, self.path, why, self.case
        )


def plays_as_well(game: PotGame[Any], hole: tuple[Card, ...], board: tuple[Card, ...], given: tuple[Card, ...]) -> bool:
    """Whether these cards make the same hand as those that play, with as many cards."""
    best = game.best(hole, board)
    if Counter(given) == Counter(best):
        return True
    own = tuple((Counter(given) & Counter(hole)).elements())
    rest = tuple((Counter(given) - Counter(own)).elements())
    try:
        return len(given) == len(best) and game.rank(own, rest) == game.rank(hole, board)
    except (LookupError, ValueError, HousewayError):  # these cards make no hand
        return False
