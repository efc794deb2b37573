import { expect, test } from "vitest";
import type { OddsWager } from "$lib/server/protocol";
import { outcomeRows, paired, spread } from "./beside";

function wager(outcomes: [string, string, string][], total: string): OddsWager {
  return {
    wager: "roo",
    strategy: "optimal",
    total,
    outcomes: outcomes.map(([label, net, count]) => ({ label, case: "", net, count })),
    distribution: outcomes.map(([, net, count]) => ({ net, count })),
    expected_value: "0",
    house_edge_percent: 0,
    standard_deviation: 1,
    average_total_bet: 1,
    element_of_risk_percent: 0,
    hit_frequency: 0,
    correlation_with_main: 1,
  };
}

test("what one side alone has stands beside nothing", () => {
  expect(paired(["x", "y"], ["y", "z"], (item) => item)).toEqual([
    { key: "x", a: "x", b: null },
    { key: "y", a: "y", b: "y" },
    { key: "z", a: null, b: "z" },
  ]);
});

test("outcomes of one name go together in their order", () => {
  const a = wager([["Win", "1", "24"], ["Win", "3/2", "8"], ["Lose", "-1", "32"]], "64"); // prettier-ignore
  const b = wager([["Win", "2", "40"], ["Lose", "-1", "40"]], "80"); // prettier-ignore
  expect(outcomeRows(a, b).map(({ label, a, b }) => [label, a?.pays, b?.pays, a?.part, b?.share])).toEqual([
    ["Win", 1, 2, 0.375, 0.5],
    ["Win", 1.5, undefined, 0.1875, undefined],
    ["Lose", -1, -1, -0.5, 0.5],
  ]);
  expect(outcomeRows(a, null).map((row) => row.b)).toEqual([null, null, null]);
});

test("results of both sides are in one row of bars, and their shares add up", () => {
  const many: [string, string, string][] = Array.from({ length: 30 }, (_, at) => ["Win", String(at + 1), "1"]);
  const bars = spread(wager([["Lose", "-1", "60"], ["Win", "1", "40"]], "100"), wager(many, "30")); // prettier-ignore
  expect(bars[0]).toEqual({ label: "−1", a: 0.6, b: 0 });
  expect(bars.length).toBeLessThan(15);
  expect(bars.reduce((sum, bar) => sum + bar.a, 0)).toBeCloseTo(1);
  expect(bars.reduce((sum, bar) => sum + bar.b, 0)).toBeCloseTo(1);
});
