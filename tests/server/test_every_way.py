"""What only some games have: wagers that go together, one that is taken back, a raise of any size, half of a stake
back; at a table of the whole server, to the cent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from tests.server import every_way
from tests.server.within import Inside, inside

from houseway.contract import check_game
from houseway.errors import HousewayError, IllegalAction, WagerError
from houseway.rules.limits import Limit
from houseway.server.money.proof import prove_ledger
from houseway.server.odds.coach import NO_VALUES, coach
from houseway.server.people.people import COOKIE, Entered
from houseway.server.refusals import Refusal
from houseway.server.tables.live_table import LiveTable
from houseway.server.web.api.games import game_felt, game_summary, rules_of_play

CHIPS = 100_000


@pytest.fixture(autouse=True)
def _installed() -> Iterator[None]:
    with every_way.installed():
        yield


class Evening:
    """Somebody alone at the table of that game."""

    def __init__(self, house: Inside, person: Entered, table: LiveTable) -> None:
        self.house, self.person, self.table = house, person, table

    @property
    def facts(self) -> dict[str, Any]:
        told = self.table.round_shown(1, self.person.person.id)
        found: dict[str, Any] = orjson.loads(orjson.dumps(told))
        return found

    @property
    def place(self) -> dict[str, Any]:
        [found] = self.facts["view"]["seats"]
        return dict(found)

    @property
    def wallet(self) -> int:
        return self.house.floor.chips.in_wallet(self.person.person.id)

    def offer(self, label: str) -> dict[str, Any]:
        offers: list[dict[str, Any]] = self.facts["legal"]["offers"]
        return next(offer for offer in offers if offer["label"] == label)

    async def wager(self, **stakes: int) -> None:
        await self.house.wager(self.person, self.table, stakes)

    async def act(self, **decision: Any) -> dict[str, Any]:
        assert self.table.log is not None
        at, number = self.facts["legal"]["at"], self.table.log.round_id
        return await self.house.do(self.person, self.table, "act", round=number, at=at, decision=decision)


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Evening]:
    """In the end the ledger is right."""
    async with inside(folder) as house:
        person, table = await house.people.make_guest(), house.table(every_way.ID)
        await house.do(person, table, "sit", seat=1)
        yield Evening(house, person, table)
        proofs = await prove_ledger(house.app.state.journal.database)
        assert [wrong for proof in proofs for wrong in proof.wrong] == []


def test_the_game_itself_keeps_the_contract() -> None:
    check_game(every_way.EveryWay)


def test_wagers_that_go_together_are_put_down_together(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path) as own:
            limits = own.table.publisher.summary()["limits"]
            assert "goes_with" not in limits["ante"]
            assert limits["blind"]["goes_with"] == {"wager": "ante", "least": 1, "most": 1}
            assert limits["let"]["goes_with"] == {"wager": "ante", "least": 1, "most": 2}
            with pytest.raises(WagerError):
                await own.wager(blind=1000)
            with pytest.raises(WagerError):
                await own.wager(ante=1000, blind=1500)
            with pytest.raises(Refusal) as refused:  # three times as much as it says
                await own.wager(ante=50_000)
            assert refused.value.code == "not_enough_chips"
            assert own.wallet == CHIPS
            await own.wager(ante=1000, let=2000)  # the only player: the cards are dealt
            assert own.place["stakes"] == {"ante": 1000, "blind": 1000, "let": 2000}
            assert own.table.seats[1].last_stakes == {"ante": 1000, "blind": 1000, "let": 2000}
            assert own.wallet == CHIPS - 4000

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("houseway.rules.limits.FIRST", Limit(500, 50_000, 100))  # three times that is more than all chips
        asyncio.run(play())


def test_a_bet_is_taken_back_and_half_of_the_others_comes_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path) as own:
            await own.wager(ante=1001)
            pull = own.offer("Pull")
            assert (pull["takes_back"], pull["returns"], pull["price"]) == ("let", 1001, 0)
            await own.act(choice="pull")
            assert own.place["stakes"] == {"ante": 1001, "blind": 1001}
            assert own.wallet == CHIPS - 2002
            await own.act(choice="surrender")
            result = own.facts["result"]
            assert [(line["wager"], line["amount"], line["returned"]) for line in result["lines"]] == [
                ("ante", 1001, 500),
                ("blind", 1001, 500),
            ]
            assert result["net"] == -1002
            assert "comes back" in result["lines"][0]["text"]
            assert own.wallet == CHIPS - 1002
            [row] = [row for row in (await _history(own))["rounds"] if row["net"]]
            assert (row["staked"], row["returned"]) == (2002, 1000)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("houseway.rules.limits.FIRST", Limit(500, 50_000, 1))  # an odd cent cannot be halved
        asyncio.run(play())


async def _history(own: Evening) -> dict[str, Any]:
    transport = httpx.ASGITransport(own.house.app)
    cookies = {COOKIE: own.person.token}
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
        found: dict[str, Any] = (await client.get("/api/history")).json()
        return found


def test_a_raise_comes_with_both_its_ends_and_any_size_between_them_is_taken(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path) as own:
            await own.wager(ante=1000)
            await own.act(choice="ride")
            offer = own.offer("Raise 1x")
            assert (offer["key"], offer["price"], offer["unit"]) == ("1", 1000, 1000)
            assert offer["decision"] == {"choice": "raise", "multiple": 1}
            assert offer["most"] == {
                "id": '{"choice":"raise","multiple":3}',
                "key": "3",
                "label": "Raise 3x",
                "decision": {"choice": "raise", "multiple": 3},
                "price": 3000,
                "lacks": 0,
            }
            assert own.offer("Fold")["folds"]
            assert own.offer("Fold")["most"] is None
            await own.act(choice="raise", multiple="2345/1000")
            assert own.place["stakes"]["raise"] == 2345
            jokers = {card for card in [*own.place["dealt"], *own.facts["view"]["dealer"]["cards"]] if card[0] == "X"}
            assert jokers == {"Xb", "Xr"}

    asyncio.run(play())


def test_a_raise_is_sent_as_it_is_offered_with_its_stake(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path) as own:
            await own.wager(ante=1000)
            await own.act(choice="ride")
            raise_, fold = own.offer("Raise 1x"), own.offer("Fold")

            async def stake(offer: dict[str, Any], cents: int) -> None:
                log = own.table.log
                assert log is not None
                at, decision = own.facts["legal"]["at"], offer["decision"]
                await own.house.do(
                    own.person, own.table, "act", round=log.round_id, at=at, decision=decision, stake=cents
                )

            for offer, cents in ((raise_, 999), (raise_, 3001), (raise_, 0), (raise_, -1000), (fold, 1000)):
                with pytest.raises(IllegalAction):
                    await stake(offer, cents)
            with pytest.raises(IllegalAction, match="as it is offered"):
                await stake({"decision": {"choice": "raise", "multiple": 2}}, 2000)
            await stake(raise_, 2345)
            assert own.place["stakes"]["raise"] == 2345

    asyncio.run(play())


def test_what_a_player_must_bet_is_told_with_the_rules() -> None:
    game = every_way.EveryWay.make()
    assert rules_of_play(game)["entry_wagers"] == ["ante"]
    wagers = game_felt(game)["wagers"]
    assert [wager["id"] for wager in wagers if wager["opening"]] == ["ante", "blind", "let"]


def test_a_coach_without_values_says_so_in_a_plain_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    def broken(game: Any, cards: Any, community: Any, *, dealer: Any, decisions: Any, beside: Any) -> Any:
        asked.append((cards, community, dealer, decisions))
        raise [HousewayError("there is no module for it"), ZeroDivisionError("of the rules")][len(asked) % 2]

    async def play() -> None:
        async with evening(tmp_path) as own:
            await own.wager(ante=1000)
            for choices in ([], ["pull"]):
                for choice in choices:
                    await own.act(choice=choice)
                with pytest.raises(Refusal) as refused:
                    await coach(own.table, own.person.person)
                assert (refused.value.code, refused.value.sentence) == ("no_coach", NO_VALUES)
                cards, community, dealer, decisions = asked[-1]
                assert [card.text for card in cards] == own.place["dealt"]
                assert (community, len(dealer)) == ((), 1)  # what is face up, and no more
                assert [decision.choice for _, decision in decisions] == choices
            await own.act(choice="fold")

    monkeypatch.setattr("houseway.odds.advise", broken)
    asyncio.run(play())


def test_games_are_shown_while_nothing_is_known_of_their_odds(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as house:  # which counts nothing
            facts = game_summary(every_way.EveryWay.make(), house.app.state.edges)
            assert facts["house_edge_percent"] is None
            assert facts["odds"]["state"] == "none"
            assert facts["odds"]["reason"]

    asyncio.run(look())
