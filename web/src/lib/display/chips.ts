// Chips: which denominations a table needs, how an amount is stacked, and their colours.
import type { WagerLimit } from "$lib/server/protocol";

const ALL = [1, 5, 25, 50, 100, 500, 2500, 10_000, 50_000, 100_000, 500_000];

/** The denominations to put on the tray: no smaller than a step, no larger than the largest wager. */
export function denominations(limits: WagerLimit[]): number[] {
  const free = limits.filter((limit) => limit.most > limit.least);
  if (!free.length) return [];
  const step = Math.min(...free.map((limit) => limit.step));
  const most = Math.max(...free.map((limit) => limit.most));
  const fit = ALL.filter((chip) => chip >= step && chip <= most);
  return fit.slice(0, 6);
}

/** An amount in chips, largest first; at most `most` of them are drawn. */
export function stacked(cents: number, most = 8): number[] {
  const chips: number[] = [];
  let left = cents;
  for (const chip of [...ALL].reverse()) {
    while (left >= chip && chips.length < most) {
      chips.push(chip);
      left -= chip;
    }
  }
  return chips;
}

/** Body and edge marks, as casinos colour them: white 1, red 5, green 25, black 100, purple 500, gold 1,000. */
export function chipColours(cents: number): { body: string; mark: string; ink: string } {
  if (cents >= 500_000) return { body: "#7a4a21", mark: "#f3e3c3", ink: "#ffffff" };
  if (cents >= 100_000) return { body: "#d9a92f", mark: "#5b4108", ink: "#2a1d02" };
  if (cents >= 50_000) return { body: "#5d3a8e", mark: "#e7dcf7", ink: "#ffffff" };
  if (cents >= 10_000) return { body: "#23272b", mark: "#d9dde0", ink: "#ffffff" };
  if (cents >= 2500) return { body: "#1f7a46", mark: "#e6f5ea", ink: "#ffffff" };
  if (cents >= 500) return { body: "#b3262e", mark: "#fbe7e5", ink: "#ffffff" };
  if (cents >= 100) return { body: "#f1efe8", mark: "#2f5fa8", ink: "#1b2430" };
  return { body: "#2e6fb0", mark: "#dbe9f7", ink: "#ffffff" };
}
