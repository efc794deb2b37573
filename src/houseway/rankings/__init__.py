"""How hands compare: rankings as values. Each ranks a hand, shows the cards that play, and names the hand."""

from houseway.rankings.five_card import FiveCard as FiveCard
from houseway.rankings.five_card import FiveCardCategory as FiveCardCategory
from houseway.rankings.others import HighCards as HighCards
from houseway.rankings.others import LongestSuit as LongestSuit
from houseway.rankings.others import LowHand as LowHand
from houseway.rankings.others import TotalModulo as TotalModulo
from houseway.rankings.ranking import BestOf as BestOf
from houseway.rankings.ranking import Ranking as Ranking
from houseway.rankings.ranking import SetRanking as SetRanking
from houseway.rankings.ranking import WithJokers as WithJokers
from houseway.rankings.ranking import plural as plural
from houseway.rankings.three_card import COMPARED as COMPARED
from houseway.rankings.three_card import HAND_ORDER as HAND_ORDER
from houseway.rankings.three_card import STRAIGHTS as STRAIGHTS
from houseway.rankings.three_card import Category as Category
from houseway.rankings.three_card import ThreeCard as ThreeCard
from houseway.rankings.three_card import category as category
from houseway.rankings.three_card import three_card_kind as three_card_kind
from houseway.rankings.three_card import three_card_rank as three_card_rank
from houseway.rankings.three_card import three_card_words as three_card_words
