// Keys of the table. What is on screen binds its keys, the newest first; a key that is typed into a field is left alone.
type Keys = Record<string, () => void>;

class Keyboard {
  private layers: Keys[] = [];

  constructor() {
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("click", letGo, true); // before what was clicked is drawn anew
  }

  /** Bind keys ("a", "shift+a", "Enter"); call the answer to let go. */
  bind(keys: Keys): () => void {
    this.layers.unshift(keys);
    return () => {
      this.layers = this.layers.filter((layer) => layer !== keys);
    };
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
    const target = event.target as HTMLElement | null;
    if (target?.closest("input, textarea, select, dialog, [contenteditable]")) return;
    const own = target?.closest("button, a, summary, [role=tab]");
    if (own && (event.key === "Enter" || event.key === " ")) return;
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const name = event.shiftKey && letter.length === 1 && /[a-z]/.test(letter) ? `shift+${letter}` : letter;
    for (const layer of this.layers) {
      const act = layer[name];
      if (act) {
        event.preventDefault();
        act();
        return;
      }
    }
  }
}

/** A spot, chip or switch that was clicked by mouse does not keep Enter for itself: it deals, as the button says. */
function letGo(event: MouseEvent): void {
  if ((event as PointerEvent).pointerType !== "mouse") return;
  const clicked = (event.target as HTMLElement | null)?.closest<HTMLElement>("button");
  if (clicked?.closest("[data-testid=felt], .tools, .tray, .size")) clicked.blur();
}

export const keyboard = new Keyboard();

/** A key for each name: a letter of it that is free, else any free letter. */
export function letterKeys(names: [string, string][], taken: string[]): Map<string, string> {
  const used = new Set(taken);
  const keys = new Map<string, string>();
  for (const [id, name] of names) {
    const letters = [...name.toLowerCase()].filter((sign) => /[a-z]/.test(sign));
    const key =
      letters.find((letter) => !used.has(letter)) ?? [..."abcdefghijklmnopqrstuvwxyz"].find((l) => !used.has(l));
    if (key) {
      used.add(key);
      keys.set(id, key);
    }
  }
  return keys;
}
