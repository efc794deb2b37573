import { describe, expect, it } from "vitest";
import type { SeatState } from "$lib/server/protocol";
import { around, beside } from "./seating";

const seat = (number: number, name: string, you = false) => ({ seat: number, name, you }) as SeatState;
const numbers = (seats: SeatState[]) => seats.map((one) => one.seat);

describe("who sits where", () => {
  it("has one's own seat near and goes around from its left", () => {
    const all = [seat(1, "Ann"), seat(2, "Bob"), seat(3, "You", true), seat(4, "Dan"), seat(5, "Eve"), seat(6, "")];
    const found = around(all, true);
    expect(numbers(found.near)).toEqual([3]);
    expect(numbers(found.left)).toEqual([4]);
    expect(numbers(found.across)).toEqual([5, 1]);
    expect(numbers(found.right)).toEqual([2]);
  });

  it("shows a spectator every seat, the free ones too", () => {
    const all = Array.from({ length: 10 }, (_, index) => seat(index + 1, index % 3 ? "Somebody" : ""));
    for (const wide of [true, false]) {
      const { near, left, across, right } = around(all, wide);
      const [before, after] = wide ? [[], []] : [near.slice(0, 1), near.slice(2)];
      const round = [near.at(wide ? 0 : 1), ...before, ...[...left].reverse(), ...across, ...right, ...after];
      expect(round.map((one) => one?.seat)).toEqual(numbers(all));
      expect(across.length).toBeLessThanOrEqual(wide ? 7 : 3);
    }
  });

  it("puts two across from each other", () => {
    const found = around([seat(2, "You", true), seat(5, "Ann")], false);
    expect([numbers(found.near), numbers(found.across)]).toEqual([[2], [5]]);
  });
});

describe("beside one's own seat", () => {
  const all = [seat(1, "You", true), seat(2, "Bob"), seat(3, ""), seat(4, "Dan"), seat(5, "Eve"), seat(6, "Fay")];

  it("sit as many on either side, the next seat at the left", () => {
    const { left, right } = beside(all, 1);
    expect([numbers(left), numbers(right)]).toEqual([
      [4, 2],
      [5, 6],
    ]);
  });

  it("somebody who watches sees every seat", () => {
    const { left, right } = beside(all, null);
    expect([numbers(left), numbers(right)]).toEqual([
      [6, 5, 4],
      [1, 2, 3],
    ]);
  });
});
