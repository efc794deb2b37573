"""What an operator can do about each kind of knowledge and of dealer error."""

from __future__ import annotations

from typing import Any

from houseway.lab.protecting.dealer_errors import Mistake
from houseway.lab.protecting.studies import Family
from houseway.rules.game import Game

KNOWLEDGE = {
    Family.DEALER: "Deal the dealer's cards low and flat, keep them face down until every decision is made, and void "
    "the round if one was shown.",
    Family.SHARED: "Leave shared cards in the shoe, or face down and out of reach, until the decision before them is "
    "made.",
    Family.DRAW: "Keep the next card covered: deal from a shoe, and have players decide before a draw card is touched.",
    Family.OTHERS: "Have players keep their cards to themselves and decide in order; watch tables where all seats move "
    "together.",
    Family.SUITS: "Allow no signals and no talk of suits before the last decision; seat fewer players where it pays to "
    "share.",
    Family.MARKED: "Change decks often and check them for bends, daubs and flaws in the print before and after play.",
}
UP = "The rules lay these cards face up: every player has this knowledge, and the edge that is counted is for one who "
UP += "does not use it."

ERRORS = {
    Mistake.BRANCH: "Have the dealer announce the result of each hand before any bet is touched.",
    Mistake.ROW: "Have the dealer name the row aloud and a second person verify every large pay before it is paid.",
    Mistake.STANDING: "Collect lost wagers, hand by hand, before any win is paid.",
    Mistake.PUSH: "Have the dealer announce a push and show open hands before the next hand is settled.",
    Mistake.UNPAID: "Leave a hand's cards on the felt until it is settled, so that a complaint can be decided.",
    Mistake.QUALIFIER: "Have the dealer announce whether the house qualifies before any wager is touched.",
    Mistake.PAT: "Have the dealer announce the house's hand before a further card is drawn.",
    Mistake.OFFER: "Have the dealer look at the cards again before a larger or unusual decision is settled.",
}


def error_advice(game: Game[Any], mistake: Mistake) -> str:
    """What to do about a dealer error: a game with a qualifier has one thing more to announce."""
    if mistake is Mistake.BRANCH and type(game).dealer_qualifies is not Game.dealer_qualifies:
        return ERRORS[mistake].replace("of each hand before", "of each hand, and whether the house qualifies, before")
    return ERRORS[mistake]
