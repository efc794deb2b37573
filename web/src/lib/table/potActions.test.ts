import { describe, expect, test } from "vitest";
import type { PotLegal, PotState } from "$lib/server/protocol";
import { bankedState, player, potView } from "../../testing/views";
import { decided, presets, situation, sized } from "./potActions";

const legal = (given: Partial<PotLegal> = {}): PotLegal => ({
  ...{ fold: true, check: false, call: 200, least: 400, most: 9000, verb: "raise", turn: 3, pot: 500, keys: {} },
  ...given,
});
function state(given: Partial<PotState> = {}): PotState {
  const view = potView({ pot: 500, turn: 2, players: [player({ seat: 1, stack: 9000 }), player({ seat: 2 })] });
  return { ...(bankedState() as unknown as PotState), kind: "pot", view, legal: legal(), ...given };
}

describe("sizes of a raise", () => {
  const numbers = (most: number): [number, string][] =>
    presets(state({ legal: legal({ most }) })).map(({ number, name }) => [number, name]);

  test("keep their numbers, whichever of them there are", () => {
    expect(numbers(9000)).toEqual([
      [1, "Min"],
      [2, "½ pot"],
      [3, "Pot"],
      [4, "All in"],
    ]);
    expect(numbers(600).map(([number]) => number)).toEqual([1, 2, 4]);
    expect(numbers(400)).toEqual([]);
  });

  test("stay as wanted while that is legal", () => {
    expect(sized(700, legal())).toBe(700);
    expect(sized(700, legal({ least: 800 }))).toBe(800);
    expect(sized(700, legal({ most: 600 }))).toBe(600);
    expect(sized(null, legal())).toBe(400);
  });
});

describe("what was said beforehand", () => {
  test("is never a bet, and never folds what is free", () => {
    expect(decided("fold", legal())).toBe("fold");
    expect(decided("fold", legal({ check: true, call: 0 }))).toBe("check");
    expect(decided("check-fold", legal())).toBe("fold");
    expect(decided("check-fold", legal({ check: true, call: 0 }))).toBe("check");
    expect(decided("call-any", legal())).toBe("call");
    expect(decided("call-any", legal({ check: true, call: 0 }))).toBe("check");
  });

  test("is for this betting round of this hand, and for somebody who is in it", () => {
    const now = state();
    expect(situation(now)).toBe("31:0");
    const view = now.view ?? potView();
    expect(situation(state({ view: { ...view, community: ["Ah", "Kd", "2c"] } }))).toBe("31:3");
    expect(situation(state({ view: { ...view, players: [player({ seat: 1, folded: true })] } }))).toBeNull();
    expect(situation(state({ view: { ...view, players: [player({ seat: 1, stack: 0 })] } }))).toBeNull();
    expect(situation(state({ view: { ...view, over: true } }))).toBeNull();
    expect(situation(state({ view: null }))).toBeNull();
  });
});
