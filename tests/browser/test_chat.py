"""Chat at a table: what is typed is text to everybody and nothing to the table, and players and the pit can mute."""

from __future__ import annotations

from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import Patron, expect, mine
from tests.browser.test_irregularities import signed_in
from tests.browser.test_together import sit_beside
from tests.server.server_process import Guest

GAME = "high-card-flush"
MARKUP = '<img src=x onerror="window.hit = 1"><b>bold</b> &amp; {1}'
KEYS = "frflqjzxcvb 1234 OQ"  # of decisions, cards, chips and the head of the table


def at_one_table(enter: Enter, pit: Guest, *, phone: bool = False) -> tuple[Patron, Patron]:
    """Two people at a table where nobody has said anything yet."""
    ann, bob = enter(phone=phone), enter()
    answer = pit.post("/api/pit/tables", {"game": GAME})
    assert answer.status_code == 201, answer.text
    for seat, patron in enumerate((ann, bob), start=1):
        sit_beside(patron, answer.json()["id"], seat)
    ann.until(lambda state: state["seats"][1]["name"], "the other")
    return ann, bob


def open_chat(patron: Patron) -> None:
    if patron.see("side").count() == 0:
        patron.click("side-switch")
    patron.click("tab-chat")
    patron.see("chat-text").wait_for()


def lines(patron: Patron) -> list[str]:
    return patron.see("chat-lines").locator("bdi.text").all_inner_texts()


def shows(patron: Patron, *texts: str) -> None:
    expect(patron.see("chat-lines").locator("bdi.text")).to_have_text(list(texts))


def say(patron: Patron, text: str) -> None:
    patron.see("chat-text").fill(text)
    patron.see("chat-text").press("Enter")
    expect(patron.see("chat-text")).to_have_value("")


def name_of(patron: Patron) -> str:
    return patron.page.locator(".person .name").inner_text()


def test_two_patrons_chat_and_what_looks_like_markup_is_text(enter: Enter, pit: Guest) -> None:
    ann, bob = at_one_table(enter, pit)
    open_chat(ann)
    expect(ann.see("chat-lines")).to_have_text("Nobody has said anything yet.")
    say(ann, MARKUP)
    shows(ann, MARKUP)
    expect(bob.see("unread")).to_have_text("1 unread message")
    expect(bob.see("chat-live")).to_have_text(f"{name_of(ann)}: {MARKUP}")  # for who hears the page
    expect(ann.see("chat-live")).to_have_text("")
    bob.click("side-switch")  # somebody who opens it now wants to read
    shows(bob, MARKUP)
    expect(bob.see("unread")).to_have_count(0)
    for patron in (ann, bob):
        assert patron.page.locator("[data-testid=chat] :is(img, b), [data-testid=chat-live] :is(img, b)").count() == 0
        assert patron.page.evaluate("window.hit") is None
        assert accessible(patron) == []
    bob.click("tab-log")
    say(ann, "and another")
    expect(bob.see("tab-chat")).to_have_text("Chat 1 unread message")

    ann.see("chat-text").fill("x" * 214)
    expect(ann.see("chat-left")).to_have_text("214 of 200")
    ann.click("chat-send")
    expect(ann.see("chat-problem")).to_contain_text("at most 200 characters, and this one 214")
    expect(ann.see("chat-text")).to_have_value("x" * 214)  # to be made shorter
    assert accessible(ann) == []


def test_keys_typed_there_do_nothing_at_the_table(enter: Enter, pit: Guest) -> None:
    ann, bob = at_one_table(enter, pit)
    open_chat(ann)
    ann.see("chat-text").press_sequentially(KEYS)
    assert mine(ann.state)["stakes"] == {}
    ann.see("chat-text").fill("")
    for patron in (ann, bob):
        patron.bet("ante")
    for patron in (ann, bob):
        patron.until(lambda state: state["legal"], "the decision")
    ann.page.locator('[data-testid="decision"][data-keys="live"]').wait_for()
    before = ann.state
    ann.see("chat-text").press_sequentially(KEYS)
    for key in ("Backspace", "ArrowLeft", "Shift+O", "Enter"):  # the last one sends it
        ann.see("chat-text").press(key)
    ann.see("chat-text").press_sequentially("rf")
    ann.click("chat-send")
    ann.page.keyboard.type("fff")  # and who clicked on Send goes on writing
    expect(ann.see("chat-text")).to_have_value("fff")
    open_chat(bob)
    shows(bob, f"{KEYS[:-1]}O", "rf")
    ann.heard()
    assert (ann.state["legal"], mine(ann.state)["decisions"]) == (before["legal"], [])
    assert not ann.state["you"]["sitting_out"]
    assert ann.page.url.endswith(f"/table/{ann.state['table']['id']}")


def test_a_player_mutes_somebody_in_this_browser(enter: Enter, pit: Guest) -> None:
    ann, bob = at_one_table(enter, pit)
    for patron in (ann, bob):
        patron.bet("ante")  # the seat is kept while the page is loaded anew
        open_chat(patron)
    say(ann, "hello")
    say(bob, "hello to you")
    shows(bob, "hello", "hello to you")
    who = bob.page.locator("[data-testid^=mute-]").get_attribute("data-testid")
    assert who is not None
    bob.click(who)
    shows(bob, "hello to you")
    expect(bob.see("chat-lines")).to_be_focused()
    say(ann, "can you read this?")
    shows(ann, "hello", "hello to you", "can you read this?")
    shows(bob, "hello to you")
    bob.page.reload()
    open_chat(bob)
    shows(bob, "hello to you")
    bob.see("chat").locator("summary").click()
    assert accessible(bob) == []
    bob.click(f"un{who}")
    shows(bob, "hello", "hello to you", "can you read this?")


def test_the_pit_mutes_somebody_for_everybody(enter: Enter, pit: Guest) -> None:
    ann, bob = at_one_table(enter, pit)
    boss = signed_in(enter(), pit)
    for patron in (ann, bob):
        open_chat(patron)
    say(ann, "something rude")
    say(bob, "please")
    shows(bob, "something rude", "please")

    boss.go(f"/table/{ann.state['table']['id']}")
    boss.click("side-switch")
    boss.click("tab-chat")
    shows(boss, "something rude", "please")
    expect(boss.see("chat-reads")).to_be_visible()  # who watches does not write
    boss.see("line-1").get_by_role("link", name="Pit").click()
    row = boss.page.locator("[data-testid^=person-]")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(name_of(ann))
    boss.click("pit-mute")
    assert accessible(boss) == []
    boss.see("mute-reason").fill("rude to others")
    boss.click("mute-submit")
    expect(boss.see("role-told")).to_have_text(f"{name_of(ann)} is muted at every table.")
    for patron in (ann, bob):
        shows(patron, "please")
    ann.see("chat-text").fill("why?")
    ann.see("chat-text").press("Enter")
    expect(ann.see("chat-problem")).to_contain_text("The pit has muted you")
    assert lines(ann) == ["please"]
    boss.click("pit-unmute")
    expect(boss.see("role-told")).to_have_text(f"{name_of(ann)} may write again.")
    say(ann, "sorry")
    shows(bob, "please", "sorry")

    boss.click("pit-log")
    newest = boss.see("log-lines").locator("tbody tr")
    expect(newest.nth(0)).to_contain_text("Unmuted")
    expect(newest.nth(1)).to_contain_text("rude to others")
    expect(newest.nth(1)).to_contain_text(name_of(ann))
    assert accessible(boss) == []


def test_chat_on_a_phone(enter: Enter, pit: Guest) -> None:
    ann, bob = at_one_table(enter, pit, phone=True)
    open_chat(bob)
    say(bob, "far " * 30 + "w" * 60)
    expect(ann.see("unread")).to_be_visible()
    open_chat(ann)
    expect(ann.see("chat-text")).to_be_in_viewport(ratio=1)
    expect(ann.see("chat-send")).to_be_in_viewport(ratio=1)
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert ann.page.evaluate(wide)
    ann.see("chat-text").fill("near")
    ann.click("chat-send")
    expect(bob.see("chat-lines")).to_contain_text("near")
    assert accessible(ann) == []
    ann.page.get_by_label("Close this panel").tap()
    expect(ann.see("chat")).to_have_count(0)
