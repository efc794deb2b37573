"""The laws of play, checked in random rounds: offers, words, chips, cards, order of events, refusals, replay."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from houseway.cards import DECK
from houseway.contract import samples
from houseway.contract.law import ContractError, GameClass, law, require
from houseway.errors import HousewayError
from houseway.rules.game import Decision, HouseCards, Offer, Pay, Spot
from houseway.rules.procedure import Decide, Settle, Side, step_number
from houseway.rules.wagers import Kind
from houseway.table import events as ev
from houseway.table.record import from_record, to_record
from houseway.table.round import Round
from houseway.table.summary import summary


def _record(round_: Round) -> str:
    return json.dumps(to_record(round_))


@law
def offers_can_be_described(game_class: GameClass) -> None:
    """Whoever must decide has a legal decision; each has a key and a label of its own, and JSON carries it."""
    for round_ in samples.all_points(game_class):
        for spot in _deciding_spots(round_):
            step, offers = round_.step, round_.legal_actions(spot.seat)
            require(offers, f"seat {spot.seat} must decide, but nothing is legal")
            assert isinstance(step, Decide)
            words = [round_.game.names.offer(step.at, offer, spot) for offer in offers]
            for texts in zip(*words, strict=True):
                alone = all(texts) and len(set(texts)) == len(texts)
                require(alone, f"at {step.at!r} a key or a label is empty or repeated: {', '.join(texts)}")
            for offer in offers:
                read = Decision.from_json(json.loads(json.dumps(offer.decision.to_json())))
                require(read == offer.decision, f"{offer.decision} is read from its JSON as {read}")
                _check_bets(round_, spot, offer)
            priced = round_.offers(spot.seat)
            require(priced, f"seat {spot.seat} must decide, but no decision can be paid in whole cents")


def _check_bets(round_: Round, spot: Spot, offer: Offer) -> None:
    """An offer bets on an empty spot a multiple of what lies on the felt, and takes back what lies there."""
    lying, taken = spot.stakes.keys() - spot.settled, offer.takes_back
    if offer.wager:
        wager = round_.game.wager[offer.wager]
        require(wager.kind is Kind.RAISE, f"{wager.id} is offered but is no raise")
        require(wager.on in lying, f"{wager.id} is offered, but there is no {wager.on} on the felt that it could raise")
        require(wager.id not in spot.stakes, f"{wager.id} is offered but is on the felt already")
    if taken:
        require(taken in lying, f"an offer takes back {taken}, which is not on the felt")
        fed = round_.game.wager[taken].kind is Kind.PROGRESSIVE
        require(not fed, f"an offer takes back {taken}, a share of which is in the meter")


@law
def safe_defaults_are_safe(game_class: GameClass) -> None:
    """What is done for a player whose time is up is legal: a fold where there is one, else no bet if possible."""
    for round_ in samples.all_points(game_class):
        for spot in _deciding_spots(round_):
            step, offers = round_.step, round_.legal_actions(spot.seat)
            assert isinstance(step, Decide)
            decision = round_.game.safe_default(step.at, spot)
            offer = next((item for item in offers if item.decision == decision), None)
            require(offer, f"at {step.at!r} the safe default {decision} is not legal")
            folds = any(item.decision.folds for item in offers)
            require(decision.folds or not folds, f"at {step.at!r} the safe default does not fold, which is legal")
            free = any(not item.wager for item in offers)
            require(offer and not (offer.wager and free), f"at {step.at!r} the safe default bets, which is not needed")


def _deciding_spots(round_: Round) -> list[Spot]:
    return [spot for spot in round_.spots if spot.seat in round_.to_act]


@law
def hands_have_words(game_class: GameClass) -> None:
    """A hand in sight can be told in words at any time, the dealer's once it is set, and the round summed up."""
    for round_ in samples.all_points(game_class):
        for seat in (spot.seat for spot in round_.spots if spot.dealt):
            view = round_.view(seat)
            require(view.words(seat) or view.seats[seat].spot() is None, f"seat {seat} has cards but no words")
            require(view.dealer_words() or view.arranged is None, "the dealer's hand is set but has no words")
        if round_.over:
            json.dumps(summary(round_, "seed"))


@law
def chips_are_conserved(game_class: GameClass) -> None:
    """Every stake that was not taken back is settled once, a bonus only if it pays, and the net is what returned less
    what was staked."""
    for round_ in samples.rounds(game_class):
        closed = round_.events[-1]
        assert isinstance(closed, ev.RoundClosed)
        for spot in round_.spots:
            rows = [event for event in round_.events if isinstance(event, ev.Settled) and event.seat == spot.seat]
            require(_lying(round_, spot.seat) == spot.stakes, f"{dict(spot.stakes)} are not the bets that were made")
            _check_rows(round_, spot, rows)
            net = sum(row.returned for row in rows) - sum(spot.stakes.values())
            require(closed.net[spot.seat] == net, f"the net is {closed.net[spot.seat]} cents, not {net}")
        meter = round_.meter_before
        for event in round_.events:
            if isinstance(event, ev.MeterFed | ev.MeterPaid):
                require(event.before == meter and event.after >= 0, f"the meter is at {meter} before {event}")
                meter = event.after
        require(round_.meter == meter, f"the meter is at {round_.meter} after the round, not at {meter}")


def _lying(round_: Round, seat: int) -> dict[str, int]:
    """What a seat has on the felt by all that it bet and took back."""
    lying: dict[str, int] = {}
    for event in round_.events:
        if isinstance(event, ev.WagersPlaced) and event.seat == seat:
            lying = dict(event.stakes)
        elif isinstance(event, ev.Decided) and event.seat == seat:
            for name, amount in event.taken_back.items():
                require(lying.pop(name, 0) == amount, f"{event} takes back what is not on the felt")
            lying.update(event.stakes)
    return lying


def _check_rows(round_: Round, spot: Spot, rows: list[ev.Settled]) -> None:
    stakes, game = spot.stakes, round_.game
    settled = sorted((row.wager, row.amount) for row in rows if row.wager in stakes)
    require(settled == sorted(stakes.items()), f"the stakes {dict(stakes)} are settled as {settled}, not each once")
    bonuses = [row for row in rows if row.wager not in stakes]
    require(len({row.wager for row in bonuses}) == len(bonuses), f"a bonus is paid twice: {bonuses}")
    for row in bonuses:
        due = row.wager in game.wagers.bonuses and game.wager[row.wager].on in stakes
        require(due and row.returned and not row.amount, f"{row} is neither a stake nor a bonus that pays")
    require(all(type(row.returned) is int and row.returned >= 0 for row in rows), f"{rows} are not whole cents")


@law
def pays_are_sound(game_class: GameClass) -> None:
    """A wager that is asked about ends with exact odds that take no more than the stake."""

    def settle(game: Any, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in game_class.settle(game, step, wagers, spot, house):
            require(pay.wager in wagers, f"{pay} is about a wager that is not to be settled now")
            exact = type(pay.odds) in (int, Fraction) and pay.odds >= -1
            require(exact, f"the odds of {pay} are not a whole number or a Fraction from -1 up")
            lost = pay.odds < 0 and pay.wager in game.wagers.bonuses
            require(not lost, f"{pay} takes something for a bonus, which has no stake")
            prize = type(pay.percent) is int and 0 <= pay.percent <= 100 and type(pay.cents) is int and pay.cents >= 0
            require(prize, f"{pay} has a prize that is not a share of the meter or whole cents")
            yield pay

    watched: GameClass = type(game_class.__name__, (game_class,), {"settle": settle})
    for _ in samples.rounds(watched, each=2):
        """Every settlement is looked at while the round is played."""


@law
def cards_come_from_the_deck(game_class: GameClass) -> None:
    """No card leaves the shoe more often than the deck holds it."""
    for round_ in samples.rounds(game_class):
        dealt = Counter(
            card for event in round_.events if isinstance(event, ev.Burned | ev.Dealt) for card in event.cards
        )
        extra = dealt - Counter(round_.game.deck if round_.shoe is None else round_.shoe.left(round_.game))
        require(not extra, f"{', '.join(map(str, extra))} came out more often than the deck holds it")


PHASES: dict[type, int] = {ev.RoundOpened: 0, ev.WagersPlaced: 1, ev.WagersClosed: 2, ev.RoundClosed: 4}


@law
def events_come_in_order(game_class: GameClass) -> None:
    """Wagers, then cards and decisions in the order of the procedure, the close last; nothing for an empty seat.

    Seats are settled from the side that the step names.
    """
    for round_ in samples.rounds(game_class):
        phases = [PHASES.get(type(event), 3) for event in round_.events]
        once = all(phases.count(phase) == 1 for phase in (0, 2, 4))
        require(once and phases == sorted(phases), "the round does not open, take wagers, play and close in this order")
        order = [step.at for step in round_.game.procedure if isinstance(step, Decide)]
        decided = [order.index(event.at) for event in round_.events if isinstance(event, ev.Decided)]
        require(decided == sorted(decided), "decisions do not come in the order of the procedure")
        _check_sides(round_)
        playing, folded = {spot.seat for spot in round_.spots}, set()
        for event in round_.events:
            seat = event.to if isinstance(event, ev.Dealt) else getattr(event, "seat", None)
            require(not isinstance(seat, int) or seat in playing, f"{event} is at an empty seat")
            if isinstance(event, ev.Decided):
                require(seat not in folded, f"seat {seat} decides after folding")
                folded |= {seat} if event.decision.folds else set()


def _check_sides(round_: Round) -> None:
    """Each step settles by its own cases, one seat after the other from its side."""
    served: dict[int, list[int]] = {}
    for index, event in enumerate(round_.events):
        if isinstance(event, ev.Settled):
            path = round_.step_of(index)
            own = path in round_.game.case(event.case).paths
            require(own, f"step {step_number(path)} settles {event.wager} by {event.case!r}, a case of another step")
            served.setdefault(path[0], []).append(event.seat)
    for outer, seats in served.items():
        side = getattr(round_.game.procedure[outer], "side", Side.LEFT)
        right, path = sorted(seats, reverse=side is Side.RIGHT), (outer,)
        order = ", ".join(map(str, dict.fromkeys(seats)))
        require(seats == right, f"step {step_number(path)} settles seats {order} in this order, not from the {side}")


@law
def refusals_change_nothing(game_class: GameClass) -> None:
    """Illegal actions of every kind are refused wherever the table waits, and leave no trace."""
    for round_ in samples.all_points(game_class):
        before = _record(round_), round_.to_act
        for attempt, *arguments in _illegal(round_):
            try:
                attempt(*arguments)
            except HousewayError:
                continue
            raise ContractError(f"{attempt.__name__}{tuple(arguments)} is not refused")
        require((_record(round_), round_.to_act) == before, "refused actions have changed the round")


def _illegal(round_: Round) -> Iterator[tuple[Any, ...]]:
    """Calls that must be refused now: a method and its arguments."""
    game, seat, fold = round_.game, round_.seats[0], {"choice": "fold"}
    limits = game.wagers.opening_limits(round_.limits)
    entry = game.wagers.entries[0]
    least, most, step = limits[entry].least, limits[entry].most, limits[entry].step
    for nobody in (0, -1, game.seats + 1, "1", None):
        yield round_.wager, nobody, {entry: least}
        yield round_.act, nobody, fold
    yield from ((round_.act, other, fold) for other in round_.seats if other not in round_.to_act)
    if not round_.taking_wagers:
        yield round_.wager, seat, {entry: least}
    if not round_.taking_wagers or not round_.spots:
        yield (round_.deal,)
    if round_.taking_wagers:
        for amount in (-least, 0, most + step, 10**15, least + 0.5, float(least), str(least), None):
            yield round_.wager, seat, {entry: amount}
        for name in ("no such wager", *(wager.id for wager in game.wagers if not wager.opening)):
            yield round_.wager, seat, {entry: least, name: least}
        for name in limits.keys() - set(game.wagers.entries):
            yield round_.wager, seat, {name: limits[name].least}
        for wager in (game.wager[name] for name in limits if game.wager[name].linked):
            base = limits[wager.on].least
            for amount in (base * wager.least - 1, base * wager.most + 1):
                yield round_.wager, seat, {wager.on: base, wager.id: amount}
    for spot in _deciding_spots(round_):
        yield from ((round_.act, spot.seat, decision) for decision in _illegal_decisions(round_, spot))


def _illegal_decisions(round_: Round, spot: Spot) -> Iterator[Any]:
    offers = round_.legal_actions(spot.seat)
    above = 1 + max(max(offer.decision.multiple, offer.most) for offer in offers)
    elsewhere = next(card for card in DECK if card not in spot.dealt)
    for decision in (offers[0].decision, offers[-1].decision):
        for multiple in (-1, above, 10**15, decision.multiple + Fraction(1, 10**9 + 7)):
            yield decision._replace(multiple=multiple)
        yield decision._replace(choice="no such choice")
        yield decision._replace(discard=(elsewhere,))
        if spot.dealt:
            yield decision._replace(discard=spot.dealt * 2)
    yield from ({"choice": 1}, {"discard": ["1x"]}, {"multiple": "x"}, {"choice": "no such choice"})


@law
def replay_equals_play(game_class: GameClass) -> None:
    """Wherever the table waits, a round read from its JSON is the same, and goes on to the same events."""
    for number, game in enumerate(samples.games(game_class)):
        saved: list[str] = []
        actions: tuple[tuple[Any, ...], ...] = ()
        for round_ in samples.points(game, number):
            saved.append(_record(round_))
            actions = round_.actions
        for text in saved:
            again = from_record(json.loads(text), kind=game_class)
            assert isinstance(again, Round)
            require(_record(again) == text, "a round that is read from its record is another round")
            for action in actions[len(again.actions) :]:
                samples.repeat(again, action)
            require(_record(again) == saved[-1], "a round that is taken up again goes on to other events")
