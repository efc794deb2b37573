// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { Draft } from "./draft.svelte";

const LIMITS = {
  ante: { least: 500, most: 5000, step: 500 },
  blind: { least: 500, most: 5000, step: 500, goes_with: { wager: "ante", least: 1, most: 1 } },
  bonus: { least: 100, most: 100, step: 100 },
};

test("chips add up over the spots, with the chip that is picked", () => {
  const draft = new Draft(() => LIMITS);
  expect(draft.total).toBe(0);
  draft.add("ante");
  draft.chip = 2500;
  draft.add("ante");
  draft.add("bonus");
  expect(draft.stakes).toEqual({ ante: 3000, blind: 3000, bonus: 100 });
  expect(draft.total).toBe(6100);
  draft.remove("ante");
  expect(draft.stakes).toEqual({ ante: 500, blind: 500, bonus: 100 });
  draft.remove("blind");
  expect(draft.total).toBe(100);
});

test("the limits are those of the moment", () => {
  let limits: typeof LIMITS | Record<string, never> = {};
  const draft = new Draft(() => limits);
  draft.add("ante");
  expect(draft.stakes).toEqual({});
  limits = LIMITS;
  draft.add("ante");
  expect(draft.total).toBe(1000);
});

test("bets of before are put together as a whole", () => {
  const draft = new Draft(() => LIMITS);
  draft.set({ ante: 1000, gone: 500 });
  expect(draft.stakes).toEqual({ ante: 1000, blind: 1000 });
});

test("an empty spot is the same as none", () => {
  const draft = new Draft(() => LIMITS);
  draft.set({ ante: 500 });
  expect(draft.same({ ante: 500, blind: 500 })).toBe(true);
  expect(draft.same({ ante: 500, blind: 500, bonus: 0 })).toBe(true);
  expect(draft.same({ ante: 500, blind: 500, bonus: 100 })).toBe(false);
  expect(draft.same({})).toBe(false);
});

test("a click over a limit is remembered until something else is done", () => {
  const draft = new Draft(() => LIMITS);
  draft.chip = 5000;
  draft.add("ante");
  expect(draft.over).toBeNull();
  draft.add("ante");
  expect(draft.over).toEqual({ wager: "ante", most: 5000 });
  expect(draft.stakes).toEqual({ ante: 5000, blind: 5000 });
  draft.add("bonus");
  expect(draft.over).toBeNull();
});
