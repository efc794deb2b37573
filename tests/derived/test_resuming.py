"""A count that is interrupted goes on where it was, and comes to the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.derived.test_ways_agree import Unclassed
from tests.odds.reading import only_these
from tests.wider.games.five_card_stud import FiveCardStud

from houseway.cards import DECK
from houseway.odds import dealers, limits, resuming
from houseway.odds.by_situation import BySituation
from houseway.odds.resuming import SUFFIX, resumable
from houseway.rules.game import Game

CARDS = only_these(DECK[:14])


@pytest.mark.parametrize(("kind", "loop"), [(Unclassed, "settling deals"), (FiveCardStud, "comparing hands")])
def test_an_interrupted_count_goes_on(
    kind: type[Game[Any]], loop: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(limits, "SLICE", 0.0)
    monkeypatch.setattr(dealers, "STEPS", 1)
    monkeypatch.setattr(resuming, "EVERY", 0.0)
    monkeypatch.setattr(resuming, "SHARE", 0)
    whole = BySituation(kind.make(), known=CARDS).count("optimal")
    shares: list[float] = []

    def stop(what: str, share: float, left: float) -> None:
        shares.extend([share] * (what == loop))
        if share > 0.4 and what == loop:
            raise KeyboardInterrupt

    def counted(report: Any) -> Any:
        with resumable(kind.make()), limits.reporting(report):
            return BySituation(kind.make(), known=CARDS).count("optimal")

    with pytest.raises(KeyboardInterrupt):
        counted(stop)
    assert list(tmp_path.glob(f"*{SUFFIX}"))
    settled = len(shares)
    assert counted(lambda what, share, left: shares.extend([share] * (what == loop))) == whole
    again = [share for share in shares[settled:] if share < 0.3]
    assert len(again) < len([share for share in shares[:settled] if share < 0.3]) / 2  # what was done is not done again
    assert not list(tmp_path.glob(f"*{SUFFIX}"))


class QualifiesWithAPair(Unclassed):
    def qualifies(self, rank: int) -> bool:
        return rank >> 12 > 0


def test_a_count_of_other_rules_on_the_way_does_not_go_on_from_these(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Studies and comparisons count changed games, which share a fingerprint or the cards of a loop."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(resuming, "EVERY", 0.0)
    monkeypatch.setattr(resuming, "SHARE", 0)
    cards = only_these(tuple(card for card in DECK if card.rank in (4, 5, 7, 9, 12) and card.suit < 2)[:9])
    games: list[Game[Any]] = [QualifiesWithAPair.make(), Unclassed.make()]
    alone = [BySituation(game, known=cards).count("optimal") for game in games]
    with resumable(games[0]):
        assert [BySituation(game, known=cards).count("optimal") for game in games] == alone
    assert alone[0] != alone[1]
