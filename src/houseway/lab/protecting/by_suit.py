"""Games decided suit by suit: deals of which the player knows more than his own cards, in compiled code."""

from __future__ import annotations

from collections import OrderedDict
from math import comb
from typing import Any

import numpy as np

from houseway.lab.protecting.changed import bare
from houseway.lab.protecting.setting import Deals, Setting
from houseway.lab.protecting.suit_loops import Floats, gains_by_suit
from houseway.odds.by_suit_odds import BySuit

KEPT = 4  # games whose tables are kept for the next study
_kept: OrderedDict[tuple[Any, ...], SuitDeals] = OrderedDict()


def suit_deals(setting: Setting) -> SuitDeals:
    """The tables of a game, made once."""
    key = type(setting.game), setting.game.fingerprint
    if key not in _kept:
        _kept[key] = SuitDeals(setting)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return _kept[key]


class SuitDeals:
    """The tables of a game, laid out for the compiled loops."""

    def __init__(self, setting: Setting) -> None:
        assert setting.shape is not None
        self.shape = setting.shape
        suits = BySuit(bare(setting.game)).suits
        outcomes = suits.outcomes
        _, ends, runs = suits.dealer_facts
        size = 1 << len(suits.ranks)
        strength = np.full(size, -1, np.int64)
        strength[suits.masks] = suits.strength
        flags = np.zeros(size, np.int64)
        flags[suits.masks] = suits.flags
        nets = np.zeros((len(suits.kinds), suits.most, len(suits.columns)))
        for index, outcome in outcomes.items():
            nets[index] = float(outcome.net)
        most = len(suits.ranks) + 1
        self._tables: tuple[Any, ...] = (
            np.array([suits.ranks.index(card.rank) for card in setting.deck], np.int64),
            np.array([card.suit for card in setting.deck], np.int64),
            *(len(suits.ranks), strength, flags, suits.digits, ends, runs, suits.kind_table),
            np.array([len(kind.legal) or 1 for kind in suits.kinds], np.int64),
            *(nets, np.array([[comb(n, k) for k in range(most)] for n in range(most)], np.float64)),
        )

    def gains(self, deals: Deals, *, shared: int = 0, counted: int = 0, shown: int = 0, marked: bool = False) -> Floats:
        """What each deal gains by knowing so many of the others' and the dealer's cards."""
        found = np.zeros(len(deals))
        known = self.shape.player, self.shape.dealer, shared, counted, shown, marked
        everything: Any = (np.ascontiguousarray(deals), *known, *self._tables, found)
        gains_by_suit(*everything)
        return found
