import { describe, expect, test } from "vitest";
import { cardWords, faceOf, prettyCard } from "./cards";

const DECK = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));

describe("a card in words", () => {
  test.each([
    ["Ah", "ace of hearts", "A♥"],
    ["Tc", "ten of clubs", "10♣"],
    ["2s", "two of spades", "2♠"],
    ["Qd", "queen of diamonds", "Q♦"],
    ["Xb", "black joker", "black joker"],
    ["Xr", "red joker", "red joker"],
    [null, "card face down", "a card face down"],
  ])("%s is the %s", (card, words, pretty) => {
    expect(cardWords(card)).toBe(words);
    expect(prettyCard(card)).toBe(pretty);
  });

  test("differs for every card of the deck", () => {
    expect(new Set(DECK.map(cardWords)).size).toBe(52);
    expect(DECK.map(cardWords).join()).not.toContain("undefined");
    expect(DECK.map(prettyCard).join()).not.toContain("undefined");
  });
});

describe("the faces", () => {
  test.each([false, true])("there is one for every card and both jokers (four colours: %s)", (fourColours) => {
    const faces = [...DECK, "Xb", "Xr"].map((card) => faceOf(card, fourColours));
    expect(faces.filter((face) => !face)).toEqual([]);
    expect(new Set(faces).size).toBe(54);
  });

  test("of clubs are drawn anew in four colours, the jokers are not", () => {
    expect(faceOf("Kc", true)).not.toBe(faceOf("Kc", false));
    expect(faceOf("Xr", true)).toBe(faceOf("Xr", false));
  });

  test("a card that no deck has gets no address", () => {
    expect(faceOf("1x", false)).toBe("");
  });
});
