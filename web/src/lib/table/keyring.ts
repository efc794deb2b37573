// The keys of one table. A key is given to a meaning once and never to another, so that none means two things in
// successive states: a press that comes too late does what it was meant to do, or nothing.
// Digits are chips before the deal, Enter goes on, Backspace takes back, with shift a letter takes a chip off a spot.
import type { Offer, OfferEnd } from "$lib/server/protocol";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
const CARDS = "zxcvbnm"; // side by side on most keyboards, as the cards lie
const FIXED: [string, string][] = [
  ["fold", "f"],
  ["again", "l"], // the last bet
  ["amount", "j"], // another amount
];
// What spots leave alone: decisions that most games have, cards to throw, and what has shift (sit out, leave).
const KEPT = `fljkroq${CARDS}`;

export class KeyRing {
  private readonly keys = new Map(FIXED);

  /** The key of a meaning: the one that it has, or the first of the wishes that is free; empty where none is. */
  key(meaning: string, wishes: string): string {
    const known = this.keys.get(meaning);
    if (known !== undefined) return known;
    const taken = new Set(this.keys.values());
    const found = [...wishes.toLowerCase(), ...ALPHABET].find((sign) => /[a-z]/.test(sign) && !taken.has(sign)) ?? "";
    if (found) this.keys.set(meaning, found);
    return found;
  }
}

/** A letter of its name for each betting spot. */
export function spotKeys(ring: KeyRing, spots: [id: string, label: string][]): Map<string, string> {
  const free = (text: string): string => [...text.toLowerCase()].filter((sign) => !KEPT.includes(sign)).join("");
  const keys = new Map<string, string>();
  for (const [id, label] of spots) {
    const key = ring.key(`spot ${id}`, free(label) + free(ALPHABET));
    if (key) keys.set(id, key);
  }
  return keys;
}

/** The key that chooses a card to throw. */
export function cardKey(ring: KeyRing, index: number): string {
  return ring.key(`card ${index}`, CARDS.slice(index) + CARDS);
}

/** What a decision is, whatever its size and the cards: the same at every point of a round. */
export function meaningOf({ decision }: Pick<OfferEnd, "decision">, folds: boolean, largest: boolean): string {
  if (folds) return "fold";
  const [name, value] = Object.entries(decision).find(
    ([key, one]) => key !== "multiple" && typeof one === "string",
  ) ?? [decision.discard?.length ? "throw" : "keep", ""];
  return `${name} ${String(value)}${largest ? " at most" : ""}`;
}

/** The key of a decision: what the rules call it by, a letter of its name, or any that is free. */
export function offerKey(ring: KeyRing, offer: Offer, end: OfferEnd): string {
  const meaning = meaningOf(end, offer.folds, end === offer.most);
  const name = meaning.replace(/^(choice|position|open) /, "");
  const own = end.key.length === 1 ? end.key : "";
  return ring.key(meaning, own + name + end.label);
}
