"""The limits of the chat by themselves: what a line may be, and how fast somebody may write."""

from __future__ import annotations

import sys
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.server.people.names import can_be_seen
from houseway.server.people.people import Person
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.tables.chat import LONGEST, MOST_MARKS, Allowance, Manners, checked_line, plain_line

ADA = Person(1, "Ada", "player", True, False, 0)


@given(st.text())
def test_a_line_is_one_line_of_what_can_be_seen(text: str) -> None:
    line = plain_line(text)
    assert can_be_seen(line)
    assert line == " ".join(line.split())
    assert plain_line(line) == line
    marks = 0
    for sign in line:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        assert marks <= MOST_MARKS


@given(st.text(max_size=3 * LONGEST))
def test_a_line_is_taken_whole_or_refused(text: str) -> None:
    line = plain_line(text)
    if len(line) <= LONGEST and any(unicodedata.category(sign)[0] not in "ZM" for sign in line):
        assert checked_line(text) == line
        return
    with pytest.raises(Refusal, match="it was not sent"):
        checked_line(text)


def test_of_all_signs_none_is_left_that_breaks_turns_or_hides() -> None:
    every = "".join(map(chr, (n for n in range(sys.maxunicode + 1) if not 0xD800 <= n < 0xE000)))
    assert can_be_seen(plain_line(every))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("</script><script>&lt;b&gt; {text} ${1}", "</script><script>&lt;b&gt; {text} ${1}"),
        ("  two\nlines\r\n and\ta tab ", "two lines and a tab"),
        ("a\u2028b\u2029c\u0085d", "a b c d"),
        ("left\u202eright\u2066\u200b\ufeff\u00ad", "leftright"),
        ("nul\x00bell\x07del\x7f", "nulbelldel"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("Z" + "\u0335" * 50 + "algo", "Z" + "\u0335" * MOST_MARKS + "algo"),
        ("שלום, مرحبا, 運命 😀", "שלום, مرحبا, 運命 😀"),
        ("x" * LONGEST, "x" * LONGEST),
        (" " * 900 + "far", "far"),
    ],
)
def test_lines(text: str, line: str) -> None:
    assert checked_line(text) == line


@pytest.mark.parametrize("text", ["", "   \n", "\u200b\u2060", "\u3164\u2800", "\u0301", "\ue000", "x" * (LONGEST + 1)])
def test_what_is_no_line(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_line(text)
    assert refused.value.code == "bad_text"


def test_the_sentence_says_how_much_too_long() -> None:
    with pytest.raises(Refusal, match="at most 200 characters, and this one 214: it was not sent"):
        checked_line("x" * 214)


@given(
    most=st.integers(1, 6),
    seconds=st.sampled_from([0.5, 1.0, 3.0]),
    gaps=st.lists(st.integers(0, 40).map(lambda tenths: tenths / 8), max_size=80),
)
def test_in_any_stretch_of_time_no_more_than_the_burst_and_what_has_come_since(
    most: int, seconds: float, gaps: list[float]
) -> None:
    moment = 100.0
    allowance, taken = Allowance(most, seconds, moment), []
    for gap in gaps:
        moment += gap
        wait = allowance.wait(moment)
        if not wait:
            taken.append(moment)
        else:
            assert 0 < wait <= seconds
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            assert last - first + 1 <= most + (taken[last] - taken[first]) / seconds + 1e-6


def test_waiting_as_long_as_told_is_enough_and_no_less() -> None:
    allowance = Allowance(2, 4.0, 0.0)
    assert [allowance.wait(0.0) for _ in range(3)] == [0, 0, 4.0]
    assert allowance.wait(3.0) == 1.0
    assert allowance.wait(4.0) == 0


def test_no_seconds_are_no_limit() -> None:
    allowance = Allowance(1, 0.0, 0.0)
    assert not any(allowance.wait(0.0) for _ in range(100))


class NobodyMuted:
    def muted(self, person_id: int) -> bool:
        return False


def test_who_writes_too_fast_is_told_when_and_others_are_not_stopped() -> None:
    moment = [0.0]
    mutes: Any = NobodyMuted()
    manners = Manners(Settings(chat_burst=2, chat_seconds=3), mutes, lambda: moment[0])
    manners.take(ADA)
    manners.take(ADA)
    with pytest.raises(Refusal, match="again in 3 seconds, and this was not sent") as refused:
        manners.take(ADA)
    assert refused.value.code == "too_fast"
    manners.take(ADA._replace(id=2))
    moment[0] = 2.5
    with pytest.raises(Refusal, match="again in a second"):
        manners.take(ADA)
    moment[0] = 3.0
    manners.take(ADA)


def test_people_who_have_been_quiet_for_long_are_forgotten() -> None:
    moment = [0.0]
    mutes: Any = NobodyMuted()
    manners = Manners(Settings(chat_burst=2, chat_seconds=3), mutes, lambda: moment[0])
    for number in range(5000):
        moment[0] += 1
        manners.take(ADA._replace(id=number))
    assert len(manners._allowances) < 200


def test_programs_do_not_write() -> None:
    mutes: Any = NobodyMuted()
    with pytest.raises(Refusal, match="Programs do not write"):
        Manners(Settings(), mutes).check(ADA._replace(program=True))
