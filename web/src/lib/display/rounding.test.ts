import { describe, expect, test } from "vitest";
import { currency, decimal, percent, percentOf, upTo, useLocale } from "./locale";
import { product, rounded, sum } from "./rounding";

describe("halves go away from zero, from the exact value", () => {
  test.each([
    ["1/8", 2, "0.13"],
    ["-1/8", 2, "-0.13"],
    ["17/4", 1, "4.3"],
    ["1/-8", 2, "-0.13"],
    ["1000000000000000000005/10000000000000000000000", 1, "0.1"],
    ["1500000000000000000000/10000000000000000000000", 1, "0.2"],
    ["1499999999999999999999/10000000000000000000000", 1, "0.1"],
    [2.675, 2, "2.68"], // Intl rounds the binary number below it, to 2.67
    [-1.005, 2, "-1.01"],
    [1e-7, 6, "0.000000"],
    [-1e-7, 6, "0.000000"],
    [5e-7, 6, "0.000001"],
    [1e21, 0, "1000000000000000000000"],
    [12n, 0, "12"],
    ["5/2", 0, "3"],
  ] as const)("%s with %d decimals", (value, digits, text) => {
    expect(rounded(value, digits)).toBe(text);
  });

  test("what is no number stays none", () => {
    expect(rounded(NaN, 2)).toBe("NaN");
  });
});

test("as the page writes them", () => {
  useLocale("en-US");
  expect(decimal("-1/8", 2)).toBe("−0.13");
  expect(decimal("-1/3000000", 6)).toBe("0.000000");
  expect(percent("25/8")).toBe("3.13%");
  expect(percent(1.005)).toBe("1.01%");
  expect(percentOf("1/32")).toBe("3.13%");
  expect(percentOf(0.125, 0)).toBe("13%");
  expect(percentOf("-19/663", 4)).toBe("−2.8658%");
  expect(upTo("5/2", 4)).toBe("2.5");
  expect(currency("1/8", 2)).toBe("$0.13");
});

test("exact products and sums", () => {
  expect(rounded(product("-3/2", "1/12"), 3)).toBe("-0.125");
  expect(rounded(sum(["1/3", "1/6", 0.5]), 2)).toBe("1.00");
});
