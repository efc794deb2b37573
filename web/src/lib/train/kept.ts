// The exercise that this browser was in last, so that it can be gone on with.
import type { TrainingExercise } from "$lib/server/protocol";
import type { Wish } from "./run.svelte";

export interface LastExercise {
  id: string;
  title: string;
  game_name: string;
  wish: Wish;
}

const KEY = "houseway.training";

export function lastExercise(): LastExercise | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<LastExercise> | null;
    return found?.id && found.wish ? (found as LastExercise) : null;
  } catch {
    return null;
  }
}

export function rememberExercise({ id, title, game_name }: TrainingExercise, wish: Wish): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ id, title, game_name, wish } satisfies LastExercise));
  } catch {
    // a browser that keeps nothing still trains
  }
}

/** What begins another like this one; its seed and what it was about were of this one alone. */
export function wishOf({ id, role, kind, game, edition, options }: TrainingExercise): Wish {
  const last = lastExercise();
  if (last?.id === id) {
    const { role, kind, game, edition, options, target, retry } = last.wish;
    return { role, kind, game, edition, options, target, retry };
  }
  return { role, kind, game, edition, options: options };
}
