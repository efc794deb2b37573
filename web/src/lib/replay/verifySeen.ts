/** What this browser saw before the deal and at the table, against what the house says afterwards. */

import { type Check, keeps, sameSeats } from "./checks";
import type { SeatWords } from "./shuffle";

/** What a table told of a shuffle when it was closed, before this browser opened its words. */
export interface Fixed {
  words: readonly { seat: number; promise: string; words: string }[];
  players: readonly number[];
}

/** The words of this browser for one shuffle, and what was told of it before they were opened. */
export interface OwnWords {
  commitment: string;
  seal: string | null;
  deck: string;
  promise: string;
  words: string;
  promised: boolean; // whether the table has said that it has the promise
  fixed: Fixed | null; // null: they were not opened here
  opened: boolean; // whether the table has said that it has them
}

/** What this browser remembers of a round; nothing of one that it did not see. */
export interface Seen {
  promised: readonly string[]; // what was shown as promised, while the round was under way
  decks: readonly string[]; // hashes of the deck, as they were told before the deal
  own: OwnWords | null;
  cards: readonly string[]; // all cards in sight when it was over
}

export const NOTHING_SEEN: Seen = { promised: [], decks: [], own: null, cards: [] };

export function checkPromised(promised: string, seen: Seen): Check {
  const about = { id: "memory" as const, title: "This browser saw the same promise before the deal" };
  const other = seen.promised.find((each) => each !== promised);
  if (other) {
    const text = `${other} was shown at the table before the deal, but now the house says ${promised}.`;
    return { ...about, ok: false, text };
  }
  if (seen.promised.length) return { ...about, ok: true, text: `${promised} was shown at the table before the deal.` };
  return {
    ...about,
    ok: true,
    known: false,
    text: "This browser did not watch the round from its beginning, so it remembers no promise to compare.",
  };
}

/** A house that knew everybody's words could still choose the last ones, or who plays, and with that the cards. */
export async function checkOwn(own: OwnWords | null, words: SeatWords, players: readonly unknown[]): Promise<Check> {
  const about = { id: "own" as const, title: "Your own words are in the shuffle, and nobody could choose by them" };
  if (!own || !(own.promised || own.fixed)) {
    const text = "This browser added no words to this deal.";
    return { ...about, ok: true, known: false, text };
  }
  const problem = await ownProblem(own, new Map(words), players);
  if (problem) return { ...about, ok: false, text: problem };
  const late = own.fixed?.words.filter((each) => each.promise && each.promise === new Map(words).get(each.seat)) ?? [];
  const mine = late.some((each) => each.promise === own.promise);
  const others = late.filter((each) => each.promise !== own.promise).map((each) => `seat ${each.seat}`);
  const left = others.length ? ` Of ${others.join(", ")} the promise alone is in it: its words were not opened.` : "";
  if (!own.fixed || mine) {
    const text = "Your words did not reach the table in time, so their promise is in the shuffle instead.";
    return { ...about, ok: true, known: false, text: text + left };
  }
  const text = `${own.words} is in it. All other words were fixed before the house could know yours.${left}`;
  return { ...about, ok: true, text };
}

async function ownProblem(
  own: OwnWords,
  words: ReadonlyMap<number, string>,
  players: readonly unknown[],
): Promise<string> {
  const texts = [...words.values()];
  if (!texts.includes(own.words) && !texts.includes(own.promise)) return "The words of this browser were left out.";
  if (!own.fixed) return "";
  if (own.opened && !texts.includes(own.words)) {
    return "The table took the words of this browser, but the house says that they were not opened.";
  }
  const seats = own.fixed.words.map(({ seat }) => seat);
  if (
    !sameSeats(
      seats,
      [...words.keys()].sort((one, other) => one - other),
    )
  ) {
    return `Words of the seats ${seats.join(", ")} were fixed when yours were opened, not of ${[...words.keys()].join(", ")}.`;
  }
  for (const { seat, promise, words: given } of own.fixed.words) {
    const kept = promise ? await keeps(promise, words.get(seat)) : words.get(seat) === given;
    if (!kept) return `The words of seat ${seat} are not those that were fixed when yours were opened.`;
  }
  if (!sameSeats(own.fixed.players, players)) {
    return `The seats ${own.fixed.players.join(", ")} were to play when your words were opened, not ${players.join(", ")}.`;
  }
  return "";
}

/** Every card that lay on the table in front of this person is among those that are shown now. */
export function checkFelt(seen: Seen, shown: readonly string[]): Check {
  const about = { id: "felt" as const, title: "The cards are those that lay on the table" };
  if (!seen.cards.length) {
    return { ...about, ok: true, known: false, text: "This browser did not see the end of the round at the table." };
  }
  const left = [...shown];
  for (const card of seen.cards) {
    const at = left.indexOf(card);
    if (at < 0) return { ...about, ok: false, text: `${card} lay on the table, but the house shows no such card now.` };
    left.splice(at, 1);
  }
  return { ...about, ok: true, text: `All ${seen.cards.length} cards that this browser saw are among them.` };
}
