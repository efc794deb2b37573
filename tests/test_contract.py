"""Every installed game keeps the contract, and games that break it are caught."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import cycle
from typing import Any, ClassVar

import pytest
from tests.contract.fewer import fewer_samples

from houseway.cards import DECK, Card
from houseway.catalog import any_game_class, banked_ids, game_class, game_ids, pot_game_class
from houseway.contract import (
    CHECKS,
    POT_CHECKS,
    ContractError,
    check_any_game,
    check_game,
    check_pot_game,
    pot_facts_are_there,
    pot_procedure_is_complete,
    samples,
)
from houseway.contract.cases import cases_are_distinct, every_case_occurs, settlement_follows_cases
from houseway.contract.law import Check, GameClass
from houseway.contract.pay_tables import manual_examples_hold, paid_hands_are_told
from houseway.contract.play import (
    cards_come_from_the_deck,
    chips_are_conserved,
    events_come_in_order,
    hands_have_words,
    offers_can_be_described,
    pays_are_sound,
    refusals_change_nothing,
    replay_equals_play,
    safe_defaults_are_safe,
)
from houseway.contract.pots import (
    PotCheck,
    PotClass,
    pot_chips_are_conserved,
    pot_refusals_change_nothing,
    pot_replay_equals_play,
    pot_views_show_nothing_hidden,
    ranks_are_sound,
)
from houseway.contract.printed import (
    conditions_are_answered,
    editions_are_distinct,
    facts_are_there,
    fingerprints_tell_rules_apart,
    illegal_options_are_refused,
    layout_has_every_spot,
    options_are_described,
    procedure_is_complete,
    wagers_hang_together,
    what_is_off_is_not_mentioned,
)
from houseway.contract.promises import classes_keep_their_promise
from houseway.contract.shoes import kept_shoes_go_on
from houseway.contract.simulated import kernel_agrees_with_settlement
from houseway.contract.views import views_depend_on_nothing_hidden, views_show_nothing_hidden
from houseway.games.high_card_draw import HighCardDraw
from houseway.games.high_card_flush import HighCardFlush
from houseway.games.mini_tex import MiniTex
from houseway.games.mini_tex.pvp import MiniTexPvp
from houseway.games.mini_tex.rules import HoldemNames, MiniTexOptions
from houseway.games.three_card_draw_poker import ThreeCardDrawPoker
from houseway.games.three_card_roo import ThreeCardRoo
from houseway.rules.documents import ManualExample
from houseway.rules.game import Decision, Edition, HouseCards, Offer, Pay, Spot, TableGame
from houseway.rules.options import Choice, Multiples, _option, choice
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import (
    IN_PLAY,
    Burn,
    Collect,
    Decide,
    Layout,
    Settle,
    Showdown,
    Side,
    Step,
    TakeWagers,
    When,
)
from houseway.rules.wagers import Kind, Wager
from houseway.table import events as ev
from houseway.table.betting import Betting
from houseway.table.pot_round import PotRound
from houseway.table.round import Round
from houseway.table.shuffle import Shoe

LONG = (
    "views_show_nothing_hidden",
    "views_depend_on_nothing_hidden",
    "replay_equals_play",
    "pot_views_show_nothing_hidden",
    "classes_keep_their_promise",
    "kernel_agrees_with_settlement",
)


def laws(checks: Iterable[Callable[..., None]]) -> list[Any]:
    """Each by its name; those that play many rounds are left out of `make quick`."""
    return [
        pytest.param(check, id=check.__name__, marks=[pytest.mark.slow] if check.__name__ in LONG else [])
        for check in checks
    ]


@pytest.mark.parametrize("check", laws(CHECKS))
@pytest.mark.parametrize("game_id", banked_ids())
def test_installed_games_keep_the_contract(game_id: str, check: Check) -> None:
    with fewer_samples():
        check(game_class(game_id))


# --- games that break it, each in one way; they are Mini-Tex unless that has no such thing ---


class Nameless(MiniTex):
    name: ClassVar[str] = ""


class SameEditionTwice(MiniTex):
    editions: ClassVar[Any] = (
        *MiniTex.editions,
        Edition("pair", "Dealer qualifies with a pair again", {"qualifier": "ace-king"}),
    )


class SameOptionsTwice(MiniTex):
    editions: ClassVar[Any] = (*MiniTex.editions, Edition("pair-again", "Dealer qualifies with a pair again", {}))


@dataclass(frozen=True)
class SilentOptions(MiniTexOptions):
    mystery: str = choice("a", "b", help="")


class SilentOption(MiniTex):
    options_type = SilentOptions


class TakesAnything(Choice):
    def check(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True)
class LaxOptions(MiniTexOptions):
    lax: str = _option(TakesAnything(("a", "b")), "a", "takes anything", "")


class LaxOption(MiniTex):
    options_type = LaxOptions


class OneFingerprint(MiniTex):
    fingerprint = "the same for all"


class TwoAntes(MiniTex):
    def make_wagers(self) -> Iterable[Wager]:
        return [*super().make_wagers(), Wager(id="ante", name="Ante", kind=Kind.FIRST, text="again")]


class HangsOnNothing(MiniTex):
    def make_wagers(self) -> Iterable[Wager]:
        return [replace(wager, on="blind") if wager.kind is Kind.RAISE else wager for wager in super().make_wagers()]


class EntersWithRaise(MiniTex):
    enters_with = ("flop",)


class EntersWithAPenny(ThreeCardDrawPoker):
    enters_with = ("ante", "penny")


class EntersWithTheBlind(MiniTex):
    enters_with = ("blind",)

    def make_wagers(self) -> Iterable[Wager]:
        return [*super().make_wagers(), Wager(id="blind", name="Blind", kind=Kind.FIRST, on="ante", text="the same")]


class LinkedToARaise(MiniTex):
    def make_wagers(self) -> Iterable[Wager]:
        return [*super().make_wagers(), Wager(id="blind", name="Blind", kind=Kind.FIRST, on="flop", text="the same")]


class NeverSettles(MiniTex):
    def make_procedure(self) -> Iterable[Step]:
        return [step for step in super().make_procedure() if not hasattr(step, "steps")]


class DealsFirst(MiniTex):
    def make_procedure(self) -> Iterable[Step]:
        wagers, deal, *rest = super().make_procedure()
        return [deal, wagers, *rest]


class TakesWagersTwice(MiniTex):
    def make_procedure(self) -> Iterable[Step]:
        return [*super().make_procedure(), TakeWagers(text="Bet on the next round.")]


FULL_MOON = When("full-moon", "the moon is full")


class FullMoon(MiniTex):
    def make_procedure(self) -> Iterable[Step]:
        *steps, last = super().make_procedure()
        return [*steps, Collect(what="chips", when=FULL_MOON, text="Run."), last]


class BurnsSometimes(MiniTex):
    def make_procedure(self) -> Iterable[Step]:
        return [*super().make_procedure(), Burn(count=1, when=FULL_MOON, text="Burn a card.")]


class ForSomeAlone(MiniTex):
    """Nobody but the table knows for whom the last step is."""

    def make_procedure(self) -> Iterable[Step]:
        *steps, last = super().make_procedure()
        return [
            *steps,
            Collect(what="chips", when=When("in-action", ""), text="Collect the cards."),
            last,
        ]


class SpeaksOfPocketPoker(MiniTex):
    def rules_of_play(self) -> Iterable[str]:
        return [*super().rules_of_play(), "A fold does not end Pocket Poker."]


class PaysWhatNobodyKnows(MiniTex):
    def make_wagers(self) -> Iterable[Wager]:
        *wagers, pocket = super().make_wagers()
        if pocket.table is None:
            return [*wagers, pocket]
        rows = (pocket.table.rows[0]._replace(meaning=""), *pocket.table.rows[1:])
        return [*wagers, replace(pocket, table=replace(pocket.table, rows=rows))]


class PaysAnotherHand(MiniTex):
    def make_wagers(self) -> Iterable[Wager]:
        *wagers, pocket = super().make_wagers()
        if pocket.table is None:
            return [*wagers, pocket]
        rows = (pocket.table.rows[0]._replace(example="As Kd"), *pocket.table.rows[1:])
        return [*wagers, replace(pocket, table=replace(pocket.table, rows=rows))]


class MisreadsTheManual(MiniTex):
    def examples(self) -> Iterable[ManualExample]:
        bets = (Decision("bet"),) * 3
        yield ManualExample("The aces win.", "play", 1, "Ah Ad", "Ks Kd", community="Kc 7s 2h", decisions=bets)


class NoSpotForTheAnte(MiniTex):
    def make_layout(self) -> Layout:
        layout = super().make_layout()
        return replace(layout, player=tuple(area for area in layout.player if area.id != "ante"))


class NothingLegal(MiniTex):
    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return () if at == "river" else super().offers(at, spot)


class BetsForSleepers(MiniTex):
    def safe_default(self, at: str, spot: Spot) -> Decision:
        return Decision("bet")


class InventsForSleepers(MiniTex):
    def safe_default(self, at: str, spot: Spot) -> Decision:
        return Decision("sleep")


class TakesBackNothing(MiniTex):
    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return [offer._replace(takes_back="flop" if at == "hole" else "") for offer in super().offers(at, spot)]


class TakesBackFromTheMeter(HighCardFlush):
    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        back = "progressive" if "progressive" in spot.stakes else ""
        return [offer._replace(takes_back=back) for offer in super().offers(at, spot)]


class RaisesTwice(MiniTex):
    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        again = [offer._replace(wager="flop") if offer.wager else offer for offer in super().offers(at, spot)]
        return again if at == "river" else super().offers(at, spot)


class RaisesNothing(ThreeCardDrawPoker):
    def make_procedure(self) -> Iterable[Step]:
        return [replace(s, when=None) if isinstance(s, Decide) else s for s in super().make_procedure()]


class OneKeyNames(HoldemNames):
    def offer(self, at: str, offer: Offer, spot: Spot) -> tuple[str, str]:
        return "x", super().offer(at, offer, spot)[1]


class OneKey(MiniTex):
    names_type = OneKeyNames


class NoNames(HoldemNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return super().hand(spot, house) if house.community else ""


class Wordless(MiniTex):
    names_type = NoNames


class ForgetsPocketPoker(MiniTex):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        return [pay for pay in super().settle(step, wagers, spot, house) if pay.wager != "pocket-poker" or pay.odds > 0]


class PaysTwice(MiniTex):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay
            if pay.odds > 5:
                yield pay


class PaysTheBonusTwice(ThreeCardRoo):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield from (pay, pay) if pay.wager == "seven-roo-bonus" else (pay,)


class PaysFloats(MiniTex):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        floats: Any = 1.5
        return [pay._replace(odds=floats) if pay.odds > 0 else pay for pay in super().settle(step, wagers, spot, house)]


class TakesMoreThanTheStake(MiniTex):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        return [pay._replace(odds=2 * pay.odds) for pay in super().settle(step, wagers, spot, house)]


class PaysForABonusThatLost(ThreeCardRoo):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        yield from super().settle(step, wagers, spot, house)
        if "seven-roo-bonus" in wagers:
            yield Pay("seven-roo-bonus", Fraction(-1, 2), "seven-roo-bonus/none")


class PaysUnasked(MiniTex):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        return [*super().settle(step, wagers, spot, house), Pay("play", 1, "win")]


class NamesNoCase(MiniTex):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        return [pay._replace(case="whim") for pay in super().settle(step, wagers, spot, house)]


class PaysHalfTheMeterTwice(HighCardFlush):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        return [pay._replace(percent=150) for pay in super().settle(step, wagers, spot, house)]


class Breaks(MiniTex):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        raise KeyError("settle")


class TakesFromTheSleeve(HighCardDraw):
    def takes(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card not in spot.dealt)[: len(spot.discards)]


class NoLimit(ThreeCardDrawPoker):
    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return [offer._replace(most=10**18) if offer.wager else offer for offer in super().offers(at, spot)]


class DecidesTwice(MiniTex):
    def make_procedure(self) -> Iterable[Step]:
        steps = list(super().make_procedure())
        last = max(index for index, step in enumerate(steps) if isinstance(step, Decide))
        return [
            *steps[: last + 1],
            Decide(at="hole", side=Side.LEFT, when=IN_PLAY, text="Once more."),
            *steps[last + 1 :],
        ]

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return [Offer(Decision("check"))] if spot.decisions else super().offers(at, spot)


class Tells(MiniTex):
    """Remembers the dealer's cards, which the rules are shown and players are not."""

    dealer: tuple[Card, ...] = ()

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        self.dealer = house.dealer
        return super().settle(step, wagers, spot, house)


class NamesACard(HoldemNames):
    game: Tells

    def hand(self, spot: Spot, house: HouseCards) -> str:
        against = f" against the {self.game.dealer[0].words}" if self.game.dealer else ""
        return super().hand(spot, house) + against


class TellsACard(Tells):
    names_type = NamesACard


class NamesAHint(HoldemNames):
    game: Tells

    def hand(self, spot: Spot, house: HouseCards) -> str:
        hint = ", and better fold" if self.game.dealer and self.game.dealer[0].rank > 9 else ""
        return super().hand(spot, house) + hint


class TellsAHint(Tells):
    names_type = NamesAHint


BROKEN: list[tuple[GameClass, Check, str]] = [
    (Nameless, facts_are_there, "its name must be one line"),
    (Wordless, facts_are_there, "installed as mini-tex is another"),
    (SameEditionTwice, editions_are_distinct, "an edition's name is empty or repeated"),
    (SameOptionsTwice, editions_are_distinct, "two editions have the same options"),
    (SilentOption, options_are_described, "option mystery does not say what it means"),
    (LaxOption, illegal_options_are_refused, "option lax takes 'no such value'"),
    (OneFingerprint, fingerprints_tell_rules_apart, "the fingerprint of other options"),
    (TwoAntes, wagers_hang_together, "two wagers have the same id"),
    (HangsOnNothing, wagers_hang_together, "wager flop hangs on 'blind'"),
    (EntersWithRaise, wagers_hang_together, "not all made before the deal"),
    (EntersWithAPenny, wagers_hang_together, "entered with penny, which is no wager of it"),
    (EntersWithTheBlind, wagers_hang_together, "go with other wagers"),
    (LinkedToARaise, wagers_hang_together, "wager blind hangs on 'flop'"),
    (PaysWhatNobodyKnows, paid_hands_are_told, "suited.' does not say which hand it is"),
    (PaysAnotherHand, paid_hands_are_told, "'As Kd' is not paid as 'Royal Straight Flush"),
    (MisreadsTheManual, manual_examples_hold, "'The aces win.': the game settles it as"),
    (ForSomeAlone, procedure_is_complete, "conditions without words: in-action"),
    (SpeaksOfPocketPoker, what_is_off_is_not_mentioned, "Pocket Poker is off and still in 'A fold does not end"),
    (NeverSettles, procedure_is_complete, "no step settles play, pocket-poker"),
    (DealsFirst, procedure_is_complete, "must start with TakeWagers"),
    (TakesWagersTwice, procedure_is_complete, "must start with TakeWagers and have no other"),
    (DecidesTwice, procedure_is_complete, "the decisions need names of their own"),
    (FullMoon, conditions_are_answered, "no condition 'full-moon'"),
    (BurnsSometimes, conditions_are_answered, "the table never asks for 'full-moon' at a Burn"),
    (NoSpotForTheAnte, layout_has_every_spot, "wager ante has 0 betting spots"),
    (NothingLegal, offers_can_be_described, "must decide, but nothing is legal"),
    (TakesBackNothing, offers_can_be_described, "takes back flop, which is not on the felt"),
    (TakesBackFromTheMeter, offers_can_be_described, "takes back progressive, a share of which is in the meter"),
    (RaisesTwice, offers_can_be_described, "flop is offered but is on the felt already"),
    (RaisesNothing, offers_can_be_described, "there is no ante on the felt"),
    (BetsForSleepers, safe_defaults_are_safe, "does not fold, which is legal"),
    (InventsForSleepers, safe_defaults_are_safe, "is not legal"),
    (OneKey, offers_can_be_described, "a key or a label is empty or repeated"),
    (Wordless, hands_have_words, "seat 1 has cards but no words"),
    (ForgetsPocketPoker, chips_are_conserved, "not each once"),
    (PaysTwice, chips_are_conserved, "not each once"),
    (PaysTheBonusTwice, chips_are_conserved, "a bonus is paid twice"),
    (PaysFloats, pays_are_sound, "not a whole number or a Fraction"),
    (TakesMoreThanTheStake, pays_are_sound, "not a whole number or a Fraction from -1 up"),
    (PaysForABonusThatLost, pays_are_sound, "takes something for a bonus"),
    (PaysUnasked, pays_are_sound, "not to be settled now"),
    (NamesNoCase, settlement_follows_cases, "by the case 'whim', which no step declares"),
    (PaysHalfTheMeterTwice, pays_are_sound, "not a share of the meter"),
    (Breaks, chips_are_conserved, "Breaks fails with KeyError"),
    (NoLimit, refusals_change_nothing, "is not refused"),
    (TakesFromTheSleeve, views_show_nothing_hidden, "not all of which lie on the felt"),
    (TellsACard, views_show_nothing_hidden, "which nobody has shown them"),
    (TellsAHint, views_depend_on_nothing_hidden, "depends on cards that nobody has shown them"),
]


@pytest.mark.parametrize(
    ("broken", "check", "sentence"), BROKEN, ids=[f"{b.__name__}-{c.__name__}" for b, c, _ in BROKEN]
)
def test_broken_games_are_caught(broken: GameClass, check: Check, sentence: str) -> None:
    with pytest.raises(ContractError, match=sentence):
        check(broken)


def test_check_game_runs_every_check() -> None:
    with pytest.raises(ContractError, match="its name must be one line"):
        check_game(Nameless)


# --- tables that break it ---


def test_replay_of_a_game_that_remembers_other_rounds_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    moods = cycle((True, False, False))

    class Moody(MiniTex):
        def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
            pays = list(super().settle(step, wagers, spot, house))
            return [pay._replace(odds=0) for pay in pays] if next(moods) else pays

    monkeypatch.setattr("houseway.table.record.any_game_class", lambda game_id: Moody)
    with pytest.raises(ContractError, match=r"another round|other events"):
        replay_equals_play(Moody)


def test_a_shoe_that_deals_a_card_twice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shoe, "draw", lambda self, count: DECK[:count])
    with pytest.raises(ContractError, match="more often than the deck holds it"):
        cards_come_from_the_deck(MiniTex)


def test_a_table_that_closes_before_it_settles_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    events: Any = Round.events
    monkeypatch.setattr(Round, "events", property(lambda self: (*events.fget(self)[:-2], *events.fget(self)[:-3:-1])))
    with pytest.raises(ContractError, match="in this order"):
        events_come_in_order(MiniTex)


@pytest.mark.parametrize("game", [MiniTex, HighCardDraw, ThreeCardDrawPoker, ThreeCardRoo])
def test_a_table_that_hides_nothing_is_caught(game: GameClass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ev, "seen_by", lambda event, viewer: event)
    with pytest.raises(ContractError, match="cards as"):
        views_show_nothing_hidden(game)
    with pytest.raises(ContractError, match="depends on cards"):
        views_depend_on_nothing_hidden(game)


def test_a_table_that_shows_discards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    seen_by = ev.seen_by
    shown = lambda event, viewer: event if isinstance(event, ev.Decided) else seen_by(event, viewer)  # noqa: E731
    monkeypatch.setattr(ev, "seen_by", shown)
    with pytest.raises(ContractError, match="which nobody has shown them"):
        views_show_nothing_hidden(HighCardDraw)


def test_a_table_that_does_not_tell_what_is_taken_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pulls(MiniTex):
        def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
            offers = super().offers(at, spot)
            back = "pocket-poker" if at == "hole" and "pocket-poker" in spot.stakes else ""
            return [offer._replace(takes_back=back) for offer in offers]

    chips_are_conserved(Pulls)
    events: Any = Round.events
    silent = lambda event: event._replace(taken_back={}) if isinstance(event, ev.Decided) else event  # noqa: E731
    monkeypatch.setattr(Round, "events", property(lambda self: tuple(map(silent, events.fget(self)))))
    with pytest.raises(ContractError, match="are not the bets that were made"):
        chips_are_conserved(Pulls)


def test_multiples_are_drawn_as_the_option_allows_them() -> None:
    """Falling ones too, unless they must rise."""
    numbers = samples.stream("multiples")
    free, rising = (Multiples(3, 4, "1/1/2", must) for must in (False, True))
    drawn = [free.check(samples.legal_value(free, numbers)) for _ in range(100)]
    assert any(list(values) != sorted(values) for values in drawn)
    for _ in range(100):
        rising.check(samples.legal_value(rising, numbers))


def test_every_check_has_a_breach() -> None:
    elsewhere = {replay_equals_play, cards_come_from_the_deck, events_come_in_order}
    elsewhere |= {classes_keep_their_promise, kernel_agrees_with_settlement}
    elsewhere |= {kept_shoes_go_on, cases_are_distinct, every_case_occurs}
    assert {check for _, check, _ in BROKEN} | elsewhere == set(CHECKS)


# --- games among players ---

POT_IDS = [game_id for game_id in game_ids() if issubclass(any_game_class(game_id), PotGame)]


@pytest.mark.parametrize("check", laws(POT_CHECKS))
@pytest.mark.parametrize("game_id", POT_IDS)
def test_installed_games_among_players_keep_the_contract(game_id: str, check: PotCheck) -> None:
    with fewer_samples():
        check(pot_game_class(game_id))


class NamelessPot(MiniTexPvp):
    name: ClassVar[str] = ""


class NoShowdown(MiniTexPvp):
    def make_procedure(self) -> Any:
        return [step for step in super().make_procedure() if not isinstance(step, Showdown)]


class TakesPocketPokerNowhere(MiniTexPvp):
    def make_procedure(self) -> Any:
        return [step for step in super().make_procedure() if not isinstance(step, TakeWagers)]


class SettlesPocketPokerFirst(MiniTexPvp):
    def make_procedure(self) -> Any:
        *steps, showdown, settle = super().make_procedure()
        return [*steps, settle, showdown]


class RankBreaks(MiniTexPvp):
    def rank(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> int:
        raise KeyError("rank")


class RanksByOrder(MiniTexPvp):
    def rank(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> int:
        return int(hole[0])


class WordlessBeforeTheFlop(MiniTexPvp):
    def describe(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> str:
        return super().describe(hole, community) if community else ""


class TellsTheHandBefore(MiniTexPvp):
    """Remembers the last hand that it was asked to put in words, which is another player's."""

    before: tuple[Card, ...] = ()

    def describe(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> str:
        against = f" against the {self.before[0].words}" if self.before else ""
        self.before = hole
        return super().describe(hole, community) + against


BROKEN_POTS: list[tuple[PotClass, PotCheck, str]] = [
    (NamelessPot, pot_facts_are_there, "its name must be one line"),
    (RankBreaks, pot_facts_are_there, "installed as mini-tex-pvp is another"),
    (NoShowdown, pot_procedure_is_complete, "then Showdown"),
    (TakesPocketPokerNowhere, pot_procedure_is_complete, "must take the wager against the house and one settle it"),
    (SettlesPocketPokerFirst, pot_procedure_is_complete, "taken first and settled last"),
    (RankBreaks, ranks_are_sound, "RankBreaks fails with KeyError"),
    (RanksByOrder, ranks_are_sound, "depends on the order of the cards"),
    (WordlessBeforeTheFlop, ranks_are_sound, "there are no words"),
    (TellsTheHandBefore, pot_views_show_nothing_hidden, "which nobody has shown them"),
]


@pytest.mark.parametrize(
    ("broken", "check", "sentence"), BROKEN_POTS, ids=[f"{b.__name__}-{c.__name__}" for b, c, _ in BROKEN_POTS]
)
def test_broken_games_among_players_are_caught(broken: PotClass, check: PotCheck, sentence: str) -> None:
    with pytest.raises(ContractError, match=sentence):
        check(broken)


def test_check_any_game_knows_both_kinds() -> None:
    for broken in (Nameless, NamelessPot):
        with pytest.raises(ContractError, match="its name must be one line"):
            check_any_game(broken)
    with pytest.raises(ContractError, match="its name must be one line"):
        check_pot_game(NamelessPot)
    with pytest.raises(ContractError, match="neither against the house nor among players"):
        check_any_game(TableGame)  # type: ignore[type-abstract]


def test_a_table_among_players_that_hides_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ev, "seen_by", lambda event, viewer: event)
    with pytest.raises(ContractError, match="which nobody has shown them"):
        pot_views_show_nothing_hidden(MiniTexPvp)


def test_a_table_among_players_that_shows_folded_hands_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    act = PotRound.act

    def open_fold(hand: PotRound, seat: int, do: str, to: int = 0) -> None:
        act(hand, seat, do, to)
        if do == "fold":
            hand._events.append(ev.Shown(seat, hand.hole[seat]))

    monkeypatch.setattr(PotRound, "act", open_fold)
    with pytest.raises(ContractError, match="shows without need"):
        pot_views_show_nothing_hidden(MiniTexPvp)


def test_a_pot_that_loses_a_chip_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.table.pot_round.share", lambda amount, winners: dict.fromkeys(winners, amount // 3))
    with pytest.raises(ContractError, match="not all paid"):
        pot_chips_are_conserved(MiniTexPvp)


def test_a_pot_that_goes_to_a_worse_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.table.pot_round.max", lambda ranks, default=0: min(ranks), raising=False)
    with pytest.raises(ContractError, match="win a pot, but it goes to"):
        ranks_are_sound(MiniTexPvp)


def test_a_table_that_takes_any_bet_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    act = Betting.act
    monkeypatch.setattr(Betting, "act", lambda betting, do, to=0: act(betting, do, max(to, betting.bounds().least)))
    with pytest.raises(ContractError, match="is not refused"):
        pot_refusals_change_nothing(MiniTexPvp)


def test_a_hand_that_is_not_played_again_from_its_seed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = cycle(b"abc")
    monkeypatch.setattr("houseway.table.pot_round.mixed", lambda player_seeds: bytes([next(seeds)]))
    with pytest.raises(ContractError, match=r"Event \d+ differs|cannot be played"):
        pot_replay_equals_play(MiniTexPvp)
