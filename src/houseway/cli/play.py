"""`houseway play`: sit down at a table in the terminal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.ask import LeaveTable, ask, read
from houseway.cli.common import Edition, GameId, JurisdictionName, LimitTexts, Sets, make_any_game, make_limits, title
from houseway.cli.felt import cards_text
from houseway.errors import HousewayError, WagerError
from houseway.money import dollars, parse_dollars
from houseway.rules.game import Decision, Game, Offer
from houseway.rules.limits import Limit, Limits, linked_limit, with_linked
from houseway.rules.pay_tables import parse_ratio
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import COMMUNITY, DEALER, Decide
from houseway.rules.wagers import Kind
from houseway.table.record import to_record
from houseway.table.round import OPEN_LIMITS, Round
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
        raise WagerError("A bankroll must be above nothing.")
    if isinstance(rules, PotGame) and (limit or jurisdiction != "none"):
        raise WagerError("--limit and --jurisdiction are for games against the house.")
    if not isinstance(rules, PotGame) and opponents is not None:
        raise WagerError("--opponents is for games among players.")
    if save is not None:
        save.open("a", encoding="utf-8").close()  # refuse a file that cannot be written before anybody bets
    console = Console(highlight=False)
    try:
        if isinstance(rules, PotGame):
            from houseway.cli import play_pots

            play_pots.sit_down(
                rules, console, seats=players, seed=seed, player_seed=player_seed, kinds=opponents or "mixed",
                bankroll=chips or 0, save=save,
            )  # fmt: skip
        else:
            assert isinstance(rules, Game)
            sit_down(
                rules, console, seats=players, seed=seed, player_seed=player_seed,
                limits=make_limits(rules, limit, jurisdiction), bankroll=chips or BANKROLL, save=save,
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
    meter, number = None, 0
    while True:
        round_seed = None if seed is None else f"{seed}/{number}"
        round_ = Round(game, seats=seats, seed=round_seed, limits=limits, meter=meter)
        try:
            visitor.play(round_, player_seed)
        except LeaveTable:
            visitor.say_goodbye()
            raise
        if save is not None:
            with save.open("a", encoding="utf-8") as file:
                file.write(json.dumps(to_record(round_), separators=(",", ":")) + "\n")
        meter, number = round_.meter, number + 1


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
        limits = self.game.opening_limits(self.limits)
        entries = [{name: limits[name].least} for name in self.game.entry_wagers]
        cheapest = min(sum(with_linked(self.game.wagers, entry).values()) for entry in entries)
        if self.balance < cheapest:
            self.console.print(f"You are out of chips: the house stakes you another {dollars(BANKROLL)}.")
            self.balance += BANKROLL
            self.started += BANKROLL
        while True:
            try:
                asked = self._same_again(seat, hand) or self._ask_stakes(hand, limits, seat)
                stakes = self.game.opening_stakes(asked, self.limits)
            except HousewayError as error:
                print(f"  {error}")
                continue
            if sum(stakes.values()) > self.balance:
                print(f"  That is {dollars(sum(stakes.values()))}, but you have {dollars(self.balance)}.")
                self.last.pop(seat, None)
                continue
            round_.wager(seat, stakes, player_seed=player_seed)
            self.last[seat] = asked
            self.balance -= sum(stakes.values())
            self.undealt += sum(stakes.values())
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
        step = round_.step
        assert isinstance(step, Decide)
        view = round_.view(seat)
        self._show_felt(view, seat)
        spot = view.places[seat].spot()
        assert spot is not None
        offers = {}
        for offer in _with_largest(round_.legal_actions(seat)):
            key, label = self.game.offer_words(step.at, offer, spot)
            offers[key] = offer
            self.console.print(f"   [bold]{key:3}[/] {label}{self._price(offer, spot.stakes)}")
        sized = next((key for key, offer in offers.items() if offer.most > offer.decision.multiple), None)
        if sized is not None:
            self.console.print(f"   [dim]{sized}*1.5 bets one and a half times, and so on.[/]")
        while True:
            answer = read("Your choice: ").lower()
            key, star, size = answer.partition("*")
            if key not in offers:
                print(f"  {answer!r} is not a choice here: {', '.join(offers)}, or q to leave.")
                continue
            try:
                decision = offers[key].decision
                if star:
                    decision = decision._replace(multiple=parse_ratio(size))
                if self._act(round_, seat, offers[key], decision):
                    return
            except (HousewayError, ValueError, ZeroDivisionError) as error:
                print(f"  {error if isinstance(error, HousewayError) else f'{size!r} is not a size'}")

    def _act(self, round_: Round, seat: int, offer: Offer, decision: Decision) -> bool:
        spot = round_.spot(seat)
        back = spot.stakes.get(offer.takes_back, 0)
        price = sum(self.game.stake(offer, decision, spot).values()) - back
        if price > self.balance:
            print(f"  That takes {dollars(price)}, but you have {dollars(self.balance)}.")
            return False
        round_.act(seat, decision)
        self.balance -= price
        if back:
            self.console.print(f"   {self.game.wager[offer.takes_back].name} {dollars(back)}: [yellow]taken back[/]")
        return True

    def _price(self, offer: Offer, stakes: Mapping[str, int]) -> str:
        if not offer.wager:
            return ""
        wager = self.game.wager[offer.wager]
        return f" [dim]{dollars(int(stakes[wager.on] * (offer.decision.multiple or wager.least)))}[/]"

    # --- what is shown ---

    def _show_felt(self, view: View, seat: int) -> None:
        self._show_house(view)
        place = view.places[seat]
        row = cards_text([*place.cards["dealt"], *place.cards["drawn"], *place.cards["aside"]])
        self.console.print(f"Hand {seat}:  ", row, f" {view.words(seat)}", sep="")

    def _show_house(self, view: View) -> None:
        playing = [card for card in view.arranged.hand if card] if view.arranged else []
        dealer = cards_text(view.house[DEALER], playing=playing)
        words = view.dealer_words()
        if words and view.arranged is not None and view.arranged.qualifies is not None:
            words += "; qualifies" if view.arranged.qualifies else "; does not qualify"
        self.console.print("Dealer:  ", dealer, f" {words}", sep="")
        if view.house[COMMUNITY]:
            self.console.print("Board:   ", cards_text(view.house[COMMUNITY], playing=playing), sep="")

    def _show_results(self, round_: Round) -> None:
        view = round_.view(None)
        self._show_house(view)
        for seat in round_.seats:
            own = round_.view(seat)
            place = own.places[seat]
            spot = round_.spot(seat)
            row = cards_text([*spot.held, *spot.drawn], playing=self.game.hand(spot, round_.house))
            self.console.print(
                f"Hand {seat}:  ", row, f" {own.words(seat)}{' (folded)' if place.folded else ''}", sep=""
            )
            for event in place.settled:
                self.balance += event.returned
                name = self.game.wager[event.wager].name
                self.console.print(f"   {_result(name, event.amount, event.returned)} [dim]({event.reason})[/]")


def _with_largest(offers: tuple[Offer, ...]) -> list[Offer]:
    """The offers, and after each whose size may vary the largest one."""
    return [
        *offers,
        *(o._replace(decision=o.decision._replace(multiple=o.most)) for o in offers if o.most > o.decision.multiple),
    ]


def _result(name: str, amount: int, returned: int) -> str:
    stake = f" {dollars(amount)}" if amount else ""
    if returned > amount:
        return f"{name}{stake}: [green]wins {dollars(returned - amount)}[/]"
    if returned == amount:
        return f"{name}{stake}: [yellow]pushes[/]"
    part = f" {dollars(amount - returned)}, {dollars(returned)} comes back" if returned else ""
    return f"{name}{stake}: [red]loses{part}[/]"


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
