"""Mini-Tex among players: blinds, three betting rounds, and the best three cards with at least one from the hole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from houseway.cards import Card
from houseway.games.mini_tex.rules import POCKET_POKER, best, hand_words, settle_pocket_poker
from houseway.money import dollars
from houseway.rules.game import Edition, Pay
from houseway.rules.options import pays
from houseway.rules.pay_tables import Pays
from houseway.rules.pot_game import FIXED, PotGame, PotOptions
from houseway.rules.procedure import (
    COMMUNITY,
    PLAYERS,
    Area,
    BettingRound,
    Burn,
    Deal,
    Face,
    Layout,
    PostBlinds,
    Settle,
    Showdown,
    Step,
    TakeWagers,
)
from houseway.rules.wagers import Wager, side_wager

if TYPE_CHECKING:
    from houseway.rules.equity import Equity, Estimate


@dataclass(frozen=True)
class MiniTexPvpOptions(PotOptions):
    pocket_poker: Pays | None = pays(
        POCKET_POKER, default="off", help="what Pocket Poker pays, against the house", name="pocket-poker"
    )


class MiniTexPvp(PotGame[MiniTexPvpOptions]):
    id: ClassVar[str] = "mini-tex-pvp"
    name: ClassVar[str] = "Mini-Tex among players"
    blurb: ClassVar[str] = "Three-card hold'em player against player, with blinds, three betting rounds and pots."
    manual: ClassVar[str] = "Mini-Tex training manual, SquareJack Gaming"
    options_type = MiniTexPvpOptions
    phh_code: ClassVar[str] = "MT"  # the published list has no Mini-Tex: FMT, PMT and NMT follow its pattern
    editions = (
        Edition("fixed-limit", "Fixed limit: one, one and two big blinds a round", {}),
        Edition("pot-limit", "Pot limit", {"structure": "pot-limit"}),
        Edition("no-limit", "No limit", {"structure": "no-limit"}),
    )

    @property
    def seats(self) -> int:
        return 10

    def rules_of_play(self) -> Iterable[str]:
        options = self.options
        yield "Two hole cards each, a flop of two and a river of one; the best three play, at least one from the hole."
        yield "Straight flush, three of a kind, straight, flush, pair, high card; A-2-3 is the lowest straight."
        yield f"The two seats left of the button post {dollars(options.small_blind)} and {dollars(options.big_blind)}."
        if options.ante:
            yield f"Everybody antes {dollars(options.ante)}."
        yield from self._betting_rules()
        yield "With two players the button posts the small blind, acts first before the flop and last after it."
        yield "Table stakes, side pots; uncalled bets are returned; a short all-in raise does not reopen the betting."
        yield "Equal hands split a pot; odd chips go to the first winners left of the button, one each."
        yield "The last aggressor shows first, otherwise the first player left of the button; losers may muck."
        if self.side_wager:
            yield (
                "Pocket Poker is bet against the house before the deal, on one's own hole cards, and is in action even "
                "after a fold."
            )
            yield "Limits of wagers, the table's and the law's, hold for Pocket Poker; blinds and bets have their own."
        if options.rake_percent:
            cap = dollars(options.rake_cap)
            yield f"The house takes {options.rake_percent}% of each pot, {cap} at most, and nothing without a flop."

    def _betting_rules(self) -> Iterator[str]:
        options = self.options
        if options.structure == FIXED:
            sizes = ", ".join(dollars(bet * options.big_blind) for bet in options.bets)
            yield f"Fixed limit: bets and raises of {sizes} in the three rounds."
        else:
            yield (
                f"{options.structure.capitalize()}: a bet is at least {dollars(options.big_blind)}, a raise at least "
                "the last full raise."
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
            text="the two hole cards, against the house; in action even after a fold",
        )

    @property
    def side_wager(self) -> str:  # type: ignore[override]
        return "pocket-poker" if self.options.pocket_poker is not None else ""

    def settle_side(self, hole: tuple[Card, ...]) -> Pay:
        assert self.options.pocket_poker is not None
        return settle_pocket_poker(self.options.pocket_poker, hole)

    def make_procedure(self) -> Iterator[Step]:
        options = self.options
        sizes = [bet * options.big_blind for bet in options.bets]
        if self.side_wager:
            yield TakeWagers(
                ref="Pocket Poker",
                text="Before any card is dealt, players bet on Pocket Poker against the house if they wish.",
            )
        antes = f"Every player antes {dollars(options.ante)}; then the" if options.ante else "The"
        yield PostBlinds(
            ref="1-2" if options.ante else "2",
            text=f"{antes} first seat left of the button posts the small blind of {dollars(options.small_blind)}, the "
            f"second the big blind of {dollars(options.big_blind)}.",
        )
        yield Deal(
            ref="Dealing",
            to=PLAYERS,
            count=2,
            face=Face.DOWN,
            text="From left of the button, deal two cards face down to each.",
        )
        yield BettingRound(
            ref="2",
            at="hole",
            size=sizes[0],
            first="left of the big blind",
            text="A round of betting, left of the big blind first.",
        )
        yield Burn(ref="Dealing", count=1, text="Bury one card.")
        yield Deal(ref="Dealing", to=COMMUNITY, count=2, face=Face.UP, text="Deal the flop of two cards face up.")
        yield BettingRound(
            ref="3",
            at="flop",
            size=sizes[1],
            first="left of the button",
            text="A round of betting, left of the button first.",
        )
        yield Burn(ref="Dealing", count=1, text="Bury one card.")
        yield Deal(ref="Dealing", to=COMMUNITY, count=1, face=Face.UP, text="Deal the river card face up.")
        yield BettingRound(
            ref="4",
            at="river",
            size=sizes[2],
            first="left of the button",
            text="A round of betting, left of the button first.",
        )
        yield Showdown(
            ref="Winning hand",
            text="The last aggressor shows first; each pot goes to the highest hand, equal hands split it.",
        )
        yield Settle(
            ref="Pocket Poker",
            wagers=("pocket-poker",),
            text="From the right, pay Pocket Poker by its pay table or collect it, of players who folded too: their "
            "cards have stayed face down beside the bet, and a winner shows them.",
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
            inscriptions=("At least one hole card must play.",),
        )

    def rank(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> int:
        return best(hole, community)[0]

    def best(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[Card, ...]:
        return best(hole, community)[1]

    def heads_up_equity(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> float:
        from houseway.games.mini_tex.showdown import against_one  # brings numba

        return float(against_one(hole, community).share)

    def equity(
        self,
        hole: tuple[Card, ...],
        community: tuple[Card, ...],
        opponents: list[str | None],
        *,
        seed: int = 0,
    ) -> Equity | Estimate:
        """The equity against opponents with any cards (None) or a range each, sampled where counting takes too long."""
        from houseway.games.mini_tex.showdown import against

        return against(hole, opponents, community, seed=seed)

    def starting_hands(self) -> list[tuple[str, Equity]]:
        """Every starting hand, ordered by its equity against one unknown hand."""
        from houseway.games.mini_tex.showdown import starting_hands

        return starting_hands()

    def describe(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> str:
        return hand_words(hole, community)
