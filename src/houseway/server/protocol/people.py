"""Answers about people: who you are, who was found, chips."""

from __future__ import annotations

from typing_extensions import TypedDict

from houseway.server.protocol.values import (
    Cents,
    Person,
)


class PersonWithChips(Person):
    """Somebody with what they have in the wallet, and at tables; `muted` where the pit lets them write to nobody."""

    balance: Cents
    at_tables: Cents
    muted: bool


class HouseSettings(TypedDict):
    """What the page needs to know of how the house is run."""

    guest_chips: Cents
    betting_seconds: float
    decision_seconds: float
    time_bank_seconds: float
    showing_seconds: float
    longest_name: int
    longest_line: int
    shortest_password: int


class Me(TypedDict):
    """Who you are here, and the token that requests which change something must carry."""

    person: PersonWithChips | None
    csrf: str
    settings: HouseSettings


class ChipsAdded(TypedDict):
    """More play money."""

    added: Cents
    person: PersonWithChips


class PeopleFound(TypedDict):
    """People, newest first."""

    people: list[PersonWithChips]
