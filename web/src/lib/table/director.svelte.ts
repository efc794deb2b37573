// When each card comes and turns, and each wager is paid: the events of one update, played out one after the other. What
// is still to come is in `waiting`; nothing is drawn, said, heard or written down before its turn.
import { SvelteSet } from "svelte/reactivity";
import { preferences } from "$lib/browser/preferences.svelte";
import { sound } from "$lib/browser/sound";
import type { BankedView, CardOrBack, PotView, TableEvent } from "$lib/server/protocol";
import { Hands } from "./hands";

type View = BankedView | PotView | null;
interface Beat {
  at: number;
  act: () => void;
}

// In ms at the usual pace; see PACES for the others.
const LASTS = { deal: 105, lie: 260, turn: 460, turnEach: 90, arrange: 380, burn: 200, settle: 360, bet: 120 };
const BACKLOG = 1500; // who is further behind than this sees the rest at once

const GOES_ON = new Set<TableEvent["event"]>(["Dealt", "Decided", "Turned", "Settled"]);

/** When the last card that is on its way will have turned, at whichever table this page shows. */
class Stage {
  private end = 0;

  until(moment: number): void {
    this.end = Math.max(this.end, moment);
  }
  /** Nothing is on its way any more. */
  cut(): void {
    this.end = 0;
  }
  left(): number {
    return Math.max(0, this.end - performance.now());
  }
}
export const stage = new Stage();

export class Director {
  readonly hands = new Hands();
  /** What is not shown yet: "deal:1:dealt:0" and "turn:…" for cards, "settled:1:ante", "arranged". */
  readonly waiting = new SvelteSet<string>();
  readonly gone = new SvelteSet<string>(); // whose cards the dealer has collected
  busy = $state(false);
  cutting = $state(false); // a motion has just been cut short
  step = $state.raw<number[] | null>(null); // where in the procedure the dealer is
  untold = $state(0); // how many of the newest events are not to be read yet
  discarded = $state(0); // cards in the discard rack
  onTold: (texts: string[]) => void = () => {};
  /* eslint-disable svelte/prefer-svelte-reactivity -- counted here alone; nothing is drawn from these two */
  private readonly dealt = new Map<string, number>();
  private readonly up = new Set<string>();
  /* eslint-enable svelte/prefer-svelte-reactivity */
  private beats: Beat[] = [];
  private texts: string[] = [];
  private end = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether the dealer's hand is set, as far as what is played out has come. */
  get set(): boolean {
    return !this.waiting.has("arranged");
  }

  /** Whether some of these cards ("dealer", "community" or a seat) still have to come or to turn. */
  awaits(...owners: (string | number)[]): boolean {
    for (const key of this.waiting) {
      const [what, owner] = key.split(":", 2);
      if ((what === "deal" || what === "turn") && owners.some((one) => String(one) === owner)) return true;
    }
    return false;
  }

  /** Forget a round that is not shown any more. */
  reset(): void {
    this.finish();
    this.waiting.clear();
    this.gone.clear();
    this.dealt.clear();
    this.up.clear();
    this.discarded = 0;
  }

  /** What is on its way is there at once. */
  finish(): void {
    if (!this.busy && !this.beats.length) return;
    clearTimeout(this.timer);
    this.hands.finish();
    this.hands.still = true;
    this.cutting = true;
    const left = this.beats;
    this.beats = [];
    for (const beat of left) beat.act();
    this.end = 0;
    stage.cut();
    this.rest();
    setTimeout(() => {
      this.hands.still = false;
      this.cutting = false;
    }, 40); // until it is drawn
  }

  private rest(): void {
    this.busy = false;
    this.tell();
  }

  private tell(): void {
    if (this.texts.length) this.onTold(this.texts);
    this.texts = [];
  }

  private count(before: View): void {
    this.dealt.clear();
    this.up.clear();
    if (!before) return;
    const lie = (owner: string, cards: CardOrBack[]): void => {
      this.dealt.set(owner, cards.length);
      cards.forEach((card, index) => card && this.up.add(`${owner}:${index}`));
    };
    lie("community:dealt", before.community);
    if ("dealer" in before) {
      lie("dealer:dealt", before.dealer.cards);
      for (const place of before.seats) {
        for (const area of ["dealt", "drawn", "aside"] as const) lie(`${place.seat}:${area}`, place[area]);
      }
    } else {
      for (const player of before.players) lie(`${player.seat}:dealt`, player.cards);
    }
  }

  private next(owner: string): string {
    const at = this.dealt.get(owner) ?? 0;
    this.dealt.set(owner, at + 1);
    return `${owner}:${at}`;
  }

  play(events: TableEvent[], before: View, you: number | null): void {
    const opens = events.some((event) => event.event === "RoundOpened" || event.event === "HandOpened");
    const start = performance.now();
    // Who has just acted does not look at what was before.
    if (opens || events.some((event) => acted(event, you)) || this.end - start > BACKLOG * preferences.times)
      this.finish();
    this.count(before);
    const script = new Script(Math.max(start, this.end), preferences.times);
    for (const [index, event] of events.entries()) this.stageOf(event, script, you, events.slice(index + 1));
    this.untold += events.length;
    this.end = script.now;
    stage.until(script.now);
    if (!preferences.moves) {
      for (const beat of script.beats) beat.act();
      this.rest();
      return;
    }
    this.beats = [...this.beats, ...script.beats].sort((one, other) => one.at - other.at);
    this.beats.push({ at: script.now, act: () => {} }); // it is over when the last motion is
    this.busy = script.now - start > 50;
    this.wind();
  }

  private wind(): void {
    clearTimeout(this.timer);
    const [first] = this.beats;
    if (!first) return this.rest();
    this.timer = setTimeout(
      () => {
        const now = performance.now();
        while (this.beats[0] && this.beats[0].at <= now + 1) this.beats.shift()?.act();
        this.wind();
      },
      Math.max(0, first.at - performance.now()),
    );
  }

  /** What one event shows, and when. */
  private stageOf(event: TableEvent, script: Script, you: number | null, later: TableEvent[]): void {
    const { hands } = this;
    const step = event.step;
    if (step) script.beat(() => (this.step = step));
    switch (event.event) {
      case "RoundOpened":
      case "HandOpened":
        hands.take("[data-at]", "discards", 18);
        this.reset();
        break;
      case "Dealt":
        for (const card of event.cards) {
          const key = this.next(`${event.to}:${event.area}`);
          this.wait(script, `deal:${key}`, 0, () => sound.deal());
          if (card) this.wait(script, `turn:${key}`, LASTS.lie);
          if (card) this.up.add(key);
          script.after(LASTS.deal);
        }
        break;
      case "Burned":
        script.beat(() => {
          hands.burn(event.cards.length);
          this.discarded += event.cards.length;
          sound.deal();
        });
        script.after(LASTS.burn);
        break;
      case "Turned":
      case "Shown": {
        const whose = event.event === "Turned" ? event.whose : event.seat;
        const places = event.event === "Turned" ? event.places : event.cards.map((_, index) => index);
        const down = places.filter((place) => !this.up.has(`${whose}:dealt:${place}`)); // the others are in sight already
        down.forEach((place, index) => {
          const key = `${whose}:dealt:${place}`;
          this.up.add(key);
          this.wait(script, `turn:${key}`, index * LASTS.turnEach, index ? undefined : () => sound.turn());
        });
        if (down.length) script.after(LASTS.turn + LASTS.turnEach * down.length);
        break;
      }
      case "Took":
        for (const card of event.cards) {
          const key = this.next(`${event.seat}:drawn`);
          if (card) this.wait(script, `turn:${key}`, 0);
        }
        script.after(LASTS.turn);
        break;
      case "Arranged":
        script.after(LASTS.arrange);
        this.wait(script, "arranged", 0);
        script.after(LASTS.arrange);
        break;
      case "Settled": {
        const gain = event.returned - event.amount;
        const chips = `[data-chips="${event.seat}:${event.wager}"]`;
        this.wait(script, `settled:${event.seat}:${event.wager}`, 0, () => {
          if (!event.returned) hands.take(chips, "rack");
          if (event.seat === you) sound.settle(gain);
        });
        script.after(LASTS.settle);
        break;
      }
      case "Collected":
        // The hands of the end stay until the next round, and one's own stay too, so that everybody can look at them.
        if (!event.hand || !later.some((one) => GOES_ON.has(one.event))) break;
        script.beat(() => {
          for (const seat of event.seats) {
            if (seat === you) continue;
            hands.take(`[data-at^="${seat}:"]`, "discards");
            this.gone.add(String(seat));
          }
        });
        break;
      case "Decided":
        if (Object.keys(event.taken_back ?? {}).length) script.beat(() => sound.chip());
        break;
      case "WagersPlaced":
      case "Posted":
        if (event.seat !== you) script.beat(() => sound.chip());
        break;
      case "Bet":
        if (event.seat !== you) {
          if (event.do === "check") script.beat(() => sound.knock());
          else if (event.do !== "fold") script.beat(() => sound.chip());
        }
        script.after(LASTS.bet);
        break;
      case "PotPaid": {
        const mine = event.paid[String(you)] ?? 0;
        if (mine) script.beat(() => sound.settle(mine));
        script.after(LASTS.settle);
        break;
      }
    }
    script.beat(() => {
      this.untold -= 1;
      if (event.text) this.texts.push(event.text);
      if (event.event === "Arranged") this.tell();
    });
  }

  private wait(script: Script, key: string, later: number, also?: () => void): void {
    this.waiting.add(key);
    script.beat(() => {
      also?.();
      this.waiting.delete(key);
    }, later);
  }
}

/** The beats of one update, at the pace that is chosen. */
class Script {
  readonly beats: Beat[] = [];

  constructor(
    public now: number,
    private readonly times: number,
  ) {}

  beat(act: () => void, later = 0): void {
    this.beats.push({ at: this.now + later * this.times, act });
  }
  after(time: number): void {
    this.now += time * this.times;
  }
}

function acted(event: TableEvent, you: number | null): boolean {
  return (event.event === "Decided" || event.event === "WagersPlaced" || event.event === "Bet") && event.seat === you;
}
