// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cardsSeen, promisesSeen, rememberCards, rememberPromise } from "./verifyMemory";

const START = Date.parse("2026-01-01T20:00:00Z");
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});
const commitments = (round: number | string, started = START, ended: number | null = null) =>
  promisesSeen(round, started, ended).map((each) => each.commitment);

test("what was promised for a round is remembered, and for no other", () => {
  rememberPromise(12, "aaa");
  rememberPromise(13, "bbb", "seal");
  expect(commitments(12)).toEqual(["aaa"]);
  expect(promisesSeen("13", START, null)).toEqual([
    { round: "13", commitment: "bbb", seal: "seal", deck: null, seen: START },
  ]);
  expect(commitments(14)).toEqual([]);
});

test("a promise that changes during the round does not push out the first", () => {
  rememberPromise(12, "aaa");
  vi.advanceTimersByTime(1000);
  rememberPromise(12, "changed");
  rememberPromise(12, "aaa", "another seal");
  expect(promisesSeen(12, START, null).map(({ commitment, seal }) => [commitment, seal])).toEqual([
    ["aaa", null],
    ["changed", null],
    ["aaa", "another seal"],
  ]);
});

test("the same promise is noted once, with the time at which it was last shown", () => {
  for (let second = 0; second < 60; second += 1) {
    rememberPromise(12, "aaa");
    vi.advanceTimersByTime(1000);
  }
  const [only, ...more] = promisesSeen(12, START, null);
  expect(more).toEqual([]);
  expect(only?.seen).toBeGreaterThan(START + 50_000);
});

test("a round of the same number on a server set up anew is another round", () => {
  rememberPromise(1, "aaa");
  const later = START + 24 * 3600 * 1000;
  vi.setSystemTime(later);
  rememberPromise(1, "bbb");
  expect(commitments(1, later, later + 30_000)).toEqual(["bbb"]);
  expect(commitments(1, START, START + 30_000)).toEqual(["aaa"]);
});

test("clocks may differ by two minutes", () => {
  rememberPromise(12, "aaa");
  expect(commitments(12, START + 119_000, START + 200_000)).toEqual(["aaa"]);
  expect(commitments(12, START + 121_000, START + 200_000)).toEqual([]);
  expect(commitments(12, START - 300_000, START - 119_000)).toEqual(["aaa"]);
  expect(commitments(12, START - 300_000, START - 121_000)).toEqual([]);
});

test("the last three hundred are kept", () => {
  for (let round = 1; round <= 310; round += 1) rememberPromise(round, `c${round}`);
  expect(commitments(10)).toEqual([]);
  expect(commitments(11)).toEqual(["c11"]);
  expect(commitments(310)).toEqual(["c310"]);
});

test.each(["{not json", "{}", "null", "[null]", '[{"round":""}]'])("%s in the storage counts as nothing", (kept) => {
  localStorage.setItem("houseway.promised", kept);
  expect(commitments(12)).toEqual([]);
  rememberPromise(12, "aaa");
  expect(commitments(12)).toEqual(["aaa"]);
});

test("the deck that was told is remembered with the promise", () => {
  rememberPromise(12, "aaa", null, "deck");
  rememberPromise(12, "aaa", null, "another deck");
  expect(promisesSeen(12, START, null).map(({ deck }) => deck)).toEqual(["deck", "another deck"]);
});

test("the cards that lay open at the end are remembered, the most of them", () => {
  rememberCards(12, []);
  expect(cardsSeen(12, START)).toEqual([]);
  rememberCards(12, ["Ah"]);
  rememberCards(12, ["Ah", "Kd"]);
  rememberCards(12, ["Ah"]);
  rememberCards(13, ["2c"]);
  expect(cardsSeen("12", START)).toEqual(["Ah", "Kd"]);
  expect(cardsSeen(12, null)).toEqual([]);
  const later = START + 24 * 3600 * 1000;
  vi.setSystemTime(later);
  expect(cardsSeen(12, later)).toEqual([]); // a round of the same number on a server set up anew
  rememberCards(12, ["3c"]);
  expect(cardsSeen(12, later)).toEqual(["3c"]);
});

test("a browser that keeps nothing remembers nothing, and plays", () => {
  const setItem = (): void => {
    throw new Error("no room");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem });
  rememberPromise(12, "aaa");
  expect(commitments(12)).toEqual([]);
});
