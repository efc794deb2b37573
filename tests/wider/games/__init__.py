"""Small whole games that nobody has installed: each asks something of the table that the games of houseway do not."""

from tests.wider.games.ante_and_blind import AnteAndBlind
from tests.wider.games.five_card_stud import FiveCardStud
from tests.wider.games.front_and_back import FrontAndBack
from tests.wider.games.holdem import Holdem
from tests.wider.games.joker_cut import JokerCut
from tests.wider.games.joker_pot import JokerPot
from tests.wider.games.let_them_ride import LetThemRide
from tests.wider.games.red_dog import RedDog
from tests.wider.games.three_card_ante import ThreeCardAnte
from tests.wider.games.two_sides import TwoSides
from tests.wider.games.up_card import UpCard

# Against the house.
GAMES = (UpCard, AnteAndBlind, LetThemRide, JokerCut, TwoSides, RedDog, FiveCardStud, Holdem, FrontAndBack)
POT_GAMES = (JokerPot,)

__all__ = [
    "GAMES",
    "POT_GAMES",
    "AnteAndBlind",
    "FiveCardStud",
    "FrontAndBack",
    "Holdem",
    "JokerCut",
    "JokerPot",
    "LetThemRide",
    "RedDog",
    "ThreeCardAnte",
    "TwoSides",
    "UpCard",
]
