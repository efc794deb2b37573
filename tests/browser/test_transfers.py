"""Chips given away by losing on purpose, as the pit sees it on its page."""

from __future__ import annotations

from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import expect
from tests.browser.test_irregularities import signed_in
from tests.server.pit_crew import person_id
from tests.server.server_process import ServerProcess
from tests.server.test_transfers import Giving, seated


def test_a_gift_is_shown_with_its_sign(enter_own: Enter, own_house: ServerProcess) -> None:
    admin = own_house.admin()
    boss = signed_in(enter_own(), admin)
    boss.go("/pit?view=transfers")
    expect(boss.see("transfers-none")).to_be_visible()
    pair = seated(own_house, admin)
    Giving(*pair).play()
    giver, taker = (person_id(player.guest) for player in pair)
    boss.see("transfers-period").select_option("1")
    line = boss.see(f"transfer-{giver}-{taker}")
    expect(line).to_contain_text("folded with half the chips in the pot")
    expect(line).to_contain_text("100%")
    assert accessible(boss) == []
    for player in pair:
        player.close()
