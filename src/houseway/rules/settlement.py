"""How a hand's wagers end: the answers to the conditions of the procedure, and the case that decides each wager."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.errors import HousewayError
from houseway.rules.pay_tables import Ratio
from houseway.rules.procedure import (
    BY_TABLE,
    CUT_CARD,
    NO_CUT_CARD,
    ByTable,
    Case,
    EachSeat,
    KeepShoe,
    Settle,
    Step,
    StepPath,
    When,
    with_paths,
)
from houseway.rules.prose import effects
from houseway.rules.wagers import Wager

if TYPE_CHECKING:
    from houseway.rules.game import Game, HouseCards, Spot, TableGame

# How the player's hand stands against the dealer's, by the key of a condition.
COMPARED = {"higher": 1, "equal": 0, "lower": -1}
STANDARD = {
    "folded",
    "in-play",
    "in-action",
    "out-of-action",
    "qualifies",
    "not-qualified",
    *COMPARED,
}  # the keys that the engine answers itself
NO_ROW = "no paid hand"


class Pay(NamedTuple):
    """How one wager is settled: -1 loses, 0 pushes, more wins that many to 1; a progressive has a prize instead.

    Between -1 and 0 that share of the stake is lost and the rest goes back, rounded down to the cent: -1/2 of $10
    returns $5.
    """

    wager: str
    odds: Ratio
    case: str  # the id of the case that decided it
    percent: int = 0  # share of the meter
    cents: int = 0  # fixed prize


class DeclaredCase(NamedTuple):
    """A case as the game declares it: one of a step's, or a row of a pay table."""

    id: str
    reason: str  # what people read as the reason for a result
    paths: tuple[StepPath, ...]  # the steps that it belongs to
    ref: str  # the manual's number of the case or of its step
    case: Case | None = None
    wager: str = ""  # of a row: whose pay table
    row: int | None = None  # the row's index, from the top; None where no row is made


# --- conditions ---


def holds(game: Game[Any], when: When | None, spot: Spot, house: HouseCards) -> bool:
    """Whether a hand meets a condition, if there is one. The engine answers the standard ones, the game all others."""
    if when is None:
        return True
    key = when.key
    if key not in STANDARD:
        return game.applies(key, spot, house)
    if key == "folded":
        return spot.folded
    if key == "in-play":
        return not spot.folded
    if key in ("in-action", "out-of-action"):
        return (spot.folded and spot.stakes.keys() <= game.wagers.main_group) == (key == "out-of-action")
    if key in COMPARED:
        return compare(game, spot, house) == COMPARED[key] if game.has_classes else game.applies(key, spot, house)
    return bool(game.dealer_qualifies(house)) == (key == "qualifies")


def dealer_holds(game: Game[Any], when: When | None, house: HouseCards) -> bool:
    """Whether the dealer's hand meets a condition, if there is one."""
    if when is None:
        return True
    if when.key in ("qualifies", "not-qualified"):
        return bool(game.dealer_qualifies(house)) == (when.key == "qualifies")
    return game.dealer_applies(when.key, house)


def compare(game: Game[Any], spot: Spot, house: HouseCards) -> int:
    """1 where the player's hand is the stronger one, -1 where the dealer's is, 0 where they are equal."""
    player, dealer = game.player_class(spot, house)[0], game.dealer_class(house)[0]
    return int(player > dealer) - int(player < dealer)


# --- wagers ---


def open_wagers(game: Game[Any], step: Settle, spot: Spot) -> tuple[str, ...]:
    """The wagers of a hand that a step settles: those on the felt that no step has settled before."""
    stakes, settled, bonus = spot.stakes, spot.settled, game.wagers.bonuses
    return tuple(
        [name for name in step.wagers if name not in settled and (name in stakes or bonus.get(name) in stakes)]
    )


def case_of(game: Game[Any], step: Step, spot: Spot, house: HouseCards) -> Case:
    """The case of a step that holds for a hand. Conditions are answered in order, as far as they are needed: a hand
    that has folded may have no cards to look at."""
    answers: dict[str, bool] = {}
    for case in step.cases:
        for when in case.when:
            key = when.key
            if key not in answers:
                _answer(game, when, spot, house, answers)
            if not answers[key]:
                break
        else:
            return case
    raise HousewayError(f"{game.name}: no case of the step {step.text!r} holds for {_cards(spot)}.")


def dealer_case(game: Game[Any], step: Step, house: HouseCards) -> Case | None:
    """The case of a step that holds for the dealer's hand, where the step has cases."""
    return next((case for case in step.cases if all(dealer_holds(game, when, house) for when in case.when)), None)


def shoe_holds(when: When, *, cut_card: bool) -> bool:
    """Whether a condition of a `KeepShoe` is met, where the cut card has come or has not."""
    if when.key not in (CUT_CARD.key, NO_CUT_CARD.key):
        raise HousewayError(f"{when.key!r} is no condition of a shoe that is kept.")
    return cut_card == (when.key == CUT_CARD.key)


def shoe_case(step: KeepShoe, *, cut_card: bool) -> Case | None:
    """The case of a step that holds where the cut card has come or has not, where the step has cases."""
    holding = (case for case in step.cases if all(shoe_holds(when, cut_card=cut_card) for when in case.when))
    return next(holding, None)


def _answer(game: Game[Any], when: When, spot: Spot, house: HouseCards, answers: dict[str, bool]) -> None:
    """Note the answer to a condition, and to those that it settles too."""
    key = when.key
    if key in COMPARED and game.has_classes:
        sign = compare(game, spot, house)
        for name, value in COMPARED.items():
            answers[name] = sign == value
    elif key in ("qualifies", "not-qualified"):
        answers["qualifies"] = bool(game.dealer_qualifies(house))
        answers["not-qualified"] = not answers["qualifies"]
    else:
        answers[key] = holds(game, when, spot, house)


def pays_of(game: Game[Any], step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> list[Pay]:
    """How these wagers of a hand end, by the case that holds or by the rows of their pay tables. Bonuses that are not
    paid are left out."""
    case: Case | None = None
    bonuses, by_case = game.wagers.bonuses, step.by_case
    pays: list[Pay] = []
    for wager in wagers:
        odds: Ratio | ByTable | None = BY_TABLE
        if wager in by_case:
            case = case or case_of(game, step, spot, house)
            odds = case.pays.get(wager)
        if odds is BY_TABLE:
            row = game.paid_row(wager, spot, house)
            if row is not None or wager not in bonuses:
                pays.append(_by_row(game.wager[wager], row))
        elif case is not None and odds is not None and (odds > 0 or wager not in bonuses):
            pays.append(Pay(wager, odds, case.id))
    return pays


def _by_row(wager: Wager, row: int | None) -> Pay:
    """How a wager ends that makes this row of its pay table; a progressive's stake is not returned."""
    if row is None:
        return Pay(wager.id, -1, f"{wager.id}/none")
    if wager.prizes is not None:
        return Pay(wager.id, -1, row_id(wager.id, row), *wager.prizes[row])
    assert wager.pays is not None, f"{wager.name} has neither a case nor a pay table"
    return Pay(wager.id, wager.pays[row], row_id(wager.id, row))


def row_id(wager: str, row: int | None) -> str:
    """The case of a pay table's row, counted from the top; of no row where none is made."""
    return f"{wager}/none" if row is None else f"{wager}/{row + 1}"


def _cards(spot: Spot) -> str:
    return " ".join([card.text for card in (*spot.dealt, *spot.drawn)]) or "a hand without cards"


# --- what is declared ---


def declared_cases(game: TableGame[Any]) -> dict[str, DeclaredCase]:
    """Every case of every step by its id, then the rows of the pay tables that decide wagers."""
    found: dict[str, DeclaredCase] = {}
    tables: dict[str, list[StepPath]] = {}
    steps = dict(with_paths(game.procedure))
    for path, step in steps.items():
        if isinstance(step, EachSeat):
            continue
        outer = steps[path[:1]]
        for case in step.cases:
            reason = case.reason or (step.when.words if step.when else case.text.rstrip("."))
            before = found.get(case.id)
            paths = (*before.paths, path) if before else (path,)
            ref = case.ref or step.ref or outer.ref
            shared = ref if before is None or before.ref == ref else ""  # steps that share a case may have others
            found[case.id] = DeclaredCase(case.id, reason, paths, shared, case)
        if isinstance(step, Settle):
            by_table = {name for case in step.cases for name, pay in case.pays.items() if pay is BY_TABLE}
            for name in step.wagers:
                if name not in step.by_case or name in by_table:
                    tables.setdefault(name, []).append(path)
    for name, settling in tables.items():
        paths = tuple(settling)
        ref = steps[paths[0]].ref or steps[paths[0][:1]].ref
        for row, hand in enumerate(game.wager[name].paid_hands):
            id = row_id(name, row)
            found[id] = DeclaredCase(id, hand.name, paths, ref, None, name, row)
        id = row_id(name, None)
        found[id] = DeclaredCase(id, NO_ROW, paths, ref, None, name)
    return found


# --- the result in one sentence ---

VERBS = {"higher": "beats", "equal": "ties", "lower": "loses to"}


def result_words(game: Game[Any], id: str, spot: Spot, house: HouseCards, whose: str = "Your") -> str:
    """How a hand ended, naming both hands: "Your pair of tens loses to the dealer's pair of jacks." """
    declared = game.case(id)
    case = declared.case
    if case is None:
        name = game.wager[declared.wager].name
        return f"{name}: {declared.reason}."
    verb = next((VERBS[when.key] for when in case.when if when.key in VERBS), "")
    if verb:
        mine, theirs = game.names.hand(spot, house), game.names.dealer(house)
        return f"{whose} {mine}{',' if ',' in mine else ''} {verb} the dealer's {theirs}."
    return f"{declared.reason[:1].upper()}{declared.reason[1:]}: {effects(case, game.wager)}."
