import { expect, test } from "vitest";
import { event } from "../../testing/views";
import { stepsOf } from "./replay";

test("a replay stops where there is something to tell; silent events go with the step before", () => {
  const events = [
    event("RoundOpened"),
    event("WagersPlaced", { text: "Seat 1 bets $5" }),
    event("MeterFed"),
    event("Dealt", { text: "Cards for seat 1", step: [1] }),
  ];
  expect(stepsOf(events)).toEqual([
    { end: 2, text: "Seat 1 bets $5", path: null },
    { end: 3, text: "Cards for seat 1", path: [1] },
  ]);
  expect(stepsOf([])).toEqual([]);
});
