"""What lies on the felt and is printed on it: the cards as the dealer lays them, and what the rows of pay tables mean."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator
from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import Patron, expect


def cards_in(place: Locator) -> list[str | None]:
    return [card.get_attribute("data-card") for card in place.locator("[data-card]").all()]


def box_of(place: Locator) -> dict[str, float]:
    found: Any = place.bounding_box()
    assert found is not None
    return dict(found)


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_the_dealer_lays_the_cards(patron: Patron) -> None:
    """One line on the felt and in the replay, in the order of the manual; nothing of it before the dealer's cards turn."""
    patron.sit_down("mini-tex")
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.bet("ante")
    patron.see("decision").wait_for()
    expect(patron.see("lay")).to_have_count(0)
    over = patron.play_on()
    dealer = over["view"]["dealer"]
    lay = dealer["lay"]["hole"] + dealer["lay"]["community"]
    line = patron.see("lay")
    expect(line).to_have_attribute("aria-label", dealer["lay_words"])
    assert cards_in(line) == lay
    boxes = [box_of(line.locator(f'[data-card="{card}"]')) for card in lay]
    assert [box["x"] for box in boxes] == sorted(box["x"] for box in boxes)
    assert [card for card, box in zip(lay, boxes, strict=True) if box["width"] > box["height"]] == dealer["lay"][
        "turned"
    ]
    playing = line.locator(".counts")
    expect(playing).to_have_count(3)
    first = lay.index(cards_in(line.locator("span:has(> .counts)"))[0])
    assert set(lay[first : first + 3]) == set(dealer["hand"])  # next to each other
    assert accessible(patron) == []

    patron.get_up()
    patron.go(f"/rounds/{over['round']['id']}")
    patron.see("step-last").wait_for()
    expect(patron.see("replay-felt").get_by_test_id("lay")).to_have_count(0)
    patron.click("step-last")
    expect(patron.see("replay-felt").get_by_test_id("lay")).to_have_count(1)
    assert cards_in(patron.see("replay-felt").get_by_test_id("lay")) == lay
    expect(patron.see("replay-felt")).to_contain_text(dealer["lay_words"])


def test_a_row_of_a_pay_table_tells_what_it_means(patron: Patron) -> None:
    """To the mouse and to the keyboard, and it lies over no card; Escape takes it away."""
    patron.sit_down("high-card-flush")
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.bet("ante")
    patron.see("decision").wait_for()
    [flush] = [wager for wager in told(patron)["wagers"] if wager["id"] == "flush"]
    rows = flush["pay_table"]["rows"]
    table = patron.page.locator("[data-testid=felt] [data-testid=pays-flush]")
    meaning = patron.see("hand-meaning")
    for number, row in enumerate(rows):
        table.locator("tbody tr").nth(number).hover()
        expect(meaning).to_contain_text(row["meaning"])
        assert cards_in(meaning) == row["example"]
        expect(meaning.get_by_text(f"† {row['note']}")).to_have_count(1 if row["note"] else 0)
        shown = box_of(meaning)
        lying = patron.page.locator("[data-testid^=places-] [data-card]").all()
        assert len(lying) == 14
        assert not any(overlap(shown, box_of(card)) for card in lying)
    expect(table.get_by_text("†", exact=True)).to_have_count(sum(bool(row["note"]) for row in rows))
    patron.page.keyboard.press("Escape")
    expect(meaning).to_have_count(0)

    patron.page.mouse.move(0, 0)
    first, second = table.get_by_role("button").nth(0), table.get_by_role("button").nth(1)
    first.focus()
    expect(meaning).to_contain_text(rows[0]["meaning"])
    expect(first).to_have_accessible_description(f"All seven cards of one suit. For example {pretty(rows[0])}.")
    patron.page.keyboard.press("ArrowDown")
    expect(second).to_be_focused()
    expect(meaning).to_contain_text(rows[1]["meaning"])
    assert accessible(patron) == []
    patron.page.keyboard.press("Escape")
    expect(meaning).to_have_count(0)
    patron.decide()


def test_it_tells_so_to_a_finger_too(enter: Enter) -> None:
    patron = enter(phone=True)
    patron.sit_down("high-card-flush")
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.press(patron.page.locator("details.under summary"))
    rows = patron.page.locator("details.under [data-testid=pays-straight-flush] tbody tr")
    meaning = patron.see("hand-meaning")
    patron.press(rows.nth(3).get_by_role("button"))
    expect(meaning).to_contain_text("four cards of one suit in sequence")
    shown, width = box_of(meaning), patron.page.viewport_size
    assert width is not None
    assert 0 <= shown["x"] <= shown["x"] + shown["width"] <= width["width"]
    assert accessible(patron) == []
    patron.press(rows.nth(4).get_by_role("button"))
    expect(meaning).to_contain_text("three cards of one suit in sequence")
    patron.press(rows.nth(4).get_by_role("button"))
    expect(meaning).to_have_count(0)
    patron.press(rows.nth(0).get_by_role("button"))
    expect(meaning).to_have_count(1)
    patron.press(patron.page.locator("details.under summary"))
    expect(meaning).to_have_count(0)


def told(patron: Patron) -> dict[str, Any]:
    """The table as the page asked for it."""
    table = patron.state["table"]["id"]
    answer: dict[str, Any] = patron.page.request.get(f"/api/tables/{table}").json()
    return answer


def pretty(row: dict[str, Any]) -> str:
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    return " ".join(card[0].replace("T", "10") + signs[card[1]] for card in row["example"])
