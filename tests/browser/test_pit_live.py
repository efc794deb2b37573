"""The pit's view of its tables as they are now: who sits there, whom a round waits for, and what each figure means."""

from __future__ import annotations

from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import expect
from tests.browser.test_together import sit_beside
from tests.server.server_process import Guest, ServerProcess


def test_the_pit_sees_who_waits(enter: Enter, house: ServerProcess, pit: Guest) -> None:
    one, other, boss = enter(), enter(), enter()
    one.sit_down("high-card-flush")
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    table, first = state["table"]["id"], state["you"]["seat"]
    second = first % 6 + 1
    sit_beside(other, table, second)
    one.until(lambda state: state["seats"][second - 1]["name"], "the other")
    one.bet("ante")

    boss.context.add_cookies(
        [{"name": name, "value": value, "url": house.address} for name, value in pit.http.cookies.items()]
    )
    boss.go("/pit")
    row = boss.see(f"pit-table-{table}")
    expect(row.get_by_test_id("now")).to_have_attribute("data-phase", "betting")
    expect(row.get_by_test_id(f"pit-seat-{second}")).to_contain_text("waited for")
    expect(row.get_by_test_id(f"pit-seat-{first}")).not_to_contain_text("waited for")
    boss.page.get_by_role("button", name="Hold", exact=True).hover()
    expect(boss.see("term")).to_contain_text("in percent")
    boss.page.keyboard.press("Escape")
    expect(boss.see("term")).to_have_count(0)
    assert accessible(boss) == []

    other.bet("ante")  # and the view goes on by itself
    expect(row.get_by_test_id("now")).to_have_attribute("data-phase", "deciding")
    expect(row.get_by_test_id(f"pit-seat-{first}")).to_contain_text("waited for")
    for patron in (one, other):
        patron.until(lambda state: state["legal"], "the decision")
        patron.decide()
    expect(row.get_by_test_id("now")).to_have_attribute("data-phase", "showing")
