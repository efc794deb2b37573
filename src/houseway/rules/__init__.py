"""What a game is made of: everything that the author of a game imports.

A game is a subclass of `Game` (against the house) or `PotGame` (among players), with options, wagers, a procedure and a
layout. `docs/adding-a-game.md` leads through one.
"""

from houseway.rules.equity import Equity, Estimate
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Pay, Spot
from houseway.rules.kept_shoe import KeptShoe
from houseway.rules.limits import Jurisdiction, Limit, Limits
from houseway.rules.options import Options, choice, multiples, pays, prizes, ratio, whole
from houseway.rules.pay_tables import PaidHand, Pays, PayTable, Prize, Prizes, ratio_text
from houseway.rules.pot_game import PotGame, PotOptions
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    PLAYERS,
    Area,
    Arrange,
    BettingRound,
    Burn,
    Case,
    Collect,
    Deal,
    Decide,
    EachSeat,
    Face,
    KeepShoe,
    Layout,
    PostBlinds,
    Prepare,
    Settle,
    Showdown,
    Side,
    Step,
    Take,
    TakeWagers,
    Turn,
)
from houseway.rules.wagers import Kind, Wager, side_wager

__all__ = [
    "COMMUNITY",
    "DEALER",
    "FOLD",
    "PLAYERS",
    "Area",
    "Arrange",
    "BettingRound",
    "Burn",
    "Case",
    "Collect",
    "Deal",
    "Decide",
    "Decision",
    "EachSeat",
    "Edition",
    "Equity",
    "Estimate",
    "Face",
    "Game",
    "HouseCards",
    "Jurisdiction",
    "KeepShoe",
    "KeptShoe",
    "Kind",
    "Layout",
    "Limit",
    "Limits",
    "Offer",
    "Options",
    "PaidHand",
    "Pay",
    "PayTable",
    "Pays",
    "PostBlinds",
    "PotGame",
    "PotOptions",
    "Prepare",
    "Prize",
    "Prizes",
    "Settle",
    "Showdown",
    "Side",
    "Spot",
    "Step",
    "Take",
    "TakeWagers",
    "Turn",
    "Wager",
    "choice",
    "multiples",
    "pays",
    "prizes",
    "ratio",
    "ratio_text",
    "side_wager",
    "whole",
]
