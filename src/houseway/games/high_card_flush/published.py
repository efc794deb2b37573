"""What others have published about protecting High Card Flush: the player's edge when all six seats share their cards.

Each row is a study of `houseway lab protect`: the edge, the last digit that is printed, whether it is for a player who
uses the knowledge perfectly, and where it is from.
"""

from __future__ import annotations

from fractions import Fraction

SOURCE = "discountgambling.net, April 2013"
DIGIT = Fraction(1, 1000)
PROTECTION = {
    "others-5": (Fraction(73, 1000), DIGIT, True, SOURCE),
    "suits-5": (Fraction(31, 1000), DIGIT, False, f"{SOURCE}, for a strategy of eight lines"),
}
