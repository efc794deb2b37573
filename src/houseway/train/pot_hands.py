"""Hands among players for exercises: a card room in which people come and go, and one hand of it from start to end.

Where chips go, whose turn it is and who posts what is the room's and the hand's own doing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from houseway.cards import Card, parse_cards
from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.rules.pay_tables import PaidHand
from houseway.rules.pot_game import PotGame
from houseway.rules.wagers import listed
from houseway.table import events as ev
from houseway.table.betting import CALL, CHECK, FOLD, Bounds
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import HandTeller
from houseway.table.pot_view import PotView
from houseway.table.room import BuyIn, Room, Sitter
from houseway.table.shuffle import Stream
from houseway.train.items import case_of_item
from houseway.train.streams import mixed, pick, stream

TRIES = 96  # hands that are played to find what an exercise should be about
HANDS = 100  # others that are dealt for their names
CHIP = 50  # cents: the smallest chip, of which stacks and bets are made where the blinds are no smaller


class NextHand(NamedTuple):
    """Where button and blinds go after a hand, and what those who come in post."""

    told: tuple[str, ...]  # who has come, gone or sat out in between
    owing: tuple[int, ...]  # who has missed blinds or is new
    hand: PotRound


class Played(NamedTuple):
    """A hand that is over, and the deal after it where there is one."""

    hand: PotRound
    next: NextHand | None


class Point(NamedTuple):
    """Where a hand waits: how many events there are, whose turn it is and what that seat may do."""

    events: int
    turn: int
    bounds: Bounds


def played_hands(game: PotGame[Any], seed: str, about: str = "") -> Iterator[Played]:
    """Hands without end; for a row of the side wager's pay table its example is dealt to the first player."""
    case = case_of_item(game, about)
    row = None if case is None or case.row is None else game.wager[case.wager].paid_hands[case.row]
    number = 0
    while True:
        numbers = stream("hands", seed, about, str(number))
        found = _with_row(game, numbers, row) if row else _in_a_room(game, numbers)
        if found is not None:
            yield found
        number += 1


def points(hand: PotRound) -> list[Point]:
    """Every point at which a hand has waited for somebody."""
    found = []
    for then in hand.from_the_start():
        bounds = None if then.turn is None else then.legal(then.turn)
        if then.turn is not None and bounds is not None:
            found.append(Point(len(then.events), then.turn, bounds))
    return found


def live_after(events: tuple[ev.HandEvent, ...]) -> list[int]:
    """The seats that are still in the hand."""
    live = [seat for event in events if isinstance(event, ev.HandOpened) for seat in event.stacks]
    folded = [event.seat for event in events if isinstance(event, ev.Bet) and event.do == FOLD]
    return [seat for seat in live if seat not in folded]


def felt(game: PotGame[Any], events: tuple[ev.HandEvent, ...], **known: Any) -> dict[str, Any]:
    """The felt as anybody at the table sees it, without whose turn it is, what the hands are called and how the chips
    make pots; `known` are such things that are not asked for."""
    view = PotView(game, None, events, None, None).to_json()
    paid = [pot for pot in view["pots"] if pot["paid"]]
    players = [{**player, "words": ""} for player in view["players"]]
    return {**view, "pots": paid, "players": players, **known}


def told(game: PotGame[Any], events: tuple[ev.HandEvent, ...]) -> tuple[str, ...]:
    """What has been bet and burned, in words; the other cards lie on the felt."""
    teller = HandTeller(game, {})
    kinds = (ev.WagersPlaced, ev.Posted, ev.Bet, ev.Returned)
    lines = []
    for event in events:
        line = teller.sentence(ev.seen_by(event, None))
        if isinstance(event, ev.Burned):
            lines.append(f"Dealer burns {len(event.cards)} {'card' if len(event.cards) == 1 else 'cards'}")
        elif isinstance(event, kinds) and line:
            lines.append(line)
    return tuple(lines)


def pot_name(number: int) -> str:
    return "Main pot" if number == 1 else f"Side pot {number - 1}"


def other_hands(
    game: PotGame[Any], hole: tuple[Card, ...], board: tuple[Card, ...], numbers: Stream
) -> Iterator[tuple[Card, ...]]:
    """What else a player could hold on the same board, half of them with the first card of the hand."""
    left = [card for card in game.deck if card not in (*hole, *board)]
    for _ in range(HANDS):
        own = hole[:1] if numbers.below(2) else ()
        cards = (*own, *(left[numbers.below(len(left))] for _ in range(game.hole_cards - len(own))))
        if len(set(cards)) == len(cards):
            yield cards


# --- hands ---


def _in_a_room(game: PotGame[Any], numbers: Stream) -> Played | None:
    """The last of a few hands in a room; None where nobody is left to play it."""
    room = Room(game, buy_in=BuyIn(1, 10**12))
    seats = mixed(numbers, range(1, game.seats + 1))[: 2 + numbers.below(min(game.seats - 1, 5))]
    for seat in seats:
        room.sit(seat, f"guest {seat}", _stack(game, numbers))
    hand = None
    for _ in range(1 + numbers.below(4)):
        dealt = _deal(room, numbers)
        if dealt is None:
            break
        hand = dealt
        _play(hand, numbers)
        room.finish()
        changes = tuple(_comings_and_goings(room, numbers))
    return None if hand is None else Played(hand, _next_hand(room, changes, numbers))


def _deal(room: Room, numbers: Stream) -> PotRound | None:
    stacks = {seat: room.sitters[seat].stack for seat in room.players()}
    try:
        return room.deal(seed=_words(numbers), side=_side(room.game, stacks, numbers))
    except HousewayError:  # one player is left, or a short stack cannot make the wager against the house
        return None


def _with_row(game: PotGame[Any], numbers: Stream, row: PaidHand) -> Played:
    """A hand in which the first player is dealt the example and has bet on it."""
    seats = sorted(mixed(numbers, range(1, game.seats + 1))[: 2 + numbers.below(min(game.seats - 1, 4))])
    stacks = {seat: _stack(game, numbers) for seat in seats}
    button = pick(numbers, seats)
    first = next((seat for seat in seats if seat > button), seats[0])
    limit = game.side_limit(PotRound(game, stacks, button=button, seed=_words(numbers)).limits)
    amount = limit.least + limit.step * min(numbers.below(20), (limit.most - limit.least) // limit.step)
    stacks[first] += amount
    side = {first: amount}
    cards = parse_cards(row.example)
    hand = PotRound(game, stacks, button=button, seed=_words(numbers), side=side, stacked=cards)
    _play(hand, numbers)
    return Played(hand, None)


def _words(numbers: Stream) -> str:
    return f"train {numbers.below(1 << 30)} {numbers.below(1 << 30)}"


def _stack(game: PotGame[Any], numbers: Stream) -> int:
    """Many short, some deep."""
    floor = game.options.big_blind + game.options.ante
    stack: int = floor + numbers.below(floor * pick(numbers, (3, 8, 30)))
    return stack - stack % _unit(game) + _unit(game)


def _unit(game: PotGame[Any]) -> int:
    return CHIP if game.options.small_blind % CHIP == 0 else 1


def _side(game: PotGame[Any], stacks: Mapping[int, int], numbers: Stream) -> dict[int, int]:
    """Wagers against the house, where there are any, of those who can spare them."""
    if not game.side_wager:
        return {}
    limit = game.side_limit(Room(game).limits)
    sizes = [limit.least + limit.step * step for step in (0, 4, 6, 11) if limit.takes(limit.least + limit.step * step)]
    made = {seat: pick(numbers, sizes) for seat in stacks if numbers.below(2)}
    return {seat: amount for seat, amount in made.items() if amount + game.options.big_blind < stacks[seat]}


def _play(hand: PotRound, numbers: Stream) -> None:
    while hand.turn is not None:
        bounds = hand.legal(hand.turn)
        assert bounds is not None
        hand.act(hand.turn, *_action(hand.game, bounds, numbers))


def _action(game: PotGame[Any], bounds: Bounds, numbers: Stream) -> tuple[str, int]:
    """Calls more than anything, so that hands go on; a bet is the smallest, the largest or in between, in chips."""
    ways = [FOLD] * bounds.fold + [CHECK] * (2 * bounds.check) + [CALL] * (5 if bounds.call else 0)
    do = pick(numbers, ways + [bounds.verb] * (2 if bounds.most else 0))
    if do != bounds.verb:
        return do, 0
    to = pick(numbers, (bounds.least, bounds.most, bounds.least + numbers.below(bounds.most - bounds.least + 1)))
    return do, min(bounds.most, max(bounds.least, to - to % _unit(game)))


# --- between hands ---


def _comings_and_goings(room: Room, numbers: Stream) -> Iterator[str]:
    """Somebody sits out, comes back, leaves or sits down; said as the dealer hears it."""
    for seat, sitter in sorted(room.sitters.items()):
        draw = numbers.below(8)
        if sitter.sitting_out and draw < 4:
            room.sit_in(seat, posts=draw < 3)
            yield f"Seat {seat} comes back and {'posts' if draw < 3 else 'waits for the big blind'}."
        elif not sitter.sitting_out and sitter.stack and draw == 4 and len(room.players()) > 2:
            room.sit_out(seat)
            yield f"Seat {seat} sits out."
        elif not sitter.stack and draw < 4:
            room.leave(seat)
            yield f"Seat {seat} leaves."
    free = [seat for seat in range(1, room.game.seats + 1) if seat not in room.sitters]
    if free and not numbers.below(4):
        seat, posts = pick(numbers, free), bool(numbers.below(2))
        room.sit(seat, f"guest {seat}", _stack(room.game, numbers))
        room.sit_in(seat, posts=posts)
        yield f"Seat {seat} sits down and {'posts' if posts else 'waits for the big blind'}."


def _next_hand(room: Room, changes: tuple[str, ...], numbers: Stream) -> NextHand | None:
    ready = [(seat, room.sitters[seat]) for seat in room.players()]
    owing = tuple(seat for seat, sitter in ready if sitter.owes)
    lines = (*changes, *_standing(room))
    hand = _deal(room, numbers)
    return None if hand is None else NextHand(lines, owing, hand)


def _standing(room: Room) -> Iterator[str]:
    """What the dealer's markers say of those who sit at the table."""
    yield f"The button was at seat {room.button}, the blinds at seats {room.small_seat} and {room.big_seat}."
    for seat, sitter in sorted(room.sitters.items()):
        state = [*_missed(sitter)]
        if not sitter.stack:
            state = ["has no chips"]
        elif sitter.sitting_out:
            state.append("sits out")
        elif sitter.owes:
            state.append("posts" if sitter.posts else "waits for the big blind")
        yield f"Seat {seat}: {listed([dollars(sitter.stack), *state])}."


def _missed(sitter: Sitter) -> Iterator[str]:
    if sitter.newcomer:
        yield "is new"
    if sitter.owes_big:
        yield "has missed the big blind"
    if sitter.owes_small:
        yield "has missed the small blind"
