// The largest felt that its screen has room for: `--s` is the unit that cards, chips, spots and print are measured in.
const LEAST = 6;
const MOST = 34;

/** Set `--s` of an element so that its content just fits; what does not fit even at the least size may be scrolled to. */
export function fit(outer: HTMLElement): number {
  const fits = (size: number): boolean => {
    outer.style.setProperty("--s", `${size}px`);
    return outer.scrollHeight <= outer.clientHeight && outer.scrollWidth <= outer.clientWidth;
  };
  let small = LEAST;
  let large = MOST;
  if (!fits(large)) {
    while (large - small > 0.25) {
      const middle = (small + large) / 2;
      if (fits(middle)) small = middle;
      else large = middle;
    }
    fits(small);
    return small;
  }
  return large;
}
