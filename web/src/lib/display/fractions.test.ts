import { expect, test } from "vitest";
import { fraction } from "./fractions";

test.each([
  ["3", 3],
  ["0", 0],
  ["-1", -1],
  ["1/4", 0.25],
  ["-19/663", -19 / 663],
  ["1000000000000000000000000/2", 5e23],
])("%s is %d", (text, value) => {
  expect(fraction(text)).toBe(value);
});
