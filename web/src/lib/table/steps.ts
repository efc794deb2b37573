// The step of the procedure that the dealer is at, as it stands in the manual.
import type { ProcedureStep } from "$lib/server/protocol";

export interface StepWords {
  ref: string;
  text: string;
  cases: string[]; // the ways in which it can go, where there are several
}

/** The step at a path: its index, and its index among the inner steps. An inner step without a number has its outer one's. */
export function stepAt(procedure: readonly ProcedureStep[], path: readonly number[] | null): StepWords | null {
  const [index, inner] = path ?? [];
  const outer = index === undefined ? undefined : procedure[index];
  const step = inner === undefined ? outer : (outer?.steps?.[inner] ?? outer);
  if (!step) return null;
  const said = ({ condition, text }: { condition: string; text: string }): string =>
    condition ? `${condition}: ${text}` : text;
  return {
    ref: step.ref || (outer?.ref ?? ""),
    text: said(step),
    cases: step.cases.map((way) => [way.ref, said(way)].filter(Boolean).join(" ")),
  };
}

/** The step in which players decide: the one with these words. */
export function stepOf(procedure: readonly ProcedureStep[], text: string): StepWords | null {
  const index = procedure.findIndex((step) => step.text === text);
  return index < 0 ? null : stepAt(procedure, [index]);
}
