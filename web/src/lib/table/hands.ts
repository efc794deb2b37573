// The dealer's hands: what is carried over the felt, from the shoe, to and from the rack, to the discards. Only transforms
// are animated, so that the browser can do it without laying out the page again.
import { preferences } from "$lib/browser/preferences.svelte";

export type Station = "shoe" | "rack" | "discards";
const CARRY = 340; // ms for one card or stack, at the usual pace
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

interface Lying {
  element: HTMLElement;
  box: DOMRect;
}

export class Hands {
  felt: HTMLElement | null = null;
  still = false; // while a motion is cut short: what comes now is simply there

  private get moving(): boolean {
    return this.felt !== null && !this.still && preferences.moves;
  }

  private station(name: Station): DOMRect | null {
    const box = this.felt?.querySelector(`[data-station=${name}]`)?.getBoundingClientRect();
    return box?.width ? box : null;
  }

  /** What has just been laid down comes from its station. */
  bring(element: HTMLElement, from: Station): void {
    const start = this.moving ? this.station(from) : null;
    if (!start) return;
    const end = element.getBoundingClientRect();
    if (!end.width) return;
    element.animate(
      [
        { transform: `${apart(start, end)} rotate(${from === "shoe" ? 24 : 0}deg)`, opacity: 0.2 },
        { opacity: 1, offset: 0.25 },
        { transform: "none", opacity: 1 },
      ],
      { duration: CARRY * preferences.times, easing: EASE, fill: "backwards" },
    );
  }

  /** What lies here is carried away. It may be gone from the page already when it arrives, so a copy of it goes. */
  take(selector: string, to: Station, apartBy = 0): void {
    if (!this.moving) return;
    this.felt?.querySelectorAll<HTMLElement>(selector).forEach((element, index) => {
      this.carry(element.cloneNode(true) as HTMLElement, element.getBoundingClientRect(), to, index * apartBy);
    });
  }

  /** Cards from the shoe that nobody gets. */
  burn(count: number): void {
    const start = this.moving ? this.station("shoe") : null;
    if (!start) return;
    for (let index = 0; index < count; index += 1) {
      const card = document.createElement("span");
      card.className = "burnt";
      this.carry(card, start, "discards", index * 80);
    }
  }

  private carry(copy: HTMLElement, from: DOMRect, to: Station, wait: number): void {
    const end = this.station(to);
    const felt = this.felt;
    if (!felt || !end || !from.width) return;
    const around = felt.getBoundingClientRect();
    for (const mark of [copy, ...copy.querySelectorAll<HTMLElement>("[data-testid], [data-card], [data-chips]")]) {
      for (const name of ["data-testid", "data-card", "data-chips", "data-at", "role", "aria-label"])
        mark.removeAttribute(name);
    }
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("carried");
    copy.style.setProperty("--card-w", `${from.width}px`);
    copy.style.left = `${from.left - around.left - felt.clientLeft}px`;
    copy.style.top = `${from.top - around.top - felt.clientTop}px`;
    copy.style.width = `${from.width}px`;
    copy.style.height = `${from.height}px`;
    felt.append(copy);
    const move = copy.animate(
      [
        { transform: "none", opacity: 1 },
        { opacity: 1, offset: 0.8 },
        { transform: apart(end, from), opacity: 0 },
      ],
      { duration: CARRY * preferences.times, delay: wait * preferences.times, easing: EASE, fill: "both" },
    );
    move.onfinish = move.oncancel = () => copy.remove();
  }

  /** Where cards lie now, before they are laid elsewhere. */
  remember(): Map<string, Lying> {
    const lying = new Map<string, Lying>();
    if (!this.moving) return lying;
    this.felt?.querySelectorAll<HTMLElement>("[data-at]").forEach((element) => {
      lying.set(element.dataset.at ?? "", { element, box: element.getBoundingClientRect() });
    });
    return lying;
  }

  /** Cards that lie elsewhere now go there from where they were. */
  slide(before: Map<string, Lying>): void {
    if (!this.moving || !before.size) return;
    this.felt?.querySelectorAll<HTMLElement>("[data-at]").forEach((element) => {
      const was = before.get(element.dataset.at ?? "");
      if (!was?.box.width || was.element === element) return;
      const now = element.getBoundingClientRect();
      if (Math.abs(was.box.x - now.x) + Math.abs(was.box.y - now.y) < 3) return;
      element.animate([{ transform: apart(was.box, now) }, { transform: "none" }], {
        duration: CARRY * preferences.times,
        easing: EASE,
      });
    });
  }

  /** Everything that is on its way is there. */
  finish(): void {
    for (const move of this.felt?.getAnimations({ subtree: true }) ?? []) {
      if (move.effect?.getComputedTiming().endTime !== Infinity) move.finish();
    }
  }
}

/** The transform that puts something lying at `to` where `from` is, middle on middle. */
function apart(from: DOMRect, to: DOMRect): string {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  return `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}
