// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { preferences } from "$lib/browser/preferences.svelte";
import { sound } from "$lib/browser/sound";
import { bankedView, event, place, player, potView } from "../../testing/views";
import { Director, stage } from "./director.svelte";

let director: Director;
let start: number;
/** What is shown already, of what these events show. */
const lacks = (key: string): boolean => director.waiting.has(key);
/** How long after the update something is shown, in ms. */
function shownAfter(key: string): number {
  expect(lacks(key)).toBe(true);
  while (lacks(key)) vi.advanceTimersByTime(1);
  return Math.round(performance.now() - start);
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterAll(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  vi.advanceTimersByTime(Math.ceil(stage.left())); // nothing of the test before is on its way any more
  preferences.pace = 2;
  director = new Director();
  start = performance.now();
});

afterEach(() => {
  director.finish();
  vi.restoreAllMocks();
});

describe("cards that are dealt", () => {
  test("come one after the other, and turn when they lie", () => {
    director.play([event("Dealt", { to: 1, cards: ["Ah", null, "2c"] })], null, 1);
    expect(shownAfter("deal:1:dealt:0")).toBeLessThan(3);
    expect(shownAfter("deal:1:dealt:1")).toBe(105);
    expect(lacks("turn:1:dealt:1")).toBe(false); // nobody sees it
    expect(shownAfter("deal:1:dealt:2")).toBe(210);
    expect(shownAfter("turn:1:dealt:0")).toBe(260);
  });

  test("follow those that lie there already", () => {
    const before = bankedView({ seats: [place({ seat: 1, dealt: ["Ah", "Kd"] })], community: ["5h"] });
    director.play(
      [event("Dealt", { to: 1, cards: [null] }), event("Dealt", { to: "community", cards: [null] })],
      before,
      1,
    );
    expect([...director.waiting]).toEqual(["deal:1:dealt:2", "deal:community:dealt:1"]);
  });

  test("do so among players too", () => {
    const before = potView({ community: ["5h", "6h", "7h"], players: [player({ seat: 4, cards: [null] })] });
    director.play(
      [event("Dealt", { to: "community", cards: [null] }), event("Dealt", { to: 4, cards: [null] })],
      before,
      1,
    );
    expect([...director.waiting]).toEqual(["deal:community:dealt:3", "deal:4:dealt:1"]);
  });

  test("are awaited by those who speak of them", () => {
    director.play([event("Dealt", { to: "dealer", cards: ["9s"] })], null, 1);
    expect([director.awaits("dealer"), director.awaits(1, "community")]).toEqual([true, false]);
  });
});

describe("cards that are turned", () => {
  const reveal = [
    event("Dealt", { to: "dealer", cards: [null, null] }),
    event("Turned", { whose: "dealer", places: [0, 1], cards: ["9s", "2c"] }),
    event("Arranged"),
    event("Settled", { seat: 1, wager: "ante", amount: 500, returned: 1000 }),
  ];

  test("turn one by one; nothing is paid before they are seen and put in order", () => {
    director.play(reveal, null, 1);
    expect(shownAfter("turn:dealer:dealt:0")).toBe(210);
    expect(shownAfter("turn:dealer:dealt:1")).toBe(300);
    expect([director.set, lacks("settled:1:ante")]).toEqual([false, true]);
    const set = shownAfter("arranged");
    expect(set).toBe(210 + 460 + 2 * 90 + 380);
    expect(director.set).toBe(true);
    expect(shownAfter("settled:1:ante")).toBe(set + 380);
    expect(director.busy).toBe(true);
  });

  test("are no news to a player who sees them already, and news to one who does not", () => {
    const before = bankedView({ seats: [place({ seat: 1, dealt: ["Ah", null] })] });
    director.play([event("Turned", { whose: 1, places: [0, 1], cards: ["Ah", "Kd"] })], before, 1);
    expect([...director.waiting]).toEqual(["turn:1:dealt:1"]);
  });
});

describe("what is told", () => {
  const round = [
    event("Dealt", { to: "dealer", cards: ["9s"], text: "Dealer is dealt 9s" }),
    event("Arranged", { text: "Dealer has nine high" }),
    event("Settled", { seat: 1, wager: "ante", amount: 500, returned: 0, text: "Seat 1 loses" }),
  ];

  test("is told when the cards have shown it, and not before", () => {
    const told: string[] = [];
    director.onTold = (texts) => told.push(...texts);
    director.play(round, null, 1);
    expect([director.untold, told]).toEqual([3, []]);
    shownAfter("deal:dealer:dealt:0");
    expect(director.untold).toBe(3); // it is on its way
    shownAfter("arranged");
    vi.advanceTimersByTime(400);
    expect(told).toEqual(["Dealer is dealt 9s", "Dealer has nine high"]);
    vi.advanceTimersByTime(400);
    expect([director.untold, told.at(-1)]).toEqual([0, "Seat 1 loses"]);
  });

  test("is told at once when a motion is cut short, in its order", () => {
    const told: string[] = [];
    director.onTold = (texts) => told.push(...texts);
    director.play(round, null, 1);
    director.finish();
    expect(told).toEqual(["Dealer is dealt 9s", "Dealer has nine high", "Seat 1 loses"]);
    expect([director.untold, director.waiting.size, director.busy, stage.left()]).toEqual([0, 0, false, 0]);
  });

  test("names the step of the manual that the dealer is at", () => {
    director.play(
      [event("Dealt", { to: 1, cards: [null], step: [2] }), event("Settled", { seat: 1, step: [5, 1] })],
      null,
      1,
    );
    vi.advanceTimersByTime(1);
    expect(director.step).toEqual([2]);
    director.finish();
    expect(director.step).toEqual([5, 1]);
  });
});

describe("the table is busy", () => {
  const cards = [event("Dealt", { to: 1, cards: ["Ah", "Kd", "2c"] })];

  test("until the last card has come", () => {
    director.play(cards, null, 1);
    expect(director.busy).toBe(true);
    vi.advanceTimersByTime(314);
    expect(director.busy).toBe(true);
    vi.advanceTimersByTime(300);
    expect([director.busy, stage.left()]).toEqual([false, 0]);
  });

  test("not for events without cards", () => {
    director.play([event("RoundOpened"), event("WagersPlaced", { seat: 2 })], null, 1);
    expect(director.busy).toBe(false);
  });

  test("longer when more comes meanwhile, which waits for its turn", () => {
    director.play(cards, null, 1);
    vi.advanceTimersByTime(100);
    director.play([event("Dealt", { to: 2, cards: [null] })], bankedView(), 1);
    expect(shownAfter("deal:2:dealt:0")).toBe(315);
  });

  test("not with what was before, for a player who has acted meanwhile", () => {
    director.play([event("Dealt", { to: 1, cards: Array<string>(10).fill("Ah") })], null, 1);
    director.play([event("Decided", { seat: 1 }), event("Dealt", { to: 2, cards: [null] })], bankedView(), 1);
    expect([...director.waiting]).toEqual(["deal:2:dealt:0"]);
    expect(shownAfter("deal:2:dealt:0")).toBeLessThan(3);
  });

  test("never with what a player far behind has to wait for", () => {
    director.play([event("Dealt", { to: 1, cards: Array<string>(60).fill("Ah") })], null, 1);
    director.play([event("Dealt", { to: 2, cards: [null] })], bankedView(), 1);
    expect([...director.waiting]).toEqual(["deal:2:dealt:0"]);
  });
});

describe("the pace", () => {
  const two = [event("Dealt", { to: 1, cards: [null, null] })];

  test.each([
    [0, 420],
    [1, 210],
    [3, 47],
  ])("%i deals the second card after %i ms", (pace, wait) => {
    preferences.pace = pace;
    director.play(two, null, 1);
    expect(Math.abs(shownAfter("deal:1:dealt:1") - wait)).toBeLessThan(2);
  });

  test("instant shows everything at once", () => {
    preferences.pace = 4;
    director.play(
      [...two, event("Turned", { whose: "dealer", places: [0], cards: ["9s"] }), event("Arranged"), event("Settled")],
      null,
      1,
    );
    expect([director.waiting.size, director.busy, director.set, director.untold]).toEqual([0, false, true, 0]);
  });
});

test("a new round forgets the one before", () => {
  director.play([event("Dealt", { to: 1, cards: [null] }), event("Burned", { cards: [null] })], null, 1);
  director.finish();
  expect(director.discarded).toBe(1);
  director.play([event("RoundOpened"), event("Dealt", { to: 1, cards: [null] })], null, 1);
  expect([[...director.waiting], director.discarded]).toEqual([["deal:1:dealt:0"], 0]);
});

test("hands that are collected while the round goes on are gone; one's own, and those of the end, stay", () => {
  const collected = event("Collected", { what: "settled pairs", seats: [1, 2], hand: true });
  const end = event("Collected", { what: "all cards", seats: [3], hand: true });
  director.play([collected, event("Settled", { seat: 3 }), end], null, 1);
  director.finish();
  expect([...director.gone]).toEqual(["2"]);
});

test("who only loses discards keeps the hand", () => {
  const collected = event("Collected", { what: "discards", seats: [2], hand: false });
  director.play([collected, event("Settled", { seat: 2 })], null, 1);
  director.finish();
  expect([...director.gone]).toEqual([]);
});

describe("what is heard", () => {
  test("of wagers: one's own result, when it shows, and no other's", () => {
    const settle = vi.spyOn(sound, "settle");
    const settled = { wager: "ante", amount: 500, returned: 1500 };
    director.play(
      [
        event("Dealt", { to: "dealer", cards: ["9s"] }),
        event("Settled", { seat: 2, ...settled }),
        event("Settled", { seat: 1, ...settled }),
      ],
      null,
      1,
    );
    shownAfter("settled:2:ante");
    expect(settle).not.toHaveBeenCalled();
    shownAfter("settled:1:ante");
    expect(settle.mock.calls).toEqual([[1000]]);
  });

  test("of the others at a table of players: chips, and a knock for a check", () => {
    const chip = vi.spyOn(sound, "chip");
    const knock = vi.spyOn(sound, "knock");
    director.play(
      [
        event("Bet", { seat: 2, do: "check" }),
        event("Bet", { seat: 3, do: "bet" }),
        event("Bet", { seat: 4, do: "fold" }),
        event("Bet", { seat: 1, do: "call" }),
      ],
      null,
      1,
    );
    director.finish();
    expect([knock.mock.calls.length, chip.mock.calls.length]).toEqual([1, 1]);
  });

  test("of a pot that one has won", () => {
    const settle = vi.spyOn(sound, "settle");
    director.play([event("PotPaid", { paid: { "2": 900 } }), event("PotPaid", { paid: { "1": 300 } })], null, 1);
    director.finish();
    expect(settle.mock.calls).toEqual([[300]]);
  });
});
