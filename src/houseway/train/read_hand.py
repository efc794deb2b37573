"""Read the hand: name it, say which cards play, whether the house qualifies, who wins; lay and set the house's cards.

Every answer is the game's own: its words, its hands, the house way, and what the round settled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from houseway.cards import Card, texts
from houseway.rules.game import Game, HouseCards, TableGame
from houseway.rules.procedure import COMMUNITY, DEALER, Arrange, Decide, Settle, Step, Take, Turn, step_number
from houseway.rules.settlement import case_of, dealer_case
from houseway.rules.wagers import listed
from houseway.table import events as ev
from houseway.table.lay import dealer_lay
from houseway.table.round import Round
from houseway.table.shuffle import Stream
from houseway.table.view import View
from houseway.train.equal_hands import Deal, may_lie, plays
from houseway.train.forms import Choice, LaidRow, SomeCards
from houseway.train.items import all_steps, case_of_item, case_quote, decided, examined_case, step_name, step_path
from houseway.train.moments import felt, told
from houseway.train.readings import Page, PagedExercise, Path, Reading, case_words, choice, covered
from houseway.train.rounds import comes_true, rounds
from houseway.train.streams import mixed, pick, stream

MOST_SEATS = 3  # a table that is quickly read
CHOICES = 4  # names of hands to choose from
CHANGES = 60  # hands that are asked for their names, each a card or two away from the one to read
ENDS = {"player": "The player", "house": "The house", "push": "Nobody: it pushes"}


class ReadHand(PagedExercise):
    """Where the game has a house way, the house's cards are set first; then the finished deal is read."""

    kind = "read"

    def __init__(self, game: TableGame[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        assert isinstance(game, Game)
        found = _found(game, seed, about)
        if found is None:
            raise self.unmet()
        self.round, self.seat, self.pages = found

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        """The house's hand is read where it is set, or else turned over, a player's where a main wager is settled."""
        assert isinstance(game, Game)
        steps = all_steps(game)
        match steps.get(item):
            case Arrange():
                return True
            case Turn(whose=whose):
                return whose == DEALER and not any(isinstance(step, Arrange) for step in steps.values())
            case Settle(wagers=wagers):
                return not ({*game.wagers.main_group, *game.wagers.entries} - game.wagers.bonuses.keys()).isdisjoint(
                    wagers
                )
        case = case_of_item(game, item)
        if case is None or case.case is None:
            return False
        at = [steps[step_name(path)] for path in case.paths]
        return game.wagers.main in case.case.pays or any(isinstance(step, Arrange | Decide) for step in at)


def _found(game: Game[Any], seed: str, about: str) -> tuple[Round, int, tuple[Page, ...]] | None:
    """A seat of a round that has what the exercise should be about; without a wish, one of which there is much to
    read."""
    numbers = stream("read", seed, about)
    best: tuple[Round, int, tuple[Page, ...]] | None = None
    for round_ in rounds(game, f"read {seed}", about, most_seats=MOST_SEATS):
        for seat in mixed(numbers, [spot.seat for spot in round_.spots]):
            reader = _Reader(round_, seat, numbers)
            if not reader.may_be_about(about):
                continue  # naming hands takes its time
            pages = tuple(page for page in reader.pages() if page.readings)
            if about in covered(pages):
                return round_, seat, pages
            if not about and pages and not round_.spot(seat).folded:
                return round_, seat, pages
            if not about and pages and best is None:
                best = round_, seat, pages
    return best


class _Reader:
    """What there is to read in one round, with one of its players."""

    def __init__(self, round_: Round, seat: int, numbers: Stream) -> None:
        self.round, self.game, self.seat, self.numbers = round_, round_.game, seat, numbers
        self.spot, self.house = round_.spot(seat)._replace(aside=()), round_.house
        self.events = [(number, event) for number, event in enumerate(round_.events)]
        # Where shared cards are taken, they lie among the drawn ones of whoever took them.
        shared = not any(isinstance(step, Take) for step in all_steps(self.game).values())
        self.community = self.house.community if shared else ()
        hidden = ev.Settled | ev.MeterPaid | ev.Arranged | ev.Collected | ev.RoundClosed
        self.open = tuple(event for _, event in self.events if not isinstance(event, hidden))
        self.arranged = [(number, event) for number, event in self.events if isinstance(event, ev.Arranged)]

    def paths(self) -> set[Path | None]:
        """The steps that there may be something to read at."""
        end = [self.round.step_of(number) for number, _ in self._settled(self.game.wagers.main)]
        return {self._house_path(), self._settled_path(), *end, *(self.round.step_of(at) for at, _ in self.arranged)}

    def may_be_about(self, about: str) -> bool:
        if about.startswith("step "):
            return step_path(about) in self.paths()
        return comes_true(self.round, about)

    def pages(self) -> Iterator[Page]:
        yield from self.house_way()
        yield self.deal_read()

    # --- the house way ---

    def house_way(self) -> Iterator[Page]:
        """The house's cards before they are set, where the game has positions: which goes where."""
        for number, event in self.arranged:
            placed = {name: card for name, card in (event.positions or {}).items() if card is not None}
            if not placed:
                continue
            before = tuple(
                item
                for at, item in self.events[:number]
                if not isinstance(item, ev.Settled | ev.MeterPaid | ev.Arranged | ev.Collected)
            )
            names = tuple(event.positions or ())
            path = self.round.step_of(number)
            choices = [Choice(name, name.capitalize(), f"dealer {name}") for name in names]
            why, case = self._house_case(path)
            readings = tuple(
                choice(f"position-{index}", f"Where does {card.pretty} go?", choices, position, path, why, case)
                for index, (position, card) in enumerate(placed.items(), start=1)
            )
            yield self._page("The house's cards are set by the house way: where does each go?", before, readings)
            return

    def _page(
        self, prompt: str, events: tuple[ev.Event, ...], readings: tuple[Reading, ...], seat: int | None = None
    ) -> Page:
        return Page(prompt, readings, lambda: felt(self.game, events), told(self.game, events), seat)

    # --- the finished deal ---

    def deal_read(self) -> Page:
        readings = [*self._decided(), *self._player(), *self._dealer(), *self._end()]
        house = "the house" if self.house.dealer else ""
        whose = listed([item for item in (f"seat {self.seat}", house) if item])
        return self._page(f"All cards are out: read the hand of {whose}.", self.open, tuple(readings), self.seat)

    def _decided(self) -> Iterator[Reading]:
        """Which of the manual's cases a decision of the seat's is."""
        if not self.spot.folded and not self._in_sight(self.spot.held + self.spot.drawn):
            return
        for number, event in self.events:
            path = self.round.step_of(number)
            if not isinstance(event, ev.Decided) or event.seat != self.seat or len(self._step(path).cases) < 2:
                continue
            step = self._step(path)
            case = case_of(self.game, step, self.spot, self.house)
            choices = [Choice(item.id, _capital(item.words)) for item in step.cases]
            prompt = f"What holds for the decision of seat {self.seat}?"
            why = case_quote(self.game, case.id)
            yield choice(f"case-{step_number(path)}", prompt, choices, case.id, path, why, case.id)

    def _player(self) -> Iterator[Reading]:
        own = self.spot.held + self.spot.drawn
        path = self._settled_path()
        if self.spot.folded or path is None or not self._in_sight(own):
            return
        words = self.game.names.hand(self.spot, self.house)
        hand = self.game.display.hand(self.spot, self.house)
        why = made_of(hand, words)
        yield from self._name("player", f"What does seat {self.seat} have?", words, self._other_players(), path, why)
        deal = Deal(self.spot, self.house)
        prompt = f"Which cards play for seat {self.seat}?"
        yield from self._cards("player-cards", prompt, own + self.community, hand, deal, path, why)

    def _in_sight(self, cards: tuple[Card, ...]) -> bool:
        """Whether everybody at the table sees these of the seat's cards."""
        seen = [card for row in self._shown.seats[self.seat].cards.values() for card in row]
        return all(seen.count(card) >= cards.count(card) for card in cards) and None not in self._shown.house[COMMUNITY]

    def _dealer(self) -> Iterator[Reading]:
        house, path = self.house, self._house_path()
        if not house.dealer or path is None or None in self._shown.house[DEALER]:
            return
        words = self.game.names.dealer(house)
        hand, deal = self.game.display.dealer_hand(house), Deal(None, house)
        quote, case = self._house_case(path)
        why = f"{made_of(hand, words)} {quote}".strip()
        yield from self._name("dealer", "What does the house have?", words, self._other_houses(), path, why)
        if not self.community and self.numbers.below(2):
            yield from self._discards(hand, deal, path, why)
        else:
            prompt, cards = "Which cards play for the house?", house.dealer + self.community
            yield from self._cards("dealer-cards", prompt, cards, hand, deal, path, why)
        qualifies = self.game.dealer_qualifies(house)
        if qualifies is not None:
            key = "yes" if qualifies else "no"
            answers = Choice("yes", "Yes"), Choice("no", "No")
            yield choice("qualifies", "Does the house qualify?", answers, key, path, why, case)
        yield from self._lay(hand, path, quote, case)

    def _name(
        self, whose: str, prompt: str, words: str, others: Iterable[str], path: Path, why: str
    ) -> Iterator[Reading]:
        """The name of a hand among those of hands that look like it."""
        return named(f"{whose}-hand", prompt, words, others, path, why, self.numbers)

    def _cards(
        self, id: str, prompt: str, cards: tuple[Card, ...], hand: tuple[Card, ...], deal: Deal, path: Path, why: str
    ) -> Iterator[Reading]:
        if 0 < len(hand) < len(cards):
            game, form = self.game, SomeCards(cards, 1, len(cards))
            yield Reading(
                id,
                prompt,
                form,
                texts(hand),
                row_words(hand),
                path,
                why,
                lambda given: plays(game, deal, given),
                row_words,
            )

    def _discards(self, hand: tuple[Card, ...], deal: Deal, path: Path, why: str) -> Iterator[Reading]:
        """The same from the other side: what the house throws away of its own cards."""
        game, cards = self.game, deal.house.dealer
        if 0 < len(hand) < len(cards):
            key = _without(cards, hand)
            yield Reading(
                "dealer-discards", "Which cards does the house discard?", SomeCards(cards, 1, len(cards)), texts(key),
                row_words(key), path, why, lambda given: plays(game, deal, _without(cards, given)), row_words,
            )  # fmt: skip

    def _lay(self, hand: tuple[Card, ...], path: Path, quote: str, case: str) -> Iterator[Reading]:
        """The house's and the shared cards in a row, where the procedure says how."""
        game, house = self.game, self.house
        lay = dealer_lay(game, house, hand)
        if lay is None:
            return
        key = {"cards": texts(lay.cards), "turned": texts(lay.turned)}
        form = LaidRow(tuple(mixed(self.numbers, house.dealer + house.community)))
        yield Reading(
            "lay", "Lay the cards in one row to show which play, and turn those that are to be turned.", form, key,
            lay.text(), path, f"{lay.words} {quote}".strip(),
            lambda given: may_lie(game, house, *given),
            lambda given: lay._replace(cards=given[0], turned=given[1]).text(), case=case,
        )  # fmt: skip

    def _end(self) -> Iterator[Reading]:
        """Who wins the first wager, as the round has settled it."""
        wager = self.game.wager[self.game.wagers.main]
        for number, event in self._settled(wager.id):
            won, stake = event.returned, event.amount
            key = "player" if won > stake else "house" if won < stake else "push"
            path = self.round.step_of(number)
            why = decided(self.game, event.case, self.spot, self.house)
            choices = [Choice(id, label) for id, label in ENDS.items()]
            yield choice(
                "wins",
                f"Who wins {wager.name} of seat {self.seat}?",
                choices,
                key,
                path,
                why,
                examined_case(self.game, event.case),
            )

    # --- where it belongs in the manual ---

    def _house_case(self, path: Path) -> tuple[str, str]:
        """How the house's hand is set: the case that applies with its id, or else the step's order alone."""
        step = self._step(path)
        case = dealer_case(self.game, step, self.house) if isinstance(step, Arrange) else None
        return (f"{step.text} {case_quote(self.game, case.id)}", case.id) if case else (case_words(step), "")

    def _step(self, path: Path) -> Step:
        return all_steps(self.game)[step_name(path)]

    def _settled(self, wager: str) -> Iterator[tuple[int, ev.Settled]]:
        for number, event in self.events:
            if isinstance(event, ev.Settled) and event.seat == self.seat and event.wager == wager:
                yield number, event

    def _settled_path(self) -> Path | None:
        """The step at which the player's hand is compared or paid."""
        main = [number for wager in self.game.wagers.main_group for number, _ in self._settled(wager)]
        every = [number for wager in self.game.wager for number, _ in self._settled(wager)]
        return self.round.step_of(min(main or every)) if every else None

    def _house_path(self) -> Path | None:
        """The step at which the house's hand is set, or else turned over."""
        turned = [number for number, event in self.events if isinstance(event, ev.Turned) and event.whose == DEALER]
        numbers = [number for number, _ in self.arranged] or turned
        return self.round.step_of(numbers[-1]) if numbers else None

    # --- other hands of the game, for their names ---

    @cached_property
    def _shown(self) -> View:
        return View(self.game, None, self.open)

    def _elsewhere(self, own: tuple[Card, ...]) -> list[Card]:
        """The cards that lie face up in other hands: names of hands made with them cannot be told by a card that is
        nowhere on the felt."""
        rows = [
            *self._shown.house.values(),
            *(row for seat in self._shown.seats.values() for row in seat.cards.values()),
        ]
        left = Counter(card for row in rows for card in row if card is not None)
        return list((left - Counter((*own, *self.house.community))).elements())

    def _changed(self, cards: tuple[Card, ...], left: list[Card], kept: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """The cards with one or two of them changed for some that are left."""
        found = list(cards)
        free = [index for index, card in enumerate(cards) if card not in kept]
        for _ in range(1 + self.numbers.below(2)):
            if free and left:
                found[pick(self.numbers, free)] = left.pop(self.numbers.below(len(left)))
        return tuple(found)

    def _regrouped(self, own: tuple[Card, ...]) -> tuple[tuple[Card, ...], HouseCards]:
        """A hand's own and the shared cards, dealt the other way round: what is read by whoever mistakes them."""
        cards = tuple(mixed(self.numbers, own + self.community))
        return cards[: len(own)], self.house._replace(community=cards[len(own) :])

    def _other_players(self) -> Iterator[str]:
        spot = self.spot
        others = self._elsewhere(spot.dealt + spot.drawn)
        for number in range(CHANGES):
            house, left = self.house, list(others)
            if number % 2 and self.community and not spot.drawn and not spot.discards:
                dealt, house = self._regrouped(spot.dealt)
                other = spot._replace(dealt=dealt, seen=house)
            else:
                dealt = self._changed(spot.dealt, left, spot.discards)
                other = spot._replace(dealt=dealt, drawn=self._changed(spot.drawn, left))
            words = self.game.names.hand(other, house)
            if words:
                yield words

    def _other_houses(self) -> Iterator[str]:
        others = self._elsewhere(self.house.dealer)
        for number in range(CHANGES):
            if number % 2 and self.community:
                dealer, house = self._regrouped(self.house.dealer)
                house = house._replace(dealer=dealer)
            else:
                house = self.house._replace(dealer=self._changed(self.house.dealer, list(others)))
            words = self.game.names.dealer(house)
            if words:
                yield words


def named(
    id: str, prompt: str, words: str, others: Iterable[str], path: Path, why: str, numbers: Stream
) -> Iterator[Reading]:
    """The name of a hand among those of hands that look like it, where there are any."""
    names = {words: None}
    for other in others if words else ():
        names[other] = None
        if len(names) == CHOICES:
            break
    if len(names) > 1:
        order = mixed(numbers, list(names))
        choices = [Choice(str(number), _capital(name)) for number, name in enumerate(order, start=1)]
        yield choice(id, prompt, choices, choices[order.index(words)].id, path, why)


def _without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def row_words(cards: Iterable[Card]) -> str:
    return " ".join(card.pretty for card in cards) or "none"


def made_of(hand: tuple[Card, ...], words: str) -> str:
    """The cards that play and what they make."""
    return f"{row_words(hand)}: {words}." if hand and words else f"{_capital(words)}." if words else ""


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
