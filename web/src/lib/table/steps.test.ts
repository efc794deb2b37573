import { expect, test } from "vitest";
import type { ProcedureStep } from "$lib/server/protocol";
import { stepAt } from "./steps";

const step = (number: string, ref: string, text: string, given: Partial<ProcedureStep> = {}): ProcedureStep => ({
  number,
  ref,
  text,
  condition: "",
  cases: [],
  ...given,
});
const procedure = [
  step("1", "B-1", "Take bets."),
  step("2", "12", "Settle.", {
    steps: [step("2a", "", "Turn the hand."), step("2b", "12B", "Compare.", { condition: "If still in" })],
  }),
];

test("a step has its number and its reference in the manual, and an inner one without has the outer one's", () => {
  expect(stepAt(procedure, [0])).toEqual({ number: "1", ref: "B-1", text: "Take bets.", cases: [] });
  expect(stepAt(procedure, [1, 0])).toMatchObject({ number: "2a", ref: "12", text: "Turn the hand." });
  expect(stepAt(procedure, [1, 1])).toMatchObject({ number: "2b", ref: "12B", text: "If still in: Compare." });
  expect(stepAt(procedure, null)).toBeNull();
  expect(stepAt(procedure, [7])).toBeNull();
});

test("the ways in which a step can go stand with it", () => {
  const cases = [
    { id: "qualifies", ref: "11A", condition: "The house qualifies", text: "Compare." },
    { id: "not-qualified", ref: "", condition: "It does not", text: "Push." },
  ];
  expect(stepAt([step("3", "11", "Look.", { cases })], [0])?.cases).toEqual([
    "11A The house qualifies: Compare.",
    "It does not: Push.",
  ]);
});
