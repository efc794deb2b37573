"""Legal decisions with their prices: what each puts on the felt, what it takes back, and what the player pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.errors import IllegalAction
from houseway.money import dollars
from houseway.rules.game import Decision, Game, Offer, Spot
from houseway.rules.pay_tables import Ratio


class CheckedDecision(NamedTuple):
    """A decision that is legal now, as the rules spell it, and the chips it moves."""

    decision: Decision
    stakes: Mapping[str, int]  # what it puts on the felt
    taken_back: Mapping[str, int]  # what it takes off the felt

    @property
    def price(self) -> int:
        """The cents that the player pays, less what comes back: below nothing where more comes back."""
        return sum(self.stakes.values()) - sum(self.taken_back.values())


class Choice(NamedTuple):
    """One decision of an exact size."""

    key: str
    label: str
    decision: Decision
    stake: int  # the cents that it puts on the felt
    price: int  # the cents that the player pays: the stake less what is taken back


class PricedOffer(NamedTuple):
    """A legal decision at its smallest and, where its size may vary, at its largest. Every price is whole cents."""

    least: Choice
    most: Choice | None  # None: it has one size
    unit: int  # the cents of a multiple of one, where the size may vary; else 0
    wager: str  # the wager that it puts on the felt, if any
    takes_back: str  # the wager that it takes off the felt, if any
    returns: int  # the cents that come back with that one
    places: Mapping[str, tuple[Card, ...]] | None = None  # where the player's cards lie then, if there are positions
    note: str = ""  # what the position that it leaves open is good for

    @property
    def folds(self) -> bool:
        return self.least.decision.folds

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The smallest and, where there is one, the largest."""
        return (self.least,) if self.most is None else (self.least, self.most)

    def sized(self, stake: int) -> Decision:
        """The decision that puts so many cents on the felt; refuses a stake that is not between the two ends."""
        most = self.most or self.least
        if not self.least.stake <= stake <= most.stake:
            bounds = dollars(self.least.stake) + (f" to {dollars(most.stake)}" if self.most else "")
            raise IllegalAction(f"This decision takes {bounds}, not {dollars(stake)}.")
        if stake == self.least.stake or not self.unit:
            return self.least.decision
        return self.least.decision._replace(multiple=_ratio(stake, self.unit))


def priced(game: Game[Any], at: str, offers: Iterable[Offer], spot: Spot) -> Iterator[PricedOffer]:
    """The offers with their prices. The ends of a range are moved inwards to whole cents; an offer that cannot be paid
    in whole cents cannot be taken, and is left out."""
    for offer in offers:
        unit = _unit(game, offer, spot)
        least, most = offer.decision.multiple, max(offer.most, offer.decision.multiple)
        if unit:
            least, most = _ratio(-(-unit * least // 1), unit), _ratio(unit * most // 1, unit)
        if least > most:
            continue
        try:
            smallest = _choice(game, at, offer, least, spot)
        except IllegalAction:  # of one size, and that is not whole cents
            continue
        largest = _choice(game, at, offer, most, spot) if most > least else None
        yield PricedOffer(
            smallest,
            largest,
            unit if largest else 0,
            offer.wager,
            offer.takes_back,
            _returns(offer, spot),
            game.display.placed_by(at, smallest.decision, spot),
            game.names.open_position(at, offer, spot) if spot.dealt else "",
        )


def _unit(game: Game[Any], offer: Offer, spot: Spot) -> int:
    """What a multiple of one costs, for an offer whose size may vary; else 0."""
    if not 0 < offer.decision.multiple < offer.most:
        return 0
    return sum(game.wagers.stake(offer, offer.decision._replace(multiple=1), spot).values())


def _choice(game: Game[Any], at: str, offer: Offer, multiple: Ratio, spot: Spot) -> Choice:
    sized = offer._replace(decision=offer.decision._replace(multiple=multiple))
    stake = sum(game.wagers.stake(sized, sized.decision, spot).values())
    key, label = game.names.offer(at, sized, spot)
    return Choice(key, label, sized.decision, stake, stake - _returns(offer, spot))


def _returns(offer: Offer, spot: Spot) -> int:
    return spot.stakes[offer.takes_back] if offer.takes_back else 0


def _ratio(cents: Ratio, unit: int) -> Ratio:
    multiple = Fraction(int(cents), unit)
    return int(multiple) if multiple.denominator == 1 else multiple
