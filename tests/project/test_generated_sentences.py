"""No engine reads English: nothing recovers facts from the sentences that are composed for people.

Sentences are known by the names that they go by (`step.words`, `event.reason`, `question.prompt`, `row.label` …). To search
one, cut it up or compare it is an error; facts are sent beside the sentence, as data.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
SENTENCES = (
    "words",
    "text",
    "reason",
    "prompt",
    "label",
    "sentence",
    "condition",
    "why",
    "lay_words",
    "help",
    "meaning",
    "note",
    "blurb",
    "title",
    "legal",
)
SEARCHES = ("search", "match", "fullmatch", "findall", "finditer", "split", "sub")
CUTS: tuple[str, ...] = (
    "startswith",
    "endswith",
    "find",
    "rfind",
    "index",
    "rindex",
    "count",
    "split",
    "rsplit",
    "splitlines",
)
CUTS += ("partition", "rpartition", "removeprefix", "removesuffix", "replace")

# Each with why it is none: what people typed, files, codes of cards and causes, and how words are set.
ALLOWED = {
    "src/houseway/cli/felt.py: card.text == 'Xr'": "the code of a card",
    "src/houseway/contract/cases.py: effects(case, game.wager).lower() in step.text.lower()": "what is printed is checked",
    "src/houseway/contract/views.py: card.text.replace('T', '10')": "the code of a card",
    "src/houseway/cli/training/answers.py: words.removeprefix('pay')": "typed by the trainee",
    "src/houseway/cli/training/answers.py: verb.label.lower().startswith(word)": "typed by the trainee, who may shorten",
    "src/houseway/cli/training/ask.py: key == choice.label.lower()": "a key that is the whole label is printed once",
    "src/houseway/cli/training/ask.py: part.prompt != question.prompt": "a line is not printed twice",
    "src/houseway/document/markdown.py: words.split()": "white space",
    "src/houseway/document/typst.py: block['text'].endswith(':')": "where a page may end",
    "src/houseway/lab/searching_cards/words.py: found.words.removeprefix('your ')": "the list of words in that module",
    "src/houseway/lab/searching_cards/words.py: found.words.removesuffix(' (ace low)')": "the list of words there",
    "src/houseway/lab/searching_cards/situations.py: borders[-1][1].words == example.words": "prints equal hands once",
    "src/houseway/report/examples.py: row.label == label": "rows that print alike are one row of the report",
    "src/houseway/server/money/pit_proof.py: line.reason != str(round_.void)[:200]": "typed by the pit",
    "src/houseway/server/money/pit_proof.py: entry.reason != proposal.reason": "typed by the pit",
    "src/houseway/server/money/voids.py: reason.endswith(('.', '!', '?'))": "typed by the pit",
    "src/houseway/server/money/transfers.py: entries.c.reason == BETS_AND_POTS": "a code of the ledger",
    "src/houseway/server/tables/acted_for.py: self.why == AWAY": "a code",
    "src/houseway/server/tables/chat.py: said.line['text'] != text": "typed in the chat",
    "src/houseway/lab/searching_cards/suits.py: legal.index(decision)": "a list of decisions",
    'web/src/lib/table/keyring.ts: const name = meaning.replace(/^(choice|position|open) /, "");': "a code of that module",
    'web/src/components/rules/HowToFelt.svelte: for (const word of label.split(" ")) {': "breaks a line",
    'web/src/components/rules/RulesPicker.svelte: const at = text.indexOf("=");': "the page's address",
    'web/src/lib/lab/address.ts: const [given = "", ...value] = text.split("=");': "the page's address",
    'web/src/lib/train/rules.ts: const at = text.indexOf("=");': "the page's address",
    'web/src/lib/display/fractions.ts: const [over, under = "1"] = text.split("/");': "a number",
}
# Parsers of what was typed, of dates, seeds and numbers: whole files.
PARSERS = (
    "web/src/lib/display/locale.ts",
    "web/src/lib/display/rounding.ts",
    "web/src/lib/replay/shuffle.ts",
    "web/src/lib/server/ownRounds.ts",
)
# The colours of a chart's cells, the names of areas of the felt, and "??" read aloud as cards face down: no decision
# depends on these.
PRINT = ("web/src/components/odds/OddsPanel.svelte", "web/src/lib/display/words.ts")


def sentence(node: ast.AST, plain: bool = True) -> bool:
    """Whether an expression is a generated sentence: `step.words`, `game.names.hand(spot)`, `part["why"]`, `words`.

    A mere `text` may be anything that was typed; so may a name that is compared.
    """
    match node:
        case ast.Attribute(attr=name):
            return name in SENTENCES
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return name in SENTENCES
        case ast.Call(func=ast.Attribute(attr="lower" | "strip" | "casefold", value=inner)):
            return sentence(inner, plain)
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="names"))):
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in SENTENCES or name.endswith("_words")
        case ast.Name(id=name):
            return plain and name in SENTENCES and name not in ("text", "condition")
    return False


def python_slips(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name, value=value), args=args):
                cut = name in CUTS and sentence(value)
                if cut or (name in SEARCHES and any(sentence(item) for item in args)):
                    yield node.lineno, ast.unparse(node)
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[where]):
                if sentence(where) and (not isinstance(where, ast.Name) or _text(left)):
                    yield node.lineno, ast.unparse(node)
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                sides = (left, right)
                if any(sentence(side, plain=False) for side in sides) and not any(_empty(side) for side in sides):
                    yield node.lineno, ast.unparse(node)


def _text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _empty(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and not node.value


NAMED = (
    r"(?:\w+\??\.)*(?:\w*Words|words|text|reason|prompt|label|sentence|condition|why|help|meaning|note|blurb|title)\b"
)
PAGE_SLIPS = (
    re.compile(rf"/[a-z]*\.(?:exec|test)\({NAMED}"),  # /seat (\d+)/.exec(prompt)
    re.compile(
        rf"\b{NAMED}\??\.(?:includes|startsWith|endsWith|match|matchAll|search|indexOf|split|replace|replaceAll)\("
    ),
    re.compile(r"\b\w+\??\.(?:words|text|reason|prompt|sentence)\s*[!=]==\s*(?!\"\")\S+"),  # step.text === text
)


def page_slips(source: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(source.splitlines(), start=1):
        if any(pattern.search(line.split("// ", 1)[0]) for pattern in PAGE_SLIPS):
            yield number, line.strip()


def slips() -> Iterator[str]:
    for path in sorted((HOME / "src").rglob("*.py")):
        for _, code in python_slips(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(HOME).as_posix()}: {code}"
    for path in sorted((HOME / "web" / "src").rglob("*.*")):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name and "generated" not in path.parts:
            for _, code in page_slips(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(HOME).as_posix()}: {code}"


def test_nothing_reads_what_is_composed_for_people() -> None:
    found = [slip for slip in slips() if slip.split(": ")[0] not in (*PARSERS, *PRINT)]
    new = [slip for slip in found if slip not in ALLOWED]
    assert not new, "These read generated sentences; send the fact as data:\n" + "\n".join(new)


def test_what_is_allowed_is_still_there() -> None:
    assert set(ALLOWED) <= set(slips())


@pytest.mark.parametrize(
    "code",
    [
        "not SIDE.search(step.words)",
        "'fold' in step.words",
        "NOT_QUALIFIED in play.reason",
        "re.findall(r'seat (\\d+)', question.prompt)",
        "game.names.hand(spot, house).startswith('pair')",
        "view.dealer_words().split(',')",
        "kind = words.split(',')[0]",
        "event['reason'] == 'the hands are equal'",
        "step.text != legal.text",
        "meaning.removesuffix(' is lost')",
    ],
)
def test_planted_code_is_found(code: str) -> None:
    assert list(python_slips(code))


@pytest.mark.parametrize(
    "code",
    [
        r"const named = Number(/\bseat (\d+)/i.exec(prompt)?.[1] ?? NaN);",
        'view?.dealer.qualifies === false && !dealerWords.startsWith("no ") ? "(does not qualify)" : ""',
        "procedure.findIndex((step) => step.text === text);",
        'if (event.reason.includes("qualify")) return;',
        'const [first] = seat.words.split(", ");',
        'option.help.replace(/\\bin cents\\b/, "in dollars")',
    ],
)
def test_planted_code_of_the_page_is_found(code: str) -> None:
    assert list(page_slips(code))


@pytest.mark.parametrize("code", ["step.words != ''", "case.id == 'equal'", "text.split(',')", "found = step.words"])
def test_other_code_is_not(code: str) -> None:
    assert not list(python_slips(code))
