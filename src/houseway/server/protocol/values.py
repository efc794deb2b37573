"""The values that messages are made of: cards, money, places, and the words for how a table stands."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypeAliasType, TypedDict

CardText = TypeAliasType("CardText", Annotated[str, Field(description="A card as text, such as `Ah`.")])
CardOrBack = TypeAliasType(
    "CardOrBack", Annotated[CardText | None, Field(description="A card, or null for one out of sight.")]
)
Cents = TypeAliasType("Cents", Annotated[int, Field(description="Money in whole cents.")])
Milliseconds = TypeAliasType("Milliseconds", Annotated[int, Field(description="Milliseconds since 1970.")])
Fraction = TypeAliasType("Fraction", Annotated[str, Field(description="An exact number as text: `3`, `-1173/4420`.")])
Stakes = TypeAliasType("Stakes", Annotated[dict[str, Cents], Field(description="Amounts by the wager's id.")])
CentsBySeat = TypeAliasType(
    "CentsBySeat", Annotated[dict[str, Cents], Field(description="Amounts by the seat's number, which is a text here.")]
)
Positions = TypeAliasType(
    "Positions", Annotated[dict[str, CardOrBack], Field(description="Cards by the position they are set in.")]
)
OptionValue = TypeAliasType("OptionValue", str | int)
OptionValues = TypeAliasType(
    "OptionValues", Annotated[dict[str, OptionValue], Field(description="A game's options by name.")]
)
TableKind = TypeAliasType(
    "TableKind",
    Annotated[Literal["banked", "pot"], Field(description="Against the house, or among players for the pot.")],
)
Phase = TypeAliasType("Phase", Literal["waiting", "betting", "deciding", "showing", "closed"])
WhyActed = TypeAliasType(
    "WhyActed",
    Annotated[
        Literal["time", "away", "left"],
        Field(description="Why the table decided for a seat: time was up, the person was disconnected, or had left."),
    ],
)
Role = TypeAliasType("Role", Literal["player", "pit", "admin"])


@with_config(ConfigDict(extra="allow"))
class Decision(TypedDict):
    """A decision in a game against the house; send it back as it is. The rules name the choice as they like
    (`choice`, `open`, `position`), so it may stand under another name than those here."""

    choice: NotRequired[str]
    multiple: NotRequired[int | float | str]
    discard: NotRequired[list[CardText]]


@with_config(ConfigDict(extra="allow"))
class SeenDecision(TypedDict):
    """A decision as everybody sees it: of cards that somebody else throws away, only how many."""

    choice: NotRequired[str]
    multiple: NotRequired[int | float | str]
    discard: NotRequired[list[CardOrBack]]


class ShoeFacts(TypedDict):
    """A shoe that is kept from round to round: its number at the table, the round of it (0: none yet), how many cards
    were dealt from it and how many are buried, and how many come before the cut card (0: it has come). `digest` is the
    SHA-256 of the cards dealt in its earlier rounds, told before the wagers."""

    number: int
    round: int
    dealt: int
    buried: int
    to_cut: int
    digest: str


class ShoeBefore(TypedDict):
    """The shoe before a round: the cards gone in its earlier rounds, which everybody has seen, how many are buried, and
    how many lie behind the cut card."""

    number: int
    round: int
    gone: list[CardText]
    buried: int
    cut: int


class Person(TypedDict):
    """Somebody with a name here: a guest, or an account."""

    id: int
    name: str
    role: Role
    guest: bool
