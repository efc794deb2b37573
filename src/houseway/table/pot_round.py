"""One hand among players: blinds, betting rounds, showdown and pots, as the game's procedure orders them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from houseway.cards import Card
from houseway.errors import IllegalAction, WagerError
from houseway.money import winnings
from houseway.rules.limits import Limits
from houseway.rules.pot_game import PotGame, pot_case
from houseway.rules.procedure import (
    COMMUNITY,
    PLAYERS,
    BettingRound,
    Burn,
    Deal,
    FirstToAct,
    PostBlinds,
    Settle,
    Showdown,
    Side,
    Step,
    StepPath,
    TakeWagers,
)
from houseway.table import events as ev
from houseway.table.betting import FOLD, Betting, Bounds, Stakes
from houseway.table.pot_view import PotView
from houseway.table.pots import Pot, make_pots, rake, share, uncalled
from houseway.table.shuffle import Shoe, Stream, commitment, cut, mixed, secret_seed
from houseway.table.words import promise_of

OPEN_LIMITS = Limits()


class PotRound:
    """A hand from the blinds to the last pot.

    `stacks` says who plays and with how much; `button` is a seat number (a dead button may be at an empty seat).
    `blinds` names the seats that post the small and the big blind, None for nobody; by default they are the two left of
    the button, or heads-up the button and the other player. `owed` are missed blinds to post by seat: live and dead
    cents. `side` are wagers against the house by seat; `limits` are what the table and the law allow of them.

    `player_seeds` are the players' words in the shuffle. With `promised`, the promises of those words that were made,
    the deck is shuffled by the seed alone, so that it can be sealed before the words are known; then the words cut it.
    """

    def __init__(
        self,
        game: PotGame[Any],
        stacks: Mapping[int, int],
        *,
        button: int,
        seed: str | bytes | None = None,
        blinds: tuple[int | None, int] | None = None,
        owed: Mapping[int, tuple[int, int]] | None = None,
        side: Mapping[int, int] | None = None,
        limits: Limits | None = None,
        player_seeds: Mapping[int, str] | None = None,
        promised: Mapping[int, str] | None = None,
        stacked: Iterable[Card] = (),
    ) -> None:
        self.game = game
        self.limits = limits or OPEN_LIMITS
        _check(game, stacks, button, side or {}, self.limits)
        self.start = dict(sorted(stacks.items()))
        self.button = button
        self.owed = dict(owed or {})
        self.side = dict(side or {})
        self.player_seeds = dict(player_seeds or {})
        self.promised = None if promised is None else dict(promised)
        self.stacked = tuple(stacked)
        if self.promised is not None:
            _check_promised(self.promised, self.player_seeds, self.stacked)
        self._seed = secret_seed(seed)
        self.commitment = commitment(self._seed)
        later = [seat for seat in self.start if seat > button]
        self.order = tuple(later + [seat for seat in self.start if seat <= button])  # from left of the button
        self.blinds = self._blind_seats() if blinds is None else blinds
        self._check_posts()
        self._stacks = {seat: chips - self.side.get(seat, 0) for seat, chips in self.start.items()}
        self._paid = dict.fromkeys(self.order, 0)
        self._dead = 0  # missed small blinds: nobody's bet, and nothing that others must match
        self._live = set(self.order)
        self._hole: dict[int, tuple[Card, ...]] = {}
        self._community: tuple[Card, ...] = ()
        self._posted: dict[int, int] = {}
        self._betting: Betting | None = None
        self._aggressor: int | None = None
        self._step = 0
        self._last_case = ""
        self.pots: list[dict[str, Any]] = []
        self.returned: dict[int, int] = {}
        self.side_results: dict[int, tuple[int, int]] = {}
        self._actions: list[tuple[int, str, int]] = []
        self._shoe = self._new_shoe()
        self._events: list[ev.HandEvent] = []
        self._paths: list[StepPath] = []
        opened = ev.HandOpened(
            game.id,
            game.edition,
            game.fingerprint,
            MappingProxyType(self.start),
            button,
            self.commitment,
            fair=not self.stacked,
        )
        self._note(opened)
        self._run()

    # --- what anybody may ask ---

    @property
    def over(self) -> bool:
        return self._step == len(self.game.procedure)

    @property
    def step(self) -> Step | None:
        return None if self.over else self.game.procedure[self._step]

    @property
    def turn(self) -> int | None:
        """The seat to act, None when the hand is over."""
        return self._betting.turn if self._betting else None

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.turn is None else (self.turn,)

    def legal(self, seat: int) -> Bounds | None:
        """What the seat may do now, None when it is not its turn. `price` says what each of it costs."""
        return self._betting.bounds() if self._betting and seat == self.turn else None

    def view(self, viewer: ev.Viewer = None) -> PotView:
        """What a seat, or a spectator (None), may see now."""
        return PotView(self.game, viewer, self._events, self.turn, self.legal(viewer) if viewer else None)

    # --- the house's own ---

    @property
    def events(self) -> tuple[ev.HandEvent, ...]:
        return tuple(self._events)

    def step_of(self, number: int) -> StepPath:
        """Where in the procedure the event of that number happened."""
        return self._paths[number]

    @property
    def actions(self) -> tuple[tuple[int, str, int], ...]:
        return tuple(self._actions)

    @property
    def stacks(self) -> dict[int, int]:
        return dict(self._stacks)

    @property
    def hole(self) -> dict[int, tuple[Card, ...]]:
        return dict(self._hole)

    @property
    def community(self) -> tuple[Card, ...]:
        return self._community

    @property
    def undealt(self) -> tuple[Card, ...]:
        """The board cards that would have come, had not all but one folded before: as the shuffle has them, which was
        committed to before the first action. None before the hand is over."""
        if not self.over:
            return ()
        dealt = sum(len(event.cards) for event in self._events if isinstance(event, ev.Dealt) and event.to == COMMUNITY)
        return self._community[dealt:]

    @property
    def server_seed(self) -> bytes:
        return self._seed

    @property
    def chips(self) -> int:
        """All chips of the hand, wherever they lie; the total changes only when wagers against the house are paid."""
        settled = sum(sum(pot["paid"].values()) for pot in self.pots)
        at_stake = sum(self._paid.values()) + self._dead + (sum(self._betting.bets.values()) if self._betting else 0)
        return sum(self._stacks.values()) + at_stake - settled

    @property
    def sealed(self) -> tuple[Card, ...]:
        """The whole deck as it is sealed before the first action, and before the words that cut it are known."""
        return (self._new_shoe() if self.promised is None else shuffled(self.game, self._seed)).draw(
            len(self.game.deck)
        )

    def _new_shoe(self) -> Shoe:
        if self.promised is not None:
            return Shoe(self.sealed, cut(self.player_seeds))
        return Shoe(self.game.deck, Stream(self._seed, mixed(self.player_seeds)), self.stacked)

    def from_the_start(self) -> Iterator[PotRound]:
        """The hand played again, at every point where it waits: dealt, then after each action."""
        hand = PotRound(
            self.game,
            self.start,
            button=self.button,
            seed=self._seed,
            blinds=self.blinds,
            owed=self.owed,
            side=self.side,
            limits=self.limits,
            player_seeds=self.player_seeds,
            promised=self.promised,
            stacked=self.stacked,
        )
        yield hand
        for seat, do, to in self._actions:
            hand.act(seat, do, to)
            yield hand

    # --- what players do ---

    def price(self, seat: int, do: str, to: int = 0) -> int:
        """The cents that an action would take from the seat's stack; refuses what is not legal now.

        `to` is what the seat's total in the betting round becomes, for a bet or a raise.
        """
        return self._betting_of(seat, to).check(do, to)

    def can_act(self, seat: int, do: str, to: int = 0) -> bool:
        """Whether the seat may do this now."""
        try:
            self.price(seat, do, to)
        except IllegalAction:
            return False
        return True

    def act(self, seat: int, do: str, to: int = 0) -> None:
        """Fold, check, call, bet or raise; `to` is what the seat's total in the betting round becomes."""
        betting, step = self._betting_of(seat, to), self.step
        assert isinstance(step, BettingRound)
        amount = betting.act(do, to)
        self._actions.append((seat, do, to))
        self._note(ev.Bet(step.at, seat, do, amount, betting.bets[seat]))
        if do == FOLD:
            self._live.discard(seat)
        if betting.turn is None:
            self._close_betting()
            self._step += 1
            self._run()

    def _betting_of(self, seat: int, to: int) -> Betting:
        """The betting round under way, if it is the seat's turn."""
        if type(seat) is not int or self._betting is None or seat != self.turn:
            waiting = "the hand is over" if self.turn is None else f"it is seat {self.turn}'s turn"
            raise IllegalAction(f"Seat {seat} cannot act now: {waiting}.")
        if type(to) is not int:
            raise IllegalAction(f"A bet is whole cents, not {to!r}.")
        return self._betting

    # --- the procedure ---

    def _blind_seats(self) -> tuple[int | None, int]:
        """Small and big blind: the two left of the button; heads-up the button is the small blind."""
        if len(self.order) == 2:
            return self.order[-1], self.order[0]
        return self.order[0], self.order[1]

    def _check_posts(self) -> None:
        small, big = self.blinds
        if big not in self.start or small == big or (small is not None and small not in self.start):
            raise WagerError(f"The blinds cannot be at seats {small} and {big}: two different players post them.")
        for seat, amounts in self.owed.items():
            if seat not in self.start or not all(type(amount) is int and amount >= 0 for amount in amounts):
                raise WagerError(f"Seat {seat} cannot owe {amounts}: missed blinds are whole cents of a player.")

    def _note(self, event: ev.HandEvent) -> None:
        self._events.append(event)
        self._paths.append((min(self._step, len(self.game.procedure) - 1),))

    def _name_case(self, step: BettingRound | Showdown) -> None:
        """Name the case of a step that holds. It is not named again by betting rounds that are passed over for it."""
        able = sum(1 for seat in self._live if self._stacks[seat])
        case = pot_case(step, len(self._live), able)
        if case and (case.id != self._last_case or isinstance(step, Showdown)):
            self._last_case = case.id
            self._note(ev.CaseMet(case.id))

    def _run(self) -> None:
        steps = self.game.procedure
        while self._step < len(steps):
            step = steps[self._step]
            _HANDLERS[type(step)](self, step)
            if self._betting is not None:
                return
            self._step += 1
        self._note(ev.HandClosed(MappingProxyType(dict(self._stacks))))

    def _put(self, seat: int, amount: int, do: str, *, dead: bool = False) -> None:
        """Post up to `amount`; what is not dead counts towards the seat's bet."""
        amount = min(amount, self._stacks[seat])
        if not amount:
            return
        self._stacks[seat] -= amount
        if do == "post-ante":
            self._paid[seat] += amount
        elif dead:
            self._dead += amount
        else:
            self._posted[seat] = self._posted.get(seat, 0) + amount
        self._note(ev.Posted(seat, do, amount, dead=dead))

    def _take_wagers(self, step: TakeWagers) -> None:
        for seat in sorted(self.side):
            stakes = {self.game.side_wager: self.side[seat]}
            self._note(ev.WagersPlaced(seat, stakes, self.player_seeds.get(seat, "")))

    def _post(self, step: PostBlinds) -> None:
        options = self.game.options
        if options.ante:
            for seat in self.order:
                self._put(seat, options.ante, "post-ante", dead=True)
        small, big = self.blinds
        if small is not None:
            self._put(small, options.small_blind, "post-small-blind")
        self._put(big, options.big_blind, "post-big-blind")
        for seat, (alive, dead) in sorted(self.owed.items()):
            self._put(seat, alive, "post-big-blind")
            self._put(seat, dead, "post-small-blind", dead=True)

    def _served(self, side: Side | None) -> tuple[int, ...]:
        """The seats as a step serves them, from one side of the button or the other."""
        return self.order if side is Side.LEFT else self.order[::-1]

    def _deal(self, step: Deal) -> None:
        if step.to == PLAYERS:
            for seat in self._served(step.side):
                cards = self._shoe.draw(step.count)
                self._hole[seat] = cards
                self._note(ev.Dealt(seat, "dealt", step.face, cards))
        else:
            cards = self._shoe.draw(step.count)
            self._community += cards
            if len(self._live) > 1:
                self._note(ev.Dealt(step.to, "dealt", step.face, cards))

    def _burn(self, step: Burn) -> None:
        cards = self._shoe.draw(step.count)
        if len(self._live) > 1:
            self._note(ev.Burned(cards))

    def _bet(self, step: BettingRound) -> None:
        if len(self._live) < 2:
            return
        options = self.game.options
        stakes = Stakes(
            options.structure,
            options.big_blind,
            step.size,
            options.raises,
            uncapped_heads_up=options.heads_up_cap == "no",
            max_bet=options.max_bet,
        )
        first, opens = self.order, step.first is FirstToAct.AFTER_BIG_BLIND
        if opens:
            index = self.order.index(self.blinds[1])
            first = self.order[index + 1 :] + self.order[: index + 1]
        betting = Betting(
            stakes,
            tuple(seat for seat in first if seat in self._live),
            self._stacks,
            sum(self._paid.values()) + self._dead,
            price=options.big_blind if opens else 0,
            posted=self._posted,
        )
        self._posted = {}
        self._betting = betting
        if betting.turn is None:
            self._close_betting()

    def _close_betting(self) -> None:
        betting = self._betting
        assert betting is not None
        for seat, amount in betting.bets.items():
            self._paid[seat] += amount
        self._aggressor = betting.aggressor
        self._betting = None
        step = self.step
        assert isinstance(step, BettingRound)
        self._name_case(step)
        # What nobody has matched goes back once nobody can match it any more.
        seat, excess = uncalled(self._paid)
        if excess and not self._more_betting():
            self._paid[seat] -= excess
            self._stacks[seat] += excess
            self.returned[seat] = self.returned.get(seat, 0) + excess
            self._note(ev.Returned(seat, excess))

    def _more_betting(self) -> bool:
        """Whether a later round can still see chips go in."""
        later = any(isinstance(step, BettingRound) for step in self.game.procedure[self._step + 1 :])
        return later and sum(1 for seat in self._live if self._stacks[seat]) > 1

    # --- the end ---

    def _showdown(self, step: Showdown) -> None:
        self._name_case(step)
        pots = make_pots(self._paid, self._live, self._dead)
        options = self.game.options
        seen_flop = any(isinstance(event, ev.Dealt) and event.to == "community" for event in self._events)
        fees = rake(pots, options.rake_percent if seen_flop else 0, options.rake_cap)
        ranks = {}
        if len(self._live) > 1:
            ranks = {seat: self.game.rank(self._hole[seat], self._community) for seat in self._live}
            self._show(ranks, pots)
        for number, (pot, fee) in enumerate(zip(pots, fees, strict=True), start=1):
            top = max((ranks[seat] for seat in pot.eligible), default=0) if ranks else 0
            winners = [seat for seat in self.order if seat in pot.eligible and (not ranks or ranks[seat] == top)]
            paid = share(pot.amount - fee, winners)
            for seat, amount in paid.items():
                self._stacks[seat] += amount
            self.pots.append({"amount": pot.amount, "eligible": list(pot.eligible), "paid": paid, "rake": fee})
            self._note(ev.PotPaid(number, pot.amount, pot.eligible, MappingProxyType(paid), fee))

    def _show(self, ranks: Mapping[int, int], pots: list[Pot]) -> None:
        """The last aggressor shows first, else the first player left of the button; whoever can no longer win mucks."""
        order = [seat for seat in self.order if seat in self._live]
        if self._aggressor in self._live:
            index = order.index(self._aggressor)
            order = order[index:] + order[:index]
        shown: dict[int, int] = {}
        for seat in order:
            mine = [pot for pot in pots if seat in pot.eligible]
            rivals = [[shown[other] for other in pot.eligible if other in shown] for pot in mine]
            if any(not others or ranks[seat] >= max(others) for others in rivals):
                shown[seat] = ranks[seat]
                self._note(ev.Shown(seat, self._hole[seat]))
            else:
                self._note(ev.Mucked(seat))

    def _settle(self, step: Settle) -> None:
        """The wagers against the house, of those who have folded too."""
        for seat in self._served(step.side):
            if amount := self.side.get(seat, 0):
                pay = self.game.settle_side(self._hole[seat])
                back = 0 if pay.odds <= -1 else amount + winnings(amount, pay.odds)
                # A winner shows the cards to be paid; about a loser nobody learns more than the loss.
                if back and not any(isinstance(event, ev.Shown) and event.seat == seat for event in self._events):
                    self._note(ev.Shown(seat, self._hole[seat]))
                self._stacks[seat] += back
                self.side_results[seat] = (amount, back)
                self._note(ev.Settled(seat, pay.wager, amount, back, pay.case, self.game.case(pay.case).reason))


def shuffled(game: PotGame[Any], seed: bytes) -> Shoe:
    """The deck as the seed alone orders it."""
    return Shoe(game.deck, Stream(seed, mixed({})))


def _check_promised(promised: Mapping[int, str], words: Mapping[int, str], stacked: tuple[Card, ...]) -> None:
    if stacked:
        raise WagerError("A deck that the players' words cut cannot be stacked.")
    for seat in promised.keys() | words.keys():
        if words.get(seat) != promised.get(seat) and promise_of(words.get(seat, "")) != promised.get(seat):
            raise WagerError(f"The words of seat {seat} are not those that were promised.")


def _check(game: PotGame[Any], stacks: Mapping[int, int], button: int, side: Mapping[int, int], limits: Limits) -> None:
    if not 2 <= len(stacks) <= game.seats or not set(stacks) <= set(range(1, game.seats + 1)):
        raise WagerError(f"{game.name} takes 2 to {game.seats} players in seats 1 to {game.seats}.")
    if not all(type(chips) is int and chips > 0 for chips in stacks.values()):
        raise WagerError("Everybody who plays needs chips, in whole cents.")
    if type(button) is not int or not 1 <= button <= game.seats:
        raise WagerError(f"The button must be at a seat from 1 to {game.seats}, not {button}.")
    limits.opening(game.wagers)  # refuses limits of wagers that are not offered
    for seat, amount in side.items():
        game.check_side(amount, limits)
        if seat not in stacks or not amount < stacks[seat]:
            raise WagerError(f"Seat {seat} cannot bet {amount} against the house: it must leave chips to play with.")


_HANDLERS: dict[type[Step], Callable[..., None]] = {
    TakeWagers: PotRound._take_wagers,
    PostBlinds: PotRound._post,
    Deal: PotRound._deal,
    Burn: PotRound._burn,
    BettingRound: PotRound._bet,
    Showdown: PotRound._showdown,
    Settle: PotRound._settle,
}
