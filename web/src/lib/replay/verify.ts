/**
 * Deals a finished round again from its seed, in the browser, and compares every card: the house need not be trusted.
 *
 * The shuffle is the one that docs/fairness.md describes. WebCrypto does the hashing; nothing here asks the network.
 */

import {
  CannotVerify,
  type Check,
  checkDeck,
  keeps,
  needHashes,
  oddWords,
  whoAdded,
  type RoundEvent,
  sameSeats,
  type Verdict,
} from "./checks";
import { hexBytes, isDigest, mixed, type SeatWords, sha256, sha256Text, shuffled, value } from "./shuffle";
import { Felt } from "./verifyFelt";
import { checkFelt, checkOwn, checkPromised, NOTHING_SEEN, type Seen } from "./verifySeen";

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
  player_seeds: SeatWords;
  dealing: readonly string[] | null;
  events: readonly RoundEvent[];
  shoe?: ShoeBefore | null;
  round?: { readonly void: boolean }; // a round that was made void ends anywhere
}

const KINDS = new Set([
  "RoundOpened",
  "WagersPlaced",
  "WagersClosed",
  "MeterFed",
  "MeterPaid",
  "Burned",
  "Dealt",
  "Decided",
  "Turned",
  "Took",
  "Arranged",
  "Settled",
  "Collected",
  "Buried",
  "Shuffled",
  "RoundClosed",
]);

/** Check a round, against what this browser has seen of it where that is given. */
export async function verifyRound(round: FinishedRound, seen?: Seen): Promise<Verdict> {
  needHashes();
  if (!round.server_seed) {
    throw new CannotVerify("The seed of this round is not revealed, so it cannot be checked here.");
  }
  const kept = round.shoe || openedEvent(round)?.shoe ? [await checkShoe(round)] : [];
  const checks = [
    ...(seen ? await remembered(round, seen) : []),
    checkWhole(round),
    await checkCommitment(round),
    await checkWords(round),
    await checkDeck(round.deck_order, (seen ?? NOTHING_SEEN).decks),
    ...kept,
    checkFair(round),
  ];
  const all = checks.length + 2;
  const needed = new Set(["commitment", "deck", "shoe"]); // without these there is no deck to compare with
  if (checks.every((check) => check.ok || !needed.has(check.id))) {
    const cards = left(round.deck_order, round.shoe?.gone ?? []);
    const deck = await shuffled(cards, hexBytes(round.server_seed), mixed(round.player_seeds));
    checks.push(checkDealing(round, deck), checkEvents(round, deck));
  }
  return { ok: checks.length === all && checks.every((check) => check.ok), checks };
}

async function remembered(round: FinishedRound, seen: Seen): Promise<Check[]> {
  const gone = (openedEvent(round)?.shoe as { digest?: string } | undefined)?.digest ?? null;
  const closed = round.events.find(({ event }) => event === "WagersClosed");
  return [
    checkPromised(withGone(round.commitment, gone), seen),
    await checkOwn(seen.own, round.player_seeds, (closed?.seats ?? []) as unknown[]),
    checkFelt(seen, round.dealing ?? []),
  ];
}

/** Of a shoe that is kept, the cards gone from it are promised too. */
export function withGone(commitment: string, gone: string | null): string {
  return gone === null ? commitment : `${commitment}, with ${gone} for the cards gone,`;
}

// --- the checks, in the order a person would make them ---

/** A round of which the beginning, the end or something between is left out could be any round. */
function checkWhole(round: FinishedRound): Check {
  const about = { id: "whole" as const, title: "The round is told from its beginning to its end" };
  const problem = wholeProblem(round);
  if (problem) return { ...about, ok: false, text: problem };
  const void_ = round.round?.void ? " It was made void before its end." : "";
  return { ...about, ok: true, text: `${round.events.length} events.${void_}` };
}

function wholeProblem({ events, server_seed, round }: FinishedRound): string {
  const count = (kind: string): number => events.filter(({ event }) => event === kind).length;
  const unknown = events.find(({ event }) => !KINDS.has(event));
  if (unknown) return `There is no such event: ${unknown.event}.`;
  if (events[0]?.event !== "RoundOpened" || count("RoundOpened") > 1) return "It does not begin with its opening.";
  const ends = count("RoundClosed");
  if (ends !== (round?.void ? 0 : 1) || (ends && events.at(-1)?.event !== "RoundClosed"))
    return "It does not end with its end.";
  if (ends && events.at(-1)?.server_seed !== server_seed) return "At its end another seed was revealed.";
  const closed = events.findIndex(({ event }) => event === "WagersClosed");
  if (closed < 0 || count("WagersClosed") > 1) return "It does not say when wagers were closed.";
  if (events.some(({ event }, at) => at > closed && event === "WagersPlaced")) return "Wagers came after the deal.";
  const dealt = events.findIndex(({ event }) => event === "Dealt" || event === "Burned");
  if (dealt >= 0 && dealt < closed) return "Cards came before wagers were closed.";
  return seatsProblem(events, events[closed]!.seats as number[]);
}

/** Cards and words are for those who have wagers on the layout, and for nobody else. */
function seatsProblem(events: readonly RoundEvent[], playing: readonly number[]): string {
  const bet = new Map<number, boolean>();
  for (const { event, seat, stakes } of events) {
    if (event === "WagersPlaced") bet.set(seat as number, Object.keys(stakes as object).length > 0);
  }
  const seats = [...bet].filter(([, plays]) => plays).map(([seat]) => seat);
  const inOrder = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other);
  const table = (events[0]!.seats ?? []) as number[];
  if (!sameSeats(inOrder(seats), inOrder(playing)) || !playing.every((seat) => table.includes(seat)))
    return "Those who play are not those who have made wagers.";
  const stray = events.find(({ event, to }) => event === "Dealt" && typeof to === "number" && !playing.includes(to));
  return stray ? `Seat ${String(stray.to)} got cards without a wager.` : "";
}

async function checkCommitment(round: FinishedRound): Promise<Check> {
  const title = "The seed is the one promised before the deal";
  const about = { id: "commitment" as const, title };
  const seed = round.server_seed ?? "";
  if (!isDigest(seed)) {
    return { ...about, ok: false, text: "The revealed seed is not 64 hexadecimal digits." };
  }
  const digest = await sha256(hexBytes(seed));
  const promised = (openedEvent(round)?.commitment as string | undefined) ?? "nothing";
  if (digest !== round.commitment || promised !== round.commitment) {
    return { ...about, ok: false, text: `SHA-256 of the seed is ${digest}, but ${promised} was promised.` };
  }
  return { ...about, ok: true, text: `SHA-256 of the seed is ${digest}, as promised.` };
}

async function checkWords(round: FinishedRound): Promise<Check> {
  const about = { id: "words" as const, title: "The players' own words are in the shuffle" };
  const problem = oddWords(round.player_seeds) || (await wordsProblem(round));
  if (problem) return { ...about, ok: false, text: problem };
  return { ...about, ok: true, text: whoAdded(round.player_seeds) };
}

/** Every seat's last wagers say what its words must be: those, or some that keep the promise. */
async function wordsProblem(round: FinishedRound): Promise<string> {
  const placed = new Map<number, { words: string; promise: string }>();
  for (const { event, seat, stakes, player_seed: words, promise } of round.events) {
    if (event !== "WagersPlaced") continue;
    placed.delete(Number(seat)); // placing wagers again replaces the words as well
    if (!Object.keys(stakes ?? {}).length) continue; // who does not play has no words
    if (textIn(words) || textIn(promise)) placed.set(Number(seat), { words: textIn(words), promise: textIn(promise) });
  }
  const given = new Map(round.player_seeds);
  const other = "The words in the shuffle are not those given with the wagers.";
  if (!sameSeats([...placed.keys()].sort(), [...given.keys()].sort())) return other;
  for (const [seat, { words, promise }] of placed) {
    if (!(promise ? await keeps(promise, given.get(seat)) : given.get(seat) === words)) return other;
  }
  const told = round.events.find(({ event }) => event === "WagersClosed")?.player_seeds as Record<string, string>;
  const promised = [...placed.values()].some(({ promise }) => promise);
  const same = Object.keys(told ?? {}).length === given.size && [...given].every(([seat, own]) => told[seat] === own);
  return promised && !same ? "The words told at the deal are not those in the shuffle." : "";
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
  const digest = await sha256Text(gone.join(" "));
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
  return openedEvent(round)?.fair === true
    ? { ...about, ok: true, text: "The whole deck comes from the shuffle." }
    : { ...about, ok: false, text: "The deck was stacked for an exercise: this deal is no chance." };
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
  return { ...about, ok: true, text: `Cards were shown ${felt.compared} times, each time as the seed deals them.` };
}

function openedEvent(round: FinishedRound): RoundEvent | undefined {
  return round.events.find((event) => event.event === "RoundOpened");
}

function textIn(text: unknown): string {
  return typeof text === "string" ? text : "";
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
    if (action.do === "wager") words.set(Number(action.seat), textIn(action.player_seed) || textIn(action.promise));
    if (action.do === "open") words.set(Number(action.seat), textIn(action.words));
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
    round: { void: (events as RoundEvent[]).at(-1)?.event !== "RoundClosed" },
  };
}
