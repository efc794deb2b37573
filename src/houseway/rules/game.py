"""What a game is to the engines: static facts, options, and a few pure hooks over what lies on the felt."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from houseway.cards import DECK, Card, parse_cards, texts
from houseway.errors import CardError, HousewayError, IllegalAction, OptionError
from houseway.rankings.ranking import Ranking
from houseway.rules.documents import Approval, ManualExample
from houseway.rules.kept_shoe import KeptShoe
from houseway.rules.offered import Wagers
from houseway.rules.options import Options
from houseway.rules.pay_tables import Ratio, parse_ratio
from houseway.rules.procedure import Layout, Settle, Step, plain_layout, without_wagers
from houseway.rules.prose import bound, play_rules, staying
from houseway.rules.settlement import DeclaredCase, declared_cases, pays_of
from houseway.rules.settlement import Pay as Pay
from houseway.rules.showing import CardDisplay, HandNames
from houseway.rules.wagers import Wager

FOLD = "fold"


class Decision(NamedTuple):
    """What a player decides: a named choice, how large a bet, which cards to throw; each only where it applies."""

    choice: str = ""
    multiple: Ratio = 0
    discard: tuple[Card, ...] | None = None
    key: str = "choice"  # what programs call the choice: choice, open, position

    @property
    def folds(self) -> bool:
        return self.choice == FOLD

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        if self.choice:
            data[self.key] = self.choice
        if self.multiple:
            data["multiple"] = _multiple_json(self.multiple)
        if self.discard is not None:
            data["discard"] = texts(self.discard)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Decision:
        """Read `{"choice": "play", "multiple": 1.5, "discard": ["2c"]}` and its like."""
        choice, key, discard = "", "choice", None
        multiple: Ratio = 0
        try:
            for name, value in data.items():
                if name == "multiple":
                    multiple = parse_ratio(str(value))
                elif name == "discard":
                    discard = parse_cards(list(value))
                elif isinstance(value, str) and not choice:
                    choice, key = value, name
                else:
                    raise ValueError
        except (ValueError, TypeError, AttributeError, ZeroDivisionError) as error:
            if isinstance(error, CardError):
                raise
            raise IllegalAction(
                f"{data!r} is not a decision: give a choice, a multiple, cards to discard, as far as they apply."
            ) from None
        return cls(choice, multiple, discard, key)


def _multiple_json(multiple: Ratio) -> int | float | str:
    """A number where it says all, as 1.5 does; a fraction such as 4/3 as text."""
    if multiple.denominator == 1:
        return int(multiple)
    number = float(multiple)
    return number if Fraction(repr(number)) == multiple else f"{multiple.numerator}/{multiple.denominator}"


class HouseCards(NamedTuple):
    """The dealer's and the shared cards."""

    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()


class Spot(NamedTuple):
    """One player's hand and stakes, with the dealer's and the shared cards that the player can see."""

    seat: int
    stakes: Mapping[str, int]
    dealt: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    decisions: tuple[tuple[str, Decision], ...] = ()
    folded: bool = False
    settled: frozenset[str] = frozenset()
    seen: HouseCards = (
        HouseCards()
    )  # only the cards that are face up, in the order they lie; filled where a decision is asked for

    @property
    def discards(self) -> tuple[Card, ...]:
        return tuple([card for _, decision in self.decisions if decision.discard for card in decision.discard])

    @property
    def held(self) -> tuple[Card, ...]:
        """The dealt cards that were not discarded."""
        discards = self.discards if self.decisions else ()
        if not discards:
            return self.dealt
        left = list(self.dealt)  # of two equal cards of a shoe only one may be thrown
        for card in discards:
            left.remove(card)
        return tuple(left)

    def with_cards(self, area: str, cards: tuple[Card, ...]) -> Spot:
        """The spot with cards added to those `dealt`, `drawn` or set `aside`."""
        if area == "dealt":
            return self._replace(dealt=self.dealt + cards)
        return self._replace(drawn=self.drawn + cards) if area == "drawn" else self._replace(aside=self.aside + cards)

    @property
    def choice(self) -> str:
        """The last choice made, or nothing."""
        return self.decisions[-1][1].choice if self.decisions else ""


class Offer(NamedTuple):
    """A legal decision, the wager it puts on the felt and the one it takes off again. `most` is the largest multiple,
    where it may be larger; a bet of one size has no multiple."""

    decision: Decision
    wager: str = ""
    most: Ratio = 0
    takes_back: str = ""  # its stake goes back to the player at once


@dataclass(frozen=True)
class Edition:
    """A named set of options as a manual prints it."""

    name: str
    title: str
    values: Mapping[str, Any]
    preferred: bool = False  # the manual recommends it
    expected_hold: int = 0  # percent of the money bought in that the manual expects the house to keep; 0: not printed

    @property
    def remark(self) -> str:
        """What else the manual says of the edition, in brackets, or nothing."""
        hold = f"expected hold {self.expected_hold}%" if self.expected_hold else ""
        remarks = [text for text in ("preferred" if self.preferred else "", hold) if text]
        return f" ({', '.join(remarks)})" if remarks else ""

    @property
    def full_title(self) -> str:
        return self.title + self.remark


O_co = TypeVar("O_co", bound=Options, covariant=True)


class TableGame(ABC, Generic[O_co]):
    """A game with its options: what is common to games against the house and among players.

    The facts below are the same for all options; the methods read `self.options`.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    blurb: ClassVar[str]  # one line: how it plays
    manual: ClassVar[str]  # where the rules come from
    rules_version: ClassVar[int] = 1
    options_type: ClassVar[type[Options]]
    editions: ClassVar[tuple[Edition, ...]]  # the first is the default
    law: ClassVar[str] = ""  # laws that the manual names, in a sentence
    approval: ClassVar[Approval | None] = None

    # Any one of these wagers puts a player in the game; a game that names none is entered with any of its first wagers.
    # Options may switch some of them off: `wagers.entries` are those that are offered.
    enters_with: ClassVar[tuple[str, ...]] = ()

    def __init__(self, options: O_co, edition: str) -> None:
        self.options = options
        self.edition = edition

    @classmethod
    def make(cls, edition: str | None = None, changes: Mapping[str, Any] | None = None) -> Self:
        """The game in an edition (the default one when None) with some options changed."""
        name = cls.editions[0].name if edition is None else edition
        found = next((item for item in cls.editions if item.name == name), None)
        if found is None:
            names = ", ".join(item.name for item in cls.editions)
            raise OptionError(f"{cls.name} has no edition {name!r}: the editions are {names}.")
        options = cls.options_type().changed(found.values)
        return cls(options.changed(changes or {}), found.name)  # type: ignore[arg-type]

    @cached_property
    def fingerprint(self) -> str:
        """The identity of these exact rules: a hash of game, rules version and every option's value."""
        facts = {"game": self.id, "rules": self.rules_version, "options": self.options.identity()}
        return hashlib.sha256(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    @cached_property
    def wagers(self) -> Wagers:
        """The wagers on offer, and what follows from them."""
        return Wagers(self.make_wagers(), self.name, self.enters_with)

    @cached_property
    def wager(self) -> dict[str, Wager]:
        return self.wagers.by_id

    @cached_property
    def procedure(self) -> tuple[Step, ...]:
        """The steps with their texts, without those that would settle wagers that are not offered."""
        steps = tuple(without_wagers(self.make_procedure(), self.wager))
        live = staying(steps, self.wager)
        return tuple(
            bound(self.name, str(number), step, self.wager, live=live) for number, step in enumerate(steps, start=1)
        )

    @cached_property
    def cases(self) -> dict[str, DeclaredCase]:
        """Every case that the procedure declares, and the rows of the pay tables, by id."""
        return declared_cases(self)

    def case(self, id: str) -> DeclaredCase:
        """A declared case with its steps and the manual's reference."""
        try:
            return self.cases[id]
        except KeyError:
            raise HousewayError(
                f"{self.name} declares no case {id!r}: its cases are {', '.join(self.cases)}."
            ) from None

    @cached_property
    def layout(self) -> Layout:
        """The felt, without betting spots that are not offered."""
        layout = self.make_layout()
        areas = tuple(area for area in layout.player if area.kind != "bet" or area.id in self.wager)
        return replace(layout, player=areas)

    @property
    def deck(self) -> tuple[Card, ...]:
        """All cards of the shoe, in a fixed order."""
        return DECK

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many players the deck and the layout hold."""

    @property
    def edition_title(self) -> str:
        """The full title of the edition that the options started from."""
        return next(item.full_title for item in self.editions if item.name == self.edition)

    def warnings(self) -> list[str]:
        """What an operator must know before using these options. Who has the edge is for the odds to say.

        A game that adds its own keeps these: they name the options that the game's approval does not cover.
        """
        return [] if self.approval is None else self.approval.warnings(self.options)

    def notices(self) -> list[str]:
        """What the game's documents say about law and approval, which is no rule of play."""
        law = [self.law] if self.law else []
        return law + ([] if self.approval is None else self.approval.sentences(self.name))

    def rules_of_play(self) -> Iterable[str]:
        """The rules in sentences, as these options have them: the game's own, then what the procedure says of play."""
        return (*self.own_rules(), *play_rules(self.procedure, self.wager))

    def own_rules(self) -> Iterable[str]:
        """What neither the wagers nor the procedure say: the deck, what makes a hand, what the house has chosen."""
        return ()

    # --- what is on the felt ---

    @abstractmethod
    def make_wagers(self) -> Iterable[Wager]: ...

    @abstractmethod
    def make_procedure(self) -> Iterable[Step]: ...

    def make_layout(self) -> Layout:
        """The felt with its inscriptions; a plain one, unless a game draws its own."""
        return plain_layout(self.wagers, self.procedure)


class Game(TableGame[O_co], Generic[O_co]):
    """A game against the house, with its options and a few pure hooks over what lies on the felt."""

    names_type: ClassVar[type[HandNames]] = HandNames
    display_type: ClassVar[type[CardDisplay]] = CardDisplay

    suits_count: ClassVar[bool] = True  # False: no wager and no offer looks at suits
    suits_alike: ClassVar[bool] = True  # False: a suit is named, so that hearts, say, are worth more than clubs
    by_suit: ClassVar[bool] = False  # whether `suit_class` says all

    @cached_property
    def names(self) -> HandNames:
        """What hands and decisions are called."""
        return self.names_type(self)

    @cached_property
    def display(self) -> CardDisplay:
        """Which cards count and how they lie."""
        return self.display_type(self)

    @property
    def kept_shoe(self) -> KeptShoe | None:
        """How the shoe goes on from round to round; None where it is shuffled for every round."""
        return None

    def examples(self) -> Iterable[ManualExample]:
        """The examples that the manual prints, as far as these options allow them."""
        return ()

    # --- the rules, for one hand ---

    @abstractmethod
    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        """The legal decisions at a point of the round."""

    @cached_property
    def has_classes(self) -> bool:
        """Whether the game says what class a hand is."""
        return self.ranking is not None or not self.ranks_by_ranking

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        """How these of the hand's wagers end, by the step's cases and by pay tables. Bonuses that are not paid are left
        out. A game overrides this only where cases cannot say it, and then names cases that it declares."""
        return pays_of(self, step, wagers, spot, house)

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        """The row of a wager's pay table that a hand makes, 0 for the top one; None where it makes none."""
        raise NotImplementedError(f"{self.id} has no pay table for {wager!r}")

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        """Whether a hand meets the condition of this key. The engine answers the standard ones, such as `FOLDED`."""
        raise NotImplementedError(f"{self.id} has no condition {when!r}")

    def dealer_applies(self, when: str, house: HouseCards) -> bool:
        """Whether the dealer's hand meets the condition of this key."""
        raise NotImplementedError(f"{self.id} has no condition {when!r}")

    def takes(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        """The cards on the felt that complete the hand at a `Take` step."""
        return ()

    # --- classes of hands, which make counting fast ---

    @property
    def ranking(self) -> Ranking | None:
        """How hands compare, where it is one of `houseway.rankings`. Strengths and names then follow from it, and
        counting ranks hands in compiled code; what else settlement looks at are facts of the rank."""
        return None

    @property
    def _ranked_by(self) -> Ranking:
        if self.ranking is None:
            raise NotImplementedError(f"{self.id} declares no ranking and says nothing of its hands")
        return self.ranking

    @property
    def ranks_by_ranking(self) -> bool:
        """Whether the ranking, and nothing else, says what class a hand is."""
        own = type(self)
        return own.player_class is Game.player_class and own.dealer_class is Game.dealer_class

    def player_fact(self, rank: int) -> Hashable:
        """What settlement looks at besides which hand is higher, of a player's hand of this rank: its category, say."""
        return None

    def dealer_fact(self, rank: int) -> Hashable:
        """The same of a dealer's hand: whether it qualifies, say."""
        return None

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[Any, Hashable]:
        """A strength and a fact, such as (rank, category).

        A game that implements this makes a promise: `settle` depends on nothing but which hand is stronger, the
        player's fact, the dealer's fact, and, for side wagers, the player's own cards. Nor does it depend on the order
        in which a hand's cards or the community cards were dealt.
        """
        rank = self._ranked_by.rank(spot.held + spot.drawn, house.community)
        return rank, self.player_fact(rank)

    def dealer_class(self, house: HouseCards) -> tuple[Any, Hashable]:
        """A strength that compares with the player's, and a fact, such as (rank, qualifies)."""
        rank = self._ranked_by.rank(house.dealer, house.community)
        return rank, self.dealer_fact(rank)

    def suit_class(self, ranks: tuple[int, ...]) -> tuple[Any, ...]:
        """The features of one suit's ranks, given highest first, for games in which the strongest suit makes the hand.

        The first feature is the strength of `player_class` and `dealer_class`; the others are what else `settle` and
        `offers` look at. A hand's feature is the maximum over its four suits, and the facts must follow from these.
        """
        raise NotImplementedError(f"{self.id} is not decided suit by suit")

    def dealer_qualifies(self, house: HouseCards) -> bool | None:
        return None

    def safe_default(self, at: str, spot: Spot) -> Decision:
        """What is done for a player whose time is up: fold where that is legal, else what puts no more at risk."""
        offers = tuple(self.offers(at, spot))
        folds = (offer.decision for offer in offers if offer.decision.folds)
        free = (offer.decision for offer in offers if not offer.wager)
        return next(folds, None) or next(free, offers[0].decision)


def find_offer(offers: tuple[Offer, ...], decision: Decision) -> Offer:
    """The legal decision that this is, or a refusal that names the legal ones."""
    for offer in offers:
        if offer.decision == decision:
            return offer
    choice, multiple, discard, key = decision
    if discard is None and choice:
        discard = ()  # a choice that says nothing of cards throws none
    for offer in offers:
        legal = offer.decision
        if legal.choice != choice or legal.key != key or not _same_cards(legal.discard, discard):
            continue
        if legal.multiple == multiple or legal.multiple < multiple <= offer.most:
            return offer
    raise IllegalAction(f"That is not legal now; legal: {'; '.join(_offer_text(offer) for offer in offers)}.")


def _same_cards(legal: tuple[Card, ...] | None, given: tuple[Card, ...] | None) -> bool:
    if legal is None:
        return not given
    if given is None:
        return False
    return legal == given or sorted(legal) == sorted(given)


def _offer_text(offer: Offer) -> str:
    data = offer.decision.to_json()
    if offer.most > offer.decision.multiple:
        data["multiple"] = f"{offer.decision.multiple} to {offer.most}"
    parts = []
    for key, value in data.items():
        parts.append(f"{key} {' '.join(value) or 'nothing' if isinstance(value, list) else value}")
    return ", ".join(parts)
