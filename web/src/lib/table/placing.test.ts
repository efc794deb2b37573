import { describe, expect, test } from "vitest";
import type { WagerLimit } from "$lib/server/protocol";
import { again, overLimit, toKeep, withChip, withoutChip } from "./placing";

const ANTE: WagerLimit = { least: 1500, most: 4000, step: 500 };
const BONUS: WagerLimit = { least: 100, most: 100, step: 100 };
/** The blind is always the ante's size; the third may be up to twice as large. */
const LINKED: Record<string, WagerLimit> = {
  ante: { least: 500, most: 10_000, step: 500 },
  blind: { least: 500, most: 10_000, step: 500, goes_with: { wager: "ante", least: 1, most: 1 } },
  third: { least: 500, most: 20_000, step: 500, goes_with: { wager: "ante", least: 1, most: 2 } },
};

describe("a chip on a spot", () => {
  test("puts down the minimum at first", () => {
    expect(withChip({}, { ante: ANTE }, "ante", 500)).toEqual({ ante: 1500 });
  });

  test("that is larger than the minimum counts in full, and never above the maximum", () => {
    expect(withChip({}, { ante: ANTE }, "ante", 2500)).toEqual({ ante: 2500 });
    expect(withChip({ ante: 2500 }, { ante: ANTE }, "ante", 2500)).toEqual({ ante: 4000 });
    expect(withChip({}, { ante: ANTE }, "ante", 10_000)).toEqual({ ante: 4000 });
  });

  test("smaller than a step changes nothing", () => {
    expect(withChip({ ante: 2000 }, { ante: ANTE }, "ante", 100)).toEqual({ ante: 2000 });
  });

  test("leaves the other spots alone, and what was given as it was", () => {
    const before = { ante: 1500, bonus: 100 };
    expect(withChip(before, { ante: ANTE, bonus: BONUS }, "ante", 500)).toEqual({ ante: 2000, bonus: 100 });
    expect(before).toEqual({ ante: 1500, bonus: 100 });
  });

  test("switches a bet with a fixed price on and off", () => {
    const on = withChip({}, { bonus: BONUS }, "bonus", 2500);
    expect(on).toEqual({ bonus: 100 });
    expect(withChip(on, { bonus: BONUS }, "bonus", 2500)).toEqual({});
  });

  test("does nothing where there is no such spot", () => {
    expect(withChip({ ante: 1500 }, { ante: ANTE }, "gone", 500)).toEqual({ ante: 1500 });
  });
});

describe("a chip off a spot", () => {
  test("leaves whole steps", () => {
    expect(withoutChip({ ante: 4000 }, { ante: ANTE }, "ante", 500)).toEqual({ ante: 3500 });
    expect(withoutChip({ ante: 4000 }, { ante: ANTE }, "ante", 100)).toEqual({ ante: 3500 });
  });

  test("takes all when less than the minimum would be left", () => {
    expect(withoutChip({ ante: 1500, bonus: 100 }, { ante: ANTE, bonus: BONUS }, "ante", 100)).toEqual({ bonus: 100 });
    expect(withoutChip({ bonus: 100 }, { bonus: BONUS }, "bonus", 500)).toEqual({});
  });

  test("does nothing on an empty spot", () => {
    expect(withoutChip({}, { ante: ANTE }, "ante", 500)).toEqual({});
    expect(withoutChip({}, LINKED, "blind", 500)).toEqual({});
  });
});

describe("spots that go together", () => {
  test("are filled together, whichever is clicked first", () => {
    const all = { ante: 500, blind: 500, third: 500 };
    for (const wager of ["ante", "blind", "third"]) expect(withChip({}, LINKED, wager, 500)).toEqual(all);
  });

  test("are emptied together", () => {
    const all = { ante: 500, blind: 500, third: 500 };
    for (const wager of ["ante", "blind", "third"]) expect(withoutChip(all, LINKED, wager, 500)).toEqual({});
  });

  test("keep to the multiples that the game allows", () => {
    const raised = withChip({ ante: 1000, blind: 1000, third: 1000 }, LINKED, "third", 10_000);
    expect(raised).toEqual({ ante: 1000, blind: 1000, third: 2000 });
    expect(withoutChip(raised, LINKED, "ante", 500)).toEqual({ ante: 500, blind: 500, third: 1000 });
  });
});

describe("the bets of the last round", () => {
  test("are put down again, with what goes with them", () => {
    expect(again({ ante: 700 }, LINKED)).toEqual({ ante: 700, blind: 700, third: 700 });
    expect(again({ ante: 500, third: 1000 }, LINKED)).toEqual({ ante: 500, blind: 500, third: 1000 });
  });

  test("leave out spots that are not there any more", () => {
    expect(again({ ante: 1500, gone: 500, bonus: 0 }, { ante: ANTE, bonus: BONUS })).toEqual({ ante: 1500 });
  });
});

describe("a chip over the limit", () => {
  test("names the spot and its maximum, also where a part of the chip was taken", () => {
    expect(overLimit({ ante: 4000 }, { ante: ANTE }, "ante", 500)).toEqual({ wager: "ante", most: 4000 });
    expect(overLimit({ ante: 3900 }, { ante: ANTE }, "ante", 500)).toEqual({ wager: "ante", most: 4000 });
    expect(overLimit({ ante: 3500 }, { ante: ANTE }, "ante", 500)).toBeNull();
    expect(overLimit({ bonus: 100 }, { bonus: BONUS }, "bonus", 500)).toBeNull(); // it is on or off
  });

  test("is that of the spot it goes with", () => {
    expect(overLimit({ ante: 10_000, blind: 10_000 }, LINKED, "blind", 500)).toEqual({ wager: "ante", most: 10_000 });
    expect(overLimit({ ante: 500, third: 1000 }, LINKED, "third", 500)).toEqual({ wager: "third", most: 1000 });
  });
});

test("what to keep for later is the server's multiple of each wager", () => {
  const limits = { ante: { ...ANTE, later: { times: 3, names: ["Flop", "River"] } }, bonus: BONUS };
  expect(toKeep({ ante: 2000, bonus: 100 }, limits)).toEqual({ cents: 6000, names: ["Flop", "River"] });
  expect(toKeep({ bonus: 100 }, limits)).toEqual({ cents: 0, names: [] });
});
