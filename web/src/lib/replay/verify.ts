/**
 * Deals a finished round again from its seed, in the browser, and compares every card: the house need not be trusted.
 *
 * The shuffle is the one that docs/fairness.md describes. WebCrypto does the hashing; nothing here asks the network.
 */

import type { SealProof } from "$lib/server/protocol";

export interface RoundEvent {
  event: string;
  [field: string]: unknown;
}

/** A shoe that is kept from round to round, before the round: the cards gone from it, which everybody has seen. */
export interface ShoeBefore {
  number: number;
  round: number;
  gone: readonly string[];
  buried: number;
  cut: number;
}

/** What a person is given after a round. `dealing` holds the cards in the order drawn, burned ones included. */
export interface FinishedRound {
  commitment: string;
  server_seed: string | null;
  deck_order: readonly string[];
  player_seeds: readonly (readonly [number, string])[];
  dealing: readonly string[] | null;
  events: readonly RoundEvent[];
  shoe?: ShoeBefore | null;
}

export interface Check {
  id: "commitment" | "words" | "deck" | "shoe" | "fair" | "dealing" | "events" | "seals" | "cards" | "seen";
  title: string;
  ok: boolean;
  text: string;
}

export interface Verdict {
  ok: boolean;
  checks: Check[];
}

/** Something that makes checking impossible, as opposed to a round that does not hold. */
export class CannotVerify extends Error {}

const LABEL = "houseway shuffle 1";
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const JOKERS = ["Xb", "Xr"]; // after the 52, in games that play with them
const encoder = new TextEncoder();

export async function verifyRound(round: FinishedRound): Promise<Verdict> {
  needHashes();
  if (!round.server_seed) {
    throw new CannotVerify("The seed of this round is not revealed, so it cannot be checked here.");
  }
  const kept = round.shoe || openedEvent(round)?.shoe ? [await checkShoe(round)] : [];
  const checks = [await checkCommitment(round), checkWords(round), checkDeck(round), ...kept, checkFair(round)];
  const all = checks.length + 2;
  if (checks.every((check) => check.ok || check.id === "words" || check.id === "fair")) {
    const cards = left(round.deck_order, round.shoe?.gone ?? []);
    const deck = await shuffled(cards, hexBytes(round.server_seed), mixed(round.player_seeds));
    checks.push(checkDealing(round, deck), checkEvents(round, deck));
  }
  return { ok: checks.length === all && checks.every((check) => check.ok), checks };
}

/** A hand among players, whose seed stays with the house: every card this person saw lay sealed at its place before. */
export async function verifyProof(
  published: string,
  proof: SealProof,
  events: readonly RoundEvent[],
  undealt: readonly string[] = [],
): Promise<Verdict> {
  needHashes();
  const checks = [await checkSeals(published, proof), await checkOpened(proof), checkSeen(proof, events, undealt)];
  return { ok: checks.every((check) => check.ok), checks };
}

function needHashes(): void {
  if (globalThis.crypto?.subtle) return;
  throw new CannotVerify(
    "This browser computes hashes only on https pages or on localhost: download the record and run houseway verify.",
  );
}

// --- the shuffle ---

/** The players' words as they enter the shuffle, byte for byte as Python's json.dumps writes them. */
export function mixed(playerSeeds: readonly (readonly [number, string])[]): Uint8Array<ArrayBuffer> {
  const bySeat = [...playerSeeds].sort(([a], [b]) => a - b);
  return encoder.encode(`[${bySeat.map(([seat, words]) => `[${seat},${asciiJson(words)}]`).join(",")}]`);
}

/** A JSON string in ASCII alone: every other UTF-16 unit, and the control characters, as \uXXXX or a short escape. */
function asciiJson(text: string): string {
  const short: Record<string, string> = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\f": "\\f",
    "\b": "\\b",
  };
  // Without the u flag: a character beyond the first plane is written as its two units, as Python does.
  const escaped = text.replace(
    /["\\]|[^ -~]/g,
    (unit) => short[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"${escaped}"`;
}

/** The whole deck as the seed orders it: Fisher and Yates, front first. */
export async function shuffled(
  order: readonly string[],
  seed: Uint8Array<ArrayBuffer>,
  words: Uint8Array<ArrayBuffer>,
): Promise<string[]> {
  const numbers = await Numbers.from(seed, words);
  const deck = [...order];
  for (let place = 0; place < deck.length; place++) {
    const other = place + (await numbers.below(deck.length - place));
    [deck[place], deck[other]] = [deck[other]!, deck[place]!];
  }
  return deck;
}

/** Unbiased whole numbers: HMAC-SHA-512 over a counter, two bytes at a time, high byte first. */
class Numbers {
  private counter = 0;
  private block = new DataView(new ArrayBuffer(0));
  private at = 0;
  private readonly key: CryptoKey;
  private readonly message: Uint8Array;

  private constructor(key: CryptoKey, message: Uint8Array) {
    this.key = key;
    this.message = message;
  }

  static async from(seed: Uint8Array<ArrayBuffer>, words: Uint8Array): Promise<Numbers> {
    const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
    return new Numbers(key, new Uint8Array([...encoder.encode(LABEL), 0, ...words]));
  }

  async below(bound: number): Promise<number> {
    const limit = 65_536 - (65_536 % bound);
    for (;;) {
      if (this.at >= this.block.byteLength) await this.refill();
      const number = this.block.getUint16(this.at);
      this.at += 2;
      if (number < limit) return number % bound;
    }
  }

  private async refill(): Promise<void> {
    const input = new Uint8Array(4 + this.message.length);
    new DataView(input.buffer).setUint32(0, this.counter++);
    input.set(this.message, 4);
    this.block = new DataView(await crypto.subtle.sign("HMAC", this.key, input));
    this.at = 0;
  }
}

// --- the checks, in the order a person would make them ---

async function checkCommitment(round: FinishedRound): Promise<Check> {
  const title = "The seed is the one promised before the deal";
  const about = { id: "commitment" as const, title };
  const seed = round.server_seed ?? "";
  if (!/^[0-9a-f]{64}$/.test(seed)) {
    return { ...about, ok: false, text: "The revealed seed is not 64 hexadecimal digits." };
  }
  const digest = await sha256(hexBytes(seed));
  const promised = (openedEvent(round)?.commitment as string | undefined) ?? round.commitment;
  if (digest !== round.commitment || promised !== round.commitment) {
    return { ...about, ok: false, text: `SHA-256 of the seed is ${digest}, but ${promised} was promised.` };
  }
  return { ...about, ok: true, text: `SHA-256 of the seed is ${digest}, as promised.` };
}

function checkWords(round: FinishedRound): Check {
  const about = { id: "words" as const, title: "The players' own words are in the shuffle" };
  const placed = new Map<number, string>();
  for (const event of round.events) {
    if (event.event !== "WagersPlaced") continue;
    const words = wordsIn(event.player_seed);
    if (words) placed.set(Number(event.seat), words);
    else placed.delete(Number(event.seat)); // placing wagers again replaces the words as well
  }
  const given = new Map(round.player_seeds.map(([seat, words]) => [seat, words]));
  const same = placed.size === given.size && [...placed].every(([seat, words]) => given.get(seat) === words);
  if (!same) return { ...about, ok: false, text: "The words in the shuffle are not those given with the wagers." };
  const list = [...placed].sort(([a], [b]) => a - b).map(([seat, words]) => `seat ${seat}: “${words}”`);
  return { ...about, ok: true, text: list.length ? `${list.join(", ")}.` : "Nobody added any words." };
}

/** A house that could choose the order of the unshuffled deck afterwards could choose the cards. */
function checkDeck(round: FinishedRound): Check {
  const about = { id: "deck" as const, title: "The deck starts in the fixed order" };
  const values = round.deck_order.map((card) => value(card));
  const first = values.findIndex((card, place) => place > 0 && card <= values[place - 1]!);
  const size = first < 0 ? values.length : first;
  const ok =
    size > 0 &&
    values.length % size === 0 &&
    values.every((card, place) => card >= 0 && card === values[place % size]) &&
    values.every((card, place) => place % size === 0 || card > values[place - 1]!);
  const decks = values.length / size;
  return ok
    ? { ...about, ok, text: `${size} cards from ${round.deck_order[0]} up${decks > 1 ? `, ${decks} times` : ""}.` }
    : { ...about, ok, text: "The deck is not in the order 2c 2d 2h 2s 3c … As, jokers last, once for each deck." };
}

/** The cards that are still in the shoe, in the deck's order; of equal cards the first ones are gone. */
function left(order: readonly string[], gone: readonly string[]): string[] {
  const more = new Map<string, number>();
  for (const card of gone) more.set(card, (more.get(card) ?? 0) + 1);
  return order.filter((card) => {
    const count = more.get(card) ?? 0;
    if (count) more.set(card, count - 1);
    return !count;
  });
}

/** A house that could say afterwards which cards were gone could choose the deal: it said so before the wagers. */
async function checkShoe(round: FinishedRound): Promise<Check> {
  const about = { id: "shoe" as const, title: "The cards gone from the shoe are those told before the wagers" };
  const told = openedEvent(round)?.shoe as Record<string, unknown> | undefined;
  const shoe = round.shoe;
  if (!told || !shoe) return { ...about, ok: false, text: "What was gone from the shoe before the round is missing." };
  const gone = [...shoe.gone].sort((a, b) => value(a) - value(b));
  const cards = round.deck_order.length;
  if (left(round.deck_order, gone).length !== cards - gone.length) {
    return { ...about, ok: false, text: "More cards are said to be gone than the decks hold." };
  }
  const counts = [
    [told.number, shoe.number],
    [told.round, shoe.round],
    [told.dealt, gone.length],
    [told.buried, shoe.buried],
    [told.to_cut, cards - shoe.cut - gone.length - shoe.buried],
  ];
  const digest = await sha256(encoder.encode(gone.join(" ")));
  if (digest !== told.digest || counts.some(([said, is]) => said !== is)) {
    return {
      ...about,
      ok: false,
      text: `SHA-256 of the cards gone is ${digest}, but ${String(told.digest)} was told.`,
    };
  }
  const buried = shoe.buried
    ? ` ${shoe.buried} more are buried: nobody has seen them, so any card left may be one.`
    : "";
  const text = `Round ${shoe.round} of shoe ${shoe.number}, with ${gone.length} of ${cards} cards gone.${buried}`;
  return { ...about, ok: true, text };
}

function checkFair(round: FinishedRound): Check {
  const about = { id: "fair" as const, title: "No card was set by hand" };
  const opened = openedEvent(round);
  if (!opened) return { ...about, ok: false, text: "The round's first event is missing." };
  return opened.fair === false
    ? { ...about, ok: false, text: "The deck was stacked for an exercise: this deal is no chance." }
    : { ...about, ok: true, text: "The whole deck comes from the shuffle." };
}

function checkDealing(round: FinishedRound, deck: readonly string[]): Check {
  const about = { id: "dealing" as const, title: "The cards came from the deck in order" };
  const dealing = round.dealing;
  if (!dealing?.length) return { ...about, ok: false, text: "No cards were given to compare." };
  const wrong = dealing.findIndex((card, place) => card !== deck[place]);
  return wrong < 0
    ? { ...about, ok: true, text: `All ${dealing.length} cards, the burned ones included, are the shuffled deck's.` }
    : {
        ...about,
        ok: false,
        text: `Card ${wrong + 1} was ${dealing[wrong]}, but the seed deals ${deck[wrong] ?? "no card"}.`,
      };
}

/** Every card in sight in the round's events, where it was dealt and wherever it was shown again. */
function checkEvents(round: FinishedRound, deck: readonly string[]): Check {
  const about = { id: "events" as const, title: "Every card you saw is that card" };
  const felt = new Felt(deck);
  for (const [place, event] of round.events.entries()) {
    const problem = felt.see(event);
    if (problem) return { ...about, ok: false, text: `Event ${place + 1}: ${problem}` };
  }
  if (felt.drawn !== (round.dealing?.length ?? 0)) {
    return { ...about, ok: false, text: `${felt.drawn} cards were dealt in the events, not ${round.dealing?.length}.` };
  }
  return { ...about, ok: true, text: `${felt.compared} cards in sight, each as the seed deals it.` };
}

/** Follows where the deck's cards went, to know what each later event must show. */
class Felt {
  drawn = 0;
  compared = 0;
  private readonly deck: readonly string[];
  private readonly places = new Map<string, string[]>();

  constructor(deck: readonly string[]) {
    this.deck = deck;
  }

  see(event: RoundEvent): string {
    const cards = event.cards as (string | null)[] | undefined;
    switch (event.event) {
      case "Burned":
        return this.compare(cards!, this.take(cards!.length));
      case "Dealt": {
        const taken = this.take(cards!.length);
        this.row(event.to, String(event.area)).push(...taken);
        return this.compare(cards!, taken);
      }
      case "Turned": {
        const row = this.row(event.whose, "dealt");
        const places = event.places as number[];
        return this.compare(
          cards!,
          places.map((at) => row[at] ?? ""),
        );
      }
      case "Took": {
        const source = event.source === "aside" ? this.row(event.seat, "aside") : this.row("community", "dealt");
        this.row(event.seat, "drawn").push(...(cards as string[]));
        return this.within(cards!, source);
      }
      case "Decided": {
        const decision = event.decision as { discard?: (string | null)[] };
        return this.within(decision.discard ?? [], this.row(event.seat, "dealt"));
      }
      case "Arranged": {
        const hand = [...(event.hand as (string | null)[])];
        const house = [...this.row("dealer", "dealt"), ...this.row("community", "dealt")];
        const positions = Object.values((event.positions ?? {}) as Record<string, string | null>);
        return this.within(hand, house) || this.within(positions, house);
      }
    }
    return "";
  }

  private take(count: number): string[] {
    const taken = this.deck.slice(this.drawn, this.drawn + count);
    this.drawn += count;
    return taken;
  }

  private row(whose: unknown, area: string): string[] {
    // The dealer's and the shared cards are one row each, whatever the area is called.
    const key = typeof whose === "number" ? `${whose} ${area}` : String(whose);
    if (!this.places.has(key)) this.places.set(key, []);
    return this.places.get(key)!;
  }

  private compare(shown: readonly (string | null)[], true_: readonly string[]): string {
    for (const [place, card] of shown.entries()) {
      if (card === null) continue; // never in your sight
      this.compared++;
      if (card !== true_[place]) return `it shows ${card}, but the seed deals ${true_[place] || "no card"} there.`;
    }
    return "";
  }

  private within(shown: readonly (string | null)[], source: readonly string[]): string {
    const left = [...source];
    for (const card of shown) {
      if (card === null) continue;
      const at = left.indexOf(card);
      if (at < 0) return `it shows ${card}, which did not lie there.`;
      left.splice(at, 1);
    }
    return "";
  }
}

// --- among players ---

async function checkSeals(published: string, proof: SealProof): Promise<Check> {
  const about = { id: "seals" as const, title: "The seals are those of the deck sealed before the hand" };
  const wellFormed = proof.seals.every((seal) => /^[0-9a-f]{64}$/.test(seal));
  const joined = wellFormed ? await sha256(hexBytes(proof.seals.join(""))) : "no hash";
  return joined === published
    ? { ...about, ok: true, text: `SHA-256 of all ${proof.seals.length} seals is ${joined}, as published.` }
    : { ...about, ok: false, text: `SHA-256 of the seals is ${joined}, but ${published} was published.` };
}

async function checkOpened(proof: SealProof): Promise<Check> {
  const about = { id: "cards" as const, title: "Each opened card was sealed at its place" };
  for (const { place, card, key } of proof.cards) {
    const seal = await sha256(new Uint8Array([...hexBytes(key), ...encoder.encode(card)]));
    if (seal !== proof.seals[place]) {
      return { ...about, ok: false, text: `${card} was not sealed at place ${place + 1} of the deck.` };
    }
  }
  return { ...about, ok: true, text: `${proof.cards.length} cards opened, each fits its seal.` };
}

function checkSeen(proof: SealProof, events: readonly RoundEvent[], undealt: readonly string[]): Check {
  const about = { id: "seen" as const, title: "Every card you saw is one of them" };
  const opened = new Map(proof.cards.map(({ place, card }) => [place, card]));
  const hole = new Map<unknown, number[]>();
  let drawn = 0;
  let compared = 0;
  for (const [number, event] of events.entries()) {
    const cards = (event.cards ?? []) as (string | null)[];
    let places: number[];
    if (event.event === "Burned" || event.event === "Dealt") {
      places = cards.map((_, at) => drawn + at);
      drawn += cards.length;
      if (event.event === "Dealt") hole.set(event.to, [...(hole.get(event.to) ?? []), ...places]);
    } else if (event.event === "Shown") {
      places = hole.get(event.seat) ?? [];
    } else continue;
    for (const [at, card] of cards.entries()) {
      if (card === null) continue;
      compared++;
      const true_ = opened.get(places[at] ?? -1);
      if (card !== true_) {
        const other = true_ ? `${true_} was sealed there` : "no card was opened there";
        return { ...about, ok: false, text: `Event ${number + 1}: it shows ${card}, but ${other}.` };
      }
    }
  }
  // What was not dealt lay behind everything that was, in the order in which it would have come.
  const behind = [...opened].filter(([place]) => place >= drawn).sort(([one], [other]) => one - other);
  if (behind.map(([, card]) => card).join() !== undealt.join())
    return {
      ...about,
      ok: false,
      text: `It shows ${undealt.join(" ") || "nothing"} as not dealt, which is not sealed so.`,
    };
  const more = undealt.length ? ` ${undealt.length} more were not dealt, and lay behind them.` : "";
  return { ...about, ok: true, text: `${compared} cards in sight, each opened from its seal.${more}` };
}

function openedEvent(round: FinishedRound): RoundEvent | undefined {
  return round.events.find((event) => event.event === "RoundOpened");
}

function wordsIn(seed: unknown): string {
  return typeof seed === "string" ? seed : "";
}

function value(card: string): number {
  const joker = JOKERS.indexOf(card);
  if (joker >= 0) return RANKS.length * SUITS.length + joker;
  const [rank, suit] = [RANKS.indexOf(card.charAt(0)), SUITS.indexOf(card.charAt(1))];
  return card.length === 2 && rank >= 0 && suit >= 0 ? rank * 4 + suit : -1;
}

function hexBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A record as the page offers it for download, in the shape that `verifyRound` reads. */
export function fromRecord(record: unknown, deckOrder: readonly string[], fingerprint: string): FinishedRound {
  const given = (record ?? {}) as Record<string, unknown>;
  const { events, actions, commitment, server_seed: seed, shoe } = given;
  if (!Array.isArray(events) || !Array.isArray(actions) || typeof commitment !== "string" || typeof seed !== "string") {
    throw new CannotVerify("This file is not the record of a round against the house.");
  }
  if (given.fingerprint !== fingerprint) {
    throw new CannotVerify("This record was played by other rules than the round on this page.");
  }
  const words = new Map<number, string>();
  for (const action of actions as Record<string, unknown>[]) {
    if (action.do === "wager") words.set(Number(action.seat), wordsIn(action.player_seed));
  }
  const dealt = (events as RoundEvent[]).filter(({ event }) => event === "Burned" || event === "Dealt");
  return {
    commitment,
    server_seed: seed,
    deck_order: deckOrder,
    player_seeds: [...words].filter(([, own]) => own),
    dealing: dealt.flatMap(({ cards }) => cards as string[]),
    events: events as RoundEvent[],
    shoe: (shoe as ShoeBefore | undefined) ?? null,
  };
}
