"""Questions of an exercise, asked at the terminal part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.cli.prompt import read
from houseway.cli.training.answers import Begun, begin_act, hint, keys_of, rack_words, typed
from houseway.train.exercise import Part, Question
from houseway.train.forms import Act, AnswerError, Choice, Form, LaidRow, OneOf, Payout, SomeCards, Verb

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

HELP, BACK = "?", "<"
WIDE = 76  # choices that fit on a line of this many columns stand beside each other
SHORT_LABEL = 9  # seats do so on as many lines as they need


class _Back(Exception):
    """The trainee wants the question before again."""


class Asker:
    """Asks until every part has an answer that its form takes. `?` explains, `<` goes back, `q` leaves."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._menu: tuple[Verb, ...] = ()  # that was shown last: it is not repeated at every act of a round
        self._rack: tuple[int, ...] = ()  # nor is the rack at every wager

    def ask(self, question: Question, show: Callable[[], None]) -> dict[str, Any]:
        """The answer to a question; `show` draws it anew."""
        told: dict[str, Any] = {}
        number = 0
        while number < len(question.parts):
            part = question.parts[number]
            try:
                told[part.id] = self._part(part, question, show)
            except _Back:
                number = max(0, number - 1)
            else:
                number += 1
        return told

    def _part(self, part: Part, question: Question, show: Callable[[], None]) -> Any:
        many = len(question.parts) > 1
        if many or part.prompt != question.prompt:
            self.console.print(f"[bold]{part.prompt}[/]")
        self._show_form(part.form)

        def help_() -> None:
            show()
            self._menu, self._rack = (), ()
            if many or part.prompt != question.prompt:
                self.console.print(f"[bold]{part.prompt}[/]")
            self._show_form(part.form)
            self._explain(part.form)

        if isinstance(part.form, Act):
            return self._act(part.form, help_)
        return self._typed(part.form, help_)

    def _typed(self, form: Form, help_: Callable[[], None], mark: str = "> ") -> Any:
        while True:
            text = self._read(mark, help_)
            try:
                return typed(form, text)
            except AnswerError as error:
                print(f"  {error}")

    def _read(self, mark: str, help_: Callable[[], None]) -> str:
        while True:
            text = read(mark)
            if text == HELP:
                help_()
            elif text == BACK:
                raise _Back
            elif text:
                return text

    # --- acts ---

    def _act(self, form: Act, help_: Callable[[], None]) -> dict[str, Any]:
        while True:
            text = self._read("> ", help_)
            try:
                begun = begin_act(form.verbs, text)
            except AnswerError as error:
                print(f"  {error}")
                continue
            try:
                return self._fields(begun, help_)
            except _Back:
                self.console.print("[dim]What does the dealer do?[/]")

    def _fields(self, begun: Begun, help_: Callable[[], None]) -> dict[str, Any]:
        """What is still to be told of an act, one thing after the other."""
        for field in begun.missing:
            ways = _beside(field.form.choices) if isinstance(field.form, OneOf) else hint(field.form)
            self.console.print(f"  {field.label}: [dim]{ways}[/]")
            begun.told[field.id] = self._typed(field.form, help_, "  > ")
        return begun.answer

    # --- what is shown ---

    def _show_form(self, form: Form) -> None:
        match form:
            case OneOf(choices):
                self._show_choices(choices)
            case Act(verbs):
                if verbs and _shown(verbs) != _shown(self._menu):
                    self._show_verbs(verbs)
                self._menu = verbs
            case Payout(chips):
                if chips != self._rack:
                    self.console.print(f"   [dim]{hint(form)}[/]\n   [dim]The rack has {rack_words(chips)}.[/]")
                self._rack = chips
            case SomeCards(cards) | LaidRow(cards):
                from houseway.cli.felt import cards_text

                self.console.print("   ", cards_text(cards), f" [dim]{hint(form)}[/]", sep="")
            case _:
                self.console.print(f"   [dim]{hint(form)}[/]")

    def _show_choices(self, choices: Sequence[Choice]) -> None:
        wide = sum(len(choice.label) + 6 for choice in choices)
        if wide <= WIDE or max(len(choice.label) for choice in choices) <= SHORT_LABEL:
            self.console.print(f"   {_beside(choices)}")
            return
        for key, choice in keys_of(choices).items():
            self.console.print(f"   [bold]{key:3}[/] {choice.label}")

    def _show_verbs(self, verbs: Sequence[Verb]) -> None:
        from rich.columns import Columns

        texts = [f"   [bold]{verb.key}[/] {verb.label}" for verb in verbs]
        self.console.print(Columns(texts, padding=(0, 2), column_first=True, equal=True))
        self.console.print("   [dim]? explains, q leaves and keeps what is answered.[/]")

    def _explain(self, form: Form) -> None:
        if isinstance(form, Act):
            for verb in form.verbs:
                fields = ", ".join(
                    f"{field.label.lower()} ({_beside(field.form.choices)})"
                    if isinstance(field.form, OneOf)
                    else f"{field.label.lower()} ({hint(field.form)})"
                    for field in verb.fields
                )
                more = f"[dim]: {fields}[/]" if fields else ""
                self.console.print(f"   [bold]{verb.key}[/] {verb.label}{more}")
        self.console.print(f"   [dim]Type {hint(form)}. < goes back, ? repeats this, q leaves.[/]")


def _shown(verbs: Sequence[Verb]) -> list[tuple[str, str]]:
    return [(verb.key, verb.label) for verb in verbs]


def _beside(choices: Sequence[Choice]) -> str:
    """Choices on one line, each with its key."""
    return "  ".join(
        f"[bold]{key}[/]" if key == choice.label.lower() else f"[bold]{key}[/] {choice.label}"
        for key, choice in keys_of(choices).items()
    )
