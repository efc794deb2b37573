"""A round in a dealer's words, one line an event.

The words follow from the events given, whole or as one person may see them (`events.seen_by`): a card out of sight is
written `??`, and a hand that is not all in sight is not named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from houseway.cards import Card
from houseway.money import dollars
from houseway.rounding import short
from houseway.rules.game import Decision, Game, HouseCards
from houseway.rules.procedure import COMMUNITY, DEALER, Face
from houseway.rules.wagers import Kind
from houseway.table import events as ev
from houseway.table.lay import dealer_lay
from houseway.table.view import Rows, SeatView, in_sight

HIDDEN = "??"
FACES = {Face.UP: "face up", Face.DOWN: "face down", Face.BLIND: "unseen"}
CHOICES = {"choice": "{}s", "open": "leaves {} open", "position": "places the card {}"}  # by the decision's key


def tell(event: ev.Event, game: Game[Any]) -> str:
    """One event by itself, without what earlier cards would add."""
    return Teller(game).tell(event)


def tell_all(events: Iterable[ev.Event], game: Game[Any]) -> Iterator[str]:
    """All events of a round, one line each; those that are not worth a line are left out."""
    teller = Teller(game)
    for event in events:
        line = teller.tell(event)
        if line:
            yield line


class Teller:
    """Tells a round's events in order, and remembers the cards on the felt to name the hands they make. Whoever tells
    less overrides `hand` and `arranged`."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._house: Rows = {DEALER: [], COMMUNITY: []}
        self._seats: dict[int, SeatView] = {}
        self._players: tuple[int, ...] = ()
        self._named: dict[int, str] = {}  # how a seat's hand was named last

    def tell(self, event: ev.Event) -> str:
        """The event as a line, or nothing."""
        match event:
            case ev.RoundOpened(edition=edition, seats=seats, fair=fair, shoe=shoe):
                stacked = "" if fair else "; the deck is stacked"
                return f"{self.game.name}, edition {edition}, {_seats(seats)}{_shoe(shoe)}{stacked}"
            case ev.WagersPlaced(seat, stakes):
                self._seat(seat).stakes = dict(stakes)
                return f"Seat {seat} bets: {self._stakes(stakes)}" if stakes else f"Seat {seat} takes the wagers back"
            case ev.WagersClosed(seats):
                self._players = seats
                return "No more bets"
            case ev.MeterFed(before, after):
                return f"The meter goes from {dollars(before)} to {dollars(after)}"
            case ev.MeterPaid(seat, before, after):
                return f"Seat {seat} hits the meter: it goes from {dollars(before)} to {dollars(after)}"
            case ev.Burned(cards):
                return f"Dealer burns {_cards(cards)}"
            case ev.Dealt():
                return self._dealt(event)
            case ev.Decided():
                return self._decided(event)
            case ev.Turned():
                return self._turned(event)
            case ev.Took(seat, _, cards):
                self._seat(seat).cards["drawn"].extend(cards)
                return f"Seat {seat} takes {_cards(cards)}{self.hand(seat)}"
            case ev.Arranged():
                return self.arranged(event)
            case ev.Settled():
                return self._settled(event)
            case ev.Collected(what, seats):
                return f"Dealer collects {what}" + ("" if seats in ((), self._players) else f" ({_seats(seats)})")
            case ev.Buried(count):
                return f"Dealer buries {count} {'card' if count == 1 else 'cards'} unseen"
            case ev.Shuffled(number):
                return f"The cut card has come: the decks are shuffled for shoe {number}"
            case ev.RoundClosed(net):
                return "Round over: " + (
                    ", ".join(f"seat {seat} {_net(cents)}" for seat, cents in net.items()) or "nobody played"
                )
        return ""  # a hand among players has other events

    def _seat(self, seat: int) -> SeatView:
        return self._seats.setdefault(seat, SeatView(seat, self.game, self._house))

    def _stakes(self, stakes: Mapping[str, int]) -> str:
        return ", ".join(f"{self.game.wager[name].name} {dollars(cents)}" for name, cents in stakes.items())

    def _dealt(self, event: ev.Dealt) -> str:
        to, area, face, cards = event
        aside = "set aside, " if area == "aside" else ""
        line = f"{_who(to)} is dealt {_cards(cards)} ({aside}{FACES[face]})"
        if isinstance(to, str):
            self._house[to].extend(cards)
            return line
        self._seat(to).cards[area].extend(cards)
        if area == "drawn":
            return line + self.hand(to)
        return line + self._placed(to) if area == "dealt" else line

    def _placed(self, seat: int) -> str:
        """Where the cards lie, if they have a place without anything being decided."""
        spot = self._seat(seat).spot()
        placed = None if spot is None or spot.decisions else self.game.display.placed(spot)
        laid = {name: cards for name, cards in (placed or {}).items() if cards}
        if len(laid) == 1:
            return f", placed on {next(iter(laid))}"
        return "".join(f", {_cards(cards)} on {name}" for name, cards in laid.items())

    def _decided(self, event: ev.Decided) -> str:
        seat, _, decision, stakes, taken_back = event
        self._seat(seat).decide(event)
        parts = [f"takes back {self.game.wager[name].name}, {dollars(cents)}" for name, cents in taken_back.items()]
        if not parts or stakes or decision.folds:  # else taking back is all that the choice does
            parts.insert(0, _choice(decision) + (f": {self._stakes(stakes)}" if stakes else ""))
        return f"Seat {seat} {', '.join(parts)}{_discard(decision)}"

    def _turned(self, event: ev.Turned) -> str:
        whose, indexes, cards = event
        line = f"{_who(whose)} shows {_cards(cards)}"
        row = self._house[whose] if isinstance(whose, str) else self._seat(whose).cards["dealt"]
        if not row:  # the deal was not told
            return line
        for index, card in zip(indexes, cards, strict=True):
            row[index] = card
        # Two cards of three make no hand yet, and discards none at all.
        return line + self.hand(whose) if isinstance(whose, int) and len(indexes) == len(row) else line

    def hand(self, seat: int) -> str:
        """What the seat holds, if it has not folded and all of it is in sight, and only if that is news."""
        spot, house = self._seat(seat).spot(), self._shown()
        words = "" if spot is None or spot.folded or house is None else self.game.names.hand(spot, house)
        if not words or self._named.get(seat) == words:
            return ""
        self._named[seat] = words
        return f": {words}"

    def _shown(self) -> HouseCards | None:
        """The house's cards in sight; None while some of the shared ones are hidden."""
        return None if None in self._house[COMMUNITY] else in_sight(self._house)

    def arranged(self, event: ev.Arranged) -> str:
        """How the dealer sets the house's cards."""
        hand, positions, qualifies = event
        house = self._shown()
        words = self.game.names.dealer(house) if house and house.dealer else ""
        if positions is not None:
            return _positions(positions, words)
        line = f"Dealer plays {_cards(hand)}" + (f": {words}" if words else "")
        if qualifies is not None:
            line += f"; {'qualifies' if qualifies else 'does not qualify'}"
        return line + self._lay(hand)

    def _lay(self, hand: ev.Cards) -> str:
        """How the dealer lays the cards, from left to right, where the game says and all of them are in sight."""
        house = self._shown()
        if house is None or not house.dealer or None in self._house[DEALER]:
            return ""
        lay = dealer_lay(self.game, house, hand)
        return "" if lay is None else f"; lays {lay.text()}"

    def _settled(self, event: ev.Settled) -> str:
        seat, name, amount, returned, _, reason = event
        wager = self.game.wager[name]
        staked = f" {dollars(amount)}" if amount else ""
        if wager.kind in (Kind.BONUS, Kind.PROGRESSIVE) and returned:
            result = f"pays {dollars(returned)}"  # there is no stake, or it stays with the house
        else:
            result = outcome(amount, returned)
        return f"Seat {seat} {wager.name}{staked}: {result} ({reason})"


def outcome(amount: int, returned: int) -> str:
    """How a wager ended: what was won on top of the stake, or how much of it was lost."""
    if returned > amount:
        return f"wins {dollars(returned - amount)}"
    if returned == amount:
        return "pushes"
    return f"loses {dollars(amount - returned)}, {dollars(returned)} comes back" if returned else "loses"


def _cards(cards: ev.Cards) -> str:
    return " ".join(HIDDEN if card is None else card.pretty for card in cards) or "nothing"


def _who(whose: int | str) -> str:
    return whose.capitalize() if isinstance(whose, str) else f"Seat {whose}"


def _seats(seats: tuple[int, ...]) -> str:
    return f"{'seat' if len(seats) == 1 else 'seats'} {', '.join(map(str, seats))}"


def _shoe(shoe: ev.ShoeFacts | None) -> str:
    """Where the round is in a shoe that is kept from round to round."""
    if shoe is None:
        return ""
    buried = f"{shoe.dealt} dealt, {shoe.buried} buried, " if shoe.round > 1 else ""
    return f"; shoe {shoe.number}, round {shoe.round}: {buried}{shoe.to_cut} cards to the cut card"


def _net(cents: int) -> str:
    return f"{'+' if cents > 0 else ''}{dollars(cents)}" if cents else "even"


def _choice(decision: Decision) -> str:
    words = CHOICES.get(decision.key, f"sets {decision.key} {{}}").format(decision.choice) if decision.choice else ""
    return f"{words} {short(decision.multiple)}x" if decision.multiple else words


def _discard(decision: Decision) -> str:
    """Which cards are thrown, added to the bet where there is one."""
    if decision.discard is None:
        return ""
    if not decision.discard:
        return ", keeps all" if decision.choice else "stands pat"
    return f"{', ' if decision.choice else ''}discards {_cards(decision.discard)}"


def _positions(positions: Mapping[str, Card | None], words: str) -> str:
    """How the dealer's cards lie: named as a hand when every position is filled, or none can be."""
    laid = ", ".join(f"{card.pretty} {name}" for name, card in positions.items() if card is not None)
    if laid and None in positions.values():
        return f"Dealer places {laid}"
    return f"Dealer has {laid}: {words}" if laid and words else f"Dealer has {laid or words or 'no hand'}"
