"""Players against each other: against programs, and three browsers with an all-in and a side pot."""

from __future__ import annotations

import pytest
from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import Patron, State, expect
from tests.browser.test_together import cards_on
from tests.server.server_process import Guest, ServerProcess

GAME = "mini-tex-pvp"


def sit_down(patron: Patron, table: int, seat: int, dollars: int) -> None:
    patron.go("/account")
    patron.click("play-as-guest")
    patron.see("account-balance").wait_for()
    patron.go(f"/table/{table}")
    patron.click(f"sit-{seat}")
    patron.see("buy-in-amount").fill(str(dollars))
    patron.click("buy-in-ok")
    patron.until(lambda state: state["you"]["seat"] == seat, "the seat")


def holds(state: State) -> list[str]:
    """One's own hole cards."""
    players = state["view"]["players"] if state["view"] else []
    found: list[str] = next((player["cards"] for player in players if player["seat"] == state["you"]["seat"]), [])
    return found


def answered(patron: Patron, turn: int) -> None:
    """Wait until one's own turn is over."""
    patron.until(lambda state: not state["legal"] or state["legal"]["turn"] != turn, "the answer")


def passed(patron: Patron, seat: int) -> None:
    """Wait until somebody else's turn is over."""
    patron.until(lambda state: state["view"]["over"] or state["view"]["turn"] != seat, "the news")


def played(patron: Patron) -> tuple[State, int]:
    """The next hand, with checks and calls: how it ended, and how often it was one's own turn."""
    before = (patron.state["round"] or {}).get("id")
    patron.click("next")
    patron.until(lambda state: (state["round"] or {}).get("id") not in (before, None), "the next hand")
    turns = 0
    while patron.until(lambda state: state["legal"] or state["phase"] == "showing", "a turn")["phase"] != "showing":
        legal = patron.state["legal"]
        patron.click("check" if legal["check"] else "call")
        answered(patron, legal["turn"])
        turns += 1
    return patron.state, turns


def test_a_hand_by_mouse_against_programs(patron: Patron) -> None:
    patron.sit_down(GAME)
    patron.click("take-seat")
    patron.see("buy-in").wait_for()
    patron.click("buy-in-ok")
    patron.until(lambda state: state["you"]["seat"], "the seat")
    for _ in range(4):  # when all fold to the big blind it has no turn; but the blinds move on from hand to hand
        over, turns = played(patron)
        if turns:
            break
    assert turns
    assert holds(over)
    expect(patron.see("net")).to_have_attribute("data-cents", str(over["result"]["net"]))
    assert over["round"]["server_seed"] is None  # it would show the mucked hands
    assert accessible(patron) == []


@pytest.fixture
def no_limit(house: ServerProcess, pit: Guest) -> int:
    """A table without programs."""
    body = {
        "game": GAME,
        "edition": "no-limit",
        "name": "Side pots",
        "opponents": False,
        "seats": 4,
        "buy_in": {"least": 2000, "most": 30_000},
    }
    answer = pit.post("/api/pit/tables", body)
    assert answer.status_code == 201, answer.text
    table: int = answer.json()["id"]
    return table


def test_three_browsers_an_all_in_and_a_side_pot(enter: Enter, no_limit: int) -> None:
    brought = {1: 50, 2: 120, 3: 250}
    patrons = {seat: enter() for seat in brought}
    for seat, patron in patrons.items():
        sit_down(patron, no_limit, seat, brought[seat])
    for patron in patrons.values():
        patron.click("next")
    for patron in patrons.values():
        patron.until(
            lambda state: len(state["view"]["players"] if state["view"] else []) == 3 and holds(state), "cards"
        )
    held = {seat: set(holds(patron.state)) for seat, patron in patrons.items()}
    for seat, patron in patrons.items():
        expect(patron.see(f"seat-{seat}").locator('[data-card="back"]')).to_have_count(0)
        assert cards_on(patron) == held[seat]  # the others' lie face down

    acted: list[int] = []
    while (state := patrons[1].state)["phase"] == "deciding" and len(acted) < 12:
        turn = state["view"]["turn"]
        patron = patrons[turn]
        legal = patron.until(lambda state: state["legal"], "the turn")["legal"]
        patron.see("decision").wait_for()
        if legal["most"]:  # everything
            patron.page.locator('[data-testid^="preset-"]').last.click()
            expect(patron.see("raise")).to_contain_text("All in")
            patron.click("raise")
        else:
            patron.click("call")
        acted.append(turn)
        answered(patron, legal["turn"])
        passed(patrons[1], turn)
    for patron in patrons.values():
        over = patron.until(lambda state: state["phase"] == "showing", "the end")
        pots = [pot["amount"] for pot in over["view"]["pots"]]
        assert pots[:2] == [15_000, 14_000]  # three times $50, then two times the $70 above it
        expect(patron.see("pot")).to_contain_text("Side pot")
        expect(patron.see("pot")).to_contain_text("$140")
        expect(patron.see("net")).to_have_attribute("data-cents", str(over["result"]["net"]))
        assert set(over["view"]["community"]) <= cards_on(patron)
    assert sum(patron.state["result"]["net"] for patron in patrons.values()) <= 0  # what is missing is the rake
    assert accessible(patrons[1]) == []

    round_ = patrons[2].state["round"]["id"]
    patrons[2].get_up()
    patrons[2].go(f"/history/{round_}")
    patrons[2].click("verify")  # the seals of the cards that were seen
    expect(patrons[2].see("verdict")).to_have_attribute("data-ok", "true")
    expect(patrons[2].see("check-memory")).to_contain_text(patrons[2].state["round"]["seal"])
    for check in ("own", "felt"):  # its words have cut the deck, and it saw these cards
        expect(patrons[2].see(f"check-{check}")).to_have_attribute("data-known", "true")
        expect(patrons[2].see(f"check-{check}")).to_have_attribute("data-ok", "true")


def test_mucked_cards_are_never_told(enter: Enter, no_limit: int) -> None:
    one, other = enter(), enter()
    for seat, patron in ((1, one), (2, other)):
        sit_down(patron, no_limit, seat, 100)
    one.click("next")
    other.click("next")
    for patron in (one, other):
        patron.until(lambda state: holds(state) and state["view"]["turn"], "the cards")
    folds = {1: one, 2: other}[one.state["view"]["turn"]]
    wins = other if folds is one else one
    thrown = set(holds(folds.state))
    folds.click("fold")
    over = wins.until(lambda state: state["phase"] == "showing", "the end")
    assert over["result"]["net"] > 0
    wins.go(f"/history/{over['round']['id']}")
    wins.see("replay-felt").wait_for()
    wins.click("step-last")
    shown = wins.page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
    assert not thrown & set(shown)
    assert not any(f'"{card}"' in text for card in thrown for text in wins.texts)
