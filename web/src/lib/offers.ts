// Legal decisions as buttons: which ones fit the chosen cards, their keys, and what the coach says of each.
import type { CardText, CoachAction, Decision, Offer, PlaceView } from "./types";

export interface Action {
  id: string;
  key: string;
  label: string;
  decision: Decision;
  price: number;
  value: number | null;
  exact: string;
  best: boolean;
}

function sameCards(one: CardText[] | undefined, other: CardText[]): boolean {
  return [...(one ?? [])].sort().join() === [...other].sort().join();
}

export function canonical(decision: Decision): string {
  const plain = Object.entries(decision)
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : String(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(plain);
}

export function throwsCards(offers: Offer[]): boolean {
  return offers.some((offer) => (offer.decision.discard?.length ?? 0) > 0);
}

/** How many cards may be thrown, in words: "1 or 2". */
export function throwable(offers: Offer[]): string {
  const sizes = new Set(offers.flatMap((offer) => (offer.decision.discard ? [offer.decision.discard.length] : [])));
  return [...sizes].sort().join(" or ");
}

/** A multiple as the server reads it: a number where that is exact, else a fraction. */
export function multipleOf(amount: number, unit: number): number | string {
  const ratio = amount / unit;
  return Number.isInteger(ratio * 100) ? ratio : `${amount}/${unit}`;
}

export interface Range {
  offer: Offer;
  unit: number; // what one times is, in cents
  least: number; // in cents
  most: number;
}

/** The offers as they can be taken with these cards chosen; an offer with a range gives its two ends. */
export function actions(
  offers: Offer[],
  chosen: CardText[],
  coach: CoachAction[],
): { list: Action[]; ranges: Range[] } {
  const told = new Map(coach.map((action) => [canonical(action.decision), action]));
  const throwing = throwsCards(offers);
  const fitting = offers.filter((offer) => offer.decision.discard === undefined || sameCards(offer.decision.discard, chosen));
  const list: Action[] = [];
  const ranges: Range[] = [];
  const add = (decision: Decision, label: string, price: number) => {
    const said = told.get(canonical(decision));
    list.push({
      id: canonical(decision),
      key: "",
      label,
      decision,
      price,
      value: said?.value ?? null,
      exact: said?.expected_value ?? "",
      best: said?.best ?? false,
    });
  };
  for (const offer of fitting) {
    const least = Number(offer.decision.multiple ?? 0);
    const most = number(offer.most);
    const price = offer.price ?? 0;
    add(offer.decision, offer.label, price);
    if (least && most > least && price) {
      const unit = price / least;
      add({ ...offer.decision, multiple: most }, offer.label.replace(`${least}x`, `${most}x`), unit * most);
      ranges.push({ offer, unit, least: price, most: unit * most });
    }
  }
  const taken = new Set(throwing ? [..."abcdefgh"] : []);
  const wanted = new Map(fitting.map((offer) => [canonical(offer.decision), offer.key]));
  let digit = 1;
  for (const action of list) {
    let key = (wanted.get(action.id) ?? "").toLowerCase();
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

export function number(value: number | string | null): number {
  if (typeof value !== "string") return value ?? 0;
  const [top = "0", bottom = "1"] = value.split("/");
  return Number(top) / Number(bottom);
}

/** The cards at these places of one's hand. */
export function cardsAt(place: PlaceView | null, indexes: number[]): CardText[] {
  return indexes.map((index) => place?.dealt[index]).filter((card): card is CardText => Boolean(card));
}
