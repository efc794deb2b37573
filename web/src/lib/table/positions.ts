// Cards that a decision puts on positions of the felt. What lies where after each decision the server has told in the
// offer; here the person's cards are laid one by one, and whatever is laid is part of a legal decision.
import type { CardOrBack, Offer } from "$lib/server/protocol";

/** A card that waits for its place, by the key of its slot on the felt. */
export interface Loose {
  key: string;
  card: CardOrBack;
}
export type Laying = Record<string, string>; // the position of each card that was laid, by the slot's key

/** The offers that put some of these cards on a position. */
export function placingOffers(offers: Offer[], loose: Loose[]): Offer[] {
  return offers.filter(({ places }) => places && loose.some(({ card }) => holds(places, card)));
}

function holds(places: Record<string, string[]>, card: CardOrBack): boolean {
  return Object.values(places).some((cards) => card !== null && cards.includes(card));
}

/** The offers that leave the laid cards where they are. */
export function fitting(offers: Offer[], loose: Loose[], laying: Laying): Offer[] {
  return offers.filter(({ places }) => {
    const left = Object.fromEntries(Object.entries(places ?? {}).map(([name, cards]) => [name, [...cards]]));
    return loose.every(({ key, card }) => {
      const position = laying[key];
      if (position === undefined) return true;
      const at = left[position]?.findIndex((one) => one === card) ?? -1;
      if (at >= 0) left[position]?.splice(at, 1);
      return at >= 0;
    });
  });
}

/** The positions that a card may still be laid on, beside what lies there already. */
export function positionsFor(offers: Offer[], loose: Loose[], laying: Laying, key: string): string[] {
  const { [key]: _, ...others } = laying;
  const names = new Set(offers.flatMap(({ places }) => Object.keys(places ?? {})));
  return [...names].filter((name) => fitting(offers, loose, { ...others, [key]: name }).length > 0);
}

/** A card laid on a position; cards that cannot stay beside it are taken up again. Null: it may not lie there. */
export function lay(offers: Offer[], loose: Loose[], laying: Laying, key: string, position: string): Laying | null {
  const { [key]: _, ...others } = laying;
  const wanted = [{ ...others, [key]: position }, { [key]: position }];
  return wanted.find((one) => fitting(offers, loose, one).length > 0) ?? null;
}

/** With every card that has one position left. */
export function completed(offers: Offer[], loose: Loose[], laying: Laying): Laying {
  if (!Object.keys(laying).length) return laying; // nothing lies by itself before anything was laid
  let full = laying;
  for (const { key } of loose) {
    const [only, ...more] = full[key] === undefined ? positionsFor(offers, loose, full, key) : [];
    if (only !== undefined && !more.length) full = { ...full, [key]: only };
  }
  return full;
}

/** The card that a click on a position means: the chosen one, or the only one that may lie there. */
export function cardFor(
  offers: Offer[],
  loose: Loose[],
  laying: Laying,
  position: string,
  chosen: string | null,
): string | null {
  if (chosen !== null) return chosen;
  const waiting = loose.filter(({ key }) => laying[key] === undefined);
  const may = (waiting.length ? waiting : loose).filter(({ key }) =>
    positionsFor(offers, loose, laying, key).includes(position),
  );
  return may.length === 1 ? (may[0]?.key ?? null) : null;
}

/** The decisions that are wholly laid out: every card that they place lies there. */
export function laidOut(offers: Offer[], loose: Loose[], laying: Laying): Offer[] {
  const whole = loose.every(
    ({ key, card }) => laying[key] !== undefined || !offers.some((o) => holds(o.places ?? {}, card)),
  );
  return whole && Object.keys(laying).length ? fitting(offers, loose, laying) : [];
}

/** The position that a decision leaves open. */
export function openPosition(offer: Offer): string | null {
  const open = Object.entries(offer.places ?? {}).filter(([, cards]) => !cards.length);
  return open.length === 1 ? (open[0]?.[0] ?? null) : null;
}
