"""What comes of a decision: how many of the deals that may follow win, lose, or meet a dealer who does not qualify."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from houseway.odds.backward_induction import Plan, Solved, Solver
from houseway.odds.game_odds import Hand, Outlook
from houseway.odds.lookup import FoundSituation
from houseway.odds.outcomes import Outcome
from houseway.odds.probing import random_hands
from houseway.odds.sheet import OddsSheet
from houseway.odds.walk import NeedsCards, choices
from houseway.rules.game import Decision, Game


class Prospects:
    """Counts deals by how they end when a plan is followed; each question is answered for all situations at once."""

    def __init__(self, sheet: OddsSheet[Any], solver: Solver, plan: Plan) -> None:
        self.game, self._sheet, self._solver, self._plan = sheet.game, sheet, solver, plan

    def _counted(self, holds: Callable[[Outcome], bool]) -> Solved:
        return self._solver.values(lambda outcome: Fraction(holds(outcome)), self._plan)

    @cached_property
    def _wins(self) -> Solved:
        return self._counted(lambda outcome: outcome.net > 0)

    @cached_property
    def _losses(self) -> Solved:
        return self._counted(lambda outcome: outcome.net < 0)

    @cached_property
    def _idle(self) -> Solved | None:
        """Deals with a dealer who does not qualify, where outcomes tell them from the others."""
        if not tells_idle(self._sheet, self._solver.endings.outcomes):
            return None
        return self._counted(lambda outcome: is_idle(self.game, outcome.hand))

    def outlook(self, situation: FoundSituation) -> dict[Decision, Outlook]:
        """What comes of every legal decision in a situation."""
        choice, state, spot, _ = situation
        questions = (self._wins, self._losses, self._idle)
        tables = [None if solved is None else (*solved.rows(choice), solved.scale) for solved in questions]
        faces = choice.level.universe.faces
        held = situation.own_cards()
        found: dict[tuple[Any, ...], Outlook] = {}
        start = 0
        for option in choice.options:
            for index in np.flatnonzero(option.states == state).tolist():
                shares = [
                    None if table is None else Fraction(int(table[0][start + index]), table[1] * table[2])
                    for table in tables
                ]
                thrown = () if option.thrown is None else tuple(held[column] for column in option.thrown[index])
                found[*option.template._replace(discard=None), tuple(sorted(faces(thrown)))] = outlook_of(shares)
            start += len(option.states)
        return {
            decision: found[*decision._replace(discard=None), tuple(sorted(faces(decision.discard or ())))]
            for _, decision in choices(self.game.offers(choice.at, spot))
        }


def tells_idle(sheet: OddsSheet[Any], outcomes: Iterable[Outcome]) -> bool:
    """Whether the rows of the odds table tell deals with a dealer who does not qualify from the others: an outcome
    stands for all deals that end alike, so that a row with deals of both kinds tells nothing."""
    if type(sheet.game).dealer_qualifies is Game.dealer_qualifies:
        return False
    rows: dict[str, set[bool]] = {}
    for row, idle in rows_of(sheet, (outcome.hand for outcome in outcomes)) | random_rows(sheet):
        rows.setdefault(row, set()).add(idle)
    return any(kinds != {False} for kinds in rows.values()) and all(len(kinds) == 1 for kinds in rows.values())


def rows_of(sheet: OddsSheet[Any], hands: Iterable[Hand]) -> frozenset[tuple[str, bool]]:
    """The rows of the odds table that hands still in end in, and whether the dealer qualified."""
    return frozenset((sheet.label(hand), is_idle(sheet.game, hand)) for hand in hands if not hand.spot.folded)


@lru_cache(maxsize=8)
def random_rows(sheet: OddsSheet[Any]) -> frozenset[tuple[str, bool]]:
    """The same of hands dealt at random."""
    return rows_of(sheet, random_hands(sheet.game))


def is_idle(game: Game[Any], hand: Hand) -> bool:
    """Whether the dealer does not qualify against a hand still in, as far as the cards there tell."""
    try:
        return not hand.spot.folded and game.dealer_qualifies(hand.house) is False
    except (NeedsCards, LookupError):
        return False


def outlook_of(shares: Sequence[Fraction | None]) -> Outlook:
    """Shares as counts out of the smallest total that makes all of them whole."""
    total = int(np.lcm.reduce([share.denominator for share in shares if share is not None], dtype=object))
    wins, losses, idle = (None if share is None else int(share * total) for share in shares)
    assert wins is not None
    assert losses is not None
    return Outlook(total, wins, losses, idle)
