"""The judgement of an act: whether it is the one that comes next, and if not, what is wrong with it, which step of the
manual it breaks, and what it would have cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards import Card
from houseway.money import dollars
from houseway.rules.game import HouseCards
from houseway.table import events as ev
from houseway.train.acts import ALL, OPEN, DealerAct, Menu, returned_by, right_payout, step_at
from houseway.train.equal_hands import Deal, plays
from houseway.train.exercise import Judged
from houseway.train.forms import Paid
from houseway.train.items import StepRef
from houseway.train.orders import may_come_next

Done = Mapping[str, Any]  # an act as its form has read it
WHICH = ("seat", "to", "whose", "wager", "what")  # the fields that say which act it is, not how it is done
GONE = ("collect", "bury", "shuffle")  # after these a wager that was passed over is not settled any more


def judge_act(
    menu: Menu, given: Done, acts: Sequence[DealerAct], number: int, house: HouseCards, *, part: str = "act"
) -> Judged:
    """Whether an act is the one of that number, or another that may come as well; `house` are the house's cards that
    are face up."""
    number = meant(menu, given, acts, number)
    right, key = acts[number], read_key(menu, acts[number], house)
    fine = is_same(menu, given, key, house)
    return Judged(
        part,
        fine,
        act_words(menu, given),
        act_words(menu, key),
        "" if fine else why_wrong(menu, given, acts, number, house),
        StepRef.of(menu.game, right.step),
        0 if fine else cost(menu, given, acts, number),
        case=right.case,
    )


def meant(menu: Menu, given: Done, acts: Sequence[DealerAct], number: int) -> int:
    """The number of the act that an answer means, of those that may come next: the engine's if it is none of them."""
    for index in may_come_next(menu, acts, number):
        answer = acts[index].answer
        if given["do"] == answer["do"] and all(given.get(name) == answer.get(name) for name in WHICH):
            return index
    return number


def read_key(menu: Menu, act: DealerAct, house: HouseCards) -> dict[str, Any]:
    """The right act as its form reads it."""
    return menu.form(house).read(act.answer)


def is_same(menu: Menu, given: Done, key: Done, house: HouseCards) -> bool:
    """Whether two acts are the same: cards in any order, chips of any sort, cards that play as well."""
    return given["do"] == key["do"] and not different(menu, given, key, house)


def different(menu: Menu, given: Done, key: Done, house: HouseCards) -> list[str]:
    """The fields in which an act differs from the right one of the same verb."""
    return [name for name in key if not _equal(menu, key["do"], name, given[name], key[name], house)]


def _equal(menu: Menu, verb: str, name: str, given: Any, key: Any, house: HouseCards) -> bool:
    if isinstance(key, Paid):
        return (given.do, given.cents) == (key.do, key.cents)
    if verb == "set" and name == "cards":
        return Counter(given) == Counter(key) or plays(menu.game, Deal(None, house), given)
    return bool(given == key)


# --- in words ---


def act_words(menu: Menu, act: Done) -> str:
    """An act as a dealer would say it: `Deal 2 cards face down to seat 3`."""
    match act["do"]:
        case "prepare":
            return menu.preparations[int(act.get("what", "1")) - 1].removesuffix(".")
        case "close":
            return "Close the wagers"
        case "deal":
            if act.get("place") == "aside":
                return f"Put {_cards(act['count'])} of {_whose(act['to'])} face {act['face']} on {menu.aside_label}"
            return f"Deal {_cards(act['count'])} face {act['face']} to {_whose(act['to'])}"
        case "burn":
            return f"Burn {_cards(act['count'])}"
        case "call":
            return f"Ask {act['seat']} to decide"
        case "turn":
            return f"Turn over {_run(menu, act)}"
        case "complete":
            return f"Complete the hand of {act['seat']}"
        case "set":
            return f"Set the dealer's hand: {_set(menu, act)}"
        case "settle" if "how" in act:
            return _settle(menu, act)
        case "collect":
            whose = f" of {act['whose']}" if act.get("whose", ALL) != ALL else ""
            return f"Collect {act.get('what', menu.collected[0] if menu.collected else 'the cards')}{whose}"
        case "bury":
            return f"Bury {_cards(act['count'])}"
    label = next(verb.label for verb in menu.form(HouseCards((), ())).verbs if verb.id == act["do"])
    return f"{label}: {act['seat']}" if "seat" in act else label


def _cards(count: str) -> str:
    return f"{count} {'card' if count == '1' else 'cards'}"


def _whose(place: str) -> str:
    return {"dealer": "the dealer", "community": "the board"}.get(place, place)


def _run(menu: Menu, act: Done) -> str:
    run, whose = act.get("cards", ALL), act["whose"]
    owner = {"dealer": "the dealer's", "community": "the shared"}.get(whose, f"{whose}'s")
    if run == ALL:
        return f"{owner} cards"
    label = next(choice.label for choice in menu.runs if choice.id == run)
    if run in ("held", "discards"):
        return f"{owner} {'discards' if run == 'discards' else 'held cards'}"
    return f"{owner} {label.lower()}"


def _set(menu: Menu, act: Done) -> str:
    if menu.positions:
        laid = [f"{name} {'open' if act[name] == OPEN else Card.parse(act[name]).pretty}" for name in menu.positions]
        words = ", ".join(laid) if any(act[name] != OPEN for name in menu.positions) else "no card on a position"
    else:
        words = " ".join(card.pretty for card in act["cards"]) or "no cards"
    said = {"yes": "; it qualifies", "no": "; it does not qualify"}.get(act.get("qualifies", ""), "")
    return words + said


def _settle(menu: Menu, act: Done) -> str:
    how, whose = act["how"], f"{menu.game.wager[act['wager']].name} of {act['seat']}"
    if isinstance(how, Paid):
        return f"Pay {dollars(how.cents)} on {whose}" if how.do == "pay" else f"{how.do.capitalize()} {whose}"
    return f"{how.capitalize()} {whose}"


def why_wrong(menu: Menu, given: Done, acts: Sequence[DealerAct], number: int, house: HouseCards) -> str:
    """What is wrong with an act that is not the right one, in one sentence or two."""
    key = read_key(menu, acts[number], house)
    first = f"First: {_small(act_words(menu, key))}."
    if given["do"] == key["do"]:
        wrong = different(menu, given, key, house)
        said = _wrong_field(menu, given, key, wrong[0], acts, number)
        return said if said else first
    if given["do"] == "burn" and not any(act.answer["do"] == "burn" for act in acts[number + 1 :]):
        return f"No card is burned here. {first}"
    if key["do"] == "burn":
        return f"A burn is missed: {_small(act_words(menu, key))} before anything else."
    if given["do"] == "collect" and key["do"] == "settle":
        return f"The cards are collected too early: a wager is still to be settled. {first}"
    verbs = {act.answer["do"] for act in acts[number + 1 :]}
    if given["do"] in verbs:
        return f"That comes later. {first}"
    if given["do"] in {act.answer["do"] for act in acts[:number]}:
        return f"That is done already. {first}"
    return f"That has no place in this round. {first}"


def _small(text: str) -> str:
    return text[0].lower() + text[1:]


def _wrong_field(menu: Menu, given: Done, key: Done, name: str, acts: Sequence[DealerAct], number: int) -> str:
    told, right = given[name], key[name]
    if key["do"] == "set" and name in menu.positions:
        return f"By the house way: {_set(menu, key)}. {acts[number].why}".strip()
    match name:
        case "seat" | "to" | "whose":
            return _wrong_place(menu, told, right, acts[number])
        case "face":
            return f"The {'card goes' if key['count'] == '1' else 'cards go'} face {right}."
        case "count":
            return f"It is {_cards(right)}, not {told}."
        case "place":
            return f"It goes to {menu.aside_label}." if right == "aside" else "The cards go to the hand."
        case "wager":
            wagers = menu.game.wager
            return f"{wagers[right].name} is settled before {wagers[told].name}."
        case "how":
            return f"{_wrong_payout(menu, given, key)} {acts[number].why}".strip()
        case "qualifies":
            said = {"yes": "The dealer qualifies", "no": "The dealer does not qualify"}
            return f"{said.get(right, 'Whether the dealer qualifies is not known yet')}. {acts[number].why}".strip()
        case "cards" if key["do"] == "set":
            cards = " ".join(card.pretty for card in right) or "none"
            return f"The cards that play are {cards}. {acts[number].why}".strip()
        case "cards":
            return f"What is turned over: {_run(menu, key)}."
        case "what" if key["do"] == "collect":
            return f"What is collected now: {right}."
    return ""


def _wrong_place(menu: Menu, told: str, right: str, act: DealerAct) -> str:
    """Somebody else is served first; between two seats it is the side that decides."""
    seats = told.startswith("seat ") and right.startswith("seat ")
    inner, outer = step_at(menu.game, act.step), step_at(menu.game, act.step[:1])
    side = getattr(inner, "side", None) or getattr(outer, "side", None)
    if seats and side:
        return f"{right.capitalize()} comes before {told}: from the {side}."
    if seats:
        return f"It is {right}, not {told}."
    return f"{_whose(right).capitalize()} comes first, not {_whose(told)}."


def _wrong_payout(menu: Menu, given: Done, key: Done) -> str:
    told, right = _do(given["how"]), _do(key["how"])
    name = menu.game.wager[key["wager"]].name
    verdict = {"take": "loses and is taken", "push": "pushes and stays", "pay": "wins and is paid"}[right]
    if told != right:
        return f"{name} of {key['seat']} {verdict}, not {PAST[told]}."
    return f"{name} of {key['seat']} is paid {dollars(key['how'].cents)}, not {dollars(given['how'].cents)}."


PAST = {"take": "taken", "push": "pushed", "pay": "paid"}


def _do(how: Paid | str) -> str:
    return how.do if isinstance(how, Paid) else how


# --- money ---


def cost(menu: Menu, given: Done, acts: Sequence[DealerAct], number: int) -> int:
    """What a slip costs in cents: above 0 the house, below 0 the guest.

    A wager settled wrongly costs the difference, one that is passed over as if it were left standing. A payout is
    needed to tell: where only take, push or pay is said, what is paid is taken to be right.
    """
    event = acts[number].event
    if given["do"] == "settle" and "how" in given:
        return _settling_cost(menu, given, acts, number)
    if given["do"] in GONE and isinstance(event, ev.Settled):
        return event.amount - event.returned
    return 0


def _settling_cost(menu: Menu, given: Done, acts: Sequence[DealerAct], number: int) -> int:
    """The difference to how the same wager is to be settled, now or later. What is paid on a wager that was settled
    before, or that nobody bet, is lost."""
    told = given["how"]
    for act in acts[number:]:
        event = act.event
        if not isinstance(event, ev.Settled) or (f"seat {event.seat}", event.wager) != (given["seat"], given["wager"]):
            continue
        right = right_payout(menu.game, event)
        if not isinstance(told, Paid):  # even money, where it should not have been paid at all
            told = right if told == right.do else Paid(told, event.amount, {})
        return returned_by(menu.game, event, told) - event.returned
    return told.cents if isinstance(told, Paid) else 0
