// What a person likes, kept in this browser.
interface Kept {
  sound: boolean;
  pace: number | null; // how fast the dealer works, a place in PACES; null: as the system wishes
  order: HandOrder; // how one's own hand lies
  coach: boolean;
  fourColours: boolean;
  onlyMistakes: boolean; // training stops at mistakes only
  stopwatch: boolean; // training shows a clock
  guided: ("banked" | "pot")[]; // the kinds of table whose first round was guided
}

export type HandOrder = "dealt" | "suit" | "rank";

/** How long everything takes, from the pace at which a trainee reads along to instant. */
export const PACES = [
  { name: "Slow", times: 4 },
  { name: "Calm", times: 2 },
  { name: "Usual", times: 1 },
  { name: "Quick", times: 0.45 },
  { name: "Instant", times: 0 },
] as const;
const USUAL = 2;
const INSTANT = PACES.length - 1;

const KEY = "houseway.preferences";

function read(): Partial<Kept> {
  try {
    const { motion, ...kept } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept> & { motion?: boolean };
    // an earlier page had a switch in place of the pace
    return typeof motion === "boolean" && kept.pace === undefined ? { ...kept, pace: motion ? USUAL : INSTANT } : kept;
  } catch {
    return {};
  }
}

export class Preferences {
  sound = $state(true);
  pace = $state<number | null>(null);
  order = $state<HandOrder>("dealt");
  coach = $state(false);
  fourColours = $state(false);
  onlyMistakes = $state(false);
  stopwatch = $state(false);
  guided = $state.raw<Kept["guided"]>([]);
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");
  private systemStill = $state(false);

  constructor() {
    Object.assign(this, read());
    this.systemStill = this.still.matches;
    this.still.addEventListener("change", () => (this.systemStill = this.still.matches));
  }

  /** The pace in use: the system's wish, until the slider at the table was moved. */
  get paceAt(): number {
    return this.pace ?? (this.systemStill ? INSTANT : USUAL);
  }
  /** How many times as long as usual everything takes; 0: nothing moves. */
  get times(): number {
    return PACES[this.paceAt]?.times ?? 1;
  }
  /** Whether cards and chips move. */
  get moves(): boolean {
    return this.times > 0;
  }

  set<K extends keyof Kept>(name: K, value: Kept[K]): void {
    (this as Kept)[name] = value;
    const { sound, pace, order, coach, fourColours, onlyMistakes, stopwatch, guided } = this;
    const kept = { sound, pace, order, coach, fourColours, onlyMistakes, stopwatch, guided };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing still plays
    }
  }
}

export const preferences = new Preferences();
