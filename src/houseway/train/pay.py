"""Pay: one seat's wagers are to be taken, pushed or paid with chips from the rack, as the round itself settles them.

No limit of a table caps what a wager pays (`rules.limits` says only what may be bet), so every payout is a whole one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from houseway.money import dollars
from houseway.odds.walk import flat, settle_one
from houseway.rules.game import Game, TableGame
from houseway.rules.procedure import Settle
from houseway.rules.wagers import Kind
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.train.forms import MOST_CHIPS, Money, Paid, Payout, fewest_chips
from houseway.train.items import all_steps, case_of_item, decided, examined_case, step_name, step_path
from houseway.train.moments import felt, told
from houseway.train.readings import Page, PagedExercise, Path, Reading
from houseway.train.rounds import rounds
from houseway.train.streams import mixed, stream

MOST_SEATS = 3  # a table that is quickly read
LOST = 6  # of so many seats that have lost everything, one is asked about
TAKE = {"do": "take"}


class Due(NamedTuple):
    """What has to be done with one wager: the stake that lies there, and what goes back to the guest."""

    wager: str
    name: str
    stake: int
    returned: int
    prize: bool  # what is paid does not bring the stake back
    why: str
    path: Path
    case: str  # the id of the case that decided it, where there is one

    @property
    def net(self) -> int:
        return self.returned - self.stake

    @property
    def partly(self) -> bool:
        """Whether a part of the stake is lost and the rest goes back."""
        return not self.prize and 0 < self.returned < self.stake

    @property
    def paid(self) -> int:
        """The chips from the rack."""
        return self.returned if self.prize else max(0, self.net)

    @property
    def do(self) -> str:
        if self.paid:
            return "pay"
        return "take" if self.net < 0 else "push"

    def cost(self, given: Paid) -> int:
        """What the house loses by settling it so; below 0 it is the guest who loses."""
        if given.do == "pay":
            net = given.cents - self.stake if self.prize else given.cents
        else:
            net = -self.stake if given.do == "take" else 0
        return net - self.net

    def right(self, given: Paid) -> bool:
        return self.cost(given) == 0 and (given.do == self.do or not (self.paid or given.cents))

    @property
    def words(self) -> str:
        if self.do == "pay":
            return f"pay {dollars(self.paid)}" + (", and take the stake" if self.prize and self.stake else "")
        return self.do if self.stake else "nothing is due"

    def key(self) -> dict[str, Any]:
        if self.do != "pay":
            return {"do": self.do}
        chips = {str(worth): count for worth, count in fewest_chips(self.paid).items()}
        if max(chips.values()) > MOST_CHIPS:  # a meter may stand at more than all chips of a house
            return {"do": "pay", "cents": self.paid}
        return {"do": "pay", "chips": chips}

    def reading(self, id: str, prompt: str) -> Reading:
        """How it is asked and judged; where a part of the stake is lost, how much goes back."""
        if self.partly:
            back = self.returned
            return Reading(
                id, f"{prompt}: how much of the stake goes back?", Money(), back, dollars(back), self.path, self.why,
                lambda given: given == back, dollars, lambda given: int(given - back), case=self.case,
            )  # fmt: skip
        return Reading(
            id, prompt, Payout(), self.key(), self.words, self.path, self.why, self.right, _given,
            self.cost, fewer, self.case,
        )  # fmt: skip


class PayWagers(PagedExercise):
    """All wagers of one seat, at the moment when the last of them is settled."""

    kind = "pay"

    def __init__(self, game: TableGame[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        assert isinstance(game, Game)
        found = _found(game, seed, about)
        if found is None:
            raise self.unmet()
        self.round, self.seat, page = found
        self.pages = (page,)

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        steps = all_steps(game)
        case = case_of_item(game, item)
        paths = case.paths if case else ()
        return isinstance(steps.get(item), Settle) or any(isinstance(steps[step_name(at)], Settle) for at in paths)


def _found(game: Game[Any], seed: str, about: str) -> tuple[Round, int, Page] | None:
    """A round and a seat of it that has what the exercise should be about; without a wish, mostly one where more is to
    be done than to take what is lost."""
    numbers = stream("pay", seed, about)
    found: tuple[Round, int, Page] | None = None
    for round_ in rounds(game, f"pay {seed}", about, most_seats=MOST_SEATS):
        for seat in mixed(numbers, [spot.seat for spot in round_.spots]):
            page = _page(round_, seat)
            if about in page.covers:
                return round_, seat, page
            if not about:
                found = round_, seat, page
                if any(item.key != TAKE for item in page.readings) or not numbers.below(LOST):
                    return found
    return found


def _page(round_: Round, seat: int) -> Page:
    """The felt when the last of the wagers is about to be settled, as if none of the seat's had been."""
    game, events = round_.game, round_.events
    mine = [number for number, event in enumerate(events) if isinstance(event, ev.Settled) and event.seat == seat]
    seen = [
        event
        for event in events[: mine[-1]]
        if not (isinstance(event, ev.Settled | ev.MeterPaid) and event.seat == seat)
    ]
    meter = _meter(round_, seat, seen)
    due = tuple(_due(round_, seat))
    readings = tuple(item.reading(item.wager, _prompt(round_, seat, item, meter)) for item in due)

    def view() -> Mapping[str, Any]:
        return {**felt(game, seen), "meter": meter}

    return Page(f"Settle seat {seat}: take, push or pay each wager.", readings, view, told(game, seen), seat)


def _meter(round_: Round, seat: int, seen: list[ev.Event]) -> int | None:
    """What the progressive's meter shows when the seat's wager is settled."""
    meter = round_.meter_before
    for event in seen:
        if isinstance(event, ev.MeterFed | ev.MeterPaid):
            meter = event.after
    hit = next((event for event in round_.events if isinstance(event, ev.MeterPaid) and event.seat == seat), None)
    return meter if hit is None else hit.before


def _prompt(round_: Round, seat: int, item: Due, meter: int | None) -> str:
    if not item.stake:
        on = round_.game.wager[round_.game.wager[item.wager].on]
        stake = dollars(round_.spot(seat).stakes[on.id])
        return f"{item.name}, paid on {on.name} of {stake}: pay it, or push where nothing is due"
    shown = f"; the meter shows {dollars(meter or 0)}" if is_prize(round_.game, item.wager) else ""
    return f"{item.name}, {dollars(item.stake)}{shown}"


def _due(round_: Round, seat: int) -> Iterable[Due]:
    """What the round has settled of a seat's wagers, in the order of the layout, and the bonuses that it was not paid:
    whoever must not pay has to know that, too."""
    game, spot = round_.game, round_.spot(seat)
    settled = {
        event.wager: (number, event)
        for number, event in enumerate(round_.events)
        if isinstance(event, ev.Settled) and event.seat == seat
    }
    for wager in game.wagers:
        if wager.id in settled:
            number, event = settled[wager.id]
            prize, path = is_prize(game, wager.id), round_.step_of(number)
            why = decided(game, event.case, spot, round_.house)
            yield Due(
                wager.id, wager.name, event.amount, event.returned, prize, why, path, examined_case(game, event.case)
            )
        elif game.wagers.bonuses.get(wager.id) in spot.stakes:
            paths = (step_path(name) for name, step in all_steps(game).items() if _settles(step, wager.id))
            pay = settle_one(game, flat(game.procedure), wager.id, spot, round_.house)
            case = "" if pay is None else examined_case(game, pay.case)
            why = decided(game, case, spot, round_.house) if case else f"{wager.name}: no hand that it is paid for."
            yield Due(wager.id, wager.name, 0, 0, False, why, next(paths), case)


def is_prize(game: Game[Any], wager: str) -> bool:
    """Whether what a wager pays is a prize that does not bring its stake back."""
    return game.wager[wager].kind is Kind.PROGRESSIVE


def _settles(step: object, wager: str) -> bool:
    return isinstance(step, Settle) and wager in step.wagers


def _given(given: Paid) -> str:
    return f"pay {dollars(given.cents)}" if given.do == "pay" else given.do


def fewer(given: Paid) -> str:
    """Said of a payout that takes more chips than it must."""
    fewest = fewest_chips(given.cents)
    if sum(given.chips.values()) <= sum(fewest.values()):
        return ""
    chips = ", ".join(f"{count} of {dollars(worth)}" for worth, count in fewest.items())
    return f"Fewer chips would do: {chips}."
