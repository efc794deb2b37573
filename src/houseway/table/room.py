"""A card room's table over many hands: who sits where, the button, the blinds, and chips that stay in the room.

A newcomer waits for the big blind or posts one. Players who sit out while the blinds pass owe them, and post them to
come back: the big blind live, the small blind dead. The button moves one player to the left each hand; with the option
`button=dead` the big blind moves instead, and the small blind and the button follow it, even onto an empty seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from houseway.errors import IllegalAction, WagerError
from houseway.money import dollars
from houseway.rules.limits import Limits
from houseway.rules.pot_game import PotGame
from houseway.table.pot_round import OPEN_LIMITS, PotRound


@dataclass
class Sitter:
    """Somebody at the table between hands."""

    name: str
    stack: int
    sitting_out: bool = False
    owes_big: bool = False
    owes_small: bool = False
    newcomer: bool = True  # has not yet had or posted the big blind
    posts: bool = True  # posts what is owed rather than wait for the big blind

    @property
    def owes(self) -> bool:
        return self.newcomer or self.owes_big or self.owes_small


@dataclass(frozen=True, slots=True)
class BuyIn:
    """What a player may bring to the table, in cents."""

    least: int
    most: int

    def __post_init__(self) -> None:
        if not 0 < self.least <= self.most:
            raise WagerError("The smallest buy-in must be above nothing and no larger than the largest.")


class Positions(NamedTuple):
    """Where the button and the blinds were before a hand, and who owed what: (newcomer, big, small) by seat."""

    button: int | None
    small_seat: int | None
    big_seat: int | None
    owed: dict[int, tuple[bool, bool, bool]]


class Upcoming(NamedTuple):
    """The next hand before it is dealt: where button and blinds are, who plays, and what they post to come in."""

    button: int
    small: int
    big: int
    playing: tuple[int, ...]
    owed: dict[int, tuple[int, int]]

    @property
    def order(self) -> list[int]:
        """The players in the order in which they get cards."""
        return sorted(self.playing, key=lambda seat: (seat <= self.button, seat))


class Room:
    """A table among players from hand to hand."""

    def __init__(self, game: PotGame[Any], *, buy_in: BuyIn | None = None, limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits or OPEN_LIMITS  # of wagers against the house
        self.limits.opening(game.wagers)  # refuses limits of wagers that are not offered
        big = game.options.big_blind
        self.buy_in = buy_in or BuyIn(20 * big, 100 * big)
        self.sitters: dict[int, Sitter] = {}
        self.button: int | None = None
        self.big_seat: int | None = None  # the seat that had the big blind last
        self.small_seat: int | None = None  # and the small blind, perhaps an empty seat now
        self.hand: PotRound | None = None
        self.before: Positions | None = None  # the hand under way, should it be void
        self.hands = 0
        self.bought = 0  # chips brought in, less chips taken away: what is at the table and what the house has won
        self.house = 0  # rake, and wagers against the house

    # --- people come and go ---

    def sit(self, seat: int, name: str, stack: int) -> None:
        """Take an empty seat with a buy-in; the first players of a room post nothing extra."""
        if not 1 <= seat <= self.game.seats:
            raise WagerError(f"There is no seat {seat}: the seats are 1 to {self.game.seats}.")
        if seat in self.sitters:
            raise WagerError(f"Seat {seat} is taken.")
        self._check_buy_in(stack)
        self.sitters[seat] = Sitter(name, stack)
        self.bought += stack

    def leave(self, seat: int) -> int:
        """Stand up between hands, taking the chips."""
        sitter = self._between_hands(seat)
        del self.sitters[seat]
        if self.before is not None:
            self.before.owed.pop(seat, None)  # whoever sits here next owes nothing of theirs
        self.bought -= sitter.stack
        return sitter.stack

    def rebuy(self, seat: int, amount: int) -> None:
        """Add chips between hands, up to the largest buy-in."""
        sitter = self._between_hands(seat)
        if not sitter.stack:
            self._check_buy_in(amount)  # a player who has lost everything buys in again
        if type(amount) is not int or amount <= 0 or sitter.stack + amount > self.buy_in.most:
            raise WagerError(
                f"A rebuy must leave at most {dollars(self.buy_in.most)} on the table; seat {seat} has "
                f"{dollars(sitter.stack)}."
            )
        sitter.stack += amount
        self.bought += amount

    def sit_out(self, seat: int) -> None:
        """Sit out from the next hand on."""
        self._at(seat).sitting_out = True

    def sit_in(self, seat: int, *, posts: bool = True) -> None:
        """Come back: post what is owed, or wait for the big blind."""
        sitter = self._at(seat)
        sitter.sitting_out, sitter.posts = False, posts

    # --- hands ---

    def players(self) -> list[int]:
        """The seats that can be dealt in, in order."""
        return sorted(seat for seat, sitter in self.sitters.items() if sitter.stack and not sitter.sitting_out)

    def upcoming(self) -> Upcoming:
        """The next hand as it would be dealt now: the button moves, and it is seen who plays and who posts what."""
        if self.hand is not None:
            raise IllegalAction("A hand is under way.")
        ready = self.players()
        if len(ready) < 2:
            raise IllegalAction("Two players with chips are needed for a hand.")
        settled = [seat for seat in ready if not self.sitters[seat].owes]
        if len(settled) < 2:  # those who wait have nobody to wait for: the game starts anew, and they post nothing
            settled = ready
        button, small, big = self._positions(ready, settled)
        playing, owed = self._who_plays(ready, settled, button, big)
        return Upcoming(button, small, big, tuple(playing), owed)

    def deal(
        self, *, seed: str | bytes | None = None, side: Mapping[int, int] | None = None,
        player_seeds: Mapping[int, str] | None = None, promised: Mapping[int, str] | None = None,
        upcoming: Upcoming | None = None,
    ) -> PotRound:  # fmt: skip
        """Deal the next hand, or one that was fixed before (`upcoming`), since when nobody has left."""
        if self.hand is not None:
            raise IllegalAction("A hand is under way.")
        button, small, big, playing, owed = upcoming or self.upcoming()
        self.hand = PotRound(
            self.game,
            {seat: self.sitters[seat].stack for seat in playing},
            button=button,
            seed=seed,
            blinds=(small if small in playing else None, big),
            owed=owed,
            side={seat: amount for seat, amount in (side or {}).items() if seat in playing},
            limits=self.limits,
            player_seeds=player_seeds,
            promised=promised,
        )
        owing = {seat: (item.newcomer, item.owes_big, item.owes_small) for seat, item in self.sitters.items()}
        self.before = Positions(self.button, self.small_seat, self.big_seat, owing)
        self._note_missed(small, big, playing)
        self.button, self.small_seat, self.big_seat = button, small, big
        self.hands += 1
        return self.hand

    def finish(self) -> None:
        """Take over the stacks as the hand left them."""
        hand = self.hand
        if hand is None or not hand.over:
            raise IllegalAction("No hand has just ended.")
        for seat, stack in hand.stacks.items():
            self.sitters[seat].stack = stack
        self.house += sum(hand.start.values()) - sum(hand.stacks.values())
        self.hand = self.before = None

    def void(self) -> None:
        """A misdeal: everybody has the stack they began with, and the hand is dealt again from the same button."""
        if self.hand is None:
            raise IllegalAction("No hand is under way.")
        if self.before is not None:
            self.button, self.small_seat, self.big_seat, owed = self.before
            for seat, sitter in self.sitters.items():
                if seat in owed:
                    sitter.newcomer, sitter.owes_big, sitter.owes_small = owed[seat]
            self.hands -= 1
        self.hand = self.before = None

    @property
    def chips(self) -> int:
        """All chips at the table, between hands."""
        return sum(sitter.stack for sitter in self.sitters.values())

    # --- positions ---

    def _positions(self, ready: list[int], settled: list[int]) -> tuple[int, int, int]:
        """Button, small blind and big blind of the next hand. Only the big blind can go to somebody who comes in."""
        big = _next(ready, self.big_seat or ready[min(1, len(ready) - 2)])
        if len(settled) == 2:
            # Heads-up the button is the small blind, and nobody has the big blind twice running. A third player comes
            # in on the big blind.
            small = _before([seat for seat in settled if seat != big], big)
            return (small if big in settled else _before(settled, small)), small, big
        if any(self.sitters[seat].owes for seat in settled):  # the game starts, or starts anew
            small = _before(ready, big)
            return _before(ready, small), small, big
        assert self.button is not None
        assert self.small_seat is not None
        assert self.big_seat is not None
        if self.game.options.button == "dead":
            # After a hand of two players, or when few are left, there is no seat that the small blind has left.
            few = self.small_seat in (self.button, big)
            return _before(settled, self.big_seat) if few else self.small_seat, self.big_seat, big
        button = _next(settled, self.button)
        while _between(self.button, _next(settled, button), self.big_seat):
            button = _next(settled, button)  # it passes who comes back behind it: nobody has a blind again for that
        small = _next(settled, button)
        return button, small, _next(ready, small)

    def _who_plays(
        self, ready: list[int], settled: list[int], button: int, big: int
    ) -> tuple[list[int], dict[int, tuple[int, int]]]:
        """The seats that are dealt in, and the live and dead cents that they post to come in."""
        options = self.game.options
        playing: list[int] = []
        owed: dict[int, tuple[int, int]] = {}
        for seat in ready:
            sitter = self.sitters[seat]
            if seat == big or seat in settled:
                playing.append(seat)
            elif sitter.posts and len(settled) > 2 and not _between(button, seat, big):
                alive = options.big_blind if sitter.newcomer or sitter.owes_big else 0
                owed[seat] = alive, options.small_blind if sitter.owes_small else 0
                playing.append(seat)
        return playing, owed

    def _note_missed(self, small: int, big: int, playing: Sequence[int]) -> None:
        """Clear what was posted, and mark the blinds that passed over people who were not dealt in."""
        for seat, sitter in self.sitters.items():
            if seat in playing:
                sitter.newcomer = sitter.owes_big = sitter.owes_small = False
            elif not sitter.newcomer:
                # The small blind was due where the big blind was, and may have gone further.
                sitter.owes_big |= _between(self.big_seat, seat, big)
                sitter.owes_small |= seat in (self.big_seat, small)
                sitter.owes_small |= _between(self.small_seat, seat, self.big_seat or small)
                sitter.owes_small |= _between(self.small_seat, seat, small)

    # --- helpers ---

    def _at(self, seat: int) -> Sitter:
        if seat not in self.sitters:
            raise WagerError(f"Nobody sits in seat {seat}.")
        return self.sitters[seat]

    def _between_hands(self, seat: int) -> Sitter:
        sitter = self._at(seat)
        if self.hand is not None and seat in self.hand.start:
            raise IllegalAction(f"Seat {seat} is in a hand: chips come and go between hands.")
        return sitter

    def _check_buy_in(self, stack: int) -> None:
        if type(stack) is not int or not self.buy_in.least <= stack <= self.buy_in.most:
            raise WagerError(f"A buy-in is {dollars(self.buy_in.least)} to {dollars(self.buy_in.most)} here.")


def _next(seats: list[int], after: int) -> int:
    """The first of the seats to the left of a seat."""
    return next((seat for seat in seats if seat > after), seats[0])


def _before(seats: list[int], seat: int) -> int:
    """The first of the seats to the right of a seat."""
    return max((other for other in seats if other < seat), default=seats[-1])


def _between(right: int | None, seat: int, left: int) -> bool:
    """Whether a seat lies to the left of `right` and to the right of `left`."""
    if right is None or right == left:
        return False
    return right < seat < left if right < left else seat > right or seat < left
