// The step of the procedure that the dealer is at, as it stands in the manual.
import type { ProcedureStep } from "$lib/server/protocol";

export interface StepWords {
  number: string; // as people count steps: "12b"
  ref: string; // in the manual
  text: string;
  cases: string[]; // the ways in which it can go, where there are several
}

/** The step at a path: its index, and its index among the inner steps. An inner step without a reference has its outer one's. */
export function stepAt(procedure: readonly ProcedureStep[], path: readonly number[] | null): StepWords | null {
  const [index, inner] = path ?? [];
  const outer = index === undefined ? undefined : procedure[index];
  const step = inner === undefined ? outer : (outer?.steps?.[inner] ?? outer);
  if (!step) return null;
  const said = ({ condition, text }: { condition: string; text: string }): string =>
    condition ? `${condition}: ${text}` : text;
  return {
    number: step.number,
    ref: step.ref || (outer?.ref ?? ""),
    text: said(step),
    cases: step.cases.map((way) => [way.ref, said(way)].filter(Boolean).join(" ")),
  };
}
