// What this browser was promised before the cards were dealt. The house can then not tell another story afterwards:
// the replay compares what it says now with what was seen here.

export interface Promised {
  commitment: string;
  seal: string | null;
}

const KEY = "houseway.promised";
const KEPT = 300; // rounds; a hundred bytes or two each

function read(): [string, Promised][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as [string, Promised][]) : [];
  } catch {
    return [];
  }
}

/** Called by the table while a round is under way; only the first promise counts. */
export function rememberPromise(round: number | string, commitment: string, seal: string | null = null): void {
  const known = read();
  if (known.some(([id]) => id === String(round))) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, [String(round), { commitment, seal }]].slice(-KEPT)));
  } catch {
    // No room, or storage is forbidden: the replay then says that this browser remembers nothing.
  }
}

export function promiseSeen(round: number | string): Promised | null {
  return read().find(([id]) => id === String(round))?.[1] ?? null;
}
