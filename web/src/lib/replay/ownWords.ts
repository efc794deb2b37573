// The words that this browser adds to shuffles, and what it was told of each before it opened them. They are drawn at
// random and promised by their hash, so that nobody can choose anything by them; the replay compares what came of it.
import type { ShuffleToCome } from "$lib/server/protocol";
import { hexText, sha256Text } from "./shuffle";
import type { Fixed, OwnWords } from "./verifySeen";

const KEY = "houseway.words";
const KEPT = 100; // a thousand bytes each, at a full table
const drawn = new Map<string, OwnWords>(); // by commitment; what the storage does not keep is known while the page is open

function stored(): OwnWords[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as OwnWords[]).filter((own) => own?.commitment && own.promise) : [];
  } catch {
    return [];
  }
}

function keep(own: OwnWords): void {
  drawn.set(own.commitment, own);
  if (drawn.size > KEPT) drawn.delete(drawn.keys().next().value!);
  try {
    const others = stored().filter(({ commitment }) => commitment !== own.commitment);
    localStorage.setItem(KEY, JSON.stringify([...others, own].slice(-KEPT)));
  } catch {
    // No room, or storage is forbidden: the replay then says that this browser added no words.
  }
}

/** The words of this browser for the shuffle with this commitment; another tab may have drawn them. */
export function wordsFor(commitment: string): OwnWords | null {
  return drawn.get(commitment) ?? stored().find((own) => own.commitment === commitment) ?? null;
}

export function randomWords(): string {
  return hexText(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether hashes can be computed here, without which nothing can be promised. */
export const canPromise = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Words for a shuffle to come, drawn once. */
export async function drawWords({ commitment, seal, deck }: ShuffleToCome): Promise<OwnWords> {
  const words = randomWords();
  const promise = await sha256Text(words);
  const before = wordsFor(commitment); // drawn meanwhile
  if (before) return before;
  const own = { commitment, seal, deck, promise, words, promised: false, fixed: null, opened: false };
  keep(own);
  return own;
}

/** Note what is fixed before the words are opened; false if it was told otherwise before: then they stay closed. */
export function noteFixed(own: OwnWords, fixed: Fixed): boolean {
  const before = wordsFor(own.commitment)?.fixed ?? null;
  if (before) return JSON.stringify(before) === JSON.stringify(fixed);
  keep({ ...own, fixed });
  return true;
}

/** The table has the promise, or the words. */
export function noteTaken(what: "promised" | "opened", commitment: string): void {
  const own = wordsFor(commitment);
  if (own) keep({ ...own, [what]: true });
}
