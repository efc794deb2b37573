// The server's sentences as people read and hear them: no signs that only a program understands.
import type { StepOfManual } from "$lib/server/protocol";

const NUMBERS = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** 2 is "two cards". */
export function someCards(number: number): string {
  return `${NUMBERS[number] ?? number} ${number === 1 ? "card" : "cards"}`;
}

/** Cards out of sight are written "?? ??": that is "two cards face down". */
export function hiddenInWords(text: string): string {
  return text.replace(
    /([♠♥♦♣] )?\?\?((?: \?\?)*)( \((?:set aside, )?(?:face down|unseen)\))?( (?=\S{1,2}[♠♥♦♣]))?/g,
    (_, before: string | undefined, more: string, said: string | undefined, after: string | undefined) => {
      const cards = someCards(1 + more.length / 3);
      return `${before ? `${before}and ` : ""}${cards}${said ?? " face down"}${after ? " and " : ""}`;
    },
  );
}

/** What a place of the felt is for, where its print is a sign and not a word: "X" takes the discard. */
export function areaWords(area: { id: string; label: string }): string {
  const words = area.id.replaceAll(/[-_]/g, " ");
  return /^\p{L}$/u.test(area.label.trim()) && words.toLowerCase() !== area.label.toLowerCase() ? words : "";
}

/** Where the manual has a step: "manual 13B", or "manual “Dealing”" with the name of a chapter. */
export function manualPlace(ref: string): string {
  if (!ref) return "";
  return /\p{Nd}/u.test(ref) ? `manual ${ref}` : `manual “${ref}”`;
}

/** "Step 12b (manual 13B)". */
export function stepWords({ number, ref }: Pick<StepOfManual, "number" | "ref">): string {
  const manual = manualPlace(ref);
  if (!number) return manual || "The procedure"; // judged by an older version
  return manual ? `Step ${number} (${manual})` : `Step ${number}`;
}
