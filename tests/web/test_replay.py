"""The page's replay stops at every event with words, and its last step shows the end of the round."""

from __future__ import annotations

from typing import Any

from tests.server import every_way

import houseway
from houseway import catalog
from houseway.rules.limits import Limits
from houseway.table import events as ev
from houseway.table.frames import frames
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.pot_policy import RandomPlayers
from houseway.table.pot_round import PotRound
from houseway.table.round import Round

from .node import run

STEPS = "answer = asked.map((events) => page.stepsOf(events));"
GAMES = [every_way.ID, "high-card-draw", "mini-tex", "three-card-draw-poker", "two-card-roo", "high-card-flush"]
Json = dict[str, Any]


def banked(name: str) -> Round:
    with every_way.installed():
        game = houseway.game(name)
    player, round_ = RandomPlayer(name), Round(game, seats=min(2, game.seats), seed=name)
    for seat in round_.seats:
        round_.wager(seat, player.stakes(game, Limits()))
    round_.deal()
    play_out(round_, player.decide)
    return round_


def among_players() -> PotRound:
    hand = PotRound(catalog.pot_game("mini-tex-pvp"), {1: 20_000, 2: 1_500, 5: 30_000}, button=1, seed="a hand")
    players = RandomPlayers("a hand")
    while hand.turn is not None:
        bounds = hand.legal(hand.turn)
        assert bounds is not None
        hand.act(hand.turn, *players.decide(bounds))
    return hand


def told(played: Round | PotRound) -> list[Json]:
    """The events of seat 1, as the history sends them."""
    return [{**ev.shown_json(item.event), "text": item.text} for item in frames(played, 1)]


def test_every_step_has_words_and_the_last_one_shows_the_end() -> None:
    rounds = [told(banked(name)) for name in GAMES] + [told(among_players())]
    for shown, steps in zip(rounds, run(STEPS, "replay/replay.ts", rounds), strict=True):
        words = [event["text"] for event in shown if event["text"]]
        assert len(steps) == len(words)
        for step, text in zip(steps, words, strict=True):  # hidden cards are told in words
            assert step["text"] == text or ("??" in text and "??" not in step["text"])
        ends = [step["end"] for step in steps]
        assert ends == sorted(set(ends))
        assert ends[-1] == len(shown) - 1
