// When each card comes and turns, and each wager is paid: the events of one update, played out one after the other.
import { SvelteMap } from "svelte/reactivity";
import { preferences } from "$lib/browser/preferences.svelte";
import { sound } from "$lib/browser/sound";
import type { BankedView, PotView, TableEvent } from "$lib/server/protocol";

interface Moments {
  deal?: number;
  turn?: number;
}
type View = BankedView | PotView | null;

const PACE = { deal: 105, turn: 460, turnEach: 90, arrange: 380, settle: 260, bet: 120 };

/** When the last card that is on its way will have turned, at whichever table this page shows. */
class Stage {
  private end = 0;

  until(moment: number): void {
    this.end = Math.max(this.end, moment);
  }
  left(): number {
    return Math.max(0, this.end - performance.now());
  }
}
export const stage = new Stage();

export class Director {
  readonly moments = new SvelteMap<string, Moments>();
  busy = $state(false);
  set = $state(true); // whether the dealer's hand is, as far as what is played out has come
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- counted here alone; nothing is drawn from it
  private readonly dealt = new Map<string, number>();
  private end = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private setting: ReturnType<typeof setTimeout> | undefined;

  /** Forget a round that is not shown any more. */
  reset(): void {
    this.moments.clear();
    this.dealt.clear();
    clearTimeout(this.setting);
    this.set = true;
  }

  private count(before: View): void {
    this.dealt.clear();
    if (!before) return;
    this.dealt.set("community:dealt", before.community.length);
    if ("dealer" in before) {
      this.dealt.set("dealer:dealt", before.dealer.cards.length);
      for (const place of before.seats) {
        for (const area of ["dealt", "drawn", "aside"] as const) {
          this.dealt.set(`${place.seat}:${area}`, place[area].length);
        }
      }
    } else {
      for (const player of before.players) this.dealt.set(`${player.seat}:dealt`, player.cards.length);
    }
  }

  private setAfter(wait: number): void {
    clearTimeout(this.setting);
    this.set = wait <= 0;
    if (!this.set) this.setting = setTimeout(() => (this.set = true), wait);
  }

  play(events: TableEvent[], before: View, you: number | null): void {
    this.count(before);
    const moves = preferences.moves;
    const start = performance.now();
    let now = Math.max(start, Math.min(this.end, start + 1500));
    const after = (key: keyof typeof PACE, times = 1) => {
      if (moves) now += PACE[key] * times;
    };
    for (const event of events) {
      switch (event.event) {
        case "RoundOpened":
        case "HandOpened":
          this.reset();
          break;
        case "Dealt": {
          const owner = `${event.to}:${event.area}`;
          for (const card of event.cards) {
            const at = this.dealt.get(owner) ?? 0;
            this.dealt.set(owner, at + 1);
            this.moments.set(`${owner}:${at}`, card ? { deal: now, turn: now + (moves ? 260 : 0) } : { deal: now });
            sound.deal(now - start);
            after("deal");
          }
          break;
        }
        case "Turned":
        case "Shown": {
          const whose = event.event === "Turned" ? event.whose : event.seat;
          const places = event.event === "Turned" ? event.places : event.cards.map((_, index) => index);
          if (whose === you) break; // one's own cards are in sight already
          places.forEach((place, index) => {
            const key = `${whose}:dealt:${place}`;
            this.moments.set(key, { ...this.moments.get(key), turn: now + (moves ? index * PACE.turnEach : 0) });
          });
          sound.turn(now - start);
          after("turn");
          after("turnEach", places.length);
          break;
        }
        case "Took": {
          const owner = `${event.seat}:drawn`;
          for (const card of event.cards) {
            const at = this.dealt.get(owner) ?? 0;
            this.dealt.set(owner, at + 1);
            this.moments.set(`${owner}:${at}`, card ? { turn: now } : {});
          }
          after("turn");
          break;
        }
        case "Arranged":
          after("arrange");
          this.setAfter(now - start);
          break;
        case "Settled": {
          this.moments.set(`settled:${event.seat}:${event.wager}`, { deal: now });
          if (event.seat === you) sound.settle(event.returned - event.amount, now - start);
          after("settle");
          break;
        }
        case "Decided":
          if (Object.keys(event.taken_back ?? {}).length) sound.chip(now - start);
          break;
        case "WagersPlaced":
        case "Posted":
          if (event.seat !== you) sound.chip(now - start);
          break;
        case "Bet":
          if (event.seat !== you) {
            if (event.do === "check") sound.knock(now - start);
            else if (event.do !== "fold") sound.chip(now - start);
          }
          after("bet");
          break;
        case "PotPaid": {
          const mine = event.paid[String(you)] ?? 0;
          if (mine) sound.settle(mine, now - start);
          after("settle");
          break;
        }
      }
    }
    this.end = now;
    stage.until(now);
    clearTimeout(this.timer);
    const wait = now - start;
    this.busy = wait > 50;
    if (this.busy) this.timer = setTimeout(() => (this.busy = false), wait);
  }
}
