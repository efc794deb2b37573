import { describe, expect, test } from "vitest";
import type { Offer } from "$lib/server/protocol";
import { place } from "../../testing/views";
import { actions, cardsAt, throwable, valueBetween } from "./offers";

function offer(label: string, given: Partial<Offer> = {}): Offer {
  return {
    id: label,
    key: label.charAt(0).toLowerCase(),
    label,
    decision: { choice: label.toLowerCase() },
    price: 0,
    folds: false,
    wager: "",
    takes_back: "",
    returns: 0,
    most: null,
    unit: 0,
    ...given,
  };
}

describe("the buttons of a decision", () => {
  test("carry the coach's word for their own decision only", () => {
    const coach = [
      { id: "Play", decision: {}, key: "p", label: "Play", expected_value: "1/3", value: 1 / 3, best: true },
    ];
    const { list } = actions([offer("Play", { price: 1000 }), offer("Fold", { folds: true })], [], coach);
    expect(list.map(({ label, best, exact, value }) => [label, best, exact, value])).toEqual([
      ["Play", true, "1/3", 1 / 3],
      ["Fold", false, "", null],
    ]);
  });

  test("never share a key", () => {
    const { list } = actions([offer("Raise"), offer("Rest"), offer("Run")], [], []);
    expect(list.map((action) => action.key)).toEqual(["r", "1", "2"]);
  });

  test("offer both ends of a range, and what lies between", () => {
    const most = { id: "3", key: "3", label: "Raise 3x", decision: { choice: "raise", multiple: 3 }, price: 3000 };
    const raise = offer("Raise 1x", { key: "1", price: 1000, most, unit: 1000 });
    const { list, ranges } = actions([raise], [], []);
    expect(list.map((action) => [action.key, action.label, action.price])).toEqual([
      ["1", "Raise 1x", 1000],
      ["3", "Raise 3x", 3000],
    ]);
    expect(ranges).toEqual([{ offer: raise, least: 1000, most: 3000, values: null }]);
  });

  test("say what lies between two values", () => {
    const most = { id: "3", key: "3", label: "Raise 3x", decision: { choice: "raise", multiple: 3 }, price: 3000 };
    const raise = offer("Raise 1x", { key: "1", price: 1000, most, unit: 1000 });
    const coach = [["Raise 1x", 1.5] as const, ["3", 3.5] as const].map(([id, value]) => ({
      ...{ id, value, decision: {}, key: id, label: id, expected_value: `${value}`, best: value > 2 },
    }));
    const [told] = actions([raise], [], coach).ranges;
    const [untold] = actions([raise], [], coach.slice(1)).ranges;
    expect([1000, 1500, 2000, 3000].map((cents) => told && valueBetween(told, cents))).toEqual([1.5, 2, 2.5, 3.5]);
    expect(untold && valueBetween(untold, 2000)).toBeNull();
  });

  test("are those that fit the cards chosen to be thrown, in any order", () => {
    const offers = [
      offer("Keep", { key: "k", decision: { choice: "draw", discard: [] } }),
      offer("Draw 2", { key: "2", decision: { choice: "draw", discard: ["Ah", "2c"] } }),
      offer("Fold", { folds: true }),
    ];
    const labels = (chosen: string[]): string[] => actions(offers, chosen, []).list.map((action) => action.label);
    expect(labels([])).toEqual(["Keep", "Fold"]);
    expect(labels(["2c", "Ah"])).toEqual(["Draw 2", "Fold"]);
    expect(labels(["2c"])).toEqual(["Fold"]);
    expect(throwable(offers)).toBe("0 or 2");
  });
});

test("only cards in sight can be chosen", () => {
  expect(cardsAt(place({ dealt: ["Ah", null, "2c"] }), [0, 1, 2, 5])).toEqual(["Ah", "2c"]);
  expect(cardsAt(null, [0])).toEqual([]);
});
