// A tall bar at the foot of a small screen lies over the felt: the page is moved until nothing of it is covered.
import { preferences } from "./preferences.svelte";

export function keepInSight(bar: HTMLElement | undefined): void {
  const felt = document.querySelector("[data-testid=felt]");
  if (!bar || !felt) return;
  const covered = felt.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
  if (covered > 4) scrollBy({ top: covered, behavior: preferences.moves ? "smooth" : "auto" });
}
