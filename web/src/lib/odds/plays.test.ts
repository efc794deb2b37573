import { describe, expect, it } from "vitest";
import type { OddsWager } from "$lib/server/protocol";
import { plays } from "./plays";

const figures = (house_edge_percent: number): OddsWager => ({
  wager: "play",
  strategy: "optimal",
  total: "10",
  outcomes: [],
  expected_value: "0",
  house_edge_percent,
  standard_deviation: 1,
  average_total_bet: 1,
  element_of_risk_percent: house_edge_percent,
  hit_frequency: 0.5,
  distribution: [],
  correlation_with_main: 1,
});

describe("plays", () => {
  it("names both plays of a wager that depends on a decision", () => {
    const side = { ...figures(2), wager: "roo", with_main: figures(3), cost_to_main: "1/100" };
    const names: Record<string, string> = { play: "Play", roo: "Pocket Roo", pairs: "Pairs Pay" };
    const found = plays([figures(1), side, { ...figures(4), wager: "pairs" }], (wager) => names[wager] ?? wager);
    expect(found.map(({ key, name, odds }) => [key, name, odds.house_edge_percent])).toEqual([
      ["play", "Play", 1],
      ["roo", "Pocket Roo, played with Play's best strategy", 3],
      ["roo-for-itself", "Pocket Roo, played for itself", 2],
      ["pairs", "Pairs Pay", 4],
    ]);
  });
});
