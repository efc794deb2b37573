"""Why a decision is right or wrong, in one sentence made of the counts of what may follow."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.odds.game_odds import Outlook
from houseway.rounding import fixed, short
from houseway.rules.game import Decision, Game
from houseway.train.player.values import Action, Valued


def reason(game: Game[Any], valued: Valued, chosen: Action) -> str:
    """The best decision beside the chosen one; beside the best of the others where the chosen one is the best."""
    from houseway.odds import odds_of

    best = valued.best if valued.lost(chosen) else chosen
    others = [action for action in valued.actions if action.value < best.value]
    other = chosen if valued.lost(chosen) else max(others, key=lambda action: action.value, default=None)
    counts = odds_of(game).outlook(valued.known)
    unit = game.wager[game.wagers.main].name
    sides = [_side(action, outlook_of(counts, action.decision), unit) for action in (best, other) if action is not None]
    idle = next((f"{text}; " for action in (best, other) if action and (text := _idle(counts, action.decision))), "")
    return _sentence(f"{idle}{'; '.join(sides)}.")


def outlook_of(counts: Mapping[Decision, Outlook], decision: Decision) -> Outlook | None:
    """Of a bet between two that were counted, too, where both end alike: nets are linear in the bet."""
    if decision in counts:
        return counts[decision]
    ends = {
        told.multiple: found for told, found in counts.items() if told._replace(multiple=decision.multiple) == decision
    }
    below = max((size for size in ends if 0 < size < decision.multiple), default=None)
    above = min((size for size in ends if size > decision.multiple), default=None)
    return ends[below] if below is not None and above is not None and ends[below] == ends[above] else None


def _side(action: Action, outlook: Outlook | None, unit: str) -> str:
    """What comes of one decision."""
    name = action.label
    worth = f"{_signed(action.value)} {unit} on average"
    if outlook is None:
        return f"{name} is worth {worth}"
    if outlook.losses == outlook.total and action.decision.folds:
        return f"{name} gives up {_times(-action.value, unit)} always"
    if outlook.losses == outlook.total:
        return f"{name} always loses, {worth}"
    if outlook.wins == outlook.total:
        return f"{name} always wins, {worth}"
    parts = [f"wins {percent(outlook.wins, outlook.total)} of the time" if outlook.wins else "never wins"]
    if outlook.pushes:
        parts.append(f"pushes {percent(outlook.pushes, outlook.total)}")
    if outlook.losses:
        parts.append(f"loses {percent(outlook.losses, outlook.total)}")
    listed = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{name} {listed}, {worth}"


def _idle(counts: Mapping[Decision, Outlook], decision: Decision) -> str:
    outlook = outlook_of(counts, decision)
    if outlook is None or not outlook.idle:
        return ""
    return f"the dealer does not qualify against you {percent(outlook.idle, outlook.total)} of the time"


def percent(part: int, whole: int) -> str:
    """`38.2%`; what happens now and then is never 0%, and what may fail never 100%."""
    shown = fixed(Fraction(100 * part, whole), 1)
    if shown == "0.0" and part:
        return "less than 0.1%"
    if shown == "100.0" and part < whole:
        return "more than 99.9%"
    return f"{shown.removesuffix('.0')}%"


def _times(value: Fraction, unit: str) -> str:
    return f"the {unit}" if value == 1 else f"{short(value)} times the {unit}"


def _signed(value: Fraction) -> str:
    return fixed(value, 3, plus=True).replace("-", "−")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
