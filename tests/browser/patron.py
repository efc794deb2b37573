"""Somebody at the page: a Chromium of their own, what they do there, and everything their browser was sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, WebSocket, expect

Frame = dict[str, Any]
State = dict[str, Any]
WAIT = 20_000
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


class Patron:
    """One visitor with cookies and storage of their own."""

    def __init__(self, browser: Browser, address: str, *, phone: bool = False, motion: bool = False) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(
            base_url=address,
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 860},
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="no-preference" if motion else "reduce",
            accept_downloads=True,
        )
        self.context.set_default_timeout(WAIT)
        self.connections: list[list[Frame]] = []  # what each socket received
        self.texts: list[str] = []  # the same, as it was sent
        self.answers: list[tuple[str, str, str]] = []  # method, path and text of what /api/ answered
        self.hosts: set[str] = set()
        self.complaints: list[str] = []  # console errors, violations of the policy, exceptions
        self.forgiving = False  # while the server refuses or is gone, as the test wants it
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
        """Give up the seat, if there is one, and close the browser."""
        seats = {frame["table"]: frame["state"]["you"]["seat"] for frame in self.frames() if "state" in frame}
        seated = [table for table, seat in seats.items() if seat is not None]
        if seated and not self.page.url.endswith(f"/table/{seated[-1]}"):
            self.go(f"/table/{seated[-1]}")
        if seated and self.see("leave").count():
            self.see("leave").click()
        self.page.wait_for_timeout(50)  # what is on its way arrives
        self.context.close()

    # --- what is heard ---

    def _connected(self, socket: WebSocket) -> None:
        heard: list[Frame] = []
        self.connections.append(heard)

        def received(payload: str | bytes) -> None:
            text = payload if isinstance(payload, str) else payload.decode()
            self.texts.append(text)
            heard.append(json.loads(text))

        socket.on("framereceived", received)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(("blob:", "data:")):
            self.hosts.add(urlsplit(request.url).netloc)

    def _answered(self, _: Any, method: str, path: str, text: str) -> None:
        self.answers.append((method, path, text))

    def _complain(self, text: str) -> None:
        if not (self.forgiving and any(words in text for words in FORGIVEN)):
            self.complaints.append(text)

    def frames(self) -> list[Frame]:
        return [frame for heard in self.connections for frame in heard]

    @property
    def state(self) -> State:
        """The table as it was told last."""
        found: State = next(frame["state"] for frame in reversed(self.frames()) if "state" in frame)
        return found

    # --- what is done ---

    def see(self, test_id: str) -> Locator:
        return self.page.get_by_test_id(test_id)

    def go(self, path: str) -> None:
        self.page.goto(path)

    def click(self, test_id: str) -> None:
        """By mouse, or by finger on a phone."""
        target = self.see(test_id).first
        target.tap() if self.context.pages and self._touch else target.click()

    @property
    def _touch(self) -> bool:
        return bool(self.page.evaluate("matchMedia('(hover: none)').matches"))

    def until(self, condition: Callable[[State], Any], what: str = "the state", seconds: float = 20) -> State:
        """Wait until the table's state meets the condition."""
        for _ in range(int(seconds * 50)):
            if any("state" in frame for frame in self.frames()) and condition(self.state):
                return self.state
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{what} did not come: {json.dumps(self.state)[:600]}")

    @property
    def balance(self) -> int:
        return cents(self.see("balance").inner_text())

    def sit_down(self, game: str) -> None:
        """From the lobby, by "play now"."""
        self.go("/")
        self.click(f"play-{game}")
        self.see("felt").wait_for()

    def bet(self, *wagers: str) -> dict[str, int]:
        """A chip on each of these spots of the felt, and the deal; gives what was staked."""
        self.see("deal").wait_for()
        for wager in wagers:
            self.click(f"spot-{wager}")
        self.click("deal")
        return dict(self.until(lambda state: mine(state)["stakes"], "the stakes")["view"]["seats"][0]["stakes"])

    def decide(self, choose: Callable[[list[dict[str, Any]]], dict[str, Any]] | None = None) -> dict[str, Any]:
        """Take one of the legal decisions by clicking what it needs: cards, places, then its button."""
        self.see("decision").wait_for()
        state = self.state
        offers = state["legal"]["offers"]
        offer = (choose or bold)(offers)
        dealt = mine(state)["dealt"]
        for card in offer["decision"].get("discard", []):
            self.click(f"card-{dealt.index(card)}")
        place = next((value for value in offer["decision"].values() if self.see(f"place-{value}").count()), None)
        if place is not None:
            self.click(f"place-{place}")
        else:
            button = self.page.locator(f'[data-testid^="action-"][data-label="{offer["label"]}"]').first
            button.tap() if self._touch else button.click()
        at, round_ = state["legal"]["at"], state["round"]["id"]
        self.until(
            lambda now: now["round"]["id"] != round_ or not now["legal"] or now["legal"]["at"] != at, "the answer"
        )
        return dict(offer["decision"])

    def play_on(self) -> State:
        """Decide until the round is over and its result is shown."""
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


def cents(text: str) -> int:
    """`$1,234.50` in cents."""
    sign = -1 if text.strip().startswith(("-", "−", "–")) else 1
    return sign * round(float(text.strip().lstrip("+-−–±").lstrip("$").replace(",", "")) * 100)


__all__ = ["WAIT", "Patron", "bold", "cents", "expect", "mine"]
