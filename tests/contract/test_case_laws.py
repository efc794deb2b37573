"""Errors planted in a game's cases are found, with the step and, where there is one, a deal that shows them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.contract import planted_cases as planted

from houseway.contract import ContractError, cases
from houseway.contract.cases import cases_are_distinct, every_case_occurs, settlement_follows_cases
from houseway.contract.hands import Hands
from houseway.contract.law import Check, GameClass
from houseway.contract.play import events_come_in_order
from houseway.rules.procedure import Deal, Side, with_paths
from houseway.table import events as ev
from houseway.table.round import Round

LAWS: tuple[Check, ...] = (cases_are_distinct, settlement_follows_cases, every_case_occurs)
DEAL = r"the player [2JA][cd], the dealer [2JA][cd]"


@pytest.mark.parametrize("game", [planted.Duel, planted.ReferencesAStep, planted.KeepsShoe])
def test_cases_that_are_right_pass(game: GameClass) -> None:
    for law in (*LAWS, events_come_in_order):
        law(game)


def test_no_case_is_refused_because_no_deal_happened_to_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one random deal, and without the examples of pay tables, the others are counted or tried one by one."""
    monkeypatch.setattr(cases, "FIRST", 1)
    monkeypatch.setattr(cases, "paid_by", lambda game, row, case: None)
    every_case_occurs(planted.Duel)
    with pytest.raises(ContractError, match="'twice' of step 4 never occurs"):
        every_case_occurs(planted.NeverRaisesTwice)


def test_every_deal_of_some_cards_is_tried_once() -> None:
    game = planted.Duel.make()
    dealt = [step for _, step in with_paths(game.procedure) if isinstance(step, Deal)]
    deals = Hands(game, "all").every(dealt, 30)
    assert deals is not None
    tried = [(*piles.dealt, *piles.dealer) for piles in deals]
    assert len(tried) == len(set(tried)) == 30
    assert all(len({*cards}) == 2 for cards in tried)
    assert Hands(game, "all").every(dealt, 29) is None


@pytest.mark.parametrize(
    ("broken", "law", "sentence"),
    [
        (
            planted.NeverTiesByAnEdition,
            every_case_occurs,
            f"in short, the case 'tie' of step 7b never occurs: with {DEAL}, .* it is '",
        ),
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
        (
            planted.OneReferenceTwice,
            cases_are_distinct,
            f"'win' of step 7b and 'loss' of step 7b both have the reference '2a': with {DEAL}",
        ),
        (
            planted.OneReferenceInTwoSteps,
            cases_are_distinct,
            f"'fold' of step 4 and 'win' of step 7b both have the reference '2a': with {DEAL}",
        ),
        (
            planted.OneReasonTwice,
            cases_are_distinct,
            f"'win' and 'loss' of step 7b both give the reason “the player's hand is higher”: with {DEAL}",
        ),
        (planted.CollectsByCases, cases_are_distinct, "step 8 has cases, which nothing asks for at a Collect"),
        (planted.NoSide, cases_are_distinct, "Duel, step 2: this Deal serves players, so it needs a side"),
        (planted.OtherwiseFirst, cases_are_distinct, "in step 6, high has no condition and is not the last case"),
        (planted.ForgetsTheRaise, cases_are_distinct, "'tie' of step 7b does not say how raise ends"),
        (planted.PaysAnotherWager, cases_are_distinct, "'win' pays court, which step 7b does not settle"),
        (planted.HidesACase, cases_are_distinct, "step 7b does not mention its case 'all': its text is 'Lose all"),
        (planted.Overlaps, settlement_follows_cases, f"the cases 'in', '.*' of step 7b all hold with {DEAL}"),
        (planted.LeavesTiesOut, settlement_follows_cases, f"no case of step 7b holds with {DEAL}"),
        (planted.DecidesNothing, settlement_follows_cases, f"no case of step 4 holds with {DEAL}"),
        (planted.ShowsNothing, settlement_follows_cases, f"no case of step 6 holds with {DEAL}"),
        (planted.NeverGoesOn, settlement_follows_cases, "no case of step 9 holds where the cut card has not come"),
        (
            planted.ShufflesTwice,
            settlement_follows_cases,
            "the cases 'new', 'again' of step 9 all hold where the cut card has come",
        ),
        (
            planted.NeverBoth,
            every_case_occurs,
            "'both' of step 9 never occurs, whether the cut card has come or not",
        ),
        (planted.LooksAtTheMoon, settlement_follows_cases, "'full-moon' is no condition of a shoe that is kept"),
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
    assert message.startswith(broken.__name__)
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
