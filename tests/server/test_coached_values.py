"""What the coach told, and what a decision is worth that it did not tell: a bet between two that it did."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.server.within import inside

from houseway.cards import Card, parse_cards
from houseway.catalog import game
from houseway.odds import advise
from houseway.rules.game import FOLD, Decision, Spot
from houseway.rules.limits import Limits, jurisdiction
from houseway.rules.pay_tables import Ratio
from houseway.server.odds.coach import coach, staked_beside
from houseway.server.odds.review import review
from houseway.server.tables.banked_view import decision_id
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.seats import Coached
from houseway.table.kept_shoe import ShoeState, full
from houseway.table.round import Round

TOLD = Coached(
    {
        Decision(FOLD): Fraction(-1),
        Decision("raise", 1): Fraction(1),
        Decision("raise", 2): Fraction(3, 2),
        Decision("raise", 3): Fraction(2),
        Decision("play", 3): Fraction(7),
    },
    unit=1000,
)


@pytest.mark.parametrize(
    ("multiple", "value"),
    [
        (1, 1),
        (Fraction(3, 2), Fraction(5, 4)),
        (Fraction(5, 2), Fraction(7, 4)),
        (3, 2),
        (Fraction(1, 2), None),
        (4, None),
    ],
)
def test_a_bet_in_between_is_worth_what_lies_between(multiple: Ratio, value: Ratio | None) -> None:
    assert TOLD.value(Decision("raise", multiple)) == value
    assert TOLD.value(Decision("other", multiple)) is None


def test_so_does_a_raise_of_high_card_flush() -> None:
    """Six suited cards: the told 2x lies on the line between 1x and 3x."""
    _, advice = advise(game("high-card-flush"), parse_cards("9h 6h 5h 4h 3h 2h Kd"))
    values = {item.decision: item.value for item in advice}
    ends = Coached({decision: value for decision, value in values.items() if decision.multiple != 2}, unit=500)
    assert ends.value(Decision("raise", 2)) == values[Decision("raise", 2)]
    assert Coached(values, unit=500).value(Decision("raise", Fraction(5, 2))) == ends.value(
        Decision("raise", Fraction(5, 2))
    )


@pytest.mark.parametrize(("ante", "most"), [(30_000, "4/3"), (10_000, 2)])
def test_what_the_law_forbids_is_neither_told_nor_a_cost(tmp_path: Path, ante: int, most: Ratio | str) -> None:
    """Five suited cards may raise twice the ante; where $400 a wager is the law, the largest raise is the best one."""
    cards = [Card.parse(text) for text in ("Ah", "Kh", "Qh", "9h", "2h", "3c", "4d")]

    async def evening() -> None:
        async with inside(tmp_path) as house:
            ann = await house.people.make_guest()
            table = house.table("high-card-flush")
            await house.do(ann, table, "sit", seat=1)
            assert table.log is not None
            law = Limits({}, jurisdiction("washington-2023"))
            round_ = Round(table.game, seats=range(1, 7), limits=law, meter=table.meter, stacked=cards)
            table.log = RoundLog(round_, table.log.round_id, table.log.number, {})
            await house.wager(ann, table, {"ante": ante})
            told: dict[str, Any] = {**await coach(table, ann.person)}
            assert not told["of_full_shoe"]
            best, *others = told["actions"]
            assert best["decision"] == {"choice": "raise", "multiple": most}
            assert (best["best"], any(action["best"] for action in others)) == (True, False)
            ids = {decision_id(choice.decision) for offer in round_.offers(1) for choice in offer.choices}
            assert ids <= {action["id"] for action in told["actions"]}
            assert all(round_.can_act(1, Decision.from_json(action["decision"])) for action in told["actions"])
            order: dict[str, Any] = {"round": table.log.round_id, "at": "raise", "decision": best["decision"]}
            assert Fraction((await house.do(ann, table, "act", **order))["cost"]) == 0
            [reviewed] = review(round_, table.log.round_id, 1)["decisions"]
            assert (reviewed["cost"], reviewed["actions"]) == ("0", told["actions"])

    asyncio.run(evening())


@pytest.mark.parametrize("begun", [False, True])
def test_values_of_a_full_shoe_say_so_where_cards_are_gone(tmp_path: Path, begun: bool) -> None:
    """What a decision cost is told only where the values are those of this shoe."""

    async def evening() -> None:
        async with inside(tmp_path) as house:
            ann = await house.people.make_guest()
            request = {"game": "two-card-roo", "options": {"decks": 2}}
            table = house.floor.table((await house.floor.open_table(request, ann.person.id))["id"])
            kept = table.game.kept_shoe
            table.shoe = ShoeState(kept.cut, 1, 2, parse_cards("2c 3d 4h 5s"), kept.bury) if begun else full(kept)
            await house.do(ann, table, "sit", seat=1)
            assert table.log is not None
            await house.wager(ann, table, {"roo": 500})
            told: dict[str, Any] = {**await coach(table, ann.person)}
            assert told["of_full_shoe"] is begun
            round_ = table.log.played
            order: dict[str, Any] = {
                "round": table.log.round_id,
                "at": told["at"],
                "decision": told["actions"][-1]["decision"],
            }
            answer = await house.do(ann, table, "act", **order)
            assert ("cost" in answer) is not begun
            [reviewed] = review(round_, table.log.round_id, 1)["decisions"]
            assert (reviewed["of_full_shoe"], reviewed["cost"] is None) == (begun, begun)

    asyncio.run(evening())


def test_a_side_bet_that_the_hand_decides_counts_with_its_stake() -> None:
    roo, cards = game("three-card-roo"), parse_cards("5s 10h")
    for pocket_roo, best in ((0, "middle"), (500, "low")):
        spot = Spot(1, {"play": 500, "pocket-roo": pocket_roo, "pairs-pay": 500}, cards)
        beside = dict(staked_beside(roo, spot))
        assert advise(roo, cards, beside=beside)[1][0].decision.choice == best
