"""A whole round in words, and for each way a wager can end one deal that ends so."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from houseway.cards import Card
from houseway.document.blocks import Block, Column, Heading, Items, Paragraph, Table
from houseway.money import dollars
from houseway.odds.game_odds import Hand
from houseway.report.examples import Example, Settlement
from houseway.report.study import Study
from houseway.rounding import fixed
from houseway.rules.game import Game, find_offer
from houseway.rules.wagers import listed
from houseway.table.transcript import tell_all


def blocks(study: Study) -> Iterator[Block]:
    stakes = [f"{dollars(cents)} on {study.wager_name(name)}" for name, cents in study.plan.stakes.items()]
    yield Heading("Worked examples")
    yield Paragraph(
        f"Each line of each wager's table with a deal that ends in it. The player bets {listed(stakes)} and decides as "
        "the best strategy for the main wager does. The deals were found by the engine and settled by the rules that "
        "deal the game at the table, not by hand."
    )
    yield from _whole_round(study)
    for odds in study.solution.wagers:
        examples = [example for example in study.examples if example.wager == odds.wager]
        yield _table(study, odds.wager, examples)


def _whole_round(study: Study) -> Iterator[Block]:
    """The first example that the table dealt and in which the player won, told from the first bet to the last."""
    main = study.solution.main
    dealt = [item for item in study.examples if item.round is not None and item.wager == main.wager]
    won = [item for item in dealt if main.rows[item.line].net > 0]
    for example in (won or dealt)[:1]:
        assert example.round is not None
        yield Heading("A round from the first bet to the last", 2)
        _, *told = tell_all(example.round.events, study.game)  # the first line names the game
        yield Items(tuple(told), numbered=True)


def _table(study: Study, wager: str, examples: list[Example]) -> Table:
    notes: tuple[str, ...] = ()
    if any(example.hand is not None and example.round is None for example in examples):
        notes = ("† Too rare to come up among two million rounds: the cards were laid out for it.",)
    if study.game.wagers.progressive is not None and study.game.wagers.progressive.id == wager:
        notes += (
            "At the table this round's stakes are in the meter before a prize is taken from it, so that a share of the "
            "meter pays a little more than at the seed, where the odds are counted.",
        )
    columns = (Column("Ends as"), Column("The deal"), Column("What the wagers got"))
    rows = tuple(_row(study, example) for example in examples)
    return Table(f"{study.wager_name(wager)}: how it can end", columns, rows, notes=notes)


def _row(study: Study, example: Example) -> tuple[str, str, str]:
    label = f"+ {example.label}" if example.bonus else example.label
    if example.hand is None:
        count = study.solution.wager(example.wager).rows[example.line].count
        return label, "no deal was found" if count else "it cannot happen", ""
    mark = "" if example.round is not None else " †"
    decided = decisions_text(study.game, example.hand)
    deal = cards_text(example.hand) + (f". {decided}." if decided else "")
    return label + mark, deal, paid_text(study.game, example)


def cards_text(hand: Hand) -> str:
    spot, house = hand.spot, hand.house
    rows = (
        ("Player", spot.dealt),
        ("draws", spot.drawn),
        ("set aside", tuple(card for card in spot.aside if card not in spot.drawn)),
        ("board", house.community),
        ("dealer", house.dealer),
    )
    return "; ".join(f"{whose} {_cards(cards)}" for whose, cards in rows if cards)


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(card.pretty for card in cards)


def decisions_text(game: Game[Any], hand: Hand) -> str:
    """What was decided, in the words of the offers."""
    found: list[str] = []
    spot = hand.spot._replace(decisions=(), drawn=(), folded=False, seen=hand.house)
    for at, decision in hand.spot.decisions:
        offer = find_offer(tuple(game.offers(at, spot)), decision)
        words = game.names.offer(at, offer._replace(decision=decision), spot)[1]
        found.append(words if not found else words[:1].lower() + words[1:])
        spot = spot._replace(decisions=(*spot.decisions, (at, decision)))
    return ", then ".join(found)


def paid_text(game: Game[Any], example: Example) -> str:
    """What the line's wager got, with all that hangs on it; wagers that ended alike are told together."""
    wagers = game.wagers.main_group if example.wager in game.wagers.main_group else {example.wager}
    told: dict[str, list[str]] = {}
    for item in example.settled:
        if item.wager in wagers:
            told.setdefault(item.reason, []).append(f"{game.wager[item.wager].name} {_result(item)}")
    return "; ".join(f"{', '.join(results)}: {reason}" for reason, results in told.items())


def _result(item: Settlement) -> str:
    if item.net > 0:
        return f"+{_money(item.net)}"
    return f"−{_money(-item.net)}" if item.net < 0 else "pushes" if item.stake else "nothing"


def _money(cents: Fraction) -> str:
    return dollars(int(cents)) if cents.denominator == 1 else f"${fixed(cents / 100, 4, commas=True)}"
