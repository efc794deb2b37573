"""The ways in which a dealer can err, made from what a step does.

A dealing is a run of events, each with its step. An error changes it in one place; all that is told after it follows
from what was done, as far as it can be told without taking the error back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.money import winnings
from houseway.rules.game import HouseCards
from houseway.rules.procedure import Burn, Collect, Deal, Decide, EachSeat, Face, Turn
from houseway.rules.wagers import Kind
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.train.acts import Menu, right_payout, stake_returned, step_at
from houseway.train.equal_hands import Deal as Hands
from houseway.train.equal_hands import plays
from houseway.train.find_error import Dealing, Done, shown

AFTER = 3  # events that show that something left out does not come later
CLOSING = (ev.WagersClosed, ev.MeterFed)


class Slip(NamedTuple):
    """A dealing with one error in it."""

    kinds: tuple[str, ...]  # what the error may be called, the best name first
    at: int  # the first event that is wrong
    until: int  # how many events can be told without a contradiction
    dealing: Dealing
    least: int  # how many must be told, so that this error can be told from another


def dealing_of(round_: Round) -> Dealing:
    """What was done in a finished round; the last event only says how it ended."""
    return tuple((event, round_.step_of(number)) for number, event in enumerate(round_.events[:-1]))


def slips(menu: Menu, round_: Round) -> Iterator[Slip]:
    """Every error that can be made in a finished round."""
    dealing = dealing_of(round_)
    folded: set[int] = set()
    for at, (event, path) in enumerate(dealing):
        match event:
            case ev.Decided(seat, _, decision) if decision.folds:
                folded.add(seat)
            case ev.Dealt():
                yield from _dealt(dealing, at, event, round_)
            case ev.Burned(cards):
                yield from _left_out(menu, dealing, at, "burn", "missed")
                yield _changed(dealing, at, ev.Burned((*cards, cards[-1])), "count")
            case ev.Buried(count):
                yield _changed(dealing, at, ev.Buried(count + 1), "count")
            case ev.WagersClosed():
                yield from _dealt_early(dealing, at)
            case ev.Turned(str()) if isinstance(step_at(menu.game, path), Turn):
                yield from _turned_early(dealing, at, event)
            case ev.Turned() if isinstance(step_at(menu.game, path), Turn):
                yield from _left_out(menu, dealing, at, "missed", "face")
            case ev.Took():
                yield from _left_out(menu, dealing, at, "missed")
            case ev.Arranged():
                yield from _arranged(menu, dealing, at, event)
                yield from _left_out(menu, dealing, at, "missed")
            case ev.Settled() if not isinstance(dealing[at - 1][0], ev.MeterPaid):
                yield from _settled(menu, dealing, at, event, folded=event.seat in folded)
            case ev.Collected():
                yield from _collected_early(menu, dealing, at, event)
                yield from _left_out(menu, dealing, at, "missed")
    yield from _out_of_order(menu, dealing)


def _changed(dealing: Dealing, at: int, event: ev.Event, *kinds: str, until: int | None = None) -> Slip:
    changed = (*dealing[:at], (event, dealing[at][1]), *dealing[at + 1 :])
    return Slip(kinds, at, len(dealing) if until is None else until, changed, at + 1)


def _moved(dealing: Dealing, start: int, end: int, to: int) -> Dealing:
    """The events from `start` up to `end` done earlier, before the one at `to`."""
    return (*dealing[:to], *dealing[start:end], *dealing[to:start], *dealing[end:])


def _dealt(dealing: Dealing, at: int, event: ev.Dealt, round_: Round) -> Iterator[Slip]:
    until = _first_use(dealing, at, event.to)
    if event.face is Face.UP:
        yield _changed(dealing, at, event._replace(face=Face.DOWN), "face", until=until)
        return
    yield _changed(dealing, at, event._replace(face=Face.UP), "face")
    gone = Counter(round_.dealing) + Counter(round_.shoe.gone if round_.shoe else ())
    extra = next((Counter(round_.game.deck) - gone).elements(), None)
    if extra is not None:
        yield _changed(dealing, at, event._replace(cards=(*event.cards, extra)), "count", until=until)
    if len(event.cards) > 1:
        yield _changed(dealing, at, event._replace(cards=event.cards[:-1]), "count", until=until)


def _first_use(dealing: Dealing, at: int, whose: int | str) -> int:
    """The next event that shows these cards or depends on them."""
    for index in range(at + 1, len(dealing)):
        match dealing[index][0]:
            case ev.Turned(other) | ev.Took(other) if other == whose or isinstance(whose, str):
                return index
            case ev.Settled(seat) if seat == whose or isinstance(whose, str):
                return index
            case ev.Arranged() if isinstance(whose, str):
                return index
            case ev.Decided(seat, _, decision) if seat == whose and decision.discard is not None:
                return index
    return len(dealing)


def _left_out(menu: Menu, dealing: Dealing, at: int, *kinds: str) -> Iterator[Slip]:
    """It is not done at all, which shows in what is done next."""
    left = (*dealing[:at], *dealing[at + 1 :])
    for index, (event, path) in enumerate(left[at:], start=at):
        if menu.answer(event, step_at(menu.game, path)) is not None:
            yield Slip((*kinds, "order"), index, len(left), left, min(index + AFTER, len(left)))
            return


def _dealt_early(dealing: Dealing, at: int) -> Iterator[Slip]:
    """The first card is dealt before the wagers are closed."""
    index = next(index for index in range(at, len(dealing)) if not isinstance(dealing[index][0], CLOSING))
    if isinstance(dealing[index][0], ev.Dealt):
        yield Slip(("order",), at, len(dealing), _moved(dealing, index, index + 1, at), at + 2)


def _turned_early(dealing: Dealing, at: int, event: ev.Turned) -> Iterator[Slip]:
    """The house's cards are shown while somebody has still to decide, to be dealt to or to be settled."""
    for index in range(at - 1, 0, -1):
        match dealing[index][0]:
            case ev.Dealt(to) | ev.Turned(to) if to == event.whose:
                return
            case ev.MeterPaid() | ev.Took() | ev.Arranged():
                return
            case ev.Decided() | ev.Dealt() | ev.Settled() if not isinstance(dealing[index - 1][0], ev.MeterPaid):
                moved = _moved(dealing, at, at + 1, index)
                yield Slip(("order", "face"), index, len(dealing), moved, index + 2)
                return


def _arranged(menu: Menu, dealing: Dealing, at: int, event: ev.Arranged) -> Iterator[Slip]:
    later = enumerate(dealing[at + 1 :], start=at + 1)
    until = next((n for n, (other, _) in later if isinstance(other, ev.Settled | ev.Arranged)), len(dealing))
    if event.qualifies is not None:
        yield _changed(dealing, at, event._replace(qualifies=not event.qualifies), "qualifier", until=until)
    if event.positions is not None:
        for positions in _other_positions(event.positions):
            yield _changed(dealing, at, event._replace(positions=positions), "set", until=until)
        return
    house = shown(menu, dealing[:at])
    for hand in _other_hands(menu, event.hand, house):
        yield _changed(dealing, at, event._replace(hand=hand), "set", until=until)


def _other_positions(laid: Mapping[str, Card | None]) -> Iterator[dict[str, Card | None]]:
    """The same cards, in the same order, with another position left open."""
    cards = [card for card in laid.values() if card is not None]
    for names in combinations(laid, len(cards)):
        other: dict[str, Card | None] = {**dict.fromkeys(laid), **dict(zip(names, cards, strict=True))}
        if other != laid:
            yield other


def _other_hands(menu: Menu, hand: ev.Cards, house: HouseCards) -> Iterator[tuple[Card, ...]]:
    """As many cards, one of them another than plays, that do not make the same hand; the first few."""
    cards = tuple(card for card in hand if card is not None)
    left = list((Counter((*house.dealer, *house.community)) - Counter(cards)).elements())
    for card in left[:2]:
        for index in range(len(cards)):
            other = (*cards[:index], card, *cards[index + 1 :])
            if not plays(menu.game, Hands(None, house), other):
                yield other
                break


def _settled(menu: Menu, dealing: Dealing, at: int, event: ev.Settled, *, folded: bool) -> Iterator[Slip]:
    """Taken, left or paid otherwise than it should be."""
    right, stake = right_payout(menu.game, event), event.amount
    if 0 < event.returned < stake:
        return  # a part is lost: however much is taken, the wager is taken
    if right.do == "pay":
        base = stake_returned(menu.game, event)
        for cents in _other_payouts(menu, event, right.cents, dealing[:at]):
            yield _changed(dealing, at, event._replace(returned=base + cents), "payout")
        if stake:
            yield _changed(dealing, at, event._replace(returned=0), "taken")
    elif right.do == "push":
        for returned in (0, 2 * stake):
            yield _changed(dealing, at, event._replace(returned=returned), "push")
    else:
        gone = folded and event.wager in menu.game.wagers.main_group
        for returned in (stake, 2 * stake):
            yield _changed(dealing, at, event._replace(returned=returned), *(("folded", "paid") if gone else ("paid",)))


def _other_payouts(menu: Menu, event: ev.Settled, right: int, before: Dealing) -> list[int]:
    """What another row of the pay table would pay, or a chip more or less."""
    wager = menu.game.wager[event.wager]
    stake = _stake_on(before, event.seat, wager.on) if wager.kind is Kind.BONUS else event.amount
    rows = {winnings(stake, ratio) for ratio in wager.pays or ()}
    chip = 500 if right > 1000 else 100
    return sorted(cents for cents in rows | {right + chip, right - chip} if cents > 0 and cents != right)


def _stake_on(before: Dealing, seat: int, wager: str) -> int:
    staked = 0
    for event, _ in before:
        if isinstance(event, ev.WagersPlaced | ev.Decided) and event.seat == seat:
            staked = event.stakes.get(wager, staked)
    return staked


def _collected_early(menu: Menu, dealing: Dealing, at: int, event: ev.Collected) -> Iterator[Slip]:
    """Hands go before the last of their wagers is settled."""
    step, last = step_at(menu.game, dealing[at][1]), dealing[at - 1][0]
    assert isinstance(step, Collect)
    if step.hand and isinstance(last, ev.Settled) and last.seat in event.seats:
        to = at - 2 if isinstance(dealing[at - 2][0], ev.MeterPaid) else at - 1
        yield Slip(("early", "order"), to, len(dealing), _moved(dealing, at, at + 1, to), at + 1)


def _out_of_order(menu: Menu, dealing: Dealing) -> Iterator[Slip]:
    """Two seats, or two deals, in the wrong order."""
    blocks = _blocks(menu, dealing)
    for (start, middle), (again, end) in pairwise(blocks):
        first, second = dealing[start], dealing[again]
        if middle != again or any(isinstance(event, ev.MeterPaid) for event, _ in dealing[start:end]):
            continue
        if _swaps(menu, first, second):
            kinds = ("order", "burn") if isinstance(first[0], ev.Burned) else ("order",)
            yield Slip(kinds, start, len(dealing), _moved(dealing, again, end, start), end)


def _blocks(menu: Menu, dealing: Dealing) -> list[tuple[int, int]]:
    """What belongs together: all that is done for one player where the procedure goes from player to player, else
    every event by itself."""
    blocks: list[tuple[int, int]] = []
    for at, (event, path) in enumerate(dealing):
        if blocks and isinstance(menu.game.procedure[path[0]], EachSeat):
            other, before = dealing[blocks[-1][0]]
            if before[0] == path[0] and _seat_of(other) == _seat_of(event):
                blocks[-1] = blocks[-1][0], at + 1
                continue
        blocks.append((at, at + 1))
    return blocks


def _swaps(menu: Menu, first: Done, second: Done) -> bool:
    """Whether one can be told before the other, and should not be."""
    (one, path), (two, later) = first, second
    by_seat = isinstance(menu.game.procedure[path[0]], EachSeat)
    if path[0] == later[0] and (by_seat or type(one) is type(two)):
        seats = _seat_of(one), _seat_of(two)
        told = by_seat or isinstance(one, ev.Dealt | ev.Settled | ev.Decided | ev.Turned | ev.Took)
        shows = isinstance(one, ev.Turned) and not isinstance(step_at(menu.game, path), Turn)
        ordered = not isinstance(step_at(menu.game, path), Decide)
        return told and ordered and not shows and None not in seats and seats[0] != seats[1]
    deals = (ev.Dealt, ev.Burned)
    if not isinstance(one, deals) or not isinstance(two, deals) or by_seat:
        return False
    if not all(isinstance(step_at(menu.game, where), Deal | Burn) for where in (path, later)) or len(later) > 1:
        return False
    return getattr(one, "to", None) != getattr(two, "to", None)


def _seat_of(event: Any) -> int | None:
    """The player that an event is about."""
    match event:
        case ev.Dealt(to) if isinstance(to, int):
            return to
        case ev.Turned(whose) if isinstance(whose, int):
            return whose
        case ev.Collected(_, seats) if len(seats) == 1:
            return seats[0]
        case ev.Decided(seat) | ev.Settled(seat) | ev.Took(seat) | ev.MeterPaid(seat):
            return seat
    return None
