"""A duel with six cards, and the same game with one error each in its cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from houseway.cards import Card, parse_cards
from houseway.rules.game import Decision, Edition, Game, HouseCards, Offer, Pay, Spot
from houseway.rules.options import Options, choice
from houseway.rules.pay_tables import PaidHand, Pays, PayTable
from houseway.rules.procedure import (
    CUT_CARD,
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_PLAY,
    LOWER,
    NO_CUT_CARD,
    PLAYERS,
    Area,
    Arrange,
    Case,
    Collect,
    Deal,
    Decide,
    EachSeat,
    Face,
    KeepShoe,
    Layout,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
    When,
)
from houseway.rules.wagers import Kind, Wager

DEUCE = When("deuce", "the dealer has a two")
COURT = PayTable((PaidHand("Ace", "the player's card is an ace", "Ac"), PaidHand("Jack", "it is a jack", "Jc")), {})


@dataclass(frozen=True)
class NoOptions(Options):
    """Nothing to choose."""


class Duel(Game[NoOptions]):
    """Deuces, jacks and aces of two suits, one card each."""

    id = "planted-cases"
    name = "Duel"
    blurb = "One card each: fold or raise."
    manual = "Made up for these tests"
    options_type = NoOptions
    editions = (Edition("plain", "Plain", {}),)
    seats = 3

    @property
    def deck(self) -> tuple[Card, ...]:
        return parse_cards("2c 2d Jc Jd Ac Ad")

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="a higher card")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", text="once the ante")
        yield Wager(id="court", name="Court", kind=Kind.SIDE, text="a good card", table=COURT, pays=Pays((4, 1)))

    def decided(self) -> tuple[Case, ...]:
        return (
            Case(id="fold", when=(FOLDED,), text="Collect the card.", ref="1a"),
            Case(id="raise", when=(IN_PLAY,), text="The card stays.", ref="1b"),
        )

    def shown(self) -> tuple[Case, ...]:
        return (Case(id="low", when=(DEUCE,), text="Say so."), Case(id="high", text="Say nothing."))

    def ends(self) -> tuple[Case, ...]:
        return (
            Case(id="win", when=(HIGHER,), pays={"ante": 1, "raise": 1}, ref="2a"),
            Case(id="loss", when=(LOWER,), pays={"ante": -1, "raise": -1}, ref="2b"),
            Case(id="tie", when=(EQUAL,), pays={"ante": 0, "raise": 0}, ref="2c"),
        )

    def settlement(self) -> Settle:
        return Settle(wagers=("ante", "raise"), when=IN_PLAY, cases=self.ends())

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=1, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=1, face=Face.DOWN)
        yield Decide(at="duel", side=Side.LEFT, cases=self.decided())
        yield Turn(whose=DEALER)
        yield Arrange(cases=self.shown())
        folded = Settle(wagers=("ante",), when=FOLDED, cases=(Case(id="folded", pays={"ante": -1}),))
        yield EachSeat(side=Side.RIGHT, steps=(folded, self.settlement(), Settle(wagers=("court",))))
        yield Collect(what="all cards")

    def make_layout(self) -> Layout:
        bets = (Area(id=wager.id, label=wager.name, kind="bet", x=0, y=0) for wager in self.wagers)
        return Layout(dealer=(), player=tuple(bets))

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision("raise"), "raise"), Offer(Decision("fold"))

    def dealer_applies(self, when: str, house: HouseCards) -> bool:
        return house.dealer[0].rank == 2 if when == DEUCE.key else super().dealer_applies(when, house)

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        return {14: 0, 11: 1}.get(spot.dealt[0].rank)

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, None]:
        return spot.dealt[0].rank, None

    def dealer_class(self, house: HouseCards) -> tuple[int, None]:
        return house.dealer[0].rank, None


# --- cases that are declared wrongly ---


class NeverTies(Duel):
    """With one card of each rank there is no tie."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return parse_cards("2c Jc Ac")


class NeverPaysAces(Duel):
    @property
    def deck(self) -> tuple[Card, ...]:
        return parse_cards("2c 2d Jc Jd")


class NeverRaisesTwice(Duel):
    def decided(self) -> tuple[Case, ...]:
        return (Case(id="twice", when=(FOLDED, IN_PLAY), text="Say so."), *super().decided())


class NeverShowsBoth(Duel):
    def shown(self) -> tuple[Case, ...]:
        return (*super().shown()[:1], Case(id="both", when=(DEUCE, DEUCE), text="Say so."), *super().shown()[1:])


class OneIdTwice(Duel):
    def ends(self) -> tuple[Case, ...]:
        return tuple(replace(case, id="loss") if case.id == "tie" else case for case in super().ends())


class OneIdInTwoSteps(Duel):
    def shown(self) -> tuple[Case, ...]:
        return tuple(replace(case, id="fold") if case.id == "low" else case for case in super().shown())


class NamedLikeARow(Duel):
    def shown(self) -> tuple[Case, ...]:
        return tuple(replace(case, id="court/1") if case.id == "low" else case for case in super().shown())


@dataclass(frozen=True)
class PacksOptions(Options):
    pack: str = choice("pairs", "singles", help="whether the pack has two cards of each rank, or one")


class NeverTiesByAnEdition(Duel):
    """Its first edition has ties, its second none."""

    options_type: ClassVar[Any] = PacksOptions
    editions: ClassVar[Any] = (*Duel.editions, Edition("short", "With three cards", {"pack": "singles"}))

    @property
    def deck(self) -> tuple[Card, ...]:
        options: Any = self.options
        return super().deck if options.pack == "pairs" else parse_cards("2c Jc Ac")


class OneReferenceInTwoSteps(Duel):
    def decided(self) -> tuple[Case, ...]:
        return tuple(replace(case, ref="2a") if case.id == "fold" else case for case in super().decided())


class ReferencesAStep(OneReferenceInTwoSteps):
    """Two cases have the reference of the step of one of them."""

    def settlement(self) -> Settle:
        return replace(super().settlement(), ref="2a")


class CollectsByCases(Duel):
    def make_procedure(self) -> Iterable[Step]:
        return [
            replace(step, cases=(Case(id="gone", text="Shuffle."),)) if isinstance(step, Collect) else step
            for step in super().make_procedure()
        ]


class OneReferenceTwice(Duel):
    def ends(self) -> tuple[Case, ...]:
        return tuple(replace(case, ref="2a") if case.id == "loss" else case for case in super().ends())


class OneReasonTwice(Duel):
    def ends(self) -> tuple[Case, ...]:
        read_alike = (LOWER._replace(words=HIGHER.words),)
        return tuple(replace(case, when=read_alike) if case.id == "loss" else case for case in super().ends())


class NoSide(Duel):
    def make_procedure(self) -> Iterable[Step]:
        return [replace(step, side=None) if isinstance(step, Deal) else step for step in super().make_procedure()]


class OtherwiseFirst(Duel):
    def shown(self) -> tuple[Case, ...]:
        return super().shown()[::-1]


class ForgetsTheRaise(Duel):
    def ends(self) -> tuple[Case, ...]:
        return tuple(replace(case, pays={"ante": 0}) if case.id == "tie" else case for case in super().ends())


class PaysAnotherWager(Duel):
    def ends(self) -> tuple[Case, ...]:
        return tuple(replace(case, pays={**case.pays, "court": 1}) for case in super().ends())


class HidesACase(Duel):
    def settlement(self) -> Settle:
        return replace(
            super().settlement(), text="Lose all bets.", cases=(Case(id="all", pays={"ante": -1, "raise": -1}),)
        )


# --- cases of which not exactly one holds ---


class Overlaps(Duel):
    def ends(self) -> tuple[Case, ...]:
        return (Case(id="in", when=(IN_PLAY,), pays={"ante": 1, "raise": 1}), *super().ends())


class LeavesTiesOut(Duel):
    def ends(self) -> tuple[Case, ...]:
        return super().ends()[:2]


class DecidesNothing(Duel):
    def decided(self) -> tuple[Case, ...]:
        return super().decided()[1:]


class ShowsNothing(Duel):
    def shown(self) -> tuple[Case, ...]:
        return super().shown()[:1]


# --- a shoe that is kept ---


class KeepsShoe(Duel):
    """The shoe goes on until the cut card comes."""

    def at_the_shoe(self) -> tuple[Case, ...]:
        return (Case(id="new", when=(CUT_CARD,), text="Shuffle."), Case(id="on", when=(NO_CUT_CARD,), text="Bury one."))

    def make_procedure(self) -> Iterable[Step]:
        return (*super().make_procedure(), KeepShoe(cases=self.at_the_shoe()))


class NeverGoesOn(KeepsShoe):
    def at_the_shoe(self) -> tuple[Case, ...]:
        return super().at_the_shoe()[:1]


class ShufflesTwice(KeepsShoe):
    def at_the_shoe(self) -> tuple[Case, ...]:
        return (*super().at_the_shoe(), Case(id="again", when=(CUT_CARD,), text="Shuffle once more."))


class NeverBoth(KeepsShoe):
    def at_the_shoe(self) -> tuple[Case, ...]:
        return (*super().at_the_shoe(), Case(id="both", when=(CUT_CARD, NO_CUT_CARD), text="Call the floor."))


class LooksAtTheMoon(KeepsShoe):
    def at_the_shoe(self) -> tuple[Case, ...]:
        return (Case(id="full-moon", when=(When("full-moon", "the moon is full"),), text="Shuffle."),)


# --- settlements that do not follow their cases ---

Change = Callable[[Pay, Spot], Pay]


def settling(change: Change) -> type[Duel]:
    """The duel with every pay changed."""

    class Settles(Duel):
        def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
            return [change(pay, spot) for pay in super().settle(step, wagers, spot, house)]

    return Settles


def changed(ending: str, **values: Any) -> type[Duel]:
    """The duel with the pays of one case changed."""
    return settling(lambda pay, spot: pay._replace(**values) if pay.case == ending else pay)
