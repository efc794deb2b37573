import { describe, expect, test } from "vitest";
import { chipColours, denominations, stacked } from "./chips";

const sum = (chips: number[]): number => chips.reduce((total, chip) => total + chip, 0);

describe("the tray", () => {
  test("has chips from the smallest step to the largest wager, over all spots", () => {
    expect(denominations([{ least: 500, most: 10_000, step: 500 }])).toEqual([500, 2500, 10_000]);
    const spots = [
      { least: 500, most: 2500, step: 500 },
      { least: 100, most: 50_000, step: 100 },
    ];
    expect(denominations(spots)).toEqual([100, 500, 2500, 10_000, 50_000]);
  });

  test("has six chips at most", () => {
    expect(denominations([{ least: 100, most: 1_000_000, step: 100 }])).toEqual([
      100, 500, 2500, 10_000, 50_000, 100_000,
    ]);
  });

  test("needs none for spots whose price is fixed", () => {
    const fixed = { least: 100, most: 100, step: 100 };
    expect(denominations([fixed])).toEqual([]);
    expect(denominations([])).toEqual([]);
    expect(denominations([fixed, { least: 500, most: 2500, step: 500 }])).toEqual([500, 2500]);
  });
});

describe("a stack", () => {
  test.each([
    [0, []],
    [1500, [500, 500, 500]],
    [13_100, [10_000, 2500, 500, 100]],
    [37, [25, 5, 5, 1, 1]],
    [500_000, [500_000]],
  ])("of %d cents", (cents, chips) => {
    expect(stacked(cents)).toEqual(chips);
    expect(sum(stacked(cents))).toBe(cents);
  });

  test("is drawn no taller than asked, from its largest chips", () => {
    expect(stacked(99_999)).toHaveLength(8);
    expect(stacked(99_999, 3)).toEqual([50_000, 10_000, 10_000]);
    expect(stacked(12_000_000)).toEqual(Array(8).fill(500_000));
  });
});

test("chips that lie beside each other on the tray have different colours", () => {
  const tray = [100, 500, 2500, 10_000, 50_000, 100_000, 500_000];
  expect(new Set(tray.map((chip) => chipColours(chip).body)).size).toBe(tray.length);
});
