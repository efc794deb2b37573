"""A guest becomes an account, goes and comes back; what somebody likes stays liked."""

from __future__ import annotations

from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import CHIPS, Patron, expect, money


def test_guest_account_log_out_log_in(patron: Patron) -> None:
    name, password = "Nora", "correct horse battery"
    patron.go("/")
    patron.click("play-guest")
    patron.see("deal").wait_for()
    patron.bet(next(iter(patron.state["table"]["limits"])))
    over = patron.play_on()
    chips = CHIPS + over["result"]["net"]
    patron.get_up()
    patron.shows_balance(chips)

    patron.click("account-link")
    patron.see("register-name").fill(name)
    patron.see("register-password").fill("short")
    with patron.refused():
        patron.click("register-submit")
        expect(patron.see("register-problem")).to_be_visible()
    patron.see("register-password").fill(password)
    patron.click("register-submit")
    expect(patron.see("account-told")).to_be_visible()
    expect(patron.see("account-role")).to_have_text("player")
    patron.shows_balance(chips)  # the guest's chips are the account's
    assert accessible(patron) == []
    patron.click("logout")
    expect(patron.see("account-link")).to_have_text("Log in")

    patron.see("login-name").fill(name)
    patron.see("login-password").fill("not this one")
    with patron.refused():
        patron.click("login-submit")
        expect(patron.see("login-problem")).to_be_visible()
    patron.see("login-password").fill(password)
    patron.click("login-submit")
    expect(patron.see("account-balance")).to_have_text(money(chips))
    patron.shows_balance(chips)
    patron.go("/history")
    expect(patron.see(f"history-{over['round']['id']}")).to_be_visible()  # so are the rounds
    cookies = {cookie["name"]: cookie for cookie in patron.context.cookies()}
    assert cookies["houseway_session"]["httpOnly"]
    assert cookies["houseway_session"]["sameSite"] in ("Lax", "Strict")
    assert not patron.page.evaluate("document.cookie.includes('houseway_session')")


def test_who_has_enough_gets_no_more_chips(patron: Patron) -> None:
    patron.go("/account")
    patron.see("guest-name").fill("Rich")
    patron.click("play-as-guest")
    expect(patron.see("account-balance")).to_have_text(money(CHIPS))
    with patron.refused():
        patron.click("more-chips")
        expect(patron.see("account-problem")).to_be_visible()


def test_switches_stay_as_they_were_set(enter: Enter) -> None:
    patron = enter(motion=True)
    patron.sit_down("mini-tex")
    switches = ("sound-switch", "coach-switch", "colours-switch")
    before = {switch: patron.see(switch).get_attribute("aria-pressed") for switch in switches}
    assert before == {"sound-switch": "true", "coach-switch": "false", "colours-switch": "false"}
    expect(patron.see("pace")).to_have_attribute("aria-valuetext", "Usual")
    expect(patron.page.locator(".no-motion")).to_have_count(0)
    for switch in switches:
        patron.click(switch)
    patron.see("pace").fill("4")
    patron.page.reload()
    for switch in switches:
        expect(patron.see(switch)).to_have_attribute("aria-pressed", "false" if switch == "sound-switch" else "true")
    expect(patron.see("pace")).to_have_attribute("aria-valuetext", "Instant")
    expect(patron.page.locator(".no-motion")).to_have_count(1)
