"""A hand misread: what it costs when the dealer takes his own hand, or a player's, for another than it is.

The player decides as usual. What the rules would pay, had the hand been what it was taken for, is asked of the same
rules with one answer changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from houseway.errors import HousewayError
from houseway.lab.protecting.changed import answering, steps_of, with_members
from houseway.lab.protecting.dealer_errors import DealerError, Mistake
from houseway.lab.protecting.setting import Setting, value_of
from houseway.odds import Odds
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.cost import cost_of
from houseway.odds.game_odds import OPTIMAL, Hand
from houseway.odds.outcomes import NOT_SEEN
from houseway.odds.sheet import OddsSheet, sentence
from houseway.odds.walk import UNIT, NeedsCards, net_of, settle_all
from houseway.rounding import short
from houseway.rules.game import Game, HouseCards, Offer, Spot
from houseway.rules.procedure import BY_TABLE, COMMUNITY, DEALER, Deal, Decide, Settle, When
from houseway.rules.settlement import dealer_holds

MOST_HANDS = 400_000  # of the dealer's, asked one by one
TRIED = 2000  # hands asked for what they are offered
Offers = dict[tuple[Any, ...], Offer]  # by all but the largest bet and the cards thrown


def misread_seconds(setting: Setting) -> float:
    """About how long one count of a misread hand takes."""
    return cost_of(setting.game).seconds


def misread_errors(setting: Setting) -> Iterator[DealerError]:
    """Every hand that can be misread."""
    yield from _qualifier(setting)
    yield from _pat(setting)
    yield from _offers(setting)
    yield from _unearned(setting)


# --- the dealer's qualification ---


READINGS = (True, False)  # the dealer's hand is read to qualify, or not to


class Repriced(OddsSheet[Any]):
    """Marks every outcome with what each reading of the dealer's hand changes."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self._readings = [_read_as(game, answer) for answer in READINGS]
        self._settles = [step for step in steps_of(game) if isinstance(step, Settle)]

    def mark(self, hand: Hand) -> tuple[Fraction, ...]:
        return tuple(self._change(reading, hand) for reading in self._readings)

    def _change(self, reading: Game[Any], hand: Hand) -> Fraction:
        fresh = hand.spot._replace(settled=frozenset())
        pays = tuple(settle_all(reading, self._settles, fresh, hand.house))
        wrong = net_of(reading, hand._replace(pays=pays), reading.wagers.main_group)
        return Fraction(wrong - net_of(self.game, hand, self.game.wagers.main_group)) / UNIT


def _qualifier(setting: Setting) -> Iterator[DealerError]:
    if not setting.game.has_classes or not _qualifies_by_class(setting):
        return
    marks: Any = Odds(setting.bare, exact=True, sheet=Repriced(setting.bare)).marks(OPTIMAL)
    total = sum(marks.values())
    for index, (answer, words) in enumerate(
        zip(READINGS, ("does not qualify, but is read to", "qualifies, but is read not to"), strict=True)
    ):
        changed = [(changes[index], count) for changes, count in marks.items()]
        deals = sum(count for change, count in changed if change)
        if deals:
            cost = sum((change * count for change, count in changed), Fraction()) / deals
            key = f"qualifier-{'yes' if answer else 'no'}"
            title = f"The dealer's hand {words}"
            yield DealerError(key, Mistake.QUALIFIER, setting.game.wagers.main, title, Fraction(deals, total), cost)


def _qualifies_by_class(setting: Setting) -> bool:
    """Whether the fact that the rules settle by is whether the dealer qualifies, tried on some deals."""
    game, found = setting.game, set()
    first = setting.own + setting.dealers
    shared = sum(step.count for step in steps_of(game) if isinstance(step, Deal) and step.to not in (DEALER, "players"))
    for deal in setting.deals(TRIED).tolist():
        house = HouseCards(setting.cards(deal[setting.own : first]), setting.cards(deal[first : first + shared]))
        try:
            qualifies, (_, fact) = game.dealer_qualifies(house), game.dealer_class(house)
        except (ValueError, LookupError, NotImplementedError):  # a dealer who has more cards to come, or none at all
            return False
        if not isinstance(qualifies, bool) or fact is not qualifies:
            return False
        found.add(fact)
    return len(found) == 2


def _read_as(game: Game[Any], answer: bool) -> Game[Any]:
    """The game with a dealer whose hand always qualifies, or never."""
    kind = type(game)

    def dealer_class(self: Game[Any], house: HouseCards) -> tuple[Any, bool]:
        return kind.dealer_class(self, house)[0], answer

    return with_members(game, dealer_qualifies=lambda self, house: answer, dealer_class=dealer_class)


# --- the dealer's own further cards ---


def _pat(setting: Setting) -> Iterator[DealerError]:
    """A card that the dealer takes on a condition: taken or left out against it."""
    game = setting.bare
    shared = 0  # cards on the felt so far
    for step in steps_of(game):
        if isinstance(step, Deal) and step.to == COMMUNITY:
            shared += step.count
        if not isinstance(step, Deal) or step.to != DEALER or not step.when or setting.decisions > 1:
            continue
        taken = _how_often(setting, step.when, shared)
        if taken is None:
            continue
        for answer, words, chance in (
            (True, "takes a further card that it may not have", 1 - taken),
            (False, "stays without the further card that it must have", taken),
        ):
            reading = answering(game, step.when.key, lambda _, answer=answer: answer)  # type: ignore[misc]
            effect = _played_as_usual(setting, reading)
            if effect and chance:
                key = f"pat-{'more' if answer else 'less'}"
                title = f"The dealer's hand is misread and {words}"
                yield DealerError(key, Mistake.PAT, game.wagers.main, title, chance, effect / chance)


def _how_often(setting: Setting, when: When, shared: int) -> Fraction | None:
    """The share of deals of the dealer's first cards and so many shared ones that meet a condition; None where they
    are too many to ask about, or where the condition looks at more cards than these."""
    deck, dealers = setting.deck, setting.dealers
    if comb(len(deck), dealers) * comb(len(deck) - dealers, shared) > MOST_HANDS:
        return None
    met = total = 0
    for hand in combinations(range(len(deck)), dealers):
        rest = [place for place in range(len(deck)) if place not in hand]
        for board in combinations(rest, shared):
            total += 1
            try:
                met += dealer_holds(setting.game, when, HouseCards(setting.cards(hand), setting.cards(board)))
            except LookupError:
                return None
    return Fraction(met, total)


def _played_as_usual(setting: Setting, reading: Game[Any]) -> Fraction | None:
    """What a change adds to the value of the usual decisions; None where the rules cannot settle what it leads to."""
    try:
        count = Odds(reading, exact=True).count(lambda known: setting.odds.decision(OPTIMAL, known))
    except HousewayError:
        return None
    value = sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total
    return value - setting.plain


# --- what a player's hand is let do ---


def _offers(setting: Setting) -> Iterator[DealerError]:
    """Decisions that some hands have and others not, allowed to every hand: its owner takes the best of them."""
    game = setting.bare
    if setting.decisions != 1:
        return
    at = next(step.at for step in steps_of(game) if isinstance(step, Decide))
    hands = [Spot(1, {}, setting.cards(deal[: setting.own]), seen=NOT_SEEN) for deal in setting.deals(TRIED).tolist()]
    try:
        offered = [_widest(game.offers(at, hand)) for hand in hands]
    except NeedsCards:  # what is offered depends on the house's cards
        return
    every = _widest(offer for offers in offered for offer in offers.values())
    missing = [kind for kind, offer in every.items() if any(_lacks(offers, {kind: offer}) for offers in offered)]
    if not missing:
        return

    def offers(self: Game[Any], asked: str, spot: Spot) -> Iterable[Offer]:
        for offer in every.values():
            discard = offer.decision.discard
            for cards in (None,) if discard is None else combinations(spot.dealt, len(discard)):
                yield offer._replace(decision=offer.decision._replace(discard=cards))

    chance = _lacking(setting, at, every)
    if chance is None:
        return
    reading = with_members(game, offers=offers)
    value = value_of(reading)
    if value == setting.plain:
        return
    title = f"A player's hand is misread, and let {_words(every[max(missing, key=str)])} against the rules"
    yield DealerError("offer", Mistake.OFFER, game.wagers.main, title, chance, (value - setting.plain) / chance)


def _lacking(setting: Setting, at: str, every: Offers) -> Fraction | None:
    """The share of the players' hands that are not offered everything; None where there are too many to ask."""
    if setting.shape is not None:
        odds = BySuit(setting.bare)
        deals = odds.suits.tally(odds.pays()).sum(axis=(1, 2)).tolist()
        lacks = [_lacks(_widest(offer for offer, _ in kind.legal), every) for kind in odds.suits.kinds]
        return Fraction(sum(count for count, lacking in zip(deals, lacks, strict=True) if lacking), sum(deals))
    if comb(len(setting.deck), setting.own) > MOST_HANDS:
        return None
    hands = [Spot(1, {}, hand) for hand in combinations(setting.deck, setting.own)]
    return Fraction(sum(_lacks(_widest(setting.game.offers(at, hand)), every) for hand in hands), len(hands))


# --- a bonus that the case of a hand excludes ---


class Unearned(OddsSheet[Any]):
    """Marks every outcome with the bonuses that its case excludes, and the rows that would be paid all the same."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.excluded: dict[str, list[str]] = {}  # bonuses by the case that pays none of them
        for step in steps_of(game):
            for case in step.cases if isinstance(step, Settle) else ():
                by_table = {wager for other in step.cases for wager, pay in other.pays.items() if pay is BY_TABLE}
                paid = {wager for wager, pay in case.pays.items() if pay}
                self.excluded[case.id] = sorted(by_table & game.wagers.bonuses.keys() - paid)

    def mark(self, hand: Hand) -> tuple[tuple[str, str, int], ...]:
        case = self.main_case(hand)
        rows = {wager: self.game.paid_row(wager, hand.spot, hand.house) for wager in self.excluded.get(case, ())}
        return tuple((wager, case, row) for wager, row in rows.items() if row is not None)


def _unearned(setting: Setting) -> Iterator[DealerError]:
    """A hand that its case excludes from a bonus, paid by the pay table of that bonus as in another case."""
    game, sheet = setting.bare, Unearned(setting.bare)
    if not any(sheet.excluded.values()):
        return
    marks: Any = Odds(game, exact=True, sheet=sheet).marks(OPTIMAL)
    total = sum(marks.values())
    paid: dict[tuple[str, str], list[tuple[int, Fraction]]] = defaultdict(list)
    for mark, count in marks.items():
        for wager, case, row in mark:
            paid[wager, case].append((count, Fraction((game.wager[wager].pays or ())[row])))
    for (wager, case), pays in paid.items():
        deals, costs = sum(count for count, _ in pays), [pay for _, pay in pays]
        cost = sum((count * pay for count, pay in pays), Fraction()) / deals
        span = (min(costs), max(costs)) if len(set(costs)) > 1 else None
        title = f"{sentence(game.case(case).reason)}: {game.wager[wager].name} paid against the rules"
        chance = Fraction(deals, total)
        yield DealerError(f"{wager}-excluded-{case}", Mistake.BRANCH, wager, title, chance, cost, span)


def _widest(offers: Iterable[Offer]) -> Offers:
    """Of the offers that differ in the largest bet or in the cards thrown alone, one with the largest bet."""
    found: Offers = {}
    for offer in offers:
        decision = offer.decision
        thrown = -1 if decision.discard is None else len(decision.discard)
        kind = decision.choice, decision.key, thrown, Fraction(decision.multiple), offer[1::2]
        if kind not in found or found[kind].most < offer.most:
            found[kind] = offer
    return found


def _lacks(offers: Offers, every: Offers) -> bool:
    """Whether a hand is not offered all of these, or only smaller bets."""
    return any(kind not in offers or offers[kind].most < offer.most for kind, offer in every.items())


def _words(offer: Offer) -> str:
    decision = offer.decision
    most = f" up to {short(offer.most)}x" if offer.most > decision.multiple else ""
    thrown = "" if decision.discard is None else f"discard {len(decision.discard) or 'nothing'}"
    return " and ".join(part for part in (f"{decision.choice}{most}", thrown) if part)
