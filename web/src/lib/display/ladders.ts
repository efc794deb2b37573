// Hands from the best down, as the pay tables print them; tables that print the same hands are told once.
import type { Wager } from "$lib/server/protocol";

type Row = NonNullable<Wager["pay_table"]>["rows"][number];

export interface Ladder {
  names: string[]; // of the wagers that go by it
  rows: Row[];
}

const LEAST = 3; // one or two hands are no order that anybody has to learn

export function ladders(wagers: readonly Wager[]): Ladder[] {
  const found = new Map<string, Ladder>();
  for (const { name, pay_table } of wagers) {
    const rows = (pay_table?.rows ?? []).filter(({ example }) => example.length > 0);
    if (rows.length < LEAST) continue;
    const key = rows.map(({ hand, meaning }) => `${hand}: ${meaning}`).join("; ");
    const ladder = found.get(key);
    if (ladder) ladder.names.push(name);
    else found.set(key, { names: [name], rows });
  }
  return [...found.values()].sort((one, other) => other.rows.length - one.rows.length);
}
