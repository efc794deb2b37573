import { describe, expect, test } from "vitest";
import { offer } from "../../testing/views";
import { cardKey, KeyRing, offerKey, spotKeys } from "./keyring";

describe("the keys of a table", () => {
  test("of spots are letters of their names, other than those of decisions and cards", () => {
    const keys = spotKeys(new KeyRing(), [
      ["ante", "Ante"],
      ["aces", "Aces up"],
      ["third", "3rd bet"],
      ["flush", "Flush"],
    ]);
    expect(Object.fromEntries(keys)).toEqual({ ante: "a", aces: "e", third: "d", flush: "u" });
  });

  test("are any that is free for a name without one, until the alphabet ends", () => {
    const ring = new KeyRing();
    const many = Array.from({ length: 30 }, (_, at): [string, string] => [`spot ${at}`, "大小"]);
    const keys = spotKeys(ring, many);
    expect(new Set(keys.values()).size).toBe(keys.size);
    expect(keys.size).toBe(23); // fold, the last bet and another amount have theirs
    expect([...keys.values()]).not.toContain("l");
  });

  test("stay with their meaning: the last bet is never a decision", () => {
    const ring = new KeyRing();
    const low = offer("Low", { decision: { position: "low" } });
    expect(offerKey(ring, low, low)).toBe("o");
    const again = offer("Put it low", { key: "l", decision: { position: "low" } });
    expect(offerKey(ring, again, again)).toBe("o");
    expect(ring.key("again", "")).toBe("l");
  });

  test("tell the two ends of a raise and the cards to throw apart from everything else", () => {
    const ring = new KeyRing();
    spotKeys(ring, [["ante", "Ante"]]);
    const most = { ...offer("Raise 3x", { key: "3" }), decision: { choice: "raise", multiple: 3 } };
    const raise = offer("Raise 1x", { key: "1", decision: { choice: "raise", multiple: 1 }, most });
    const fold = offer("Fold", { folds: true, decision: { choice: "fold" } });
    const keys = [
      offerKey(ring, raise, raise),
      offerKey(ring, raise, most),
      offerKey(ring, fold, fold),
      ...[0, 1, 2, 3, 4, 5, 6].map((index) => cardKey(ring, index)),
    ];
    expect(keys.slice(0, 3)).toEqual(["r", "i", "f"]);
    expect(keys.slice(3).join("")).toBe("zxcvbnm");
    expect(new Set(keys).size).toBe(keys.length);
  });
});
