"""Random games and rounds for tests, drawn from streams of fixed seeds: what fails once fails always."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any, TypeVar

from houseway.errors import OptionError, WagerError
from houseway.rules import options as opt
from houseway.rules.game import Decision, Game, Offer
from houseway.rules.limits import Limits, jurisdiction
from houseway.table.kept_shoe import ShoeState
from houseway.table.policy import RandomPlayer
from houseway.table.round import Round
from houseway.table.shuffle import Shoe, Stream, seed_from

T = TypeVar("T")


def stream(label: str) -> Stream:
    """A stream of its own for each label."""
    return Stream(seed_from(label), label=b"houseway samples 1")


def pick(numbers: Stream, items: Sequence[T]) -> T:
    return items[numbers.below(len(items))]


def legal_value(kind: opt.Kind, numbers: Stream) -> Any:
    """A random legal value of an option."""
    match kind:
        case opt.Choice(values):
            return pick(numbers, values)
        case opt.Whole(values, least, most):
            return pick(numbers, values) if values else least + numbers.below(most - least + 1)
        case opt.Cap(least, most):
            return pick(numbers, (opt.UNLIMITED, least, least + numbers.below(most - least + 1)))
        case opt.Ratio(least, most):
            return least + (most - least) * Fraction(numbers.below(13), 12)
        case opt.Multiples(count=count, most=most, rising=rising):
            drawn = [1 + numbers.below(most) for _ in range(count)]
            return "/".join(map(str, sorted(drawn) if rising else drawn))
        case opt.PayTableOption(table, optional):
            custom = "/".join(pick(numbers, ("0", "1", "3:2", "40")) for _ in table.hands)
            return pick(numbers, [*table.printed, custom, *([opt.OFF] if optional else [])])
        case opt.PrizesOption(rows, printed):
            custom = "/".join(pick(numbers, ("100%", "7%", "0%", "$15")) for _ in range(rows))
            return pick(numbers, [*printed, custom, opt.OFF])


def kind_of(item: Any) -> opt.Kind:
    kind: opt.Kind = item.metadata["kind"]
    return kind


def games(game_class: type[Game[Any]], *, random: int = 36) -> Iterator[Game[Any]]:
    """Every edition as printed, then editions with random options."""
    for edition in game_class.editions:
        yield game_class.make(edition.name)
    numbers = stream(f"options of {game_class.id}")
    for _ in range(random):
        options: Any = [item for item in fields(game_class.options_type) if not isinstance(kind_of(item), opt.Half)]
        changes = {opt.option_name(item): legal_value(kind_of(item), numbers) for item in options}
        try:
            yield game_class.make(pick(numbers, game_class.editions).name, changes)
        except OptionError:
            continue  # options that the game refuses together


def points(game: Game[Any], number: int) -> Iterator[Round]:
    """A random round wherever the table waits, and at its end; the next number has one more seat."""
    numbers, player = stream(f"round {number}"), RandomPlayer(f"round {number}")
    limits = _limits(game, "washington-2023" if number % 4 == 3 else "none")
    shoe = shoe_before(game, number)
    round_ = Round(game, seats=1 + number % game.seats, seed=f"round {number}", limits=limits, shoe=shoe)
    yield round_
    for seat in round_.seats:
        if seat == round_.seats[-1] or numbers.below(5):  # some seats stay empty
            for _ in range(pick(numbers, (1, 1, 2))):  # some think again
                round_.wager(seat, player.stakes(game, limits), player_seed=pick(numbers, ("", "luck")))
                yield round_
    round_.deal()
    yield round_
    while not round_.over:
        seat = pick(numbers, round_.to_act)  # players decide in any order
        largest = [_largest(offer) for offer in round_.legal_actions(seat) if offer.most > offer.decision.multiple]
        bold = largest and not numbers.below(4)
        round_.act(seat, pick(numbers, largest) if bold else player.decide(round_, seat))
        yield round_


def shoe_before(game: Game[Any], number: int) -> ShoeState | None:
    """A random shoe of a game that keeps one, with cards gone from it; a full one every third time."""
    kept = game.kept_shoe
    if kept is None or number % 3 == 0:
        return None
    numbers = stream(f"shoe {number}")
    played = 1 + numbers.below(3)
    most = len(game.deck) - kept.cut - 1 - played * kept.bury
    if most < played:
        return None
    gone = Shoe(game.deck, numbers).draw(played + numbers.below(most - played + 1))
    return ShoeState(kept.cut, 1 + numbers.below(9), 1 + played, gone, played * kept.bury)


def _largest(offer: Offer) -> Decision:
    """The largest raise: under a jurisdiction's limit it may be any fraction, such as 4/3 of the ante."""
    return offer.decision._replace(multiple=offer.most)


def _limits(game: Game[Any], law: str) -> Limits:
    limits = Limits(jurisdiction=jurisdiction(law))
    try:
        game.wagers.opening_limits(limits)
    except WagerError:  # a wager of a fixed amount above what the jurisdiction allows
        return Limits()
    return limits


def all_points(game_class: type[Game[Any]]) -> Iterator[Round]:
    """Rounds of many editions and options and of every number of seats, wherever the table waits."""
    for number, game in enumerate(games(game_class)):
        yield from points(game, number)


def rounds(game_class: type[Game[Any]], *, each: int = 7) -> Iterator[Round]:
    """Finished rounds of many editions and options, so many of each."""
    for index, game in enumerate(games(game_class)):
        for number in range(each * index, each * (index + 1)):
            *_, round_ = points(game, number)
            yield round_


def repeat(round_: Round, action: tuple[Any, ...]) -> None:
    """Do in a round what was done in another, as `Round.actions` tells it."""
    round_.repeat(action)
