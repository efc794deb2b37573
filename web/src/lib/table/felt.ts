// Which card lies in which place of the layout. Only the layout's own data and the view decide; no game is known here.
import type { Area, BankedView, CardOrBack, PlaceView, Positions } from "$lib/server/protocol";

/** A card on the felt: `key` stays the same wherever the card lies, so that its motion can be told. */
export interface Slot {
  key: string;
  card: CardOrBack;
  turned?: boolean; // sideways
}
export interface Laid {
  areas: Map<string, Slot[]>;
  loose: Slot[]; // not placed yet: they lie across the places for cards
  line?: Slot[]; // the house's cards as the dealer lays them at the end, in one line across all those places
}

function slots(owner: string, area: string, cards: CardOrBack[]): Slot[] {
  return cards.map((card, index) => ({ key: `${owner}:${area}:${index}`, card }));
}

/** Take the first of these cards that is such a card; of two equal cards each is taken once. */
function pick(from: Slot[], card: CardOrBack): Slot | null {
  const at = from.findIndex((slot) => slot.card === card);
  return at < 0 ? null : (from.splice(at, 1)[0] ?? null);
}

function byPosition(laid: Laid, all: Slot[], placed: Record<string, CardOrBack[]>): Slot[] {
  const left = [...all];
  for (const [name, cards] of Object.entries(placed)) {
    const found = cards.map((card) => pick(left, card)).filter((slot) => slot !== null);
    if (found.length) laid.areas.set(name, found);
  }
  return left;
}

const HAND = new Set(["discard", "drawn", "draw-card", "aside"]); // places of a hand that is not set in positions

/** Whether cards wait beside these places until they are laid on them. */
export function hasPositions(areas: Area[]): boolean {
  const forCards = areas.filter((area) => area.kind === "cards");
  return forCards.length > 1 && forCards.every((area) => !HAND.has(area.id));
}

/** The same with cards that were laid on positions and are not decided on yet. */
export function withLaid(laid: Laid, laying: Record<string, string>): Laid {
  const areas = new Map(laid.areas);
  for (const slot of laid.loose) {
    const position = laying[slot.key];
    if (position !== undefined) areas.set(position, [...(areas.get(position) ?? []), slot]);
  }
  return { ...laid, areas, loose: laid.loose.filter((slot) => laying[slot.key] === undefined) };
}

export function isOpen(positions: Positions | null): boolean {
  return positions !== null && Object.values(positions).every((card) => card === null);
}

/** The cards of one player's place. */
export function layPlace(areas: Area[], place: PlaceView): Laid {
  const owner = `${place.seat}`;
  const laid: Laid = { areas: new Map(), loose: [] };
  const forCards = areas.filter((area) => area.kind === "cards");
  const dealt = slots(owner, "dealt", place.dealt);
  const drawn = slots(owner, "drawn", place.drawn);
  const aside = slots(owner, "aside", place.aside);
  if (place.placed && forCards.some((area) => area.id in (place.placed ?? {}))) {
    laid.loose = byPosition(laid, [...dealt, ...drawn], place.placed);
    return laid;
  }
  const discards: Slot[] = [];
  const held = [...dealt];
  for (const decision of place.decisions) {
    for (const card of decision.discard ?? []) {
      const slot = pick(held, card) ?? held.pop(); // another player's discard is any of the hidden cards
      if (slot) discards.push(slot);
    }
  }
  const special = new Map<string, Slot[]>([
    ["discard", discards],
    ["drawn", drawn],
    ["draw-card", aside],
    ["aside", aside],
  ]);
  const main = forCards.find((area) => !special.has(area.id)) ?? forCards[0];
  const hasDrawn = forCards.some((area) => area.id === "drawn");
  for (const area of forCards) {
    if (area === main) laid.areas.set(area.id, hasDrawn ? held : [...held, ...drawn]);
    else laid.areas.set(area.id, special.get(area.id) ?? []);
  }
  if (!forCards.some((area) => area.id === "discard") && main) laid.areas.get(main.id)?.push(...discards);
  return laid;
}

/** The dealer's and the shared cards in the order that they are laid in once the dealer's hand is set, if it is said. */
export function dealerLine(view: BankedView): Slot[] | null {
  if (!view.dealer.lay) return null;
  const { turned = [], ...rows } = view.dealer.lay;
  const left = [...slots("dealer", "dealt", view.dealer.cards), ...slots("community", "dealt", view.community)];
  const sideways = [...turned];
  return Object.values(rows).flatMap((row) =>
    row.flatMap((card) => {
      const slot = pick(left, card);
      const at = sideways.indexOf(card);
      if (at >= 0) sideways.splice(at, 1);
      return slot ? [{ ...slot, turned: at >= 0 }] : [];
    }),
  );
}

/** The dealer's and the shared cards; `set` is whether it is shown already how the dealer lays them at the end. */
export function layDealer(areas: Area[], view: BankedView, set = true): Laid {
  const laid: Laid = { areas: new Map(), loose: [] };
  const line = set ? dealerLine(view) : null;
  if (line) return { ...laid, line };
  const forCards = areas.filter((area) => area.kind === "cards");
  const cards = slots("dealer", "dealt", view.dealer.cards);
  laid.areas.set("community", slots("community", "dealt", view.community));
  if (forCards.some((area) => area.id === "dealer")) {
    laid.areas.set("dealer", cards);
    return laid;
  }
  const places = forCards.filter((area) => area.id !== "community");
  const positions = view.dealer.positions;
  if (positions && !isOpen(positions)) {
    const placed: Record<string, CardOrBack[]> = {};
    for (const [name, card] of Object.entries(positions)) placed[name] = card === null ? [] : [card];
    laid.loose = byPosition(laid, cards, placed);
  } else if (places.length > 1) {
    laid.loose = cards;
  } else if (places[0]) {
    laid.areas.set(places[0].id, cards);
  }
  return laid;
}

export function columns(areas: Area[]): number {
  return Math.max(1, ...areas.map((area) => area.x + area.width));
}

/** How many cards the largest place for cards holds. */
export function longest(areas: Area[]): number {
  return Math.max(0, ...areas.filter((area) => area.kind === "cards").map((area) => area.cards));
}

const RANKS = "23456789TJQKA";
const SUITS = "cdhs"; // black and red in turn, when it is turned round: spades, hearts, diamonds, clubs

/** A large hand as the player likes to see it, once all of it is in sight: by suit, longest first, or by rank. */
export function inOrder(laid: Laid, order: "dealt" | "suit" | "rank"): Laid {
  if (order === "dealt") return laid;
  const areas = new Map(laid.areas);
  for (const [name, slots] of areas) {
    if (slots.length < 5 || slots.some((slot) => slot.card === null)) continue;
    const rank = (slot: Slot): number => RANKS.indexOf(slot.card?.[0] ?? "");
    const suit = (slot: Slot): number => SUITS.indexOf(slot.card?.[1] ?? "");
    const many = (slot: Slot): number => slots.filter((other) => suit(other) === suit(slot)).length;
    const sorted = [...slots].sort((one, other) =>
      order === "suit"
        ? many(other) - many(one) || suit(other) - suit(one) || rank(other) - rank(one)
        : rank(other) - rank(one) || suit(other) - suit(one),
    );
    areas.set(name, sorted);
  }
  return { ...laid, areas };
}
