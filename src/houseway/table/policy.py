"""Random players: legal wagers and decisions, drawn from a stream of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.errors import WagerError
from houseway.rules.game import Decision, Game, Offer
from houseway.rules.limits import Limit, Limits, linked_limit
from houseway.table.round import Round
from houseway.table.shuffle import Stream, seed_from

POLICY = b"houseway policy 1"
Policy = Callable[[Round, int], Decision]

QUARTER = Fraction(1, 4)


class RandomPlayer:
    """Bets on random spots and decides at random; the same seed plays the same way. Whoever bets otherwise overrides
    `bets_on` and `amount`, who decides otherwise `considered`; both draw from `numbers`."""

    def __init__(self, seed: str) -> None:
        self.numbers = Stream(seed_from(seed), label=POLICY)

    def stakes(self, game: Game[Any], limits: Limits) -> dict[str, int]:
        """Random legal wagers: always one that puts the player in, each other spot about half the time."""
        entry = game.wagers.entries[self.numbers.below(len(game.wagers.entries))]
        opening = game.wagers.opening_limits(limits)
        stakes = {
            name: self.amount(limit)
            for name, limit in opening.items()
            if not game.wager[name].linked and (name == entry or self.bets_on(name))
        }
        while True:  # a jurisdiction may allow fewer wagers, or smaller ones, than the layout offers
            try:
                return game.wagers.opening_stakes(self._with_linked(game, stakes, opening), limits)
            except WagerError:
                others = [name for name in stakes if name != entry]
                if others:
                    del stakes[others[self.numbers.below(len(others))]]
                elif stakes[entry] > opening[entry].least:
                    stakes[entry] = opening[entry].least  # steps of wagers that go together need not meet elsewhere
                else:
                    raise

    def _with_linked(self, game: Game[Any], stakes: Mapping[str, int], opening: Mapping[str, Limit]) -> dict[str, int]:
        """The stakes with the wagers that must go with them, each of a random size."""
        made = dict(stakes)
        for wager in game.wagers:
            if wager.linked and wager.on in stakes:
                made[wager.id] = self.amount(linked_limit(wager, stakes[wager.on], opening[wager.id]))
        return made

    def bets_on(self, wager: str) -> bool:
        """Whether to make a wager that is not needed to be in the game."""
        return bool(self.numbers.below(2))

    def amount(self, limit: Limit) -> int:
        """The chips on one wager."""
        return limit.least + limit.step * self.numbers.below((limit.most - limit.least) // limit.step + 1)

    def considered(self, offers: Sequence[Offer]) -> Sequence[Offer]:
        """The legal decisions that this player chooses from: all of them."""
        return offers

    def decide(self, round_: Round, seat: int) -> Decision:
        """One of the legal decisions; where its size may vary, in quarters that are whole cents."""
        offers = self.considered(round_.legal_actions(seat))
        offer = offers[self.numbers.below(len(offers))]
        if offer.most <= offer.decision.multiple:
            return offer.decision
        sizes = [decision for decision in _in_quarters(offer) if round_.can_act(seat, decision)]
        return sizes[self.numbers.below(len(sizes))] if sizes else offer.decision


def _in_quarters(offer: Offer) -> Iterator[Decision]:
    """The offer at every size from its smallest to its largest, a quarter of a multiple apart."""
    multiple = offer.decision.multiple + Fraction()
    while multiple <= offer.most:
        yield offer.decision._replace(multiple=int(multiple) if multiple.denominator == 1 else multiple)
        multiple += QUARTER


def play_out(round_: Round, decide: Policy) -> None:
    """Decide for every seat until the round is over."""
    while not round_.over:
        for seat in round_.to_act:
            round_.act(seat, decide(round_, seat))
