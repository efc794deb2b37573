// Money is whole cents everywhere; only what people read is written in dollars.
import { currency, decimal, upTo } from "./locale";

export { percent } from "./locale";

/** 123450 is "$1,234.50", 500 is "$5". */
export function dollars(cents: number): string {
  const size = Math.abs(cents);
  return `${cents < 0 ? "−" : ""}${currency(size / 100, size % 100 === 0 ? 0 : 2)}`;
}

/** With a sign, as results are told: "+$5", "−$5", "even". */
export function net(cents: number): string {
  return cents === 0 ? "even" : cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** On a chip there is room for a few signs only: 500 is "5", 250000 is "2.5K". */
export function short(cents: number): string {
  const size = cents / 100;
  if (size >= 1_000_000) return `${trim(size / 1_000_000)}M`;
  if (size >= 1000) return `${trim(size / 1000)}K`;
  return Number.isInteger(size) ? `${size}` : size < 1 ? `${cents}¢` : decimal(size, 2);
}

function trim(size: number): string {
  return upTo(size, 2);
}

/** How a wager ended: what is written on its spot, what is said of it, and the tone of both. */
export function ended(
  amount: number,
  returned: number,
): { short: string; words: string; tone: "win" | "lose" | "push" } {
  const gain = returned - amount;
  if (gain > 0) return { short: net(gain), words: `back ${dollars(returned)}`, tone: "win" };
  if (gain === 0) return { short: "Push", words: "pushes", tone: "push" };
  if (!returned) return { short: "Lost", words: "loses", tone: "lose" };
  return { short: net(gain), words: `loses ${dollars(-gain)}, ${dollars(returned)} comes back`, tone: "lose" };
}
