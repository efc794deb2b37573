"""How the three kinds of opponents play. A decision is what to do and, for a bet or raise, to which total."""

from __future__ import annotations

from abc import ABC, abstractmethod

from houseway.cards import Card
from houseway.table.betting import CALL, CHECK, FOLD, Bounds
from houseway.table.pot_view import Player, PotView
from houseway.table.shuffle import Stream, seed_from

Move = tuple[str, int]
LABEL = b"houseway opponent 1"


class Opponent(ABC):
    """A player by the program."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream(seed_from(seed), label=LABEL)

    @abstractmethod
    def decide(self, view: PotView) -> Move:
        """What to do, from the view of the seat whose turn it is."""

    def _often(self, percent: int) -> bool:
        return self._stream.below(100) < percent


class Careless(Opponent):
    """Likes to see cards: calls most bets, raises on a whim, folds now and then."""

    def decide(self, view: PotView) -> Move:
        legal = view.legal
        assert legal is not None
        if legal.most and self._often(15):
            return legal.verb, legal.least + self._stream.below(min(legal.most, 3 * legal.least) - legal.least + 1)
        if legal.check:
            return CHECK, 0
        return (FOLD, 0) if self._often(25) else (CALL, 0)


class Careful(Opponent):
    """Weighs the chance to win against the price of the call, as if everybody held any two cards."""

    def decide(self, view: PotView) -> Move:
        legal = view.legal
        assert legal is not None
        win = _heads_up_equity(view) ** len(_rivals(view))
        if legal.most and win > 0.7:
            return legal.verb, legal.least
        if legal.check:
            return CHECK, 0
        return (CALL, 0) if win > _price(view, legal) else (FOLD, 0)


class Sharp(Opponent):
    """Takes a bet for what it says about the bettor's hand, bets more with more, and uses being last to act."""

    def decide(self, view: PotView) -> Move:
        legal = view.legal
        assert legal is not None
        rivals = _rivals(view)
        equity = _heads_up_equity(view)
        win = 1.0
        for rival in rivals:
            win *= _against(equity, _range(view, rival))
        if legal.most and self._bets(view, legal, equity, win):
            return legal.verb, self._size(view, legal, win)
        if legal.check:
            return CHECK, 0
        return (CALL, 0) if win > _price(view, legal) else (FOLD, 0)

    def _bets(self, view: PotView, legal: Bounds, equity: float, win: float) -> bool:
        rivals = len(_rivals(view))
        if win > 0.5 + 0.1 / rivals:
            return True
        # Nobody has shown strength and nobody comes after: a bet often wins at once.
        return legal.check and rivals == 1 and _last_to_act(view) and (equity > 0.45 or self._often(25))

    def _size(self, view: PotView, legal: Bounds, win: float) -> int:
        """Between half the pot and all of it as the hand is stronger, within what is legal."""
        price = max(player.bet for player in view.players.values())
        wanted = price + int(view.pot * (0.5 if win < 0.75 else 0.8))
        return max(legal.least, min(legal.most, wanted))


def _heads_up_equity(view: PotView) -> float:
    assert view.viewer is not None
    hole: tuple[Card, ...] = tuple(card for card in view.players[view.viewer].cards if card is not None)
    from houseway.odds.equity import heads_up_equity  # brings numba

    return heads_up_equity(view.game, hole, view.shown_community())


def _rivals(view: PotView) -> list[Player]:
    return [player for player in view.players.values() if player.seat != view.viewer and not player.folded]


def _price(view: PotView, legal: Bounds) -> float:
    """The share of the final pot that a call pays."""
    return legal.call / (view.pot + legal.call)


def _range(view: PotView, rival: Player) -> float:
    """The share of hands, best first, that a rival plays this way: each bet or raise narrows it, a call a little."""
    share = 1.0
    for event in view.history:
        if event.seat == rival.seat and event.do in ("bet", "raise"):
            share *= 0.45
        elif event.seat == rival.seat and event.do == CALL:
            share *= 0.8
    return max(share, 0.1)


def _against(equity: float, share: float) -> float:
    """A chance against any hand, turned into one against the best `share` of them: the part of them it still beats."""
    return max(0.02, (equity - (1 - share)) / share)


def _last_to_act(view: PotView) -> bool:
    """Whether nobody acts after this seat in the round."""
    assert view.viewer is not None
    seats = sorted(view.players)
    start = next((index for index, seat in enumerate(seats) if seat > view.button), 0)
    order = [seat for seat in seats[start:] + seats[:start] if not view.players[seat].folded]
    return order[-1] == view.viewer
