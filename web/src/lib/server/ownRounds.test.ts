import { expect, test } from "vitest";
import { ownRounds } from "./ownRounds";

test("days are those of whoever looks, and the last one counts whole", () => {
  const asked = ownRounds(new URLSearchParams("from=2026-11-15&until=2026-11-16"));
  expect(asked.since).toBe(new Date(2026, 10, 15).getTime());
  expect(asked.until).toBe(new Date(2026, 10, 17).getTime());
});

test("what makes no sense is left out", () => {
  const nothing = { game: "", table: "", since: null, until: null, only: null };
  expect(ownRounds(new URLSearchParams("from=yesterday&until=2026&table=x&only=won"))).toEqual(nothing);
  expect(ownRounds(new URLSearchParams("game=mini-tex&table=3&only=void"))).toEqual({
    ...nothing,
    game: "mini-tex",
    table: "3",
    only: "void",
  });
});
