// @vitest-environment happy-dom
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { preferences } from "$lib/browser/preferences.svelte";
import { sound } from "$lib/browser/sound";
import { bankedView, event, place, player, potView } from "../../testing/views";
import { Director, stage } from "./director.svelte";

let director: Director;
let start: number;
/** How long after the update the moment of a card or wager comes, in ms. */
function after(key: string): { deal?: number; turn?: number } {
  const { deal, turn } = director.moments.get(key) ?? {};
  return {
    ...(deal === undefined ? {} : { deal: Math.round(deal - start) }),
    ...(turn === undefined ? {} : { turn: Math.round(turn - start) }),
  };
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterAll(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  vi.advanceTimersByTime(Math.ceil(stage.left())); // nothing of the test before is on its way any more
  preferences.motion = true;
  director = new Director();
  start = performance.now();
});

describe("cards that are dealt", () => {
  test("come one after the other, and turn when they are in sight", () => {
    director.play([event("Dealt", { to: 1, cards: ["Ah", null, "2c"] })], null, 1);
    expect(after("1:dealt:0")).toEqual({ deal: 0, turn: 260 });
    expect(after("1:dealt:1")).toEqual({ deal: 105 });
    expect(after("1:dealt:2")).toEqual({ deal: 210, turn: 470 });
  });

  test("follow those that lie there already", () => {
    const before = bankedView({ seats: [place({ seat: 1, dealt: ["Ah", "Kd"] })], community: ["5h"] });
    director.play(
      [event("Dealt", { to: 1, cards: ["2c"] }), event("Dealt", { to: "community", cards: ["9s"] })],
      before,
      1,
    );
    expect([...director.moments.keys()]).toEqual(["1:dealt:2", "community:dealt:1"]);
  });

  test("do so among players too", () => {
    const before = potView({ community: ["5h", "6h", "7h"], players: [player({ seat: 4, cards: [null] })] });
    director.play(
      [event("Dealt", { to: "community", cards: ["9s"] }), event("Dealt", { to: 4, cards: [null] })],
      before,
      1,
    );
    expect([...director.moments.keys()]).toEqual(["community:dealt:3", "4:dealt:1"]);
  });
});

describe("cards that are turned", () => {
  test("turn one by one, and keep the moment at which they came", () => {
    director.play(
      [
        event("Dealt", { to: "dealer", cards: [null, null] }),
        event("Turned", { whose: "dealer", places: [0, 1], cards: ["9s", "2c"] }),
        event("Arranged"),
        event("Settled", { seat: 1, wager: "ante", amount: 500, returned: 1000 }),
      ],
      null,
      1,
    );
    expect(after("dealer:dealt:0")).toEqual({ deal: 0, turn: 210 });
    expect(after("dealer:dealt:1")).toEqual({ deal: 105, turn: 300 });
    // nothing is paid before the dealer's cards are seen and put in order
    expect(after("settled:1:ante")).toEqual({ deal: 210 + 460 + 2 * 90 + 380 });
  });

  test("are no news to the player whose they are", () => {
    director.play([event("Shown", { seat: 1, cards: ["Ah", "Kd"] })], null, 1);
    expect(director.moments.size).toBe(0);
    director.play([event("Shown", { seat: 2, cards: ["Ah", "Kd"] })], null, 1);
    expect([...director.moments.keys()]).toEqual(["2:dealt:0", "2:dealt:1"]);
  });
});

describe("the table is busy", () => {
  const cards = [event("Dealt", { to: 1, cards: ["Ah", "Kd", "2c"] })];

  test("until the last card has come", () => {
    director.play(cards, null, 1);
    expect(director.busy).toBe(true);
    vi.advanceTimersByTime(314);
    expect(director.busy).toBe(true);
    expect(stage.left()).toBeCloseTo(1);
    vi.advanceTimersByTime(1);
    expect(director.busy).toBe(false);
    expect(stage.left()).toBe(0);
  });

  test("not for events without cards", () => {
    director.play([event("RoundOpened"), event("WagersPlaced", { seat: 2 })], null, 1);
    expect(director.busy).toBe(false);
  });

  test("longer when more comes meanwhile, which waits for its turn", () => {
    director.play(cards, null, 1);
    vi.advanceTimersByTime(100);
    director.play([event("Dealt", { to: 2, cards: ["9s"] })], bankedView(), 1);
    expect(after("2:dealt:0").deal).toBe(315);
    vi.advanceTimersByTime(215); // the first cards are there, the new one is not
    expect(director.busy).toBe(true);
    vi.advanceTimersByTime(105);
    expect(director.busy).toBe(false);
  });

  test("never so long that a player far behind has to wait for more than a second and a half", () => {
    director.play([event("Dealt", { to: 1, cards: Array<string>(60).fill("Ah") })], null, 1);
    director.play([event("Dealt", { to: 2, cards: ["9s"] })], bankedView(), 1);
    expect(after("2:dealt:0").deal).toBe(1500);
  });
});

test("without motion everything is there at once", () => {
  preferences.motion = false;
  director.play(
    [
      event("Dealt", { to: 1, cards: ["Ah"] }),
      event("Dealt", { to: "dealer", cards: [null] }),
      event("Turned", { whose: "dealer", places: [0], cards: ["9s"] }),
      event("Settled", { seat: 1, wager: "ante", amount: 500, returned: 0 }),
    ],
    null,
    1,
  );
  expect(after("1:dealt:0")).toEqual({ deal: 0, turn: 0 });
  expect(after("dealer:dealt:0")).toEqual({ deal: 0, turn: 0 });
  expect(after("settled:1:ante")).toEqual({ deal: 0 });
  expect(director.busy).toBe(false);
});

test("a new round forgets the cards of the one before", () => {
  director.play([event("Dealt", { to: 1, cards: ["Ah"] })], null, 1);
  director.play([event("RoundOpened"), event("Dealt", { to: 1, cards: ["2c"] })], null, 1);
  expect([...director.moments.keys()]).toEqual(["1:dealt:0"]);
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
    expect(settle.mock.calls).toEqual([[1000, 105 + 260]]);
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
    expect([knock.mock.calls, chip.mock.calls]).toEqual([[[0]], [[120]]]);
  });

  test("of a pot that one has won", () => {
    const settle = vi.spyOn(sound, "settle");
    director.play([event("PotPaid", { paid: { "2": 900 } }), event("PotPaid", { paid: { "1": 300 } })], null, 1);
    expect(settle.mock.calls).toEqual([[300, 260]]);
  });
});

describe("the dealer's hand", () => {
  const shown = [
    event("Turned", { whose: "dealer", places: [0, 1], cards: ["9s", "2c"] }),
    event("Arranged"),
    event("Settled", { seat: 1, wager: "ante", amount: 500, returned: 1000 }),
  ];

  test("is set when its cards have turned, before wagers are settled", () => {
    expect(director.set).toBe(true); // a page that comes later finds it so
    director.play(shown, null, 1);
    expect(director.set).toBe(false);
    const settled = after("settled:1:ante").deal ?? 0;
    vi.advanceTimersByTime(settled - 1);
    expect(director.set).toBe(false);
    vi.advanceTimersByTime(2);
    expect([director.set, director.busy]).toEqual([true, true]);
  });

  test("is set at once without motion, and forgotten with its round", () => {
    director.play(shown, null, 1);
    director.reset();
    expect(director.set).toBe(true);
    vi.advanceTimersByTime(Math.ceil(stage.left()));
    preferences.motion = false;
    director.play(shown, null, 1);
    expect(director.set).toBe(true);
  });
});
