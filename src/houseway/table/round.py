"""One round at a table: wagers, deal, decisions, reveal, settlement, as the game's procedure orders them.

What players do comes in pairs of questions and calls: `check_wager`, `can_wager` and `wager`, `check_act`, `can_act`
and `act`. A call does what its check allows and nothing else, so legality and prices are decided in one place. A call
that is refused changes nothing. The dealer's side of the round is in `dealer`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from houseway.cards import Card
from houseway.errors import HousewayError, IllegalAction, WagerError
from houseway.rules.game import Decision, Game, HouseCards, Offer, Spot, find_offer
from houseway.rules.limits import Limits, with_linked
from houseway.rules.procedure import Decide, Step, StepPath, TakeWagers
from houseway.table import events as ev
from houseway.table.dealer import Dealer
from houseway.table.kept_shoe import ShoeState, full
from houseway.table.prices import CheckedDecision, PricedOffer, priced
from houseway.table.shuffle import Shoe, Stream, commitment, mixed, secret_seed
from houseway.table.view import View
from houseway.table.words import Words, check_words

OPEN_LIMITS = Limits()
NOTHING = ev.NOTHING
NOTHING_SAID = ev.NOTHING_SAID


class Round:
    """A round from the first wager to the last payment.

    `seed` is a text to repeat a round by, 32 secret bytes, or None for fresh ones. `meter` is the progressive's in
    cents, where the game has one. `stacked` are cards that come first, for exercises and tests: such a round says of
    itself that it is not fair. `shoe` is what earlier rounds left, where the game keeps its shoe; None is a full one.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        seats: int | Iterable[int] = 1,
        seed: str | bytes | None = None,
        limits: Limits | None = None,
        meter: int | None = None,
        stacked: Iterable[Card] = (),
        shoe: ShoeState | None = None,
    ) -> None:
        self.game = game
        self.seats = _seats(seats, game)
        self.limits = limits or OPEN_LIMITS
        self._seed = secret_seed(seed)
        if meter is not None:
            _check_meter(meter)
        self.commitment = commitment(self._seed)
        self.meter_before = (game.wagers.meter_seed if meter is None else meter) if game.wagers.progressive else None
        self.stacked = tuple(stacked)
        self.shoe = _shoe(shoe, game)
        self.words = Words()
        self._actions: list[tuple[Any, ...]] = []
        self._offers: dict[int, tuple[Offer, ...]] = {}  # legal decisions already asked for
        self._priced: dict[int, tuple[PricedOffer, ...]] = {}
        self._views: dict[ev.Viewer, tuple[ev.Event, int, View]] = {}
        opened = ev.RoundOpened(
            game.id,
            game.edition,
            game.fingerprint,
            self.seats,
            self.commitment,
            self.meter_before,
            fair=not self.stacked,
            shoe=None if self.shoe is None else self.shoe.facts(game),
        )
        self._dealer = Dealer(game, opened, self._seed.hex())

    # --- what anybody may ask ---

    @property
    def over(self) -> bool:
        return self._dealer.step == len(self.game.procedure)

    @property
    def path(self) -> StepPath | None:
        """Where in the procedure the table waits, None when the round is over."""
        return None if self.over else (self._dealer.step,)

    @property
    def step(self) -> Step | None:
        """The step of the procedure that the table waits in, None when the round is over."""
        return None if self.over else self.game.procedure[self._dealer.step]

    @property
    def taking_wagers(self) -> bool:
        return isinstance(self.step, TakeWagers)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the table waits for."""
        return tuple(sorted(self._dealer.pending))

    @property
    def meter(self) -> int | None:
        """The progressive's meter in cents, None where the game has none."""
        return self._dealer.meter

    def view(self, viewer: ev.Viewer = None) -> View:
        """What a seat, or a spectator (None), may see now."""
        if viewer is not None:
            self.check_seat(viewer)
        return View(self.game, viewer, self._dealer.events)

    def live_view(self, viewer: ev.Viewer = None) -> View:
        """The same, as one object for each viewer that goes on with the round: only what is new is taken in."""
        events = self._dealer.events
        first, seen, view = self._views.get(viewer, (None, 0, None))
        if view is None or first is not events[0]:  # the opening is told anew when the meter is read again
            if viewer is not None:
                self.check_seat(viewer)
            seen, view = 0, View(self.game, viewer, ())
        if seen < len(events):
            view.see(events[seen:])
            self._views[viewer] = events[0], len(events), view
        return view

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that is not in this round."""
        if type(seat) is not int or seat not in self.seats:
            raise WagerError(
                f"There is no seat {seat!r} in this round: the seats are {', '.join(map(str, self.seats))}."
            )

    # --- the house's own: every card, for records and audits ---

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """Everything that has happened, with every card; `events.seen_by` is for everybody else."""
        return tuple(self._dealer.events)

    def step_of(self, number: int) -> StepPath:
        """The step of the procedure that an event belongs to, by the event's number: the step's index, and for one of
        the inner steps of `EachSeat` its index there."""
        return self._dealer.step_of(number)

    @property
    def actions(self) -> tuple[tuple[Any, ...], ...]:
        """What was done from outside, in order; with the rules and the seed it is the whole round."""
        return tuple(self._actions)

    @property
    def spots(self) -> tuple[Spot, ...]:
        return tuple([self.spot(seat) for seat in sorted(self._dealer.spots)])

    def spot(self, seat: int) -> Spot:
        """What lies in front of a seat, with the house's cards that can be seen from there."""
        return Spot(*self._dealer.spots[seat][:-1], self._dealer.seen)

    @property
    def house(self) -> HouseCards:
        return self._dealer.house

    @property
    def dealing(self) -> tuple[Card, ...]:
        """The cards in the order they left the shoe, burned ones too."""
        drawn = [event.cards for event in self._dealer.events if isinstance(event, ev.Dealt | ev.Burned)]
        return tuple([card for cards in drawn for card in cards if card is not None])

    @property
    def shoe_after(self) -> ShoeState | None:
        """The shoe for the next round at the table, None where the game keeps none; the round must be over."""
        if not self.over:
            raise WagerError("What a round leaves in the shoe is known when it is over.")
        dealt = () if self.shoe is None else self.dealing
        return self.shoe.after(self.game, dealt) if self.shoe is not None and dealt else self.shoe

    @property
    def server_seed(self) -> bytes:
        return self._seed

    def from_the_start(self) -> Iterator[Round]:
        """The round played again: as it was before each of its `actions`, and at the end."""
        again = Round(
            self.game,
            seats=self.seats,
            seed=self._seed,
            limits=self.limits,
            meter=self.meter_before,
            stacked=self.stacked,
            shoe=self.shoe,
        )
        for action in self._actions:
            yield again
            again.repeat(action)
        yield again

    def repeat(self, action: tuple[Any, ...]) -> None:
        """Do what was done in another round, as its `actions` tell it."""
        match action:
            case ("wager", seat, stakes, player_seed, promise):
                self.wager(seat, stakes, player_seed=player_seed, promise=promise)
            case ("open", seat, words):
                self.open_words(seat, words)
            case ("act", seat, decision):
                self.act(seat, decision)
            case (done,):
                {"shut": self.shut, "deal": self.deal, "close": self.close}[done]()

    # --- wagers ---

    @property
    def cheapest_wager(self) -> int:
        """The fewest cents that put a seat in the game, linked wagers included."""
        limits = self.game.wagers.opening_limits(self.limits)
        entries = [{name: limits[name].least} for name in self.game.wagers.entries]
        return min(sum(with_linked(self.game.wagers, entry).values()) for entry in entries)

    def check_wager(self, seat: int, stakes: Mapping[str, int]) -> Mapping[str, int]:
        """All that would lie on the felt if the seat made these opening wagers now; refuses what is not legal.

        The wagers replace those made before; none at all take them back. A linked wager that is left out is put down
        too, at its smallest.
        """
        if not self.taking_wagers or self.words.closed:
            raise WagerError("Wagers are closed: bets are made before the cards are dealt.")
        self.check_seat(seat)
        if not isinstance(stakes, Mapping):
            raise WagerError("Wagers are given as amounts by name, a player's seed as text.")
        if not stakes and seat in self._dealer.spots:
            return NOTHING
        return MappingProxyType(self.game.wagers.opening_stakes(stakes, self.limits))

    def can_wager(self, seat: int, stakes: Mapping[str, int]) -> bool:
        """Whether the seat may make these wagers now."""
        try:
            self.check_wager(seat, stakes)
        except HousewayError:
            return False
        return True

    def wager_price(self, seat: int, stakes: Mapping[str, int]) -> int:
        """The cents that these wagers take from the player, on top of those already on the felt: below nothing where
        more comes back. Refuses what is not legal."""
        made, spot = self.check_wager(seat, stakes), self._dealer.spots.get(seat)
        return sum(made.values()) - (sum(spot.stakes.values()) if spot else 0)

    def wager(self, seat: int, stakes: Mapping[str, int], *, player_seed: str = "", promise: str = "") -> None:
        """Place a seat's opening wagers, all at once, as `check_wager` says; with words of the player's own for the
        shuffle, or the promise of some."""
        made = self.check_wager(seat, stakes)
        check_words(player_seed, promise)
        if made:
            self._dealer.spots[seat] = Spot(seat, made)
        else:
            del self._dealer.spots[seat]
            player_seed = promise = ""  # the words of somebody who does not play are not in the shuffle
        self.words.give(seat, player_seed, promise)
        self._actions.append(("wager", seat, made, player_seed, promise))
        self._dealer.events.append(ev.WagersPlaced(seat, made, player_seed, promise))

    def set_meter(self, cents: int) -> None:
        """Read a meter that other tables feed too, at any time before the deal."""
        if not self.taking_wagers or self.meter is None:
            raise WagerError("A progressive's meter is read before the cards are dealt, where there is one.")
        _check_meter(cents)
        opened = self._dealer.events[0]
        assert isinstance(opened, ev.RoundOpened)
        self._dealer.meter = self.meter_before = cents
        self._dealer.events[0] = opened._replace(meter=cents)

    def shut(self) -> None:
        """Take no more wagers, so that promised words can be opened before the deal."""
        self._check_deal()
        if self.words.closed:
            raise WagerError("Wagers are closed already.")
        self.words.closed = True
        self._actions.append(("shut",))

    def open_words(self, seat: int, words: str) -> None:
        """Tell the words that a seat has promised."""
        if not self.taking_wagers:
            raise WagerError("The cards are dealt already.")
        self.words.open(seat, words)
        self._actions.append(("open", seat, words))

    def deal(self) -> None:
        """Close the wagers and deal, up to the first decision."""
        self._check_deal()
        words = self.words.in_shuffle()
        cards = self.game.deck if self.shoe is None else self.shoe.left(self.game)
        shoe = Shoe(cards, Stream(self._seed, mixed(words)), self.stacked)
        self._actions.append(("deal",))
        self._dealer.start(shoe, MappingProxyType(words) if self.words.promised else NOTHING_SAID)

    def _check_deal(self) -> None:
        if not self.taking_wagers:
            raise WagerError("The cards are dealt already.")
        if not self._dealer.spots:
            raise WagerError("Nobody has a wager on the layout.")

    def close(self) -> None:
        """End a round that nobody plays, without a deal."""
        if not self.taking_wagers or self._dealer.spots:
            raise WagerError("A round is closed without a deal only while nobody has a wager on the layout.")
        self._actions.append(("close",))
        self._dealer.close()

    # --- decisions ---

    def legal_actions(self, seat: int) -> tuple[Offer, ...]:
        """What the seat may decide now, as the rules say it; empty when it is not asked."""
        if seat not in self._dealer.pending:
            return ()
        found = self._offers.get(seat)
        if found is None:
            step, spot = self.game.procedure[self._dealer.step], self.spot(seat)
            assert isinstance(step, Decide)
            found = self._offers[seat] = self._capped(tuple(self.game.offers(step.at, spot)), spot)
        return found

    def offers(self, seat: int) -> tuple[PricedOffer, ...]:
        """What the seat may decide now, with keys, labels and prices for the player; empty when it is not asked.

        Every end of an offer can be taken: it is legal, and its price is whole cents.
        """
        if seat not in self._dealer.pending:
            return ()
        found = self._priced.get(seat)
        if found is None:
            step = self.game.procedure[self._dealer.step]
            assert isinstance(step, Decide)
            # Keys and labels are made of what the player sees.
            spot = self.live_view(seat).seats[seat].spot()
            if spot is None:
                spot = self.spot(seat)._replace(dealt=(), drawn=(), aside=())
            found = self._priced[seat] = tuple(priced(self.game, step.at, self.legal_actions(seat), spot))
        return found

    def sized(self, seat: int, decision: Decision, stake: int) -> Decision:
        """An offered decision at the size that puts so many cents on the felt; refuses what is not offered."""
        for offer in self.offers(seat):
            if decision in (choice.decision for choice in offer.choices):
                return offer.sized(stake)
        self.check_act(seat, decision)
        raise IllegalAction("A stake goes with a decision as it is offered.")

    def check_act(self, seat: int, decision: Decision | Mapping[str, Any]) -> CheckedDecision:
        """The decision as the rules spell it and the chips it would move; refuses what is not legal now."""
        if type(seat) is not int or seat not in self._dealer.pending:
            self.check_seat(seat)
            waits = ", ".join(map(str, self.to_act))
            raise IllegalAction(
                f"Seat {seat} cannot act now: {f'the table waits for seat {waits}' if waits else 'nothing to decide'}."
            )
        if not isinstance(decision, Decision):
            decision = Decision.from_json(decision)
        elif not isinstance(decision.multiple, int | Fraction):
            raise IllegalAction(f"A multiple is a whole number or a Fraction, not {decision.multiple!r}.")
        offer = find_offer(self.legal_actions(seat), decision)
        if decision is not offer.decision:
            decision = decision._replace(discard=offer.decision.discard)
        spot, back = self._dealer.spots[seat], offer.takes_back
        stakes = self.game.wagers.stake(offer, decision, spot)
        return CheckedDecision(
            decision,
            MappingProxyType(stakes) if stakes else NOTHING,
            MappingProxyType({back: spot.stakes[back]}) if back else NOTHING,
        )

    def can_act(self, seat: int, decision: Decision | Mapping[str, Any]) -> bool:
        """Whether the seat may decide so now."""
        try:
            self.check_act(seat, decision)
        except HousewayError:
            return False
        return True

    def price(self, seat: int, decision: Decision | Mapping[str, Any]) -> int:
        """The cents that a decision takes from the player: what it puts on the felt less what it takes back. Refuses
        what is not legal now."""
        return self.check_act(seat, decision).price

    def act(self, seat: int, decision: Decision | Mapping[str, Any]) -> None:
        """Decide for a seat, as `check_act` says."""
        checked = self.check_act(seat, decision)
        self._offers.pop(seat, None)
        self._priced.pop(seat, None)
        self._actions.append(("act", seat, checked.decision))
        self._dealer.decided(seat, *checked)

    def _capped(self, offers: tuple[Offer, ...], spot: Spot) -> tuple[Offer, ...]:
        """The offers that the jurisdiction's largest wager allows, cut to its size."""
        if self.limits.jurisdiction.single_wager is None:
            return offers
        left = []
        for offer in offers:
            if offer.wager:
                wager = self.game.wager[offer.wager]
                most = self.limits.most_raise(wager, spot.stakes, self.game.wagers)
                if offer.decision.multiple > most:
                    continue
                offer = offer._replace(most=min(offer.most, most))
            left.append(offer)
        return tuple(left)


def _check_meter(cents: int) -> None:
    if type(cents) is not int or cents < 0:
        raise WagerError(f"A meter is whole cents, not {cents!r}.")


def _shoe(shoe: ShoeState | None, game: Game[Any]) -> ShoeState | None:
    """The shoe of a round, where the game keeps one."""
    if shoe is None:
        kept = game.kept_shoe
        if kept is None:
            return None
        shoe = full(kept)
    shoe.check(game)
    return shoe


def _seats(seats: int | Iterable[int], game: Game[Any]) -> tuple[int, ...]:
    """The seat numbers of a round: that many from the left, or the ones given."""
    numbers: tuple[Any, ...]
    most = game.seats
    if type(seats) is int and 1 <= seats <= most:
        return tuple(range(1, seats + 1))
    if isinstance(seats, int):
        numbers = tuple(range(1, seats + 1)) if 1 <= seats <= most else (seats,)
    else:
        numbers = tuple(seats) if isinstance(seats, Iterable) else (seats,)
    legal = all(type(seat) is int and 1 <= seat <= most for seat in numbers)
    if not numbers or not legal or isinstance(seats, bool) or len(set(numbers)) < len(numbers):
        told = ", ".join(map(str, numbers[:20])) or "none"
        raise WagerError(f"{game.name} has seats 1 to {most}, not {told}.")
    return tuple(sorted(numbers))
