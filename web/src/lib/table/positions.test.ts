import { describe, expect, test } from "vitest";
import { offer } from "../../testing/views";
import { cardFor, completed, laidOut, lay, openPosition, placingOffers, positionsFor } from "./positions";

const [EIGHT, JACK] = ["1:dealt:0", "1:dealt:1"];
const two = [
  { key: EIGHT, card: "8h" },
  { key: JACK, card: "Jc" },
];
const open = (position: string, places: Record<string, string[]>) =>
  offer(`Leave ${position} open`, { decision: { open: position }, places });
const three = [
  open("low", { low: [], middle: ["8h"], high: ["Jc"] }),
  open("middle", { low: ["8h"], middle: [], high: ["Jc"] }),
  open("high", { low: ["8h"], middle: ["Jc"], high: [] }),
];

describe("two cards on three positions", () => {
  test("go only where some decision has them", () => {
    expect(positionsFor(three, two, {}, EIGHT)).toEqual(["low", "middle"]);
    expect(positionsFor(three, two, { [EIGHT]: "middle" }, JACK)).toEqual(["high"]);
    expect(lay(three, two, {}, JACK, "low")).toBeNull();
  });

  test("are whole when both lie, the second by itself where it has one position left", () => {
    const first = lay(three, two, {}, EIGHT, "low") ?? {};
    expect(completed(three, two, first)).toEqual({ [EIGHT]: "low" });
    expect(laidOut(three, two, first)).toEqual([]);
    const forced = completed(three, two, { [EIGHT]: "middle" });
    expect(forced).toEqual({ [EIGHT]: "middle", [JACK]: "high" });
    expect(laidOut(three, two, forced).map((one) => one.decision)).toEqual([{ open: "low" }]);
    expect(completed(three, two, {})).toEqual({});
  });

  test("make way for one that is laid where they cannot both be", () => {
    const laying = { [EIGHT]: "low", [JACK]: "middle" };
    expect(lay(three, two, laying, JACK, "high")).toEqual({ [EIGHT]: "low", [JACK]: "high" });
    expect(lay(three, two, laying, EIGHT, "middle")).toEqual({ [EIGHT]: "middle" });
  });

  test("a click on a position means the card that may lie there, or the chosen one", () => {
    expect(cardFor(three, two, {}, "low", null)).toBe(EIGHT);
    expect(cardFor(three, two, {}, "high", null)).toBe(JACK);
    expect(cardFor(three, two, {}, "middle", null)).toBeNull(); // which of the two?
    expect(cardFor(three, two, {}, "middle", JACK)).toBe(JACK);
  });

  test("leave one position open", () => {
    expect(three.map(openPosition)).toEqual(["low", "middle", "high"]);
  });
});

test("one card, or equal ones, and decisions that place nothing", () => {
  const one = [{ key: "1:dealt:0", card: "9d" }];
  const low = offer("Low", { places: { low: ["9d"], high: [] } });
  const high = offer("High", { places: { low: [], high: ["9d"] } });
  const fold = offer("Fold", { folds: true, places: { low: [], high: [] } });
  expect(placingOffers([low, high, fold, offer("Raise")], one)).toEqual([low, high]);
  expect(cardFor([low, high], one, {}, "low", null)).toBe("1:dealt:0");
  const same = [...one, { key: "1:dealt:1", card: "9d" }];
  const pair = offer("Pair", { places: { low: ["9d"], high: ["9d"] } });
  expect(laidOut([pair], same, completed([pair], same, { "1:dealt:1": "low" }))).toEqual([pair]);
  expect(lay([pair], same, { "1:dealt:0": "low" }, "1:dealt:1", "low")).toEqual({ "1:dealt:1": "low" });
});
