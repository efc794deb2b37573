"""Ctrl-C in long commands: they end with the best result so far, and say so."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.calling import houseway as command
from tests.lab.games import duel, ride

from houseway.cli.report import stopped_text
from houseway.document.blocks import Heading, Paragraph
from houseway.document.files import write
from houseway.lab import strategy_cards
from houseway.lab.protecting.changed import with_members
from houseway.lab.protecting.protection import MISREAD, dealer_errors, protect
from houseway.odds import solve
from houseway.report import report
from houseway.report.building import CHAPTERS
from houseway.report.collection import write_all
from houseway.report.exposed_cards import quick_protection
from houseway.rules.game import Game, HouseCards

Stop = Callable[..., None]


@pytest.fixture
def ctrl_c_at() -> Iterator[Callable[[str], Stop]]:
    """Make a progress callback that presses Ctrl-C once, at the first text that has some words in it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def progress_callback(words: str) -> Stop:
        pressed = False

        def press_once(*texts: str) -> None:
            nonlocal pressed
            if not pressed and words in " ".join(texts):
                pressed = True
                signal.raise_signal(signal.SIGINT)

        return press_once

    yield progress_callback
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("game", "moment"), [(ride("10/5/1"), "0 lines"), (duel(), ": 1 line"), (ride("10/5/1"), "a card of")]
)
def test_stopped_card_search_gives_its_best_card_with_its_exact_cost(
    ctrl_c_at: Callable[[str], Stop], game: Game[Any], moment: str
) -> None:
    found = strategy_cards(game, 3, told=ctrl_c_at(moment))
    assert found.stopped
    assert found.to_json()["interrupted"] is True
    assert isinstance(found.blocks()[0], Paragraph)
    counted = solve(game, found.strategy()).main.expected_value
    assert (found.found.value, found.found.cost) == (counted, solve(game).main.expected_value - counted)


def test_card_search_stopped_before_the_first_count_gives_nothing(ctrl_c_at: Callable[[str], Stop]) -> None:
    with pytest.raises(KeyboardInterrupt):
        strategy_cards(duel(), 3, told=ctrl_c_at("counting"))


def test_stopped_protection_keeps_what_was_counted_and_names_the_rest(ctrl_c_at: Callable[[str], Stop]) -> None:
    whole = protect(duel(), only="dealer")
    titles: list[str] = []
    protect(duel(), only="dealer", progress=titles.append)
    found = protect(duel(), progress=ctrl_c_at("Dealer errors"))
    assert [item.to_json() for item in found.findings if item.key.startswith("dealer")] == [
        item.to_json() for item in whole.findings
    ]
    assert found.stopped == ("dealer errors",)
    none = protect(duel(), only="dealer", progress=ctrl_c_at(titles[0]))
    assert none.findings == ()
    assert none.stopped == tuple(titles)
    assert none.to_json()["interrupted"] is True


def stopped_in_misread_count(press: Stop) -> Game[Any]:
    """A game that presses Ctrl-C when a dealer's hand is first read to qualify: only counts of misread hands ask."""

    def dealer_qualifies(self: Game[Any], house: HouseCards) -> bool:
        press()
        return True

    return with_members(duel(), dealer_qualifies=dealer_qualifies)


def test_ctrl_c_in_misread_counts_keeps_the_errors_already_counted(ctrl_c_at: Callable[[str], Stop]) -> None:
    stopped = dealer_errors(stopped_in_misread_count(ctrl_c_at("")))
    assert [error.key for error in stopped.errors] == [error.key for error in dealer_errors(duel()).errors]
    assert stopped.stopped == (MISREAD,)
    assert isinstance(stopped.blocks()[0], Paragraph)
    assert (stopped.to_json()["interrupted"], stopped.to_json()["errors_not_counted"]) == (True, [MISREAD])
    whole = protect(stopped_in_misread_count(ctrl_c_at("")))
    assert whole.stopped == (MISREAD,)
    assert whole.dealer_errors.errors == stopped.errors


def test_ctrl_c_in_misread_counts_stops_the_chapter(ctrl_c_at: Callable[[str], Stop]) -> None:
    with pytest.raises(KeyboardInterrupt):
        quick_protection(stopped_in_misread_count(ctrl_c_at("")))


def test_ctrl_c_in_a_study_of_exposed_cards_stops_the_chapter(ctrl_c_at: Callable[[str], Stop]) -> None:
    """Ctrl-C at the last question that the chapter asks of the rules: by then, dealer errors are counted."""
    calls, last, press = 0, 0, ctrl_c_at("")
    original = type(duel()).dealer_class

    def dealer_class(self: Game[Any], house: HouseCards) -> Any:
        nonlocal calls
        calls += 1
        if calls == last:
            press()
        return original(self, house)

    game = with_members(duel(), dealer_class=dealer_class)
    quick_protection(game)  # fills the caches
    calls = 0
    quick_protection(game)
    calls, last = 0, calls
    with pytest.raises(KeyboardInterrupt):
        quick_protection(game)


@pytest.mark.parametrize("chapter", ["Odds", "The house's win", "Annex"])
def test_stopped_report_has_the_finished_chapters_and_names_the_others(
    ctrl_c_at: Callable[[str], Stop], tmp_path: Path, chapter: str
) -> None:
    found = report(duel(), rounds=1000, progress=ctrl_c_at(chapter))
    names = [name for name, _ in CHAPTERS]
    missing = names[names.index(chapter) :] if chapter in names else []
    assert found.annex["report"]["missing_chapters"] == missing
    assert dict(found.facts)["Not finished"].startswith("stopped before " + (missing[0] if missing else "the annex"))
    assert found.annex["odds"]["wagers"]
    if chapter != "Odds":
        assert "Odds of every wager" in [block.text for block in found.blocks if isinstance(block, Heading)]
    write(found, tmp_path / "duel.md")


def test_report_with_fewer_rounds_than_wanted_says_where_the_simulation_was_stopped() -> None:
    annex = report(duel(), rounds=1000).annex
    assert stopped_text(annex, 1000, Path("duel.md")) == ""
    assert "stopped after 1,000 of 5,000 rounds" in stopped_text(annex, 5000, Path("duel.md"))


def test_stopped_collection_keeps_the_finished_reports(ctrl_c_at: Callable[[str], Stop], tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    games: list[Any] = [duel(), ride("10/5/1")]
    files = write_all(games, folder, ending="md", rounds=1000, progress=ctrl_c_at(f"{games[1].name} Odds"))
    assert sorted(file.name for file in files) == [f"{games[0].id}.md", "index.html"]
    assert sorted(folder.iterdir()) == sorted(files)
    with pytest.raises(KeyboardInterrupt):
        write_all(games, tmp_path / "none", ending="md", rounds=1000, progress=ctrl_c_at("Odds"))
    assert not (tmp_path / "none").exists()


def test_report_refuses_rounds_that_would_never_end() -> None:
    done = command("report", "two-card-roo", "--rounds", "1e15", "-o", "roo.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "at most 10,000,000,000 rounds" in done.stderr
