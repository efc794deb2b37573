// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { rowWords, sideOf, Told, type PayRow } from "./payRows.svelte";

const row = (given: Partial<PayRow> = {}): PayRow => ({
  hand: "6 Card Flush",
  pays: "100 to 1",
  meaning: "six cards of one suit",
  example: ["Kc", "Tc"],
  note: "",
  on_felt: "",
  ...given,
});

describe("a row in words", () => {
  test("says what the hand is, shows one, and where an unprinted pay is from", () => {
    expect(rowWords(row())).toBe("Six cards of one suit. For example K♣ 10♣.");
    expect(rowWords(row({ note: "inferred: it cannot be read" }))).toBe(
      "Six cards of one suit. For example K♣ 10♣. The pay is inferred: it cannot be read.",
    );
  });

  test("has no more sentences than there is to say", () => {
    expect(rowWords(row({ example: [] }))).toBe("Six cards of one suit.");
    expect(rowWords(row({ meaning: "", example: [] }))).toBe("");
  });
});

describe("the box", () => {
  const within = { top: 0, bottom: 300 };

  test("goes under the row where there is room", () => {
    expect(sideOf({ top: 20, bottom: 40 }, 120, within)).toBe("below");
  });
  test("goes over it at the foot of its column", () => {
    expect(sideOf({ top: 240, bottom: 260 }, 120, within)).toBe("above");
  });
  test("goes where there is more room, if there is not enough anywhere", () => {
    expect(sideOf({ top: 100, bottom: 120 }, 500, within)).toBe("below");
    expect(sideOf({ top: 200, bottom: 220 }, 500, within)).toBe("above");
  });
});

describe("the row that is told of", () => {
  test("is the one under the mouse, and none after it", () => {
    const told = new Told();
    told.point(2, "mouse");
    expect(told.row).toBe(2);
    told.point(3, "mouse");
    told.leave(2); // late
    expect(told.row).toBe(3);
    told.leave(3);
    expect(told.row).toBeNull();
  });

  test("is the one with the focus", () => {
    const told = new Told();
    told.focus(1);
    expect(told.row).toBe(1);
    told.blur(1);
    expect(told.row).toBeNull();
  });

  test("is the one that was tapped, until it is tapped again", () => {
    const told = new Told();
    told.point(0, "touch");
    expect(told.row).toBeNull();
    told.focus(0); // a tap gives the focus, too
    told.tap(0);
    expect(told.row).toBe(0);
    told.tap(4);
    expect(told.row).toBe(4);
    told.tap(4);
    expect(told.row).toBeNull();
  });

  test("is none after Escape, however it was opened", () => {
    const told = new Told();
    told.point(0, "mouse");
    told.focus(1);
    told.tap(2);
    told.close();
    expect(told.row).toBeNull();
  });
});
