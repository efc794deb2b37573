// Among players: sizes of bets, and what somebody has said beforehand that they will do.
import type { Bet, PotLegal, PotState } from "$lib/server/protocol";

export interface Preset {
  number: number; // its key; the same for the same preset, whichever of the others there are
  name: string;
  size: number;
}

/** Sizes of a bet or raise, as the seat's total in this round. */
export function presets(state: PotState): Preset[] {
  const { legal, view } = state;
  if (!legal || !view || legal.most <= legal.least) return [];
  const { least, most } = legal;
  const me = view.players.find((player) => player.seat === state.you.seat);
  const price = (me?.bet ?? 0) + legal.call;
  const after = view.pot + legal.call;
  const all = most >= (me?.bet ?? 0) + (me?.stack ?? 0);
  const between = [
    { number: 2, name: "½ pot", size: price + Math.round(after / 2) },
    { number: 3, name: "Pot", size: price + after },
  ].filter(({ size }) => size > least && size < most);
  return [
    { number: 1, name: "Min", size: least },
    ...between,
    { number: 4, name: all ? "All in" : "Most", size: most },
  ];
}

/** The size to bet: the one wanted for as long as it is legal, else the nearest that is. */
export function sized(wanted: number | null, { least, most }: Pick<PotLegal, "least" | "most">): number {
  return Math.max(least, Math.min(most, wanted ?? least));
}

export type Before = "fold" | "check-fold" | "call-any";
export const BEFORE: [Before, string][] = [
  ["fold", "Fold"],
  ["check-fold", "Check or fold"],
  ["call-any", "Call any"],
];

/** What was said beforehand is for one betting round of one hand, and while one can still act in it; null: for none. */
export function situation(state: PotState): string | null {
  const { view, round, you } = state;
  const me = view?.players.find((player) => player.seat === you.seat);
  if (!view || !round || !me || view.over || me.folded || !me.stack || !view.turn || you.leaving) return null;
  return `${round.id}:${view.community.length}`;
}

/** The action that it comes to now; nothing is bet or raised by it, and nothing is folded that costs nothing to keep. */
export function decided(before: Before, legal: PotLegal): Bet["action"] | null {
  if (legal.check) return "check";
  if (before === "call-any") return legal.call ? "call" : null;
  return legal.fold ? "fold" : null;
}
