// A finished round step by step: where a replay stops, and what is told there.
import { hiddenInWords } from "$lib/display/words";
import type { RoundReplay } from "$lib/server/protocol";

type Event = RoundReplay["events"][number];

export interface Step {
  text: string;
  end: number; // the view that shows it
  path: number[] | null; // where in the procedure it is
}

/** A replay stops at events that have something to tell; what has no words goes with the step before it. */
export function stepsOf(events: readonly Event[]): Step[] {
  const steps: Step[] = [];
  for (const [index, { text, step = null }] of events.entries()) {
    const last = steps.at(-1);
    if (text) steps.push({ text: hiddenInWords(text), end: index, path: step });
    else if (last) last.end = index;
  }
  return steps;
}
