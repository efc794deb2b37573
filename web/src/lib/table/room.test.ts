// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { preferences } from "$lib/browser/preferences.svelte";
import { promisesSeen } from "$lib/replay/verifyMemory";
import type { AnyCommand, BankedState, TableEvent } from "$lib/server/protocol";
import { socket } from "$lib/server/socket.svelte";
import { FakeWebSocket } from "../../testing/fakeWebSocket";
import { bankedState, bankedView, event, place } from "../../testing/views";
import { Room } from "./room.svelte";

let room: Room;
let ws: FakeWebSocket;
let number = 0;

beforeEach(() => {
  localStorage.clear();
  FakeWebSocket.install();
  socket.reconnect();
  ws = FakeWebSocket.newest;
  ws.open();
  room = new Room(7);
  number = 0;
});
afterEach(() => {
  room.leave();
  for (const { id } of ws.sent) ws.tell({ type: "ack", id }); // what has no answer would be sent in the next test too
});

function state(given: Partial<BankedState> = {}, events: TableEvent[] = [event("WagersClosed")]): BankedState {
  number += 1;
  const told = bankedState(given);
  ws.tell({ type: "update", table: 7, epoch: "e", number, events, state: told });
  return told;
}
async function answer(what: AnyCommand["do"], fields: Record<string, unknown> = {}): Promise<void> {
  ws.tell({ type: "ack", id: ws.last(what).id, ...fields });
  await settle();
}
/** Let everything run that only waited for an answer. */
const settle = () => new Promise((done) => setTimeout(done));

const legal = { at: "play", step: [0], text: "Play or fold", offers: [] };

test("a refusal is shown until the next command", async () => {
  state();
  const sent = room.wager({ ante: 100 });
  ws.tell({ type: "error", id: ws.last("wager").id, code: "wager_refused", sentence: "The minimum is $5." });
  await sent;
  expect(room.problem).toBe("The minimum is $5.");
  expect(room.sending).toBe(false);
  void room.wager({ ante: 500 });
  expect(room.problem).toBe("");
  expect(room.sending).toBe(true);
  expect(ws.last("wager")).toMatchObject({ table: 7, round: 31, stakes: { ante: 500 } });
});

test("what happens is said to a screen reader in one go", () => {
  state({}, [
    event("WagersPlaced", { text: "Seat 1 bets $5" }),
    event("MeterFed"),
    event("Arranged", { text: "The dealer has a pair" }),
  ]);
  expect(room.said).toBe(""); // not before it is shown
  room.director.finish();
  expect(room.said).toBe("Seat 1 bets $5. The dealer has a pair");
});

describe("the last bet again", () => {
  test("is nothing before there was one", () => {
    state();
    room.again();
    expect(room.draft.total).toBe(0);
  });

  test("lies on the spots at once while betting", () => {
    room.remember(state({ you: { ...bankedState().you, last_stakes: { ante: 1000 } } }));
    room.again();
    expect(room.draft.stakes).toEqual({ ante: 1000 });
  });

  test("asked for at the end of a round, is placed when the next one opens", () => {
    room.remember(state({ phase: "showing", you: { ...bankedState().you, last_stakes: { ante: 1000 } } }));
    room.again();
    expect(ws.last("ready")).toMatchObject({ round: 31 });
    state({ phase: "betting", round: { id: 32, number: 2, commitment: "d", server_seed: null, seal: null } });
    room.opened();
    expect(ws.last("wager")).toMatchObject({ round: 32, stakes: { ante: 1000 } });
  });

  test("is not forgotten when wagers are taken back", () => {
    room.remember(state({ you: { ...bankedState().you, last_stakes: { ante: 1000 } } }));
    room.remember(state());
    expect(room.last).toEqual({ ante: 1000 });
  });
});

test("a new round begins with empty spots, or with what is placed already", () => {
  state();
  room.draft.set({ ante: 500 });
  room.opened();
  expect(room.draft.stakes).toEqual({});
  state({ view: bankedView({ seats: [place({ seat: 1, stakes: { ante: 700 } })] }) });
  room.opened();
  expect(room.draft.stakes).toEqual({ ante: 700 });
});

test("the promise of a round is remembered while it is played", () => {
  const started = Date.now();
  room.remember(
    state({ phase: "showing", round: { id: 30, number: 0, commitment: "late", server_seed: "s", seal: null } }),
  );
  expect(promisesSeen(30, started, null)).toEqual([]);
  room.remember(state({ phase: "betting" }));
  expect(promisesSeen(31, started, null)).toMatchObject([{ commitment: "c" }]);
});

test("a decision of another size is sent as it is offered, with what it puts down", () => {
  state({ phase: "deciding", legal });
  void room.act({ choice: "raise", multiple: 1 });
  expect(ws.last("act")).not.toHaveProperty("stake");
  state({ phase: "deciding", legal: { ...legal, at: "another" } });
  void room.act({ choice: "raise", multiple: 1 }, 1500);
  expect(ws.last("act")).toMatchObject({ decision: { choice: "raise", multiple: 1 }, stake: 1500 });
});

describe("what a decision has cost", () => {
  const decided = async (fields: Record<string, unknown>): Promise<string | undefined> => {
    state({ phase: "deciding", legal });
    void room.act({ choice: "fold" });
    expect(ws.last("act")).toMatchObject({ round: 31, at: "play", decision: { choice: "fold" } });
    await answer("act", fields);
    return room.cost?.text;
  };

  test("is said in money and in units", async () => {
    expect(await decided({ cost: "1/8", unit: 1000 })).toBe(
      "Coach: that play costs $1.25 on average (0.1250 of the first bet).",
    );
  });

  test("is said in units where no money is known", async () => {
    expect(await decided({ cost: "1/8" })).toBe("Coach: that play costs 0.1250 of the first bet on average.");
  });

  test("is nothing for the best one", async () => {
    expect(await decided({ cost: "0", unit: 1000 })).toBe("Coach: The best play.");
  });

  test("is not said without the coach", async () => {
    expect(await decided({})).toBeUndefined();
  });
});

describe("the coach", () => {
  beforeEach(() => {
    preferences.coach = true;
  });
  afterEach(() => {
    preferences.coach = false;
  });
  const questions = () => ws.sent.filter((command) => command.do === "coach").length;

  test("is asked once for each decision", async () => {
    state({ phase: "deciding", legal });
    void room.askCoach();
    void room.askCoach();
    expect(room.advising).toBe(true);
    expect(questions()).toBe(1);
    await answer("coach", { at: "play", estimated: false, actions: [] });
    expect(room.advising).toBe(false);
    expect(room.advice).toMatchObject({ at: "play" });
    void room.askCoach();
    expect(questions()).toBe(1);
    state({ phase: "deciding", legal: { ...legal, at: "raise" } });
    void room.askCoach();
    expect(questions()).toBe(2);
    expect(room.advice).toBeNull();
  });

  test("that answers too late is not heard", async () => {
    state({ phase: "deciding", legal });
    void room.askCoach();
    state({ phase: "betting", round: { id: 32, number: 2, commitment: "d", server_seed: null, seal: null } });
    room.opened();
    await answer("coach", { at: "play", estimated: false, actions: [] });
    expect(room.advice).toBeNull();
  });

  test("is left alone when it is switched off or nothing is to be decided", () => {
    state();
    void room.askCoach();
    preferences.coach = false;
    state({ phase: "deciding", legal });
    void room.askCoach();
    expect(questions()).toBe(0);
  });
});

test("who leaves hears no more of the table", () => {
  room.leave();
  expect(ws.last("unwatch")).toMatchObject({ table: 7 });
  state({}, [event("Arranged", { text: "The dealer has a pair" })]);
  expect(room.said).toBe("");
});

test("a point of the round is decided once, whatever is clicked or pressed beside it", async () => {
  const sent = (): AnyCommand[] => ws.sent.filter((command) => command.do === "act");
  state({ phase: "deciding", legal });
  void room.act({ choice: "raise", multiple: 1 });
  void room.act({ choice: "fold" });
  expect(sent()).toHaveLength(1);
  const sentence = "That takes $5, and you have $0.";
  ws.tell({ type: "error", id: ws.last("act").id, code: "not_enough_chips", sentence });
  await settle();
  void room.act({ choice: "fold" });
  expect(sent()).toHaveLength(2); // refused: it can be decided otherwise
  await answer("act");
  state({ phase: "deciding", legal }); // told again by a table that has not heard of it
  void room.act({ choice: "fold" });
  expect(sent()).toHaveLength(2);
});
