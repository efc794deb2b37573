// Keys of the table. What is on screen binds its keys, the newest first; a key that is typed into a field is left alone.
type Keys = Record<string, () => void>;
interface Layer {
  keys: Keys;
  since: () => number;
}

class Keyboard {
  private layers: Layer[] = [];

  constructor() {
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("click", letGo, true); // before what was clicked is drawn anew
  }

  /**
   * Bind keys ("a", "shift+a", "Enter"); call the answer to let go. A key that goes down before the moment `since`
   * (on the clock of `performance.now`) does nothing.
   */
  bind(keys: Keys, since: () => number = () => 0): () => void {
    const bound: Layer = { keys, since };
    this.layers.unshift(bound);
    return () => {
      this.layers = this.layers.filter((layer) => layer !== bound);
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
      const act = layer.keys[name];
      if (act) {
        event.preventDefault();
        if (event.timeStamp >= layer.since()) act();
        return;
      }
    }
  }
}

/** A spot, chip or switch that was clicked by mouse does not keep Enter for itself: it deals, as the button says. */
function letGo(event: MouseEvent): void {
  if ((event as PointerEvent).pointerType !== "mouse") return;
  const clicked = (event.target as HTMLElement | null)?.closest<HTMLElement>("button");
  if (clicked?.closest("[data-testid=felt], .tools, .tray, .size, .answer")) clicked.blur();
}

export const keyboard = new Keyboard();
