// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { bars, percentText, units } from "./charts";

test.each([
  [1, "+1"],
  [-1, "−1"],
  [0, "0"],
  [0.5, "+0.5"],
  [-1.25, "−1.25"],
  [1000, "+1,000"],
  [2 / 3, "+0.667"],
])("a result of %d units is written %s", (value, text) => {
  expect(units(value)).toBe(text);
});

test.each([
  [0, "0%"],
  [1, "100.00%"],
  [0.5, "50.00%"],
  [0.0001, "0.01%"],
  [0.00001234, "0.0012%"],
])("a share of %d is %s", (share, text) => {
  expect(percentText(share)).toBe(text);
});

describe("the bars of a distribution", () => {
  test("stand in the order of the results, each with its share and its sign", () => {
    const distribution = [
      { net: "2", count: "1" },
      { net: "-1", count: "6" },
      { net: "0", count: "3" },
    ];
    expect(bars(distribution, "10")).toEqual([
      { label: "−1", probability: 0.6, sign: -1 },
      { label: "0", probability: 0.3, sign: 0 },
      { label: "+2", probability: 0.1, sign: 1 },
    ]);
  });

  test("gather what is far out when there are many results, and lose nothing", () => {
    const nets = [-2, -1, 0, ...Array.from({ length: 30 }, (_, at) => at + 1), 400, 20_000];
    const found = bars(
      nets.map((net) => ({ net: String(net), count: "1" })),
      String(nets.length),
    );
    expect(found.map((bar) => bar.label)).toEqual([
      "−2",
      "−1",
      "0",
      "+1",
      "+2",
      "+3",
      "+4",
      "+5",
      "+6",
      "+7 to 10",
      "+10 to 20",
      "+20 to 50",
      "+200 to 500",
      "+10,000 and more",
    ]);
    expect(found.reduce((sum, bar) => sum + bar.probability, 0)).toBeCloseTo(1);
  });
});
