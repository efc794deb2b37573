"""The laws of cases: those that a game declares exclude each other, leave nothing out, decide what is paid, and occur.

A case occurs if a deal shows it. None is refused by bad luck: before that, the game is counted, or every deal is tried
that a decision or the dealer's arrangement can look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from houseway.contract import samples
from houseway.contract.hands import Hands, deal_words, every_play, pay_words, played_again, rules_words
from houseway.contract.law import ContractError, GameClass, law, require
from houseway.contract.pay_tables import paid_by
from houseway.odds.game_odds import Hand
from houseway.odds.walk import Walker
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
    Face,
    KeepShoe,
    Settle,
    Step,
    Turn,
    step_number,
    with_paths,
)
from houseway.rules.prose import effects
from houseway.rules.settlement import dealer_holds, holds, row_id, shoe_holds

SECONDS = 3.0  # the longest count that is made to see which cases occur
FIRST, FURTHER = 600, 40  # deals of the first edition, and of each other set of options
MOST_DEALS, MANY = 30_000, 20_000  # all deals that are tried, and random ones where there are more

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
    """No two cases share an id or a reference; a settlement's say how every wager ends and why, and are printed.

    Cases of several steps may have the reference of a step. Every step that serves players has a side.
    """
    for game in samples.games(game_class):
        rows = ((wager.id, row) for wager in game.wagers for row in (None, *range(len(wager.paid_hands))))
        ids = {row_id(wager, row): f"the pay table of {wager}" for wager, row in rows}
        steps = numbered(game)
        own = {step.ref for _, step in with_paths(game.procedure)}
        refs: dict[str, tuple[str, str]] = {}
        for number, step in steps.items():
            asked = not step.cases or isinstance(step, Settle | Decide | Arrange | KeepShoe)
            require(asked, f"step {number} has cases, which nothing asks for at a {type(step).__name__}")
            for case in step.cases:
                if case.id in ids:
                    places = " and ".join(dict.fromkeys((ids[case.id], f"step {number}")))
                    raise ContractError(f"{case.id!r} names two cases, in {places}{_shown(game, number, case)}")
                ids[case.id] = f"step {number}"
                where, other = refs.setdefault(case.ref, (number, case.id))
                if case.ref and other != case.id and (where == number or case.ref not in own):
                    both = f"{other!r} of step {where} and {case.id!r} of step {number}"
                    raise ContractError(f"{both} both have the reference {case.ref!r}{_shown(game, number, case)}")
                _check_printed(game, number, step, case)
            rest = [case.id for case in step.cases[:-1] if not case.when]
            require(not rest, f"in step {number}, {', '.join(rest)} has no condition and is not the last case")
            if isinstance(step, Settle):
                _check_reasons(game, number, step)
                _check_wagers(game, number, step)


def _shown(game: Game[Any], number: str, case: Case) -> str:
    """A deal in which a case holds, as a sentence goes on; nothing where none is met."""
    steps = numbered(game)
    for hand in _hands(game, f"case {case.id}", 100):
        for visit in _visits(game, hand, steps):
            if visit.number == number and case.id in visit.holding:
                return f": with {deal_words(hand)}, {case.id!r} holds in step {number}"
    return ""


def _check_printed(game: Game[Any], number: str, step: Step, case: Case) -> None:
    """The case is listed under its step, or the step's own text says what it does."""
    require(case.text, f"the case {case.id!r} of step {number} does not say what is done")
    listed = case in step.alternatives or effects(case, game.wager).lower() in step.text.lower()
    require(listed, f"step {number} does not mention its case {case.id!r}: its text is {step.text!r}")


def _check_reasons(game: Game[Any], number: str, step: Settle) -> None:
    """A row of the odds without a printed name has its case's reason, so two cases that read alike would be one row."""
    cases: dict[str, str] = {}
    for case in step.cases:
        reason = game.case(case.id).reason
        other = cases.setdefault(reason, case.id)
        if other != case.id:
            both = f"{other!r} and {case.id!r} of step {number}"
            raise ContractError(f"{both} both give the reason “{reason}”{_shown(game, number, case)}")


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
        watched, steps = _watched(game), numbered(game)
        for number, step in steps.items():
            for cut_card in (True, False) if isinstance(step, KeepShoe) and step.cases else ():
                _require_one(
                    number,
                    _of_shoe(step, cut_card=cut_card),
                    f"where the cut card has {'' if cut_card else 'not '}come",
                )
        for hand in _hands(watched, f"cases {index}", FURTHER if index else FIRST):
            for visit in _visits(game, hand, steps):
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


def _of_shoe(step: Step, *, cut_card: bool) -> dict[str, Case]:
    """The cases of a shoe that is kept, where its cut card has come or has not; those of other steps are none."""
    if not isinstance(step, KeepShoe):
        return {}
    return _holding(step, lambda when: shoe_holds(when, cut_card=cut_card))


def _require_one(number: str, holding: dict[str, Case], met: Hand | str) -> Case:
    if len(holding) != 1:
        where = met if isinstance(met, str) else f"with {deal_words(met)}"
        all_ = f"the cases {', '.join(map(repr, holding))} of step {number} all hold {where}"
        raise ContractError(all_ if holding else f"no case of step {number} holds {where}")
    return next(iter(holding.values()))


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


def _visits(game: Game[Any], hand: Hand, steps: Steps) -> Iterator[Visit]:
    """The steps with cases that a hand comes to: settlements (once each), decisions and arrangements."""
    decided = dict(hand.spot.decisions)
    dealt = {"dealer": 0, "community": 0}
    settled = {pay.case for pay in hand.pays}
    for number, step in steps.items():
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
    """By each set of options each declared case, and each row of a pay table, occurs in a legal deal.

    What a deal has shown by some options is tried by the others first, then the examples of pay tables and deals at
    random. Before a case is refused, every way in which its step can go is counted. Where that takes too long, a rare
    case of a settlement need not occur. Nor is it required that a hand makes no row.
    """
    shown: dict[str, Hand] = {}  # a deal in which the case occurs, by some options
    for index, game in enumerate(samples.games(game_class)):
        steps, hands = numbered(game), []
        missing = dict(_declared(game, steps))
        for hand in _likely(game, index, missing, shown):
            hands.append(hand)
            _strike(game, steps, hand, missing, shown)
            if not missing:
                break
        if any(isinstance(steps[number], Settle) for number in missing.values()):
            _strike_counted(game, steps, missing, shown)
        for id, number in tuple(missing.items()):
            if isinstance(steps[number], Decide | Arrange):
                for hand in _every_way(game, number, steps):
                    _strike(game, steps, hand, missing, shown)
                    if id not in missing:
                        break
        for id, number in missing.items():
            raise ContractError(_never(game, id, number, hands))


def _declared(game: Game[Any], steps: Steps) -> Iterator[tuple[str, str]]:
    """The cases that must occur, each with the number of its step; those of the shoe only if neither state has them."""
    for number, step in steps.items():
        held = {id for cut_card in (True, False) for id in _of_shoe(step, cut_card=cut_card)}
        yield from ((case.id, number) for case in step.cases if case.id not in held)
    for case in game.cases.values():
        if case.row is not None:
            yield case.id, step_number(case.paths[-1])


def _likely(game: Game[Any], index: int, missing: Mapping[str, str], shown: Mapping[str, Hand]) -> Iterator[Hand]:
    """Hands in which the cases that are still missing may occur."""
    for id in tuple(missing):
        if id in missing and id in shown and (hand := played_again(game, shown[id])) is not None:
            yield hand
    for id in tuple(missing):
        case = game.cases.get(id)
        if id in missing and case is not None and case.row is not None:
            hand = paid_by(game, game.wager[case.wager].paid_hands[case.row], id)
            if hand is not None:
                yield hand
    yield from _hands(game, f"occurs {index}", FIRST)


def _strike(game: Game[Any], steps: Steps, hand: Hand, missing: dict[str, str], shown: dict[str, Hand]) -> None:
    """Take the cases that a hand comes to off those that are missing."""
    met = {pay.case for pay in hand.pays}.union(*(visit.holding for visit in _visits(game, hand, steps)))
    for id in met & missing.keys():
        del missing[id]
        shown[id] = hand


def _strike_counted(game: Game[Any], steps: Steps, missing: dict[str, str], shown: dict[str, Hand]) -> None:
    """Take the cases of settlements off those that are missing, if some deal ends in them; all, if the game takes too
    long to count, or some side wagers are counted apart."""
    from houseway.odds.cost import cost_of
    from houseway.odds.solver import odds_of

    if cost_of(game).seconds > SECONDS or odds_of(game).estimated:
        for id in [id for id, number in missing.items() if isinstance(steps[number], Settle)]:
            del missing[id]
        return
    for outcome in odds_of(game).outcomes():
        for _, id in outcome.cases:
            if missing.pop(id, None):
                shown[id] = outcome.hand


def _every_way(game: Game[Any], number: str, steps: Steps) -> Iterator[Hand]:
    """Hands with every deal of the cards that a decision or an arrangement can look at, played in every way; many
    random ones where these are too many."""
    before = list(steps.values())[: list(steps).index(number)]
    dealt = [step for step in before if isinstance(step, Deal)]
    if isinstance(steps[number], Decide):
        turned = any(isinstance(step, Turn) and step.whose == DEALER for step in before)
        hidden = {Face.BLIND} if turned else {Face.BLIND, Face.DOWN}
        looked_at = [deal for deal in dealt if deal.face not in (hidden if deal.to == DEALER else {Face.BLIND})]
    else:
        looked_at = [deal for deal in dealt if deal.to != PLAYERS]
    deals = Hands(game, f"every way {number}").every(looked_at, MOST_DEALS)
    if deals is None:
        yield from _hands(game, f"every way {number}", MANY)
        return
    walker = Walker(game)
    for piles in deals:
        yield from every_play(walker, piles)


def _never(game: Game[Any], id: str, number: str, hands: list[Hand]) -> str:
    """That a case never occurs, with a deal that comes to its step and ends otherwise."""
    steps = numbered(game)
    if isinstance(steps[number], KeepShoe):
        return f"the case {id!r} of step {number} never occurs, whether the cut card has come or not"
    ends = [(hand, visit) for hand in hands for visit in _visits(game, hand, steps) if visit.number == number]
    hand, other = (ends[0][0], next(iter(ends[0][1].holding))) if ends else (hands[0], "")
    other = other or next((pay.case for pay in hand.pays if pay.wager == game.cases[id].wager), "")
    instead = f"it is {other!r}" if other else "no case of that step holds"
    never = f"in {rules_words(game)}, the case {id!r} of step {number} never occurs"
    return f"{never}: with {deal_words(hand)}, for example, {instead}"
