import { expect, test } from "vitest";
import { clothOf } from "./theme";

test("every game has a cloth, also one that nobody has heard of, and always the same", () => {
  for (const game of ["mini-tex", "high-card-flush", "a game of another package", ""]) {
    expect(clothOf(game)).toBe(clothOf(game));
    expect(clothOf(game).felt).toMatch(/^#[0-9a-f]{6}$/);
  }
});
