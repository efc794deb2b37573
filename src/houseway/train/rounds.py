"""Finished rounds for exercises: played by guests, with what an exercise should be about in them.

What chance seldom brings is stacked: a row of a pay table comes by its own example, a step that settles wagers by
the rows of their pay tables, and any other case by cards that are looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any

from houseway.cards import Card, parse_cards
from houseway.rules.game import Game
from houseway.rules.procedure import FOLDED, KeepShoe, Prepare, Settle
from houseway.rules.settlement import DeclaredCase
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.train.dealt_cases import cards_for, cases_met, places
from houseway.train.guests import Part, first_of, played
from houseway.train.items import all_steps, case_of_item, step_name
from houseway.train.streams import stream

TRIES = 60  # rounds that are tried for a wish
CHANCES = 12  # of them, before hands are stacked for a step
FEW = 3  # and before cards are looked for that bring a case
# Where the cards of an example lie: from the player's own on, or the board's, or the house's.
ORDER = ("dealt", "drawn", "community", "dealer")
FIRST_OF_ORDER = (0, 0, 0, 1, 0, 0, 2, 3)  # by turns: a player's own is the usual


def rounds(game: Game[Any], seed: str, about: str = "", *, most_seats: int = 0) -> Iterator[Round]:
    """Finished rounds, as many as are tried for a wish; the same seed plays the same ones. `about` is a step that
    should be reached or a case that should be met; `most_seats` limits the guests (0: all seats)."""
    return islice(_rounds(game, seed, about, min(most_seats or game.seats, game.seats)), TRIES)


def round_about(game: Game[Any], seed: str, about: str = "", *, most_seats: int = 0) -> Round | None:
    """The first of the rounds in which the wish comes true; None where it never does."""
    found = rounds(game, seed, about, most_seats=most_seats)
    return next((round_ for round_ in found if comes_true(round_, about)), None)


def comes_true(round_: Round, about: str) -> bool:
    """Whether a finished round has what was wished for."""
    if not about:
        return True
    return about in (steps_done(round_) if about.startswith("step ") else cases_met(round_))


def steps_done(round_: Round) -> set[str]:
    """The steps at which something was done in a finished round, and those that only prepare it."""
    done = {step_name(round_.step_of(number)) for number, event in enumerate(round_.events) if _is_done(event)}
    steps = enumerate(round_.game.procedure)
    return done | {step_name((index,)) for index, step in steps if isinstance(step, Prepare)}


def _is_done(event: ev.Event) -> bool:
    return not isinstance(event, ev.RoundOpened | ev.WagersPlaced | ev.MeterFed | ev.RoundClosed)


def _rounds(game: Game[Any], seed: str, about: str, most_seats: int) -> Iterator[Round]:
    case = case_of_item(game, about)
    if case is not None and case.row is not None:
        yield from _with_row(game, seed, case, most_seats)
    chances = CHANCES if case is None else FEW
    stacked = [_with_row(game, seed, row, most_seats) for row in _rows_of_step(game, about)]
    if case is not None:
        shoe = any(isinstance(all_steps(game)[step_name(path)], KeepShoe) for path in case.paths)
        stacked = [(_with_cut_card if shoe else _with_case)(game, seed, case, most_seats)]
    for number in count():
        yield played(game, stream("round", seed, about, str(number)), most_seats)
        if number >= chances and stacked:
            yield next(stacked[number % len(stacked)])


def _rows_of_step(game: Game[Any], about: str) -> list[DeclaredCase]:
    step = all_steps(game).get(about)
    wagers = step.wagers if isinstance(step, Settle) else ()
    return [case for case in game.cases.values() if case.wager in wagers and case.row is not None]


def _with_row(game: Game[Any], seed: str, row: DeclaredCase, most_seats: int) -> Iterator[Round]:
    """Rounds in which the first guest is dealt the example; where later cards lie depends on what is decided, so the
    cards are laid twice."""
    assert row.row is not None
    example = parse_cards(game.wager[row.wager].paid_hands[row.row].example)
    for number in count():
        part = Part(first_of(game, row.wager), example)
        order = ORDER[FIRST_OF_ORDER[number % len(FIRST_OF_ORDER)] :]
        for _ in range(2):
            round_ = played(game, stream("row", seed, row.id, str(number)), most_seats, part)
            part = part._replace(stacked=_laid(round_, example, order))
        yield played(game, stream("row", seed, row.id, str(number)), most_seats, part)


def _with_case(game: Game[Any], seed: str, case: DeclaredCase, most_seats: int) -> Iterator[Round]:
    """Rounds in which the first guest's cards and the house's are such that it comes to the case."""
    wager = case.wager or next(iter(case.case.pays if case.case else ()), game.wagers.main)
    steps = [all_steps(game)[step_name(path)] for path in case.paths]
    conditions = [*(step.when for step in steps), *(case.case.when if case.case else ())]
    temper = "folds" if FOLDED.key in [when.key for when in conditions if when] else "stays"
    for number in count():
        words = "case", seed, case.id, str(number)
        part = Part(first_of(game, wager), (), temper=temper)
        round_ = played(game, stream(*words), most_seats, part)
        cards = laid(round_, cards_for(round_, case, stream("cards", *words)))
        yield played(game, stream(*words), most_seats, part._replace(stacked=cards))


def _with_cut_card(game: Game[Any], seed: str, case: DeclaredCase, most_seats: int) -> Iterator[Round]:
    """Rounds in which the cut card comes; in most others it does not."""
    for number in count():
        yield played(game, stream("shoe", seed, case.id, str(number)), most_seats, cut_card=True)


def _laid(round_: Round, example: tuple[Card, ...], order: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards of a round in the order they came, with the example in these places of the first seat."""
    areas = places(round_)
    wanted = zip([place for area in order for place in areas[area]], example, strict=False)
    return laid(round_, dict(wanted))


def laid(round_: Round, wanted: Mapping[int, Card]) -> tuple[Card, ...]:
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
