/** What a verification says: one check after the other, in the order a person would make them. */

import { sha256Text, type SeatWords, value, WHOLE_DECK } from "./shuffle";

export interface RoundEvent {
  event: string;
  [field: string]: unknown;
}

export interface Check {
  id:
    | "memory"
    | "own"
    | "whole"
    | "commitment"
    | "words"
    | "deck"
    | "shoe"
    | "fair"
    | "dealing"
    | "events"
    | "seals"
    | "cards"
    | "seen"
    | "felt";
  title: string;
  ok: boolean;
  text: string;
  known?: false; // nothing to compare: it neither holds nor fails
}

export interface Verdict {
  ok: boolean;
  checks: Check[];
}

/** Something that makes checking impossible, as opposed to a round that does not hold. */
export class CannotVerify extends Error {}

export function needHashes(): void {
  if (globalThis.crypto?.subtle) return;
  throw new CannotVerify(
    "This browser computes hashes only on https pages or on localhost: download the record and run houseway verify.",
  );
}

/**
 * A house that could choose the unshuffled deck afterwards could choose the cards. `told` is what this browser was told
 * of the deck before the deal; a deck that is not made of whole ones is good only if it was told.
 */
export async function checkDeck(order: readonly string[], told: readonly string[]): Promise<Check> {
  const about = { id: "deck" as const, title: "The deck is the whole deck, in the fixed order" };
  const digest = await sha256Text(order.join(" "));
  if (told.some((before) => before !== digest)) {
    return { ...about, ok: false, text: "Before the deal this browser was told of another deck." };
  }
  const decks = wholeDecks(order);
  if (decks) return { ...about, ok: true, text: decks };
  if (told.length && order.length && order.every((card) => value(card) >= 0)) {
    return { ...about, ok: true, text: `${order.length} cards, as told before the deal.` };
  }
  return { ...about, ok: false, text: "The deck is not the 52 cards 2c 2d 2h 2s 3c … As, jokers last, for each deck." };
}

/** The decks in words, if each is whole and in order, and all have the same jokers. */
function wholeDecks(order: readonly string[]): string {
  const second = order.indexOf(WHOLE_DECK[0]!, 1);
  const size = second < 0 ? order.length : second;
  const whole = order.slice(0, WHOLE_DECK.length).join() === WHOLE_DECK.join();
  const jokers = order.slice(WHOLE_DECK.length, size).map(value);
  const rising = jokers.every((joker, at) => joker >= WHOLE_DECK.length && (!at || joker > jokers[at - 1]!));
  const alike = order.length % size === 0 && order.every((card, place) => card === order[place % size]);
  if (!whole || !rising || !alike) return "";
  const decks = order.length / size;
  return `${size} cards from ${order[0]} up${decks > 1 ? `, ${decks} times` : ""}.`;
}

/** Whether words are those that were promised: as they are, or by the promise itself where nobody opened them. */
export async function keeps(promise: string, words: string | undefined): Promise<boolean> {
  return words !== undefined && (words === promise || (await sha256Text(words)) === promise);
}

/** Which seats added a seed of their own. The seeds are not quoted: in old rounds they may be anybody's text. */
export function whoAdded(seeds: SeatWords): string {
  const seats = seeds.map(([seat]) => seat).sort((a, b) => a - b);
  return seats.length ? `Added by ${seats.map((seat) => `seat ${seat}`).join(", ")}.` : "Nobody added any.";
}

/** A problem with words that no honest table can have: a seat twice, or something that is no seat. */
export function oddWords(words: SeatWords): string {
  const seats = new Set<unknown>();
  for (const entry of words) {
    const [seat, text] = entry;
    if (entry.length !== 2 || !Number.isInteger(seat) || typeof text !== "string" || !text)
      return "There are words that are no player's.";
    if (seats.has(seat)) return `Seat ${seat} has words twice.`;
    seats.add(seat);
  }
  return "";
}

export function sameSeats(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((seat, at) => seat === other[at]);
}
