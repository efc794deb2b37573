"""What comes next and Deal a round: the answer key is the round engine's, and nothing of it is in the question."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.sizes import sized
from tests.train.dealer_games import cards_in, cards_seen, class_of, every_game, resumed, sampled

from houseway.contract.samples import pick, stream
from houseway.rules.game import Game, HouseCards
from houseway.table import events as ev
from houseway.table.shuffle import Stream
from houseway.table.view import View
from houseway.train import AnswerError
from houseway.train.acts import LAST, Menu, acts_of, right_payout
from houseway.train.deal_round import DealRound
from houseway.train.dealt_cases import cases_met
from houseway.train.forms import Act, OneOf, Payout, SomeCards
from houseway.train.guests import LIMITS
from houseway.train.items import all_items, all_steps, step_name
from houseway.train.moments import Moments, show_thrown
from houseway.train.next_step import NextStep
from houseway.train.orders import may_come_next
from houseway.train.rounds import rounds, steps_done
from houseway.train.verdict import different, read_key

NEXT = sized(quick=10, test=25, thorough=2000)
ROUNDS = sized(quick=4, test=6, thorough=300)
WRONG = sized(quick=1, test=2, thorough=4)  # wrong answers to each question of a round


def any_answer(form: Act, numbers: Stream) -> dict[str, Any]:
    """Something that the form takes."""
    verb = pick(numbers, form.verbs)
    given: dict[str, Any] = {"do": verb.id}
    for field in verb.fields:
        match field.form:
            case OneOf(choices):
                given[field.id] = pick(numbers, choices).id
            case Payout(chips):
                cents = {"do": "pay", "cents": 50 * numbers.below(400)}
                rack = {"do": "pay", "chips": {str(pick(numbers, chips)): 1 + numbers.below(9)}}
                given[field.id] = pick(numbers, ({"do": "take"}, {"do": "push"}, cents, rack))
            case SomeCards(cards):
                given[field.id] = [card.text for card in cards if numbers.below(2)]
    return given


def near(form: Act, key: dict[str, Any], numbers: Stream) -> dict[str, Any]:
    """The right act with one thing changed, or any other where there is nothing to change."""
    other = any_answer(form, numbers)
    fields = [name for name in key if name != "do"]
    if not fields or other["do"] != key["do"]:
        return other
    name = pick(numbers, fields)
    return {**key, name: other[name]}


def judged_wrong(exercise: NextStep | DealRound, given: dict[str, Any]) -> bool:
    """Whether an answer is another one than the key's, and than those that may come as well, as the acts' own fields
    have it."""
    question = exercise.question
    assert question is not None
    assert question.view is not None
    form = question.parts[0].form
    assert isinstance(form, Act)
    number = len(exercise.grades) if isinstance(exercise, DealRound) else exercise._number
    house = View(exercise.menu.game, None, _events(exercise)[: exercise.acts[number].before]).shown_house()
    read = form.read(given)
    for other in may_come_next(exercise.menu, exercise.acts, number):
        key = read_key(exercise.menu, exercise.acts[other], house)
        if read["do"] == key["do"] and not different(exercise.menu, read, key, house):
            return False
    return True


def _events(exercise: NextStep | DealRound) -> tuple[ev.Event, ...]:
    assert isinstance(exercise._moments, Moments)
    return tuple(exercise._moments._events)


@every_game
def test_the_next_act_is_the_engines(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = stream(f"next {name}")
    for number, game in sampled(name, NEXT):
        exercise = NextStep(game, f"{name} {number}")
        question = exercise.question
        assert question is not None
        sent = question.to_json()
        _only_what_is_seen(exercise, sent)
        key = exercise.key_answer()
        again = NextStep(game, f"{name} {number}")
        assert again.question is not None
        assert again.question.to_json() == sent
        grade = again.answer(json.loads(json.dumps(key)))
        assert grade.right
        assert again.over
        assert step_name(exercise.acts[exercise._number].step) in exercise.covers
        form = question.parts[0].form
        assert isinstance(form, Act)
        given = near(form, key["act"], numbers)
        wrong = judged_wrong(exercise, given)
        verdict = exercise.answer({"act": given})
        assert verdict.right is not wrong, (given, key)
        part = verdict.parts[0]
        assert bool(part.why) is wrong
        assert part.step is not None
        assert part.given
        assert part.expected
        kept = resumed(exercise, [{"act": given}], monkeypatch)
        assert [grade.to_json() for grade in kept.grades] == [verdict.to_json()]


def _only_what_is_seen(exercise: NextStep | DealRound, sent: dict[str, Any]) -> None:
    """The question can be made from what a spectator has seen, the game and its seats: nothing else is in it."""
    number = len(exercise.grades) if isinstance(exercise, DealRound) else exercise._number
    events = _events(exercise)[: exercise.acts[number].before]
    view = View(exercise.menu.game, None, events)
    show_thrown(view, events)
    felt = view.to_json()
    felt["seats"] = [{**seat, "words": ""} for seat in felt["seats"]]
    for shown, seat in zip(sent["view"]["seats"], felt["seats"], strict=True):
        more = shown["dealt"][len(seat["dealt"]) :]  # of a set of which cards are put aside next
        assert more == [] or (set(more) == {None} and not seat["aside"])
        seat["dealt"] += more
    assert sent["view"] == felt
    menu = Menu(exercise.menu.game, exercise.menu.seats, exercise.menu.chips)
    assert sent["parts"][0]["verbs"] == menu.form(view.shown_house()).to_json()["verbs"]
    assert cards_in(sent) <= cards_seen(events)


@every_game
def test_a_round_dealt_by_its_key_has_no_slips(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, game in sampled(name, ROUNDS):
        exercise = DealRound(game, f"{name} {number}")
        answers: list[object] = []
        returned = dict.fromkeys(exercise.round.seats, 0)
        while (question := exercise.question) is not None:
            if len(exercise.grades) % 7 == 0:
                _only_what_is_seen(exercise, question.to_json())
            event = exercise.acts[len(exercise.grades)].event
            key = exercise.key_answer()
            if isinstance(event, ev.Settled):
                returned[event.seat] += _paid(game, event, key["act"]["how"])
            answers.append(key)
            assert exercise.answer(key).right, (key, exercise.grades[-1])
        summary = exercise.summary()
        assert not summary.slips
        assert summary.done == summary.acts
        assert summary.house_lost == summary.guests_lost == 0
        staked = {spot.seat: sum(spot.stakes.values()) for spot in exercise.round.spots}
        closed = exercise.round.events[-1]
        assert isinstance(closed, ev.RoundClosed)
        assert {seat: cents - staked[seat] for seat, cents in returned.items()} == summary.net == dict(closed.net)
        assert {step_name(act.step) for act in acts_of(exercise.round, exercise.menu)} == steps_done(exercise.round)
        assert {step_name(act.step) for act in exercise.acts} <= steps_done(exercise.round)
        settled = [number for number, event in enumerate(exercise.round.events) if isinstance(event, ev.Settled)]
        for act in exercise.acts:
            assert act.before <= settled[-1] or act.answer["do"] in LAST, "nobody is dealt to when all is settled"
        with pytest.raises(AnswerError):
            exercise.answer(answers[-1])
        if number < 3:
            half = len(answers) // 2
            kept = resumed(exercise, answers[:half], monkeypatch)
            assert [grade.to_json() for grade in kept.grades] == [g.to_json() for g in exercise.grades[:half]]
            assert not kept.over
            assert kept.key_answer() == answers[half]


def _paid(game: Game[Any], event: ev.Settled, how: dict[str, Any]) -> int:
    """What a guest has in hand after a payout, by the chips alone; of a wager lost in part the rest goes back."""
    if how["do"] == "take":
        return event.returned if 0 < event.returned < event.amount else 0
    if how["do"] == "push":
        return event.amount
    stays = 0 if game.wager[event.wager].kind in ("bonus", "progressive") else event.amount
    return stays + int(how.get("cents", 0))


@every_game
def test_slips_are_noted_and_the_round_goes_on(name: str) -> None:
    numbers = stream(f"slips {name}")
    for number, game in sampled(name, ROUNDS):
        exercise, wrong = DealRound(game, f"slips {name} {number}"), 0
        due = sorted(json.dumps(act.answer) for act in exercise.acts)
        while (question := exercise.question) is not None:
            form = question.parts[0].form
            assert isinstance(form, Act)
            at = len(exercise.grades)
            right = exercise.key_answer()["act"]
            tries = [near(form, right, numbers) for _ in range(WRONG)]
            given = next((one for one in tries if judged_wrong(exercise, one)), right)
            grade = exercise.answer({"act": given})
            assert grade.right is (given is right), (given, right)
            part = grade.parts[0]
            if not part.right:
                wrong += 1
                assert part.why.endswith(".")
                assert part.step is not None
                assert part.step.path == exercise.acts[at].step
                if given["do"] == "settle" == right["do"] and isinstance(exercise.acts[at].event, ev.Settled):
                    _costs(exercise, at, given, part.cost)
            else:
                assert part.cost == 0
        summary = exercise.summary()
        assert len(summary.slips) == wrong == sum(summary.by_step.values())
        assert summary.house_lost - summary.guests_lost == sum(slip.cost for slip in summary.slips)
        assert json.loads(json.dumps(summary.to_json()))["acts"] == len(due)
        assert sorted(json.dumps(act.answer) for act in exercise.acts) == due  # whatever was done, all of it came


def _costs(exercise: DealRound, at: int, given: dict[str, Any], cost: int) -> None:
    """A wrong payout on the wager that is due costs what it is wrong by."""
    event, key = exercise.acts[at].event, exercise.acts[at].answer
    assert isinstance(event, ev.Settled)
    if (given["seat"], given["wager"]) != (key["seat"], key["wager"]):
        return
    how = given["how"]
    chips = sum(int(worth) * count for worth, count in how.get("chips", {}).items())
    told = _paid(exercise.menu.game, event, {"do": how["do"], "cents": how.get("cents", chips)})
    right = event.returned
    if how["do"] == "take" and right_payout(exercise.menu.game, event).do != "take":
        told = 0
    assert cost == told - right


@every_game
def test_every_step_can_be_asked_for(name: str) -> None:
    game = class_of(name).make()
    for about in all_steps(game):
        assert about in NextStep(game, "wish", about).covers
        assert about in DealRound(game, "wish", about).covers


@every_game
def test_every_row_can_be_dealt(name: str) -> None:
    game = class_of(name).make()
    for wager in game.wagers:
        for row in range(1, len(wager.paid_hands) + 1)[:: sized(quick=4, test=2, thorough=1)]:
            about = f"case {wager.id}/{row}"
            assert about in DealRound(game, "row", about).covers


@every_game
def test_the_menu_says_nothing_of_the_answer(name: str) -> None:
    """In one round it changes with the house's face-up cards alone."""
    for number, game in sampled(name, sized(quick=3, test=10, thorough=100)):
        round_ = next(rounds(game, f"menu {name} {number}"))
        menu = Menu(game, round_.seats)
        bare = menu.form(HouseCards())
        keys = [verb.key for verb in bare.verbs]
        assert len(set(keys)) == len(keys)
        single = {"seat", "to", "whose"} if len(round_.seats) == 1 else set()
        single |= {"wager"} if len(game.wagers) == 1 else set()
        fields = [field for verb in bare.verbs if verb.id != "set" for field in verb.fields if field.id not in single]
        assert all(len(field.form.choices) > 1 for field in fields if isinstance(field.form, OneOf))
        for act in acts_of(round_, menu):
            form = menu.form(View(game, None, round_.events[: act.before]).shown_house())
            assert [verb.id for verb in form.verbs] == [verb.id for verb in bare.verbs]
            same = zip(form.verbs, bare.verbs, strict=True)
            assert all(verb == other for verb, other in same if verb.id != "set")


@every_game
def test_guests_differ(name: str) -> None:
    """Any number of seats, folds where the game has them, side wagers, and odd amounts."""
    game = class_of(name).make()
    dealt = [next(rounds(game, f"guests {number}")) for number in range(60)]
    assert {len(round_.seats) for round_ in dealt} == set(range(1, game.seats + 1))
    decided = [event.decision for round_ in dealt for event in round_.events if isinstance(event, ev.Decided)]
    if any(decision.folds for decision in decided):
        assert not all(decision.folds for decision in decided)
    stakes = {cents for round_ in dealt for spot in round_.spots for cents in spot.stakes.values()}
    assert any(cents % 500 for cents in stakes)
    assert 500 in stakes
    assert 15_000 <= max(stakes) <= 30_000  # a $300 ante would force a play bet of $600
    first = {cents for round_ in dealt for event in round_.events if isinstance(event, ev.WagersPlaced)
             for name, cents in event.stakes.items() if not game.wager[name].fixed and not game.wager[name].linked}  # fmt: skip
    ends = {limit.most for limit in game.wagers.opening_limits(LIMITS).values()}
    assert all(cents % (2500 if cents > 10_000 else 500 if cents > 2500 else 100) == 0 for cents in first - ends)
    assert [round_.events for round_ in dealt[:3]] == [
        next(rounds(game, f"guests {number}")).events for number in range(3)
    ]  # fmt: skip
    assert all(cases_met(round_) <= set(all_items(game)) for round_ in dealt)


def test_what_is_wrong_is_told_in_words() -> None:
    game = class_of("mini-tex").make()
    exercise = DealRound(game, "words")
    said = {}
    numbers = stream("words")
    for number in range(sized(quick=3, test=12, thorough=30)):
        exercise = DealRound(game, f"words {number}")
        while exercise.question is not None:
            key = exercise.key_answer()["act"]
            form = exercise.question.parts[0].form
            assert isinstance(form, Act)
            if key["do"] == "deal":
                given = {**key, "face": "down" if key["face"] == "up" else "up"}
            elif key["do"] == "burn":
                given = {"do": "deal", "to": "community", "count": "1", "face": "up"}
            elif key["do"] == "settle":
                given = {**key, "how": {"do": "push"} if key["how"]["do"] != "push" else {"do": "take"}}
            else:
                given = any_answer(form, numbers)
            part = exercise.answer({"act": given}).parts[0]
            said[key["do"], key.get("face"), key.get("how", {}).get("do")] = part.why
    assert said["deal", "down", None] == "The cards go face down."
    assert said["burn", None, None] == "A burn is missed: burn 1 card before anything else."
    assert "loses and is taken, not pushed." in said["settle", None, "take"]
    assert "wins and is paid, not pushed." in said["settle", None, "pay"]


@pytest.mark.parametrize(
    "given",
    [None, {}, {"act": "deal"}, {"act": {"do": "dance"}}, {"act": {"do": "deal", "to": "seat 99"}},
     {"act": {"do": "settle", "seat": "seat 1", "wager": "ante", "how": {"do": "pay", "cents": "ten"}}},
     {"act": {"do": "close", "seat": "seat 1"}}, {"act": {"do": "close"}, "more": 1}],
)  # fmt: skip
def test_what_is_no_answer_changes_nothing(given: object) -> None:
    exercise = DealRound(class_of("mini-tex").make(), "refused")
    before = exercise.question
    with pytest.raises(AnswerError) as raised:
        exercise.answer(given)
    assert str(raised.value).endswith((".", "?"))  # it may repeat what was asked
    assert not exercise.grades
    assert exercise.question is before


def test_an_order_that_the_rules_do_not_give_is_the_trainees() -> None:
    """Players may be asked in any order, and the round goes on in it; from a side that is named it may not."""
    exercise = DealRound(class_of("mini-tex").make(), "any order")
    asked: list[str] = []
    while (question := exercise.question) is not None:
        number = len(exercise.grades)
        last = may_come_next(exercise.menu, exercise.acts, number)[-1]
        act = exercise.acts[last].answer
        if act["do"] == "call":
            asked.append(act["seat"])
            told = question.told
        grade = exercise.answer({"act": act})
        assert grade.right, grade
        if act["do"] == "call" and exercise.question is not None:
            assert exercise.question.told[len(told)].startswith(act["seat"].capitalize())
    assert asked != sorted(asked)
    assert not exercise.summary().slips
    paid = [act for act in exercise.acts if act.answer["do"] == "settle" and len(act.step) > 1]
    seats = list(dict.fromkeys(act.answer["seat"] for act in paid))
    assert seats == sorted(seats, reverse=True), "from the right, as the step says"


@pytest.mark.parametrize("name", ["three-card-draw-poker", "high-card-draw"])
def test_a_hand_can_be_read_once_its_cards_lie_open(name: str) -> None:
    """Which card was thrown is told when the dealt cards are turned, and not before."""
    shown = 0
    for number in range(12):
        exercise = DealRound(class_of(name).make(), f"thrown {number}")
        while (question := exercise.question) is not None:
            assert question.view is not None
            for seat in question.view["seats"]:
                thrown = [card for decision in seat["decisions"] for card in decision.get("discard", [])]
                hidden = None in seat["dealt"]
                assert hidden or None not in thrown
                shown += bool(thrown) and not hidden
            exercise.answer(exercise.key_answer())
    assert shown


def test_a_set_of_four_is_dealt_and_its_top_card_pulled_onto_the_draw_card() -> None:
    """The manual's own acts: one set of four before each player, then the top card goes to the area Draw card."""
    exercise = DealRound(class_of("three-card-draw-poker").make(), "tc 1")
    while exercise.key_answer()["act"]["do"] != "deal":
        exercise.answer(exercise.key_answer())
    first = min(exercise.round.seats)
    dealing = {"do": "deal", "to": f"seat {first}", "count": "4", "face": "down", "place": "hand"}
    assert exercise.answer({"act": dealing}).right
    assert exercise.question is not None
    assert exercise.question.view is not None
    assert exercise.question.view["seats"][0]["dealt"] == [None] * 4
    verbs = exercise.question.to_json()["parts"][0]["verbs"]
    place = next(verb for verb in verbs if verb["id"] == "deal")["fields"][-1]
    assert place["choices"][-1]["label"] == "Draw card"
    assert exercise.answer({"act": {**dealing, "count": "1", "place": "aside"}}).right
    assert exercise.question.view["seats"][0]["dealt"] == [None] * 3
    assert exercise.question.view["seats"][0]["aside"] == [None]


def test_the_houses_dealt_pair_in_three_card_roo_goes_on_no_position() -> None:
    """The procedure, the table and the exercise say the same, and the procedure calls it the house's choice."""
    game = class_of("three-card-roo").make()
    step = next(step for step in game.procedure if step.cases and step.cases[0].condition == "If they are a pair")
    assert "no position (house's choice)" in step.cases[0].text
    exercise = DealRound(game, "rp 8")
    while (key := exercise.key_answer()["act"])["do"] != "set":
        exercise.answer(exercise.key_answer())
    pair = [card.text for card in exercise.round.house.dealer[:2]]
    assert pair[0][0] == pair[1][0]
    arranged = next(event for event in exercise.round.events if isinstance(event, ev.Arranged))
    assert set((arranged.positions or {}).values()) == {None}
    assert {key["low"], key["middle"], key["high"]} == {"open"}
    assert not exercise.answer({"act": {**key, "low": pair[0], "high": pair[1]}}).right
