"""Answers to training's questions: some answer by the forms alone, and the right one by the exercise itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.train import Exercise, resume
from houseway.train.exercise import Key

Sent = Mapping[str, Any]


def some_answer(question: Sent) -> dict[str, Any]:
    """What anybody could say who reads nothing but the forms."""
    return {part["id"]: _some(part) for part in question["parts"]}


def _some(asked: Sent) -> Any:
    match asked["form"]:
        case "choice":
            return asked["choices"][0]["id"]
        case "cards":
            return asked["cards"][: asked["least"]]
        case "row":
            return {"cards": asked["cards"], "turned": []}
        case "amount":
            return 0
        case "payout":
            return {"do": "push"}
        case "act":
            verb = asked["verbs"][0]
            return {"do": verb["id"], **{field["id"]: _some(field) for field in verb["fields"]}}
    raise AssertionError(asked["form"])


def same_exercise(told: Sent, seed: str, about: str = "") -> Exercise:
    """The exercise that the server has, made from its key."""
    facts = {name: told[name] for name in ("game", "edition", "options", "fingerprint", "kind")}
    return resume(Key(**facts, seed=seed, about=about))
