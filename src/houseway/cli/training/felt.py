"""A question's felt in the terminal, from the view that every front end gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from houseway.cards import Card
from houseway.cli.felt import cards_text, placed_text
from houseway.money import dollars
from houseway.rules.game import TableGame

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

View = Mapping[str, Any]


def show_felt(console: Console, game: TableGame[Any], view: View) -> None:
    """The house's cards, then every seat: against the house, or among players."""
    if "players" in view:
        _show_pots(console, view)
    else:
        _show_house(console, view)
        _show_seats(console, game, view)


def _row(texts: Iterable[str | None], *, playing: Iterable[str] = ()) -> Text:
    return cards_text(
        [None if text is None else Card.parse(text) for text in texts], playing=map(Card.parse, playing)
    )  # fmt: skip


def _show_house(console: Console, view: View) -> None:
    dealer = view["dealer"]
    facts = [] if view.get("meter") is None else [f"Meter {dollars(view['meter'])}."]
    if view.get("shoe"):
        shoe = view["shoe"]
        facts.append(f"Shoe {shoe['number']}: {shoe['to_cut']} cards to the cut card.")
    if facts:
        console.print(f"[dim]{' '.join(facts)}[/]")
    if dealer["cards"]:
        words = dealer["words"]
        if words and dealer["qualifies"] is not None:
            words += "; qualifies" if dealer["qualifies"] else "; does not qualify"
        console.print("Dealer:  ", _row(dealer["cards"], playing=dealer["hand"]), f" {words}", sep="")
    if any((dealer["positions"] or {}).values()):
        placed = {name: [Card.parse(card)] if card else [] for name, card in dealer["positions"].items()}
        console.print("         ", placed_text(placed), sep="")
    if view["community"]:
        console.print("Board:   ", _row(view["community"], playing=dealer["hand"]), sep="")


def _show_seats(console: Console, game: TableGame[Any], view: View) -> None:
    from rich.table import Table

    names = {wager.id: wager.name for wager in game.wagers}
    grid = Table.grid(padding=(0, 2))
    for seat in view["seats"]:
        cards = _row([*seat["dealt"], *seat["drawn"]])
        if seat["aside"]:
            cards.append("aside ", style="dim").append_text(_row(seat["aside"]))
        settled = {row["wager"]: row for row in seat["settled"]}
        wagers = [f"{names[name]} {dollars(cents)}{_result(settled.pop(name, None))}"
                  for name, cents in seat["stakes"].items()]  # fmt: skip
        wagers += [f"{names[name]}{_result(row)}" for name, row in settled.items()]
        words = "[dim]folded[/]" if seat["folded"] else seat["words"]
        own = " [bold](you)[/]" if view.get("you") == seat["seat"] else ""
        grid.add_row(f"Seat {seat['seat']}{own}", cards, words, " · ".join(wagers))
        if any((seat.get("placed") or {}).values()):
            placed = {name: [Card.parse(card) for card in row if card] for name, row in seat["placed"].items()}
            grid.add_row("", placed_text(placed))
    console.print(grid)


def _result(row: Mapping[str, Any] | None) -> str:
    """What became of a wager that is settled."""
    if row is None:
        return ""
    net = row["returned"] - row["amount"]
    if net > 0:
        return f" [green]paid {dollars(net)}[/]"
    return " [yellow]pushed[/]" if net == 0 else " [red]taken[/]"


def _show_pots(console: Console, view: View) -> None:
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    for player in view["players"]:
        state = "folded" if player["folded"] else "mucked" if player["mucked"] else player["did"]
        if not (player["stack"] or player["folded"]):
            state = f"{state}, all in".removeprefix(", ")
        bet = f"bet {dollars(player['bet'])}" if player["bet"] else ""
        grid.add_row(
            "→" if view["turn"] == player["seat"] else " ",
            f"Seat {player['seat']}{' [bold](you)[/]' if view.get('you') == player['seat'] else ''}",
            _row(player["cards"]),
            dollars(player["stack"]),
            bet,
            f"[dim]{state}[/]",
            "[dim]button[/]" if view["button"] == player["seat"] else "",
            player["words"],
        )
    console.print(grid)
    pots = [_pot(index, pot) for index, pot in enumerate(view["pots"])] if view["pots"] else []
    pots = pots or ([f"pot {dollars(view['pot'])}"] if view.get("pot") is not None else [])
    if pots:
        console.print(f"{', '.join(pots).capitalize()}.  Board: ", _row(view["community"]), sep="")
    elif view["community"]:
        console.print("Board: ", _row(view["community"]), sep="")


def _pot(index: int, pot: Mapping[str, Any]) -> str:
    return f"{'side pot' if index else 'pot'} {dollars(pot['amount'])}"
