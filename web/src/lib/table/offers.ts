// Legal decisions as buttons: which ones fit the chosen cards, their keys, and what the coach says of each.
import type { CardText, CoachAction, Offer, OfferEnd, PlaceView } from "$lib/server/protocol";

export interface Action extends OfferEnd {
  folds: boolean;
  returns: number; // what comes back from the felt
  value: number | null;
  exact: string;
  best: boolean;
}

function sameCards(one: CardText[] | undefined, other: CardText[]): boolean {
  return [...(one ?? [])].sort().join() === [...other].sort().join();
}

export function throwsCards(offers: Offer[]): boolean {
  return offers.some((offer) => (offer.decision.discard?.length ?? 0) > 0);
}

/** How many cards may be thrown, in words: "1 or 2". */
export function throwable(offers: Offer[]): string {
  const sizes = new Set(offers.flatMap((offer) => (offer.decision.discard ? [offer.decision.discard.length] : [])));
  return [...sizes].sort().join(" or ");
}

export interface Range {
  offer: Offer;
  least: number; // in cents
  most: number;
  values: [number, number] | null; // what the coach says of the two ends
}

/** What a bet between the ends is worth: values are linear in the bet. */
export function valueBetween(range: Range, cents: number): number | null {
  if (!range.values) return null;
  const [least, most] = range.values;
  return least + ((cents - range.least) / (range.most - range.least)) * (most - least);
}

/** The offers as they can be taken with these cards chosen; an offer with a range gives its two ends. */
export function actions(
  offers: Offer[],
  chosen: CardText[],
  coach: CoachAction[],
): { list: Action[]; ranges: Range[] } {
  const told = new Map(coach.map((action) => [action.id, action]));
  const throwing = throwsCards(offers);
  const fitting = offers.filter(
    (offer) => offer.decision.discard === undefined || sameCards(offer.decision.discard, chosen),
  );
  const list: Action[] = [];
  const ranges: Range[] = [];
  const add = ({ folds, returns }: Offer, { id, key, label, decision, price }: OfferEnd) => {
    const said = told.get(id);
    list.push({
      id,
      key,
      label,
      decision,
      price,
      folds,
      returns,
      value: said?.value ?? null,
      exact: said?.expected_value ?? "",
      best: said?.best ?? false,
    });
  };
  for (const offer of fitting) {
    add(offer, offer);
    if (!offer.most) continue;
    add(offer, offer.most);
    const [least, most] = [told.get(offer.id)?.value, told.get(offer.most.id)?.value];
    const values: Range["values"] = least === undefined || most === undefined ? null : [least, most];
    ranges.push({ offer, least: offer.price, most: offer.most.price, values });
  }
  const taken = new Set([...(throwing ? "abcdefgh" : ""), ...(ranges.length ? "x" : "")]); // cards, another amount
  let digit = 1;
  for (const action of list) {
    let key = action.key.toLowerCase();
    if (throwing && !/^[0-9]$/.test(key) && key !== "f" && key !== "k") key = "";
    if (key.length !== 1 || (taken.has(key) && key !== "f")) {
      while (taken.has(`${digit}`)) digit += 1;
      key = `${digit}`;
    }
    taken.add(key);
    action.key = key;
  }
  return { list, ranges };
}

/** The cards at these places of one's hand. */
export function cardsAt(place: PlaceView | null, indexes: number[]): CardText[] {
  return indexes.map((index) => place?.dealt[index]).filter((card): card is CardText => Boolean(card));
}
