"""What one person may see of a hand among players, folded from the events as `seen_by` shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from houseway.cards import Card, texts
from houseway.rules.pot_game import PotGame
from houseway.table import events as ev
from houseway.table.pots import Pot, make_pots

if TYPE_CHECKING:
    from houseway.table.betting import Bounds


class Player:
    """One player as the viewer sees them."""

    def __init__(self, seat: int, stack: int) -> None:
        self.seat = seat
        self.stack = stack
        self.bet = 0  # in this betting round
        self.paid = 0  # in this hand
        self.folded = False
        self.mucked = False
        self.cards: tuple[Card | None, ...] = ()
        self.did = ""  # the last action

    def put_in(self, amount: int, *, alive: bool) -> None:
        self.stack -= amount
        self.paid += amount
        # An uncalled return may be more than the bet: it can include part of an ante.
        self.bet = max(0, self.bet + amount) if alive else self.bet


class PotView:
    """The hand as one viewer sees it."""

    def __init__(
        self,
        game: PotGame[Any],
        viewer: ev.Viewer,
        events: Iterable[ev.HandEvent],
        turn: int | None,
        legal: Bounds | None,
    ) -> None:
        self.game = game
        self.viewer = viewer
        self.turn = turn
        self.legal = legal
        self.players: dict[int, Player] = {}
        self.community: list[Card | None] = []
        self.button = 0
        self.dead = 0  # missed small blinds: nobody's bet
        self.commitment = ""
        self.at = ""
        self.history: list[ev.Bet | ev.Posted] = []
        self.pots: list[ev.PotPaid] = []
        self.settled: list[ev.Settled] = []
        self.over = False
        self.see(events)

    def see(self, events: Iterable[ev.HandEvent]) -> None:
        """Take in what has happened since."""
        for event in events:
            self._see(ev.seen_by(event, self.viewer))

    def _see(self, event: ev.HandEvent) -> None:
        match event:
            case ev.HandOpened():
                self.players = {seat: Player(seat, chips) for seat, chips in event.stacks.items()}
                self.button, self.commitment = event.button, event.commitment
            case ev.WagersPlaced(seat, stakes):
                self.players[seat].stack -= sum(stakes.values())
            case ev.Posted(seat, do, amount, dead):
                if dead and do == "post-small-blind":
                    self.dead += amount
                    self.players[seat].stack -= amount
                else:
                    self.players[seat].put_in(amount, alive=not dead)
                self.players[seat].did = do
                self.history.append(event)
            case ev.Dealt(to, _, _, cards):
                if isinstance(to, int):
                    self.players[to].cards = cards
                else:
                    self.community.extend(cards)
                    for player in self.players.values():  # bets of the round before are in the pot
                        player.bet = 0
            case ev.Bet(at, seat, do, amount, _):
                self.at = at
                player = self.players[seat]
                player.put_in(amount, alive=True)
                player.folded |= do == "fold"
                player.did = do
                self.history.append(event)
            case ev.Returned(seat, amount):
                self.players[seat].put_in(-amount, alive=True)
            case ev.Shown(seat, cards):
                self.players[seat].cards = cards
            case ev.Mucked(seat):
                self.players[seat].mucked = True
            case ev.PotPaid():
                self.pots.append(event)
                for seat, amount in event.paid.items():
                    self.players[seat].stack += amount
            case ev.Settled(seat, _, _, returned):
                self.settled.append(event)
                self.players[seat].stack += returned
            case ev.HandClosed(stacks):
                self.over = True
                for seat, chips in stacks.items():
                    self.players[seat].stack = chips

    @property
    def pot(self) -> int:
        """All that has been put in and not returned."""
        return self.dead + sum(player.paid for player in self.players.values())

    def pot_for(self, seat: int, call: int) -> int:
        """The pot that a seat plays for when it calls, before any rake: a player who is all in plays with each of the
        others for no more than they put in themselves."""
        cap = self.players[seat].paid + call
        return self.dead + cap + sum(min(player.paid, cap) for player in self.players.values() if player.seat != seat)

    def standing(self) -> list[Pot]:
        """The main pot and the side pots as they stand; only a player who is all in for less makes another one."""
        paid = {seat: player.paid for seat, player in self.players.items()}
        live = [seat for seat, player in self.players.items() if not player.folded]
        # Once a pot is paid its winner has chips again, but nobody bets any more.
        can_bet = [] if self.pots else [seat for seat in live if self.players[seat].stack]
        return make_pots(paid, live, self.dead, can_bet=can_bet)

    def shown_community(self) -> tuple[Card, ...]:
        return tuple(card for card in self.community if card is not None)

    def words(self, seat: int) -> str:
        """What a player holds, in words, if the viewer sees it."""
        cards = tuple(card for card in self.players[seat].cards if card is not None)
        return self.game.describe(cards, self.shown_community()) if len(cards) == self.game.hole_cards else ""

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "fingerprint": self.game.fingerprint,
            "you": self.viewer,
            "commitment": self.commitment,
            "button": self.button,
            "community": texts(self.community),
            "pot": self.pot,
            "turn": self.turn,
            "legal": self.legal._asdict() if self.legal else None,
            "players": [
                {
                    "seat": player.seat,
                    "stack": player.stack,
                    "bet": player.bet,
                    "paid": player.paid,
                    "folded": player.folded,
                    "mucked": player.mucked,
                    "cards": texts(player.cards),
                    "words": self.words(player.seat),
                    "did": player.did,
                }
                for player in self.players.values()
            ],
            "pots": [
                *(_pot(pot, pot.paid) for pot in self.pots),
                *(_pot(pot, {}) for pot in self.standing()[len(self.pots) :]),
            ],
            "settled": [event._asdict() for event in self.settled],
            "over": self.over,
        }


def _pot(pot: Pot | ev.PotPaid, paid: Mapping[int, int]) -> dict[str, Any]:
    return {
        "amount": pot.amount,
        "eligible": list(pot.eligible),
        "paid": {str(seat): amount for seat, amount in paid.items()},
    }
