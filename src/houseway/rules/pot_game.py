"""What a game among players is to the engines: betting rules as options, and how hands are ranked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from houseway.cards import Card
from houseway.errors import HousewayError, OptionError, WagerError
from houseway.rankings.ranking import Ranking
from houseway.rules.game import TableGame
from houseway.rules.limits import Limit, Limits
from houseway.rules.options import Options, cap, choice, multiples, whole
from houseway.rules.procedure import BettingRound, Case, Settle, Showdown, When
from houseway.rules.settlement import Pay, row_id

MOST = 10**9
FIXED, POT, NO_LIMIT = "fixed-limit", "pot-limit", "no-limit"

# The conditions of the cases of betting rounds and showdowns; the engine answers them, and no others.
ONE_LEFT = When("one-left", "one player is left")
SEVERAL_LEFT = When("showdown", "two or more players are left")
NOBODY_CAN_BET = When("nobody-can-bet", "nobody can bet any more")
POT_CONDITIONS = (ONE_LEFT.key, SEVERAL_LEFT.key, NOBODY_CAN_BET.key)

# How the button and the blinds move between hands: the rule, then what holds when players come and go.
BUTTON_RULES = {
    "moving": (
        "The button moves to the next player on the left after each game.",
        "Players coming in (new, or owing a missed blind) get neither the button nor the small blind. The small blind "
        "moves at least to the seat of the last big blind; the button moves on as far as that requires.",
    ),
    "dead": (
        "The big blind moves to the next player on the left after each game, the small blind to the seat of the last "
        "big blind, the button to the seat of the last small blind, even if nobody plays there.",
        "If that seat had the button too, or has the big blind now, the button goes to the player on the right of the "
        "small blind; players coming in (new, or owing a missed blind) do not get it.",
    ),
}
FEW_PLAYERS = (
    "With fewer than three players besides those coming in, the big blind moves to the next player on the left, who "
    "may be coming in, and the small blind and the button go to the players on its right; with two players, the "
    "button has the small blind. With fewer than two, nobody counts as coming in."
)


def _usual_raises(structure: str) -> int | None:
    return 3 if structure == FIXED else None


@dataclass(frozen=True)
class PotOptions(Options):
    """House rules of betting among players. Amounts are cents."""

    structure: str = choice(FIXED, POT, NO_LIMIT, help="how much may be bet")
    small_blind: int = whole(100, least=1, most=MOST, help="the small blind", cents=True)
    big_blind: int = whole(200, least=1, most=MOST, help="the big blind, which is the smallest bet", cents=True)
    ante: int = whole(0, least=0, most=MOST, help="what everybody puts in before the deal", cents=True)
    bets: tuple[int, ...] = multiples("1/1/2", most=10, help="fixed limit: the bet of each round, in big blinds")
    raises: int | None = cap(
        "structure", _usual_raises, least=0, most=100,
        help="how many raises a round takes after the bet; unless set, 3 in fixed limit and else unlimited",
    )  # fmt: skip
    heads_up_cap: str = choice("no", "yes", help="whether the cap on raises holds with two players left in the hand")
    max_bet: int = whole(
        0, least=0, most=MOST, cents=True,
        help="the largest bet, and the most that a raise adds to the bet before it; 0 for no maximum",
    )  # fmt: skip
    button: str = choice("moving", "dead", help="how the button moves when players come and go")
    rake_percent: int = whole(0, least=0, most=100, help="the house's share of each pot, none without a flop")
    rake_cap: int = whole(0, least=0, most=MOST, help="the most the house takes of a hand", cents=True)

    def check(self) -> None:
        if self.small_blind > self.big_blind:
            raise OptionError("Option small_blind: it cannot be larger than big_blind.")
        if 0 < self.max_bet < self.highest_minimum:
            raise OptionError(
                f"Option max_bet: {self.max_bet} is below the minimum bet of {self.highest_minimum}; take that, more, "
                "or 0 for no maximum."
            )
        if bool(self.rake_percent) != bool(self.rake_cap):
            raise OptionError("Options rake_percent and rake_cap go together: set both, or neither.")

    @property
    def highest_minimum(self) -> int:
        """The minimum bet of the round in which it is highest."""
        return self.big_blind * (max(self.bets) if self.structure == FIXED else 1)


def pot_case(step: BettingRound | Showdown, left: int, able: int) -> Case | None:
    """The case of a step that holds where so many players are left, of whom so many have chips to bet; None where no
    case does and the hand goes on with the next step."""
    answers = dict(zip(POT_CONDITIONS, (left < 2, left > 1, left > 1 and able < 2), strict=True))
    for case in step.cases:
        unknown = [when.key for when in case.when if when.key not in answers]
        if unknown:
            known = ", ".join(POT_CONDITIONS)
            raise HousewayError(
                f"The case {case.id!r} has a condition {unknown[0]!r}: among players there are {known}."
            )
        if all(answers[when.key] for when in case.when):
            return case
    return None


O_co = TypeVar("O_co", bound=PotOptions, covariant=True)


class PotGame(TableGame[O_co], Generic[O_co]):
    """A game in which players bet against each other for pots."""

    @property
    def ranking(self) -> Ranking | None:
        """How hands compare at the showdown, where it is one of `houseway.rankings`. The three methods that follow are
        then answered by it, and chances are counted in compiled code; a game without one overrides all three."""
        return None

    @property
    def _declared(self) -> Ranking:
        if self.ranking is None:
            raise NotImplementedError(f"{self.id} declares no ranking and says nothing of its hands")
        return self.ranking

    def rank(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> int:
        """The rank of a hand at the showdown; the highest wins, equal ones split."""
        return self._declared.rank(hole, community)

    def best(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards that play."""
        return self._declared.plays(hole, community)

    def describe(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> str:
        """A hand in words, of the cards dealt so far."""
        return self._declared.words(self.rank(hole, community))

    def terms(self) -> Iterable[str]:
        """Those of the rules of play that say what is played for and how is bet."""
        return self.rules_of_play()

    def button_rules(self) -> tuple[str, ...]:
        """How the button and the blinds move between hands: the rule, then what holds when players come and go."""
        return (*BUTTON_RULES[self.options.button], FEW_PLAYERS)

    hole_cards: ClassVar[int] = 2
    phh_code: ClassVar[str] = ""  # the game's letters in the PHH format, after the structure's

    side_wager: str = ""  # a wager against the house on the hole cards, where it is offered

    def side_limit(self, limits: Limits) -> Limit:
        """What may be bet against the house. Blinds, bets and raises among players are not the limits' affair."""
        if not self.side_wager:
            raise WagerError("There is no wager against the house at this table.")
        return limits.opening(self.wagers)[self.side_wager]

    def check_side(self, amount: int, limits: Limits) -> None:
        """Refuse a wager against the house that the limits do not take, or that no step would settle."""
        if self.side_wager and not any(
            isinstance(step, Settle) and self.side_wager in step.wagers for step in self.procedure
        ):
            raise WagerError(f"{self.name} has no step that settles a wager against the house: nobody can make one.")
        limits.check({self.side_wager: self.side_limit(limits)}, self.wagers, {self.side_wager: amount})

    def settle_side(self, hole: tuple[Card, ...]) -> Pay:
        """How the wager against the house ends, by its pay table."""
        row, pays = self.side_row(hole), self.wager[self.side_wager].pays
        return Pay(self.side_wager, -1 if row is None or pays is None else pays[row], row_id(self.side_wager, row))

    def side_row(self, hole: tuple[Card, ...]) -> int | None:
        """The row of its pay table, 0 for the top one, that the hole cards make; None where they make none."""
        raise NotImplementedError(f"{self.id} does not say how {self.side_wager!r} is paid")
