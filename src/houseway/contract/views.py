"""The laws of secrecy: nobody sees, or can tell from what they see, a card that is not for their eyes.

Who may know which card is worked out here from what the dealer did, and not by the table's own `seen_by`.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from houseway.cards import DECK, JOKERS, Card, texts
from houseway.contract import samples
from houseway.contract.law import GameClass, law, require
from houseway.errors import IllegalAction
from houseway.rules.game import Decision
from houseway.rules.procedure import COMMUNITY, DEALER, Decide, Face
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.table.shuffle import Stream
from houseway.table.transcript import tell_all
from houseway.table.view import View

# Every way to write a card: 10d and Td, 10♦, ten of diamonds.
SPELLINGS = {
    text: card for card in DECK + JOKERS for text in (card.text, card.text.replace("T", "10"), card.pretty, card.words)
}
SPELLED = re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(SPELLINGS)})(?![0-9A-Za-z])")


class Felt:
    """Where every card lies and who may know it."""

    def __init__(self, events: Iterable[ev.Event]) -> None:
        self.cards: list[Card] = []  # in the order they left the shoe
        self.known: list[set[ev.Viewer]] = []  # card by card, to whom
        self.lies: dict[tuple[int | str, str], list[int]] = defaultdict(list)
        self.everybody: set[ev.Viewer] = {None}
        for event in events:
            self._follow(event)

    def _follow(self, event: ev.Event) -> None:
        match event:
            case ev.RoundOpened():
                self.everybody.update(event.seats)
            case ev.Burned(cards):
                self._leave_shoe(cards, set())
            case ev.Dealt(to, area, face, cards):
                owner: set[ev.Viewer] = {to} if face is Face.DOWN and isinstance(to, int) else set()
                indices = self._leave_shoe(cards, self.everybody if face is Face.UP else owner)
                self.lies[to, area if isinstance(to, int) else "dealt"] += indices
            case ev.Turned(whose, indices, cards):
                row = self.lies[whose, "dealt"]
                self._show([row[seat_view] for seat_view in indices], cards)
            case ev.Took(seat, source, cards):
                near = self.lies[seat, "aside"] if source == "aside" else self.lies[COMMUNITY, "dealt"]
                taken = [next((at for at in near if self.cards[at] == card), -1) for card in cards]
                require(-1 not in taken, f"seat {seat} takes {_texts(cards)}, not all of which lie on the felt")
                self._show(taken, cards)
                self.lies[seat, "drawn"] += taken
                if source == "aside":
                    self.lies[seat, "aside"] = [at for at in near if at not in taken]

    def _leave_shoe(self, cards: ev.Cards, who: set[ev.Viewer]) -> list[int]:
        first = len(self.cards)
        self.cards.extend(card for card in cards if card is not None)
        self.known.extend(set(who) for _ in cards)
        return list(range(first, len(self.cards)))

    def _show(self, indices: list[int], cards: ev.Cards) -> None:
        there = tuple(self.cards[at] for at in indices)
        require(there == cards, f"{_texts(cards)} is shown where {_texts(there)} lies")
        for at in indices:
            self.known[at] = self.everybody

    def row(self, whose: int | str, area: str, viewer: ev.Viewer) -> list[str | None]:
        """A row of cards as it must look to somebody."""
        return [self.cards[at].text if viewer in self.known[at] else None for at in self.lies[whose, area]]

    def hidden(self, viewer: ev.Viewer) -> list[int]:
        return [at for at, who in enumerate(self.known) if viewer not in who]


def _texts(cards: Iterable[Card | None]) -> str:
    return " ".join(map(str, cards))


def _sights(game_class: GameClass) -> Iterator[tuple[Round, Felt, ev.Viewer]]:
    """Everybody's sight of random rounds, wherever the table waits."""
    for round_ in samples.all_points(game_class):
        felt = Felt(round_.events)
        yield from ((round_, felt, viewer) for viewer in (None, *round_.seats))


def _sight(round_: Round, viewer: ev.Viewer) -> str:
    """All that a person is sent: the view, the events, the events in words, and what may be decided."""
    later = round_.events[1:]  # the opening says only whether the deck is stacked
    seen = [ev.seen_by(event, viewer) for event in later]
    view = round_.view(viewer)
    sent = {
        "view": view.to_json(),
        "events": [ev.to_json(event) for event in seen],
        "words": list(tell_all(seen, round_.game)),
        "offers": list(_offers(round_, view)),
    }
    return json.dumps(sent, ensure_ascii=False)


def _offers(round_: Round, view: View) -> Iterator[list[Any]]:
    step = round_.step
    if view.viewer in round_.to_act and isinstance(step, Decide):
        spot = view.seats[view.viewer].spot()
        for offer in round_.legal_actions(view.viewer):
            words = round_.game.names.offer(step.at, offer, spot) if spot else ()
            yield [offer.decision.to_json(), offer.wager, str(offer.most), offer.takes_back, *words]


def _person(viewer: ev.Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


@law
def views_show_nothing_hidden(game_class: GameClass) -> None:
    """Every card lies open to those who may see it and to nobody else, and no text names a card that is hidden."""
    for round_, felt, viewer in _sights(game_class):
        text = _sight(round_, viewer)
        _check_seen(round_, felt, viewer)
        for whose, area, shown in _rows(json.loads(text)["view"]):
            expected = felt.row(whose, area, viewer)
            if area == "aside":  # a card that was set aside may have been taken into the hand
                expected = [card and right for card, right in zip(shown, expected, strict=True)]
            require(shown == expected, f"{_person(viewer)} sees {whose}'s {area} cards as {shown}, not as {expected}")
        named = {SPELLINGS[spelled] for spelled in SPELLED.findall(text)}
        secret = named.difference(card for card, who in zip(felt.cards, felt.known, strict=True) if viewer in who)
        require(not secret, f"{_person(viewer)} is told of {_texts(secret)}, which nobody has shown them")


def _check_seen(round_: Round, felt: Felt, viewer: ev.Viewer) -> None:
    """When they are asked for offers, the rules are shown the house's cards that are face up, and no others."""
    if viewer not in round_.to_act:
        return
    rows = (felt.row(whose, "dealt", viewer) for whose in (DEALER, COMMUNITY))
    right = [[card for card in row if card is not None] for row in rows]
    seat_view = round_.view(viewer).seats[viewer].spot()
    for spot in (round_.spot(viewer), *([seat_view] if seat_view else [])):
        shown = [texts(cards) for cards in spot.seen]
        require(shown == right, f"the rules are shown {shown} where {_person(viewer)} sees {right}")


def _rows(view: dict[str, Any]) -> Iterator[tuple[int | str, str, list[str | None]]]:
    yield DEALER, "dealt", view["dealer"]["cards"]
    yield COMMUNITY, "dealt", view["community"]
    for seat_view in view["seats"]:
        yield from ((seat_view["seat"], area, seat_view[area]) for area in ("dealt", "drawn", "aside"))


@law
def views_depend_on_nothing_hidden(game_class: GameClass) -> None:
    """Had other cards lain wherever a person sees none, that person would see the very same."""
    numbers = samples.stream("other cards")
    for round_, felt, viewer in _sights(game_class):
        if not felt.hidden(viewer):
            continue
        seen = _sight(round_, viewer)
        other = _with_other_cards(round_, felt, viewer, numbers)
        if other is not None and _course(other) == _course(round_):
            message = f"what {_person(viewer)} sees depends on cards that nobody has shown them"
            require(_sight(other, viewer) == seen, message)


def _with_other_cards(round_: Round, felt: Felt, viewer: ev.Viewer, numbers: Stream) -> Round | None:
    """The round with other cards out of the viewer's sight; None if a player could not have decided so with them."""
    order, hidden = list(felt.cards), felt.hidden(viewer)
    shoe = round_.game.deck if round_.shoe is None else round_.shoe.left(round_.game)
    rest = list((Counter(shoe) - Counter(order)).elements()) + [order[at] for at in hidden]
    for at in hidden:
        order[at] = rest.pop(numbers.below(len(rest)))
    other = Round(
        round_.game,
        seats=round_.seats,
        seed=round_.server_seed,
        limits=round_.limits,
        meter=round_.meter_before,
        stacked=order,
        shoe=round_.shoe,
    )
    try:
        for action in round_.actions:
            samples.repeat(other, _translated(action, round_, other))
    except IllegalAction:
        return None
    return other


def _translated(action: tuple[Any, ...], round_: Round, other: Round) -> tuple[Any, ...]:
    """The same action with the cards that lie in the same positions."""
    match action:
        case ("act", seat, Decision(discard=tuple(thrown)) as decision):
            ours, theirs = (next(spot.dealt for spot in both.spots if spot.seat == seat) for both in (round_, other))
            return "act", seat, decision._replace(discard=tuple(theirs[ours.index(card)] for card in thrown))
    return action


def _course(round_: Round) -> list[tuple[int | str, int]]:
    """Who was dealt how many cards: a rule may let that depend on cards that are face down."""
    return [(event.to, len(event.cards)) for event in round_.events if isinstance(event, ev.Dealt)]
