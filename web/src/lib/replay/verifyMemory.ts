// What this browser was promised before the cards were dealt. The house can then not tell another story afterwards:
// the replay compares what it says now with what was seen here.

export interface Promised {
  round: string;
  commitment: string;
  seal: string | null;
  deck: string | null; // the hash of the unshuffled deck
  seen: number; // when it was last shown; a server set up anew counts its rounds from 1 again
}

/** The cards that lay open at the end of a round. */
interface Lay {
  round: string;
  cards: readonly string[];
  seen: number;
}

const PROMISED = "houseway.promised";
const LAY = "houseway.lay";
const KEPT = 300; // a hundred bytes or two each
const OFTEN = 5_000; // milliseconds between two notes of the same promise
const CLOCKS_DIFFER = 120_000; // how far the server's clock may be from this one
const OVER = 3_600_000; // how long the end of a round may lie on the table

function read<Kind extends { round: string; seen: number }>(key: string): Kind[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? (found as Kind[]).filter(({ round, seen }) => round && seen) : [];
  } catch {
    return [];
  }
}

function write(key: string, kept: readonly unknown[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept.slice(-KEPT)));
  } catch {
    // No room, or storage is forbidden: the replay then says that this browser remembers nothing.
  }
}

/** Called by the table while a round is under way. A promise that changes meanwhile is kept beside the first. */
export function rememberPromise(
  round: number | string,
  commitment: string,
  seal: string | null = null,
  deck: string | null = null,
): void {
  const now = Date.now();
  const known = read<Promised>(PROMISED);
  const note = { round: String(round), commitment, seal, deck };
  const before = known.find((each) => same(each, note));
  if (before && now - before.seen < OFTEN) return;
  write(PROMISED, [...known.filter((each) => each !== before), { ...note, seen: now }]);
}

function same(one: Omit<Promised, "seen">, other: Omit<Promised, "seen">): boolean {
  const facts = (each: typeof one) => [each.round, each.commitment, each.seal, each.deck ?? null].join();
  return facts(one) === facts(other);
}

/** Called by the table when a round is over: the cards that lie open. */
export function rememberCards(round: number | string, cards: readonly string[]): void {
  if (!cards.length) return;
  const known = read<Lay>(LAY);
  const before = known.find((each) => each.round === String(round) && Date.now() - each.seen < OVER);
  if (before && before.cards.length >= cards.length) return;
  write(LAY, [...known.filter((each) => each !== before), { round: String(round), cards, seen: Date.now() }]);
}

/** The cards that lay open when this round was over. */
export function cardsSeen(round: number | string, ended: number | null): readonly string[] {
  const found =
    ended === null ? undefined : read<Lay>(LAY).find((each) => each.round === String(round) && near(each.seen, ended));
  return found?.cards ?? [];
}

function near(seen: number, ended: number): boolean {
  return seen >= ended - CLOCKS_DIFFER && seen <= ended + CLOCKS_DIFFER + OVER;
}

/** What was promised for this round while it was played. */
export function promisesSeen(round: number | string, started: number, ended: number | null): Promised[] {
  const last = (ended ?? Date.now()) + CLOCKS_DIFFER;
  return read<Promised>(PROMISED).filter(
    (each) => each.round === String(round) && each.seen >= started - CLOCKS_DIFFER && each.seen <= last,
  );
}
