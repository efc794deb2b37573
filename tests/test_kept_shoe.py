"""A shoe that is kept from round to round: what is dealt from it, what is recorded of it, and what nobody can know."""

from __future__ import annotations

import hashlib
import json
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.calling import houseway as called
from tests.contract.fewer import fewer_samples
from tests.contract.planted import EXAMPLE, importable
from tests.sizes import sized

import houseway
from houseway.cards import DECK, Card, parse_cards
from houseway.contract import ContractError, check_game
from houseway.contract.shoes import kept_shoes_go_on
from houseway.contract.views import SPELLED, views_depend_on_nothing_hidden, views_show_nothing_hidden
from houseway.errors import OptionError, RecordError, WagerError
from houseway.games.two_card_roo import TwoCardRoo
from houseway.odds import solve
from houseway.rules import KeepShoe, KeptShoe, Step
from houseway.rules.game import Game
from houseway.rules.kept_shoe import most_cards
from houseway.simulation import simulate
from houseway.table import events as ev
from houseway.table.frames import frames
from houseway.table.kept_shoe import ShoeState, gone_digest
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.record import from_record, to_record, verify
from houseway.table.round import Round
from houseway.table.transcript import tell_all

SIX = houseway.game("two-card-roo", decks=6)
TWO = houseway.game("two-card-roo", decks=2)
Record = dict[str, Any]


def played(game: Game[Any], shoe: ShoeState | None, seed: str, seats: int = 3) -> Round:
    player = RandomPlayer(seed)
    round_ = Round(game, seats=seats, seed=seed, shoe=shoe)
    for seat in round_.seats:
        round_.wager(seat, player.stakes(game, round_.limits), player_seed=f"words {seat}")
    round_.deal()
    play_out(round_, player.decide)
    return round_


def rounds(game: Game[Any], name: str, seats: int = 3) -> Iterator[Round]:
    """Round after round at one table, without end."""
    shoe, number = None, 0
    while True:
        round_ = played(game, shoe, f"{name}/{number}", seats)
        yield round_
        shoe, number = round_.shoe_after, number + 1


def state_of(round_: Round) -> ShoeState:
    assert round_.shoe is not None
    return round_.shoe


def stored(round_: Round) -> Record:
    record: Record = json.loads(json.dumps(to_record(round_)))
    return record


# --- how it goes on ---


def test_cards_that_were_dealt_are_gone_until_the_cut_card_comes() -> None:
    """Six decks, 52 cards behind the cut card; eight cards a round and two buried after it: 26 rounds a shoe."""
    table = list(islice(rounds(SIX, "a table"), 60))
    states = [state_of(round_) for round_ in table]
    assert [(s.number, s.round) for s in states[:27]] == [(1, number) for number in range(1, 27)] + [(2, 1)]
    for before, after, round_ in zip(states, states[1:], table, strict=False):
        if after.number == before.number:
            assert Counter(after.gone) == Counter(before.gone) + Counter(round_.dealing)
            assert after.buried == before.buried + 2
        else:
            assert after == ShoeState(52, before.number + 1)
    # The last round of a shoe is the one in which, or after which, the 260th card comes.
    assert states[25].to_cut(SIX) == 10
    assert {s.number for s in states} == {1, 2, 3}


@pytest.mark.parametrize("seats", [1, 4, 7])
@pytest.mark.parametrize("decks", [2, 8])
def test_no_card_comes_more_often_than_the_shoe_holds_it(decks: int, seats: int) -> None:
    game = houseway.game("two-card-roo", decks=decks, cut_card=18)
    shoes: dict[int, Counter[Card]] = {}
    for round_ in islice(rounds(game, f"{decks} {seats}", seats), 150):
        shoes.setdefault(state_of(round_).number, Counter()).update(round_.dealing)
    assert len(shoes) > 1
    for dealt in shoes.values():
        assert max(dealt.values()) <= decks
        assert dealt.total() <= 52 * decks


def test_one_deck_and_a_fresh_shoe_are_full_for_every_round() -> None:
    for game in (houseway.game("two-card-roo"), houseway.game("two-card-roo", decks=6, shoe="fresh")):
        round_ = played(game, None, "fresh")
        assert (game.kept_shoe, round_.shoe, round_.shoe_after) == (None, None, None)
        assert not any(isinstance(step, KeepShoe) for step in game.procedure)
        told = " ".join([*(step.text for step in game.procedure), *tell_all(round_.events, game)])
        assert not any(word in told.lower() for word in ("bur", "cut card", "shuffl"))
        assert ("shuffled for every game" in " ".join(game.rules_of_play())) == (game.options.decks > 1)
        assert "shoe" not in stored(round_)
        assert "shoe" not in stored(round_)["events"][0]
        with pytest.raises(
            RecordError, match=r"^2 Card Roo keeps no shoe by these rules: every round has a full one\.$"
        ):
            Round(game, shoe=ShoeState(52))


def test_a_round_that_nobody_plays_leaves_the_shoe_as_it_was() -> None:
    *_, last = islice(rounds(SIX, "nobody"), 3)
    before = last.shoe_after
    round_ = Round(SIX, shoe=before)
    with pytest.raises(WagerError, match="known when it is over"):
        _ = round_.shoe_after
    round_.close()
    assert round_.shoe_after == before
    assert [type(event) for event in round_.events] == [ev.RoundOpened, ev.RoundClosed]


def test_every_card_of_a_round_of_2_card_roo_lies_face_up_at_its_end() -> None:
    """So everybody has seen every card that is gone."""
    for round_ in islice(rounds(SIX, "face up", seats=7), 40):
        view = round_.view(None)
        shown = [*view.house["dealer"]]
        for seat in view.seats.values():
            shown += [card for cards in seat.cards.values() for card in cards]
        assert sorted(card for card in shown if card is not None) == sorted(round_.dealing)


# --- the law of a round ---


def test_a_round_from_a_kept_shoe_has_the_law_of_the_first_exactly() -> None:
    """One card of two decks is gone, each as likely as any other: the next card is any card with equal chances."""
    after: Counter[Card] = Counter()
    for card in TWO.deck:
        left = Counter(ShoeState(52, 1, 2, (card,), 2).left(TWO))
        for other, count in left.items():
            after[other] += Fraction(count, 104 * left.total())  # type: ignore[assignment]
    assert after == dict.fromkeys(DECK, Fraction(1, 52))


# Only one seed in a thousand goes beyond these (chi-square, 0.999 quantile), by degrees of freedom.
BEYOND = {2: 13.82, 51: 87.97}


def chi_square(counts: Counter[Any], expected: Iterable[tuple[Any, Fraction]]) -> float:
    total = counts.total()
    return sum(float((counts[cell] - total * chance) ** 2 / (total * chance)) for cell, chance in expected)


def test_the_sixth_round_of_a_shoe_is_as_good_as_the_first() -> None:
    """1,000 shoes of two decks, one player who plays as the dealer does: cards, and what the Roo bet returns."""
    cards: dict[int, Counter[int]] = {1: Counter(), 6: Counter()}
    nets: dict[int, Counter[int]] = {1: Counter(), 6: Counter()}
    for shoe in range(1000):
        state = None
        for number in range(1, 7):
            round_ = Round(TWO, seed=f"law {shoe} {number}", shoe=state)
            round_.wager(1, {"roo": 500})
            round_.deal()
            round_.act(1, TWO.safe_default("place", round_.spot(1)))
            state = round_.shoe_after
            if number in cards:
                cards[number][int(round_.dealing[3])] += 1
                closed = round_.events[-1]
                assert isinstance(closed, ev.RoundClosed)
                nets[number][closed.net[1]] += 1
    main = solve(TWO, "copy-the-dealer").main
    law: Counter[int] = Counter()
    for row in main.rows:
        law[int(row.net * 500)] += row.count
    chances = [(net, Fraction(count, main.total)) for net, count in law.items()]
    for number in cards:
        assert chi_square(cards[number], [(card, Fraction(1, 52)) for card in range(52)]) < BEYOND[51]
        assert chi_square(nets[number], chances) < BEYOND[2]


def test_odds_and_simulation_are_those_of_a_full_shoe() -> None:
    fresh = houseway.game("two-card-roo", decks=6, shoe="fresh")
    for strategy in ("optimal", "printed"):
        kept, full = solve(SIX, strategy), solve(fresh, strategy)
        assert [w.expected_value for w in kept.wagers] == [w.expected_value for w in full.wagers]
    both = [simulate(game, 20_000, seed="kept").main.estimate.mean for game in (SIX, fresh)]
    assert both[0] == both[1]


# --- records ---


def test_every_round_of_several_shoes_is_verified_by_itself() -> None:
    for round_ in islice(rounds(TWO, "verified"), 40):
        record = stored(round_)
        again = verify(record)
        assert isinstance(again, Round)
        assert stored(again) == record
        assert again.shoe_after == round_.shoe_after
    assert state_of(round_).number > 3


def test_a_round_from_a_kept_shoe_goes_on_in_another_process() -> None:
    *_, last = islice(rounds(TWO, "goes on"), 4)
    record = stored(last)
    for length in range(len(record["actions"])):
        part = from_record({**record, "actions": record["actions"][:length]})
        assert isinstance(part, Round)
        assert part.shoe == last.shoe


def _other_card(shoe: Record) -> None:
    shoe["gone"][0] = next(card.text for card in DECK if shoe["gone"].count(card.text) == 0)


def _one_card_more(shoe: Record) -> None:
    shoe["gone"] = sorted([*shoe["gone"], "As"])


def _card_too_often(shoe: Record) -> None:
    shoe["gone"][:3] = ["As"] * 3


def _no_card(shoe: Record) -> None:
    shoe["gone"][0] = "1x"


def _joker(shoe: Record) -> None:
    shoe["gone"][0] = "Xb"


def _buried_more(shoe: Record) -> None:
    shoe["buried"] += 2


def _buried_fewer_than_none(shoe: Record) -> None:
    shoe["buried"] = -2


def _cut_elsewhere(shoe: Record) -> None:
    shoe["cut"] -= 1


def _all_gone(shoe: Record) -> None:
    shoe["gone"] = [card.text for card in sorted(TWO.deck)]


def _cut_card_came(shoe: Record) -> None:
    shoe["gone"] = [card.text for card in TWO.deck[:50]]


def _none_gone(shoe: Record) -> None:
    shoe["gone"] = []


def _first_round(shoe: Record) -> None:
    shoe["round"], shoe["buried"] = 1, 0


def _other_shoe(shoe: Record) -> None:
    shoe["number"] += 1


def _no_number(shoe: Record) -> None:
    shoe["number"] = 0


def _number_in_words(shoe: Record) -> None:
    shoe["number"] = "first"


def _true_round(shoe: Record) -> None:
    shoe["round"] = True


def _other_order(shoe: Record) -> None:
    shoe["gone"].reverse()


def _more_told(shoe: Record) -> None:
    shoe["left"] = 60


def _less_told(shoe: Record) -> None:
    del shoe["buried"]


TAMPERED: dict[Callable[[Record], None], str] = {
    _other_card: r"^Event 1 differs: ",
    _one_card_more: r"^Event 1 differs: ",
    _card_too_often: r"^As is gone from the shoe more often than the deck holds it\.$",
    _no_card: r"'1x' is not a card",
    _joker: r"^Xb is gone from the shoe more often than the deck holds it\.$",
    _buried_more: r"^In round 4 of a shoe 6 cards are buried, not 8\.$",
    _buried_fewer_than_none: r"no fewer than 0 buried cards\.$",
    _cut_elsewhere: r"^Behind the cut card lie 52 cards by these rules, not 51\.$",
    _all_gone: r"^The cut card of this shoe has come: the next round has a new one\.$",
    _cut_card_came: r"^The cut card of this shoe has come: the next round has a new one\.$",
    _none_gone: r"^Cards are gone from a shoe after its first round, and none before it\.$",
    _first_round: r"^Cards are gone from a shoe after its first round, and none before it\.$",
    _other_shoe: r"^Event 1 differs: ",
    _no_number: r"^A shoe has a number and ",
    _number_in_words: r"^A shoe has a number and ",
    _true_round: r"^A shoe has a number and ",
    _other_order: r"says more or other than the round",
    _more_told: r"says more or other than the round",
    _less_told: r"^This is not the record of a round: 'buried' is missing or not valid\.$",
}


@pytest.mark.parametrize("change", TAMPERED, ids=lambda change: change.__name__)
def test_a_tampered_shoe_is_refused_in_one_sentence(change: Callable[[Record], None]) -> None:
    *_, last = islice(rounds(TWO, "tampered"), 4)
    record = stored(last)
    verify(record)
    change(record["shoe"])
    with pytest.raises(RecordError, match=TAMPERED[change]) as refused:
        verify(record)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


def test_a_record_that_hides_its_shoe_is_refused() -> None:
    *_, last = islice(rounds(TWO, "hidden"), 3)
    record = stored(last)
    del record["shoe"]
    with pytest.raises(RecordError, match=r"^Event 1 differs"):
        verify(record)


def test_cards_gone_are_promised_before_the_wagers() -> None:
    """Other cards that are gone are another deal from the same seed: which they are is told first."""
    *_, last = islice(rounds(TWO, "promised"), 3)
    opened = last.events[0]
    assert isinstance(opened, ev.RoundOpened)
    state = state_of(last)
    text = " ".join(card.text for card in sorted(state.gone))
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert opened.shoe == ev.ShoeFacts(1, 3, 16, 4, 104 - 52 - 16 - 4, digest)
    assert gone_digest(reversed(state.gone)) == digest


# --- what is told ---


def test_the_transcript_tells_where_the_shoe_is() -> None:
    table = list(islice(rounds(TWO, "told"), 7))
    lines = [list(tell_all(round_.events, TWO)) for round_ in table]
    firsts, ends = [line[0].partition("; ")[2] for line in lines], [line[-2] for line in lines]
    assert firsts == [
        "shoe 1, round 1: 52 cards to the cut card",
        "shoe 1, round 2: 8 dealt, 2 buried, 42 cards to the cut card",
        "shoe 1, round 3: 16 dealt, 4 buried, 32 cards to the cut card",
        "shoe 1, round 4: 24 dealt, 6 buried, 22 cards to the cut card",
        "shoe 1, round 5: 32 dealt, 8 buried, 12 cards to the cut card",
        "shoe 1, round 6: 40 dealt, 10 buried, 2 cards to the cut card",
        "shoe 2, round 1: 52 cards to the cut card",
    ]
    assert ends == [
        *["Dealer buries 2 cards unseen"] * 5,
        "The cut card has come: the decks are shuffled for shoe 2",
        "Dealer buries 2 cards unseen",
    ]


def test_views_count_the_cards_of_the_shoe_as_they_come() -> None:
    fourth, _, last = islice(rounds(TWO, "told"), 3, 6)
    counted = [frame.view["shoe"]["to_cut"] for frame in frames(fourth)]
    assert (counted[0], counted[-1]) == (22, 12)
    assert sorted(counted, reverse=True) == counted
    before, after = frames(last)[0].view["shoe"], frames(last)[-1].view["shoe"]
    assert (before["number"], before["round"], before["buried"], before["to_cut"]) == (1, 6, 10, 2)
    assert (after["number"], after["round"], after["dealt"], after["buried"], after["to_cut"]) == (2, 0, 0, 0, 52)
    assert before["digest"] == after["digest"]
    assert frames(played(houseway.game("two-card-roo"), None, "one deck"))[-1].view["shoe"] is None


def test_nobody_is_shown_a_buried_card_because_there_is_none() -> None:
    """All that is ever told of them, to anybody and with every card, is how many."""
    for round_ in islice(rounds(TWO, "buried"), 12):
        record = json.dumps({**stored(round_), "shoe": None})
        named = {Card.parse(text) for text in SPELLED.findall(record)}
        assert named <= set(round_.dealing)
        for viewer in (None, *round_.seats):
            told = json.dumps([frame.to_json() for frame in frames(round_, viewer)])
            assert {Card.parse(text) for text in SPELLED.findall(told) if len(text) == 2} <= set(round_.dealing)
        assert stored(round_)["events"][-2]["event"] in ("Buried", "Shuffled")


def test_a_revealed_seed_tells_nothing_of_later_rounds() -> None:
    """With all seeds but the next one, the next cards may still be any that nobody has seen."""
    *_, last = islice(rounds(TWO, "later"), 3)
    state = last.shoe_after
    assert state is not None
    firsts = {played(TWO, state, f"next {number}", seats=1).dealing[0] for number in range(1000)}
    assert firsts == set(state.left(TWO))


# --- in the terminal ---


def test_play_keeps_the_shoe_and_its_rounds_verify(tmp_path: Path) -> None:
    stored = tmp_path / "rounds.jsonl"
    answers = "10\n0\n0\nl\n" + "\nl\n" * 10
    done = called("play", "two-card-roo", "--set", "decks=2", "--seed", "5", "--save", str(stored), answers=answers)
    assert "Shoe 1: 52 cards to the cut card. " in done.stdout
    assert "Shoe 1: 46 cards to the cut card, 2 buried. " in done.stdout
    assert done.stdout.count("Dealer buries 2 cards unseen.") == 10
    assert done.stdout.count("The cut card has come: the decks are shuffled for shoe 2.") == 1
    lines = called("verify", str(stored)).stdout.splitlines()
    assert len(lines) == 11
    assert lines[0].endswith("kept; round 1 of shoe 1, 0 cards gone.")
    assert lines[1].endswith("kept; round 2 of shoe 1, 4 cards gone, as the round before has left it.")
    assert lines[9].endswith("kept; round 1 of shoe 2, 0 cards gone, as the round before has left it.")
    rows = stored.read_text(encoding="utf-8").splitlines()
    stored.write_text("\n".join([rows[0], rows[3]]), encoding="utf-8")
    assert called("verify", str(stored)).stdout.splitlines()[1].endswith("round 4 of shoe 1, 12 cards gone.")


def test_deal_deals_every_round_from_a_full_shoe() -> None:
    done = called("deal", "two-card-roo", "--set", "decks=6", "--rounds", "3", "--seed", "7", "--records")
    assert [json.loads(line)["shoe"]["gone"] for line in done.stdout.splitlines()] == [[], [], []]


# --- what a counter gains ---


def value_of(cards: Iterable[Card], strategy: str = "optimal") -> Fraction:
    """What the Roo bet is worth from these cards: buried ones are among those that nobody has seen."""
    left = tuple(cards)

    class Left(TwoCardRoo):
        id = "what-is-left"
        deck = property(lambda self: left)
        kept_shoe = None

    return solve(Left.make(None, {"decks": 6, "pairs_pay": "off", "flush-roo": "off"}), strategy).main.expected_value


def test_the_figures_of_the_docs_on_counting() -> None:
    """Six decks, less 36 cards of three ranks: low ones gone are good for the player, high ones bad."""
    page = (Path(__file__).resolve().parents[1] / "docs" / "odds.md").read_text(encoding="utf-8")
    for ranks, percent in (((), "3.043%"), ((2, 3, 4), "1.188%"), ((12, 13, 14), "5.035%")):
        gone = [card for card in DECK if card.rank in ranks] * 3
        left = ShoeState(52, 1, 2, tuple(gone), 2).left(SIX)
        assert len(left) == 312 - 12 * len(ranks)
        assert f"{-float(value_of(left)):.3%}" == percent
        assert percent in page


COUNTED = sized(quick=1, test=4, thorough=200)


@pytest.mark.slow
def test_a_counter_of_whole_shoes_is_seldom_ahead() -> None:
    """Full tables of six decks up to the last round before the cut card, 224 cards seen; all 200 are in the docs."""
    game = houseway.game("two-card-roo", decks=6, pairs_pay="off", flush_roo="off")
    values = []
    for number in range(COUNTED):
        state = None
        for index in range(14):
            round_ = Round(game, seats=7, seed=f"counting {number}/{index}", shoe=state)
            for seat in round_.seats:
                round_.wager(seat, {"roo": 500})
            round_.deal()
            play_out(round_, lambda table, seat: game.safe_default("place", table.spot(seat)))
            state = round_.shoe_after
        assert state is not None
        assert (state.round, len(state.gone), state.buried, state.to_cut(game)) == (15, 224, 28, 8)
        values.append(float(value_of(state.left(game))))
    assert -0.0546 < min(values) < max(values) < 0.0188
    if COUNTED == 200:
        assert sum(value > 0 for value in values) == 7
        assert f"{statistics.stdev(values):.3f}" == "0.014"


# --- the cut card ---


@pytest.mark.parametrize(("decks", "cut"), [(2, 17), (2, 87), (6, 295), (8, 399), (4, 0)])
def test_a_cut_card_that_leaves_no_whole_round_is_refused(decks: int, cut: int) -> None:
    with pytest.raises(OptionError, match=r"cut card|cut_card"):
        houseway.game("two-card-roo", decks=decks, cut_card=cut)
    assert houseway.game("two-card-roo", decks=decks, cut_card=52).kept_shoe == KeptShoe(bury=2, cut=52)


def test_with_one_deck_the_cut_card_does_not_matter() -> None:
    assert houseway.game("two-card-roo", cut_card=398).kept_shoe is None
    assert houseway.game("two-card-roo", decks=2, shoe="fresh", cut_card=398).kept_shoe is None


@pytest.mark.parametrize("cut", [18, 86])
def test_a_full_table_is_dealt_out_from_behind_the_cut_card(cut: int) -> None:
    game = houseway.game("two-card-roo", decks=2, cut_card=cut)
    assert most_cards(game.procedure, game.seats) == 16
    for round_ in islice(rounds(game, f"cut {cut}", seats=7), 30):
        assert len(round_.dealing) == 16


# --- other games ---


def kept_duel() -> type[Game[Any]]:
    """The example of the documentation with a shoe of two decks: nothing else is written for it."""
    with importable(EXAMPLE):
        from high_low_duel import HighLowDuel  # type: ignore[import-not-found]

    class KeptDuel(HighLowDuel):  # type: ignore[misc]
        id = "kept-duel"

        @property
        def deck(self) -> tuple[Card, ...]:
            return DECK * 2

        @property
        def kept_shoe(self) -> KeptShoe:
            return KeptShoe(bury=1, cut=30)

        def make_procedure(self) -> Iterable[Step]:
            yield from super().make_procedure()
            yield KeepShoe(text="Bury a card; after the cut card, shuffle.")

    return KeptDuel


def test_any_game_can_keep_its_shoe() -> None:
    kind = kept_duel()
    with fewer_samples():
        check_game(kind)
    game = kind.make()
    seen: dict[int, Counter[Card]] = {}
    for round_ in islice(rounds(game, "duel"), 60):
        seen.setdefault(state_of(round_).number, Counter()).update(round_.dealing)
        again = verify(stored(round_), kind=kind)
        assert isinstance(again, Round)
        assert again.shoe_after == round_.shoe_after
    assert len(seen) > 3
    assert all(max(dealt.values()) <= 2 for dealt in seen.values())
    first = next(rounds(game, "duel"))
    assert "Dealer buries 1 card unseen" in list(tell_all(first.events, game))


class Silent(TwoCardRoo):
    def make_procedure(self) -> Iterable[Step]:
        return [step for step in super().make_procedure() if not isinstance(step, KeepShoe)]


class Talks(TwoCardRoo):
    def make_procedure(self) -> Iterable[Step]:
        return [*super().make_procedure(), KeepShoe(text="Bury nothing.")]


class CutsTooDeep(TwoCardRoo):
    @property
    def kept_shoe(self) -> KeptShoe:
        return KeptShoe(bury=2, cut=17)


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [(Silent, "says so in its last step"), (Talks, "no other game has one"), (CutsTooDeep, "cut card")],
)
def test_the_contract_catches_a_shoe_that_is_not_kept_right(broken: type[TwoCardRoo], sentence: str) -> None:
    with pytest.raises(ContractError, match=sentence):
        kept_shoes_go_on(broken)


def test_rounds_deep_in_a_shoe_keep_the_laws_of_secrecy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract plays them too: a table that hides nothing is caught there."""
    views_show_nothing_hidden(TwoCardRoo)
    monkeypatch.setattr(ev, "seen_by", lambda event, viewer: event)
    with pytest.raises(ContractError, match="cards as"):
        views_show_nothing_hidden(TwoCardRoo)
    with pytest.raises(ContractError, match="depends on cards"):
        views_depend_on_nothing_hidden(TwoCardRoo)


def test_the_cards_gone_can_be_any_multiset() -> None:
    """Of equal cards the first of the deck are gone, whichever came."""
    ace, two = parse_cards("As 2c")
    left = ShoeState(52, 1, 2, (two, ace, two), 2).left(TWO)
    assert left == [*DECK[1:-1], *DECK[1:]]
