import { expect, test } from "vitest";
import type { ProcedureStep } from "$lib/server/protocol";
import { stepAt, stepOf } from "./steps";

const step = (ref: string, text: string, given: Partial<ProcedureStep> = {}): ProcedureStep => ({
  ref,
  text,
  condition: "",
  cases: [],
  ...given,
});
const procedure = [
  step("1", "Take bets."),
  step("12", "Settle.", { steps: [step("", "Turn the hand."), step("12B", "Compare.", { condition: "If still in" })] }),
];

test("a step has its number in the manual, and an inner one without has the outer one's", () => {
  expect(stepAt(procedure, [0])).toEqual({ ref: "1", text: "Take bets.", cases: [] });
  expect(stepAt(procedure, [1, 0])).toMatchObject({ ref: "12", text: "Turn the hand." });
  expect(stepAt(procedure, [1, 1])).toMatchObject({ ref: "12B", text: "If still in: Compare." });
  expect(stepAt(procedure, null)).toBeNull();
  expect(stepAt(procedure, [7])).toBeNull();
});

test("a decision is the step with its words", () => {
  expect(stepOf(procedure, "Take bets.")?.ref).toBe("1");
  expect(stepOf(procedure, "Nothing of that.")).toBeNull();
});

test("the ways in which a step can go stand with it", () => {
  const cases = [
    { ref: "11A", condition: "The house qualifies", text: "Compare." },
    { ref: "", condition: "It does not", text: "Push." },
  ];
  expect(stepAt([step("11", "Look.", { cases })], [0])?.cases).toEqual([
    "11A The house qualifies: Compare.",
    "It does not: Push.",
  ]);
});
