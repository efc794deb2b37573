"""The forms that an answer can have: what may be answered is data, so that any front end can ask for it.

A form refuses what is no answer (`AnswerError`) and says nothing of what is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from houseway.cards import Card, parse_cards, texts
from houseway.errors import CardError, HousewayError
from houseway.money import parse_dollars

MOST_CHIPS = 10_000  # of one worth; whoever pays more tells the amount
# The chips on a dealer's rack in cents, with coins: 6 to 5 on $7 is $8.40, and a share of a meter may come to any
# cent. It is the same whatever is to be paid, and so tells nothing of it.
RACK = (1, 5, 25, 50, 100, 500, 2500, 10000, 50000)


class AnswerError(HousewayError):
    """What was given is no answer to the question; the exercise stays open."""


class Choice(NamedTuple):
    """One of several things to choose. `target` is where it is on the felt, for whoever would rather point at it:
    `dealer`, `community`, `seat 2`, `seat 2 ante`."""

    id: str
    label: str
    target: str = ""

    def to_json(self) -> dict[str, str]:
        return {"id": self.id, "label": self.label, "target": self.target}


class OneOf(NamedTuple):
    """One of these; the answer is its id."""

    choices: tuple[Choice, ...]

    def to_json(self) -> dict[str, Any]:
        return {"form": "choice", "choices": [choice.to_json() for choice in self.choices]}

    def read(self, given: object) -> str:
        ids = [choice.id for choice in self.choices]
        if given not in ids:
            raise AnswerError(f"{given!r} is none of the answers: {', '.join(ids)}.")
        return str(given)


class SomeCards(NamedTuple):
    """Some of these cards, in any order; the answer is a list such as `["Ah", "Kd"]`."""

    cards: tuple[Card, ...]
    least: int = 0
    most: int = 52

    def to_json(self) -> dict[str, Any]:
        return {"form": "cards", "cards": texts(self.cards), "least": self.least, "most": self.most}

    def read(self, given: object) -> tuple[Card, ...]:
        found = _cards_of(given, self.cards)
        if not self.least <= len(found) <= self.most:
            wanted = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            raise AnswerError(f"{len(found)} cards were given: choose {wanted}.")
        return found


class LaidRow(NamedTuple):
    """All these cards in a row from left to right, some of them turned sideways; the answer is
    `{"cards": ["4c", "Ks", …], "turned": ["4c"]}`."""

    cards: tuple[Card, ...]

    def to_json(self) -> dict[str, Any]:
        return {"form": "row", "cards": texts(self.cards)}

    def read(self, given: object) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        if not isinstance(given, Mapping):
            raise AnswerError(
                'Give the cards of the row from left to right, and those that are turned: {"cards": ["4c", "Ks"], '
                '"turned": ["4c"]}.'
            )
        row = _cards_of(given.get("cards"), self.cards)
        if len(row) != len(self.cards):
            raise AnswerError(f"All {len(self.cards)} cards lie in the row, not {len(row)}.")
        return row, _cards_of(given.get("turned", []), self.cards)


class Money(NamedTuple):
    """An amount: whole cents as a number, or dollars as text such as `12.50`."""

    def to_json(self) -> dict[str, Any]:
        return {"form": "amount"}

    def read(self, given: object) -> int:
        if isinstance(given, str):
            try:
                return parse_dollars(given)
            except HousewayError as error:
                raise AnswerError(str(error)) from None
        if type(given) is not int or given < 0:
            raise AnswerError(f"{given!r} is no amount: give whole cents, or dollars as text.")
        return given


class Payout(NamedTuple):
    """What the dealer does with a wager: take it, leave it (push), or pay it with chips from the rack.

    The answer is `{"do": "pay", "chips": {"2500": 2, "500": 1}}`, with chips by their worth in cents, or `"cents"` in
    their place; what is paid is the winnings, not the stake.
    """

    chips: tuple[int, ...] = RACK

    def to_json(self) -> dict[str, Any]:
        return {"form": "payout", "chips": list(self.chips)}

    def read(self, given: object) -> Paid:
        if not isinstance(given, Mapping) or given.get("do") not in ("take", "push", "pay"):
            raise AnswerError(
                'Take, push or pay the wager: {"do": "take"}, {"do": "push"} or {"do": "pay", "cents": 5500}.'
            )
        if given["do"] != "pay":
            return Paid(given["do"], 0, {})
        if "cents" in given:
            return Paid("pay", Money().read(given["cents"]), {})
        chips = given.get("chips")
        if not isinstance(chips, Mapping):
            raise AnswerError(
                "A payout is made of chips by their worth in cents, for instance two of $25 and one of $5: "
                '{"do": "pay", "chips": {"2500": 2, "500": 1}}.'
            )
        counted: dict[int, int] = {}
        for worth, count in chips.items():
            if str(worth) not in map(str, self.chips) or type(count) is not int or not 0 <= count <= MOST_CHIPS:
                raise AnswerError(f"{count!r} chips of {worth!r} cents are not on the rack.")
            if count:
                counted[int(worth)] = count
        return Paid("pay", sum(worth * count for worth, count in counted.items()), counted)


class Paid(NamedTuple):
    """A payout as it was given; `chips` are empty where only the amount was told."""

    do: str
    cents: int
    chips: Mapping[int, int]


class Field(NamedTuple):
    """One thing that an act needs to be told: to whom, how many, face up or down, which wager."""

    id: str
    label: str
    form: OneOf | Payout | SomeCards

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "label": self.label, **self.form.to_json()}


class Verb(NamedTuple):
    """One of the things a dealer can do, with what must be told of it."""

    id: str
    label: str
    key: str  # on the keyboard
    fields: tuple[Field, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "label": self.label, "key": self.key, "fields": [item.to_json() for item in self.fields]}


class Act(NamedTuple):
    """What the dealer does: the answer is `{"do": "deal", "to": "seat 1", "face": "down", "count": "2"}`."""

    verbs: tuple[Verb, ...]

    def to_json(self) -> dict[str, Any]:
        return {"form": "act", "verbs": [verb.to_json() for verb in self.verbs]}

    def read(self, given: object) -> dict[str, Any]:
        """The act with every field read; fields that the verb does not have are refused."""
        if not isinstance(given, Mapping):
            raise AnswerError('Say what the dealer does next: {"do": "burn", "count": "1"}.')
        verb = next((verb for verb in self.verbs if verb.id == given.get("do")), None)
        if verb is None:
            raise AnswerError(f"{given.get('do')!r} is nothing a dealer does here: {_ids(self.verbs)}.")
        unknown = given.keys() - {"do"} - {item.id for item in verb.fields}
        if unknown:
            raise AnswerError(f"To {verb.id} there is no {sorted(map(str, unknown))[0]!r} to tell.")
        read: dict[str, Any] = {"do": verb.id}
        for item in verb.fields:
            if item.id not in given:
                raise AnswerError(f"To {verb.id}, say also: {item.label}.")
            read[item.id] = item.form.read(given[item.id])
        return read


Form = OneOf | SomeCards | LaidRow | Money | Payout | Act


def fewest_chips(cents: int, chips: Iterable[int] = RACK) -> dict[int, int]:
    """The payout with the fewest chips; empty where these chips cannot make the amount.

    Each chip of a rack is worth a whole number of every smaller one, so that the largest first is the fewest.
    """
    found: dict[int, int] = {}
    for worth in sorted(chips, reverse=True):
        count, cents = divmod(cents, worth)
        if count:
            found[worth] = count
    return {} if cents else found


def _ids(items: Iterable[Any]) -> str:
    return ", ".join(item.id for item in items)


def _cards_of(given: object, among: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards that were given, each of which must be there as often as it was given."""
    if not isinstance(given, list | tuple) or not all(isinstance(text, str) for text in given):
        raise AnswerError('Cards are given as a list such as ["Ah", "Kd"].')
    try:
        found = parse_cards(list(given))
    except CardError as error:
        raise AnswerError(str(error)) from None
    left = list(among)
    for card in found:
        if card not in left:
            raise AnswerError(f"{card.pretty} is not among the cards: {' '.join(item.pretty for item in among)}.")
        left.remove(card)
    return found
