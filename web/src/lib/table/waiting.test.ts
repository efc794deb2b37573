import { expect, test } from "vitest";
import { bankedState } from "../../testing/views";
import type { SeatState, TableState } from "$lib/server/protocol";
import { acted, listed, waiting } from "./waiting";

const seats = ["Ann", "Bob", "Carl"].map((name, index): SeatState => {
  return {
    seat: index + 1,
    name,
    you: index === 0,
    sitting_out: false,
    connected: true,
    ready: false,
    leaving: false,
    to_act: false,
    stack: null,
    program: false,
  };
});

function table(waits_for: TableState["waits_for"], given: Partial<TableState> = {}): TableState {
  return { ...bankedState({ seats, phase: "deciding", waits_for }), ...given } as TableState;
}

test("names are listed as one says them", () => {
  expect([[], ["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Carl"]].map(listed)).toEqual([
    "",
    "Ann",
    "Ann and Bob",
    "Ann, Bob and Carl",
  ]);
});

test("one waits for others, not for oneself", () => {
  expect(waiting(table([]))).toBeNull();
  expect(waiting(table([{ seat: 1, away: false, ends_ms: 5 }]))).toBeNull();
  expect(waiting(table([{ seat: 2, away: false, ends_ms: 5000 }]))).toEqual({ text: "Waiting for Bob", ends: 5000 });
  const two = [
    { seat: 2, away: false, ends_ms: 5000 },
    { seat: 3, away: false, ends_ms: 9000 },
  ];
  expect(waiting(table(two))).toEqual({ text: "Waiting for Bob and Carl", ends: 9000 });
});

test("who has all the time has no seconds", () => {
  expect(waiting(table([{ seat: 2, away: false, ends_ms: null }]))).toEqual({ text: "Waiting for Bob", ends: null });
});

test("who is away is said to be", () => {
  const away = [{ seat: 2, away: true, ends_ms: 5000 }];
  expect(waiting(table(away))?.text).toBe("Bob is away: the table plays for Bob");
  expect(waiting(table(away, { phase: "betting" }))?.text).toBe("Bob is away: the table goes on");
  const both = [...away, { seat: 3, away: false, ends_ms: 9000 }];
  expect(waiting(table(both))).toEqual({
    text: "Waiting for Carl. Bob is away: the table plays for Bob",
    ends: 9000,
  });
});

test("what the table did for people: for oneself, and the newest of the others", () => {
  const acted_for: TableState["acted_for"] = [
    { seat: 1, why: "time", text: "Your time was up: the hand was folded." },
    { seat: 2, why: "away", text: "Bob is away: the hand was folded." },
    { seat: 3, why: "left", text: "Carl has left: the hand was folded." },
  ];
  expect(acted(table([], { acted_for }))).toEqual({
    own: "Your time was up: the hand was folded.",
    others: "Bob is away: the hand was folded.",
  });
  expect(acted(table([]))).toEqual({ own: "", others: "" });
});
