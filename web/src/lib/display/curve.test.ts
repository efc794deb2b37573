import { expect, test } from "vitest";
import { curve, curveWords, HIGH, WIDE } from "./curve";

const at = new Date(2026, 10, 16).getTime();
const points = [100_000, 99_000, 103_000].map((balance, round) => ({ at, balance, round }));

test("the line goes from edge to edge, the lowest at the foot and the highest at the top", () => {
  const drawn = curve(points);
  expect(drawn).toMatchObject({ low: 99_000, high: 103_000 });
  const places = [...(drawn?.path ?? "").matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(places.map(([x]) => x)).toEqual([0, WIDE / 2, WIDE]);
  expect(places[1]?.[1]).toBe(HIGH - 6);
  expect(places[2]?.[1]).toBe(6);
  expect(drawn?.zero).toBe(places[0]?.[1]);
});

test("one point makes no line, and a flat one does not divide by nothing", () => {
  expect(curve(points.slice(0, 1))).toBeNull();
  expect(curve([points[0]!, points[0]!])?.path).not.toContain("NaN");
});

test("the same in words", () => {
  expect(curveWords(points)).toBe(
    "From $1,000 on Nov 16, 2026 to $1,030 on Nov 16, 2026: +$30, between $990 and $1,030.",
  );
  expect(curveWords([])).toBe("");
});
