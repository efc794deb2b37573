import { afterEach, describe, expect, test } from "vitest";
import { centsOf, count, dayAndTime, decimal, percent, upTo, useLocale } from "./locale";
import { dollars, net, short } from "./money";

afterEach(() => useLocale("en-US"));
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

describe("by the language of the browser", () => {
  test.each([
    ["en-US", "$1,234.50", "+$5", "2.86%", "1,234,567", "−0.5000"],
    ["de-DE", "1.234,50 $", "+5 $", "2,86 %", "1.234.567", "−0,5000"],
    ["fr-FR", "1 234,50 $", "+5 $", "2,86 %", "1 234 567", "−0,5000"],
    ["en-AU", "$1,234.50", "+$5", "2.86%", "1,234,567", "−0.5000"],
  ])("%s", (name, money, gain, share, many, value) => {
    useLocale(name);
    expect(plain(dollars(123_450))).toBe(money);
    expect(plain(net(500))).toBe(gain);
    expect(plain(percent(2.857))).toBe(share);
    expect(plain(count(1_234_567n))).toBe(many);
    expect(decimal(-0.5, 4)).toBe(value);
  });

  test("a chip's figures too", () => {
    useLocale("de-DE");
    expect(short(250_000)).toBe("2,5K");
  });

  test("dates", () => {
    const noon = new Date(2026, 10, 16, 15, 5).getTime();
    expect(plain(dayAndTime(noon))).toBe("Nov 16, 2026, 3:05 PM");
    useLocale("de-DE");
    expect(dayAndTime(noon)).toBe("16.11.2026, 15:05");
  });
});

test("as many decimals as there are, up to a limit", () => {
  expect([1, 0.5, 2 / 3, -1.25].map((value) => upTo(value, 3))).toEqual(["1", "0.5", "0.667", "−1.25"]);
});

describe("dollars that are typed", () => {
  test.each([
    ["5", 500],
    ["$5", 500],
    ["12.50", 1250],
    ["12,50", 1250],
    ["12.5", 1250],
    ["1,234.50", 123_450],
    ["1.234,50 $", 123_450],
    ["1,234", 123_400],
    ["1 234,5", 123_450],
    [".50", 50],
    ["0", 0],
  ])("%s is %d cents", (typed, cents) => {
    expect(centsOf(typed)).toBe(cents);
  });

  test.each(["", "five", "-5", "1.2345", "12,34,5", "1.2.3", "5 euros"])("%s is no amount", (typed) => {
    expect(centsOf(typed)).toBeNaN();
  });
});
