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
from houseway.rules.pot_game import PotGame, PotOptions
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
    Showdown,
    Step,
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
        if options.structure == "fixed-limit":
            sizes = ", ".join(dollars(bet * options.big_blind) for bet in options.bets)
            yield f"Fixed limit: bets of {sizes} in the three rounds, a bet and {options.raises} raises a round."
            if options.heads_up_cap == "no":
                yield "Raises are not capped when two players are left in the hand."
        else:
            yield f"{options.structure.capitalize()}: a raise is at least the last full raise."
        yield "With two players the button posts the small blind, acts first before the flop and last after it."
        yield "Table stakes, side pots; uncalled bets are returned; a short all-in raise does not reopen the betting."
        yield "Equal hands split a pot; odd chips go to the first winners left of the button, one each."
        yield "The last aggressor shows first, otherwise the first player left of the button; losers may muck."
        if options.rake_percent:
            cap = dollars(options.rake_cap)
            yield f"The house takes {options.rake_percent}% of each pot, {cap} at most, and nothing without a flop."

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
        sizes = [bet * self.options.big_blind for bet in self.options.bets]
        yield PostBlinds(
            ref="1-2", text="Antes, where the house has them; the two seats left of the button post blinds."
        )
        yield Deal(
            to=PLAYERS, count=2, face=Face.DOWN, text="From left of the button, deal two cards face down to each."
        )
        yield BettingRound(
            ref="2",
            at="hole",
            size=sizes[0],
            first="left of the big blind",
            text="A round of betting, left of the big blind first.",
        )
        yield Burn(count=1, text="Bury one card.")
        yield Deal(to=COMMUNITY, count=2, face=Face.UP, text="Deal the flop of two cards face up.")
        yield BettingRound(
            ref="3",
            at="flop",
            size=sizes[1],
            first="left of the button",
            text="A round of betting, left of the button first.",
        )
        yield Burn(count=1, text="Bury one card.")
        yield Deal(to=COMMUNITY, count=1, face=Face.UP, text="Deal the river card face up.")
        yield BettingRound(
            ref="4",
            at="river",
            size=sizes[2],
            first="left of the button",
            text="A round of betting, left of the button first.",
        )
        yield Showdown(text="The last aggressor shows first; each pot goes to the highest hand, equal hands split it.")

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
