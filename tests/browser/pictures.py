"""The pictures in README and docs, taken of the real page: `python -m tests.browser.pictures`."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS, SETTINGS
from tests.browser.patron import Patron
from tests.browser.test_among_players import holds
from tests.browser.test_together import sit_beside
from tests.browser.trainee import Trainee
from tests.server.server_process import ServerProcess

from houseway.catalog import any_game_class
from houseway.train import make

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
LARGEST = 300_000


def take(patron: Patron, name: str) -> None:
    patron.page.evaluate("document.activeElement?.blur()")
    patron.page.mouse.move(0, 0)
    patron.page.wait_for_timeout(700)  # chips and cards have come to rest
    picture = Image.open(io.BytesIO(patron.page.screenshot()))
    file = PICTURES / f"{name}.png"
    for colours in (256, 160, 96):
        picture.convert("RGB").quantize(colours).save(file, optimize=True)
        if file.stat().st_size < LARGEST:
            break
    print(f"{file.name}: {file.stat().st_size // 1000} kB")


def lobby(patron: Patron) -> None:
    patron.go("/")
    patron.see("game-high-card-flush").get_by_text("House edge").wait_for()
    patron.page.wait_for_function("() => !document.body.innerText.includes('being counted')", timeout=300_000)
    take(patron, "lobby")


def table(patron: Patron, others: list[Patron]) -> None:
    patron.sit_down("high-card-flush")
    state = patron.until(lambda state: state["phase"] == "betting" and state["you"]["seat"], "betting")
    seats = [seat for seat in (2, 4) if seat != state["you"]["seat"]]
    for other, seat in zip(others, seats, strict=False):
        sit_beside(other, state["table"]["id"], seat)
    patron.bet("ante", "flush", "straight-flush", "progressive")
    for other in others:
        other.bet("ante", "flush")
    patron.until(lambda state: state["legal"], "the decision")
    patron.see("decision").wait_for()
    take(patron, "decision")
    for each in (patron, *others):
        each.decide()
    patron.see("result").wait_for()
    take(patron, "table")


def coach(patron: Patron) -> None:
    patron.sit_down("three-card-draw-poker")
    patron.click("coach-switch")
    patron.bet("ante", "pair-plus")
    patron.until(lambda state: state["legal"], "the decision")
    patron.page.wait_for_function("() => document.body.innerText.includes('★')", timeout=120_000)
    take(patron, "coach")
    patron.decide()
    patron.see("result").wait_for()
    patron.click("coach-switch")
    patron.click("leave")


def replay(patron: Patron) -> None:
    patron.go("/history")
    patron.see("replay-link").last.click()
    patron.see("replay-felt").wait_for()
    patron.click("step-last")
    patron.click("verify")
    patron.see("verdict").wait_for()
    patron.page.evaluate("scrollTo(0, 0)")
    take(patron, "replay")
    patron.see("verification").scroll_into_view_if_needed()
    take(patron, "verification")


def odds(patron: Patron) -> None:
    patron.go("/odds/mini-tex")
    patron.see("odds-ante").wait_for(timeout=120_000)
    take(patron, "odds")


def among_players(patron: Patron) -> None:
    patron.sit_down("mini-tex-pvp")
    patron.click("take-seat")
    patron.click("buy-in-ok")
    patron.until(lambda state: state["you"]["seat"], "the seat")
    patron.click("next")
    patron.until(lambda state: state["legal"] and holds(state), "the turn")
    patron.see("decision").wait_for()
    take(patron, "among-players")


def training(patron: Patron) -> None:
    """A dealer pays, and is told of a slip; a player decides, and sees what every choice is worth."""
    trainee = Trainee(patron)
    trainee.begin("high-card-flush", "pay", seed="picture")
    exercise = make(any_game_class("high-card-flush").make(), "pay", "picture")
    assert exercise.question is not None
    right = exercise.key_answer()
    first = next(iter(right))
    trainee.give(exercise.question.to_json(), right | {first: {"do": "push"}})
    trainee.submit()
    trainee.verdict(right=False)
    patron.page.wait_for_timeout(300)
    take(patron, "training-dealer")
    trainee.begin("mini-tex", "spot", role="player", seed="picture")
    patron.page.locator('[data-testid^="choice-act-"]').first.click()
    patron.see("verdict").wait_for(timeout=120_000)
    take(patron, "training-player")
    patron.go("/train?game=mini-tex")
    patron.see("kind-round").wait_for()
    take(patron, "training")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = SETTINGS | {"count_odds": True}
        house = ServerProcess(f"sqlite:///{folder}/house.sqlite", Path(folder), **settings).open()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            guest, *others = (Patron(browser, house.address) for _ in range(3))
            lobby(guest)
            coach(guest)
            table(guest, others)
            guest.click("leave")
            replay(guest)
            odds(guest)
            among_players(guest)
            training(guest)
            phone = Patron(browser, house.address, phone=True)
            phone.sit_down("two-card-roo")
            phone.bet("roo", "flush-roo", "pairs-pay")
            phone.play_on()
            take(phone, "phone")
        finally:
            browser.close()
            house.kill()


if __name__ == "__main__":
    main()
