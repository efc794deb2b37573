"""The differences between two strategies as blocks of a document, and for programs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from houseway import rounding
from houseway.cards import texts
from houseway.document.blocks import Block, Column, Heading, Paragraph, Table
from houseway.lab.comparing.hand_words import decision_words, known_words
from houseway.lab.comparing.strategy_differences import HandDifference, StrategyDifferences
from houseway.lab.figures import NONE, percent
from houseway.rules.game import Game

Names = tuple[str, str]
NOT_LEGAL = "not legal"


def difference_blocks(
    game: Game[Any], names: Names, there: StrategyDifferences, back: StrategyDifferences, hands: int
) -> list[Block]:
    """`there` is what the first strategy does in `game`, `back` what the game's own does in the first."""
    found: list[Block] = [Heading(f"Strategy: {names[0]} and {names[1]}")]
    found.append(Paragraph(" ".join(_sentences(game, names, there, back))))
    if there.situations:
        found.append(_kinds_table(names, there))
        if hands:
            found.append(_hands_table(game, names, there, hands))
    if there.deals is not None:
        found.append(
            Paragraph(
                f"There are too many situations to list: these figures are from {there.deals:,} deals drawn at random, "
                "the same ones at every call; ± is the 95% interval.",
                note=True,
            )
        )
    return found


def _sentences(game: Game[Any], names: Names, there: StrategyDifferences, back: StrategyDifferences) -> list[str]:
    first, other = names
    wager = game.wager[game.wagers.main].name
    played = f"The strategy of {first}, played by the rules of {other},"
    back_cost = f"the other way round {_about(back, back.cost, back.cost_error)}"
    if there.situations:
        found = [
            f"The strategies differ in {_about(there, there.share, there.share_error)} of hands{_situations(there)}.",
            f"{played} costs {_about(there, there.cost, there.cost_error)} of {wager}; {back_cost}.",
        ]
    else:
        found = [f"{played} is right in every hand{f'; {back_cost} of {wager} is lost' if back.cost else ''}."]
    if there.illegal:
        found.append(
            f"In {percent(there.illegal)} of hands {first} decides what is not legal in {other}: "
            f"there {other}'s decision is taken."
        )
    if there.unknown:
        found.append(
            f"In {percent(there.unknown)} of hands {first} knows no such situation: there {other}'s decision is taken."
        )
    return found


def _situations(differences: StrategyDifferences) -> str:
    """How many situations differ; of a sample that would say nothing."""
    if differences.deals is not None:
        return ""
    many = "situation" if differences.situations == 1 else "situations"
    return f": in {differences.situations:,} {many}, up to suits"


def _about(differences: StrategyDifferences, value: Fraction, error: float) -> str:
    if differences.deals is None:
        return percent(value)
    return f"{rounding.percent(value, 2)} ± {rounding.percent(error, 2)}"


def _kinds_table(names: Names, found: StrategyDifferences) -> Table:
    columns = (
        *(Column("At"), Column(names[0]), Column(names[1])),
        *(Column(title, number=True) for title in ("Situations", "Of the hands", "Cost in all")),
    )
    rows = [
        (
            *(kind.at, kind.first, kind.other, f"{kind.situations:,}", percent(kind.share)),
            NOT_LEGAL if kind.cost is None else percent(kind.cost),
        )
        for kind in found.kinds
    ]
    shares = sum((kind.share for kind in found.kinds), Fraction())
    rows.append(("All", "", "", f"{found.situations:,}", percent(shares), percent(found.cost)))
    notes = (
        ()
        if shares == found.share
        else ("A hand may meet several of these situations: the shares add up to more than the hands.",)
    )
    return Table(f"What {names[0]} decides, and {names[1]} instead", columns, tuple(rows), totals=1, notes=notes)


def _hands_table(game: Game[Any], names: Names, found: StrategyDifferences, most: int) -> Table:
    points = len({kind.at for kind in found.kinds}) > 1
    shown = found.hands[:most]
    columns = [Column("Hand"), Column(names[0]), Column(names[1])]
    columns += [Column(title, number=True) for title in ("Of the hands", "Cost there", "Cost in all")]
    rows = [_hand_row(game, hand) for hand in shown]
    left = found.situations - len(shown)
    if left:
        share = sum((kind.share for kind in found.kinds), Fraction()) - sum((hand.share for hand in shown), Fraction())
        cost = found.cost - sum((hand.share * (hand.cost or 0) for hand in shown), Fraction())
        rows.append((f"{left:,} more", "", "", percent(share), "", percent(cost)))
    if points:
        columns.insert(0, Column("At"))
        ats = [hand.known.at for hand in shown] + [""] * bool(left)
        rows = [(at, *row) for at, row in zip(ats, rows, strict=True)]
    caption = "Hand by hand, the most frequent first"
    return Table(caption, tuple(columns), tuple(rows), totals=1 if left else 0)


def _hand_row(game: Game[Any], hand: HandDifference) -> tuple[str, ...]:
    decisions = (decision_words(game, decision) for decision in (hand.first, hand.other))
    costs = (NOT_LEGAL, NONE) if hand.cost is None else (percent(hand.cost), percent(hand.share * hand.cost))
    return known_words(game, hand.known), *decisions, percent(hand.share), *costs


def difference_json(found: StrategyDifferences) -> dict[str, Any]:
    return {
        "situations": found.situations,
        "share_of_hands": str(found.share),
        "cost": str(found.cost),
        "not_legal": str(found.illegal),
        "unknown": str(found.unknown),
        "sampled_deals": found.deals,
        **({} if found.deals is None else {"share_error": found.share_error, "cost_error": found.cost_error}),
        "kinds": [
            {
                "at": kind.at,
                "first": kind.first,
                "other": kind.other,
                "situations": kind.situations,
                "share_of_hands": str(kind.share),
                "cost": None if kind.cost is None else str(kind.cost),
            }
            for kind in found.kinds
        ],
        "hands": [_hand_json(hand) for hand in found.hands],
    }


def _hand_json(hand: HandDifference) -> dict[str, Any]:
    known = hand.known
    return {
        "at": known.at,
        "cards": texts(known.cards),
        "community": texts(known.community),
        "dealer": texts(known.dealer),
        "decisions": [{"at": at, **decision.to_json()} for at, decision in known.decisions],
        "first": hand.first.to_json(),
        "other": hand.other.to_json(),
        "share_of_hands": str(hand.share),
        "cost": None if hand.cost is None else str(hand.cost),
    }
