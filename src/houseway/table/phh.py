"""A finished hand among players in the open PHH format, which poker programs read: a TOML file of rules and actions.

A game states its own letters (`phh_code`); before them F, P or N stands for fixed, pot and no limit, as in the
published list of variants. Amounts are whole cents. Players are numbered from left of the button; heads-up, antes and
blinds are listed the other way round, as the format wants it. A call (`cc`) is to the house's price: the full big blind
also where less was posted. Fields that start with an underscore are the house's own, and none of them depends on the
seed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from houseway.cards import Card
from houseway.errors import RecordError
from houseway.rules.pot_game import FIXED, NO_LIMIT, POT
from houseway.table import events as ev
from houseway.table.betting import BET, CALL, CHECK, FOLD, RAISE
from houseway.table.pot_round import PotRound

STRUCTURES = {FIXED: "F", POT: "P", NO_LIMIT: "N"}
VERBS = {FOLD: "f", CHECK: "cc", CALL: "cc", BET: "cbr", RAISE: "cbr"}

HOUSE: Literal["house"] = "house"


def to_phh(
    hand: PotRound, names: Mapping[int, str] | None = None, *, viewer: ev.Viewer | Literal["house"] = HOUSE
) -> str:
    """The hand as a PHH file, with players' names by seat where they are given.

    It is the house's record and holds all cards that were dealt. With a seat as `viewer`, or None for a spectator, hole
    cards that this viewer never saw are unknown: `????`.
    """
    _check(hand)
    fields = {**_rules(hand), "actions": list(_actions(hand, viewer)), **_people(hand, names or {}), **_own(hand)}
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _check(hand: PotRound) -> None:
    """Refuse what the format has no words for."""
    game, options = hand.game, hand.game.options
    if not hand.over:
        raise RecordError("A hand can be written as PHH when it is over.")
    if not game.phh_code:
        raise RecordError(f"PHH cannot express {game.name}: there is no code for it.")
    if any(card.joker for card in game.deck):
        raise RecordError("PHH cannot express jokers.")
    if hand.side:
        raise RecordError("PHH cannot express wagers against the house.")
    if hand.owed:
        raise RecordError("PHH cannot express posts for missed blinds.")
    if any(pot["rake"] for pot in hand.pots):
        raise RecordError("PHH cannot express what the house takes of a pot.")
    if options.structure == FIXED and options.bets[0] != options.bets[1]:
        raise RecordError("PHH cannot express a fixed limit with three different bets: it has a small and a big one.")


def _rules(hand: PotRound) -> dict[str, Any]:
    options = hand.game.options
    small, big = hand.blinds
    posted = {small: options.small_blind, big: options.big_blind}
    seats = hand.order[::-1] if len(hand.order) == 2 else hand.order
    if options.structure == FIXED:
        sizes = {"small_bet": options.bets[0] * options.big_blind, "big_bet": options.bets[2] * options.big_blind}
    else:
        sizes = {"min_bet": options.big_blind}
    return {
        "variant": STRUCTURES[options.structure] + hand.game.phh_code,
        "ante_trimming_status": True,  # a short ante wins no more than as much of every other ante
        "antes": [options.ante] * len(seats),
        "blinds_or_straddles": [posted.get(seat, 0) for seat in seats],
        **sizes,
        "starting_stacks": [hand.start[seat] for seat in hand.order],
    }


def _people(hand: PotRound, names: Mapping[int, str]) -> dict[str, Any]:
    won = dict.fromkeys(hand.order, 0)
    for pot in hand.pots:
        for seat, amount in pot["paid"].items():
            won[seat] += amount
    return {
        "seats": list(hand.order),
        "seat_count": hand.game.seats,
        **({"players": [names.get(seat, "") for seat in hand.order]} if names else {}),
        "finishing_stacks": [hand.stacks[seat] for seat in hand.order],
        "winnings": list(won.values()),
    }


def _own(hand: PotRound) -> dict[str, Any]:
    game = hand.game
    return {
        "_game": game.id,
        "_edition": game.edition,
        "_options": game.options.values(),
        "_fingerprint": game.fingerprint,
        "_button": hand.button,
        "_unit": "cents",
        "_fair": not hand.stacked,
    }


def _actions(hand: PotRound, viewer: ev.Viewer | Literal["house"]) -> Iterator[str]:
    player = {seat: f"p{number}" for number, seat in enumerate(hand.order, start=1)}
    hole: Mapping[int, ev.Cards] = hand.hole
    if viewer != HOUSE:
        hole = {seat: seen.cards for seat, seen in hand.view(viewer).players.items()}
    for event in hand.events:
        match event:
            case ev.Dealt(int(seat)):
                yield f"d dh {player[seat]} {_text(hole[seat])}"
            case ev.Dealt(_, _, _, cards):
                yield f"d db {_text(cards)}"
            case ev.Bet(_, seat, do, _, to):
                yield f"{player[seat]} {VERBS[do]}" + (f" {to}" if VERBS[do] == "cbr" else "")
            case ev.Shown(seat, cards):
                yield f"{player[seat]} sm {_text(cards)}"
            case ev.Mucked(seat):
                yield f"{player[seat]} sm"


def _text(cards: tuple[Card | None, ...]) -> str:
    return "".join("??" if card is None else card.text for card in cards)


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case [str(), *_]:
            return "[\n" + "".join(f"  {_toml(item)},\n" for item in value) + "]"
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return "{" + ", ".join(f"{name} = {_toml(item)}" for name, item in value.items()) + "}"
    # A string of JSON is one of TOML, but for this character, which JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
