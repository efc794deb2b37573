"""No key of the page means two things in the states of a game that follow each other, in any game and any edition."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server import every_way

from houseway.catalog import any_game_class, game_ids
from houseway.rules.game import Game
from houseway.server.tables import banked_view
from houseway.table.round import Round

from .node import run

KEYS = """
answer = asked.map(({ spots, points }) => {
  const ring = new page.KeyRing();
  const again = ring.key("again", "");
  const betting = [...page.spotKeys(ring, spots)].map(([spot, key]) => [key, `spot ${spot}`]);
  const states = [[...betting, [again, "again"]]];
  for (const offers of points) {
    const keys = [];
    for (const offer of offers) {
      for (const end of offer.most ? [offer, offer.most] : [offer]) {
        keys.push([page.offerKey(ring, offer, end), page.meaningOf(end, offer.folds, end === offer.most)]);
      }
      (offer.decision.discard ?? []).forEach((_, at) => keys.push([page.cardKey(ring, at), `card ${at}`]));
      if (offer.most) keys.push([ring.key("amount", ""), "amount"]);
    }
    states.push(keys);
  }
  states.push([[again, "again"]]);
  return states;
});
"""
GAMES = [any_game_class(game) for game in game_ids() if issubclass(any_game_class(game), Game)] + [every_way.EveryWay]


def points(game: Game[Any], seed: int) -> list[list[Any]]:
    """What is offered at each point of a round, taking another offer every time."""
    round_ = Round(game, seats=1, seed=f"keys {seed}")
    limits = game.wagers.opening_limits(round_.limits)
    round_.wager(1, {name: limits[name].least for name in game.wagers.entries[:1]})
    round_.deal()
    found = []
    while (legal := banked_view.legal(round_, 1)) is not None:
        offers = legal["offers"]
        found.append(offers)
        staying = [offer for offer in offers if not offer["folds"]]
        round_.act(1, json.loads(staying[seed % len(staying)]["id"]))
    return found


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
def test_a_key_means_one_thing_from_bet_to_bet(kind: type[Game[Any]]) -> None:
    asked, sizes = [], []
    for edition in kind.editions:
        game = kind.make(edition.name)
        spots = [[area.id, area.label] for area in game.layout.player if area.kind == "bet"]
        for seed in range(12):
            asked.append({"spots": spots, "points": points(game, seed)})
            sizes.append(len(spots))
    for states, count in zip(run(KEYS, "table/keyring.ts", asked), sizes, strict=True):
        assert len(states[0]) == count + 1  # every spot has a key, and so has the last bet
        meanings: dict[str, str] = {}
        for state in states:
            for key, meaning in state:
                assert len(key) == 1
                assert key.isalpha(), "digits are chips, before the deal and after it"
                assert meanings.setdefault(key, meaning) == meaning, f"{key} is {meanings[key]} and {meaning}"
        assert meanings["l"] == "again"
        assert meanings.get("f", "fold") == "fold"
