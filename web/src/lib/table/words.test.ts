// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { wordsFor } from "$lib/replay/ownWords";
import { sha256Text } from "$lib/replay/shuffle";
import type { AnyCommand, ShuffleToCome, TableState } from "$lib/server/protocol";
import { socket } from "$lib/server/socket.svelte";
import { FakeWebSocket } from "../../testing/fakeWebSocket";
import { bankedState } from "../../testing/views";
import { Room } from "./room.svelte";
import { TableWords } from "./words";

let room: Room;
let ws: FakeWebSocket;
let number = 0;
let shuffles = 0;

beforeEach(() => {
  localStorage.clear();
  FakeWebSocket.install();
  socket.reconnect();
  ws = FakeWebSocket.newest;
  ws.open();
  room = new Room(7);
});
afterEach(() => {
  room.leave();
  for (const { id } of ws.sent) ws.tell({ type: "ack", id });
});

/** A shuffle of its own, so that no test knows the words of another. */
function shuffle(given: Partial<ShuffleToCome> = {}): ShuffleToCome {
  shuffles += 1;
  return { commitment: `c${shuffles}`, seal: null, deck: "d", words: [], players: [], closed: false, ...given };
}

function tell(to_come: ShuffleToCome | null): void {
  number += 1;
  const state = bankedState({ to_come, phase: "betting" });
  ws.tell({ type: "update", table: 7, epoch: "e", number, events: [], state });
}

function closed(told: ShuffleToCome, given: Partial<ShuffleToCome> = {}): ShuffleToCome {
  const promise = wordsFor(told.commitment)?.promise ?? "";
  return { ...told, words: [{ seat: 1, promise, words: "" }], players: [1], closed: true, ...given };
}

const sent = (what: AnyCommand["do"]): number => ws.sent.filter((command) => command.do === what).length;
const drawn = (told: ShuffleToCome) => vi.waitUntil(() => wordsFor(told.commitment));
const wasSent = (what: AnyCommand["do"]) => vi.waitUntil(() => sent(what));

test("random words are promised with a wager, and opened when the wagers are closed", async () => {
  const told = shuffle();
  tell(told);
  await drawn(told);
  const own = wordsFor(told.commitment)!;
  expect(own.words).toMatch(/^[0-9a-f]{64}$/);
  expect(own.promise).toBe(await sha256Text(own.words));
  void room.wager({ ante: 500 });
  expect(ws.last("wager")).toMatchObject({ stakes: { ante: 500 }, promise: own.promise });
  expect(JSON.stringify(ws.sent)).not.toContain(own.words);
  expect(sent("open")).toBe(0);
  expect(wordsFor(told.commitment)?.promised).toBe(false);
  ws.tell({ type: "ack", id: ws.last("wager").id });
  await vi.waitUntil(() => wordsFor(told.commitment)?.promised);
  tell(closed(told));
  expect(ws.last("open")).toMatchObject({ table: 7, commitment: told.commitment, words: own.words });
  expect(wordsFor(told.commitment)).toMatchObject({ fixed: { players: [1] }, opened: false });
  ws.tell({ type: "ack", id: ws.last("open").id });
  await vi.waitUntil(() => wordsFor(told.commitment)?.opened);
  tell(closed(told));
  expect(sent("open")).toBe(1);
});

test("a wager that comes before the words are drawn waits for them", async () => {
  const told = shuffle();
  tell(told);
  const wager = room.wager({ ante: 500 });
  await wasSent("wager");
  expect(ws.last("wager")).toMatchObject({ promise: wordsFor(told.commitment)!.promise });
  ws.tell({ type: "ack", id: ws.last("wager").id });
  await wager;
});

test("wagers that are taken back promise nothing", async () => {
  const told = shuffle();
  tell(told);
  await drawn(told);
  void room.wager({});
  expect(ws.last("wager")).not.toHaveProperty("promise");
});

test("every shuffle has words of its own, also for another tab", async () => {
  const [one, other] = [shuffle(), shuffle()];
  tell(one);
  tell(other);
  await drawn(one);
  await drawn(other);
  const words = wordsFor(one.commitment)!.words;
  expect(wordsFor(other.commitment)!.words).not.toBe(words);
  await new TableWords(7).withWager(one);
  expect(wordsFor(one.commitment)!.words).toBe(words);
});

test.each<[string, (told: ShuffleToCome) => Partial<ShuffleToCome>]>([
  ["the own promise is not among those fixed", () => ({ words: [] })],
  ["it is another seat's", (told) => ({ words: [{ ...closed(told).words[0]!, seat: 2 }] })],
  ["the deck is another", () => ({ deck: "another" })],
  ["the seal is another", () => ({ seal: "another" })],
])("words stay closed where %s", async (_, given) => {
  const told = shuffle();
  tell(told);
  await drawn(told);
  tell(closed(told, given(told)));
  expect(sent("open")).toBe(0);
});

test("words are opened for one story alone", async () => {
  const told = shuffle();
  tell(told);
  await drawn(told);
  tell(closed(told));
  expect(sent("open")).toBe(1);
  room.leave();
  room = new Room(7); // the page is loaded again: it does not know what it has sent
  tell(closed(told, { players: [1, 2] }));
  expect(sent("open")).toBe(1);
  tell(closed(told));
  expect(sent("open")).toBe(2);
});

function among(to_come: ShuffleToCome, you: Partial<TableState["you"]> = {}): TableState {
  const state = bankedState({ to_come });
  return { ...state, kind: "pot", you: { ...state.you, stack: 5000, ...you } } as unknown as TableState;
}

test("among players words are promised before every hand, by those who play", async () => {
  const words = new TableWords(7);
  const told = shuffle({ seal: "s" });
  for (const away of [{ sitting_out: true }, { leaving: true }, { stack: 0 }, { seat: null }])
    words.see(among(told, away));
  expect(sent("promise")).toBe(0);
  words.see(among(told));
  words.see(among(told));
  await wasSent("promise");
  expect(sent("promise")).toBe(1);
  const { promise } = wordsFor(told.commitment)!;
  expect(ws.last("promise")).toMatchObject({ table: 7, commitment: told.commitment, promise });
  words.see(among({ ...closed(told), players: [2, 1] }));
  expect(ws.last("open")).toMatchObject({ words: wordsFor(told.commitment)!.words });
});

test("a browser that keeps nothing still opens what it has promised", async () => {
  const told = shuffle();
  const full = () => {
    throw new Error("no room");
  };
  Object.defineProperty(localStorage, "setItem", { value: full, configurable: true });
  tell(told);
  await drawn(told);
  tell(closed(told));
  expect(ws.last("open")).toMatchObject({ words: wordsFor(told.commitment)!.words });
  Reflect.deleteProperty(localStorage, "setItem");
});
