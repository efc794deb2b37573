// One socket for the whole page. Commands are repeated with the same id after a break, which the server answers once;
// what a table did meanwhile is asked for by number.
import { Chat } from "$lib/table/chat.svelte";
import type {
  Ack,
  AnyCommand,
  CoachAck,
  OwnSeat,
  PotCoachAck,
  ServerMessage,
  Snapshot,
  TableEvent,
  TableState,
  TableSummary,
  Update,
} from "./protocol";

const LISTEN = 2_000; // ms: how often to see whether the line is still alive
// After so long without a word the server is asked whether it is there; after so long without an answer it is not.
const IDLE = { ask: 10_000, dead: 30_000 };
const WAITING = { ask: 3_000, dead: 12_000 }; // while somebody waits for an answer

export type SocketStatus = "idle" | "connecting" | "open" | "reconnecting" | "closed";

/** A command without what is filled in when it is sent. */
export type Without<Fields extends string, Command = AnyCommand> = Command extends unknown
  ? Omit<Command, Fields>
  : never;
export type Answer = Ack | CoachAck | PotCoachAck;

export class CommandError extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
  ) {
    super(sentence);
  }
}

/** What this page knows of one table. */
export class TableFeed {
  state = $state.raw<TableState | null>(null);
  log = $state.raw<TableEvent[]>([]); // the newest last
  readonly chat = new Chat();
  number = 0;
  epoch: string | null = null;
  onEvents: ((events: TableEvent[], before: TableState | null, after: TableState) => void) | null = null;
  onState: ((state: TableState) => void) | null = null;

  constructor(readonly id: number) {}

  take(message: Snapshot | Update): void {
    if (message.epoch === this.epoch && message.number < this.number) return; // told before
    this.epoch = message.epoch;
    this.number = message.number;
    if (message.type === "update" && message.events.length) {
      this.log = [...this.log, ...message.events].slice(-200);
      this.onEvents?.(message.events, this.state, message.state);
    }
    this.state = message.state;
    this.onState?.(message.state);
  }
}

interface Pending {
  text: string;
  done: (answer: Answer) => void;
  fail: (problem: CommandError) => void;
}

export class Socket {
  status = $state<SocketStatus>("idle");
  lobby = $state.raw<TableSummary[] | null>(null);
  meters = $state<Record<string, number>>({});
  seats = $state.raw<OwnSeat[]>([]); // where this person sits
  private clockOffset = 0; // the server's clock minus one that only ever goes forward, in ms
  onBalance: (balance: number, atTables: number) => void = () => {};

  private person: number | null = null; // whom the server knows this page by
  private ws: WebSocket | null = null;
  /* eslint-disable svelte/prefer-svelte-reactivity -- nothing is drawn from these two */
  private readonly feeds = new Map<string, TableFeed>();
  private readonly pending = new Map<string, Pending>();
  /* eslint-enable svelte/prefer-svelte-reactivity */
  private wantsLobby = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private heard = 0; // when the server last said something

  /** The server's time now, in ms. */
  now(): number {
    return performance.now() + this.clockOffset;
  }

  connect(): void {
    if (this.ws) return;
    clearTimeout(this.timer);
    this.status = this.tries || this.status === "reconnecting" ? "reconnecting" : "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const ws = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.ws = ws;
    ws.onopen = () => this.opened(ws);
    ws.onmessage = (message) => this.take(JSON.parse(String(message.data)) as ServerMessage);
    ws.onclose = () => {
      if (this.ws === ws) this.lost();
    };
  }

  /** Close and open again: the session behind the cookie has changed. */
  reconnect(): void {
    const old = this.ws;
    this.ws = null;
    if (old) {
      old.onclose = old.onmessage = null;
      old.close();
    }
    for (const feed of this.feeds.values()) {
      feed.epoch = null; // another person sees other cards: ask for all of it
      feed.number = 0;
      feed.chat.forget();
    }
    this.connect();
  }

  private opened(ws: WebSocket): void {
    this.heard = performance.now();
    clearInterval(this.heartbeat);
    this.heartbeat = setInterval(() => this.listen(ws), LISTEN);
    this.tries = 0;
    this.status = "open";
    if (this.wantsLobby) this.post({ do: "watch", table: "lobby" });
    for (const feed of this.feeds.values()) this.askFor(feed);
    for (const waiting of this.pending.values()) this.ws?.send(waiting.text);
  }

  /** A line that has gone dead stays open for minutes: ask, and dial again where nobody answers. */
  private listen(ws: WebSocket): void {
    if (this.ws !== ws) return;
    const silence = performance.now() - this.heard;
    const { ask, dead } = this.pending.size ? WAITING : IDLE;
    if (silence > dead) {
      ws.onclose = ws.onmessage = null;
      ws.close();
      this.lost();
    } else if (silence > ask) this.post({ do: "ping" });
  }

  private lost(): void {
    clearInterval(this.heartbeat);
    this.ws = null;
    this.status = "reconnecting";
    const wait = Math.min(8000, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private askFor(feed: TableFeed): void {
    const known = feed.epoch === null ? {} : { after: feed.number, epoch: feed.epoch };
    this.post({ do: "watch", table: feed.id, ...known });
  }

  /** Send what need not be sent again after a break. */
  private post(command: Without<"id">): void {
    if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify({ id: makeId(), ...command }));
  }

  /** Send a command; resolves with the acknowledgement, also when it comes after a reconnection. */
  send(command: Without<"id">): Promise<Answer> {
    this.connect();
    const id = makeId();
    const text = JSON.stringify({ id, ...command });
    return new Promise((done, fail) => {
      this.pending.set(id, { text, done, fail });
      if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(text);
    });
  }

  watch(id: number): TableFeed {
    let feed = this.feeds.get(String(id));
    if (!feed) {
      feed = new TableFeed(id);
      this.feeds.set(String(id), feed);
      this.connect();
      if (this.status === "open") this.askFor(feed);
    }
    return feed;
  }

  unwatch(id: number): void {
    if (this.feeds.delete(String(id))) this.post({ do: "unwatch", table: id });
  }

  /** Live list of open tables; call the answer to stop. */
  watchLobby(): () => void {
    this.wantsLobby += 1;
    this.connect();
    if (this.wantsLobby === 1 && this.status === "open") this.post({ do: "watch", table: "lobby" });
    return () => {
      this.wantsLobby -= 1;
      if (!this.wantsLobby) this.post({ do: "unwatch", table: "lobby" });
    };
  }

  private take(message: ServerMessage): void {
    this.heard = performance.now();
    switch (message.type) {
      case "welcome":
        this.clockOffset = message.now - performance.now();
        if (!message.person) this.seats = [];
        this.person = message.person?.id ?? null;
        break;
      case "seats":
        this.seats = message.seats;
        break;
      case "ack":
        if ("now" in message && message.now !== undefined) this.clockOffset = message.now - performance.now();
        this.pending.get(message.id)?.done(message);
        this.pending.delete(message.id);
        break;
      case "error":
        if (message.id !== null) {
          this.pending.get(message.id)?.fail(new CommandError(message.code, message.sentence));
          this.pending.delete(message.id);
        }
        break;
      case "snapshot":
      case "update":
        this.feeds.get(String(message.table))?.take(message);
        break;
      case "chat":
        this.feeds.get(String(message.table))?.chat.take(message, this.person);
        break;
      case "balance":
        this.onBalance(message.balance, message.at_tables);
        break;
      case "meter":
        this.meters[message.meter_key] = message.cents;
        break;
      case "lobby":
        this.lobby = message.tables;
        break;
      case "closing":
        this.status = "reconnecting";
        break;
    }
  }
}

let counter = 0;
const page = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join("");

function makeId(): string {
  counter += 1;
  return `${page}-${counter}`;
}

export const socket = new Socket();
