"""Small whole games that nobody has installed: each asks something of the table that the games of houseway do not."""

from tests.wider.games.ante_and_blind import AnteAndBlind
from tests.wider.games.joker_cut import JokerCut
from tests.wider.games.joker_pot import JokerPot
from tests.wider.games.let_them_ride import LetThemRide
from tests.wider.games.red_dog import RedDog
from tests.wider.games.two_sides import TwoSides
from tests.wider.games.up_card import UpCard

GAMES = (UpCard, AnteAndBlind, LetThemRide, JokerCut, TwoSides, RedDog)  # against the house
POT_GAMES = (JokerPot,)

__all__ = ["GAMES", "POT_GAMES", "AnteAndBlind", "JokerCut", "JokerPot", "LetThemRide", "RedDog", "TwoSides", "UpCard"]
