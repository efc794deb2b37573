// The wagers that a person is putting together before they are placed.
import { sound } from "$lib/browser/sound";
import type { Stakes, WagerLimit } from "$lib/server/protocol";
import { again, overLimit, withChip, withoutChip } from "./placing";

export class Draft {
  stakes = $state<Stakes>({});
  chip = $state(500);
  total = $derived(Object.values(this.stakes).reduce((sum, cents) => sum + cents, 0));

  over = $state<{ wager: string; most: number } | null>(null); // the spot that did not take the last chip whole

  constructor(private readonly limits: () => Record<string, WagerLimit>) {}

  /** One more chip on a spot, and on what goes with it. */
  add(wager: string): void {
    const over = overLimit(this.stakes, this.limits(), wager, this.chip);
    this.put(withChip(this.stakes, this.limits(), wager, this.chip));
    this.over = over;
  }

  /** One chip less, there too. */
  remove(wager: string): void {
    this.put(withoutChip(this.stakes, this.limits(), wager, this.chip));
  }

  private put(stakes: Stakes): void {
    this.stakes = stakes;
    this.over = null;
    sound.chip();
  }

  set(stakes: Stakes): void {
    this.stakes = again(stakes, this.limits());
    this.over = null;
  }

  same(stakes: Stakes): boolean {
    const names = [...Object.keys(this.stakes), ...Object.keys(stakes)];
    return names.every((name) => (this.stakes[name] ?? 0) === (stakes[name] ?? 0));
  }
}
