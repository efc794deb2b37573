"""The shuffle that is to come: promised before anybody's words for it are known, and fixed before they are opened.

What pages are told here they keep, to compare it with what the house says afterwards. So all of it is durable before
it is told: a restart takes up the same seed, the same promises, and the same hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from houseway.rules.pot_game import PotGame
from houseway.server.protocol.table_state import ShuffleToCome, WordsOfSeat
from houseway.table.room import Upcoming
from houseway.table.round import Round
from houseway.table.seals import seal_before
from houseway.table.shuffle import commitment, new_seed
from houseway.table.words import Words


def of_round(round_: Round, deck: str) -> ShuffleToCome:
    """A round against the house that takes wagers."""
    players = sorted(spot.seat for spot in round_.spots)
    return _shown(round_.commitment, None, deck, round_.words, players)


def of_next_round(seed: bytes, deck: str) -> ShuffleToCome:
    """The round after the one under way."""
    return _shown(commitment(seed), None, deck, Words(), [])


class HandToCome:
    """The next hand among players: its deck is shuffled and sealed, and the words that will cut it come in.

    When they are closed, `upcoming` says who plays it and from where: the deal depends on that too.
    """

    def __init__(self, game: PotGame[Any], seed: bytes | None = None) -> None:
        self._game = game
        self.seed = seed or new_seed()
        self.commitment = commitment(self.seed)
        self.words = Words()
        self.upcoming: Upcoming | None = None

    @cached_property
    def seal(self) -> str:
        return seal_before(self._game, self.seed)

    def close(self, upcoming: Upcoming) -> None:
        """No more words, and nobody else plays."""
        self.words.closed, self.upcoming = True, upcoming

    def shown(self, deck: str) -> ShuffleToCome:
        return _shown(self.commitment, self.seal, deck, self.words, self.upcoming.order if self.upcoming else [])

    def to_json(self) -> dict[str, Any]:
        hand = None
        if self.upcoming is not None:
            hand = {**self.upcoming._asdict(), "owed": {str(seat): owes for seat, owes in self.upcoming.owed.items()}}
        return {"seed": self.seed.hex(), "words": self.words.to_json(), "hand": hand}

    @classmethod
    def from_json(cls, game: PotGame[Any], stored: Mapping[str, Any]) -> HandToCome:
        found = cls(game, bytes.fromhex(stored["seed"]))
        found.words = Words.from_json(stored["words"])
        if hand := stored["hand"]:
            owed = {int(seat): (alive, dead) for seat, (alive, dead) in hand["owed"].items()}
            found.upcoming = Upcoming(**{**hand, "playing": tuple(hand["playing"]), "owed": owed})
        return found


def _shown(promised: str, seal: str | None, deck: str, words: Words, players: list[int]) -> ShuffleToCome:
    seats = sorted(words.given.keys() | words.promised.keys())
    told = [WordsOfSeat(seat=n, promise=words.promised.get(n, ""), words=words.given.get(n, "")) for n in seats]
    return {
        "commitment": promised,
        "seal": seal,
        "deck": deck,
        "words": told,
        "players": players,
        "closed": words.closed,
    }
