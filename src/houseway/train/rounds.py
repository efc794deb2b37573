"""Finished rounds for exercises: played by guests, with what an exercise should be about in them.

What chance seldom brings is stacked: a row of a pay table comes by its own example, and a step that settles wagers by
the rows of their pay tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from typing import Any

from houseway.cards import Card, parse_cards
from houseway.rules.game import Game
from houseway.rules.procedure import Prepare, Settle
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.train.guests import Part, first_of, played
from houseway.train.items import all_rows, all_steps, row_name, row_of_case, step_name
from houseway.train.streams import stream

TRIES = 60  # rounds that are tried for a wish
CHANCES = 12  # of them, before hands are stacked for a step
# Where the cards of an example lie: from the player's own on, or the board's, or the house's.
ORDER = ("dealt", "drawn", "community", "dealer")
FIRST_OF_ORDER = (0, 0, 0, 1, 0, 0, 2, 3)  # by turns: a player's own is the usual


def rounds(game: Game[Any], seed: str, about: str = "", *, most_seats: int = 0) -> Iterator[Round]:
    """Finished rounds, as many as are tried for a wish; the same seed plays the same ones. `about` is a step that
    should be reached or a row that should be paid; `most_seats` limits the guests (0: all seats)."""
    return islice(_rounds(game, seed, about, min(most_seats or game.seats, game.seats)), TRIES)


def round_about(game: Game[Any], seed: str, about: str = "", *, most_seats: int = 0) -> Round | None:
    """The first of the rounds in which the wish comes true; None where it never does."""
    found = rounds(game, seed, about, most_seats=most_seats)
    return next((round_ for round_ in found if comes_true(round_, about)), None)


def comes_true(round_: Round, about: str) -> bool:
    """Whether a finished round has what was wished for."""
    if not about:
        return True
    return about in (steps_done(round_) if about.startswith("step ") else rows_paid(round_))


def steps_done(round_: Round) -> set[str]:
    """The steps at which something was done in a finished round, and those that only prepare it."""
    done = {step_name(round_.step_of(number)) for number, event in enumerate(round_.events) if _is_done(event)}
    steps = enumerate(round_.game.procedure)
    return done | {step_name((index,)) for index, step in steps if isinstance(step, Prepare)}


def _is_done(event: ev.Event) -> bool:
    return not isinstance(event, ev.RoundOpened | ev.WagersPlaced | ev.MeterFed | ev.RoundClosed)


def rows_paid(round_: Round) -> set[str]:
    """The rows of pay tables that were paid in a round."""
    return {row_of_case(round_.game, event.case) for event in round_.events if isinstance(event, ev.Settled)} - {""}


def _rounds(game: Game[Any], seed: str, about: str, most_seats: int) -> Iterator[Round]:
    if about in all_rows(game):
        yield from _with_row(game, seed, about, most_seats)
    stacked = [_with_row(game, seed, row, most_seats) for row in _rows_of_step(game, about)]
    for number in count():
        yield played(game, stream("round", seed, about, str(number)), most_seats)
        if number >= CHANCES and stacked:
            yield next(stacked[number % len(stacked)])


def _rows_of_step(game: Game[Any], about: str) -> list[str]:
    step = all_steps(game).get(about)
    wagers = step.wagers if isinstance(step, Settle) else ()
    return [row_name(wager, row.name) for wager in wagers for row in game.wager[wager].paid_hands]


def _with_row(game: Game[Any], seed: str, row: str, most_seats: int) -> Iterator[Round]:
    """Rounds in which the first guest is dealt the example; where later cards lie depends on what is decided, so the
    cards are laid twice."""
    wager, paid = all_rows(game)[row]
    example = parse_cards(paid.example)
    for number in count():
        part, order = Part(first_of(game, wager), example), ORDER[FIRST_OF_ORDER[number % len(FIRST_OF_ORDER)] :]
        for _ in range(2):
            round_ = played(game, stream("row", seed, row, str(number)), most_seats, part)
            part = part._replace(stacked=_laid(round_, example, order))
        yield played(game, stream("row", seed, row, str(number)), most_seats, part)


def _laid(round_: Round, example: tuple[Card, ...], order: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards of a round in the order they came, with the example in these places of the first seat."""
    places: dict[str, list[int]] = {area: [] for area in ("dealt", "drawn", "aside", "community", "dealer")}
    at = 0
    for event in round_.events:
        if isinstance(event, ev.Dealt):
            mine = event.area if event.to == round_.spots[0].seat else str(event.to)
            if mine in places:
                places[mine] += range(at, at + len(event.cards))
        at += len(event.cards) if isinstance(event, ev.Dealt | ev.Burned) else 0
    wanted = zip([place for area in order for place in places[area]], example, strict=False)
    return laid(round_, dict(wanted))


def laid(round_: Round, wanted: dict[int, Card]) -> tuple[Card, ...]:
    """The cards of a round in the order they came, with these in these places; what lay there goes where they lay."""
    cards = list(round_.dealing)
    for place, card in wanted.items():
        if card in cards[place:]:
            other = cards.index(card, place)
        elif cards.count(card) < round_.game.deck.count(card):
            cards[place] = card
            continue
        else:  # it lies in an earlier place already
            other = cards.index(card)
        cards[place], cards[other] = card, cards[place]
    return tuple(cards)
