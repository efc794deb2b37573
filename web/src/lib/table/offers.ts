// Legal decisions as buttons: which ones fit the chosen cards, their keys, and what the coach says of each. The fold is
// always the first of them, at the left.
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

/** How many cards may be thrown, in words: "1 or 2", "at most 1". */
export function throwable(offers: Offer[]): string {
  const sizes = new Set(offers.flatMap((offer) => (offer.decision.discard ? [offer.decision.discard.length] : [])));
  const most = Math.max(...sizes);
  return sizes.size === most + 1 ? `at most ${most}` : [...sizes].sort().join(" or ");
}

export interface Range {
  offer: Offer;
  least: number; // in cents
  most: number; // as far as the wallet goes
  largest: number; // as far as the rules go
  values: [number, number] | null; // what the coach says of the rules' two ends
}

/** What a bet between the ends is worth: values are linear in the bet. */
export function valueBetween(range: Range, cents: number): number | null {
  if (!range.values) return null;
  const [least, most] = range.values;
  return least + ((cents - range.least) / (range.largest - range.least)) * (most - least);
}

/** The offers as they can be taken with these cards chosen; an offer with a range gives its two ends. */
export function actions(
  offers: Offer[],
  chosen: CardText[],
  coach: CoachAction[],
  keyOf: (offer: Offer, end: OfferEnd) => string = (_, end) => end.key,
): { list: Action[]; ranges: Range[] } {
  const told = new Map(coach.map((action) => [action.id, action]));
  const fitting = offers.filter(
    (offer) => offer.decision.discard === undefined || sameCards(offer.decision.discard, chosen),
  );
  const list: Action[] = [];
  const ranges: Range[] = [];
  const add = (offer: Offer, end: OfferEnd) => {
    const { folds, returns } = offer;
    const { id, label, decision, price, lacks } = end;
    const said = told.get(id);
    const key = keyOf(offer, end);
    list.push({
      id,
      key,
      label,
      decision,
      price,
      lacks,
      folds,
      returns,
      value: said?.value ?? null,
      exact: said?.expected_value ?? "",
      best: said?.best ?? false,
    });
  };
  for (const offer of [...fitting].sort((one, other) => Number(other.folds) - Number(one.folds))) {
    add(offer, offer);
    if (!offer.most) continue;
    add(offer, offer.most);
    const largest = offer.most.price;
    const within = largest - offer.most.lacks;
    if (offer.lacks || within <= offer.price) continue;
    const [least, most] = [told.get(offer.id)?.value, told.get(offer.most.id)?.value];
    const values: Range["values"] = least === undefined || most === undefined ? null : [least, most];
    ranges.push({ offer, least: offer.price, most: within, largest, values });
  }
  return { list, ranges };
}

/** The cards at these places of one's hand. */
export function cardsAt(place: PlaceView | null, indexes: number[]): CardText[] {
  return indexes.map((index) => place?.dealt[index]).filter((card): card is CardText => Boolean(card));
}
