// The balance over time as a line of SVG, and the words and rows that say the same.
import { day } from "./locale";
import { dollars, net } from "./money";

export interface Point {
  at: number;
  balance: number;
  round: number | null;
}
export interface Curve {
  path: string;
  low: number;
  high: number;
  zero: number; // where the first balance lies: above it is a gain
}

export const WIDE = 600;
export const HIGH = 160;
const EDGE = 6;

/** Every change has the same room, however long it took: an evening is read round by round. */
export function curve(points: readonly Point[]): Curve | null {
  const first = points[0];
  if (!first || points.length < 2) return null;
  const balances = points.map(({ balance }) => balance);
  const [low, high] = [Math.min(...balances), Math.max(...balances)];
  const x = (place: number): number => (WIDE * place) / (points.length - 1);
  const y = (balance: number): number => EDGE + (HIGH - 2 * EDGE) * (1 - (balance - low) / Math.max(1, high - low));
  const path = balances.map((balance, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(balance).toFixed(1)}`);
  return { path: path.join(""), low, high, zero: y(first.balance) };
}

/** What the line shows, in a sentence. */
export function curveWords(points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const drawn = curve(points);
  const between = drawn ? `, between ${dollars(drawn.low)} and ${dollars(drawn.high)}` : "";
  const change = last.balance - first.balance;
  const moved = change === 0 ? "as much as before" : net(change);
  return `From ${dollars(first.balance)} on ${day(first.at)} to ${dollars(last.balance)} on ${day(last.at)}: ${moved}${between}.`;
}
