"""Errors planted in the cases of a game among players are found, with the step and a hand that shows them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.contract import planted_pots as planted

from houseway.contract import ContractError
from houseway.contract.pot_cases import (
    pot_cases_are_distinct,
    pot_cases_hold,
    pot_cases_occur,
    pot_seats_are_served_from_the_declared_side,
)
from houseway.contract.pots import PotCheck, PotClass
from houseway.rules.procedure import Side
from houseway.table import events as ev
from houseway.table.pot_round import PotRound

LAWS = (pot_cases_are_distinct, pot_cases_hold, pot_cases_occur, pot_seats_are_served_from_the_declared_side)
HAND = r"seat \d [2-9TJQKA]?\S+ \S+, seat \d .*seat \d (checks|calls|folds|bets|raises)"


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game", [planted.HighCard, planted.DealsFromTheRight], ids=lambda game: game.__name__)
def test_cases_that_are_right_pass(game: PotClass, law: PotCheck) -> None:
    law(game)


@pytest.mark.parametrize(
    ("broken", "law", "sentence"),
    [
        (planted.FullMoon, pot_cases_are_distinct, "'all-in' of step 3 asks whether the moon is full .* nobody"),
        (planted.FullMoon, pot_cases_occur, "'all-in' has a condition 'full-moon': among players there are one-left"),
        (planted.OneIdForTwo, pot_cases_are_distinct, f"'alone' names two cases, in step 3 and step 8: with {HAND}"),
        (
            planted.OneReferenceForTwo,
            pot_cases_are_distinct,
            f"'alone' and 'show' of step 8 both have .* '7a': with {HAND}",
        ),
        (planted.SaysNothing, pot_cases_are_distinct, "'all-in' of step 3 does not say what is done"),
        (planted.OtherwiseFirst, pot_cases_are_distinct, "in step 3, all-in has no condition and is not the last case"),
        (planted.CaseOfABurn, pot_cases_are_distinct, "step 4 is no betting round or showdown"),
        (planted.NeverShowsAlone, pot_cases_occur, f"'both' of step 8 never occurs: with {HAND}.* it is 'show'"),
        (planted.Overlaps, pot_cases_hold, f"'all-in', 'go-on' all hold in step [357] with {HAND}"),
        (planted.LeavesOneOut, pot_cases_hold, f"no case holds in step 8 with {HAND}"),
    ],
    ids=lambda item: getattr(item, "__name__", ""),
)
def test_cases_that_are_wrong_are_refused(broken: PotClass, law: PotCheck, sentence: str) -> None:
    with pytest.raises(ContractError) as refusal:
        law(broken)
    message = str(refusal.value)
    assert re.search(sentence, message), message
    assert message.startswith(broken.__name__)
    assert message.endswith(".")


def test_a_table_that_names_another_case_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.table.pot_round.pot_case", lambda step, left, able: planted.ALONE)
    with pytest.raises(ContractError, match=f"the table names 'alone' in step [3578] with {HAND}.* holds"):
        pot_cases_hold(planted.HighCard)


def test_a_table_that_serves_from_the_other_side_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    events: Any = PotRound.events

    def mirrored(hand: PotRound) -> tuple[Any, ...]:
        other = dict(zip(hand.order, hand.order[::-1], strict=True))
        return tuple(
            event._replace(to=other[event.to]) if isinstance(event, ev.Dealt) and event.to in other else event
            for event in events.fget(hand)
        )

    assert planted.HighCard.make().procedure[1].side is Side.LEFT  # type: ignore[attr-defined]
    monkeypatch.setattr(PotRound, "events", property(mirrored))
    with pytest.raises(ContractError, match=r"step 2 serves seats .* in this order, .*: not from the left"):
        pot_seats_are_served_from_the_declared_side(planted.HighCard)
