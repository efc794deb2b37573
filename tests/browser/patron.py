"""Somebody at the page: a Chromium of their own, what they do there, and everything their browser was sent."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, WebSocket, expect
from tests.server.server_process import LONG

Frame = dict[str, Any]
State = dict[str, Any]
COUNTING_SECONDS = 300  # where the house may have to compile and count first
CHIPS = 100_000  # what the house gives a guest, in cents
FORGIVEN = ("Failed to load resource", "WebSocket connection", "net::ERR_")
NOTE_ANSWERS = """
const ask = window.fetch;
window.fetch = async (...asked) => {
  const answer = await ask(...asked);
  const { pathname } = new URL(answer.url);
  if (pathname.startsWith("/api/")) await window.noted(asked[1]?.method ?? "GET", pathname, await answer.clone().text());
  return answer;
};
addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
});
"""
expect.set_options(timeout=LONG * 1000)


class Patron:
    """One visitor with cookies and storage of their own."""

    def __init__(
        self, browser: Browser, address: str, *, phone: bool = False, motion: bool = False, locale: str = "en-US"
    ) -> None:
        self.address = address
        self.phone = phone
        self.context: BrowserContext = browser.new_context(
            base_url=address,
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 860},
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="no-preference" if motion else "reduce",
            accept_downloads=True,
            locale=locale,
        )
        self.context.set_default_timeout(LONG * 1000)
        self.connections: list[list[Frame]] = []  # what each socket received
        self.texts: list[str] = []  # the same, as it was sent
        self.answers: list[tuple[str, str, str]] = []  # method, path and text of what /api/ answered
        self.hosts: set[str] = set()
        self.complaints: list[str] = []  # console errors, violations of the policy, exceptions
        self.forgiving = False  # while the server refuses or is gone, as the test wants it
        self.forgiven = 0
        self._told: State | None = None
        self._unanswered: set[str] = set()  # the ids of commands that the newest socket has sent
        self.page: Page = self.open()

    def open(self) -> Page:
        page = self.context.new_page()
        page.on("websocket", self._connected)
        page.on("request", self._asked)
        page.on("console", lambda line: self._complain(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.expose_binding("noted", self._answered)
        page.add_init_script(NOTE_ANSWERS)
        return page

    def leave(self) -> None:
        """Give up the seat at the table that the page shows, if there is one, and close the browser."""
        try:
            told = self._told
            if told and told["you"]["seat"] is not None and self.page.url.endswith(f"/table/{told['table']['id']}"):
                self.get_up()
        finally:
            self.context.close()

    # --- what is heard ---

    def _connected(self, socket: WebSocket) -> None:
        heard: list[Frame] = []
        unanswered: set[str] = set()
        self.connections.append(heard)
        self._unanswered = unanswered

        def sent(payload: str | bytes) -> None:
            command = json.loads(payload)
            if command["do"] != "coach":  # which may take its time, and is waited for by who asks
                unanswered.add(command["id"])

        def received(payload: str | bytes) -> None:
            text = payload if isinstance(payload, str) else payload.decode()
            frame = json.loads(text)
            self.texts.append(text)
            heard.append(frame)
            if frame["type"] in ("ack", "error"):
                unanswered.discard(frame["id"])
            elif "state" in frame:
                self._told = frame["state"]

        socket.on("framesent", sent)
        socket.on("framereceived", received)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(("blob:", "data:")):
            self.hosts.add(urlsplit(request.url).netloc)

    def _answered(self, _: Any, method: str, path: str, text: str) -> None:
        self.answers.append((method, path, text))

    def _complain(self, text: str) -> None:
        if self.forgiving and any(words in text for words in FORGIVEN):
            self.forgiven += 1
        else:
            self.complaints.append(text)

    @contextmanager
    def refused(self) -> Iterator[None]:
        """Something is refused here: that stands in the console of every browser, and is no complaint."""
        before, self.forgiving = self.forgiven, True
        yield
        self._wait(lambda: self.forgiven > before, lambda: "nothing was refused")
        self.forgiving = False

    def frames(self) -> list[Frame]:
        return [frame for heard in self.connections for frame in heard]

    @property
    def state(self) -> State:
        """The table as it was told last."""
        assert self._told is not None, "no table was told of"
        return self._told

    # --- what is waited for ---

    def _wait(self, done: Callable[[], Any], problem: Callable[[], str], seconds: float = LONG) -> None:
        deadline = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < deadline, problem()
            self.page.wait_for_timeout(20)

    def until(self, condition: Callable[[State], Any], what: str = "the state") -> State:
        """Wait until the table's state meets the condition."""
        self._wait(
            lambda: self._told is not None and condition(self._told),
            lambda: f"{what} did not come: {json.dumps(self._told)[:600]}",
        )
        return self.state

    def until_told(self, condition: Callable[[Frame], Any], seconds: float = LONG) -> Frame:
        """Wait for a message, and give the first that meets the condition."""

        def find() -> Frame | None:
            return next(filter(condition, self.frames()), None)

        self._wait(find, lambda: "the message did not come", seconds)
        found = find()
        assert found is not None
        return found

    def heard(self) -> None:
        """Wait until the house has answered all that the page has sent: the news of a command comes before its answer."""
        self._wait(lambda: not self._unanswered, lambda: f"no answer to {self._unanswered}")

    # --- what is done ---

    def see(self, test_id: str) -> Locator:
        return self.page.get_by_test_id(test_id)

    def go(self, path: str) -> None:
        self.page.goto(path)

    def press(self, target: Locator) -> None:
        """By mouse, or by finger on a phone."""
        target.tap() if self.phone else target.click()

    def click(self, test_id: str) -> None:
        """A spot of the felt is a button while bets are taken: a click before would be lost."""
        target = self.page.locator(f'button[data-testid="{test_id}"]') if test_id.startswith("spot-") else None
        self.press((target or self.see(test_id)).first)

    def shows_balance(self, cents: int) -> None:
        """Wait for the balance: a win shows in it only when the cards have shown it."""
        expect(self.see("balance")).to_have_text(money(cents))

    def sit_down(self, game: str) -> None:
        """From the lobby, by "play now"."""
        self.go("/")
        self.click(f"play-{game}")
        self.see("felt").wait_for()

    def get_up(self) -> None:
        """Leave the table; the page goes to the lobby when the house has heard it."""
        self.click("leave")
        dialog = self.see("leave-dialog")
        self._wait(
            lambda: self.page.url == f"{self.address}/" or dialog.is_visible(),
            lambda: "the page neither left nor asked",
        )
        if dialog.is_visible():  # with chips in the round it asks first
            self.click("leave-now")
        self.page.wait_for_url(f"{self.address}/")

    def bet(self, *wagers: str) -> dict[str, int]:
        """A chip on each of these spots of the felt, and the deal; gives what was staked."""
        self.see("deal").wait_for()
        for wager in wagers:
            self.click(f"spot-{wager}")
        self.click("deal")
        stakes = mine(self.until(lambda state: mine(state)["stakes"], "the stakes"))["stakes"]
        self.heard()
        return dict(stakes)

    def decide(self, choose: Callable[[list[dict[str, Any]]], dict[str, Any]] | None = None) -> dict[str, Any]:
        """Take one of the legal decisions by clicking what it needs: cards to throw, then its button."""
        self.see("decision").wait_for()
        state = self.state
        offers = state["legal"]["offers"]
        offer = (choose or bold)(offers)
        dealt = mine(state)["dealt"]
        for card in offer["decision"].get("discard", []):
            self.click(f"card-{dealt.index(card)}")
        self.press(self.action(offer["label"]))
        at, round_ = state["legal"]["at"], state["round"]["id"]
        self.until(
            lambda now: now["round"]["id"] != round_ or not now["legal"] or now["legal"]["at"] != at, "the answer"
        )
        return dict(offer["decision"])

    def key(self, name: str) -> None:
        """Press a key of a decision; before it has been in sight for a moment that would do nothing."""
        self.page.locator('[data-testid="decision"][data-keys="live"]').wait_for()
        self.page.keyboard.press(name)

    def action(self, label: str) -> Locator:
        """The button of a decision."""
        return self.page.locator(f'[data-testid^="action-"][data-label="{label}"]').first

    def play_on(self) -> State:
        """Decide until the round is over and its result is shown; a deal may have nothing to decide."""
        while self.until(lambda state: state["legal"] or state["phase"] == "showing", "the end")["phase"] != "showing":
            self.decide()
        self.see("result").wait_for()
        return self.state


def mine(state: State) -> dict[str, Any]:
    """One's own place in the view."""
    empty: dict[str, Any] = {"stakes": {}, "dealt": []}
    if state["view"] is None:
        return empty
    return next((place for place in state["view"]["seats"] if place["seat"] == state["you"]["seat"]), empty)


def bold(offers: list[dict[str, Any]]) -> dict[str, Any]:
    """Stay in the round: the last offer, which is never to fold."""
    return next(offer for offer in reversed(offers) if offer["decision"].get("choice") != "fold")


def money(cents: int) -> str:
    """As the page writes it: 123450 is `$1,234.50`, -500 is `−$5`."""
    text = f"${abs(cents) / 100:,.2f}".removesuffix(".00")
    return f"−{text}" if cents < 0 else text


__all__ = ["CHIPS", "COUNTING_SECONDS", "Patron", "State", "bold", "expect", "mine", "money"]
