// The wagers that a person is putting together before they are placed.
import { sound } from "./sound";
import type { Stakes, WagerLimit } from "./types";

export class Draft {
  stakes = $state<Stakes>({});
  chip = $state(500);
  total = $derived(Object.values(this.stakes).reduce((sum, cents) => sum + cents, 0));

  constructor(private readonly limits: () => Record<string, WagerLimit>) {}

  /** One more chip on a spot; the first one is at least the minimum, and a fixed wager is on or off. */
  add(wager: string): void {
    const limit = this.limits()[wager];
    if (!limit) return;
    const now = this.stakes[wager] ?? 0;
    if (limit.least === limit.most && now) return this.put(wager, 0);
    const wanted = now ? now + this.chip : Math.max(this.chip, limit.least);
    this.put(wager, this.fit(wanted, limit));
  }

  /** One chip less; under the minimum there is none. */
  remove(wager: string): void {
    const limit = this.limits()[wager];
    if (!limit) return;
    const wanted = (this.stakes[wager] ?? 0) - this.chip;
    this.put(wager, wanted < limit.least ? 0 : this.fit(wanted, limit));
  }

  private fit(cents: number, limit: WagerLimit): number {
    const capped = Math.min(cents, limit.most);
    return limit.least + Math.floor((capped - limit.least) / limit.step) * limit.step;
  }

  private put(wager: string, cents: number): void {
    const { [wager]: _, ...others } = this.stakes;
    this.stakes = cents ? { ...others, [wager]: cents } : others;
    sound.chip();
  }

  set(stakes: Stakes): void {
    const limits = this.limits();
    this.stakes = Object.fromEntries(Object.entries(stakes).filter(([wager, cents]) => wager in limits && cents > 0));
  }

  same(stakes: Stakes): boolean {
    const names = new Set([...Object.keys(this.stakes), ...Object.keys(stakes)]);
    return [...names].every((name) => (this.stakes[name] ?? 0) === (stakes[name] ?? 0));
  }
}
