"""The pots: whose turn, how much to call, the pots and their owners, the rake, the odd chip, who shows, who posts.

Every answer is what the engine that runs a card room has done with the same chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from operator import itemgetter
from typing import Any

from houseway.money import dollars
from houseway.rules.game import TableGame
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import Burn, Deal, PostBlinds, TakeWagers
from houseway.rules.wagers import listed
from houseway.table import events as ev
from houseway.table.shuffle import Stream
from houseway.train.forms import Choice
from houseway.train.items import all_cases, all_steps, case_name, case_quote, examined_case, step_name, step_path
from houseway.train.pay import Due
from houseway.train.pot_hands import TRIES, Played, felt, live_after, played_hands, points, pot_name, told
from houseway.train.readings import Page, PagedExercise, Path, Reading, amount, case_words, choice, covered
from houseway.train.streams import mixed, pick, stream

SHOWDOWN = 12  # hands that are played to find one that goes to the showdown
PAGES = 4  # questions of an exercise
CLOSED, NOBODY = "closed", "nobody"


class Pots(PagedExercise):
    """A few questions about one hand, in the order in which they come up at the table."""

    kind = "pots"

    def __init__(self, game: TableGame[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        assert isinstance(game, PotGame)
        found = _found(game, seed, about)
        if found is None:
            raise self.unmet()
        self.played, self.pages = found

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        """What players do and are paid; how it is dealt is another exercise."""
        step = all_steps(game).get(item)
        return item in all_cases(game) if step is None else not isinstance(step, TakeWagers | Deal | Burn)


def _found(game: PotGame[Any], seed: str, about: str) -> tuple[Played, tuple[Page, ...]] | None:
    """A hand that has what the exercise should be about; without a wish, one that goes to the showdown."""
    numbers = stream("pots", seed, about)
    found: tuple[Played, list[Page]] | None = None
    for played in islice(played_hands(game, f"pots {seed}", about), TRIES if about else SHOWDOWN):
        if about in all_steps(game) and step_path(about) not in map(
            played.hand.step_of, range(len(played.hand.events))
        ):
            continue
        pages = _Asker(played, numbers, about).pages()
        if about:
            if about in covered(pages):
                return played, _some(pages, numbers, about)
            continue
        if found is None or len(pages) > len(found[1]):
            found = played, pages
        if any(isinstance(event, ev.Shown) for event in played.hand.events):
            break
    return None if found is None else (found[0], _some(found[1], numbers, about))


def _some(pages: list[Page], numbers: Stream, about: str) -> tuple[Page, ...]:
    """Some of the pages in their order, one that is about the wish among them."""
    first = next((page for page in pages if about in page.covers), None)
    others = [page for page in mixed(numbers, pages) if page is not first]
    kept = ([] if first is None else [first]) + others
    return tuple(page for page in pages if any(page is item for item in kept[:PAGES]))


class _Asker:
    """What can be asked about one hand."""

    def __init__(self, played: Played, numbers: Stream, about: str) -> None:
        self.played, self.hand, self.numbers, self.about = played, played.hand, numbers, about
        self.game, self.events = played.hand.game, played.hand.events
        self.seats = tuple(played.hand.start)

    def pages(self) -> list[Page]:
        """In the order of the hand, so that no question tells the answer to a later one."""
        made = [
            *self._betting(),
            *self._closed(),
            *self._pots(),
            *self._shares(),
            *self._against_the_house(),
            *self._next_hand(),
        ]
        return [page for _, page in sorted(made, key=itemgetter(0))]

    def _page(
        self, prompt: str, readings: list[Reading], events: tuple[ev.HandEvent, ...], **known: Any
    ) -> tuple[int, Page]:
        """A page, and how far the hand has come."""
        lines = (*self._terms, *told(self.game, events))
        return len(events), Page(prompt, tuple(readings), lambda: felt(self.game, events, **known), lines)

    @cached_property
    def _terms(self) -> tuple[str, ...]:
        """What is played for."""
        return tuple(self.game.terms())

    def _path(self, number: int) -> Path:
        return self.hand.step_of(number)

    def _why(self, path: Path) -> str:
        return case_words(self.game.procedure[path[0]])

    def _case(self, number: int) -> str:
        """The case that is named by the event of that number, if it names one."""
        event = self.events[number]
        return event.case if isinstance(event, ev.CaseMet) else ""

    def _seats(self, seats: Iterable[int]) -> list[Choice]:
        return [Choice(str(seat), f"Seat {seat}", f"seat {seat}") for seat in sorted(seats)]

    # --- betting ---

    def _betting(self) -> Iterator[tuple[int, Page]]:
        """A point at which somebody must act: who, and what they may do. The next event is what they did."""
        waits = points(self.hand)
        wished = [point for point in waits if step_name(self._path(point.events)) == self.about]
        if not waits:
            return
        point = pick(self.numbers, wished or waits)
        events, path = self.events[: point.events], self._path(point.events)
        yield self._whose_turn(events, str(point.turn), path)
        call, least, most = point.bounds.call, point.bounds.least, point.bounds.most
        why = f"Seat {point.turn} may {_told(point.bounds)}. {self._why(path)}"
        readings = [
            amount("call", f"How much does seat {point.turn} put in to call (0: it may check)?", call, path, why),
            amount("least", "To what total may it bet or raise at least (0: not at all)?", least, path, why),
            amount("most", "And at most?", most, path, why),
        ]
        yield self._page(f"It is seat {point.turn}'s turn: what may it do?", readings, events, turn=point.turn)

    def _whose_turn(self, events: tuple[ev.HandEvent, ...], key: str, path: Path) -> tuple[int, Page]:
        choices = [*self._seats(self.seats), Choice(CLOSED, "Nobody: the betting is closed")]
        why, case = self._why(path), self._case(len(events))
        reading = choice("turn", "Who acts now, or is the betting closed?", choices, key, path, why, case)
        return self._page("Whose turn is it?", [reading], events)

    def _closed(self) -> Iterator[tuple[int, Page]]:
        """After the last action of a betting round."""
        last = [
            number
            for number, event in enumerate(self.events[:-1])
            if isinstance(event, ev.Bet) and not _same_round(event, self.events[number + 1])
        ]
        wished = [
            number
            for number in last
            if self.about in (step_name(self._path(number)), case_name(self._case(number + 1)))
        ]
        if last:
            number = pick(self.numbers, wished or last)
            yield self._whose_turn(self.events[: number + 1], CLOSED, self._path(number))

    # --- the end ---

    def _paid(self) -> list[ev.PotPaid]:
        return [event for event in self.events if isinstance(event, ev.PotPaid)]

    def _pots(self) -> Iterator[tuple[int, Page]]:
        """Before anybody shows: how many pots there are, how much is in each, who can win it, and who shows first."""
        if not self._paid():  # everybody folded to a big blind that stood alone: it was returned
            return
        ends = ev.Shown | ev.Mucked | ev.PotPaid
        start = next(number for number, event in enumerate(self.events) if isinstance(event, ends))
        events, paid, path = self.events[:start], self._paid(), self._path(start)
        live = live_after(events)
        why = " ".join(f"{pot_name(pot.number)}: {dollars(pot.amount)} for {_seats(pot.eligible)}." for pot in paid)
        counts = [Choice(str(number), f"{number}") for number in range(1, len(self.seats) + 1)]
        case = self._case(start - 1)
        readings = [choice("count", "How many pots are there?", counts, str(len(paid)), path, why, case)]
        if len(live) > 1:
            shown = next(event for event in self.events if isinstance(event, ev.Shown))
            rule = self._why(path)
            readings.append(choice("shows", "Who shows first?", self._seats(self.seats), str(shown.seat), path, rule))
        yield self._page("The betting is over: see what is to be won.", readings, events)
        readings = [
            amount(f"pot-{pot.number}", f"How much is in the {pot_name(pot.number).lower()}?", pot.amount, path, why)
            for pot in paid
        ]
        for seat in live:
            up_to = max((pot.number for pot in paid if seat in pot.eligible), default=0)
            choices = [Choice("0", "No pot"), *(Choice(str(pot.number), pot_name(pot.number)) for pot in paid)]
            prompt = f"Up to which pot can seat {seat} win?"
            readings.append(choice(f"seat-{seat}", prompt, choices, str(up_to), path, why))
        prompt = "There is one pot" if len(paid) == 1 else f"There are {len(paid)} pots"
        yield self._page(f"{prompt}: how much is to be won, and by whom?", readings, events)

    def _shares(self) -> Iterator[tuple[int, Page]]:
        """Once the hands are shown: what the house takes, and what each player gets to the last chip."""
        if not self._paid():
            return
        start = next(number for number, event in enumerate(self.events) if isinstance(event, ev.PotPaid))
        events, paid, path = self.events[:start], self._paid(), self._path(start)
        why = " ".join(
            f"{pot_name(pot.number)} of {dollars(pot.amount)}: "
            + ", ".join(f"{dollars(cents)} to seat {seat}" for seat, cents in pot.paid.items())
            + (f", {dollars(pot.rake)} to the house." if pot.rake else ".")
            for pot in paid
        )
        readings = []
        if self.game.options.rake_percent:
            raked = sum(pot.rake for pot in paid)
            rake = amount("rake", "How much does the house take?", raked, path, why)
            readings.append(rake._replace(cost=lambda given: int(raked - given)))
        for seat in live_after(events):
            won = sum(pot.paid.get(seat, 0) for pot in paid)
            readings.append(amount(f"seat-{seat}", f"How much does seat {seat} get?", won, path, why))
        standing = [{"amount": pot.amount, "eligible": list(pot.eligible), "paid": {}} for pot in paid]
        yield self._page("The pots are paid: to whom, and how much?", readings, events, pots=standing)

    def _against_the_house(self) -> Iterator[tuple[int, Page]]:
        """The wagers against the house, as the winners of them have shown their cards."""
        settled = [(number, event) for number, event in enumerate(self.events) if isinstance(event, ev.Settled)]
        if not settled:
            return
        wager = self.game.wager[self.game.side_wager]
        due = {
            event.seat: Due(
                wager.id, wager.name, event.amount, event.returned, False, case_quote(self.game, event.case),
                self._path(number), examined_case(self.game, event.case),
            )
            for number, event in settled
        }  # fmt: skip
        readings = [item.reading(f"seat-{seat}", f"Seat {seat}, {dollars(item.stake)}") for seat, item in due.items()]
        events = tuple(event for event in self.events[: settled[-1][0]] if not isinstance(event, ev.Settled))
        yield self._page(f"Settle {wager.name}: take, push or pay each wager.", readings, events)

    # --- the next hand ---

    def _next_hand(self) -> Iterator[tuple[int, Page]]:
        """Where the button and the blinds go, and what those post who come in."""
        after = self.played.next
        post = next(((i,) for i, step in enumerate(self.game.procedure) if isinstance(step, PostBlinds)), None)
        if after is None or post is None:
            return
        hand, why = after.hand, " ".join(self.game.button_rules())
        small, big = hand.blinds
        places = self._seats(range(1, self.game.seats + 1))
        nobody = Choice(NOBODY, "Nobody")
        last = (len(self.game.procedure) - 1,)  # when all is paid the button moves
        readings = [
            choice("button", "Where is the button?", places, str(hand.button), last, why),
            choice("small", "Who has the small blind?", [*places, nobody], str(small or NOBODY), post, why),
            choice("big", "Who has the big blind?", places, str(big), post, why),
        ]
        for seat in after.owing:
            live, dead = hand.owed.get(seat, (0, 0))
            posts = f"Seat {seat} posts {dollars(live)} live and {dollars(dead)} dead."
            prompt = f"What does seat {seat} post to come in, beside a blind that falls to it (0: nothing)?"
            readings.append(amount(f"posts-{seat}", prompt, live + dead, post, posts))
        far, page = self._page("The next hand: where do button and blinds go?", readings, self.events)
        yield far, page._replace(told=after.told)


def _told(bounds: Any) -> str:
    ways = ["fold"] * bounds.fold + ["check"] * bounds.check
    if bounds.call:
        ways.append(f"call {dollars(bounds.call)}")
    if bounds.most:
        size = f" to {dollars(bounds.most)}" if bounds.most > bounds.least else ""
        ways.append(f"{bounds.verb} to {dollars(bounds.least)}{size and ' up' + size}")
    return listed(ways)


def _same_round(event: ev.Bet, after: ev.HandEvent) -> bool:
    return isinstance(after, ev.Bet) and after.at == event.at


def _seats(seats: tuple[int, ...]) -> str:
    return f"{'seat' if len(seats) == 1 else 'seats'} {listed([str(seat) for seat in seats])}"
