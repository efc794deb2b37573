import { describe, expect, test } from "vitest";
import { areaWords, hiddenInWords, stepWords } from "./words";

describe("cards out of sight", () => {
  test.each([
    ["Dealer is dealt ?? ?? (face down)", "Dealer is dealt two cards (face down)"],
    ["Dealer is dealt ?? (set aside, unseen)", "Dealer is dealt a card (set aside, unseen)"],
    ["Dealer burns ??", "Dealer burns a card face down"],
    ["Seat 2 discards ?? ?? ??", "Seat 2 discards three cards face down"],
    ["Seat 2 is dealt A♥ ?? ??, placed on low", "Seat 2 is dealt A♥ and two cards face down, placed on low"],
    ["Seat 2 is dealt ?? 10♣", "Seat 2 is dealt a card face down and 10♣"],
    ["Seat 1 bets: Ante $5", "Seat 1 bets: Ante $5"],
  ])("%s", (text, words) => {
    expect(hiddenInWords(text)).toBe(words);
  });
});

test("a print that is a sign gets a word, one that is a word gets none", () => {
  expect(areaWords({ id: "discard", label: "X" })).toBe("discard");
  expect(areaWords({ id: "draw-card", label: "Draw card" })).toBe("");
  expect(areaWords({ id: "low", label: "Low" })).toBe("");
});

test("a step has its number and its reference in the manual beside it; judgements of older versions have no number", () => {
  expect(stepWords({ number: "12b", ref: "13B" })).toBe("Step 12b (manual 13B)");
  expect(stepWords({ number: "3", ref: "" })).toBe("Step 3");
  expect(stepWords({ number: "4", ref: "What is a Roo?" })).toBe("Step 4 (manual “What is a Roo?”)");
  expect([{ ref: "B-3" }, { ref: "" }].map(stepWords)).toEqual(["manual B-3", "The procedure"]);
});
