// The options of a game as an address has them, for whoever makes an exercise by them.
import type { ExerciseSummary, TrainingRole } from "$lib/server/protocol";
import { asQuery } from "$lib/server/query";

/** ["a=1", "b=x"] as options. */
export function optionsOf(set: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    set.map((text) => {
      const at = text.indexOf("=");
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

/** The other way round; what is empty is left out. */
export function setOf(options: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options)
    .filter(([, value]) => value !== "" && value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${String(value as string | number)}`);
}

/** The address where the same exercise is begun again. */
export function sameAgain({ game, edition, options, seed, about }: ExerciseSummary["key"], role: TrainingRole): string {
  return `/train${asQuery({ role, game, edition, set: setOf(options), seed, about })}`;
}
