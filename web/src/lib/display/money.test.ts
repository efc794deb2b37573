import { describe, expect, test } from "vitest";
import { dollars, ended, net, percent, short } from "./money";

describe("dollars", () => {
  test.each([
    [0, "$0"],
    [500, "$5"],
    [5, "$0.05"],
    [1050, "$10.50"],
    [123_450, "$1,234.50"],
    [100_000_000, "$1,000,000"],
    [-500, "−$5"],
    [-1, "−$0.01"],
  ])("%d cents are %s", (cents, text) => {
    expect(dollars(cents)).toBe(text);
  });
});

test.each([
  [0, "even"],
  [500, "+$5"],
  [-1250, "−$12.50"],
])("a result of %d is told as %s", (cents, text) => {
  expect(net(cents)).toBe(text);
});

describe("on a chip", () => {
  test.each([
    [1, "1¢"],
    [50, "50¢"],
    [100, "1"],
    [250, "2.50"],
    [2500, "25"],
    [99_900, "999"],
    [100_000, "1K"],
    [250_000, "2.5K"],
    [500_000, "5K"],
    [100_000_000, "1M"],
    [125_000_000, "1.25M"],
  ])("%d cents are %s", (cents, text) => {
    expect(short(cents)).toBe(text);
  });
});

test("percents have two digits unless told otherwise", () => {
  expect(percent(2.857)).toBe("2.86%");
  expect(percent(2.857, 0)).toBe("3%");
});

describe("how a wager ended", () => {
  test.each([
    [1000, 3000, "+$20", "back $30", "win"],
    [1000, 1000, "Push", "pushes", "push"],
    [1000, 500, "−$5", "loses $5, $5 comes back", "lose"],
    [1000, 0, "Lost", "loses", "lose"],
    [0, 2500, "+$25", "back $25", "win"],
  ])("%d staked and %d returned: %s", (amount, returned, short, words, tone) => {
    expect(ended(amount, returned)).toEqual({ short, words, tone });
  });
});
