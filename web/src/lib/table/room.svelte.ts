// One table as this page plays it: what the server said, what is being put together, and the commands.
import { preferences } from "$lib/browser/preferences.svelte";
import { sound } from "$lib/browser/sound";
import { fraction } from "$lib/display/fractions";
import { currency, decimal } from "$lib/display/locale";
import { product } from "$lib/display/rounding";
import { hiddenInWords } from "$lib/display/words";
import { noteTaken } from "$lib/replay/ownWords";
import { rememberCards, rememberPromise } from "$lib/replay/verifyMemory";
import { api } from "$lib/server/api";
import type {
  Act,
  AnyCommand,
  Bet,
  CoachAck,
  Decision,
  PlaceView,
  PotCoachAck,
  Stakes,
  TableDetail,
  TableState,
} from "$lib/server/protocol";
import { type Answer, CommandError, socket, TableFeed, type Without } from "$lib/server/socket.svelte";
import { Director } from "./director.svelte";
import { Draft } from "./draft.svelte";
import { KeyRing } from "./keyring";
import { Placement } from "./placement.svelte";
import type { Laying } from "./positions";
import { TableWords } from "./words";

type AtTable = Extract<AnyCommand, { table: number }>;

/** What the felt needs of a table: a replay has it too. */
export interface AtFelt {
  readonly director: Director;
  readonly draft: Draft;
  readonly detail: Pick<TableDetail, "layout" | "wagers" | "procedure"> | null;
  readonly place: PlaceView | null;
  readonly advice: CoachAck | null;
  readonly keys: KeyRing;
  readonly placement: Placement | null; // none where nothing is decided
  readonly picked: string | null;
  readonly training?: boolean; // an exercise: nobody plays here, and what lies on the felt can be pointed at
  chosen: number[];
  sit(seat: number): unknown;
  act(decision: Decision): unknown;
}

export class Room implements AtFelt {
  readonly feed: TableFeed;
  readonly director = new Director();
  readonly words: TableWords;
  readonly draft = new Draft(() => this.state?.table.limits ?? {});
  detail = $state.raw<TableDetail | null>(null);
  problem = $state("");
  said = $state(""); // what the live region tells
  advice = $state.raw<CoachAck | null>(null);
  chances = $state.raw<PotCoachAck | null>(null); // among players
  advising = $state(false);
  cost = $state<{ at: string; units: number; text: string } | null>(null);
  chosen = $state<number[]>([]); // which of the dealt cards are to be thrown
  readonly keys = new KeyRing();
  laying = $state.raw<Laying>({}); // the cards that were laid on a position; nothing is decided before all of them are
  readonly placement = new Placement(this);
  picked = $state<string | null>(null); // the card that the next click on a position lays there
  sending = $state(false);
  last = $state<Stakes>({}); // the last wagers that were made; taking wagers back does not forget them
  ended = $state<{ net: number; text: string } | null>(null); // the round before, while the next one is bet on
  private repeatNext = false;
  private point = ""; // the decision that was sent
  private asked = "";

  constructor(readonly id: number) {
    this.feed = socket.watch(id);
    this.words = new TableWords(id);
    this.feed.onState = (state) => this.words.see(state);
    this.feed.onEvents = (events, before, after) => {
      this.director.play(events, before?.view ?? null, after.you.seat);
    };
    this.director.onTold = (texts) => (this.said = texts.map(hiddenInWords).join(". ")); // when the cards have shown it
  }

  get state(): TableState | null {
    return this.feed.state;
  }

  /** One's own place on the felt, where one plays. */
  get place(): PlaceView | null {
    const state = this.state;
    if (state?.kind !== "banked" || !state.view) return null;
    return state.view.seats.find((place) => place.seat === state.you.seat) ?? null;
  }

  async load(): Promise<void> {
    this.detail = await api.get("/api/tables/{table_id}", { path: { table_id: this.id } });
  }

  leave(): void {
    this.feed.onEvents = this.feed.onState = null;
    this.director.finish();
    socket.unwatch(this.id);
  }

  /** Send a command; a refusal is shown, and nothing is thrown. */
  async send(command: Without<"id" | "table", AtTable>): Promise<Answer | null> {
    this.problem = "";
    this.sending = true;
    try {
      return await socket.send({ table: this.id, ...command });
    } catch (problem) {
      this.problem = problem instanceof CommandError ? problem.sentence : "Something went wrong.";
      return null;
    } finally {
      this.sending = false;
    }
  }

  sit(seat: number, buyIn?: number): Promise<Answer | null> {
    return this.send({ do: "sit", seat, ...(buyIn === undefined ? {} : { buy_in: buyIn }) });
  }

  async wager(stakes: Stakes): Promise<void> {
    const round = this.state?.round?.id;
    if (round === undefined) return;
    const found = Object.keys(stakes).length ? this.words.withWager(this.state?.to_come ?? null) : {};
    const words = found instanceof Promise ? await found : found;
    const told = this.state?.to_come?.commitment ?? "";
    const taken = await this.send({ do: "wager", round, stakes: { ...stakes }, ...words });
    if (taken && words.promise) noteTaken("promised", told);
  }

  /** The last bet again: now, or as soon as the next round opens. */
  again(): void {
    if (!Object.keys(this.last).length) return;
    if (this.state?.phase === "betting") {
      this.draft.set(this.last);
      sound.chip();
    } else {
      this.repeatNext = true;
      this.ready();
    }
  }

  /** Seen: the next round may open. */
  ready(): void {
    const round = this.state?.round?.id;
    if (round !== undefined) void socket.send({ do: "ready", table: this.id, round }).catch(() => {}); // too late is as good
  }

  /** Keep what outlives a round. */
  remember(state: TableState): void {
    const round = state.round;
    if (round && (state.phase === "betting" || state.phase === "deciding")) {
      const gone = state.kind === "banked" ? (state.view?.shoe?.digest ?? null) : null; // of a shoe that is kept
      rememberPromise(round.id, round.commitment, round.seal ?? gone, state.to_come?.deck ?? null);
    }
    if (round && state.phase === "showing") rememberCards(round.id, cardsInSight(state));
    if (Object.keys(state.you.last_stakes).length) this.last = state.you.last_stakes;
    if (state.result) {
      const lines = state.result.lines.map((line) => `${line.name}: ${line.reason}`);
      this.ended = { net: state.result.net, text: lines.join(" · ") };
    }
  }

  /** What the coach says of the turn that it is now, among players. */
  get turnChances(): PotCoachAck | null {
    const state = this.state;
    return state?.kind === "pot" && state.legal && this.chances?.turn === state.legal.turn ? this.chances : null;
  }

  /** The round has changed: what was put together belongs to the one before. */
  opened(): void {
    this.chosen = [];
    this.takeUp();
    this.advice = null;
    this.asked = "";
    this.cost = null;
    const placed = this.place?.stakes;
    if (placed && Object.keys(placed).length) this.draft.set(placed);
    else this.draft.stakes = {};
    if (this.repeatNext && this.state?.phase === "betting") {
      this.repeatNext = false;
      this.draft.set(this.last);
      void this.wager(this.draft.stakes);
    }
  }

  /** Decide; `stake` is how much a decision puts down whose size may vary. */
  async act(decision: Decision, stake?: number): Promise<void> {
    const state = this.state;
    if (state?.kind !== "banked" || !state.legal || !state.round) return;
    const at = state.legal.at;
    if (!this.once(`${state.round.id}:${at}:${this.place?.decisions.length ?? 0}`)) return;
    const ack = await this.send({
      do: "act",
      round: state.round.id,
      at,
      decision: decision as Act["decision"],
      ...(stake === undefined ? {} : { stake }),
    });
    if (!ack) {
      this.point = ""; // refused: it can be decided otherwise
      return;
    }
    this.chosen = [];
    this.takeUp();
    if ("cost" in ack && ack.cost !== undefined) {
      const units = fraction(ack.cost);
      const part = `${decimal(ack.cost, 4)} of the first bet`;
      const dollars = product(ack.cost, `${ack.unit ?? 0}/100`);
      const money = ack.unit && units ? `${currency(dollars, 2)} on average (${part})` : `${part} on average`;
      const text = units < 1e-12 ? "Coach: The best play." : `Coach: that play costs ${money}.`;
      this.cost = { at, units, text };
      this.said = text;
    }
  }

  /** Among players: act at this turn. */
  async bet(action: Bet["action"], to?: number): Promise<void> {
    const state = this.state;
    if (state?.kind !== "pot" || !state.legal || !state.round) return;
    const { turn } = state.legal;
    if (!this.once(`${state.round.id}:${turn}`)) return;
    const sized = to === undefined ? {} : { to };
    if (!(await this.send({ do: "bet", round: state.round.id, turn, action, ...sized }))) this.point = "";
  }

  /** Whether this point of the round is not decided yet: a second click, or a key beside it, decides nothing. */
  private once(point: string): boolean {
    if (this.point === point) return false;
    this.point = point;
    return true;
  }

  /** Take cards up again that were laid and not decided on. */
  takeUp(): void {
    this.laying = {};
    this.picked = null;
  }

  /** Ask for the exact values of what is legal now, once for each decision. */
  async askCoach(): Promise<void> {
    const state = this.state;
    if (!state?.legal || !state.round || !preferences.coach) return;
    const point = `${state.round.id}:${state.kind === "banked" ? state.legal.at : state.legal.turn}`;
    if (this.asked === point) return;
    this.asked = point;
    this.advice = null;
    this.chances = null;
    this.advising = true;
    try {
      const told = await socket.send({ do: "coach", table: this.id });
      if (this.asked !== point) return;
      if ("actions" in told) this.advice = told;
      else if ("chances" in told) this.chances = told;
    } catch (problem) {
      if (problem instanceof CommandError && this.asked === point) this.problem = problem.sentence;
    } finally {
      if (this.asked === point) this.advising = false;
    }
  }
}

/** Every card that lies open on the table for this person. */
function cardsInSight(state: TableState): string[] {
  const rows =
    state.kind === "pot"
      ? [state.view?.community ?? [], ...(state.view?.players ?? []).map((player) => player.cards)]
      : [
          state.view?.dealer.cards ?? [],
          state.view?.community ?? [],
          ...(state.view?.seats ?? []).flatMap((place) => [place.dealt, place.drawn, place.aside]),
        ];
  return [...new Set(rows.flat().filter((card) => card !== null))];
}
