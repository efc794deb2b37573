import { expect, test } from "vitest";
import { shoeWords } from "./shoe";

const facts = { number: 3, round: 3, dealt: 16, buried: 4, to_cut: 112, digest: "" };

test("a shoe says how far it is", () => {
  expect(shoeWords(facts)).toBe("Shoe 3 · 112 cards to the cut card · 4 buried");
  expect(shoeWords({ ...facts, to_cut: 1 })).toBe("Shoe 3 · 1 card to the cut card · 4 buried");
  expect(shoeWords({ ...facts, to_cut: 0 })).toBe("Shoe 3 · the cut card has come · 4 buried");
});

test("a new shoe says that it is new", () => {
  expect(shoeWords({ ...facts, round: 1, dealt: 0, buried: 0, to_cut: 260 })).toBe(
    "Shoe 3 · 260 cards to the cut card · freshly shuffled",
  );
  expect(shoeWords({ ...facts, number: 4, round: 0, dealt: 0, buried: 0, to_cut: 260 })).toBe(
    "Shuffled: shoe 4 comes next",
  );
});
