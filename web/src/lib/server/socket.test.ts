// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeWebSocket } from "../../testing/fakeWebSocket";
import { bankedState, event } from "../../testing/views";
import type { ServerMessage, TableState, Update } from "./protocol";
import { Socket } from "./socket.svelte";

let socket: Socket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // waits are then what they are without the jitter
  FakeWebSocket.install();
  socket = new Socket();
});
afterEach(() => {
  vi.useRealTimers();
});

function connected(): FakeWebSocket {
  socket.connect();
  FakeWebSocket.newest.open();
  return FakeWebSocket.newest;
}
/** The connection breaks, and the page has made another one. */
function broken(): FakeWebSocket {
  FakeWebSocket.newest.close();
  vi.advanceTimersByTime(10_000);
  FakeWebSocket.newest.open();
  return FakeWebSocket.newest;
}
function update(number: number, given: Partial<Update> = {}): ServerMessage {
  return { type: "update", table: 7, epoch: "e1", number, events: [], state: bankedState(), ...given };
}

describe("the connection", () => {
  test("is one for the whole page, to the host that it came from", () => {
    socket.connect();
    socket.connect();
    expect(FakeWebSocket.made.map(({ url }) => url)).toEqual(["ws://localhost:3000/api/socket"]);
    expect(socket.status).toBe("connecting");
    FakeWebSocket.newest.open();
    expect(socket.status).toBe("open");
  });

  test("is tried again after a break, later and later, up to eight seconds", () => {
    connected().close();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      expect(socket.status).toBe("reconnecting");
      const made = FakeWebSocket.made.length;
      let waited = 0;
      while (FakeWebSocket.made.length === made && waited < 60_000) {
        vi.advanceTimersByTime(50);
        waited += 50;
      }
      waits.push(waited);
      FakeWebSocket.newest.close();
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test("starts with a short wait again once it stood", () => {
    connected().close();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      vi.advanceTimersByTime(10_000);
      FakeWebSocket.newest.close();
    }
    vi.advanceTimersByTime(10_000);
    FakeWebSocket.newest.open();
    const made = FakeWebSocket.made.length;
    FakeWebSocket.newest.close();
    vi.advanceTimersByTime(250);
    expect(FakeWebSocket.made).toHaveLength(made + 1);
  });

  test("does not keep all pages waiting for the same time", () => {
    vi.mocked(Math.random).mockReturnValue(0);
    connected().close();
    vi.advanceTimersByTime(188);
    expect(FakeWebSocket.made).toHaveLength(2);
  });

  test("is said to be coming back when the server says that it closes", () => {
    connected().tell({ type: "closing", reason: "restart" });
    expect(socket.status).toBe("reconnecting");
  });
});

describe("a command", () => {
  const wager = { do: "wager", table: 7, round: 31, stakes: { ante: 500 } } as const;

  test("is answered with the acknowledgement of its own id", async () => {
    const ws = connected();
    const one = socket.send({ do: "sit", table: 7, seat: 1 });
    const other = socket.send(wager);
    expect(ws.last("sit")).toMatchObject({ table: 7, seat: 1 });
    ws.tell({ type: "ack", id: ws.last("wager").id, number: 2 });
    ws.tell({ type: "ack", id: ws.last("sit").id, number: 1 });
    expect([await one, await other]).toMatchObject([{ number: 1 }, { number: 2 }]);
  });

  test("that is refused says why", async () => {
    const ws = connected();
    const sent = socket.send(wager);
    ws.tell({ type: "error", id: ws.last("wager").id, code: "not_now", sentence: "Betting is over." });
    await expect(sent).rejects.toMatchObject({ code: "not_now", sentence: "Betting is over." });
  });

  test("given before the connection stands is sent when it does", () => {
    void socket.send({ do: "sit", table: 7, seat: 1 });
    expect(FakeWebSocket.newest.sent).toEqual([]);
    FakeWebSocket.newest.open();
    expect(FakeWebSocket.newest.last("sit")).toMatchObject({ table: 7 });
  });

  test("that was under way in a break is sent again under the same id, and one that was answered is not", async () => {
    const first = connected();
    const answered = socket.send({ do: "sit", table: 7, seat: 1 });
    first.tell({ type: "ack", id: first.last("sit").id });
    await answered;
    const open = socket.send(wager);
    const second = broken();
    expect(second.sent).toEqual([first.last("wager")]);
    second.tell({ type: "ack", id: first.last("wager").id, number: 9 });
    expect(await open).toMatchObject({ number: 9 });
  });

  test("that nobody waits for is no trouble when answered", () => {
    expect(() => connected().tell({ type: "ack", id: "unknown" })).not.toThrow();
    expect(() => connected().tell({ type: "error", id: null, code: "bad_message", sentence: "?" })).not.toThrow();
  });
});

describe("a table", () => {
  test("is watched once, however many ask, and left when nobody does", () => {
    const ws = connected();
    const feed = socket.watch(7);
    expect(socket.watch(7)).toBe(feed);
    expect(ws.sent.filter((command) => command.do === "watch")).toHaveLength(1);
    socket.unwatch(7);
    socket.unwatch(7);
    expect(ws.sent.filter((command) => command.do === "unwatch")).toHaveLength(1);
  });

  test("tells its events with the state before and after", () => {
    const ws = connected();
    const feed = socket.watch(7);
    const told: [string[], TableState | null, TableState][] = [];
    feed.onEvents = (events, before, after) => told.push([events.map((each) => each.event), before, after]);
    const before = bankedState({ phase: "betting" });
    const after = bankedState({ phase: "deciding" });
    ws.tell({ type: "snapshot", table: 7, epoch: "e1", number: 4, state: before });
    expect(told).toEqual([]);
    ws.tell(update(5, { events: [event("Dealt")], state: after }));
    expect(told).toEqual([[["Dealt"], before, after]]);
    expect(feed.state?.phase).toBe("deciding");
    expect(feed.log.map((each) => each.event)).toEqual(["Dealt"]);
  });

  test("does not go back to what was told before, unless the server has begun anew", () => {
    const ws = connected();
    const feed = socket.watch(7);
    ws.tell(update(5, { state: bankedState({ phase: "deciding" }) }));
    ws.tell(update(4, { state: bankedState({ phase: "betting" }), events: [event("Burned")] }));
    expect(feed.state?.phase).toBe("deciding");
    expect(feed.log).toEqual([]);
    ws.tell(update(1, { epoch: "e2", state: bankedState({ phase: "waiting" }) }));
    expect(feed.state?.phase).toBe("waiting");
  });

  test("is asked for what was missed in a break", () => {
    connected();
    socket.watch(7);
    FakeWebSocket.newest.tell(update(5));
    expect(broken().last("watch")).toMatchObject({ table: 7, after: 5, epoch: "e1" });
  });

  test("is asked for from the beginning when another person sits before the page", () => {
    const old = connected();
    socket.watch(7);
    old.tell(update(5));
    socket.reconnect();
    expect(FakeWebSocket.made).toHaveLength(2);
    const ws = FakeWebSocket.newest;
    ws.open();
    expect(ws.last("watch")).not.toHaveProperty("after");
    vi.advanceTimersByTime(20_000);
    expect(FakeWebSocket.made).toHaveLength(2); // the old one was closed on purpose
  });

  test("that is not watched is not listened to", () => {
    const ws = connected();
    const feed = socket.watch(7);
    socket.unwatch(7);
    ws.tell(update(5));
    expect(feed.state).toBeNull();
  });

  test("keeps a log of the last two hundred events", () => {
    const ws = connected();
    const feed = socket.watch(7);
    for (let number = 1; number <= 25; number += 1) {
      ws.tell(update(number, { events: Array.from({ length: 10 }, () => event("Dealt", { text: `of ${number}` })) }));
    }
    expect(feed.log).toHaveLength(200);
    expect(feed.log[0]?.text).toBe("of 6");
  });
});

describe("the lobby", () => {
  test("is watched while any part of the page shows it, also after a break", () => {
    const ws = connected();
    const one = socket.watchLobby();
    const other = socket.watchLobby();
    expect(ws.sent.map(({ id: _, ...command }) => command)).toEqual([{ do: "watch", table: "lobby" }]);
    one();
    expect(broken().last("watch")).toMatchObject({ table: "lobby" });
    other();
    expect(FakeWebSocket.newest.last("unwatch")).toMatchObject({ table: "lobby" });
    expect(broken().sent).toEqual([]);
  });

  test("lists the tables that the server tells", () => {
    const { table } = bankedState();
    connected().tell({ type: "lobby", tables: [table] });
    expect(socket.lobby?.map(({ name }) => name)).toEqual(["Some game 1"]);
  });
});

test("meters, balances and the server's clock are taken over", () => {
  const ws = connected();
  const balance = vi.fn();
  socket.onBalance = balance;
  ws.tell({ type: "meter", meter_key: "flush", cents: 123_456 });
  ws.tell({ type: "balance", balance: 90_000, at_tables: 10_000 });
  ws.tell({ type: "welcome", protocol: 1, person: null, now: Date.now() + 5000 });
  expect(socket.meters.flush).toBe(123_456);
  expect(balance).toHaveBeenCalledWith(90_000, 10_000);
  expect(Math.abs(socket.now() - Date.now() - 5000)).toBeLessThan(1);
});

test("the time is the server's, whatever this clock says and however it is set meanwhile", () => {
  const ws = connected();
  vi.setSystemTime(new Date(2001, 1, 1));
  ws.tell({ type: "welcome", protocol: 1, person: null, now: 1_800_000_000_000 });
  vi.setSystemTime(new Date(2040, 1, 1));
  expect(Math.round(socket.now())).toBe(1_800_000_000_000);
  vi.advanceTimersByTime(1500);
  expect(Math.round(socket.now())).toBe(1_800_000_001_500);
});

test("where this person sits is known, and forgotten with the person", () => {
  const ws = connected();
  ws.tell({ type: "seats", seats: [{ table: 7, seat: 2 }] });
  expect(socket.seats).toEqual([{ table: 7, seat: 2 }]);
  ws.tell({ type: "welcome", protocol: 1, person: null, now: 0 });
  expect(socket.seats).toEqual([]);
});

describe("a line that has gone dead without a word", () => {
  const pings = (ws: FakeWebSocket) => ws.sent.filter((command) => command.do === "ping").length;

  test("is asked, and left when nobody answers; what was not answered is sent again, under the same id", () => {
    const dead = connected();
    void socket.send({ do: "ready", table: 7 }).catch(() => {});
    const sent = dead.sent.at(-1);
    vi.advanceTimersByTime(6000);
    expect(pings(dead)).toBeGreaterThan(0);
    expect(socket.status).toBe("open");
    vi.advanceTimersByTime(9000);
    expect(socket.status).toBe("reconnecting");
    FakeWebSocket.newest.open();
    expect(FakeWebSocket.newest).not.toBe(dead);
    expect(FakeWebSocket.newest.sent).toContainEqual(sent);
  });

  test("is kept while the server says anything", () => {
    const ws = connected();
    for (let answered = 0; answered < 20; answered += 1) {
      vi.advanceTimersByTime(9000);
      ws.tell({ type: "meter", meter_key: "flush", cents: answered });
    }
    expect(socket.status).toBe("open");
    expect(pings(ws)).toBe(0);
    expect(FakeWebSocket.made).toHaveLength(1);
  });
});
