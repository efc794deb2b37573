"""The laws of cases: those that a game declares exclude each other, leave nothing out, decide what is paid, and occur.

Which cases occur is counted where the game can be counted within seconds, or counts itself; decisions and the dealer's
arrangement are tried on deals, of which half are from a part of the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from houseway.contract import samples
from houseway.contract.hands import Hands, deal_words, pay_words
from houseway.contract.law import ContractError, GameClass, law, require
from houseway.odds.game_odds import Hand
from houseway.rules.game import Game, HouseCards, Pay, Spot
from houseway.rules.procedure import (
    BY_TABLE,
    DEALER,
    PLAYERS,
    Arrange,
    Case,
    Deal,
    Decide,
    EachSeat,
    Settle,
    Step,
    step_number,
    with_paths,
)
from houseway.rules.prose import effects
from houseway.rules.settlement import dealer_holds, holds, row_id

SECONDS = 3.0  # the longest count that is made to see which cases occur
FIRST, FURTHER = 600, 40  # deals of the first edition, and of each other set of options

Steps = dict[str, Step]  # the steps that may have cases, by their number


def numbered(game: Game[Any]) -> Steps:
    """The steps with their numbers, as people count them; what is done at each seat is a step of its own."""
    try:
        procedure = game.procedure
    except TypeError as error:  # a step that serves players and has no side
        raise ContractError(str(error).rstrip(".")) from None
    return {step_number(path): step for path, step in with_paths(procedure) if not isinstance(step, EachSeat)}


# --- what is declared ---


@law
def cases_are_distinct(game_class: GameClass) -> None:
    """No two cases share an id, none of a step a reference; a settlement's say how every wager ends, and are printed.

    Every step that serves players has a side.
    """
    for game in samples.games(game_class):
        rows = ((wager.id, row) for wager in game.wagers for row in (None, *range(len(wager.paid_hands))))
        ids = {row_id(wager, row): f"the pay table of {wager}" for wager, row in rows}
        for number, step in numbered(game).items():
            refs: dict[str, str] = {}
            for case in step.cases:
                if case.id in ids:
                    places = " and ".join(dict.fromkeys((ids[case.id], f"step {number}")))
                    raise ContractError(f"{case.id!r} names two cases, in {places}{_shown(game, number, case)}")
                ids[case.id] = f"step {number}"
                if case.ref and case.ref in refs:
                    both = f"{refs[case.ref]!r} and {case.id!r} both have the reference {case.ref!r}"
                    raise ContractError(f"in step {number}, {both}{_shown(game, number, case)}")
                refs[case.ref] = case.id
                _check_printed(game, number, step, case)
            rest = [case.id for case in step.cases[:-1] if not case.when]
            require(not rest, f"in step {number}, {', '.join(rest)} has no condition and is not the last case")
            if isinstance(step, Settle):
                _check_wagers(game, number, step)


def _shown(game: Game[Any], number: str, case: Case) -> str:
    """A deal in which a case holds, as a sentence goes on; nothing where none is met."""
    for hand in _hands(game, f"case {case.id}", 100):
        for visit in _visits(game, hand):
            if visit.number == number and case.id in visit.holding:
                return f": with {deal_words(hand)}, {case.id!r} holds in step {number}"
    return ""


def _check_printed(game: Game[Any], number: str, step: Step, case: Case) -> None:
    """The case is listed under its step, or the step's own text says what it does."""
    require(case.text, f"the case {case.id!r} of step {number} does not say what is done")
    listed = case in step.alternatives or effects(case, game.wager).lower() in step.text.lower()
    require(listed, f"step {number} does not mention its case {case.id!r}: its text is {step.text!r}")


def _check_wagers(game: Game[Any], number: str, step: Settle) -> None:
    for case in step.cases:
        others = [name for name in case.pays if name not in step.wagers]
        require(not others, f"the case {case.id!r} pays {', '.join(others)}, which step {number} does not settle")
        left = [name for name in step.wagers if name in step.by_case and name not in case.pays]
        require(not left, f"the case {case.id!r} of step {number} does not say how {', '.join(left)} ends")
    by_table = {name for case in step.cases for name, pay in case.pays.items() if pay is BY_TABLE}
    for name in step.wagers:
        wager = game.wager[name]
        table = wager.pays is not None or wager.prizes is not None
        needed = name not in step.by_case or name in by_table
        require(table or not needed, f"step {number} settles {name} by a pay table, which it does not have")


# --- what holds, and what is paid ---


@law
def settlement_follows_cases(game_class: GameClass) -> None:
    """Of a step's cases exactly one holds for every hand; a settlement names it and pays what it says."""
    for index, game in enumerate(samples.games(game_class)):
        watched = _watched(game)
        for hand in _hands(watched, f"cases {index}", FURTHER if index else FIRST):
            for visit in _visits(game, hand):
                _require_one(visit.number, visit.holding, hand)


def _hands(game: Game[Any], label: str, count: int) -> Iterator[Hand]:
    hands = Hands(game, label)
    for number in range(count):
        yield hands.walker.play(hands.piles(part=number % 2 == 1), hands.decide)


def _watched(game: Game[Any]) -> Game[Any]:
    """The game, with every settlement checked."""
    made, steps = type(game), numbered(game)

    def settle(self: Any, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        number = next(number for number, other in steps.items() if other == step)
        hand, case = Hand(spot, house, ()), None
        if not step.by_case.isdisjoint(wagers):
            case = _require_one(number, _holding(step, lambda when: holds(game, when, spot, house)), hand)
        pays = list(made.settle(self, step, wagers, spot, house))
        for pay in pays:
            _check_pay(game, number, step, case, pay, hand)
        return pays

    watched = type(made.__name__, (made,), {"settle": settle})
    found: Game[Any] = watched(game.options, game.edition)
    return found


def _holding(step: Step, answer: Any) -> dict[str, Case]:
    """The cases of a step that hold; a condition is asked for only where those before it hold."""
    found = {case.id: case for case in step.cases if case.when and all(answer(when) for when in case.when)}
    return found or {case.id: case for case in step.cases if not case.when}


def _require_one(number: str, holding: dict[str, Case], hand: Hand) -> Case:
    require(holding, f"no case of step {number} holds with {deal_words(hand)}")
    first, *more = holding
    require(not more, f"the cases {', '.join(map(repr, holding))} of step {number} all hold with {deal_words(hand)}")
    return holding[first]


def _check_pay(game: Game[Any], number: str, step: Settle, case: Case | None, pay: Pay, hand: Hand) -> None:
    """The case that a settlement names is the one that holds, or the row that the hand makes, and it pays that."""
    where = f"step {number} settles {pay.wager} with {deal_words(hand)}"
    declared = game.cases.get(pay.case)
    require(declared is not None, f"{where} by the case {pay.case!r}, which no step declares")
    assert declared is not None
    odds = case.pays.get(pay.wager) if case else None
    if declared.case is None:
        require(declared.wager == pay.wager, f"{where} by {pay.case!r}, a row of another wager")
        require(odds is None or odds is BY_TABLE, f"{where} by {pay.case!r}, where {case and case.id!r} holds")
        paid, row = game.wager[pay.wager], declared.row
        if type(game).paid_row is not Game.paid_row:
            right = row_id(pay.wager, game.paid_row(pay.wager, hand.spot, hand.house))
            require(right == pay.case, f"{where} by {pay.case!r}, where the hand makes {right!r}")
        expected: Any = (paid.pays[row] if paid.pays and row is not None else -1, 0, 0)
        if paid.prizes and row is not None:
            expected = (-1, *paid.prizes[row])
    else:
        names = [other.id for other in step.cases]
        require(pay.case in names, f"{where} by the case {pay.case!r}, which that step does not declare")
        require(case and pay.case == case.id, f"{where} by {pay.case!r}, where {case and case.id!r} holds")
        expected = (odds, 0, 0)
    same = (pay.odds, pay.percent, pay.cents) == expected
    says = "what its pay table does" if expected[0] is BY_TABLE else pay_words(expected)
    require(same, f"{where}: the case {pay.case!r} says {says}, the settlement {pay_words(pay)}")


# --- decisions and arrangements ---


class Visit(NamedTuple):
    """What a hand met at a step with cases."""

    number: str
    holding: dict[str, Case]


def _visits(game: Game[Any], hand: Hand) -> Iterator[Visit]:
    """The steps with cases that a hand comes to: settlements (once each), decisions and arrangements."""
    decided = dict(hand.spot.decisions)
    dealt = {"dealer": 0, "community": 0}
    settled = {pay.case for pay in hand.pays}
    for number, step in numbered(game).items():
        house = HouseCards(hand.house.dealer[: dealt["dealer"]], hand.house.community[: dealt["community"]])
        if isinstance(step, Deal) and step.to != PLAYERS:
            dealt["dealer" if step.to == DEALER else "community"] += step.count
        if not step.cases:
            continue
        if isinstance(step, Settle):
            found = {case.id: case for case in step.cases if case.id in settled}
            if found:
                yield Visit(number, found)
        elif isinstance(step, Decide) and step.at in decided:
            spot = _after(hand.spot, step.at)
            yield Visit(number, _holding(step, lambda when, spot=spot, house=house: holds(game, when, spot, house)))
        elif isinstance(step, Arrange) and dealer_holds(game, step.when, house):
            yield Visit(number, _holding(step, lambda when, house=house: dealer_holds(game, when, house)))


def _after(spot: Spot, at: str) -> Spot:
    """A hand as it was when it had decided at this point."""
    points = [point for point, _ in spot.decisions]
    made = spot.decisions[: points.index(at) + 1]
    return spot._replace(decisions=made, folded=made[-1][1].folds, drawn=())


# --- what occurs ---


@law
def every_case_occurs(game_class: GameClass) -> None:
    """Each declared case, and each row of a pay table, occurs in a legal deal.

    A game that takes longer to count is tried on deals, in which a rare case need not occur: there only decisions and
    arrangements are required. Nor is it required that a hand makes no row, or what happens to the shoe.
    """
    occurred: set[str] = set()
    for index, game in enumerate(samples.games(game_class)):
        wanted = {id: number for id, number in _declared(game) if id not in occurred}
        if not wanted:
            continue
        hands = list(_hands(game, f"occurs {index}", FIRST))
        occurred |= {id for hand in hands for visit in _visits(game, hand) for id in visit.holding}
        occurred |= {pay.case for hand in hands for pay in hand.pays}
        steps = numbered(game)
        if any(id not in occurred and isinstance(steps[number], Settle) for id, number in wanted.items()):
            counted = _counted(game)
            if counted is None:
                occurred |= {id for id, number in wanted.items() if isinstance(steps[number], Settle)}
            else:
                occurred |= counted
        for id, number in wanted.items():
            if id not in occurred:
                raise ContractError(_never(game, id, number, hands))


def _declared(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """The cases that must occur, each with the number of its step."""
    for number, step in numbered(game).items():
        if isinstance(step, Settle | Decide | Arrange):
            yield from ((case.id, number) for case in step.cases)
    for case in game.cases.values():
        if case.row is not None:
            yield case.id, step_number(case.paths[-1])


def _counted(game: Game[Any]) -> set[str] | None:
    """The cases that end some deal, by the count; None where the game takes too long to count."""
    from houseway.odds.cost import cost_of
    from houseway.odds.solver import odds_of

    if cost_of(game).seconds > SECONDS:
        return None
    return {case for outcome in odds_of(game).outcomes() for _, case in outcome.cases}


def _never(game: Game[Any], id: str, number: str, hands: list[Hand]) -> str:
    """That a case never occurs, with a deal that comes to its step and ends otherwise."""
    ends = [(hand, visit) for hand in hands for visit in _visits(game, hand) if visit.number == number]
    hand, other = (ends[0][0], next(iter(ends[0][1].holding))) if ends else (hands[0], "")
    other = other or next((pay.case for pay in hand.pays if pay.wager == game.cases[id].wager), "")
    instead = f"it is {other!r}" if other else "no case of that step holds"
    return f"the case {id!r} of step {number} never occurs: with {deal_words(hand)}, for example, {instead}"
