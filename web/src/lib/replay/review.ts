// What the coach says of a finished round: which step was a decision, and what it gave away.
import { fraction } from "$lib/display/fractions";
import { currency, decimal } from "$lib/display/locale";
import { product, sum } from "$lib/display/rounding";
import type { ReviewedDecision } from "$lib/server/protocol";
import type { Step } from "./replay";

const NOTHING = 1e-12;

/** The decision that each step tells of, by the step's place. */
export function decisionsAt(
  steps: readonly Pick<Step, "end">[],
  decisions: readonly ReviewedDecision[],
): Map<number, ReviewedDecision> {
  const found = new Map<number, ReviewedDecision>();
  for (const decision of decisions) {
    const step = steps.findIndex(({ end }) => end >= decision.event);
    if (step >= 0) found.set(step, decision);
  }
  return found;
}

/** What a decision gave away: in units of the first bet, and in dollars on average. */
export function given(decision: ReviewedDecision): { units: number; exact: string; dollars: string } | null {
  if (decision.cost === null) return null;
  const exact = decision.cost;
  return { units: fraction(exact), exact, dollars: product(exact, `${decision.unit}/100`) };
}

/** "cost $0.35 on average (0.0350 of the bet)", or that it was the best. */
export function costWords(decision: ReviewedDecision): string {
  const cost = given(decision);
  if (!cost) return decision.of_full_shoe ? "the values are those of a full shoe" : "its value is not known";
  if (cost.units < NOTHING) return "the best play";
  const about = decision.estimated ? "about " : "";
  const part = `${about}${decimal(cost.exact, 4)} of the bet`;
  return decision.unit ? `cost ${about}${currency(cost.dollars, 2)} on average (${part})` : `cost ${part} on average`;
}

/** All decisions of a round together. */
export function roundWords(decisions: readonly ReviewedDecision[]): string {
  const costs = decisions.map(given).filter((cost) => cost !== null);
  if (!costs.length) return "";
  const wrong = costs.filter(({ units }) => units >= NOTHING);
  if (!wrong.length)
    return costs.length === 1 ? "Your decision was the best play." : "Every decision was the best play.";
  const total = sum(wrong.map(({ dollars }) => dollars));
  const units = sum(wrong.map(({ exact }) => exact));
  const several = wrong.length === 1 ? "One decision" : `${wrong.length} decisions`;
  const about = decisions.some(({ estimated }) => estimated) ? "about " : "";
  return `${several} cost ${about}${currency(total, 2)} on average (${decimal(units, 4)} of the bet).`;
}

/** A value in units of the first bet. */
export function valueWords(value: number, estimated: boolean): string {
  return `${estimated ? "≈ " : ""}${value > 0 ? "+" : ""}${decimal(value, 4)}`;
}
