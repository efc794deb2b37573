// A finished round step by step: where a replay stops, and what is told there.
import type { RoundReplay } from "$lib/server/protocol";

type Frame = RoundReplay["frames"][number];

export interface Step {
  text: string;
  end: number; // the frame that shows it
}

/** A replay stops at events that have something to tell; what has no words goes with the step before it. */
export function stepsOf(frames: readonly Frame[]): Step[] {
  const steps: Step[] = [];
  for (const [place, { event }] of frames.entries()) {
    const last = steps.at(-1);
    if (event.text) steps.push({ text: event.text, end: place });
    else if (last) last.end = place;
  }
  return steps;
}
