// Two odds beside each other: which wagers and outcomes belong together, and what is different.
import { fraction } from "$lib/display/fractions";
import { product } from "$lib/display/rounding";
import { gathered, units } from "$lib/display/charts";
import type { OddsWager } from "$lib/server/protocol";

export interface Pair<T> {
  a: T | null;
  b: T | null;
}
export interface OutcomeRow extends Pair<Outcome> {
  label: string;
  bonus: boolean;
}
export interface Outcome {
  pays: number;
  share: number; // of all deals
  part: number; // of the wager's return
  exact: { share: string; part: string };
}

/** What A has, in its order, each with what B has of the same key; then what only B has. */
export function paired<T>(a: readonly T[], b: readonly T[], key: (item: T) => string): (Pair<T> & { key: string })[] {
  const found = [...new Set([...a, ...b].map(key))];
  const by = (items: readonly T[], wanted: string): T | null => items.find((item) => key(item) === wanted) ?? null;
  return found.map((wanted) => ({ key: wanted, a: by(a, wanted), b: by(b, wanted) }));
}

export function outcomeRows(a: OddsWager | null, b: OddsWager | null): OutcomeRow[] {
  return paired(lines(a), lines(b), (line) => line.key).map((row) => ({
    label: row.a?.label ?? row.b?.label ?? "",
    bonus: Boolean(row.a?.bonus ?? row.b?.bonus),
    a: row.a,
    b: row.b,
  }));
}

/** Outcomes may share a label: the first of a name goes with the first of that name. */
function lines(odds: OddsWager | null): (Outcome & { key: string; label: string; bonus: boolean })[] {
  const seen = new Map<string, number>();
  return (odds?.outcomes ?? []).map(({ label, net, count, bonus }) => {
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    const share = `${count}/${odds?.total}`;
    const exact = { share, part: product(net, share) };
    const figures = { pays: fraction(net), share: fraction(share), part: fraction(exact.part), exact };
    return { key: `${label} ${times}`, label, bonus: Boolean(bonus), ...figures };
  });
}

/** Whether two figures read the same. */
export function same(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-9;
}

export interface Spread {
  label: string;
  a: number;
  b: number;
}

/** How often each result comes on either side, the worst first; where there are many, far ones share a bar. */
export function spread(a: OddsWager | null, b: OddsWager | null, most = 15): Spread[] {
  const all = new Map<number, { a: number; b: number }>();
  for (const [side, odds] of [["a", a] as const, ["b", b] as const]) {
    for (const { net, count } of odds?.distribution ?? []) {
      const value = fraction(net);
      const found = all.get(value) ?? { a: 0, b: 0 };
      found[side] += Number(count) / Number(odds?.total ?? 1);
      all.set(value, found);
    }
  }
  const bars = new Map<string, Spread>();
  for (const [net, shares] of [...all].sort(([one], [two]) => one - two)) {
    const label = all.size <= most ? units(net) : gathered(net);
    const bar = bars.get(label) ?? { label, a: 0, b: 0 };
    bar.a += shares.a;
    bar.b += shares.b;
    bars.set(label, bar);
  }
  return [...bars.values()];
}
