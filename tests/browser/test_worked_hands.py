"""Some worked hands of every game, shown by the replay page of a real browser: what it says of every wager and pot."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Route
from tests.browser.conftest import open_door
from tests.browser.patron import Patron, expect, money
from tests.server.server_process import ServerProcess
from tests.sizes import sized
from tests.worked_hands import playing, pots
from tests.worked_hands.reading import WorkedHand, all_hands, among_players
from tests.worked_hands.test_worked_replays import viewer_of, words

from houseway.catalog import any_game_class
from houseway.server.web.api.games import game_felt
from houseway.table import events as ev
from houseway.table.frames import frames

# Hands of a game: from its beginning to its end, so that every file has its turn.
EACH = sized(quick=2, test=2, thorough=4)


def chosen() -> list[WorkedHand]:
    by_game = defaultdict(list)
    for hand in all_hands():
        by_game[hand.game].append(hand)
    return [hand for hands in by_game.values() for hand in hands[:: max(1, len(hands) // EACH)][:EACH]]


def answer(hand: WorkedHand, told: dict[str, Any]) -> dict[str, Any]:
    """The answer for a round of the house's own, with this hand in the place of its cards."""
    played = pots.play(hand) if among_players(hand) else playing.play(hand)
    seat = viewer_of(hand)
    seen = frames(played, seat)
    kind = any_game_class(hand.game)
    return told | {
        "kind": "pot" if among_players(hand) else "banked",
        "round": told["round"] | {"game": kind.id, "game_name": kind.name, "seat": seat},
        "can_verify": False,
        "events": [{**ev.shown_json(frame.event), "text": frame.text} for frame in seen],
        "views": [frame.view for frame in seen],
        "view_at_end": played.view(seat).to_json(),
        "felt": game_felt(played.game),
        "counts": {},
        "won": {},
        "undealt": [],
    }


def telling(hand: WorkedHand) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=answer(hand, route.fetch().json()))


def check_banked(patron: Patron, hand: WorkedHand) -> None:
    by_seat: dict[int, set[str]] = defaultdict(set)
    for (seat, wager), result in hand.results.items():
        by_seat[seat].add(f"{wager}: {words(result.how, result.returned)}")
    for seat, lines in by_seat.items():
        place = patron.see(f"replay-seat-{seat}")
        for line in lines:
            expect(place).to_contain_text(re.compile(rf"{re.escape(line)}\s+\("))
        expect(place.locator("p.small.win, p.small.lose, p.small.push")).to_have_count(len(lines))


def check_pot(patron: Patron, hand: WorkedHand) -> None:
    for chips in hand.chips:
        if chips.how == "takes":
            expect(patron.see("replay-felt")).to_contain_text(f"seat {chips.seat} takes {money(chips.amount)}")
        elif chips.how == "ends with":
            expect(patron.see(f"replay-seat-{chips.seat}")).to_contain_text(f"{money(chips.amount)} behind")


def test_the_replay_page_shows_what_the_text_says(browser: Browser, house: ServerProcess) -> None:
    # What these answers hold was never dealt in this house: there is nothing to search for in them.
    with open_door(browser, house, search=False) as come:
        patron = come()
        patron.sit_down("two-card-roo")
        patron.bet("roo")
        round_ = patron.play_on()["round"]["id"]
        for hand in chosen():
            path = f"**/api/history/{round_}"
            patron.page.route(path, telling(hand))
            patron.go(f"/history/{round_}")
            patron.see("replay-felt").wait_for()
            patron.page.keyboard.press("End")
            try:
                (check_pot if among_players(hand) else check_banked)(patron, hand)
            except AssertionError as error:
                error.add_note(hand.id)
                raise
            patron.page.unroute(path)
