// Chips on and off the spots before the deal, within the limits that the server gave; what is legal the house says.
import type { Stakes, WagerLimit } from "$lib/server/protocol";

type Limits = Record<string, WagerLimit>;

/** One more chip on a spot; the first one is at least the minimum, and a fixed wager is on or off. */
export function withChip(stakes: Stakes, limits: Limits, wager: string, chip: number): Stakes {
  const limit = limits[wager];
  if (!limit) return stakes;
  const now = stakes[wager] ?? 0;
  const link = limit.goes_with;
  if (link) {
    const base = stakes[link.wager] ?? 0;
    if (!base || link.least === link.most) return withChip(stakes, limits, link.wager, chip); // it goes up by itself
    return put(stakes, limits, wager, fit(now + chip, { ...limit, most: Math.min(limit.most, base * link.most) }));
  }
  if (limit.least === limit.most && now) return put(stakes, limits, wager, 0);
  return put(stakes, limits, wager, fit(now ? now + chip : Math.max(chip, limit.least), limit));
}

/** The spot and its maximum, where one more chip would go over it. */
export function overLimit(
  stakes: Stakes,
  limits: Limits,
  wager: string,
  chip: number,
): { wager: string; most: number } | null {
  const limit = limits[wager];
  if (!limit) return null;
  const link = limit.goes_with;
  const base = link ? (stakes[link.wager] ?? 0) : 0;
  if (link && (!base || link.least === link.most)) return overLimit(stakes, limits, link.wager, chip);
  const most = link ? Math.min(limit.most, base * link.most) : limit.most;
  if (!link && limit.least === limit.most) return null; // it is on or off
  return (stakes[wager] ?? 0) + chip > most ? { wager, most } : null;
}

/** What to keep for the smallest raises that these wagers may be asked for, and what those are called. */
export function toKeep(stakes: Stakes, limits: Limits): { cents: number; names: string[] } {
  const found = { cents: 0, names: [] as string[] };
  for (const [wager, cents] of Object.entries(stakes)) {
    const later = limits[wager]?.later;
    if (!later) continue;
    found.cents += cents * later.times;
    found.names.push(...later.names.filter((name) => !found.names.includes(name)));
  }
  return found;
}

/** One chip less; under the minimum there is none. */
export function withoutChip(stakes: Stakes, limits: Limits, wager: string, chip: number): Stakes {
  const limit = limits[wager];
  if (!limit) return stakes;
  const wanted = (stakes[wager] ?? 0) - chip;
  const link = limit.goes_with;
  const least = link ? (stakes[link.wager] ?? 0) * link.least : limit.least;
  if (link && (stakes[wager] ?? 0) <= least) return withoutChip(stakes, limits, link.wager, chip);
  if (link) return put(stakes, limits, wager, Math.max(least, fit(wanted, limit)));
  return put(stakes, limits, wager, wanted < least ? 0 : fit(wanted, limit));
}

/** Stakes from before, as far as there are such spots; what goes with them is put down too. */
export function again(stakes: Stakes, limits: Limits): Stakes {
  let placed = Object.fromEntries(Object.entries(stakes).filter(([wager, cents]) => wager in limits && cents > 0));
  for (const [wager, cents] of Object.entries(placed)) placed = put(placed, limits, wager, cents);
  return placed;
}

function fit(cents: number, limit: WagerLimit): number {
  const capped = Math.min(cents, limit.most);
  return limit.least + Math.floor((capped - limit.least) / limit.step) * limit.step;
}

/** The stakes with so much on a spot, and as much as that asks for on the spots that go with it. */
function put(stakes: Stakes, limits: Limits, wager: string, cents: number): Stakes {
  const { [wager]: _, ...others } = stakes;
  let placed: Stakes = cents ? { ...others, [wager]: cents } : others;
  for (const [name, { goes_with: link }] of Object.entries(limits)) {
    if (link?.wager !== wager) continue;
    const now = placed[name] ?? 0;
    placed = put(placed, limits, name, Math.min(Math.max(now, cents * link.least), cents * link.most));
  }
  return placed;
}
