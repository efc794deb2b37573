"""What may be bet: the table's minimum, maximum and step, and the jurisdiction's limits on top."""

from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from tests.calling import houseway
from tests.contract.planted import EXAMPLE, importable
from tests.sizes import sized
from tests.wider.games import GAMES

from houseway.cards import parse_cards
from houseway.catalog import any_game_class, banked_ids, game, game_class, game_ids
from houseway.errors import IllegalAction, WagerError
from houseway.rules.game import Game
from houseway.rules.limits import JURISDICTIONS, Jurisdiction, Limit, Limits, jurisdiction
from houseway.rules.payouts import check_payouts, reaches
from houseway.table import events as ev
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.record import to_record
from houseway.table.round import Round

WASHINGTON_2009 = Limits(jurisdiction=jurisdiction("washington-2009"))
WASHINGTON_2023 = Limits(jurisdiction=jurisdiction("washington-2023"))
HIGH = Limit(100, 100_000, 1)

FIVE_SUITED = "Ah Kh 9h 5h 2h 3c 4d"
SIX_SUITED = "Ah Kh 9h 5h 3h 2h 4d"


def refused(round_: Round, stakes: dict[str, Any], match: str) -> None:
    """The wager is refused with these words, and the round is as it was."""
    before = to_record(round_)
    with pytest.raises(WagerError, match=match):
        round_.wager(1, stakes)
    assert to_record(round_) == before


def law(limits: Limits, **wagers: Limit) -> Limits:
    """The same jurisdiction with room at the table itself."""
    return Limits(wagers, limits.jurisdiction)


# --- the table's own ---


@pytest.mark.parametrize("amount", [500, 1000, 1500, 10_000])
def test_amounts_within_the_limits_are_taken(amount: int) -> None:
    round_ = Round(game("high-card-draw"), limits=Limits({"play": Limit.parse("5-100/5")}))
    round_.wager(1, {"play": amount})
    assert round_.spots[0].stakes == {"play": amount}


@pytest.mark.parametrize("amount", [1, 499, 501, 750, 10_001, 10_500, -500])
def test_amounts_outside_or_between_steps_are_refused(amount: int) -> None:
    round_ = Round(game("high-card-draw"), limits=Limits({"play": Limit.parse("5-100/5")}))
    round_.wager(1, {"play": 500})
    refused(round_, {"play": amount}, r"Wager play takes \$5 to \$100 in steps of \$5, not ")


def test_steps_count_from_the_minimum() -> None:
    """A table of $3 to $10 in steps of $2 takes $3, $5, $7, $9."""
    round_ = Round(game("high-card-draw"), limits=Limits({"play": Limit(300, 1000, 200)}))
    for amount in (300, 500, 700, 900):
        round_.wager(1, {"play": amount})
    for amount in (400, 600, 1000):
        refused(round_, {"play": amount}, "in steps of")


@pytest.mark.parametrize("amount", [5.0, "500", None, True, Fraction(500)])
def test_only_whole_cents_are_money(amount: Any) -> None:
    """A float, a text or a yes is never an amount, even where it equals one."""
    round_ = Round(game("high-card-draw"), limits=Limits({"play": Limit(1, 1000, 1)}))
    round_.wager(1, {"play": 500})
    refused(round_, {"play": amount}, "takes whole cents")


def test_side_wagers_have_limits_of_their_own() -> None:
    round_ = Round(game("high-card-draw"), limits=Limits({"tensup": Limit.parse("1-25")}))
    round_.wager(1, {"play": 30_000, "tensup": 2500})
    refused(round_, {"play": 500, "tensup": 2600}, r"Wager tensup takes \$1 to \$25")


def test_limits_that_nobody_set() -> None:
    """$5 to $300 on the wager that is needed to play, $1 to $100 on a side wager, in whole dollars; half of that on an
    ante that forces a raise of twice its size."""
    high_card_draw = game("high-card-draw")
    first, side = Limit(500, 30_000, 100), Limit(100, 10_000, 100)
    assert high_card_draw.wagers.opening_limits(Limits()) == {"play": first, "tensup": side}
    assert game("mini-tex").wagers.opening_limits(Limits()) == {"ante": Limit(500, 15_000, 100), "pocket-poker": side}


def test_the_maximum_that_nobody_set_is_not_above_what_is_allowed_today() -> None:
    """A manual that is bound to Washington State's limits may be dealt as it comes, in 2009 and since."""
    for profile in ("washington-2009", "washington-2023"):
        single = jurisdiction(profile).single_wager
        assert single is not None
        assert all(limit.most <= single for limit in game("high-card-draw").wagers.opening_limits(Limits()).values())


def test_the_progressive_takes_its_one_amount() -> None:
    flush = game("high-card-flush", progressive_wager=100)
    round_ = Round(flush, limits=Limits({"progressive": Limit(500, 500, 1)}))
    round_.wager(1, {"ante": 500, "progressive": 100})
    refused(round_, {"ante": 500, "progressive": 500}, r"Wager progressive takes \$1 exactly")


@pytest.mark.parametrize("bounds", [(0, 100, 1), (-5, 100, 1), (500, 400, 1), (100, 200, 0), (100, 200, -1)])
def test_limits_that_make_no_sense_are_refused(bounds: tuple[int, int, int]) -> None:
    with pytest.raises(WagerError, match="is not a limit"):
        Limit(*bounds)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("5-100/5", Limit(500, 10_000, 500)),
        ("5-100", Limit(500, 10_000, 100)),
        ("$1-$25/0.50", Limit(100, 2500, 50)),
        ("1-1,000/1", Limit(100, 100_000, 100)),
    ],
)
def test_limits_as_an_operator_writes_them(text: str, limit: Limit) -> None:
    assert Limit.parse(text) == limit


@pytest.mark.parametrize("text", ["", "5", "5-", "-100", "five-ten", "5-100/", "100-5", "5-100/0"])
def test_texts_that_are_no_limit_are_refused(text: str) -> None:
    with pytest.raises(WagerError):
        Limit.parse(text)


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (Limit(500, 10_000, 500), "$5 to $100 in steps of $5"),
        (Limit(500, 10_000, 1), "$5 to $100"),
        (Limit(500, 500, 100), "$5 exactly"),
    ],
)
def test_limits_as_people_read_them(limit: Limit, text: str) -> None:
    assert str(limit) == text


# --- the jurisdiction's ---


def test_the_jurisdictions_are_those_of_the_regulations() -> None:
    """WAC 230-15-140: $100 a wager from July 2004, $200 on up to three tables, $300 from 2009, $400 from 2023.
    WAC 230-15-040: six games from September 2009, three of them above $5; what it was before is not known."""
    facts = {
        name: (law.single_wager, law.games, law.large_games, law.small_wager if law.games else None)
        for name, law in JURISDICTIONS.items()
    }
    assert facts == {
        "none": (None, None, None, None),
        "washington-2004": (10_000, None, None, None),
        "washington-2004-high": (20_000, None, None, None),
        "washington-2009": (30_000, 6, 3, 500),
        "washington-2023": (40_000, 6, 3, 500),
    }


def test_an_unknown_jurisdiction_is_refused_with_the_known_ones() -> None:
    with pytest.raises(WagerError) as error:
        jurisdiction("nevada")
    assert all(name in str(error.value) for name in ("nevada", *JURISDICTIONS))


@pytest.mark.parametrize(
    ("limits", "most"),
    [(Limits(), 100_000), (WASHINGTON_2009, 30_000), (WASHINGTON_2023, 40_000)],
    ids=["none", "2009", "2023"],
)
def test_the_largest_single_wager(limits: Limits, most: int) -> None:
    """The jurisdiction cuts the table's own maximum, not the other way round."""
    round_ = Round(game("high-card-draw"), limits=law(limits, play=HIGH))
    round_.wager(1, {"play": most})
    refused(round_, {"play": most + 1}, "Wager play takes")
    low = Round(game("high-card-draw"), limits=law(limits, play=Limit(100, 2000, 1)))
    refused(low, {"play": 2001}, "Wager play takes")


@pytest.mark.parametrize(
    ("limits", "most"), [(WASHINGTON_2009, 15_000), (WASHINGTON_2023, 20_000)], ids=["2009", "2023"]
)
def test_the_forced_play_bet_halves_the_ante_of_mini_tex(limits: Limits, most: int) -> None:
    """A player who stays must bet 2x: an ante above half the limit would force a wager above it."""
    round_ = Round(game("mini-tex"), limits=law(limits, ante=HIGH), seed="halved")
    refused(round_, {"ante": most + 1}, "Wager ante takes")
    round_.wager(1, {"ante": most})
    round_.deal()
    for _ in range(3):
        round_.act(1, {"choice": "bet"})
    assert round_.spots[0].stakes == {"ante": most, "flop": most, "river": most, "play": 2 * most}


def test_the_largest_forced_bet_counts() -> None:
    """Mini-Tex with a flop bet of 5x: a fifth of $300."""
    assert game("mini-tex", bets="5/1/2").wagers.opening_limits(law(WASHINGTON_2009, ante=HIGH))["ante"].most == 6000


def test_a_minimum_above_the_jurisdiction_is_refused() -> None:
    round_ = Round(game("mini-tex"), limits=law(WASHINGTON_2009, ante=Limit(20_000, 30_000, 100)))
    refused(round_, {"ante": 20_000}, r"The minimum of \$200 on Ante is above what washington-2009 allows \(\$150\)")


def test_the_play_bet_of_three_card_draw_poker_is_capped() -> None:
    """With $240 down, 2x would be $480; $300 is 1.25x."""
    round_ = Round(game("three-card-draw-poker"), limits=law(WASHINGTON_2009, ante=HIGH), seed="capped")
    round_.wager(1, {"ante": 24_000})
    round_.deal()
    before = to_record(round_)
    for multiple in (2, 1.5, "1.2501"):
        with pytest.raises(IllegalAction, match="1 to 5/4"):
            round_.act(1, {"choice": "play", "multiple": multiple, "discard": []})
    assert to_record(round_) == before
    round_.act(1, {"choice": "play", "multiple": 1.25, "discard": []})
    assert round_.spots[0].stakes["play"] == 30_000


def test_the_smallest_play_bet_is_always_open() -> None:
    """An ante of $300 leaves 1x and no more."""
    round_ = Round(game("three-card-draw-poker"), limits=law(WASHINGTON_2009, ante=HIGH), seed="smallest")
    round_.wager(1, {"ante": 30_000})
    round_.deal()
    assert {offer.most for offer in round_.legal_actions(1) if offer.wager} == {1}
    round_.act(1, {"choice": "play", "multiple": 1, "discard": []})


@pytest.mark.parametrize(
    ("limits", "cards", "ante", "most"),
    [
        (Limits(), FIVE_SUITED, 30_000, 60_000),
        (Limits(), SIX_SUITED, 30_000, 90_000),
        (WASHINGTON_2009, FIVE_SUITED, 15_000, 30_000),
        (WASHINGTON_2009, FIVE_SUITED, 15_100, 30_000),
        (WASHINGTON_2009, SIX_SUITED, 10_000, 30_000),
        (WASHINGTON_2009, SIX_SUITED, 10_100, 30_000),
        (WASHINGTON_2023, SIX_SUITED, 13_300, 39_900),
        (WASHINGTON_2023, SIX_SUITED, 40_000, 40_000),
    ],
)
def test_the_raise_of_high_card_flush_is_capped(limits: Limits, cards: str, ante: int, most: int) -> None:
    """Five suited cards may raise up to 2x and six up to 3x, as far as the jurisdiction's single wager goes."""
    round_ = Round(game("high-card-flush"), limits=law(limits, ante=HIGH), stacked=parse_cards(cards), seed="raise")
    round_.wager(1, {"ante": ante})
    round_.deal()
    (offer,) = (offer for offer in round_.offers(1) if offer.wager)
    assert (offer.least.stake, (offer.most or offer.least).stake) == (ante, most)
    for cents in (ante - 1, most + 1):
        with pytest.raises(IllegalAction, match="That is not legal now"):
            round_.act(1, {"choice": "raise", "multiple": Fraction(cents, ante)})
    round_.act(1, {"choice": "raise", "multiple": Fraction(most, ante)})
    assert round_.spots[0].stakes["raise"] == most


def test_three_games_above_five_dollars_and_no_more() -> None:
    """The progressive of $5 is small; one of $10 is the fourth large game with ante, Flush and Straight Flush."""
    stakes = {"ante": 1000, "flush": 1000, "straight-flush": 1000}
    small = Round(game("high-card-flush"), limits=WASHINGTON_2009)
    small.wager(1, {**stakes, "progressive": 500})
    large = Round(game("high-card-flush", progressive_wager=1000), limits=WASHINGTON_2009)
    refused(large, {**stakes, "progressive": 1000}, r"washington-2009 allows 3 games above \$5 with one hand, not 4")
    large.wager(1, {"ante": 1000, "flush": 500, "straight-flush": 1000, "progressive": 1000})
    Round(game("high-card-flush", progressive_wager=1000)).wager(1, {**stakes, "progressive": 1000})


def test_a_forced_bet_makes_a_small_ante_large() -> None:
    """Mini-Tex for $3: the play bet of $6 is above $5, so this hand is one large game, and Pocket Poker another."""
    one = Jurisdiction("one", "One large game", "", games=6, large_games=1)
    round_ = Round(game("mini-tex"), limits=Limits({"ante": Limit(100, 10_000, 100)}, one))
    refused(round_, {"ante": 300, "pocket-poker": 600}, "one allows 1 games above")
    round_.wager(1, {"ante": 200, "pocket-poker": 600})
    round_.wager(1, {"ante": 300, "pocket-poker": 500})


def test_the_number_of_games_with_one_hand() -> None:
    """No layout here has more than six spots; a stricter law shows that they are counted."""
    two = Limits(jurisdiction=Jurisdiction("two", "Two games", "", games=2))
    round_ = Round(game("three-card-roo"), limits=two)
    round_.wager(1, {"play": 500, "pairs-pay": 100})
    refused(round_, {"play": 500, "pairs-pay": 100, "pocket-roo": 100}, "two allows 2 wagers with one hand, not 3")


@pytest.mark.parametrize("game_id", banked_ids())
@pytest.mark.parametrize("name", JURISDICTIONS)
def test_every_game_can_be_played_everywhere(game_id: str, name: str) -> None:
    """At the smallest stakes every spot of the layout may be bet at once."""
    limits = Limits(jurisdiction=jurisdiction(name))
    made = game(game_id)
    round_ = Round(made, limits=limits)
    round_.wager(1, {wager: limit.least for wager, limit in made.wagers.opening_limits(limits).items()})


# --- what a round can pay ---


def duel() -> type[Game[Any]]:
    """The example of the documentation."""
    with importable(EXAMPLE):
        found: type[Game[Any]] = import_module("high_low_duel").HighLowDuel
    return found


def steep(**limits: Limit) -> Limits:
    return Limits(limits)


@pytest.mark.parametrize("game_id", game_ids())
def test_every_edition_can_be_opened_with_the_usual_limits(game_id: str) -> None:
    kind = any_game_class(game_id)
    for edition in kind.editions:
        rules = kind.make(edition.name)
        check_payouts(rules, Limits(), rules.seats)


@pytest.mark.parametrize("kind", [*map(game_class, banked_ids()), *GAMES, duel()], ids=lambda kind: kind.id)
def test_no_round_pays_more_than_the_rules_reach(kind: type[Game[Any]]) -> None:
    """Another way to the same: rounds that are dealt never return more than a seat's reach."""
    rules, limits = kind.make(), Limits()
    found = {reach.spot.id: reach for reach in reaches(rules, limits)}
    for number in range(sized(quick=20, test=60, thorough=400)):
        player = RandomPlayer(str(number))
        round_ = Round(rules, seats=1, seed=f"reach {number}", limits=limits)
        stakes = player.stakes(rules, limits)
        round_.wager(1, stakes)
        round_.deal()
        play_out(round_, player.decide)
        prizes = sum(event.prize for event in round_.events if isinstance(event, ev.MeterPaid))
        paid = sum(event.returned for event in round_.events if isinstance(event, ev.Settled))
        made = round_.spot(1).stakes
        reach = sum(made.get(name, 0) * item.per_cent + item.prize for name, item in found.items())
        assert prizes <= sum(item.prize for item in found.values()) + rules.wagers.meter_seed
        room = 1 if kind.id in banked_ids() else 500  # the test games pay some hands by their words alone
        assert paid <= reach * room + prizes


def test_the_largest_wager_that_can_be_paid_is_the_largest_that_is_legal() -> None:
    """To the cent's step: what the sentence names is taken, and one step more is refused."""
    rules = game("two-card-roo", pairs_pay="999999999")
    with pytest.raises(WagerError) as refusal:
        check_payouts(rules, steep(**{"pairs-pay": Limit(100, 10**12, 100)}), 7)
    assert str(refusal.value) == (
        "Pairs Pay at its maximum of $10,000,000,000 could pay $10,000,000,000,000,000,000, and a round of 7 seats pays "
        "at most $90,071,992,547,409.91: take a maximum of $12,867 or smaller pays."
    )
    check_payouts(rules, steep(**{"pairs-pay": Limit(100, 1_286_700, 100)}), 7)
    with pytest.raises(WagerError):
        check_payouts(rules, steep(**{"pairs-pay": Limit(100, 1_286_800, 100)}), 7)
    check_payouts(rules, steep(**{"pairs-pay": Limit(100, 1_286_800, 100)}), 1)


def test_raises_bonuses_and_what_has_no_pay_table_count() -> None:
    """The ante of Mini-Tex with its raises, of High Card Flush with its raise and bonus."""
    for game_id, spot in (("mini-tex", "ante"), ("high-card-flush", "ante"), ("high-card-draw", "play")):
        with pytest.raises(WagerError, match="could pay"):
            check_payouts(game(game_id), steep(**{spot: Limit(500, 2**51, 100)}), game(game_id).seats)


def test_where_no_amount_is_small_enough_the_pays_are_to_blame() -> None:
    rules = game("two-card-roo", pairs_pay="999999999")
    with pytest.raises(WagerError, match=r"pays at most .*: take smaller pays\.$"):
        check_payouts(rules, steep(**{"pairs-pay": Limit(10**10, 10**12, 100)}), 7)


@pytest.mark.parametrize("command", ["play", "deal"])
def test_the_terminal_refuses_what_could_not_be_paid(command: str) -> None:
    wanted = ["--set", "pairs-pay=999999999", "--limit", "pairs-pay=1-999999999999"]
    done = houseway(command, "two-card-roo", *wanted)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Pairs Pay at its maximum of $999,999,999,999 could pay" in done.stderr
