"""The page's replay folds events to the same felt that the table shows, at every step and for every viewer."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server import every_way

import houseway
from houseway import catalog
from houseway.rules.limits import Limits
from houseway.table import events as ev
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.pot_policy import RandomPlayers
from houseway.table.pot_round import PotRound
from houseway.table.pot_view import PotView
from houseway.table.round import Round
from houseway.table.view import View

from .node import run

DRIVER = """
answer = asked.map(({ events, end, pot }) =>
  [...events.keys()].map((at) => (pot ? page.foldPot : page.foldBanked)(events.slice(0, at + 1), end)));
"""
GAMES: list[tuple[str, dict[str, Any]]] = [
    (every_way.ID, {}),
    ("high-card-draw", {}),
    ("high-card-draw", {"draw": "community"}),
    ("mini-tex", {}),
    ("three-card-draw-poker", {}),
    ("three-card-roo", {}),
    ("two-card-roo", {"decks": 2}),
    ("high-card-flush", {}),
]
Json = dict[str, Any]


def told(viewed: list[Any]) -> list[Json]:
    return [{**ev.to_json(event), "text": ""} for event in viewed]


def without_rules(view: Json) -> Json:
    """The view without what only the game's rules can say of an unfinished hand."""
    dealer = {name: value for name, value in view["dealer"].items() if name not in ("words", "lay")}
    seats = [
        {name: value for name, value in seat.items() if name not in ("words", "positions")} for seat in view["seats"]
    ]
    return {**view, "dealer": dealer, "seats": seats}


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_every_step_of_a_banked_round_is_what_the_table_showed(viewer: int | None) -> None:
    asked, views = [], []
    for number, (name, options) in enumerate(GAMES * 3):
        with every_way.installed():
            game = houseway.game(name, **options)
        player = RandomPlayer(f"{name} {number}")
        round_ = Round(game, seats=min(2, game.seats), seed=f"{name} {number}")
        for seat in round_.seats:
            round_.wager(seat, player.stakes(game, Limits()))
        round_.deal()
        play_out(round_, player.decide)
        views.append([View(game, viewer, round_.events[: at + 1]).to_json() for at in range(len(round_.events))])
        seen = told([ev.seen_by(event, viewer) for event in round_.events])
        asked.append({"events": seen, "end": views[-1][-1], "pot": False})
    for folded, shown in zip(run(DRIVER, "replay/replay.ts", asked), views, strict=True):
        assert folded[-1] == shown[-1]  # at the end with words and positions
        for ours, theirs in zip(folded, shown, strict=True):
            assert without_rules(ours) == without_rules(theirs)


@pytest.mark.parametrize("viewer", [1, None])
def test_every_step_of_a_hand_among_players_is_what_the_table_showed(viewer: int | None) -> None:
    game, asked, views = catalog.pot_game("mini-tex-pvp"), [], []
    for number in range(12):
        hand = PotRound(game, {1: 20_000, 2: 1_500, 5: 30_000}, button=1, seed=f"hand {number}")
        players = RandomPlayers(f"hand {number}")
        while hand.turn is not None:
            bounds = hand.legal(hand.turn)
            assert bounds is not None
            hand.act(hand.turn, *players.decide(bounds))
        steps = range(1, len(hand.events) + 1)
        views.append([PotView(game, viewer, hand.events[:count], None, None).to_json() for count in steps])
        seen = told([ev.seen_by(event, viewer) for event in hand.events])
        asked.append({"events": seen, "end": views[-1][-1], "pot": True})
    for folded, shown in zip(run(DRIVER, "replay/replay.ts", asked), views, strict=True):
        for ours, theirs in zip(folded, shown, strict=True):
            assert comparable(ours) == comparable(theirs)


def comparable(view: Json) -> Json:
    """Without what the page does not use: words before the board is whole, and side wagers in another shape."""
    players = [{name: value for name, value in player.items() if name != "words"} for player in view["players"]]
    return {**view, "players": players, "settled": len(view["settled"])}
