// Whom the table waits for, and what it did for people who were not there: in words.
import type { TableState } from "$lib/server/protocol";

/** Names as one says them: "Ann", "Ann and Bob", "Ann, Bob and Carl". */
export function listed(names: string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export interface Waiting {
  text: string; // without the seconds: what a screen reader is told, once
  ends: number | null; // in server time, null where nobody has to hurry
}

/** A name without the mark of a program. */
export const plainName = (name: string): string => name.replace(/ \(program\)$/, "");

/** Whom the viewer waits for besides themselves; null while it is for them alone to go on. */
export function waiting(state: TableState): Waiting | null {
  const name = (seat: number) => plainName(state.seats.find((one) => one.seat === seat)?.name ?? `seat ${seat}`);
  // Among players a clock at the seat shows whose turn it is.
  const clocked = state.kind === "pot" && state.phase === "deciding";
  const others = state.waits_for.filter((one) => one.seat !== state.you.seat && (one.away || !clocked));
  if (!others.length || (others.length < state.waits_for.length && state.legal)) return null;
  const here = others.filter((one) => !one.away);
  const away = others.filter((one) => one.away);
  const parts: string[] = [];
  if (here.length) parts.push(`Waiting for ${listed(here.map((one) => name(one.seat)))}`);
  if (away.length) {
    const names = listed(away.map((one) => name(one.seat)));
    const are = away.length > 1 ? "are" : "is";
    parts.push(
      state.phase === "deciding"
        ? `${names} ${are} away: the table plays for ${away.length > 1 ? "them" : name(away[0]?.seat ?? 0)}`
        : `${names} ${are} away: the table goes on`,
    );
  }
  const ends = (here.length ? here : away).map((one) => one.ends_ms);
  const known = ends.filter((end) => end !== null);
  return { text: parts.join(". "), ends: known.length === ends.length ? Math.max(...known) : null };
}

/** What the table decided for people in this round: the viewer's own first, and of the others' the newest. */
export function acted(state: TableState): { own: string; others: string } {
  const own = state.acted_for.filter((one) => one.seat === state.you.seat).at(-1)?.text ?? "";
  const others = state.acted_for.filter((one) => one.seat !== state.you.seat && one.why !== "left").at(-1)?.text ?? "";
  return { own, others };
}
