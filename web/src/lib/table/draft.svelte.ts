// The wagers that a person is putting together before they are placed.
import { sound } from "$lib/browser/sound";
import type { Stakes, WagerLimit } from "$lib/server/protocol";
import { again, withChip, withoutChip } from "./placing";

export class Draft {
  stakes = $state<Stakes>({});
  chip = $state(500);
  total = $derived(Object.values(this.stakes).reduce((sum, cents) => sum + cents, 0));

  constructor(private readonly limits: () => Record<string, WagerLimit>) {}

  /** One more chip on a spot, and on what goes with it. */
  add(wager: string): void {
    this.put(withChip(this.stakes, this.limits(), wager, this.chip));
  }

  /** One chip less, there too. */
  remove(wager: string): void {
    this.put(withoutChip(this.stakes, this.limits(), wager, this.chip));
  }

  private put(stakes: Stakes): void {
    this.stakes = stakes;
    sound.chip();
  }

  set(stakes: Stakes): void {
    this.stakes = again(stakes, this.limits());
  }

  same(stakes: Stakes): boolean {
    const names = [...Object.keys(this.stakes), ...Object.keys(stakes)];
    return names.every((name) => (this.stakes[name] ?? 0) === (stakes[name] ?? 0));
  }
}
