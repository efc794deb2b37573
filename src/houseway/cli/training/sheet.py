"""The score sheet of an exam: as text, as a page that can be printed, as JSON."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from houseway.cli.training.keeping import write_whole
from houseway.errors import OptionError
from houseway.money import dollars
from houseway.train.kinds import words
from houseway.train.score_sheet import ScoreSheet

SUFFIXES = (".html", ".json", ".txt")


def check_file(path: Path) -> None:
    """Refuse a file that cannot be written before anybody answers."""
    if path.suffix.lower() not in SUFFIXES:
        raise OptionError(f"A score sheet is written as {', '.join(SUFFIXES)}, not as {path.name!r}.")
    if not path.parent.is_dir():
        raise OptionError(f"There is no folder {path.parent} for the score sheet.")
    if path.is_dir():
        raise OptionError(f"{path} is a folder: name a file for the score sheet.")


def write_sheet(path: Path, sheet: ScoreSheet) -> None:
    suffix = path.suffix.lower()
    if suffix == ".json":
        write_whole(path, json.dumps(sheet.to_json(), indent=1) + "\n")
    else:
        write_whole(path, html(sheet) if suffix == ".html" else text(sheet))


def verdict(sheet: ScoreSheet) -> str:
    return "Passed" if sheet.passed else "Not passed" if sheet.finished else "Not finished"


def facts(sheet: ScoreSheet) -> dict[str, str]:
    """What stands at the head of the sheet."""
    exam = sheet.exam
    usual = type(exam.game).make(exam.game.edition).options.values()
    changed = [f"{name}={value}" for name, value in exam.game.options.values().items() if usual[name] != value]
    limits = [
        f"{exam.seconds_per_question} s a question" if exam.seconds_per_question else "",
        f"{exam.seconds} s in all" if exam.seconds else "",
    ]
    return {
        "Name": sheet.name,
        "Date": sheet.date,
        "Game": f"{exam.game.name}, edition {exam.game.edition}" + (f" with {', '.join(changed)}" if changed else ""),
        "Rules": exam.game.fingerprint,
        "Seed": exam.seed,
        "Time": f"{sheet.seconds:.0f} s" + (f" ({', '.join(filter(None, limits))})" if any(limits) else ""),
        "Result": f"{sheet.percent}% over {sheet.exercises} exercises, pass mark {exam.pass_mark}%",
        "Answers": f"{sheet.right} of {sheet.asked} right" + (f", {sheet.late} late" if sheet.late else ""),
        "Verdict": verdict(sheet),
    }


def mark_words(sheet: ScoreSheet, kind: str) -> str:
    """The mark of one kind of exercise: "5 of 9, not passed"."""
    right, asked = sheet.by_kind[kind]
    return f"{right} of {asked}, {'not passed' if kind in sheet.failed_kinds else 'passed'}"


def cost_words(cents: int) -> str:
    """Who loses by the slips at a step."""
    if not cents:
        return ""
    return f"costs the {'house' if cents > 0 else 'guests'} {dollars(abs(cents))}"


def text(sheet: ScoreSheet) -> str:
    lines = ["Table test", ""]
    lines += [f"{name + ':':9}{value}" for name, value in facts(sheet).items()]
    lines += ["", "By exercise"]
    lines += [f"  {words(kind).title}: {mark_words(sheet, kind)}" for kind in sheet.by_kind]
    if sheet.errors:
        lines += ["", "Errors by step"]
    for item in sheet.errors:
        cost = f" ({cost_words(item.cost)})" if item.cost else ""
        lines.append(f"  {item.errors} × {item.step.words}{cost}")
    return "\n".join(lines) + "\n"


STYLE = """
body { font: 11pt/1.45 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
body { color: #111; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 1.6rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid #bbb }
.n { text-align: right; white-space: nowrap } td { overflow-wrap: anywhere }
.verdict { font-weight: bold }
.sign { margin-top: 3.5rem; display: flex; gap: 3rem } .sign div { flex: 1; border-top: 1px solid #111 }
@media print { body { margin: 0; max-width: none } }
"""


def html(sheet: ScoreSheet) -> str:
    """One page without anything from elsewhere; the browser prints it or makes a PDF of it."""
    head = "\n".join(
        f'<tr><th scope="row">{name}</th><td{" class=verdict" if name == "Verdict" else ""}>{escape(value)}</td></tr>'
        for name, value in facts(sheet).items()
    )
    kinds = "\n".join(
        f'<tr><td>{escape(words(kind).title)}</td><td class="n">{mark_words(sheet, kind)}</td></tr>'
        for kind in sheet.by_kind
    )
    errors = "\n".join(
        f'<tr><td class="n">{item.errors}</td><td>{escape(item.step.words)}</td>'
        f"<td>{escape(cost_words(item.cost))}</td></tr>"
        for item in sheet.errors
    )
    by_step = (
        '<h2>Errors by step</h2>\n<table><thead><tr><th scope="col">Errors</th><th scope="col">Step</th>'
        f'<th scope="col">Cost</th></tr></thead><tbody>\n{errors}\n</tbody></table>'
        if errors
        else "<p>No errors.</p>"
    )
    title = escape(f"Table test: {sheet.exam.game.name}")
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>{STYLE}</style></head>
<body>
<h1>{title}</h1>
<table><tbody>
{head}
</tbody></table>
<h2>By exercise</h2>
<table><thead><tr><th scope="col">Exercise</th><th scope="col" class="n">Right</th></tr></thead><tbody>
{kinds}
</tbody></table>
{by_step}
<div class="sign"><div>Trainee</div><div>Supervisor</div></div>
</body>
</html>
"""
