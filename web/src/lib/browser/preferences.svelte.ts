// What a person likes, kept in this browser.
interface Kept {
  sound: boolean;
  motion: boolean | null; // null: as the system wishes
  coach: boolean;
  fourColours: boolean;
}

const KEY = "houseway.preferences";

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

export class Preferences {
  sound = $state(true);
  motion = $state<boolean | null>(null);
  coach = $state(false);
  fourColours = $state(false);
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");
  private systemStill = $state(false);

  constructor() {
    Object.assign(this, read());
    this.systemStill = this.still.matches;
    this.still.addEventListener("change", () => (this.systemStill = this.still.matches));
  }

  /** Whether cards and chips move: the system's wish, until the switch at the table was used. */
  get moves(): boolean {
    return this.motion ?? !this.systemStill;
  }

  set<K extends keyof Kept>(name: K, value: Kept[K]): void {
    (this as Kept)[name] = value;
    const { sound, motion, coach, fourColours } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ sound, motion, coach, fourColours }));
    } catch {
      // a browser that keeps nothing still plays
    }
  }
}

export const preferences = new Preferences();
