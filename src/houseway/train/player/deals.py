"""Hands dealt for training: the same seed deals the same ones, and the program plays up to the decision in question."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import Any, NamedTuple

from houseway.errors import OptionError
from houseway.rules.game import Game
from houseway.rules.procedure import Decide
from houseway.table.round import Round
from houseway.train.player.given import Given
from houseway.train.player.groups import group_of
from houseway.train.player.table import SEAT, dealt
from houseway.train.player.values import Valued, is_last, valued

CLOSE = 0.15  # of the first wager: what a decision that is worth training gives up when it is wrong
LEAST_INTEREST = 0.02
MOST_DEALS = 80  # looked through for a kind of hand that is asked for
ENOUGH = 3  # decisions of a kind of hand to choose from
COUNTED = 2  # deals that are looked at where each has to be counted
MAX_DEALS = 2000  # looked through for a first decision in games that rarely ask for one


class Candidate(NamedTuple):
    """A decision in one of the hands that a seed deals."""

    number: int
    at: str
    group: str
    interest: float


class Wish(NamedTuple):
    """What an exercise should be about: a kind of hand (`hand flop: pair`), one of the seed's deals (`deal 17 flop`) or
    given cards (`cards Ah Kd; board 9c; at flop`), and the strategy that is the target (`by card`), with semicolons
    between them."""

    group: str = ""
    number: int | None = None
    given: Given | None = None
    at: str = ""
    by: str = ""

    @classmethod
    def parse(cls, about: str) -> Wish:
        found = cls()
        for part in filter(None, about.split("; ")):
            word, _, rest = part.partition(" ")
            number, _, at = rest.partition(" ")
            if word == "hand" and ": " in rest:
                found = found._replace(group=rest, at=rest.partition(": ")[0])
            elif word == "deal" and number.isdecimal() and at:
                found = found._replace(number=int(number), at=at)
            elif word in ("cards", "board", "dealer", "at", "after") and rest:
                given = (found.given or Given()).with_part(word, rest)
                found = found._replace(given=given, at=given.at)
            elif word == "by" and rest:
                found = found._replace(by=rest)
            else:
                raise OptionError(f"A player's exercise cannot be about {part!r}.")
        if (bool(found.group) + (found.number is not None) + (found.given is not None)) > 1:
            raise OptionError(f"A player's exercise cannot be about all of {about!r}: choose one.")
        return found

    def check(self, game: Game[Any]) -> None:
        """Refuse a decision that is not in the game."""
        points = [step.at for step in game.procedure if isinstance(step, Decide)]
        if (self.at or self.given) and self.at not in points:
            raise OptionError(f"Nothing is decided at {self.at!r} in {game.name}: there is {', '.join(points)}.")


def numbered(game: Game[Any], seed: str, number: int) -> Round:
    """One of the hands that a seed deals, up to its first decision."""
    return dealt(game, f"{seed} deal {number}")


def decisions_of(game: Game[Any], seed: str, number: int) -> Iterator[tuple[Round, Valued]]:
    """The hand at each of its decisions when the best is decided before. The round goes on when the next is asked."""
    round_ = numbered(game, seed, number)
    while SEAT in round_.to_act:
        found, last = valued(round_, SEAT), is_last(round_)
        yield round_, found
        if last:
            return
        round_.act(SEAT, found.best.decision)


def candidates(game: Game[Any], seed: str, most: int) -> list[Candidate]:
    """Every decision in the first deals of a seed: `most` deals, fewer where each hand has to be counted, and more
    where nothing is decided in those."""
    from houseway.odds import odds_of

    if not any(isinstance(step, Decide) for step in game.procedure):
        raise OptionError(
            f"Players decide nothing in {game.name} once the bets are down, so there is nothing to train."
        )
    deals = most if odds_of(game).quick else min(most, COUNTED)
    found: list[Candidate] = []
    for number in range(MAX_DEALS):
        if number >= deals and found:
            break
        for round_, decision in decisions_of(game, seed, number):
            found.append(Candidate(number, decision.at, group_of(round_, SEAT), interest(decision)))
    if not found:
        raise OptionError(f"Players decide nothing in the first {MAX_DEALS:,} deals of {game.name} with this seed.")
    return found


def interest(found: Valued) -> float:
    """How much there is to learn: little where nothing can be lost, little where anybody sees what is right; most, 1,
    where the best of the wrong decisions gives up `CLOSE`."""
    gap = float(found.gap) / CLOSE
    return max(LEAST_INTEREST, gap * exp(1 - gap)) if gap else LEAST_INTEREST / 10


def of_group(game: Game[Any], seed: str, wish: Wish, numbers: range) -> list[Candidate]:
    """Decisions of the kind of hand that is asked for. What a hand is called is known before its values are."""
    found: list[Candidate] = []
    for number in numbers:
        round_ = come_to(numbered(game, seed, number), wish.at)
        if round_ is not None and group_of(round_, SEAT) == wish.group:
            found.append(Candidate(number, wish.at, wish.group, interest(valued(round_, SEAT))))
            if len(found) == ENOUGH:
                break
    return found


def come_to(round_: Round, at: str) -> Round | None:
    """The hand at a decision point, the best decided before; None where it does not come to it."""
    while SEAT in round_.to_act:
        if isinstance(round_.step, Decide) and round_.step.at == at:
            return round_
        round_.act(SEAT, valued(round_, SEAT).best.decision)
    return None


def at_decision(game: Game[Any], seed: str, number: int, at: str) -> Round:
    """A hand when it comes to a decision point."""
    round_ = come_to(numbered(game, seed, number), at)
    if round_ is None:
        raise OptionError(f"Deal {number} of {seed!r} does not come to {at}.")
    return round_
