/**
 * A hand among players, whose seed stays with the house: every card this person saw lay sealed at its place before
 * anybody's words were known, and the words say which places were dealt.
 */

import type { SealProof } from "$lib/server/protocol";
import {
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
import { cutPlaces, hexBytes, isDigest, type SeatWords, sha256 } from "./shuffle";
import { checkFelt, checkOwn, checkPromised, NOTHING_SEEN, type Seen } from "./verifySeen";

/** What a person is given after a hand. */
export interface FinishedHand {
  commitment: string;
  seal: string;
  proof: SealProof;
  events: readonly RoundEvent[];
  undealt: readonly string[];
  deck_order: readonly string[];
  player_seeds: SeatWords;
  promised: SeatWords;
  cut: boolean; // whether the words have cut the sealed deck; not in hands of older versions
}

const KINDS = new Set([
  "HandOpened",
  "WagersPlaced",
  "Posted",
  "Burned",
  "Dealt",
  "Bet",
  "CaseMet",
  "Returned",
  "Shown",
  "Mucked",
  "PotPaid",
  "Settled",
  "HandClosed",
]);

/** Check a hand, against what this browser has seen of it where that is given. */
export async function verifyProof(hand: FinishedHand, seen?: Seen): Promise<Verdict> {
  needHashes();
  const places = hand.cut
    ? await cutPlaces(hand.deck_order.length, hand.player_seeds)
    : hand.deck_order.map((_, at) => at);
  const checks = [
    ...(seen ? await remembered(hand, seen) : []),
    checkWhole(hand),
    await checkDeck(hand.deck_order, (seen ?? NOTHING_SEEN).decks),
    await checkSeals(hand),
    await checkWords(hand),
    await checkOpened(hand),
    checkSeen(hand, places),
  ];
  return { ok: checks.every((check) => check.ok), checks };
}

async function remembered(hand: FinishedHand, seen: Seen): Promise<Check[]> {
  const own = await checkOwn(seen.own, hand.player_seeds, dealingOrder(hand.events[0]!));
  const told = seen.own && seen.own.seal !== hand.seal;
  return [
    checkPromised(hand.seal, seen),
    told ? { ...own, ok: false, text: "When your words were opened, another deck was sealed." } : own,
    checkFelt(
      seen,
      hand.proof.cards.map(({ card }) => card),
    ),
  ];
}

/** The players from left of the button. */
function dealingOrder(opened: RoundEvent): number[] {
  const seats = Object.keys(opened.stacks ?? {}).map(Number);
  const behind = (seat: number): number => (seat > Number(opened.button) ? 0 : 1000) + seat;
  return seats.sort((one, other) => behind(one) - behind(other));
}

/** A hand of which something is left out, or whose cards went round otherwise, could be any hand. */
function checkWhole(hand: FinishedHand): Check {
  const about = { id: "whole" as const, title: "The hand is told from its beginning to its end" };
  const problem = wholeProblem(hand);
  return problem
    ? { ...about, ok: false, text: problem }
    : { ...about, ok: true, text: `${hand.events.length} events.` };
}

function wholeProblem({ events, commitment }: FinishedHand): string {
  const [opened] = events;
  const count = (kind: string): number => events.filter(({ event }) => event === kind).length;
  const unknown = events.find(({ event }) => !KINDS.has(event));
  if (unknown) return `There is no such event: ${unknown.event}.`;
  if (opened?.event !== "HandOpened" || count("HandOpened") > 1) return "It does not begin with its opening.";
  if (events.at(-1)?.event !== "HandClosed" || count("HandClosed") > 1) return "It does not end with its end.";
  if (opened.commitment !== commitment) return "It was opened with another commitment.";
  if (opened.fair !== true) return "The deck was stacked for an exercise: this deal is no chance.";
  const order = dealingOrder(opened);
  const dealt = events.filter(({ event, to }) => event === "Dealt" && typeof to === "number").map(({ to }) => to);
  const around = dealt.map((_, at) => order[at % order.length]);
  return sameSeats(dealt, around) && dealt.length % order.length === 0 ? "" : "The cards did not go round the table.";
}

async function checkSeals({ seal: published, proof, deck_order: deck }: FinishedHand): Promise<Check> {
  const about = { id: "seals" as const, title: "The seals are those of the deck sealed before the hand" };
  if (proof.seals.length !== deck.length) {
    return { ...about, ok: false, text: `${proof.seals.length} seals do not seal a deck of ${deck.length} cards.` };
  }
  const wellFormed = proof.seals.every(isDigest);
  const joined = wellFormed ? await sha256(hexBytes(proof.seals.join(""))) : "no hash";
  return joined === published
    ? { ...about, ok: true, text: `SHA-256 of all ${proof.seals.length} seals is ${joined}, as published.` }
    : { ...about, ok: false, text: `SHA-256 of the seals is ${joined}, but ${published} was published.` };
}

async function checkWords({ player_seeds: words, promised }: FinishedHand): Promise<Check> {
  const about = { id: "words" as const, title: "The players' own words are those that were promised" };
  const said = new Map(words);
  let problem = oddWords(words) || oddWords(promised);
  for (const [seat, promise] of promised) {
    if (!(await keeps(promise, said.get(seat)))) problem ||= `Seat ${seat} has promised other words.`;
  }
  if (promised.length && words.length !== promised.length) problem ||= "There are words that nobody has promised.";
  if (problem) return { ...about, ok: false, text: problem };
  return { ...about, ok: true, text: whoAdded(words) };
}

async function checkOpened({ proof, deck_order: deck }: FinishedHand): Promise<Check> {
  const about = { id: "cards" as const, title: "Each opened card was sealed at its place" };
  const places = new Set<number>();
  const left = [...deck];
  for (const { place, card, key } of proof.cards) {
    const at = left.indexOf(card);
    if (at < 0) return { ...about, ok: false, text: `${card} was sealed more often than the deck holds it.` };
    left.splice(at, 1);
    const bytes = new Uint8Array([...hexBytes(key), ...new TextEncoder().encode(card)]);
    const fits = isDigest(key) && Number.isInteger(place) && (await sha256(bytes)) === proof.seals[place];
    if (!fits || places.has(place)) {
      return { ...about, ok: false, text: `${card} was not sealed at place ${place + 1} of the deck.` };
    }
    places.add(place);
  }
  return { ...about, ok: true, text: `${proof.cards.length} cards opened, each fits its seal.` };
}

/** `dealtFrom` says where the cards lay in the sealed deck, in the order of the deal. */
function checkSeen({ proof, events, undealt }: FinishedHand, dealtFrom: readonly number[]): Check {
  const about = { id: "seen" as const, title: "Every card you saw is one of them" };
  const sealed = new Map(proof.cards.map(({ place, card }) => [place, card]));
  const opened = new Map<number, string>();
  for (const [drawn, place] of dealtFrom.entries()) {
    if (sealed.has(place)) opened.set(drawn, sealed.get(place)!);
  }
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
  return { ...about, ok: true, text: `Cards were shown ${compared} times, each time as their seals open.${more}` };
}
