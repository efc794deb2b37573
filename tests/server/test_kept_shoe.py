"""A table keeps its shoe from round to round: over the cut card, over `kill -9`, and never past a void round."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.evenings import SENT
from tests.server.leaks import Truth, leaks
from tests.server.pit_crew import Crew, Seated, person_id
from tests.server.server_process import Guest, ServerProcess, sync_url
from tests.sizes import databases

from houseway.server.money.shoe_proof import TITLE
from houseway.server.storage.schema import rounds
from houseway.table.record import verify
from houseway.table.round import Round

TWO_DECKS = {"options": {"decks": 2}}
WAGER = {"roo": 500}


class Regular(Seated):
    """A player at a table of 2 Card Roo who keeps every frame, to have them searched for cards."""

    def __init__(self, house: ServerProcess, guest: Guest | None = None) -> None:
        super().__init__(house, guest)
        self.frames: list[dict[str, Any]] = []

    def _next(self) -> dict[str, Any]:
        message = super()._next()
        SENT(message)
        self.frames.append(message)
        return message

    def at(self, house: ServerProcess) -> Regular:
        """The same person, come back to the same table of a house that was opened again."""
        again = Regular(house, self.guest)
        again.table = self.table
        again.do("watch")
        return again

    def shoe(self) -> dict[str, Any]:
        """The shoe as the felt shows it while the table takes wagers."""
        state = self.until(lambda state: state["phase"] == "betting" and state["round"])
        shown: dict[str, Any] = state["view"]["shoe"]
        return shown

    def go_on(self) -> dict[str, Any]:
        """The shoe of the next round, when the one on the table is over."""
        number = self.state["round"]["id"]
        self.do("ready")
        self.until(lambda state: state["round"] and state["round"]["id"] != number)
        return self.shoe()

    def replayed(self, round_id: int) -> dict[str, Any]:
        found: dict[str, Any] = self.guest.get(f"/api/history/{round_id}").json()
        return found

    def verified(self, round_id: int) -> Round:
        played = verify(self.guest.get(f"/api/history/{round_id}/record").json())
        assert isinstance(played, Round)
        return played


def place_of(shoe: dict[str, Any]) -> tuple[int, int]:
    return shoe["number"], shoe["round"]


@pytest.fixture(scope="module")
def crew(live_house: ServerProcess) -> Crew:
    return Crew(live_house)


def test_rounds_come_from_one_shoe_until_the_cut_card_comes(live_house: ServerProcess, crew: Crew) -> None:
    """Four cards a round and two buried, 52 to the cut card: nine rounds a shoe. A player can verify every one."""
    ann = Regular(live_house)
    ann.take(crew.open_table("two-card-roo", **TWO_DECKS), 3)
    shown, played = [ann.shoe()], []
    for _ in range(11):
        played.append(ann.play_round(WAGER))
        shown.append(ann.go_on())
    assert [place_of(shoe) for shoe in shown] == [(1, number) for number in range(1, 10)] + [(2, 1), (2, 2), (2, 3)]
    counts = [(shoe["dealt"], shoe["buried"], shoe["to_cut"]) for shoe in shown]
    assert counts[:3] == [(0, 0, 52), (4, 2, 46), (8, 4, 40)]
    assert counts[8:] == [(32, 16, 4), (0, 0, 52), (4, 2, 46), (8, 4, 40)]

    left = None
    for number, round_id in enumerate(played):
        round_ = ann.verified(round_id)
        replay = ann.replayed(round_id)
        assert replay["shoe"] == json.loads(json.dumps(round_.shoe.to_json())) if round_.shoe else None
        assert (replay["can_verify"], len(replay["deck_order"])) == (True, 104)
        opened = replay["events"][0]
        assert opened["shoe"] == shown[number]  # it was told before the wager
        assert left is None or round_.shoe == left
        left = round_.shoe_after
    ends = [next(e for e in ann.replayed(id_)["events"] if e["event"] in ("Buried", "Shuffled")) for id_ in played]
    assert [end["event"] for end in ends] == ["Buried"] * 8 + ["Shuffled"] + ["Buried"] * 2
    assert ends[8]["text"] == "The cut card has come: the decks are shuffled for shoe 2"
    assert [event["event"] for event in ann.events].count("Shuffled") == 1
    ann.do("leave")
    ann.close()
    assert list(leaks(Truth(live_house), person_id(ann.guest), ann.frames)) == []


def test_who_comes_later_is_dealt_from_the_same_shoe(live_house: ServerProcess, crew: Crew) -> None:
    table = crew.open_table("two-card-roo", **TWO_DECKS)
    ann, ben = Regular(live_house), Regular(live_house)
    ann.take(table, 1)
    ann.play_round(WAGER)
    ann.do("leave")
    ben.take(table, 7)
    assert place_of(ben.shoe()) == (1, 2)
    for player in (ann, ben):
        player.do("leave")
        player.close()


def test_a_round_that_nobody_plays_takes_nothing_from_the_shoe(live_house: ServerProcess, crew: Crew) -> None:
    table = crew.open_table("two-card-roo", **TWO_DECKS)
    ann, ben, eve = (Regular(live_house) for _ in range(3))
    ann.take(table, 1)
    ann.play_round(WAGER)
    before = ann.go_on()
    ben.take(table, 2)  # is waited for, so that nothing is dealt yet
    number = ann.state["round"]["id"]
    assert ann.do("wager", round=number, stakes=WAGER)["type"] == "ack"
    assert ann.do("wager", round=number, stakes={})["type"] == "ack"
    ben.do("leave")
    ann.do("leave")  # the table closes what was begun
    eve.take(table, 2)
    assert eve.until(lambda state: state["round"])["round"]["id"] != number
    assert eve.shoe() == before
    eve.do("leave")
    for player in (ann, ben, eve):
        player.close()


@pytest.mark.parametrize("phase", ["betting", "deciding"])
def test_a_void_round_with_cards_is_followed_by_a_new_shoe(live_house: ServerProcess, crew: Crew, phase: str) -> None:
    """One that was made void before the deal has taken nothing from it."""
    table = crew.open_table("two-card-roo", **TWO_DECKS)
    ann, ben = Regular(live_house), Regular(live_house)
    ann.take(table, 1)
    ann.play_round(WAGER)
    before = ann.go_on()
    assert place_of(before) == (1, 2)
    if phase == "betting":
        ben.take(table, 2)  # is waited for
    number = ann.state["round"]["id"]
    ann.do("wager", round=number, stakes=WAGER)
    if phase == "deciding":
        ann.until(lambda state: state["legal"])
    assert crew.void(table, number).status_code == 200
    ann.voided(number)
    if phase == "betting":
        assert ann.shoe() == before
    else:
        assert (place_of(ann.shoe()), ann.shoe()["dealt"]) == ((2, 1), 0)
    if phase == "betting":
        ben.do("leave")
    round_id = ann.play_round(WAGER)
    assert ann.verified(round_id).shoe is not None
    ann.do("leave")
    for player in (ann, ben):
        player.close()


def test_a_fresh_shoe_shows_nothing_of_it(live_house: ServerProcess, crew: Crew) -> None:
    ann = Regular(live_house)
    ann.take(crew.open_table("two-card-roo", options={"decks": 8, "shoe": "fresh"}), 1)
    assert ann.shoe() is None
    round_id = ann.play_round(WAGER)
    assert ann.replayed(round_id)["shoe"] is None
    assert "shoe" not in ann.guest.get(f"/api/history/{round_id}/record").json()
    ann.do("leave")
    ann.close()


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_a_shoe_is_kept_over_kill_9(house: ServerProcess) -> None:
    """Between rounds, with a wager made and in the middle of a round; and a void round's shoe does not come back."""
    house.open()
    crew = Crew(house)
    ann = Regular(house)
    ann.take(crew.open_table("two-card-roo", **TWO_DECKS), 1)
    played = [ann.play_round(WAGER) for _ in range(2)]
    before = ann.go_on()
    assert place_of(before) == (1, 3)

    house.kill()
    house.open()
    ann = ann.at(house)
    assert ann.shoe() == before

    number = ann.state["round"]["id"]
    ann.do("wager", round=number, stakes=WAGER)
    deciding = ann.until(lambda state: state["legal"])
    assert deciding["view"]["shoe"]["to_cut"] == before["to_cut"] - 2
    house.kill()
    house.open()
    ann = ann.at(house)
    again = ann.until(lambda state: state["legal"])
    assert again["view"] == deciding["view"]
    ann.do("act", round=number, at="place", decision=again["legal"]["offers"][0]["decision"])
    ann.until(lambda state: state["phase"] == "showing")
    house.kill()
    house.open()
    ann = ann.at(house)
    after = ann.shoe()
    assert (place_of(after), after["dealt"], after["buried"]) == ((1, 4), 12, 6)

    played += [number, ann.play_round(WAGER)]
    left = None
    for round_id in played:
        round_ = ann.verified(round_id)
        assert left is None or round_.shoe == left
        left = round_.shoe_after

    assert place_of(ann.go_on()) == (1, 5)
    number = ann.state["round"]["id"]
    ann.do("wager", round=number, stakes=WAGER)
    ann.until(lambda state: state["legal"])
    assert crew.void(ann.table, number).status_code == 200
    ann.voided(number)
    assert place_of(ann.shoe()) == (2, 1)
    house.kill()
    house.open()
    ann = ann.at(house)
    assert place_of(ann.shoe()) == (2, 1)
    ann.do("leave")
    ann.close()
    house.kill()
    assert house.wrong() == {}


def after_some_rounds(house: ServerProcess) -> tuple[Regular, list[int]]:
    """Somebody who has played three rounds of a shoe, and the server killed."""
    house.open()
    ann = Regular(house)
    ann.take(Crew(house).open_table("two-card-roo", **TWO_DECKS), 1)
    played = []
    for _ in range(3):
        played.append(ann.play_round(WAGER))
        ann.go_on()
    house.kill()
    assert house.wrong() == {}
    return ann, played


def header_of(house: ServerProcess, round_id: int) -> dict[str, Any]:
    with house.engine() as connection:
        found: dict[str, Any] = connection.execute(
            sa.select(rounds.c.header).where(rounds.c.id == round_id)
        ).scalar_one()
    return found


def set_header(house: ServerProcess, round_id: int, header: dict[str, Any]) -> None:
    engine = sa.create_engine(sync_url(house.database))
    with engine.begin() as connection:
        connection.execute(sa.update(rounds).where(rounds.c.id == round_id).values(header=header))
    engine.dispose()


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_a_table_opens_though_its_last_round_cannot_be_played_again(house: ServerProcess) -> None:
    """The round is settled, and nobody's chips depend on it: the next one has a new shoe."""
    ann, played = after_some_rounds(house)
    header = header_of(house, played[-1])
    limits = {**header["limits"], "wagers": {"roo": [100_000, 200_000, 1]}}
    set_header(house, played[-1], {**header, "limits": limits})
    house.open()
    assert house.guest().get(f"/api/tables/{ann.table}").status_code == 200
    ann = ann.at(house)
    assert (place_of(ann.shoe()), ann.shoe()["dealt"]) == ((2, 1), 0)
    ann.play_round(WAGER)
    assert place_of(ann.go_on()) == (2, 2)
    house.kill()
    assert TITLE not in house.wrong()
    set_header(house, played[-1], header)


@pytest.mark.parametrize("fact", ["number", "gone"])
def test_a_shoe_that_was_changed_behind_the_server_is_found(house: ServerProcess, fact: str) -> None:
    _, played = after_some_rounds(house)
    header = header_of(house, played[1])
    shoe = header["shoe"]
    first = next(card for card in ("2c", "2d", "2h", "2s", "3c") if card not in shoe["gone"])
    changed = {"number": shoe["number"] + 1, "gone": [first, *shoe["gone"][1:]]}[fact]
    set_header(house, played[1], {**header, "shoe": {**shoe, fact: changed}})
    assert any(f"Round {played[1]} began with another shoe" in sentence for sentence in house.wrong()[TITLE])
    set_header(house, played[1], header)
    assert house.wrong() == {}
