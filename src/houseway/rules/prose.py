"""The texts of steps and cases, composed from their data: who is served from where, and what each case pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from houseway.rules.pay_tables import Ratio, ratio_text
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    FOLDED,
    IN_ACTION,
    IN_PLAY,
    PLAYERS,
    Arrange,
    BettingRound,
    Burn,
    ByTable,
    Case,
    Collect,
    Deal,
    Decide,
    EachSeat,
    Face,
    FirstToAct,
    KeepShoe,
    Settle,
    Side,
    Step,
    Take,
    TakeWagers,
    Turn,
    with_paths,
)
from houseway.rules.wagers import Kind, Wager, listed

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
FIRST = {
    FirstToAct.AFTER_BIG_BLIND: "the player left of the big blind",
    FirstToAct.AFTER_BUTTON: "the first player still in left of the button",
}
FACES = {Face.UP: "face up", Face.DOWN: "face down", Face.BLIND: "face down, unseen,"}
HOUSE_CHOICE = "house's choice"


def bound(
    game: str, number: str, step: Step, wagers: Mapping[str, Wager], side: Side | None = None, live: str = ""
) -> Step:
    """A step with its text and those of its cases; inside an `EachSeat`, with the side of that one. `live` says which
    side bets a fold leaves in action."""
    if isinstance(step, EachSeat):
        inner: Any = tuple(bound(game, number, item, wagers, step.side, live) for item in step.steps)
        step = replace(step, steps=inner)
    elif serves_seats(step):
        own: Any = step
        if side is not None and own.side not in (None, side):
            raise TypeError(f"{game}, step {number}: the steps done at each seat go by the side of the EachSeat.")
        if own.side is None and side is None:
            raise TypeError(
                f"{game}, step {number}: this {type(step).__name__} serves players, so it needs a side: "
                "side=Side.LEFT or side=Side.RIGHT."
            )
        step = replace(own, side=own.side or side)
    if step.when == IN_ACTION and not any(map(_is_side, wagers.values())):
        step = replace(step, when=IN_PLAY)
    if isinstance(step, Settle) and live and _after_fold(step):
        step = replace(step, note=f"{live} {step.note}".strip())
    if isinstance(step, Settle) and step.cases:
        step = replace(step, cases=tuple(_with_effects(case, wagers) for case in step.cases))
    if step.text:
        return step
    return replace(step, text=_composed(step, wagers, at_seat=side is not None))


def serves_seats(step: Step) -> bool:
    """Whether a step serves players one after the other."""
    if isinstance(step, Deal):
        return step.to == PLAYERS
    if isinstance(step, Turn):
        return step.whose == PLAYERS
    return isinstance(step, Settle | Take | Decide | EachSeat)


# --- steps ---


def _composed(step: Step, wagers: Mapping[str, Wager], *, at_seat: bool) -> str:
    order = _order(step, wagers)
    if not order:
        return ""
    side = getattr(step, "side", None)
    text = _capital(order) if side is None or at_seat else f"From the {side}, {order}"
    choice = HOUSE_CHOICE if step.house_choice is True else f"{HOUSE_CHOICE}: {step.house_choice}"
    text = f"{text} ({choice})." if step.house_choice else f"{text}."
    return f"{text} {step.note}" if step.note else text


def _order(step: Step, wagers: Mapping[str, Wager]) -> str:
    """What is done, as a sentence goes on."""
    match step:
        case TakeWagers():
            return _opening(tuple(wagers.values()))
        case Deal():
            return _deal(step)
        case Burn():
            return f"burn {_cards(step.count)}"
        case Decide():
            return "each player decides"
        case BettingRound():
            return f"a round of betting; the first to act is {FIRST[step.first]}"
        case Turn():
            return _turn(step)
        case Take():
            return "complete the player's hand with the cards on the felt"
        case Arrange():
            return "set the dealer's hand"
        case Settle():
            return "; ".join(_settle(step, wagers))
        case Collect():
            return f"collect {step.what}"
        case KeepShoe():
            return "see whether the cut card has come"
        case EachSeat():
            settles = any(isinstance(inner, Settle) for inner in step.steps)
            return f"{'settle' if settles else 'serve'} one player after the other"
    return ""


def _opening(wagers: tuple[Wager, ...]) -> str:
    """What players may bet before the deal, of what is offered."""
    first = [wager.name for wager in wagers if wager.kind is Kind.FIRST]
    side = [wager.name for wager in wagers if wager.opening and wager.kind is not Kind.FIRST]
    also = f", and on {listed(side)} if they wish" if side else ""
    return f"before any card is dealt, players bet on {listed(first)}{also}"


def _cards(count: int) -> str:
    words = COUNTS[count] if count < len(COUNTS) else str(count)
    return f"{words} card{'' if count == 1 else 's'}"


def _deal(step: Deal) -> str:
    face = FACES[step.face]
    if step.to == PLAYERS and not step.count:
        return f"deal each player as many cards {face} as were discarded"
    if step.to == COMMUNITY:
        return f"deal {_cards(step.count)} {face.rstrip(',')} to the board"
    return f"deal {_cards(step.count)} {face} to {'the dealer' if step.to == DEALER else 'each player'}"


def _turn(step: Turn) -> str:
    if step.whose == PLAYERS:
        return f"turn over {'the cards dealt to' if step.cards == 'dealt' else f'the {step.cards} of'} each player"
    whose = "the dealer's" if step.whose == DEALER else "the community"
    if step.count is None:
        return f"turn over {whose} cards"
    noun = "card" if step.count == 1 else "cards"
    if not step.first:
        return f"turn over {whose} first {COUNTS[step.count] + ' ' if step.count > 1 else ''}{noun}"
    return f"turn over {whose} {listed(ORDINALS[step.first : step.first + step.count])} {noun}"


# --- the rules of play ---


def play_rules(steps: tuple[Step, ...], wagers: Mapping[str, Wager]) -> Iterator[str]:
    """What the procedure says of play: the decisions, the dealer's hand, and how each case is settled."""
    folds = False
    for _, step in with_paths(steps):
        if isinstance(step, Decide | Arrange):
            yield " ".join([step.words, *(case.sentence for case in step.cases)])
        elif isinstance(step, Settle) and _after_fold(step):
            if not folds:
                live = staying(steps, wagers)
                yield " ".join(["A player who folds loses the bets made so far.", *([live] if live else [])])
            folds = True
        elif isinstance(step, Settle):
            yield from _settled(step, wagers)


def _settled(step: Settle, wagers: Mapping[str, Wager]) -> Iterator[str]:
    """How a step's wagers end, case by case; what is paid by a pay table alone only where the step has a note."""
    given, note = f"{step.condition}: " if step.when else "", f" {step.note}" if step.note else ""
    if step.alternatives:
        names = [wagers[name].name for name in step.wagers if name in step.by_case]
        yield f"{given}Settle {listed(names)}.{note}"
        yield from (case.sentence for case in step.cases)
    elif step.cases:
        yield f"{given}{step.cases[0].text}{note}"
    elif step.note:
        yield step.words


def staying(steps: Iterable[Step], wagers: Mapping[str, Wager]) -> str:
    """Which side bets a fold leaves in action, as a sentence; nothing where there are none."""
    settled = {
        name
        for _, step in with_paths(steps)
        if isinstance(step, Settle) and not _hand_decides(step)
        for name in step.wagers
    }
    names = [wager.name for wager in wagers.values() if wager.id in settled and _is_side(wager)]
    return f"{listed(names)} {'stay' if len(names) > 1 else 'stays'} in action." if names else ""


def _after_fold(step: Settle) -> bool:
    return (
        step.when is not None
        and step.when.key == FOLDED.key
        and all(pay == -1 for case in step.cases for pay in case.pays.values())
    )


def _hand_decides(step: Settle) -> bool:
    return step.when is not None and step.when.key in (FOLDED.key, IN_PLAY.key)


def _is_side(wager: Wager) -> bool:
    return wager.opening and wager.kind is not Kind.FIRST


# --- settlement ---


def _settle(step: Settle, wagers: Mapping[str, Wager]) -> Iterator[str]:
    if step.by_case:
        if step.alternatives:
            yield f"settle {listed([wagers[name].name for name in step.wagers if name in step.by_case])}"
        else:
            yield effects(step.cases[0], wagers)
    tables = [wagers[name] for name in step.wagers if name not in step.by_case]
    for kind, order in (
        (None, "settle {} by {}"),
        (Kind.BONUS, "pay {} by {}"),
        (Kind.PROGRESSIVE, "collect {} and pay its prize, if any"),
    ):
        names = [
            wager.name
            for wager in tables
            if wager.kind is kind or (kind is None and wager.kind not in (Kind.BONUS, Kind.PROGRESSIVE))
        ]
        if names:
            yield order.format(listed(names), _tables(len(names)))


def _tables(count: int) -> str:
    return "its pay table" if count == 1 else "their pay tables"


def effects(case: Case, wagers: Mapping[str, Wager]) -> str:
    """What a case says of its wagers: "pay Ante 1 to 1; Raise pushes"."""
    alike: dict[Ratio | ByTable, list[str]] = {}
    nothing: list[str] = []
    for name, pay in case.pays.items():
        if pay == 0 and wagers[name].kind is Kind.BONUS:
            nothing.append(wagers[name].name)
        else:
            alike.setdefault(pay, []).append(wagers[name].name)
    parts = [_effect(pay, names) for pay, names in alike.items()]
    return "; ".join([*parts, *(f"no {name}" for name in nothing)])


def _effect(pay: Ratio | ByTable, names: list[str]) -> str:
    if isinstance(pay, ByTable):
        return f"settle {listed(names)} by {_tables(len(names))}"
    if pay > 0:
        return f"pay {listed(names)} {ratio_text(pay)}"
    if pay == 0:
        return f"{listed(names)} {'push' if len(names) > 1 else 'pushes'}"
    return f"collect {listed(names)}" if pay == -1 else f"collect {-pay} of {listed(names)}"


def _with_effects(case: Case, wagers: Mapping[str, Wager]) -> Case:
    if case.text:
        return case
    return replace(case, text=f"{_capital(effects(case, wagers))}.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
