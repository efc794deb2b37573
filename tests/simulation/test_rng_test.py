"""`houseway rng-test`: a fair shuffle passes, unfair ones do not, and the raw bytes are the generator's."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import islice, pairwise, permutations

import numpy as np
import pytest

from houseway.cards import DECK
from houseway.cli.app import run
from houseway.errors import OptionError
from houseway.simulation.philox import key_of, round_block
from houseway.simulation.randomness import (
    Decks,
    Source,
    colour_runs,
    eulerian,
    examine,
    raw_bytes,
    simulation_decks,
    table_decks,
)
from houseway.table.shuffle import Shoe, Stream, mixed, seed_from

SHUFFLES = 20_000


@pytest.mark.parametrize("source", list(Source))
def test_a_fair_shuffle_passes(source: Source) -> None:
    found = examine(SHUFFLES, "fair", source)
    assert [test.name for test in found] == ["position by card", "serial pairs", "runs up", "runs of colour"]
    for test in found:
        assert not test.suspicious
        assert 0.0001 < test.p_value < 0.9999


@pytest.mark.slow
def test_p_values_are_even() -> None:
    """Over forty seeds the statistics lie about their degrees: their scale is right."""
    ratios = [
        [test.statistic / test.degrees for test in examine(SHUFFLES, f"seed {number}", Source.SIMULATION)]
        for number in range(40)
    ]
    means = np.mean(ratios, axis=0)
    degrees = [2601, 2651, 17, 27]
    for mean, free in zip(means, degrees, strict=True):
        assert abs(mean - 1) < 4.5 * (2 / free / 40) ** 0.5


def test_the_tables_own_decks_are_tested() -> None:
    decks = table_decks("x", 5, 2)
    shoe = Shoe(DECK, Stream(seed_from("x 6"), mixed({})))
    assert [DECK[number] for number in decks[1]] == list(shoe.draw(52))


def test_every_deck_is_whole() -> None:
    for decks in (table_decks("w", 0, 50), simulation_decks("w", 0, 5_000)):
        assert (np.sort(decks, axis=1) == np.arange(52)).all()


# --- unfair shuffles ---


def swap_with_any(seed: str, first: int, count: int) -> Decks:
    """The classic mistake: every place is swapped with any place, not with one of those left."""
    chance = np.random.default_rng([first, len(seed)])
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for position in range(52):
        other = chance.integers(0, 52, count)
        one, two = decks[rows, position].copy(), decks[rows, other].copy()
        decks[rows, position], decks[rows, other] = two, one
    return decks


def clinging(seed: str, first: int, count: int) -> Decks:
    """A riffle that leaves the top card's neighbour of the new deck behind it too often."""
    decks = simulation_decks(seed, first, count)
    for deck in decks[::8]:
        position = int(np.flatnonzero(deck == 7)[0])
        other = int(np.flatnonzero(deck == 8)[0])
        if position < 51:
            deck[position + 1], deck[other] = deck[other], deck[position + 1]
    return decks


def sorting(seed: str, first: int, count: int) -> Decks:
    """Now and then two neighbours are put in order."""
    decks = simulation_decks(seed, first, count)
    decks[::2, 10:12] = np.sort(decks[::2, 10:12], axis=1)
    return decks


def colours_apart(seed: str, first: int, count: int) -> Decks:
    """Two cards of one colour in the middle are parted where the next one allows it."""
    decks = simulation_decks(seed, first, count)
    red = np.array([card.text[1] in "hd" for card in DECK])
    for deck in decks:
        if red[deck[20]] == red[deck[21]] != red[deck[22]] == red[deck[23]]:
            deck[21], deck[22] = deck[22], deck[21]
    return decks


@pytest.mark.parametrize(
    ("unfair", "test"),
    [
        (swap_with_any, "position by card"),
        (clinging, "serial pairs"),
        (sorting, "runs up"),
        (colours_apart, "runs of colour"),
    ],
)
def test_an_unfair_shuffle_is_caught(unfair: object, test: str) -> None:
    found = {item.name: item for item in examine(60_000, "unfair", decks=unfair)}  # type: ignore[arg-type]
    assert found[test].suspicious


# --- the exact distributions, on small decks ---


def test_descents_of_small_permutations() -> None:
    for size in (1, 2, 5, 6):
        counted = Counter(sum(b < a for a, b in pairwise(order)) for order in permutations(range(size)))
        total = sum(counted.values())
        assert eulerian(size) == [Fraction(counted[falls], total) for falls in range(size)]


def test_runs_of_small_decks() -> None:
    counted = Counter(1 + sum(a != b for a, b in pairwise(order)) for order in permutations("rrrbbb"))
    total = sum(counted.values())
    assert colour_runs(3) == [Fraction(counted[runs], total) for runs in range(7)]
    assert sum(colour_runs(26)) == 1


# --- raw bytes ---


def test_the_stream_of_the_table_is_what_its_numbers_are_made_of() -> None:
    numbers = Stream(seed_from("raw"), mixed({}))
    drawn = [numbers.below(65_536) for _ in range(40_000)]
    raw = b"".join(islice(raw_bytes("raw", Source.TABLE), 2))
    assert np.frombuffer(raw, ">u2")[:40_000].tolist() == drawn


def test_the_stream_of_the_simulation_is_what_its_rounds_are_made_of() -> None:
    raw = b"".join(islice(raw_bytes("raw", Source.SIMULATION), 2))
    words = np.frombuffer(raw, "<u4").reshape(-1, 4)
    for number in (0, 1, 4095, 4096, 8191):
        assert tuple(words[number]) == round_block(np.uint64(key_of("raw")), np.uint64(number), 0)


# --- the command ---


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rng-test", "--shuffles", "2e4", "--seed", "1", "--json"]) == 0
    first = capsys.readouterr().out
    data = json.loads(first)
    assert data["shuffles"] == 20_000
    assert {test["test"] for test in data["tests"]} == {"position by card", "serial pairs", "runs up", "runs of colour"}
    assert all(0 < test["p_value"] < 1 for test in data["tests"])


def test_a_person_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rng-test", "--shuffles", "20000", "--seed", "1", "--source", "simulation"]) == 0
    assert "serial pairs" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("source", list(Source))
def test_the_stream_is_bytes_and_ends(source: Source) -> None:
    call = [sys.executable, "-m", "houseway", "rng-test", "--seed", "1", "--source", source, "--stream", "70000"]
    done = subprocess.run(call, capture_output=True, check=True)
    assert len(done.stdout) == 70_000
    assert done.stdout == b"".join(islice(raw_bytes("1", source), 2))[:70_000]


@pytest.mark.slow
def test_an_endless_stream_ends_with_its_reader() -> None:
    call = [sys.executable, "-m", "houseway", "rng-test", "--stream", "-"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100_000)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["--shuffles", "0"],
        ["--shuffles", "10"],
        ["--source", "dice"],
        ["--stream", "0"],
        ["--seed", ""],
        ["--shuffles", "1e12"],
    ],
    ids=" ".join,
)
def test_wrong_calls_are_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert run(["rng-test", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_too_few_shuffles_say_nothing() -> None:
    with pytest.raises(OptionError, match="from 20,000"):
        examine(100, "x")


def test_streams_of_small_and_large_keys_in_one_process() -> None:
    """Keys of 64 bits do not depend on which key came first."""
    keys = sorted((key_of(str(number)), str(number)) for number in range(8))
    assert keys[0][0] < 2**63 <= keys[-1][0]
    for key, seed in (keys[0], keys[-1], keys[0]):
        words = np.frombuffer(next(raw_bytes(seed, Source.SIMULATION)), "<u4").reshape(-1, 4)
        assert tuple(words[5]) == round_block(np.uint64(key), np.uint64(5), 0)
