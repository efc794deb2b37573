// Slips counted by the step of the procedure that they break.
import type { AnswerGrade, StepOfManual } from "$lib/server/protocol";

export interface StepSlips {
  step: StepOfManual;
  slips: number;
}

/** The steps that were broken, most often first. */
export function bySteps(grades: readonly AnswerGrade[]): StepSlips[] {
  const found = new Map<string, StepSlips>();
  for (const { parts } of grades) {
    for (const { right, step } of parts) {
      if (right || !step) continue;
      const name = step.path.join(".");
      found.set(name, { step, slips: (found.get(name)?.slips ?? 0) + 1 });
    }
  }
  return [...found.values()].sort((one, other) => other.slips - one.slips);
}
