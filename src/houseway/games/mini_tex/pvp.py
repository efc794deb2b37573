"""Mini-Tex among players: blinds, three betting rounds, and the best three cards with at least one from the hole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from houseway.cards import Card
from houseway.errors import OptionError
from houseway.games.mini_tex.procedure import HOLE_CARD
from houseway.games.mini_tex.rules import HANDS, POCKET_POKER, hand_words, pocket_poker_row
from houseway.money import dollars
from houseway.rankings import COMPARED, HAND_ORDER, STRAIGHTS
from houseway.rules.game import Edition
from houseway.rules.options import half, pays, whole
from houseway.rules.pay_tables import Pays
from houseway.rules.pot_game import FIXED, NOBODY_CAN_BET, ONE_LEFT, SEVERAL_LEFT, PotGame, PotOptions
from houseway.rules.pot_game import MOST as LARGEST
from houseway.rules.procedure import (
    COMMUNITY,
    PLAYERS,
    Area,
    BettingRound,
    Burn,
    Case,
    Deal,
    Face,
    FirstToAct,
    Layout,
    PostBlinds,
    Settle,
    Showdown,
    Side,
    Step,
    TakeWagers,
)
from houseway.rules.wagers import Wager, side_wager


@dataclass(frozen=True)
class MiniTexPvpOptions(PotOptions):
    small_blind: int = half("big_blind", help="the small blind, which is half the smallest bet", cents=True)
    big_blind: int = whole(
        200, least=2, most=LARGEST, help="the big blind, which is the smallest bet; even", cents=True
    )
    pocket_poker: Pays | None = pays(
        POCKET_POKER, default="off", help="what Pocket Poker pays, against the house", name="pocket-poker"
    )

    def check(self) -> None:
        if self.big_blind % 2:
            raise OptionError(
                f"Option big_blind: the small blind is half of it, and half of {self.big_blind} is no whole cent; take "
                "an even number of cents."
            )
        if self.small_blind != self.big_blind // 2:
            raise OptionError(
                f"Option small_blind: it is half of big_blind, {self.big_blind // 2} here and not {self.small_blind}; "
                "set big_blind alone."
            )
        super().check()


BIG_BLIND = "The big blind may raise if nobody has. Players post missed blinds when they come back."
TABLE_STAKES = "Table stakes, side pots; uncalled bets are returned; a short all-in raise does not reopen the betting."
TWO_PLAYERS = "With two players the button posts the small blind"
SHOWS_FIRST = "The last aggressor shows first"
MOST = {  # what a bet or raise may be at most
    "pot-limit": "The most is the pot: a bet of what is in it, or a raise by what is in it after the call.",
    "no-limit": "The most is all of a player's chips.",
}


class MiniTexPvp(PotGame[MiniTexPvpOptions]):
    id: ClassVar[str] = "mini-tex-pvp"
    rules_version: ClassVar[int] = 2  # 1: any small blind, and a cap on raises in fixed limit alone
    name: ClassVar[str] = "Mini-Tex among players"
    blurb: ClassVar[str] = "Three-card hold'em player against player, with blinds, three betting rounds and pots."
    manual: ClassVar[str] = "Mini-Tex training manual, SquareJack Gaming"
    options_type = MiniTexPvpOptions
    ranking = HANDS
    phh_code: ClassVar[str] = "MT"  # the published list has no Mini-Tex: FMT, PMT and NMT follow its pattern
    editions = (
        Edition("fixed-limit", "Fixed limit: one, one and two big blinds a round", {}),
        Edition("pot-limit", "Pot limit", {"structure": "pot-limit"}),
        Edition("no-limit", "No limit", {"structure": "no-limit"}),
    )

    @property
    def seats(self) -> int:
        return 10

    def own_rules(self) -> Iterable[str]:
        button, *coming_and_going = self.button_rules()
        yield f"One deck, two to {self.seats} players. {button}"
        yield f"Two hole cards each, a flop of two and a river of one. The best three cards play. {HOLE_CARD}"
        yield HAND_ORDER
        yield STRAIGHTS
        yield COMPARED
        yield from self._posting_rules()
        yield from self._betting_rules()
        yield "The manual leaves the rest to house rules: it is the house's choice."
        yield from coming_and_going
        yield BIG_BLIND
        yield f"{TWO_PLAYERS}, acts first before the flop and last after it."
        yield TABLE_STAKES
        yield "Odd chips of a split pot go to the first winners left of the button, one each."
        yield f"{SHOWS_FIRST}, otherwise the first player left of the button; losers may muck."
        if self.side_wager:
            yield "Table and legal limits on wagers apply to Pocket Poker only, not to blinds and bets."
        yield from self._rake()

    def terms(self) -> Iterable[str]:
        return *self._posting_rules(), *self._betting_rules(), BIG_BLIND, TABLE_STAKES, *self._rake()

    def _posting_rules(self) -> Iterator[str]:
        options = self.options
        yield f"The {self._blinds}. The big blind is the smallest bet."
        if options.ante:
            yield f"Everybody antes {dollars(options.ante)}."

    @property
    def _blinds(self) -> str:
        small, big = dollars(self.options.small_blind), dollars(self.options.big_blind)
        return f"first seat left of the button posts the small blind of {small}, the second the big blind of {big}"

    def _rake(self) -> Iterator[str]:
        if self.options.rake_percent:
            share, cap = self.options.rake_percent, dollars(self.options.rake_cap)
            yield f"The house takes {share}% of each pot, {cap} at most, and nothing without a flop."

    def _betting_rules(self) -> Iterator[str]:
        options = self.options
        if options.structure == FIXED:
            sizes = ", ".join(dollars(bet * options.big_blind) for bet in options.bets)
            yield f"Fixed limit: bets and raises of {sizes} in the three rounds."
        else:
            yield (
                f"{options.structure.capitalize()}: a bet is at least {dollars(options.big_blind)}, a raise at least "
                f"the last full raise. {MOST[options.structure]}"
            )
            if options.max_bet:
                yield (
                    f"Maximum {dollars(options.max_bet)}: no bet is larger, and no raise adds more to the bet before "
                    "it, all in or not; calls have no maximum."
                )
        if options.raises is None:
            yield "A round takes any number of raises."
            return
        raises = {0: "no raise", 1: "one raise"}.get(options.raises, f"{options.raises} raises")
        yield f"A round takes a bet and {raises}, all-in raises counted; before the flop the big blind is the bet."
        if options.heads_up_cap == "no":
            yield "Raises are not capped when two players are left in the hand."

    def make_wagers(self) -> Iterable[Wager]:
        yield from side_wager(
            "pocket-poker",
            "Pocket Poker",
            POCKET_POKER,
            self.options.pocket_poker,
            text="the two hole cards, against the house",
        )

    @property
    def side_wager(self) -> str:  # type: ignore[override]
        return "pocket-poker" if self.options.pocket_poker is not None else ""

    def side_row(self, hole: tuple[Card, ...]) -> int | None:
        return pocket_poker_row(*hole)

    def make_procedure(self) -> Iterator[Step]:
        options = self.options
        sizes = [bet * options.big_blind for bet in options.bets]
        if self.side_wager:
            yield TakeWagers(
                ref="Pocket Poker",
                text="Before any card is dealt, players bet on Pocket Poker against the house if they wish.",
            )
        alone = Case(
            id="one-left",
            when=(ONE_LEFT,),
            text="That player takes the pots; no more cards are dealt or shown.",
        )
        nobody = Case(
            id="nobody-can-bet",
            when=(NOBODY_CAN_BET,),
            text="Deal the other cards without further betting.",
        )
        ends = (alone, nobody)
        folded = "Collect folded cards"
        folded += ", or leave them face down beside a Pocket Poker bet." if self.side_wager else "."
        moved = "the big blind, small blind and button" if options.button == "dead" else "the button"
        closing = f" Then collect the cards and move {moved} to the left."
        antes = f"Every player antes {dollars(options.ante)}; then the" if options.ante else "The"
        yield PostBlinds(
            ref="1-2" if options.ante else "2",
            text=f"{antes} {self._blinds}. {TWO_PLAYERS} and the other the big blind.",
        )
        yield Deal(
            ref="Dealing",
            to=PLAYERS,
            count=2,
            face=Face.DOWN,
            side=Side.LEFT,
            text="Starting left of the button, deal two cards face down to each player.",
        )
        yield BettingRound(
            ref="2",
            at="hole",
            size=sizes[0],
            first=FirstToAct.AFTER_BIG_BLIND,
            note=folded,
            cases=ends,
        )
        yield Burn(ref="Dealing", count=1, text="Bury one card.")
        yield Deal(ref="Dealing", to=COMMUNITY, count=2, face=Face.UP, text="Deal the flop of two cards face up.")
        yield BettingRound(
            ref="3",
            at="flop",
            size=sizes[1],
            first=FirstToAct.AFTER_BUTTON,
            note=folded,
            cases=ends,
        )
        yield Burn(ref="Dealing", count=1, text="Bury one card.")
        yield Deal(ref="Dealing", to=COMMUNITY, count=1, face=Face.UP, text="Deal the river card face up.")
        yield BettingRound(
            ref="4",
            at="river",
            size=sizes[2],
            first=FirstToAct.AFTER_BUTTON,
            note=folded,
            cases=(alone,),
        )
        yield Showdown(
            ref="Winning hand",
            text=f"Give each pot to its winner.{'' if self.side_wager else closing}",
            cases=(
                Case(
                    id="showdown",
                    when=(SEVERAL_LEFT,),
                    text=f"{SHOWS_FIRST}; each pot goes to the highest hand, and equal hands split it.",
                ),
                alone,
            ),
        )
        yield Settle(
            ref="Pocket Poker",
            wagers=("pocket-poker",),
            side=Side.RIGHT,
            house_choice="the side",
            note=f"It stays in action after a fold; to be paid, a player shows both hole cards.{closing}",
        )

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(
                Area(id="community", label="Flop and river", kind="cards", x=0, y=0, cards=3, width=4),
                Area(id="pot", label="Pot", kind="chips", x=4, y=0, width=3),
            ),
            player=(
                Area(id="hand", label="Hole cards", kind="cards", x=0, y=0, cards=2, width=3),
                Area(id="stack", label="Bets", kind="chips", x=3, y=0, width=2),
                Area(id="pocket-poker", label="Pocket Poker", kind="bet", x=5, y=0, width=3),
            ),
            inscriptions=(HOLE_CARD,),
        )

    def describe(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> str:
        return hand_words(hole, community)
