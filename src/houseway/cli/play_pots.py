"""`houseway play` for games among players: a table of opponents by the program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.cli.common import title
from houseway.cli.felt import cards_text
from houseway.cli.prompt import LeaveTable, ask, read
from houseway.errors import HousewayError, WagerError
from houseway.money import dollars, parse_dollars
from houseway.opponents import KINDS, Opponent, opponent
from houseway.rules.limits import Limits
from houseway.rules.pot_game import PotGame
from houseway.table import events as ev
from houseway.table.betting import CALL, CHECK, FOLD, Bounds
from houseway.table.pot_round import OPEN_LIMITS, PotRound
from houseway.table.pot_transcript import tell_hand
from houseway.table.pot_view import PotView
from houseway.table.record import to_record
from houseway.table.room import BuyIn, Room

if TYPE_CHECKING:
    from rich.console import Console

NAMES = ("Ada", "Blaise", "Carl", "Dorothy", "Emil", "Fay", "Georg", "Hedy", "Ivan")
YOU = 1


def sit_down(
    game: PotGame[Any],
    console: Console,
    *,
    seats: int = 6,
    seed: str | None = None,
    player_seed: str = "",
    kinds: str = "careful",
    limits: Limits = OPEN_LIMITS,
    bankroll: int = 0,
    save: Path | None = None,
) -> None:
    """Hands until the visitor leaves, which raises `LeaveTable`."""
    with console.status("The opponents are getting ready…"):  # the first time ever they compile their counting
        table = PotTable(game, console, seats, seed, kinds, limits, bankroll)
    console.rule(title(game))
    console.print(f"{game.blurb}  [dim]q leaves; houseway rules {game.id} explains.[/]")
    try:
        while True:
            hand = table.play(player_seed)
            if save is not None:
                with save.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(to_record(hand), separators=(",", ":")) + "\n")
    except LeaveTable:
        table.say_goodbye()
        raise


class PotTable:
    """The visitor in seat 1 and opponents in the others."""

    def __init__(
        self,
        game: PotGame[Any],
        console: Console,
        seats: int,
        seed: str | None,
        kinds: str,
        limits: Limits,
        bankroll: int,
    ) -> None:
        self.game, self.console, self.seed = game, console, seed
        big = game.options.big_blind
        stack = bankroll or 100 * big
        self.room = Room(game, buy_in=BuyIn(big, max(stack, 100 * big)), limits=limits)
        self.room.sit(YOU, "you", stack)
        self.brought = stack
        self.opponents: dict[int, Opponent] = {}
        self.names = {YOU: "you"}
        for index, seat in enumerate(range(2, seats + 1)):
            kind = list(KINDS)[index % len(KINDS)] if kinds == "mixed" else kinds
            self.opponents[seat] = opponent(kind, f"{seed}/{seat}", game)
            self.names[seat] = f"{NAMES[index]}, {kind}"
            self.room.sit(seat, self.names[seat], stack)

    def play(self, player_seed: str) -> PotRound:
        room = self.room
        for seat, sitter in room.sitters.items():
            if sitter.stack == 0:
                self._rebuy(seat)
        seed = None if self.seed is None else f"{self.seed}/{room.hands}"
        hand = room.deal(seed=seed, side=self._side_bets(), player_seeds={YOU: player_seed} if player_seed else None)
        self.console.print(f"\n[bold]Hand {room.hands}.[/] [dim]Commitment {hand.commitment}[/]", soft_wrap=True)
        printed = self._print_new(hand, 0)
        while hand.turn is not None:
            seat = hand.turn
            if seat == YOU:
                self._ask(hand)
            else:
                hand.act(seat, *self.opponents[seat].decide(hand.view(seat)))
            printed = self._print_new(hand, printed)
        room.finish()
        return hand

    def say_goodbye(self) -> None:
        stack = self.room.hand.view(YOU).players[YOU].stack if self.room.hand else self.room.sitters[YOU].stack
        result = stack - self.brought
        self.console.print(f"You leave with {dollars(stack)} ({'+' if result > 0 else ''}{dollars(result)}).")

    def _rebuy(self, seat: int) -> None:
        amount = self.room.buy_in.most
        self.room.rebuy(seat, amount)
        if seat == YOU:
            self.brought += amount
        self.console.print(f"{self.names[seat]}: out of chips, buys in again for {dollars(amount)}.")

    def _side_bets(self) -> dict[int, int]:
        if not self.game.side_wager:
            return {}
        wager, limit = self.game.wager[self.game.side_wager], self.game.side_limit(self.room.limits)
        while True:
            answer = read(f"{wager.name} against the house ({limit}) [none]: ")
            if not answer:
                return {}
            try:
                amount = parse_dollars(answer)
                self.game.check_side(amount, self.room.limits)
                if amount >= self.room.sitters[YOU].stack:
                    raise WagerError("It must leave you chips to play with.")
            except HousewayError as error:
                print(f"  {error}")
            else:
                return {YOU: amount}

    def _print_new(self, hand: PotRound, printed: int) -> int:
        """Print what has happened since, as the visitor sees it."""
        lines = list(tell_hand([ev.seen_by(event, YOU) for event in hand.events], self.game, self.names))
        for line in lines[printed:]:
            self.console.print(f"  {line}", markup=False)
        return len(lines)

    # --- the visitor's turn ---

    def _ask(self, hand: PotRound) -> None:
        view = hand.view(YOU)
        self._show(view)
        bounds = view.legal
        assert bounds is not None
        ways = self._ways(bounds)
        while True:
            answer = read(f"Your move ({', '.join(ways.values())}): ").lower()
            do, _, size = answer.partition(" ")
            do = do[:1]
            if do not in ways:
                print(f"  {answer!r} is not a choice here: {', '.join(ways.values())}, or q to leave.")
                continue
            try:
                self._move(hand, bounds, do, size)
            except HousewayError as error:
                print(f"  {error}")
            else:
                return

    def _ways(self, bounds: Bounds) -> dict[str, str]:
        """Keys and what they stand for."""
        ways = {}
        if bounds.fold:
            ways["f"] = "f fold"
        if bounds.check:
            ways["c"] = "c check"
        if bounds.call:
            ways["c"] = f"c call {dollars(bounds.call)}"
        if bounds.most:
            key = bounds.verb[0]
            to = dollars(bounds.least)
            more = f", or {key} AMOUNT up to {dollars(bounds.most)}" if bounds.most > bounds.least else ""
            ways[key] = f"{key} {bounds.verb} to {to}{more}"
        return ways

    def _move(self, hand: PotRound, bounds: Bounds, do: str, size: str) -> None:
        if do == "f":
            hand.act(YOU, FOLD)
        elif do == "c":
            hand.act(YOU, CHECK if bounds.check else CALL)
        else:
            hand.act(YOU, bounds.verb, parse_dollars(size) if size else bounds.least)

    def _show(self, view: PotView) -> None:
        """Names, stacks, bets, pots, and the visitor's hand."""
        from rich.table import Table

        grid = Table.grid(padding=(0, 2))
        for seat, player in view.players.items():
            button = "button" if seat == view.button else ""
            mark = "→" if seat == view.turn else " "
            state = "folded" if player.folded else "all in" if not player.stack else ""
            bet = f"bet {dollars(player.bet)}" if player.bet else ""
            grid.add_row(mark, self.names[seat], dollars(player.stack), bet, state, f"[dim]{button}[/]")
        self.console.print(grid)
        pots = [pot.amount for pot in view.standing()] or [view.pot]
        shown = ", ".join(f"{'side pot' if index else 'pot'} {dollars(pot)}" for index, pot in enumerate(pots))
        self.console.print(f"{shown.capitalize()}.  Board: ", cards_text(view.community), sep="")
        self.console.print("Your hand: ", cards_text(view.players[YOU].cards), f" {view.words(YOU)}", sep="")


def choose_kinds() -> str:
    """Which opponents to sit down with."""
    kinds = [*KINDS, "mixed"]
    keys = {str(number): kind for number, kind in enumerate(kinds, start=1)}
    listed = ", ".join(f"{number} {kind}" for number, kind in keys.items())
    return keys[ask(f"Opponents ({listed}) [2]: ", list(keys), default="2")]
