import { describe, expect, test } from "vitest";
import { offer, place } from "../../testing/views";
import { actions, cardsAt, throwable, valueBetween } from "./offers";

describe("the buttons of a decision", () => {
  test("carry the coach's word for their own decision only", () => {
    const coach = [
      { id: "Play", decision: {}, key: "p", label: "Play", expected_value: "1/3", value: 1 / 3, best: true },
    ];
    const { list } = actions([offer("Play", { price: 1000 }), offer("Fold", { folds: true })], [], coach);
    expect(list.map(({ label, best, exact, value }) => [label, best, exact, value])).toEqual([
      ["Fold", false, "", null],
      ["Play", true, "1/3", 1 / 3],
    ]);
  });

  test("have the fold first, wherever the rules name it", () => {
    const { list } = actions([offer("Raise"), offer("Check"), offer("Fold", { folds: true })], [], []);
    expect(list.map((action) => action.label)).toEqual(["Fold", "Raise", "Check"]);
  });

  test("have the keys that the table gives them", () => {
    const { list } = actions([offer("Raise"), offer("Rest")], [], [], (_, { label }) => label.slice(-1));
    expect(list.map((action) => action.key)).toEqual(["e", "t"]);
  });

  test("say what the wallet lacks, and a range ends where it does", () => {
    const most = { ...offer("Raise 3x", { price: 3000, lacks: 1500 }), id: "3" };
    const raise = offer("Raise 1x", { price: 1000, most, unit: 1000 });
    const { list, ranges } = actions([raise], [], []);
    expect(list.map((action) => action.lacks)).toEqual([0, 1500]);
    expect(ranges.map(({ least, most }) => [least, most])).toEqual([[1000, 1500]]);
    expect(actions([{ ...raise, lacks: 1 }], [], []).ranges).toEqual([]);
  });

  test("offer both ends of a range, and what lies between", () => {
    const most = {
      ...{ id: "3", key: "3", label: "Raise 3x", decision: { choice: "raise", multiple: 3 }, price: 3000, lacks: 0 },
    };
    const raise = offer("Raise 1x", { key: "1", price: 1000, most, unit: 1000 });
    const { list, ranges } = actions([raise], [], []);
    expect(list.map((action) => [action.key, action.label, action.price])).toEqual([
      ["1", "Raise 1x", 1000],
      ["3", "Raise 3x", 3000],
    ]);
    expect(ranges).toEqual([{ offer: raise, least: 1000, most: 3000, largest: 3000, values: null }]);
  });

  test("say what lies between two values", () => {
    const most = {
      ...{ id: "3", key: "3", label: "Raise 3x", decision: { choice: "raise", multiple: 3 }, price: 3000, lacks: 0 },
    };
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
    expect(labels([])).toEqual(["Fold", "Keep"]);
    expect(labels(["2c", "Ah"])).toEqual(["Fold", "Draw 2"]);
    expect(labels(["2c"])).toEqual(["Fold"]);
    expect(throwable(offers)).toBe("0 or 2");
  });
});

test("only cards in sight can be chosen", () => {
  expect(cardsAt(place({ dealt: ["Ah", null, "2c"] }), [0, 1, 2, 5])).toEqual(["Ah", "2c"]);
  expect(cardsAt(null, [0])).toEqual([]);
});
