"""Worked hands as the exact odds see them: walked through the procedure, settled, and put into a row of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from tests.golden_text import decision_of
from tests.worked_hands.playing import game_of, stakes_of
from tests.worked_hands.reading import WorkedHand

from houseway.money import winnings
from houseway.odds import Odds
from houseway.odds.board_odds import ByBoard
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.endings import history_key
from houseway.odds.game_odds import Hand, SideOutcome
from houseway.odds.outcomes import Outcome, OutcomeRegistry
from houseway.odds.sizes import offering
from houseway.odds.solver import odds_of
from houseway.odds.walk import Piles, Walker, in_order
from houseway.rules.game import Decision, Game

_odds: dict[str, Odds[Any]] = {}


def of_game(game: Game[Any]) -> Any:
    """The solver keeps only a few; these hands need many, again and again."""
    if game.fingerprint not in _odds:
        _odds[game.fingerprint] = odds_of(game)
    return _odds[game.fingerprint]


def counting(hand: WorkedHand) -> Any:
    return of_game(game_of(hand))


def walked(hand: WorkedHand, seat: int, stakes: Mapping[str, int] | None = None) -> Hand:
    """A seat's hand as counting plays it; without stakes, a unit on everything that can be bet."""
    piles = Piles(
        dealt=hand.cards("dealt", seat),
        drawn=hand.cards("draws", seat),
        aside=hand.cards("draw card", seat),
        dealer=hand.cards("dealer"),
        community=hand.cards("board"),
    )
    decisions = [Decision.from_json(decision_of(text)) for do, text in hand.steps[seat] if do == "decides"]
    return Walker(game_of(hand), stakes).play(piles, in_order(decisions))


def returned(hand: WorkedHand, seat: int, meter: int) -> dict[str, int]:
    """What comes back of each wager, by its name, in cents; `meter` is what a share is taken of."""
    game = game_of(hand)
    played = walked(hand, seat, stakes_of(hand, game, seat))
    found = {}
    for pay in played.pays:
        stake, on = played.spot.stakes.get(pay.wager, 0), game.wager[pay.wager].on
        if pay.percent or pay.cents:
            back = pay.cents + meter * pay.percent // 100
        elif stake:
            back = max(0, stake + winnings(stake, pay.odds))
        else:
            back = winnings(played.spot.stakes[on], pay.odds)
        found[game.wager[pay.wager].name] = back
    return found


class Ending(NamedTuple):
    """Where a hand ends in the odds: what the main wager nets in units, its row, and the rows of side wagers."""

    net: Fraction
    row: str
    sides: tuple[SideOutcome, ...]
    bonuses: Mapping[str, str]  # by wager


def ending(hand: WorkedHand, seat: int) -> Ending:
    """By the settlement that counting asks for."""
    odds = counting(hand)
    played = walked(hand, seat)
    found = OutcomeRegistry(odds.game, odds.sheet).outcome(played)
    return Ending(found.net, found.label, _side_outcomes(odds, found), dict(odds.sheet.bonuses(played)))


def _side_outcomes(odds: Any, outcome: Outcome) -> tuple[SideOutcome, ...]:
    cases, names = dict(outcome.cases), odds.game.wagers.sides
    return tuple(SideOutcome(*side, cases[name]) for name, side in zip(names, outcome.sides, strict=True))


# --- by class ---


def class_ending(hand: WorkedHand, seat: int) -> tuple[Fraction, str, tuple[SideOutcome, ...] | None] | None:
    """What the class was paid that counting puts this hand in; None where the hand's bet is not among those counted."""
    odds, played = counting(hand), walked(hand, seat)
    if isinstance(odds, BySuit):
        return _by_suit(odds, played)
    return _by_class(odds, played)


def _by_class(odds: Any, played: Hand) -> tuple[Fraction, str, None] | None:
    """The side wagers are not settled by class."""
    odds.outcomes()
    endings = odds.boards.shape.endings if isinstance(odds, ByBoard) else odds.endings
    game, by_class = odds.game, endings.by_class.get(history_key(played.spot.decisions))
    if by_class is None:
        return None
    (strength, fact), (theirs, their_fact) = (
        game.player_class(played.spot, played.house),
        game.dealer_class(played.house),
    )
    found = by_class.get((fact, their_fact, (strength > theirs) - (strength < theirs)))
    return None if found is None else (found.net, found.label, None)


def _by_suit(odds: BySuit[Any], played: Hand) -> tuple[Fraction, str, tuple[SideOutcome, ...]]:
    """By the kind of the player's hand, the dealer's fact, and which hand is stronger."""
    suits = BySuit(offering(odds.game, {played.spot.decisions[-1][1].multiple})).suits
    kind, sets, _ = suits.standing(played.spot.dealt)
    options = [decision for _, decision in suits.kinds[kind].legal]
    decision = played.spot.decisions[-1][1]
    mine, theirs = (int(suits.strength[suits.sets_of(cards)[0]]) for cards in (played.spot.dealt, played.house.dealer))
    _, fact = odds.game.dealer_class(played.house)
    column = 3 * suits.dealer_facts[0].index(fact) + (mine <= theirs) + (mine < theirs)
    found = suits.outcome(kind, options.index(decision), column, sets)
    return found.net, found.label, _side_outcomes(odds, found)
