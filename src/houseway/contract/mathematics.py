"""The laws of a game's own mathematics: odds that it counts itself are those that its settlement gives.

Nothing here is taken from the odds but what they say and how they play: whole deals are played and settled by the
rules, and where the game is small enough all of them are counted from the rules alone.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.contract import samples
from houseway.contract.endings import Completions
from houseway.contract.hands import Hands, deal_words, decision_words, rules_words, side_net
from houseway.contract.law import ContractError, GameClass, law, require
from houseway.odds.game_odds import OPTIMAL, GameOdds, Hand, Known, Labels
from houseway.odds.walk import UNIT, net_of
from houseway.rounding import fixed
from houseway.rules.game import Decision, Game, Spot

DEALS, PARTS = 1200, 400  # deals from the whole deck, and from parts of it, where rare rows are met
FURTHER = 3  # the part of these for options that are not the first
ADVISED = 3  # situations whose advice is compared with settled deals
ERRORS, SLACK = 5, 5  # standard errors, and deals on top of them: rare results come in small whole numbers
SECONDS = 3.0  # up to which all deals are counted from the rules


@law
def odds_agree_with_settlement(game_class: GameClass) -> None:
    """Odds that a game counts itself say of every deal what the settlement pays, and how often it comes."""
    from houseway.odds.solver import odds_of

    for game in sampled_games(game_class):
        odds = odds_of(game)
        if not _derived(odds):
            try:
                _check_odds(game, odds)
            except ContractError as error:
                raise ContractError(f"in {rules_words(game)}, {error}") from None
        if rests_on_rules(odds):
            return  # what is derived takes longer, and other options change nothing in how it is done


@lru_cache(maxsize=4)
def sampled_games(game_class: GameClass) -> tuple[Game[Any], ...]:
    """The first edition, and one with random options; the odds' and the kernel's law look at the same."""
    found = list(samples.games(game_class, random=4))
    return (found[0], *found[len(game_class.editions) :][:1])


COUNTING = (
    "count",
    "joint_counts",
    "side_outcomes",
    "side_total",
    "side_lines",
    "advise",
    "plan",
    "solved",
)


def rests_on_rules(odds: GameOdds[Any]) -> bool:
    """Whether the odds are derived from the rules, if with changes."""
    from houseway.odds.by_situation import BySituation

    return isinstance(odds, BySituation)


def _derived(odds: GameOdds[Any]) -> bool:
    """Whether all that is counted follows from the rules; such odds may name things as they like."""
    if not rests_on_rules(odds):
        return False
    made = type(odds)
    general = next(kind for kind in made.__mro__ if kind.__module__.startswith("houseway.odds."))
    return all(getattr(made, name, None) is getattr(general, name, None) for name in COUNTING)


def _check_odds(game: Game[Any], odds: GameOdds[Any]) -> None:
    from houseway.odds.cost import cost_of

    tables = OddsTables(game, odds)
    tables.add_up()
    played = sample(game)
    for hand in (*played.hands, *played.parts):
        tables.compare(hand)
    tables.compare_frequencies(played.hands)
    _check_advice(game, odds)
    if not rests_on_rules(odds) and cost_of(game).seconds <= SECONDS:
        _check_all(game, odds, tables, played)


# --- deals played by the odds' own strategy ---


class Sample:
    """Deals that are played as the odds advise: some from the whole deck, some from parts of it."""

    def __init__(self, game: Game[Any]) -> None:
        from houseway.odds.player import OptimalPlayer

        self.game, self.player = game, OptimalPlayer(game)
        dealing, share = Hands(game, "as advised"), FURTHER if _changed(game) else 1
        self.hands = [dealing.walker.play(dealing.piles(), self.decide) for _ in range(DEALS // share)]
        self.parts = [dealing.walker.play(dealing.piles(part=True), self.decide) for _ in range(PARTS // share)]

    def decide(self, at: str, spot: Spot) -> Decision:
        return self.player.decide(known_of(at, spot))


def _changed(game: Game[Any]) -> bool:
    """Whether these are other rules than those of the first edition."""
    return game.fingerprint != type(game).make().fingerprint


@lru_cache(maxsize=4)
def sample(game: Game[Any]) -> Sample:
    """Deals of a game, the same for whoever asks."""
    return Sample(game)


def known_of(at: str, spot: Spot) -> Known:
    """What a player knows who is asked to decide."""
    return Known(at, spot.dealt, spot.seen.community, spot.seen.dealer, spot.decisions)


def main_net(game: Game[Any], hand: Hand) -> Fraction:
    """What the first wager nets with all that hangs on it, in units of it."""
    return net_of(game, hand, game.wagers.main_group) / UNIT


# --- the tables ---


class OddsTables:
    """What odds say of every wager under the optimal strategy, ready to be compared with deals."""

    def __init__(self, game: Game[Any], odds: GameOdds[Any]) -> None:
        from houseway.odds.solver import side_nets

        self.game, self.odds = game, odds
        self.count = odds.count(OPTIMAL)
        self.joint_counts = list(odds.joint_counts(OPTIMAL))
        self.sides = {side: side_nets(game, odds, side, None) for side in odds.sides}
        self.side_labels = {side: [line.label for line in odds.side_outcomes(side)] for side in odds.sides}
        # Labels of deals are those of rows only where the odds say how a deal is labelled.
        self.labelled = type(odds).label is not Labels.label
        self.side_labelled = type(odds).side_label is not Labels.side_label

    def add_up(self) -> None:
        """Rows, distribution and joint counts cover the same deals."""
        count, total = self.count, self.count.total
        rows = sum(row.count for row in count.rows if not row.bonus)
        require(rows == total, f"the rows of {self.odds.main} add up to {rows:,} deals, not to {total:,}")
        deals = sum(count.distribution.values())
        require(deals == total, f"the distribution of {self.odds.main} adds up to {deals:,} deals, not to {total:,}")
        weights = sum(joint.weight for joint in self.joint_counts)
        require(weights == total, f"the joint counts add up to {weights:,} deals, not to {total:,}")
        nets = sum((net * deals for net, deals in count.distribution.items()), Fraction())
        paid = sum((Fraction(joint.main) for joint in self.joint_counts), Fraction())
        require(paid == nets, f"{self.odds.main} nets {nets} by its distribution but {paid} by the joint counts")
        by_rows = sum((row.net * row.count for row in count.rows), Fraction())
        require(by_rows == nets, f"{self.odds.main} nets {nets} by its distribution but {by_rows} by its rows")

    # --- one deal ---

    def main_net(self, hand: Hand) -> Fraction:
        return main_net(self.game, hand)

    def compare(self, hand: Hand) -> None:
        """The table has the deal's results, and under the deal's labels no others."""
        net = self.main_net(hand)
        possible = self.count.distribution.get(net)
        require(
            possible,
            f"{deal_words(hand)}: the settlement nets {net} on {self.odds.main}, which the odds say cannot come",
        )
        bonuses = [
            (label, net_of(self.game, hand, frozenset({wager})) / UNIT) for wager, label in self.odds.bonuses(hand)
        ]
        plain = net - sum((paid for _, paid in bonuses), Fraction())
        self._row(self.odds.main, self.odds.label(hand), plain, self._main_rows(bonus=False), hand, self.labelled)
        for label, paid in bonuses:
            self._row("a bonus", label, paid, self._main_rows(bonus=True), hand, self.labelled)
        for side, nets in self.sides.items():
            rows = list(zip(self.side_labels[side], nets, strict=True))
            paid = side_net(self.game, hand.pay(side), side)
            self._row(side, self.odds.side_label(side, hand), paid, rows, hand, self.side_labelled)

    def _main_rows(self, *, bonus: bool) -> list[tuple[str, Fraction]]:
        return [(row.label, row.net) for row in self.count.rows if row.bonus is bonus]

    def _row(
        self, wager: str, label: str, net: Fraction, rows: Sequence[tuple[str, Fraction]], hand: Hand, labelled: object
    ) -> None:
        mine = [said for name, said in rows if name == label]
        if not mine:
            require(not labelled, f"{deal_words(hand)}: the odds call this {label!r} on {wager} but have no such row")
            mine = [said for _, said in rows]
        says = " or ".join(map(str, dict.fromkeys(mine)))
        require(
            net in mine, f"{deal_words(hand)}: the settlement nets {net} on {wager}, the odds say {says} for {label!r}"
        )

    # --- many deals ---

    def compare_frequencies(self, hands: Sequence[Hand]) -> None:
        """Every result comes about as often as the odds say, and so does the mean."""
        total = self.count.total
        chances = {net: Fraction(deals, total) for net, deals in self.count.distribution.items()}
        compare_chances(self.odds.main, chances, _by(hands, self.main_net), hands)
        for side in self.sides:
            found = _by(hands, lambda hand, side=side: side_net(self.game, hand.pay(side), side))
            compare_chances(side, self.side_chances(side), found, hands)

    def side_chances(self, side: str) -> dict[Fraction, Fraction]:
        column = list(self.sides).index(side)
        found: dict[Fraction, Fraction] = defaultdict(Fraction)
        for joint in self.joint_counts:
            found[self.sides[side][joint.rows[column]]] += Fraction(joint.weight, self.count.total)
        return dict(found)


def _by(hands: Sequence[Hand], key: Any) -> dict[Any, list[Hand]]:
    found: dict[Any, list[Hand]] = defaultdict(list)
    for hand in hands:
        found[key(hand)].append(hand)
    return found


def compare_chances(
    wager: str,
    chances: Mapping[Fraction, Fraction],
    found: Mapping[Fraction, list[Hand]],
    hands: Sequence[Hand],
    *,
    said: str = "the odds",
) -> None:
    """Each net, and the mean of those that come often enough, lies within a few standard errors of what is said."""
    many = len(hands)
    for net in sorted({*chances, *found}):
        chance, seen = float(chances.get(net, 0)), found.get(net, [])
        expected = many * chance
        if abs(len(seen) - expected) > ERRORS * math.sqrt(expected * (1 - chance)) + SLACK:
            example = f", the first of them {deal_words(seen[0])}" if seen else ""
            raise ContractError(
                f"of {many:,} deals played as the odds advise {len(seen):,} net {net} on {wager}{example}: by {said} "
                f"it must be about {fixed(expected, 1, commas=True)}"
            )
    common = {net: float(chance) for net, chance in chances.items() if many * chance >= SLACK}
    mean = sum(float(net) * chance for net, chance in common.items())
    spread = math.sqrt(max(0.0, sum(float(net) ** 2 * chance for net, chance in common.items()) - mean**2))
    played = sum(float(net) * len(found.get(net, [])) for net in common) / many
    if abs(played - mean) > ERRORS * spread / math.sqrt(many):
        raise ContractError(
            f"{many:,} deals played as the odds advise net {fixed(played, 4)} on {wager} on average: by {said} it must "
            f"be about {fixed(mean, 4)}"
        )


# --- advice ---


def _check_advice(game: Game[Any], odds: GameOdds[Any]) -> None:
    """At the last decision of the round: what is advised is the mean of what is settled."""
    for last in Completions(game, "advice").situations(ADVISED):
        spot = last.spot
        _, advice = odds.advise(*known_of(last.at, spot)[1:3], **_more(spot))
        values = {_key(item.decision): item.value for item in advice}
        for decision in last.decisions:
            said = values.get(_key(decision))
            where = f"with {deal_words(Hand(spot, spot.seen, ()))} at {last.at}"
            require(said is not None, f"{where} the odds have no value for {decision_words(decision)}, which is legal")
            assert said is not None
            exact, mean, error, example = last.value(decision)
            right = said == mean if exact else abs(float(said - mean)) <= ERRORS * error
            require(
                right,
                f"{where} the odds say that {decision_words(decision)} is worth {fixed(said, 6)}, but deals settle at "
                f"{fixed(mean, 6)}{'' if exact else f' (a standard error is {fixed(error, 6)})'}, such as "
                f"{deal_words(example)}, which nets {main_net(game, example)}",
            )


def _more(spot: Spot) -> dict[str, Any]:
    """What only some games have to be told."""
    found: dict[str, Any] = {}
    if spot.seen.dealer:
        found["dealer"] = spot.seen.dealer
    if spot.decisions:
        found["decisions"] = spot.decisions
    return found


def _key(decision: Decision) -> Hashable:
    discard = None if not decision.discard else tuple(sorted(decision.discard))
    return decision._replace(discard=discard)


# --- everything, where that is little ---


def _check_all(game: Game[Any], odds: GameOdds[Any], tables: OddsTables, played: Sample) -> None:
    """The whole count, derived from the rules, under the strategy that the odds advise."""
    from houseway.odds.dispatch import derived_odds
    from houseway.odds.solver import side_nets

    derived = derived_odds(game, labels=odds, exact=True)
    count, joint_counts = derived.count(played.player.decide), derived.joint_counts(played.player.decide)
    hands = (*played.hands, *played.parts)
    own = tables.count
    _same_counts(
        odds.main,
        {net: Fraction(deals, own.total) for net, deals in own.distribution.items()},
        {net: Fraction(deals, count.total) for net, deals in count.distribution.items()},
        own.total,
        _by(hands, tables.main_net),
    )
    require(
        own.average_bet == count.average_bet,
        f"the average bet is {count.average_bet} by the rules, but {own.average_bet} by the odds",
    )
    if tables.labelled:
        _same_counts(
            odds.main,
            {(row.label, row.net): Fraction(row.count, own.total) for row in own.rows if row.count},
            {(row.label, row.net): Fraction(row.count, count.total) for row in count.rows if row.count},
            own.total,
            {},
        )
    nets = {side: side_nets(game, derived, side, None) for side in derived.sides}
    said, right = (
        _joint(found, total, by_side)
        for found, total, by_side in ((tables.joint_counts, own.total, tables.sides), (joint_counts, count.total, nets))
    )
    _same_counts(
        "all wagers together", said, right, own.total, _by(hands, lambda hand: _side_nets(game, hand, tables.sides))
    )
    for last in Completions(game, "all advice").situations(10 * ADVISED):
        known = known_of(last.at, last.spot)
        one = {_key(item.decision): item.value for item in odds.advise(*known[1:3], **_more(last.spot))[1]}
        two = derived.advise(known.cards, known.community, dealer=known.dealer, decisions=known.decisions)[1]
        for decision, value in two:
            there = one.get(_key(decision))
            require(
                there == value,
                f"with {deal_words(Hand(last.spot, last.spot.seen, ()))} at {last.at} {decision_words(decision)} is "
                f"worth {value} by the rules, but {there} by the odds",
            )


def _joint(joint_counts: Any, total: int, nets: Mapping[str, Sequence[Fraction]]) -> dict[Any, Any]:
    """How often side wagers net what together."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for joint in joint_counts:
        key = tuple(line[row] for line, row in zip(nets.values(), joint.rows, strict=True))
        found[key] += Fraction(joint.weight, total)
        found[(*key, "main")] += Fraction(joint.main) / total
    return dict(found)


def _side_nets(game: Game[Any], hand: Hand, sides: Mapping[str, Any]) -> tuple[Fraction, ...]:
    return tuple(side_net(game, hand.pay(side), side) for side in sides)


def _same_counts(
    what: str,
    said: Mapping[Any, Fraction],
    right: Mapping[Any, Fraction],
    total: int,
    examples: Mapping[Any, list[Hand]],
) -> None:
    """Two counts of the same thing, as shares of all deals."""
    for key in (*right, *said):
        one, two = said.get(key, Fraction()), right.get(key, Fraction())
        if one != two:
            example = f", such as {deal_words(examples[key][0])}" if examples.get(key) else ""
            raise ContractError(
                f"of {total:,} deals {_number(two * total)} end with {_result(key)} on {what} by the settlement"
                f"{example}: the odds say {_number(one * total)}"
            )


def _number(value: Fraction) -> str:
    return f"{value.numerator:,}" if value.denominator == 1 else fixed(value, 3, commas=True)


def _result(key: Any) -> str:
    if isinstance(key, tuple):
        return " and ".join(map(str, key)) or "nothing"
    return f"a net of {key}"
