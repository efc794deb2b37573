// A side wager that depends on a decision has other odds when the hand is played for it: each play has its own name.
import type { OddsWager } from "$lib/server/protocol";

export interface Play {
  key: string;
  name: string;
  odds: OddsWager;
  forItself: boolean;
}

/** The wager as it is when the main wager decides how the hand is played. */
export function withMain(odds: OddsWager): OddsWager {
  return odds.with_main ? { ...odds, ...odds.with_main } : odds;
}

/** The wager's name, with how the hand is played where that makes a difference. */
export function playedName(odds: OddsWager, name: string, main: string): string {
  return odds.with_main ? `${name}, played with ${main}'s best strategy` : name;
}

/** Every play of the wagers, the main wager's first. */
export function plays(wagers: readonly OddsWager[], nameOf: (wager: string) => string): Play[] {
  const main = nameOf(wagers[0]?.wager ?? "");
  return wagers.flatMap((odds) => {
    const name = nameOf(odds.wager);
    const beside = { key: odds.wager, name: playedName(odds, name, main), odds: withMain(odds), forItself: false };
    if (!odds.with_main) return [beside];
    return [beside, { key: `${odds.wager}-for-itself`, name: `${name}, played for itself`, odds, forItself: true }];
  });
}
