// Where everybody sits, as somebody at the table sees it.
import type { SeatState } from "$lib/server/protocol";

export interface Seating {
  near: SeatState[]; // one's own, or a spectator's nearest; on a narrow table between two neighbours if many play
  left: SeatState[];
  across: SeatState[];
  right: SeatState[];
}

/** Among players: one's own seat is near, the next to act at its left, and so on around.
 *
 * Who plays sees no empty seats; who looks for one sees them all. A table that is wider than high
 * seats more across. */
export function around(all: readonly SeatState[], wide: boolean): Seating {
  const own = all.find((seat) => seat.you);
  const seats = all.filter((seat) => !own || seat.name).sort((one, other) => one.seat - other.seat);
  const from = own ? seats.indexOf(own) : 0;
  const [first, ...others] = [...seats.slice(from), ...seats.slice(0, from)];
  const near = first ? [first] : [];
  if (!wide && others.length > 7) {
    near.unshift(...others.splice(0, 1));
    near.push(...others.splice(-1));
  }
  const each = others.length < 3 ? 0 : wide || others.length < 6 ? 1 : 2;
  return {
    near,
    left: others.slice(0, each).reverse(), // from above to below, as it is drawn
    across: others.slice(each, others.length - each),
    right: others.slice(others.length - each),
  };
}

/** Against the house: on either side of one's own seat, as many on both; each side from the farthest to the nearest. */
export function beside(all: readonly SeatState[], mine: number | null): Pick<Seating, "left" | "right"> {
  const seats = [...all].sort((one, other) => one.seat - other.seat);
  if (mine === null) {
    const middle = Math.floor(seats.length / 2);
    return { left: seats.slice(middle).reverse(), right: seats.slice(0, middle) };
  }
  const from = seats.findIndex((seat) => seat.seat === mine);
  const others = [...seats.slice(from + 1), ...seats.slice(0, Math.max(0, from))].filter((seat) => seat.name);
  const middle = Math.ceil(others.length / 2);
  return { left: others.slice(0, middle).reverse(), right: others.slice(middle) };
}
