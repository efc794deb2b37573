"""The pit: the first admin by the printed link, tables with a locked fingerprint, takings, search and export."""

from __future__ import annotations

import json
import re

from tests.browser.conftest import Enter
from tests.browser.evidence import accessible, is_refusal
from tests.browser.patron import expect, money
from tests.server.server_process import ServerProcess

FINGERPRINT = re.compile("[0-9a-f]{64}")


def test_a_night_in_the_pit(enter_own: Enter, own_house: ServerProcess) -> None:
    boss = enter_own()
    boss.go(f"/claim/{own_house.claim}")
    assert accessible(boss) == []
    boss.see("claim-name").fill("Ida")
    boss.see("claim-password").fill("a long password")
    boss.click("claim-submit")
    boss.see("pit-table-list").wait_for()
    assert accessible(boss) == []

    boss.click("pit-open")
    boss.see("open-game").select_option("mini-tex")
    expect(boss.see("open-fingerprint")).to_have_text(FINGERPRINT)
    boss.see("open-name").fill("The locked one")
    boss.see("limit-ante-least").fill("10")
    boss.see("limit-ante-most").fill("200")
    boss.click("take-fingerprint")
    approved = boss.see("open-approved").input_value()
    assert len(approved) == 64
    assert accessible(boss) == []
    boss.click("open-submit")
    expect(boss.see("opened")).to_contain_text("The locked one")
    summary = next(
        json.loads(text) for method, path, text in boss.answers if (method, path) == ("POST", "/api/pit/tables")
    )
    assert summary["locked"]
    assert summary["fingerprint"] == approved

    # Another qualifier under the same approval: the table does not open.
    boss.see("option-qualifier").select_option("ace-king")
    expect(boss.see("open-fingerprint")).not_to_contain_text(approved[:12])
    boss.see("open-approved").fill(approved)
    with boss.refused():
        boss.click("open-submit")
        expect(boss.see("open-problem")).to_contain_text("fingerprint")
    told = [json.loads(text) for _, path, text in boss.answers if path == "/api/pit/tables"]
    assert [answer["code"] for answer in told if is_refusal(answer)] == ["fingerprint_differs"]

    # Somebody plays there.
    guest = enter_own()
    guest.go(f"/table/{summary['id']}")
    guest.click("take-seat")
    state = guest.until(lambda state: state["phase"] == "betting" and state["you"]["seat"], "betting")
    ante = state["table"]["limits"]["ante"]
    assert {bound: ante[bound] for bound in ("least", "most", "step")} == {"least": 1000, "most": 20_000, "step": 100}
    guest.bet("ante")
    over = guest.play_on()
    round_, name = over["round"]["id"], guest.page.locator(".person .name").inner_text()

    boss.click("pit-tables")
    row = boss.see(f"pit-table-{summary['id']}")
    staked = sum(line["amount"] for line in over["result"]["lines"])
    expect(row.get_by_test_id("handle")).to_have_text(money(staked))
    expect(row.get_by_test_id("win")).to_have_text(money(-over["result"]["net"]))
    expect(row).to_contain_text("locked")

    boss.click("pit-rounds")
    boss.see("search-person").fill(name)
    boss.click("search-submit")
    expect(boss.page).to_have_url(re.compile(r"person=\d+"))  # the name was found
    expect(boss.see("round-list").locator("tbody tr")).to_have_count(1)
    boss.see(f"pit-round-{round_}").get_by_test_id("show-record").click()
    expect(boss.see("record")).to_contain_text(over["round"]["commitment"])
    assert accessible(boss) == []
    with boss.page.expect_download() as download:
        boss.click("export")
    lines = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert len(lines) == 1
    assert over["round"]["commitment"] in json.dumps(lines[0])
    boss.see("search-person").fill("")
    boss.see("search-game").select_option("two-card-roo")
    boss.click("search-submit")
    boss.see("no-rounds").wait_for()

    boss.click("pit-people")
    boss.see("people").wait_for()
    assert accessible(boss) == []
    boss.click("pit-tables")
    guest.get_up()
    row.get_by_test_id("close-table").click()
    row.get_by_test_id("close-really").click()
    expect(row).to_have_count(0)


def test_the_pit_is_closed_to_players(enter: Enter) -> None:
    guest = enter()
    guest.go("/account")
    guest.click("play-as-guest")
    guest.see("account-balance").wait_for()
    guest.go("/pit")
    expect(guest.see("pit-refused")).to_be_visible()
    assert not any("/api/pit/" in path for _, path, _ in guest.answers)


def test_a_room_is_opened_by_the_house_s_rules(enter_own: Enter, own_house: ServerProcess) -> None:
    """The small blind is nothing to fill in, the raises follow the structure, and Pocket Poker has limits once it is on."""
    boss = enter_own()
    boss.go(f"/claim/{own_house.claim}")
    boss.see("claim-name").fill("Ida")
    boss.see("claim-password").fill("a long password")
    boss.click("claim-submit")
    boss.click("pit-open")
    boss.see("open-game").select_option("mini-tex-pvp")
    expect(boss.see("option-raises")).to_have_value("3")
    expect(boss.page.get_by_test_id("option-small_blind")).to_have_count(0)
    expect(boss.page.get_by_test_id("limit-pocket-poker-least")).to_have_count(0)
    boss.see("option-structure").select_option("no-limit")
    expect(boss.see("option-raises")).to_have_value("unlimited")
    for option, value in {"big_blind": "5.01", "max_bet": "50", "pocket-poker": "30-20"}.items():
        boss.see(f"option-{option}").fill(value)
        boss.see(f"option-{option}").blur()
        if option == "big_blind":
            with boss.refused():
                expect(boss.see("open-problem")).to_contain_text("half of 501 is no whole cent")
                boss.see("option-big_blind").fill("5")
                boss.see("option-big_blind").blur()
    boss.see("limit-pocket-poker-least").fill("5")
    boss.see("limit-pocket-poker-most").fill("500")
    boss.see("open-jurisdiction").select_option("washington-2023")
    assert accessible(boss) == []
    boss.click("open-submit")
    boss.see("opened").wait_for()
    summary = next(
        json.loads(text) for method, path, text in boss.answers if (method, path) == ("POST", "/api/pit/tables")
    )

    guest = enter_own()
    guest.go(f"/table/{summary['id']}")
    state = guest.until(lambda state: state["phase"] == "waiting", "an empty room")
    assert state["table"]["blinds"] == {"small": 250, "big": 500, "ante": 0}
    assert state["table"]["limits"]["pocket-poker"] == {"least": 500, "most": 40_000, "step": 100}
