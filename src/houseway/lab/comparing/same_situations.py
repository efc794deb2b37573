"""Situations and decisions of one game found again in the tree of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.lab.comparing.strategy_book import bet_of, option_numbers, rows_of
from houseway.odds.levels import Level
from houseway.odds.nodes import Choice, Option
from houseway.odds.tree import Tree
from houseway.odds.universe import Ints, keys

Lookup = Callable[[Ints, NDArray[Any]], Ints]  # rows of an option, by situations and the cards that are thrown


def comparable(one: Tree, two: Tree) -> bool:
    """Whether both games tell cards apart in the same way, so that equal rows are equal situations."""

    def faces(tree: Tree) -> list[Any]:
        return [copies[0] for copies in tree.universe.cards]

    return (
        faces(one) == faces(two)
        and one.universe.suits == two.universe.suits
        and one.universe.alike.tolist() == two.universe.alike.tolist()
        and one.merge == two.merge
    )


def counterpart(choice: Choice, others: Sequence[Choice]) -> Choice | None:
    """The node of another tree with the same point, cards and decisions before it; if need be, with other sizes."""
    alike = [other for other in others if other.at == choice.at and other.level.groups == choice.level.groups]
    for sizes in (True, False):
        wanted = _history(choice, sizes=sizes)
        found = next((other for other in alike if _history(other, sizes=sizes) == wanted), None)
        if found is not None:
            return found
    return None


def _history(choice: Choice, *, sizes: bool) -> list[Any]:
    return [
        (at, decision.choice, decision.multiple if sizes else bool(decision.multiple), len(decision.discard or ()))
        for at, decision in choice.situation.decisions
    ]


def translated(ours: Choice, theirs: Choice, taken: Ints) -> tuple[Ints, Ints]:
    """What is decided in another tree, as rows of ours, and the situations there that are the same as ours.

    A bet that we do not offer becomes the nearest that we do. -1 stands where they know no such situation, or we no
    such decision.
    """
    states = _matched(ours.level, theirs.level)
    option_of, thrown = _decided(theirs, taken)
    found = np.full(len(ours.level), -1)
    for number, option in enumerate(theirs.options):
        mine = np.flatnonzero((states >= 0) & (option_of[states] == number))
        for lookup in _nearest(ours, option):
            left = mine[found[mine] < 0]
            found[left] = lookup(left, thrown[states[left]])
    return found, states


def _matched(ours: Level, theirs: Level) -> Ints:
    """For each of our situations the number of the same one among theirs, or -1."""
    wanted, known = keys(ours.rows), keys(theirs.rows)
    if len(known) == len(wanted) and bool((known == wanted).all()):
        return np.arange(len(wanted))
    numbers = {key.tobytes(): number for number, key in enumerate(known)}
    return np.array([numbers.get(key.tobytes(), -1) for key in wanted], np.int64)


def _decided(choice: Choice, taken: Ints) -> tuple[Ints, NDArray[Any]]:
    """For each situation the option that is taken, and a key of the cards that it throws."""
    option_of = option_numbers(choice)
    thrown = np.concatenate([_thrown(choice.level, option) for option in choice.options])
    return option_of[taken], thrown[taken]


def _thrown(level: Level, option: Option) -> NDArray[Any]:
    """A key of the cards that each row of an option throws."""
    if option.thrown is None:
        return np.zeros(len(option.states), np.uint64)
    faces = np.take_along_axis(level.rows[option.states], np.array(option.thrown), axis=1)
    return keys(np.sort(faces, axis=1)).astype(np.uint64)


def _nearest(ours: Choice, theirs: Option) -> list[Lookup]:
    """Our options of the same kind, those of the nearest size first."""
    wanted = theirs.template.multiple
    same = [
        (abs(option.template.multiple - wanted), number, option, rows)
        for number, (option, rows) in enumerate(zip(ours.options, rows_of(ours), strict=True))
        if bet_of(option) == bet_of(theirs)
    ]
    return [_lookup(ours.level, option, rows) for _, _, option, rows in sorted(same, key=lambda item: item[:2])]


def _lookup(level: Level, option: Option, rows: Ints) -> Lookup:
    if option.thrown is None:
        row_of = np.full(len(level), -1)
        row_of[option.states] = rows
        return lambda states, thrown: row_of[states]
    cards = _thrown(level, option).tolist()
    known = {(state, key): row for state, key, row in zip(option.states.tolist(), cards, rows.tolist(), strict=True)}
    return lambda states, thrown: np.array(
        [known.get(pair, -1) for pair in zip(states.tolist(), thrown.tolist(), strict=True)], np.int64
    )
