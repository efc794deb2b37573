import { describe, expect, test } from "vitest";
import type { ReviewedDecision } from "$lib/server/protocol";
import { costWords, decisionsAt, roundWords, valueWords } from "./review";

const decision = (facts: Partial<ReviewedDecision>): ReviewedDecision => ({
  event: 0,
  at: "raise",
  chosen: "",
  label: "Fold",
  value: "-1",
  cost: "0",
  of_full_shoe: false,
  unit: 1000,
  estimated: false,
  actions: [],
  ...facts,
});

test("a decision belongs to the step that tells of it", () => {
  const steps = [
    { text: "bets", end: 1 },
    { text: "dealt", end: 4 },
    { text: "raises", end: 5 },
  ];
  const [first, second] = [decision({ event: 3 }), decision({ event: 5 })];
  expect([...decisionsAt(steps, [first, second])]).toEqual([
    [1, first],
    [2, second],
  ]);
});

describe("what a decision cost", () => {
  test.each([
    [{ cost: "0" }, "the best play"],
    [{ cost: "7/200" }, "cost $0.35 on average (0.0350 of the bet)"],
    [{ cost: "7/200", unit: 0 }, "cost 0.0350 of the bet on average"],
    [{ cost: "7/200", estimated: true }, "cost about $0.35 on average (about 0.0350 of the bet)"],
    [{ cost: null }, "its value is not known"],
    [{ cost: null, of_full_shoe: true }, "the values are those of a full shoe"],
  ])("%o", (facts, words) => {
    expect(costWords(decision(facts))).toBe(words);
  });

  test("of a round is the sum", () => {
    expect(roundWords([decision({})])).toBe("Your decision was the best play.");
    expect(roundWords([decision({}), decision({})])).toBe("Every decision was the best play.");
    expect(roundWords([decision({ cost: "1/10" }), decision({}), decision({ cost: "1/20" })])).toBe(
      "2 decisions cost $1.50 on average (0.1500 of the bet).",
    );
    expect(roundWords([decision({ cost: null })])).toBe("");
  });
});

test("values have their sign", () => {
  expect(valueWords(0.25, false)).toBe("+0.2500");
  expect(valueWords(-1, false)).toBe("−1.0000");
  expect(valueWords(0.25, true)).toBe("≈ +0.2500");
});
