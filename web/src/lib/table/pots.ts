// The pots that the chips in a hand make: one more for every player who is all in for less.
import type { PotView } from "$lib/server/types";

export function potsOf(view: PotView): number[] {
  if (view.pots.length) return view.pots.map((pot) => pot.amount);
  const live = view.players.filter((player) => !player.folded);
  const caps = live.filter((player) => player.stack === 0 && player.paid > 0).map((player) => player.paid);
  const most = Math.max(0, ...view.players.map((player) => player.paid));
  const levels = [...new Set([...caps, most])].sort((one, other) => one - other);
  let below = 0;
  const pots: number[] = [];
  for (const level of levels) {
    const amount = view.players.reduce((sum, player) => sum + Math.max(0, Math.min(player.paid, level) - below), 0);
    if (amount > 0) pots.push(amount);
    below = level;
  }
  const dead = view.pot - pots.reduce((sum, amount) => sum + amount, 0);
  if (dead > 0) pots[0] = (pots[0] ?? 0) + dead;
  return pots;
}
