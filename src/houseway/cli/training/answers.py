"""What a person types as an answer, for every form that an answer can have.

Nothing here knows what is right: text becomes the answer that the form takes, or is refused in one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from houseway.errors import HousewayError
from houseway.money import dollars, parse_dollars
from houseway.train.forms import AnswerError, Choice, Field, Form, LaidRow, Money, OneOf, Payout, SomeCards, Verb

NUMBER = re.compile(r"(?:.* )?(\d+)")  # `3`, `seat 3`
CHIPS = re.compile(r"(\d{1,5}) ?[x×*] ?\$?([\d.,]*\d)", re.IGNORECASE)
CARD = re.compile(r"(10|[2-9TJQKAX])[a-z]\*?", re.IGNORECASE)
NONE = ("none", "-")
SHORT = 4  # letters of a name that is its own key: `2b`, `Ah`, `open`
LEAVE = {"q", "?", "<"}  # these mean something else at every question
TURNED = "*"  # after a card that lies sideways


def keys_of(choices: Sequence[Choice]) -> dict[str, Choice]:
    """A short key for every choice: the number of a seat, the first letter where that tells them apart, else its
    place in the list."""
    numbers = [NUMBER.fullmatch(choice.id) for choice in choices]
    ids = [choice.id.lower() for choice in choices]
    in_order = [str(place) for place in range(1, len(choices) + 1)]
    ways = [ids if all(len(name) <= SHORT for name in ids) else in_order, in_order]
    if any(numbers):
        ways.insert(0, [found[1] if found else name[:1] for found, name in zip(numbers, ids, strict=True)])
    elif all(name.isalpha() for name in ids):
        ways.insert(0, [name[0] for name in ids])
    keys = next(way for way in ways if len(set(way)) == len(choices) and LEAVE.isdisjoint(way))
    return dict(zip(keys, choices, strict=True))


def chosen(choices: Sequence[Choice], text: str) -> Choice | None:
    """The choice that is meant: by its key, its name, the beginning of only one name, or its place in the list where no
    key is a number."""
    text = text.strip().lower()
    keys = keys_of(choices)
    if text in keys:
        return keys[text]
    if text.isdecimal() and not any(key.isdecimal() for key in keys) and 0 < int(text) <= len(choices):
        return choices[int(text) - 1]
    names = [(choice, {choice.id.lower(), choice.label.lower()}) for choice in choices]
    for choice, own in names:
        if text in own:
            return choice
    begun = [choice for choice, own in names if text and any(name.startswith(text) for name in own)]
    return begun[0] if len(begun) == 1 else None


def hint(form: Form) -> str:
    """How an answer of this form is typed, in a few words."""
    match form:
        case OneOf():
            return "a key or the word"
        case SomeCards(cards, least, most):
            many = f"{least}" if least == most else f"{least} to {min(most, len(cards))}"
            none = ", or none" if not least else ""
            return f"{many} cards, such as {_sample(form.cards)}{none}"
        case LaidRow():
            return f"from left to right, {TURNED} after a card that is turned, such as {_sample(form.cards, TURNED)}"
        case Money():
            return "dollars, such as 12.50"
        case Payout():
            return "t take, p push, or what you pay: 52.50, or in chips 2x25 5x0.50"
    return "what the dealer does, such as d for deal; the rest is asked for, or typed after it: d 1 2 down"


def _sample(cards: Sequence[Any], mark: str = "") -> str:
    return " ".join([f"{cards[0]}{mark}", *map(str, cards[1:2])]) if cards else "Ah Kd"


def typed(form: Form, text: str) -> Any:
    """The answer that was typed, in the form that `answer` takes. An act is typed field by field: see `read_act`."""
    match form:
        case OneOf(choices):
            choice = chosen(choices, text)
            if choice is None:
                raise AnswerError(f"{text!r} is none of the answers: {', '.join(keys_of(choices))}.")
            return choice.id
        case SomeCards():
            answer: Any = _cards(text)
        case LaidRow():
            row = [(part.rstrip(TURNED), part.endswith(TURNED)) for part in _cards(text)]
            answer = {"cards": [card for card, _ in row], "turned": [card for card, turned in row if turned]}
        case Payout():
            answer = payout(text)
        case Money():
            answer = parse_amount(text)
        case _:
            raise AnswerError(f"{text!r} is nothing a dealer does here.")
    form.read(answer)  # refuse it now, while this part is asked
    return answer


def _cards(text: str) -> list[str]:
    return [] if text.strip().lower() in NONE else re.findall(r"[^\s,]+", text)


def parse_amount(text: str) -> int:
    """Dollars as cents."""
    try:
        return parse_dollars(text)
    except HousewayError as error:
        raise AnswerError(str(error)) from None


def payout(text: str) -> dict[str, Any]:
    """`t`, `push`, `52.50`, `pay 2x25 5x0.50`: what is done with a wager."""
    words = text.strip().lower()
    if words in ("t", "take"):
        return {"do": "take"}
    if words in ("p", "push"):
        return {"do": "push"}
    amount = words.removeprefix("pay").strip()
    if not amount:
        raise AnswerError("How much is paid? Write dollars, such as 52.50, or chips, such as 2x25 5x0.50.")
    chips = CHIPS.findall(amount)
    if not chips:
        return {"do": "pay", "cents": parse_amount(amount)}
    if CHIPS.sub("", amount).strip(" ,+"):
        raise AnswerError(f"{text.strip()!r} is no payout: write chips as 2x25 5x0.50, or an amount.")
    counted: dict[str, int] = {}
    for count, worth in chips:
        cents = parse_amount(worth)
        counted[str(cents)] = counted.get(str(cents), 0) + int(count)
    return {"do": "pay", "chips": counted}


def rack_words(chips: Sequence[int]) -> str:
    """The chips on the rack."""
    return ", ".join(dollars(worth) for worth in chips)


# --- acts ---


class Begun(NamedTuple):
    """An act of which some fields are told."""

    verb: Verb
    told: dict[str, Any]

    @property
    def missing(self) -> tuple[Field, ...]:
        return tuple(field for field in self.verb.fields if field.id not in self.told)

    @property
    def answer(self) -> dict[str, Any]:
        return {"do": self.verb.id, **self.told}


def verb_of(verbs: Sequence[Verb], text: str) -> Verb:
    """The verb that is meant by its key, its name or the beginning of it."""
    word = text.lower()
    for verb in verbs:
        if word in (verb.key.lower(), verb.id.lower()):
            return verb
    begun = [verb for verb in verbs if verb.id.startswith(word) or verb.label.lower().startswith(word)]
    if len(begun) != 1:
        raise AnswerError(f"{text!r} is nothing a dealer does here: {', '.join(f'{v.key} {v.id}' for v in verbs)}.")
    return begun[0]


def begin_act(verbs: Sequence[Verb], text: str) -> Begun:
    """An act from one line, such as `deal 3 2 down`: the verb, then its fields in their order as far as they are
    typed. A field with one choice only need not be told."""
    word, *words = text.split() or [""]
    verb = verb_of(verbs, word)
    told: dict[str, Any] = {}
    for field in verb.fields:
        only = field.form.choices[0].id if isinstance(field.form, OneOf) and len(field.form.choices) == 1 else None
        if not words:
            if only is None:
                continue
            told[field.id] = only
            continue
        used = _used(field.form, words)
        if not used and only is None:
            typed(field.form, words[0])  # says why not
            raise AnswerError(f"{words[0]!r} does not tell {field.label!r}.")
        told[field.id] = typed(field.form, " ".join(words[:used])) if used else only
        words = words[used:]
    if words:
        raise AnswerError(f"{' '.join(words)!r} is too much: to {verb.id} there is no more to tell.")
    return Begun(verb, told)


def _used(form: Form, words: Sequence[str]) -> int:
    """How many of the next words tell a field."""
    match form:
        case OneOf(choices):
            return next((n for n in range(len(words), 0, -1) if chosen(choices, " ".join(words[:n]))), 0)
        case SomeCards():
            if words[0].lower() in NONE:
                return 1
            return next((n for n, word in enumerate(words) if not CARD.fullmatch(word)), len(words))
    return len(words)
