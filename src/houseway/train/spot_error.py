"""Spot the error: the program deals a round, line by line, and sometimes errs; the trainee says where and how."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from houseway.rules.game import Game, TableGame
from houseway.rules.procedure import Decide, Prepare, TakeWagers
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.table.view import View
from houseway.train.acts import Menu, acts_in, acts_of, step_at
from houseway.train.errors import Slip, dealing_of, slips
from houseway.train.exercise import Exercise, Grade, Judged, Part, Question
from houseway.train.find_error import KINDS, Dealing, find, possible_kinds
from houseway.train.forms import Choice, OneOf
from houseway.train.items import StepRef, all_steps, step_name
from houseway.train.moments import PlainTeller, show_thrown, thrown_words, unread
from houseway.train.rounds import comes_true, rounds
from houseway.train.streams import pick, stream

NONE = "none"
MOST_SEATS = 3  # a table that can be watched line by line
CLEAN = 3  # one round of so many is dealt without an error
PROMPT = "Watch the dealer. Is there an error?"
LINE = "Which is the first line that is wrong?"
WHAT = "What is wrong with it?"


class Line(NamedTuple):
    """What was done, in words, and the felt after it."""

    at: int  # the event's number
    text: str
    felt: dict[str, Any]


class ErrorTeller(PlainTeller):
    """Tells what was done and nothing that judges it: not what a hand is called, nor why a wager is paid."""

    def tell(self, event: ev.Event) -> str:
        return super().tell(event).removesuffix(" ()")

    def arranged(self, event: ev.Arranged) -> str:
        if event.positions is None:
            line = f"Dealer plays {' '.join(card.pretty for card in event.hand if card is not None) or 'no cards'}"
        else:
            laid = [f"{card.pretty} {name}" for name, card in event.positions.items() if card is not None]
            line = f"Dealer sets {', '.join(laid) or 'no card'}"
        return line + {True: "; qualifies", False: "; does not qualify", None: ""}[event.qualifies]


class SpotError(Exercise):
    """One question: the first line that is wrong, if any is, and what kind of error it is."""

    kind = "error"
    game: Game[Any]

    def __init__(self, game: Game[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        self._numbers = stream("error", seed, about)
        self.slip: Slip | None = None
        clean = not about and not self._numbers.below(CLEAN)
        for round_ in rounds(game, seed, about, most_seats=MOST_SEATS):
            if not comes_true(round_, about):
                continue
            self._deal(round_)
            if clean or self._err():
                break
        else:
            raise self.unmet()
        self.dealing = self._told()
        self.found = find(self.menu, self._acts, self.dealing)

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        """Players may decide in any order, and nothing else can go wrong with it."""
        step = all_steps(game).get(item)
        return step is not None and not isinstance(step, Prepare | Decide)

    def _deal(self, round_: Round) -> None:
        self.round = round_
        self.menu = Menu(self.game, round_.seats)
        self._acts = tuple(act for act in acts_of(round_, self.menu) if act.event is not None)

    def _err(self) -> bool:
        """Choose the error, every kind as likely as any other; says whether there is one about what was wished for."""
        made = [slip for slip in slips(self.menu, self.round) if self._is_wished(slip)]
        if made:
            kind = pick(self._numbers, sorted({slip.kinds[0] for slip in made}))
            self.slip = pick(self._numbers, [slip for slip in made if slip.kinds[0] == kind])
        return bool(made)

    def _is_wished(self, slip: Slip) -> bool:
        return not self.about or self.about in self._steps(slip.dealing, slip.at)

    def _steps(self, dealing: Dealing, at: int) -> tuple[str, ...]:
        """The steps that an error is about: that of the act that should have been done there, and of the one done."""
        done = sum(1 for _ in acts_in(self.game, dealing[:at], self.menu))
        return tuple(dict.fromkeys((step_name(self._acts[done].step), step_name(dealing[at][1]))))

    def _told(self) -> Dealing:
        """The dealing as far as it is told: to the end, or up to any moment after the error."""
        dealing = dealing_of(self.round) if self.slip is None else self.slip.dealing
        first = self._opened(dealing) if self.slip is None else min(self.slip.least, self.slip.until)
        last = len(dealing) if self.slip is None else self.slip.until
        cut = last if self._numbers.below(2) else first + self._numbers.below(last - first + 1)
        return dealing[:cut]

    def _opened(self, dealing: Dealing) -> int:
        steps = [isinstance(step_at(self.game, path), TakeWagers) for _, path in dealing]
        return len(steps) - steps[::-1].index(True)

    @property
    def covers(self) -> tuple[str, ...]:
        return () if self.found is None else self._steps(self.dealing, self.found.at)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What the trainee watches."""
        view, teller = View(self.game, None, ()), ErrorTeller(self.game)
        found = []
        for at, (event, _) in enumerate(self.dealing):
            if isinstance(event, ev.Settled):
                event = event._replace(reason="")
            view.see((event,))
            so_far = [done for done, _ in self.dealing[: at + 1]]
            show_thrown(view, so_far)
            text = teller.tell(ev.seen_by(event, None)) + thrown_words(so_far, event)
            if text and not isinstance(event, ev.RoundOpened):
                found.append(Line(at, text, unread(view, lay=None, lay_words="")))  # as they were set, no better
        return tuple(found)

    @cached_property
    def _question(self) -> Question:
        lines = [Choice(str(number), line.text) for number, line in enumerate(self.lines, start=1)]
        kinds = [Choice(kind, KINDS[kind]) for kind in possible_kinds(self.menu)]
        nothing = Choice(NONE, "Nothing is wrong")
        parts = (
            Part("line", LINE, OneOf((nothing, *lines))),
            Part("error", WHAT, OneOf((nothing, *kinds))),
        )
        told, felts = tuple(line.text for line in self.lines), tuple(line.felt for line in self.lines)
        return Question(PROMPT, parts, self.lines[-1].felt, told, felts=felts)

    @property
    def question(self) -> Question | None:
        return None if self.grades else self._question

    @property
    def _wrong_line(self) -> str:
        if self.found is None:
            return NONE
        return next(str(number) for number, line in enumerate(self.lines, start=1) if line.at >= self.found.at)

    @property
    def _names(self) -> tuple[str, ...]:
        return (NONE,) if self.found is None else self.found.kinds

    def key_answer(self) -> dict[str, Any]:
        return {"line": self._wrong_line, "error": self._names[0]}

    def judge(self, given: Mapping[str, Any]) -> Grade:
        right, found = self._wrong_line, self.found
        why = "The round was dealt rightly." if found is None else found.why
        step = None if found is None else StepRef.of(self.game, self._acts[found.number].step)
        missed = 0 if found is None or given["line"] == right else found.cost
        return Grade(
            (
                Judged("line", given["line"] == right, self._line(given["line"]), self._line(right), why, step, missed),
                Judged("error", given["error"] in self._names, _kind(given["error"]), _kind(self._names[0]), why),
            )
        )

    def _line(self, number: str) -> str:
        return "Nothing is wrong" if number == NONE else f"Line {number}: {self.lines[int(number) - 1].text}"


def _kind(name: str) -> str:
    return KINDS.get(name, "Nothing is wrong")
