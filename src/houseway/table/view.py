"""What one person may see of a round.

A view is folded from the events as `seen_by` shows them to that person, and from nothing else: a card that was hidden
there cannot be here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cards import Card, texts
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, EachSeat, Step
from houseway.table import events as ev
from houseway.table.lay import Lay, dealer_lay

Rows = dict[str, list[Card | None]]  # the dealer's and the shared cards; those out of sight are None


class SeatView:
    """What lies in front of one player, as the viewer sees it."""

    def __init__(self, seat: int, game: Game[Any], house: Rows) -> None:
        self.seat = seat
        self._house = house
        self._holds_cards = any(_deals_to_players(step) for step in game.procedure)
        self.stakes: dict[str, int] = {}
        self.cards: dict[str, list[Card | None]] = {"dealt": [], "drawn": [], "aside": []}
        self.decided: list[ev.Decided] = []
        self.settled: list[ev.Settled] = []
        self.folded = False
        self.written: tuple[HouseCards, dict[str, Any]] | None = None  # its JSON, kept until something changes

    def decide(self, event: ev.Decided) -> None:
        """Take in a decision and the bets that it puts down or takes back."""
        self.decided.append(event)
        self.stakes.update(event.stakes)
        for name in event.taken_back:
            self.stakes.pop(name, None)  # missing if the wagers were never told
        self.folded = event.decision.folds

    def spot(self) -> Spot | None:
        """The same as the rules read it, if every card that counts is in sight. In a game that deals no cards to
        players these are the house's face-up cards."""
        dealt, drawn, seen = self.cards["dealt"], self.cards["drawn"], in_sight(self._house)
        discards = [card for event in self.decided for card in event.decision.discard or ()]
        if None in dealt or None in drawn or None in discards:
            return None
        if not dealt and (self._holds_cards or not any(seen)):
            return None
        return Spot(
            self.seat,
            self.stakes,
            tuple(card for card in dealt if card is not None),
            tuple(card for card in drawn if card is not None),
            decisions=tuple((event.at, event.decision) for event in self.decided),
            folded=self.folded,
            seen=seen,
        )


def _deals_to_players(step: Step) -> bool:
    if isinstance(step, EachSeat):
        return any(_deals_to_players(inner) for inner in step.steps)
    return isinstance(step, Deal) and step.to == PLAYERS


def in_sight(rows: Rows) -> HouseCards:
    """The dealer's and the shared cards that are face up."""
    dealer, community = rows[DEALER], rows[COMMUNITY]
    return HouseCards(tuple([c for c in dealer if c is not None]), tuple([c for c in community if c is not None]))


class View:
    """The felt as one viewer sees it; `to_json` is what programs and browsers get."""

    def __init__(self, game: Game[Any], viewer: ev.Viewer, events: Iterable[ev.Event]) -> None:
        self.game = game
        self.viewer = viewer
        self.seats: dict[int, SeatView] = {}  # those with a wager
        self.house: Rows = {DEALER: [], COMMUNITY: []}
        self.arranged: ev.Arranged | None = None
        self.meter: int | None = None
        self.shoe: ev.ShoeFacts | None = None  # as it is now; its digest stays that of the opening
        self.commitment = ""
        self.server_seed: str | None = None
        self.net: dict[int, int] | None = None
        self.see(events)

    def see(self, events: Iterable[ev.Event]) -> None:
        """Take in what has happened since."""
        for event in events:
            self._see(ev.seen_by(event, self.viewer))

    def _see(self, event: ev.Event) -> None:
        match event:
            case ev.RoundOpened():
                self.commitment, self.meter, self.shoe = event.commitment, event.meter, event.shoe
            case ev.WagersPlaced(seat, stakes):
                self.seats.pop(seat, None)
                if stakes:
                    self.seats[seat] = SeatView(seat, self.game, self.house)
                    self.seats[seat].stakes = dict(stakes)
            case ev.MeterFed(_, after) | ev.MeterPaid(_, _, after):
                self.meter = after
            case ev.Dealt(to, area, _, cards):
                (self.house[to] if isinstance(to, str) else self._changed(to).cards[area]).extend(cards)
                self._left_shoe(len(cards))
            case ev.Burned(cards):
                self._left_shoe(len(cards))
            case ev.Buried(count) if self.shoe is not None:
                self.shoe = self.shoe._replace(buried=self.shoe.buried + count, to_cut=self.shoe.to_cut - count)
            case ev.Shuffled(number, to_cut) if self.shoe is not None:
                self.shoe = self.shoe._replace(number=number, round=0, dealt=0, buried=0, to_cut=to_cut)
            case ev.Decided(seat=seat):
                self._changed(seat).decide(event)
            case ev.Turned(whose, indexes, cards):
                row = self.house[whose] if isinstance(whose, str) else self._changed(whose).cards["dealt"]
                for index, card in zip(indexes, cards, strict=True):
                    row[index] = card
            case ev.Took(seat, source, cards):
                self._changed(seat).cards["drawn"].extend(cards)
                if source == "aside":
                    self.seats[seat].cards["aside"].clear()
            case ev.Arranged():
                self.arranged = event
            case ev.Settled(seat):
                self._changed(seat).settled.append(event)
            case ev.RoundClosed(net, server_seed):
                self.net, self.server_seed = dict(net), server_seed

    def _left_shoe(self, count: int) -> None:
        if self.shoe is not None:
            dealt, to_cut = self.shoe.dealt + count, max(0, self.shoe.to_cut - count)
            self.shoe = self.shoe._replace(dealt=dealt, to_cut=to_cut)

    def _changed(self, seat: int) -> SeatView:
        changed = self.seats[seat]
        changed.written = None
        return changed

    def shown_house(self) -> HouseCards:
        """The dealer's and the shared cards that are face up."""
        return in_sight(self.house)

    def words(self, seat: int) -> str:
        """What a player holds, in words, if the viewer sees all of it."""
        spot = self.seats[seat].spot()
        return "" if spot is None else self.game.names.hand(spot, self.shown_house())

    def placed(self, seat: int) -> Mapping[str, tuple[Card, ...]] | None:
        """The player's cards by the position they lie on, if the viewer sees all of them and the game has positions."""
        spot = self.seats[seat].spot()
        return None if spot is None else self.game.display.placed(spot)

    def dealer_words(self) -> str:
        """What the dealer holds, in words, once his hand is set."""
        return "" if self.arranged is None else self.game.names.dealer(self.shown_house())

    def lay(self) -> Lay | None:
        """How the house's cards lie once the dealer's hand is set and all of them are face up, where the game says."""
        if self.arranged is None or None in self.house[DEALER] or None in self.house[COMMUNITY]:
            return None
        return dealer_lay(self.game, self.shown_house(), self.arranged.hand)

    def to_json(self) -> dict[str, Any]:
        house = self.shown_house()
        return {**self.head_json(), "seats": [dict(self.seat_json(seat, house)) for seat in sorted(self.seats)]}

    def head_json(self) -> dict[str, Any]:
        """Everything but the seats."""
        arranged, lay = self.arranged, self.lay()
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "fingerprint": self.game.fingerprint,
            "you": self.viewer,
            "commitment": self.commitment,
            "server_seed": self.server_seed,
            "meter": self.meter,
            "shoe": None if self.shoe is None else self.shoe._asdict(),
            "dealer": {
                "cards": texts(self.house[DEALER]),
                "hand": texts(arranged.hand) if arranged else [],
                "positions": positions_json(arranged.positions) if arranged else None,
                "qualifies": arranged.qualifies if arranged else None,
                "lay": None if lay is None else {row: texts(cards) for row, cards in lay.rows.items()},
                "lay_words": "" if lay is None else lay.words,
                "words": self.dealer_words(),
            },
            "community": texts(self.house[COMMUNITY]),
            "net": None if self.net is None else {str(seat): net for seat, net in self.net.items()},
        }

    def seat_json(self, seat: int, house: HouseCards) -> dict[str, Any]:
        """One seat. The same object is given until the seat or the house's face-up cards change, since a table shows
        itself all day; do not change it."""
        shown = self.seats[seat]
        if shown.written is None or shown.written[0] != house:
            shown.written = house, self._written(shown, house)
        return shown.written[1]

    def _written(self, shown: SeatView, house: HouseCards) -> dict[str, Any]:
        spot = shown.spot()
        return {
            "seat": shown.seat,
            "stakes": dict(shown.stakes),
            **{area: texts(cards) for area, cards in shown.cards.items()},
            "decisions": [{"at": event.at, **event.decision.to_json()} for event in shown.decided],
            "folded": shown.folded,
            "positions": positions_json(self.game.display.positions(spot)) if spot else None,
            "placed": placed_json(self.game.display.placed(spot)) if spot else None,
            "words": self.game.names.hand(spot, house) if spot else "",
            "settled": [
                {"wager": e.wager, "amount": e.amount, "returned": e.returned, "case": e.case, "reason": e.reason}
                for e in shown.settled
            ],
        }


def positions_json(positions: Any) -> dict[str, str | None] | None:
    """Positions with the cards as text."""
    if positions is None:
        return None
    return {name: None if card is None else card.text for name, card in positions.items()}


def placed_json(placed: Mapping[str, tuple[Card, ...]] | None) -> dict[str, list[str | None]] | None:
    """All cards in each position, as text."""
    return None if placed is None else {name: texts(cards) for name, cards in placed.items()}
