import { expect, test } from "vitest";
import { ACT, AMOUNT, CARDS, CHOICE, PAYOUT, question, ROW } from "../../testing/questions";
import { keysOf } from "./keys";
import { Sheet } from "./sheet.svelte";
import type { Slot } from "./slots";

function at(sheet: Sheet, key: string): Slot {
  const found = sheet.slots.find((slot) => slot.key === key);
  if (!found) throw new Error(`no slot ${key}`);
  return found;
}
/** Press keys one after the other, as the page binds them at each moment. */
function press(sheet: Sheet, ...keys: string[]): number {
  let given = 0;
  for (const key of keys) keysOf(sheet, () => (given += 1))[key]?.();
  return given;
}

test("a sheet goes from one thing that is asked to the next, and has no answer before the last", () => {
  const sheet = new Sheet(question(CHOICE, CARDS));
  expect(sheet.slot?.key).toBe("wins");
  sheet.choose(at(sheet, "wins"), "house");
  expect(sheet.slot?.key).toBe("plays");
  expect(sheet.answer).toBeNull();
  sheet.toggle(at(sheet, "plays"), 2);
  sheet.toggle(at(sheet, "plays"), 1);
  expect(sheet.answer).toEqual({ wins: "house", plays: ["Kd", "Ah"] });
  sheet.toggle(at(sheet, "plays"), 2);
  expect(sheet.answer).toEqual({ wins: "house", plays: ["Kd"] });
});

test("enter says what is missing, and gives the answer once nothing is", () => {
  const sheet = new Sheet(question(CHOICE, AMOUNT));
  expect(sheet.enter()).toBe(false);
  expect(sheet.missing).toBe("This is not answered yet: Who wins?");
  sheet.choose(at(sheet, "wins"), "push");
  sheet.type(at(sheet, "call"), " $12.50 ");
  expect(sheet.missing).toBe("");
  expect(sheet.enter()).toBe(true);
  expect(sheet.answer).toEqual({ wins: "push", call: "12.50" });
});

test("no cards at all are an answer where none must be chosen", () => {
  const sheet = new Sheet(question({ ...CARDS, least: 0 } as typeof CARDS));
  expect(sheet.answer).toBeNull();
  expect(sheet.enter()).toBe(true);
  expect(sheet.answer).toEqual({ plays: [] });
});

test("a row is laid from the left, moved and turned", () => {
  const sheet = new Sheet(question(ROW));
  const slot = at(sheet, "lay");
  sheet.lay(slot, 1);
  sheet.lay(slot, 0);
  expect(sheet.answer).toBeNull();
  sheet.lay(slot, 2);
  sheet.turn(slot, 0);
  expect(sheet.answer).toEqual({ lay: { cards: ["Ks", "4c", "9d"], turned: ["4c"] } });
  sheet.lay(slot, 0, 0); // dragged before the first
  expect(sheet.answer).toEqual({ lay: { cards: ["4c", "Ks", "9d"], turned: ["4c"] } });
  sheet.takeBack();
  expect(sheet.values["lay"]).toMatchObject({ at: [0, 1], turned: [0] });
});

test("a payout is stacked chip by chip; the last one can be taken back", () => {
  const sheet = new Sheet(question(PAYOUT));
  const slot = at(sheet, "ante");
  for (const chip of [2500, 500, 500, 50]) sheet.chip(slot, chip);
  sheet.takeBack();
  expect(sheet.answer).toEqual({ ante: { do: "pay", chips: { 2500: 1, 500: 2 } } });
  sheet.settle(slot, "take");
  expect(sheet.answer).toEqual({ ante: { do: "take" } });
  sheet.settle(slot, "pay");
  expect(sheet.answer).toBeNull();
});

test("an act is a verb and what must be told of it; another verb forgets it", () => {
  const sheet = new Sheet(question(ACT));
  sheet.choose(at(sheet, "act/do"), "close");
  expect(sheet.answer).toEqual({ act: { do: "close" } });
  sheet.choose(at(sheet, "act/do"), "settle");
  expect(sheet.slots.map(({ key }) => key)).toEqual(["act/do", "act/seat", "act/wager", "act/how"]);
  sheet.choose(at(sheet, "act/seat"), "seat 2");
  sheet.choose(at(sheet, "act/wager"), "flush");
  sheet.settle(at(sheet, "act/how"), "push");
  expect(sheet.answer).toEqual({ act: { do: "settle", seat: "seat 2", wager: "flush", how: { do: "push" } } });
  sheet.choose(at(sheet, "act/do"), "close");
  expect(sheet.answer).toEqual({ act: { do: "close" } });
});

test("who points at a spot of the felt has said the seat and the wager", () => {
  const sheet = new Sheet(question(ACT));
  sheet.choose(at(sheet, "act/do"), "settle");
  expect(sheet.targets).toEqual(["seat 1", "seat 2"]);
  expect(sheet.point(["dealer"])).toBe(false);
  expect(sheet.point(["seat 2 flush", "seat 2"])).toBe(true);
  expect(sheet.slot?.key).toBe("act/how");
  expect(sheet.values["act/wager"]).toEqual({ is: "id", id: "flush" });
});

test("everything can be done by keys", () => {
  const sheet = new Sheet(question(ACT, PAYOUT, ROW));
  press(sheet, "p", "2", "1", "y", "2", "2", "Enter");
  expect(sheet.slot?.key).toBe("ante");
  press(sheet, "k");
  expect(sheet.slot?.key).toBe("lay");
  expect(press(sheet, "3", "1", "v", "2", "Enter")).toBe(1);
  expect(sheet.answer).toEqual({
    act: { do: "settle", seat: "seat 2", wager: "ante", how: { do: "pay", chips: { 500: 2 } } },
    ante: { do: "take" },
    lay: { cards: ["9d", "4c", "Ks"], turned: ["4c"] },
  });
});

test("escape goes back slot by slot", () => {
  const sheet = new Sheet(question(ACT));
  press(sheet, "p", "1", "2", "Escape");
  expect(sheet.slot?.key).toBe("act/wager");
  press(sheet, "Escape", "Escape");
  expect(sheet.values).toEqual({});
  press(sheet, "Escape");
  expect(sheet.values).toEqual({});
});
