// What this browser was promised before the cards were dealt. The house can then not tell another story afterwards:
// the replay compares what it says now with what was seen here.

export interface Promised {
  round: string;
  commitment: string;
  seal: string | null;
  seen: number; // when it was last shown; a server set up anew counts its rounds from 1 again
}

const KEY = "houseway.promised";
const KEPT = 300; // a hundred bytes or two each
const OFTEN = 5_000; // milliseconds between two notes of the same promise
const CLOCKS_DIFFER = 120_000; // how far the server's clock may be from this one

function read(): Promised[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Promised[]).filter(({ round, seen }) => round && seen) : [];
  } catch {
    return [];
  }
}

/** Called by the table while a round is under way. A promise that changes meanwhile is kept beside the first. */
export function rememberPromise(round: number | string, commitment: string, seal: string | null = null): void {
  const now = Date.now();
  const known = read();
  const before = known.find(
    (each) => each.round === String(round) && each.commitment === commitment && each.seal === seal,
  );
  if (before && now - before.seen < OFTEN) return;
  const kept = [...known.filter((each) => each !== before), { round: String(round), commitment, seal, seen: now }];
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(-KEPT)));
  } catch {
    // No room, or storage is forbidden: the replay then says that this browser remembers nothing.
  }
}

/** What was promised for this round while it was played. */
export function promisesSeen(round: number | string, started: number, ended: number | null): Promised[] {
  const last = (ended ?? Date.now()) + CLOCKS_DIFFER;
  return read().filter(
    (each) => each.round === String(round) && each.seen >= started - CLOCKS_DIFFER && each.seen <= last,
  );
}
