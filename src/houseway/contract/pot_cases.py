"""The laws of cases among players: those that betting rounds and showdowns declare are told apart, can be answered,
occur, and are named where they hold; seats are served from the side that a step declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import Any, NamedTuple

from houseway.contract import pots
from houseway.contract.law import ContractError, require
from houseway.contract.pots import PotClass, pot_games, pot_law
from houseway.errors import HousewayError
from houseway.rules.pot_game import NOBODY_CAN_BET, ONE_LEFT, POT_CONDITIONS, SEVERAL_LEFT, PotGame
from houseway.rules.procedure import PLAYERS, BettingRound, Case, Deal, Settle, Showdown, Side, Step, step_number
from houseway.rules.settlement import row_id
from houseway.table import events as ev
from houseway.table.betting import CALL, CHECK, FOLD, Bounds
from houseway.table.pot_round import PotRound

DEEP = 50  # big blinds


def _numbered(game: PotGame[Any]) -> Iterator[tuple[str, Step]]:
    return ((step_number((index,)), step) for index, step in enumerate(game.procedure))


@pot_law
def pot_cases_are_distinct(game_class: PotClass) -> None:
    """Steps share a case or declare others: no two cases have the same id or reference. Only betting rounds and
    showdowns have cases, each with a text and with conditions that the table answers."""
    for game in pot_games(game_class):
        rows = {row_id(wager.id, row) for wager in game.wagers for row in (None, *range(len(wager.paid_hands)))}
        ids: dict[str, tuple[str, Case]] = {}
        refs: dict[str, str] = {}
        for number, step in _numbered(game):
            may = isinstance(step, BettingRound | Showdown)
            require(may or not step.cases, f"step {number} is no betting round or showdown, so it cannot have cases")
            for place, case in enumerate(step.cases, start=1):
                before, same = ids.setdefault(case.id, (number, case))
                again = same != case or case in step.cases[: place - 1] or case.id in rows
                if again:
                    two = f"{case.id!r} names two cases, in step {before} and step {number}"
                    raise ContractError(f"{two}{_shown(game, number, case)}")
                other = refs.setdefault(case.ref, case.id) if case.ref else case.id
                if other != case.id:
                    shared = f"{other!r} and {case.id!r} of step {number} both have the reference {case.ref!r}"
                    raise ContractError(f"{shared}{_shown(game, number, case)}")
                require(case.text, f"the case {case.id!r} of step {number} does not say what is done")
                last = case.when or place == len(step.cases)
                require(last, f"in step {number}, {case.id} has no condition and is not the last case")
                for when in case.when:
                    asked = f"the case {case.id!r} of step {number} asks whether {when.words} ({when.key!r})"
                    known = f"nobody answers that; there are {', '.join(POT_CONDITIONS)}"
                    require(when.key in POT_CONDITIONS, f"{asked}: {known}")


def _shown(game: PotGame[Any], number: str, case: Case) -> str:
    """A hand in which a case holds, as a sentence goes on; nothing where none is met or other cases are wrong, too."""
    try:
        for hand in _driven(game):
            if (number, case.id) in [(at, id) for at, id, _ in _met([hand])]:
                return f": with {hand_words(hand)}, {case.id!r} holds in step {number}"
    except HousewayError:
        pass
    return ""


# --- which case holds ---


class Standing(NamedTuple):
    """How a hand stands, by what has happened."""

    left: int  # players who have not folded
    able: int  # of them, those with chips

    def holding(self, step: Step) -> list[str]:
        """The cases of a step that hold."""
        true = {
            ONE_LEFT.key: self.left == 1,
            SEVERAL_LEFT.key: self.left > 1,
            NOBODY_CAN_BET.key: self.left > 1 and self.able < 2,
        }
        found = [case.id for case in step.cases if case.when and all(true[when.key] for when in case.when)]
        return found or [case.id for case in step.cases if not case.when]


def _standings(hand: PotRound) -> list[Standing]:
    """How the hand stood after each event."""
    stacks, found = {seat: chips - hand.side.get(seat, 0) for seat, chips in hand.start.items()}, []
    left = set(stacks)
    for event in hand.events:
        if isinstance(event, ev.Posted | ev.Bet):
            stacks[event.seat] -= event.amount
        elif isinstance(event, ev.Returned):
            stacks[event.seat] += event.amount
        if isinstance(event, ev.Bet) and event.do == FOLD:
            left.discard(event.seat)
        found.append(Standing(len(left), sum(1 for seat in left if stacks[seat])))
    return found


@pot_law
def pot_cases_hold(game_class: PotClass) -> None:
    """A hand names the case of a betting round or showdown that holds, and no other; of a step never two hold."""
    driven = (hand for game in pot_games(game_class) for hand in _driven(game))
    for hand in chain(driven, (hand for hand in pots._points(game_class) if hand.over)):
        _check_cases(hand)


def _check_cases(hand: PotRound) -> None:
    steps, standings = hand.game.procedure, _standings(hand)
    named = ""
    runs = groupby(range(len(hand.events)), key=lambda number: hand.step_of(number)[0])
    met = {index: list(numbers) for index, numbers in runs}
    for index, step in enumerate(steps):
        if not isinstance(step, BettingRound | Showdown) or not (step.cases or index in met):
            continue
        done = [hand.events[number] for number in met.get(index, ())]
        acted = [number for number in met.get(index, ()) if isinstance(hand.events[number], ev.Bet | ev.CaseMet)]
        if isinstance(step, BettingRound) and not acted:
            continue  # passed over
        number = acted[-1] if acted else len(hand.events) - 1
        holding = standings[number].holding(step)
        where = f"step {step_number((index,))} with {hand_words(hand)}"
        require(len(holding) < 2, f"the cases {', '.join(map(repr, holding))} all hold in {where}")
        require(holding or not step.cases or isinstance(step, BettingRound), f"no case holds in {where}")
        cases = [event.case for event in done if isinstance(event, ev.CaseMet)]
        due = holding if isinstance(step, Showdown) or holding != [named] else []
        require(cases == due, f"the table names {_listed(cases)} in {where}, where {_listed(due)} holds")
        named = cases[-1] if cases else named


def _listed(cases: list[str]) -> str:
    return " and ".join(map(repr, cases)) or "no case"


def hand_words(hand: PotRound) -> str:
    """The cards and what was done."""
    hands = sorted(hand.hole.items())
    dealt = ", ".join(f"seat {seat} {' '.join(card.text for card in cards)}" for seat, cards in hands)
    done = [f"seat {seat} {do}s{f' to {to} cents' if to else ''}" for seat, do, to in hand.actions]
    return ", ".join([dealt, *done])


# --- what occurs ---


@pot_law
def pot_cases_occur(game_class: PotClass) -> None:
    """Each case that a step declares ends it in some legal hand of two players."""
    for game in pot_games(game_class):
        hands = list(_driven(game))
        met = _met(hands)
        for number, step in _numbered(game):
            for case in step.cases:
                if not any((at, id) == (number, case.id) for at, id, _ in met):
                    others = [(id, hand) for at, id, hand in met if at == number]
                    other, hand = others[0] if others else ("", hands[-1])
                    instead = f"it is {other!r}" if other else "no case of that step holds"
                    never = f"the case {case.id!r} of step {number} never occurs"
                    raise ContractError(f"{never}: with {hand_words(hand)}, for example, {instead}")


def _met(hands: Iterable[PotRound]) -> list[tuple[str, str, PotRound]]:
    """The cases that hands name: at which step, and in which hand."""
    return [
        (step_number(hand.step_of(number)), event.case, hand)
        for hand in hands
        for number, event in enumerate(hand.events)
        if isinstance(event, ev.CaseMet)
    ]


def _driven(game: PotGame[Any]) -> Iterator[PotRound]:
    """Hands that end in each betting round, by a fold or with all chips in, and one that ends in none."""
    options = game.options
    due = options.ante + options.big_blind
    yield _played(game, DEEP * due, "", FOLD)
    for step in game.procedure:
        if isinstance(step, BettingRound):
            yield _played(game, DEEP * due, step.at, FOLD)
            for stack in (due, due + 1):  # the smallest of bets puts all in
                yield _played(game, stack, step.at, CALL)


def _played(game: PotGame[Any], stack: int, at: str, answer: str) -> PotRound:
    """A hand without bets until one round, in which a bet is made and answered."""
    hand = PotRound(game, {1: stack, 2: stack}, button=1, seed="cases")
    while hand.turn is not None:
        bounds, step = hand.legal(hand.turn), hand.step
        assert bounds is not None
        now = isinstance(step, BettingRound) and step.at == at
        hand.act(hand.turn, *_action(bounds, answer if now else ""))
    return hand


def _action(bounds: Bounds, answer: str) -> tuple[str, int]:
    if answer == FOLD and bounds.fold:
        return FOLD, 0
    if answer and bounds.most and (answer == CALL or not bounds.call):
        return bounds.verb, bounds.most
    return (CALL if bounds.call else CHECK), 0


# --- sides ---


@pot_law
def pot_seats_are_served_from_the_declared_side(game_class: PotClass) -> None:
    """Hole cards are dealt and wagers against the house settled from the side of the button that the step declares."""
    for hand in (hand for hand in pots._points(game_class, each=1) if hand.over):
        for index, step in enumerate(hand.game.procedure):
            served = [event for number, event in enumerate(hand.events) if hand.step_of(number) == (index,)]
            if isinstance(step, Deal) and step.to == PLAYERS:
                _check_side(hand, index, step.side, (event.to for event in served if isinstance(event, ev.Dealt)))
            elif isinstance(step, Settle):
                _check_side(hand, index, step.side, (event.seat for event in served if isinstance(event, ev.Settled)))


def _check_side(hand: PotRound, index: int, side: Side | None, served: Iterable[int | str]) -> None:
    found = [seat for seat in served if isinstance(seat, int)]
    around = sorted(found, key=lambda seat: (seat <= hand.button, seat))
    due = around if side is Side.LEFT else around[::-1]
    order = ", ".join(map(str, found))
    where = f"step {step_number((index,))} serves seats {order} in this order, with the button at seat {hand.button}"
    require(found == due, f"{where}: not from the {side}")
