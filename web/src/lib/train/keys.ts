// The keys of an answer: digits for what lies in a row, a letter for each verb, Enter, Escape.
import type { Sheet } from "./sheet.svelte";
import type { Outcome, Slot } from "./slots";

export const DIGITS = "123456789";
/** Letters that no verb of a dealer has. */
export const OUTCOME_KEYS: Record<Outcome, string> = { take: "k", push: "o", pay: "y" };
export const TURN_KEY = "v";

/** What each key does to the slot that is asked now; verbs can be changed at any time. */
export function keysOf(sheet: Sheet, submit: () => void): Record<string, () => void> {
  const bound: Record<string, () => void> = {
    Enter: () => sheet.enter() && submit(),
    Escape: () => sheet.takeBack(),
    Backspace: () => sheet.takeBack(),
  };
  for (const slot of sheet.slots) {
    if (slot.form !== "verb") continue;
    for (const { id, key } of slot.choices) bound[key] = () => sheet.choose(slot, id);
  }
  const slot = sheet.slot;
  if (slot) Object.assign(bound, ofSlot(sheet, slot));
  return bound;
}

function ofSlot(sheet: Sheet, slot: Slot): Record<string, () => void> {
  const bound: Record<string, () => void> = {};
  const digits = (acts: (() => void)[]): void => {
    for (const [place, act] of acts.slice(0, DIGITS.length).entries()) bound[DIGITS.charAt(place)] = act;
  };
  if (slot.form === "choice")
    digits(
      slot.choices.map(
        ({ id }) =>
          () =>
            sheet.choose(slot, id),
      ),
    );
  if (slot.form === "cards") digits(slot.cards.map((_, card) => () => sheet.toggle(slot, card)));
  if (slot.form === "payout") {
    digits(slot.chips.map((cents) => () => sheet.chip(slot, cents)));
    for (const outcome of ["take", "push", "pay"] as const)
      bound[OUTCOME_KEYS[outcome]] = () => sheet.settle(slot, outcome);
  }
  if (slot.form === "row") {
    const value = sheet.values[slot.key];
    const laid = value?.is === "row" ? value.at : [];
    digits(slot.cards.map((_, card) => () => (laid.includes(card) ? sheet.turn(slot, card) : sheet.lay(slot, card))));
    const last = laid.at(-1);
    if (last !== undefined) bound[TURN_KEY] = () => sheet.turn(slot, last);
  }
  return bound;
}
