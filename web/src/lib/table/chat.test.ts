// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from "vitest";
import { Mutes, mutes } from "$lib/browser/mutes.svelte";
import type { ChatLine, ChatLines } from "$lib/server/protocol";
import { Chat } from "./chat.svelte";

const ME = 1;
const ANN = 2;
const BOB = 3;

afterEach(() => {
  for (const { id } of mutes.people) mutes.remove(id);
  localStorage.clear();
});

function line(number: number, person = ANN, text = `line ${number}`): ChatLine {
  return { number, made: 0, person, name: `Person ${person}`, seat: person, text };
}
function told(lines: ChatLine[], whole = false): ChatLines {
  return { type: "chat", table: 7, whole, lines };
}
function chat(...lines: ChatLine[]): Chat {
  const found = new Chat();
  found.take(told(lines, true), ME);
  return found;
}
const numbers = (lines: ChatLine[] | null): number[] => (lines ?? []).map(({ number }) => number);

describe("what is said at a table", () => {
  test("there is none before the house tells of it", () => {
    expect(new Chat().lines).toBeNull();
    expect(chat().lines).toEqual([]);
  });

  test("what was said before one came is no news", () => {
    const found = chat(line(1), line(2));
    expect([found.unread, found.heard]).toEqual([0, []]);
    found.take(told([line(3)]), ME);
    expect(found.unread).toBe(1);
    expect(numbers(found.heard)).toEqual([3]);
    found.read();
    expect(found.unread).toBe(0);
  });

  test("one's own lines are read and not read out", () => {
    const found = chat();
    found.take(told([line(1)]), ME);
    found.take(told([line(2, ME)]), ME);
    expect([found.unread, numbers(found.heard), numbers(found.lines)]).toEqual([0, [1], [1, 2]]);
  });

  test("a line that the pit has taken away is gone", () => {
    const found = chat();
    found.take(told([line(1), line(2, BOB)]), ME);
    found.take(told([line(1)], true), ME);
    expect([numbers(found.lines), numbers(found.heard), found.unread]).toEqual([[1], [1], 1]);
    found.read();
    found.take(told([line(3)]), ME);
    expect(found.unread).toBe(1);
  });

  test("after a new start of the server the numbers begin anew", () => {
    const found = chat(line(40));
    found.take(told([], true), ME);
    found.take(told([line(1)]), ME);
    expect(found.unread).toBe(1);
  });

  test("only so many lines are kept", () => {
    const found = chat();
    for (let number = 1; number <= 300; number += 1) found.take(told([line(number)]), ME);
    expect(found.lines).toHaveLength(200);
    expect(found.lines?.at(-1)?.number).toBe(300);
    expect(found.heard).toHaveLength(3);
  });

  test("another visitor is told anew", () => {
    const found = chat(line(1));
    found.take(told([line(2)]), ME);
    found.forget();
    expect([found.lines, found.unread, found.heard]).toEqual([null, 0, []]);
  });
});

describe("muting", () => {
  test("what somebody wrote and will write is neither shown, counted nor read out, until they are unmuted", () => {
    const found = chat(line(1, BOB));
    found.take(told([line(2, BOB), line(3)]), ME);
    mutes.add(BOB, "Bob");
    found.take(told([line(4, BOB)]), ME);
    expect([numbers(found.lines), found.unread, numbers(found.heard)]).toEqual([[3], 1, [3]]);
    mutes.remove(BOB);
    expect(numbers(found.lines)).toEqual([1, 2, 3, 4]);
  });

  test("the browser keeps it", () => {
    mutes.add(BOB, "Bob");
    mutes.add(BOB, "Bobby");
    expect(new Mutes().people).toEqual([{ id: BOB, name: "Bobby" }]);
    mutes.remove(BOB);
    expect(new Mutes().has(BOB)).toBe(false);
  });

  test.each(["{", "7", '[{"id": "x"}, null]'])("what else is kept there is passed over: %s", (kept) => {
    localStorage.setItem("houseway.muted", kept);
    expect(new Mutes().people).toEqual([]);
  });
});
