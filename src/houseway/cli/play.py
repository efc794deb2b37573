"""`houseway play`: sit down at a table in the terminal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import Edition, GameId, JurisdictionName, LimitTexts, Sets, make_any_game, make_limits, title
from houseway.cli.felt import cards_text, lay_text, placed_text
from houseway.cli.prompt import LeaveTable, ask, read
from houseway.errors import HousewayError, WagerError
from houseway.money import dollars, parse_dollars
from houseway.rules.game import Decision, Game
from houseway.rules.limits import Limit, Limits, linked_limit
from houseway.rules.pay_tables import parse_ratio
from houseway.rules.payouts import check_payouts
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import COMMUNITY, DEALER
from houseway.rules.wagers import Kind
from houseway.table import events as ev
from houseway.table.record import to_record
from houseway.table.round import OPEN_LIMITS, Round
from houseway.table.transcript import tell
from houseway.table.view import View

if TYPE_CHECKING:
    from rich.console import Console

EXAMPLES = (
    "Examples: houseway play high-card-flush · houseway play high-card-draw --edition v5 --seats 2 · "
    "houseway play two-card-roo --set decks=6 --seed 42"
)
BANKROLL = 100_000


def command(
    game: GameId,
    seats: Annotated[
        int | None, typer.Option(min=1, help="How many hands you play (1), or players at the table among players (6).")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed deals the same cards.")] = None,
    player_seed: Annotated[str, typer.Option(help="Words of your own to mix into the shuffle.")] = "",
    edition: Edition = None,
    set_: Sets = None,
    limit: LimitTexts = None,
    jurisdiction: JurisdictionName = "none",
    opponents: Annotated[
        str | None, typer.Option(help="Among players: careless, careful, sharp or mixed (the default).")
    ] = None,
    bankroll: Annotated[str | None, typer.Option(help="What you sit down with, in dollars.")] = None,
    save: Annotated[Path | None, typer.Option(help="Append each round's record to this file.")] = None,
) -> None:
    """Play a game: bet, decide by key, see what every wager paid and why."""
    from rich.console import Console

    rules = make_any_game(game, edition, set_)
    players = seats or (6 if isinstance(rules, PotGame) else 1)
    least = 2 if isinstance(rules, PotGame) else 1
    if not least <= players <= rules.seats:
        raise WagerError(f"{rules.name} is played with {least} to {rules.seats} seats, not {players}.")
    chips = None if bankroll is None else parse_dollars(bankroll)
    if chips is not None and chips <= 0:
        raise WagerError("A bankroll must be more than $0.")
    if not isinstance(rules, PotGame) and opponents is not None:
        raise WagerError("--opponents is for games among players.")
    limits = make_limits(rules, limit, jurisdiction)
    check_payouts(rules, limits, players)
    if save is not None:
        save.open("a", encoding="utf-8").close()  # refuse a file that cannot be written before anybody bets
    console = Console(highlight=False)
    try:
        if isinstance(rules, PotGame):
            from houseway.cli import play_pots

            play_pots.sit_down(
                rules, console, seats=players, seed=seed, player_seed=player_seed, kinds=opponents or "mixed",
                limits=limits, bankroll=chips or 0, save=save,
            )  # fmt: skip
        else:
            assert isinstance(rules, Game)
            sit_down(
                rules, console, seats=players, seed=seed, player_seed=player_seed,
                limits=limits, bankroll=chips or BANKROLL, save=save,
            )  # fmt: skip
    except LeaveTable:
        console.print("Goodbye.")


def sit_down(
    game: Game[Any],
    console: Console,
    *,
    seats: int = 1,
    seed: str | None = None,
    player_seed: str = "",
    limits: Limits = OPEN_LIMITS,
    bankroll: int = BANKROLL,
    save: Path | None = None,
) -> None:
    """Rounds until the visitor leaves, which raises `LeaveTable`."""
    visitor = Visitor(game, console, limits, bankroll)
    console.rule(title(game))
    console.print(
        f"{game.blurb}  [dim]Enter repeats what is in brackets, q leaves; houseway rules {game.id} explains.[/]"
    )
    meter, shoe, number = None, None, 0
    while True:
        round_seed = None if seed is None else f"{seed}/{number}"
        round_ = Round(game, seats=seats, seed=round_seed, limits=limits, meter=meter, shoe=shoe)
        try:
            visitor.play(round_, player_seed)
        except LeaveTable:
            visitor.say_goodbye()
            raise
        if save is not None:
            with save.open("a", encoding="utf-8") as file:
                file.write(json.dumps(to_record(round_), separators=(",", ":")) + "\n")
        meter, shoe, number = round_.meter, round_.shoe_after, number + 1


class Visitor:
    """A person at the terminal: chips, last bets, and the questions they are asked."""

    def __init__(self, game: Game[Any], console: Console, limits: Limits, bankroll: int) -> None:
        self.game, self.console, self.limits = game, console, limits
        self.started = self.balance = bankroll
        self.last: dict[int, Mapping[str, int]] = {}
        self.undealt = 0  # bets on the felt before any card: they go back to who leaves

    def play(self, round_: Round, player_seed: str) -> None:
        self.console.print(
            f"\n[bold]New round.[/] Balance {dollars(self.balance)}. "
            + (f"Meter {dollars(round_.meter)}. " if round_.meter is not None else "")
            + _shoe_text(round_)
            + f"\n[dim]Commitment {round_.commitment}[/]",
            soft_wrap=True,
        )
        before = self.balance
        for seat in round_.seats:
            self._bet(round_, seat, player_seed)
        self.undealt = 0
        round_.deal()
        while not round_.over:
            for seat in round_.to_act:
                self._decide(round_, seat)
        self._show_results(round_)
        for event in round_.events:
            if isinstance(event, ev.Buried | ev.Shuffled):
                self.console.print(f"{tell(event, self.game)}.")
        self.console.print(f"[dim]Server seed {round_.server_seed.hex()}[/]", soft_wrap=True)
        self.console.print(
            f"Balance [bold]{dollars(self.balance)}[/] ({_signed(self.balance - before)} this round, "
            f"{_signed(self.balance - self.started)} since you sat down)."
        )

    def say_goodbye(self) -> None:
        self.balance += self.undealt
        self.console.print(f"You leave with {dollars(self.balance)} ({_signed(self.balance - self.started)}).")

    # --- bets ---

    def _bet(self, round_: Round, seat: int, player_seed: str) -> None:
        hand = f"Hand {seat}: " if len(round_.seats) > 1 else ""
        limits = self.game.wagers.opening_limits(self.limits)
        if self.balance < round_.cheapest_wager:
            self.console.print(f"You are out of chips: the house stakes you another {dollars(BANKROLL)}.")
            self.balance += BANKROLL
            self.started += BANKROLL
        while True:
            try:
                wanted = self._same_again(seat, hand) or self._ask_stakes(hand, limits, seat)
                price = round_.wager_price(seat, wanted)
            except HousewayError as error:
                print(f"  {error}")
                continue
            if price > self.balance:
                print(f"  That is {dollars(price)}, but you have {dollars(self.balance)}.")
                self.last.pop(seat, None)
                continue
            round_.wager(seat, wanted, player_seed=player_seed)
            self.last[seat] = wanted
            self.balance -= price
            self.undealt += price
            return

    def _ask_stakes(self, hand: str, limits: Mapping[str, Limit], seat: int) -> dict[str, int]:
        """An amount for every spot; one that is linked to another is asked for only where it may vary."""
        stakes: dict[str, int] = {}
        for name, limit in limits.items():
            if not self.game.wager[name].linked:
                stakes[name] = self._ask_amount(hand, name, limit, seat)
        for wager in self.game.wagers:
            base = stakes.get(wager.on, 0) if wager.linked else 0
            if base and wager.least == wager.most:
                stakes[wager.id] = base * wager.least
                print(f"{hand}{wager.name}: {dollars(stakes[wager.id])}, with {self.game.wager[wager.on].name}")
            elif base and limits[wager.on].takes(base):
                limit = linked_limit(wager, base, limits[wager.id])
                stakes[wager.id] = self._ask_amount(hand, wager.id, limit, seat)
        return stakes

    def _same_again(self, seat: int, hand: str) -> Mapping[str, int] | None:
        """Last round's bets, if they are wanted again."""
        last = self.last.get(seat)
        if last is None:
            return None
        bets = ", ".join(f"{self.game.wager[name].name} {dollars(amount)}" for name, amount in last.items() if amount)
        answer = ask(f"{hand}{bets} again? Enter for yes, c to change: ", {"y", "c"}, default="y")
        return last if answer == "y" else None

    def _ask_amount(self, hand: str, name: str, limit: Limit, seat: int) -> int:
        wager = self.game.wager[name]
        usual = min(max(1000, limit.least), limit.most) if wager.kind is Kind.FIRST else 0
        last = self.last.get(seat, {}).get(name, usual)
        if wager.linked and not limit.takes(last):
            last = limit.least  # the wager it goes with is another than last time
        return self._amount(f"{hand}{wager.name} ({limit}) [{dollars(last)}]: ", last)

    def _amount(self, question: str, last: int) -> int:
        while True:
            answer = read(question)
            if not answer:
                return last
            try:
                return parse_dollars(answer)
            except WagerError as error:
                print(f"  {error}")

    # --- decisions ---

    def _decide(self, round_: Round, seat: int) -> None:
        self._show_felt(round_.view(seat), seat)
        offers = round_.offers(seat)
        largest = [offer.most for offer in offers if offer.most is not None]
        choices = {choice.key: choice for choice in (*(offer.least for offer in offers), *largest)}
        for key, choice in choices.items():
            stake = f" [dim]{dollars(choice.stake)}[/]" if choice.stake else ""
            self.console.print(f"   [bold]{key:3}[/] {choice.label}{stake}")
        sized = next((offer.least.key for offer in offers if offer.most is not None), None)
        if sized is not None:
            self.console.print(f"   [dim]{sized}*1.5 bets one and a half times, and so on.[/]")
        while True:
            answer = read("Your choice: ").lower()
            key, star, size = answer.partition("*")
            if key not in choices:
                print(f"  {answer!r} is not a choice here: {', '.join(choices)}, or q to leave.")
                continue
            try:
                decision = choices[key].decision
                if star:
                    decision = decision._replace(multiple=parse_ratio(size))
                if self._act(round_, seat, decision):
                    return
            except (HousewayError, ValueError, ZeroDivisionError) as error:
                print(f"  {error if isinstance(error, HousewayError) else f'{size!r} is not a size'}")

    def _act(self, round_: Round, seat: int, decision: Decision) -> bool:
        checked = round_.check_act(seat, decision)
        if checked.price > self.balance:
            print(f"  That takes {dollars(checked.price)}, but you have {dollars(self.balance)}.")
            return False
        round_.act(seat, decision)
        self.balance -= checked.price
        for name, cents in checked.taken_back.items():
            self.console.print(f"   {self.game.wager[name].name} {dollars(cents)}: [yellow]taken back[/]")
        return True

    # --- what is shown ---

    def _show_felt(self, view: View, seat: int) -> None:
        self._show_house(view)
        cards = view.seats[seat].cards
        row = cards_text([*cards["dealt"], *cards["drawn"], *cards["aside"]])
        self.console.print(f"Hand {seat}:  ", row, f" {view.words(seat)}", sep="")
        self._show_placed(view, seat)

    def _show_placed(self, view: View, seat: int) -> None:
        placed = view.placed(seat)
        if placed is not None and any(placed.values()):
            self.console.print("         ", placed_text(placed), sep="")

    def _show_house(self, view: View) -> None:
        playing = [card for card in view.arranged.hand if card] if view.arranged else []
        dealer = cards_text(view.house[DEALER], playing=playing)
        words = view.dealer_words()
        if words and view.arranged is not None and view.arranged.qualifies is not None:
            words += "; qualifies" if view.arranged.qualifies else "; does not qualify"
        self.console.print("Dealer:  ", dealer, f" {words}", sep="")
        if view.house[COMMUNITY]:
            self.console.print("Board:   ", cards_text(view.house[COMMUNITY], playing=playing), sep="")
        lay = view.lay()
        if lay is not None:
            self.console.print("Laid:    ", lay_text(lay, playing=playing), sep="")
            self.console.print(f"         {lay.words}")

    def _show_results(self, round_: Round) -> None:
        view = round_.view(None)
        self._show_house(view)
        for seat in round_.seats:
            own = round_.view(seat)
            shown = own.seats[seat]
            spot = round_.spot(seat)
            row = cards_text([*spot.held, *spot.drawn], playing=self.game.display.hand(spot, round_.house))
            self.console.print(
                f"Hand {seat}:  ", row, f" {own.words(seat)}{' (folded)' if shown.folded else ''}", sep=""
            )
            self._show_placed(own, seat)
            for event in shown.settled:
                self.balance += event.returned
                name = self.game.wager[event.wager].name
                self.console.print(f"   {_result(name, event.amount, event.returned)} [dim]({event.reason})[/]")


def _result(name: str, amount: int, returned: int) -> str:
    stake = f" {dollars(amount)}" if amount else ""
    if returned > amount:
        return f"{name}{stake}: [green]wins {dollars(returned - amount)}[/]"
    if returned == amount:
        return f"{name}{stake}: [yellow]pushes[/]"
    part = f" {dollars(amount - returned)}, {dollars(returned)} comes back" if returned else ""
    return f"{name}{stake}: [red]loses{part}[/]"


def _shoe_text(round_: Round) -> str:
    """Where the round is in a shoe that is kept from round to round."""
    shoe = round_.shoe
    if shoe is None:
        return ""
    buried = f", {shoe.buried} buried" if shoe.buried else ""
    return f"Shoe {shoe.number}: {shoe.to_cut(round_.game)} cards to the cut card{buried}. "


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
