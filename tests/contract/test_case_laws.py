"""Errors planted in a game's cases are found, with the step and, where there is one, a deal that shows them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.contract import planted_cases as planted

from houseway.contract import ContractError
from houseway.contract.cases import cases_are_distinct, every_case_occurs, settlement_follows_cases
from houseway.contract.law import Check, GameClass
from houseway.contract.play import events_come_in_order
from houseway.rules.procedure import Side
from houseway.table import events as ev
from houseway.table.round import Round

LAWS: tuple[Check, ...] = (cases_are_distinct, settlement_follows_cases, every_case_occurs)
DEAL = r"the player [2JA][cd], the dealer [2JA][cd]"


def test_cases_that_are_right_pass() -> None:
    for law in (*LAWS, events_come_in_order):
        law(planted.Duel)


@pytest.mark.parametrize(
    ("broken", "law", "sentence"),
    [
        (planted.NeverTies, every_case_occurs, f"the case 'tie' of step 7b never occurs: with {DEAL}, .* it is '"),
        (planted.NeverPaysAces, every_case_occurs, f"the case 'court/1' of step 7c never occurs: with {DEAL}"),
        (planted.NeverRaisesTwice, every_case_occurs, f"the case 'twice' of step 4 never occurs: with {DEAL}"),
        (planted.NeverShowsBoth, settlement_follows_cases, f"'low', 'both' of step 6 all hold with {DEAL}"),
        (planted.OneIdTwice, cases_are_distinct, f"'loss' names two cases, in step 7b: with {DEAL}"),
        (planted.OneIdInTwoSteps, cases_are_distinct, f"'fold' names two cases, in step 4 and step 6: with {DEAL}"),
        (
            planted.NamedLikeARow,
            cases_are_distinct,
            f"'court/1' names two cases, in the pay table of court and step 6: with {DEAL}",
        ),
        (planted.OneReferenceTwice, cases_are_distinct, f"in step 7b, 'win' and 'loss' .* '2a': with {DEAL}"),
        (planted.NoSide, cases_are_distinct, "Duel, step 2: this Deal serves players, so it needs a side"),
        (planted.OtherwiseFirst, cases_are_distinct, "in step 6, high has no condition and is not the last case"),
        (planted.ForgetsTheRaise, cases_are_distinct, "'tie' of step 7b does not say how raise ends"),
        (planted.PaysAnotherWager, cases_are_distinct, "'win' pays court, which step 7b does not settle"),
        (planted.HidesACase, cases_are_distinct, "step 7b does not mention its case 'all': its text is 'Lose all"),
        (planted.Overlaps, settlement_follows_cases, f"the cases 'in', '.*' of step 7b all hold with {DEAL}"),
        (planted.LeavesTiesOut, settlement_follows_cases, f"no case of step 7b holds with {DEAL}"),
        (planted.DecidesNothing, settlement_follows_cases, f"no case of step 4 holds with {DEAL}"),
        (planted.ShowsNothing, settlement_follows_cases, f"no case of step 6 holds with {DEAL}"),
        (
            planted.changed("tie", case="whim"),
            settlement_follows_cases,
            f"step 7b settles ante with {DEAL}.* by the case 'whim', which no step declares",
        ),
        (
            planted.changed("tie", case="folded"),
            settlement_follows_cases,
            f"step 7b settles ante with {DEAL}.* by the case 'folded', which that step does not declare",
        ),
        (
            planted.changed("win", case="tie"),
            settlement_follows_cases,
            f"step 7b settles ante with {DEAL}.* by 'tie', where 'win' holds",
        ),
        (
            planted.changed("tie", odds=1),
            settlement_follows_cases,
            f"with {DEAL}.*: the case 'tie' says a push, the settlement 1 to 1",
        ),
        (
            planted.changed("court/1", case="court/2"),
            settlement_follows_cases,
            f"step 7c settles court with {DEAL}.* by 'court/2', where the hand makes 'court/1'",
        ),
        (
            planted.changed("court/2", odds=2),
            settlement_follows_cases,
            f"with {DEAL}.*: the case 'court/2' says 1 to 1, the settlement 2 to 1",
        ),
    ],
    ids=lambda item: getattr(item, "__name__", ""),
)
def test_cases_that_are_wrong_are_refused(broken: GameClass, law: Check, sentence: str) -> None:
    with pytest.raises(ContractError) as refusal:
        law(broken)
    message = str(refusal.value)
    assert re.search(sentence, message), message
    assert message.startswith(f"{broken.__name__}: ")
    assert message.endswith(".")


def test_a_table_that_settles_from_the_other_side_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Step 7 is served from the right: the highest seat comes first."""
    events: Any = Round.events

    def mirrored(event: Any, seats: tuple[int, ...]) -> Any:
        other = dict(zip(seats, seats[::-1], strict=True))
        return event._replace(seat=other[event.seat]) if isinstance(event, ev.Settled) else event

    def turned(self: Round) -> tuple[Any, ...]:
        return tuple(mirrored(event, self.seats) for event in events.fget(self))

    assert planted.Duel.make().procedure[6].side is Side.RIGHT  # type: ignore[attr-defined]
    monkeypatch.setattr(Round, "events", property(turned))
    with pytest.raises(ContractError, match=r"step 7 settles seats 1, .* in this order, not from the right"):
        events_come_in_order(planted.Duel)
