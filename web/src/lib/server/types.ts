// The shapes that the server sends; the contract with src/houseway/server (docs/socket.md, REST).
// Money is whole cents. Cards are texts such as "Ah"; a card out of sight is null.

import type { SealProof } from "$lib/replay/verify";

export type CardText = string;
export type CardOrBack = CardText | null;
export type TableId = number;
export type RoundId = number;
export type Kind = "banked" | "pot";
export type Phase = "waiting" | "betting" | "deciding" | "showing" | "closed";
export type Stakes = Record<string, number>;

// --- people ---
export interface Person {
  id: number;
  name: string;
  role: "player" | "pit" | "admin";
  guest: boolean;
  balance: number;
  at_tables: number;
}
export interface Me {
  person: Person | null;
  csrf: string;
  settings: Record<string, unknown>;
}

// --- games ---
export interface Area {
  id: string;
  label: string;
  kind: string; // "bet", "cards" or "chips"
  x: number;
  y: number;
  width: number;
  cards: number;
}
export interface Layout {
  dealer: Area[];
  player: Area[];
  inscriptions: string[];
}
export interface PayTable {
  title: string;
  rows: { hand: string; pays: string }[];
}
export type WagerKind = "first" | "raise" | "side" | "bonus" | "progressive";
export interface Wager {
  id: string;
  name: string;
  kind: WagerKind;
  text: string;
  opening: boolean; // made before the deal
  on: string;
  least: number;
  most: number;
  fixed: number;
  pay_table: PayTable | null;
}
export interface ProcedureStep {
  ref: string;
  text: string;
  steps?: ProcedureStep[];
}
export interface GameOption {
  name: string;
  value: unknown;
  legal: string;
  help: string;
  values?: unknown[];
  tables?: Record<string, string>;
  hands?: string[];
  least?: string | number;
  most?: string | number;
}
/** Whether the odds of a game are known; why there are none; whether deals were sampled for them. */
export interface OddsState {
  state: "known" | "counting" | "none";
  reason: string;
  estimated: boolean;
}
export interface GameSummary {
  id: string;
  name: string;
  blurb: string;
  kind: Kind;
  seats: number;
  edition?: string; // which one these facts are of
  editions: { name: string; title: string }[];
  house_edge_percent: number | null;
  odds: OddsState;
  side_edges: Record<string, number>;
  layout: Layout;
  wagers: Wager[];
}
export interface RulesDetail {
  options: GameOption[];
  rules: string[];
  procedure: ProcedureStep[];
  wagers: Wager[];
  entry_wagers: string[]; // any one of these puts a player in the game
  layout: Layout;
  fingerprint: string;
  warnings: string[];
}
export type GameDetail = GameSummary & RulesDetail;

// --- tables ---
export interface WagerLimit {
  least: number;
  most: number;
  step: number;
  goes_with?: { wager: string; least: number; most: number }; // made with another wager, at so many times that one
}
export interface TableSummary {
  id: TableId;
  name: string;
  game: string;
  game_name: string;
  edition: string;
  edition_title: string;
  kind: Kind;
  fingerprint: string;
  locked: boolean;
  jurisdiction: string;
  limits: Record<string, WagerLimit>;
  seats: { seat: number; name: string | null }[];
  spectators: number;
  phase: Phase;
  meter: number | null;
  meter_key?: string | null;
  house_edge_percent: number | null;
  odds: OddsState;
  buy_in: { least: number; most: number } | null;
  blinds: { small: number; big: number; ante?: number } | number[] | string | null;
  opponents: boolean;
}
export type TableDetail = TableSummary & RulesDetail;

// --- a round in the eyes of one person ---
export type Decision = Record<string, unknown> & { multiple?: number | string; discard?: CardText[] };
export type Positions = Record<string, CardOrBack>;
export interface SettledWager {
  wager: string;
  amount: number;
  returned: number;
  reason: string;
  seat?: number;
}
export interface PlaceView {
  seat: number;
  stakes: Stakes;
  dealt: CardOrBack[];
  drawn: CardOrBack[];
  aside: CardOrBack[];
  decisions: (Record<string, unknown> & { at: string; multiple?: number | string; discard?: CardOrBack[] })[];
  folded: boolean;
  positions: Positions | null;
  hand?: CardText[];
  words: string;
  settled: SettledWager[];
}
export interface BankedView {
  game: string;
  edition: string;
  fingerprint: string;
  you: number | null;
  commitment: string;
  server_seed: string | null;
  meter: number | null;
  dealer: {
    cards: CardOrBack[];
    hand: CardText[];
    positions: Positions | null;
    qualifies: boolean | null;
    lay: Record<string, CardOrBack[]> | null;
    words: string;
  };
  community: CardOrBack[];
  seats: PlaceView[];
  net: Record<string, number> | null;
}
export interface PotPlayer {
  seat: number;
  stack: number;
  bet: number;
  paid: number;
  folded: boolean;
  mucked: boolean;
  cards: CardOrBack[];
  words: string;
  did: string;
}
export interface PotBounds {
  fold: boolean;
  check: boolean;
  call: number;
  least: number;
  most: number;
  verb: "bet" | "raise";
}
export interface PotView {
  game: string;
  edition: string;
  fingerprint: string;
  you: number | null;
  commitment: string;
  button: number;
  community: CardOrBack[];
  pot: number;
  turn: number | null;
  legal: PotBounds | null;
  players: PotPlayer[];
  pots: { amount: number; eligible: number[]; paid: Record<string, number> }[];
  settled: SettledWager[];
  over: boolean;
}

// --- the socket ---
/** A decision of one size, in the rules' own words and at their price. */
export interface OfferEnd {
  key: string;
  label: string;
  decision: Decision;
  price: number;
}
export interface Offer extends OfferEnd {
  folds: boolean;
  wager: string;
  takes_back: string; // the wager that it takes off the felt,
  returns: number; // and what comes back for it
  most: OfferEnd | null; // the other end, of a bet that may be larger: any price between the two is legal
  unit: number; // what one time costs, where there is another end
}
export interface BankedLegal {
  at: string;
  text: string;
  offers: Offer[];
}
export type PotLegal = Partial<PotBounds> & { turn: number; keys?: Record<string, string> };
export interface SeatState {
  seat: number;
  name: string | null;
  you: boolean;
  sitting_out: boolean;
  connected: boolean;
  ready: boolean;
  leaving?: boolean;
  to_act?: boolean;
  stack?: number;
  program?: boolean | string | null;
}
export interface ResultLine {
  wager: string;
  name: string;
  amount: number;
  returned: number;
  reason: string;
  text: string;
}
interface StateBase {
  table: TableSummary;
  phase: Phase;
  round: { id: RoundId; number: number; commitment: string; server_seed: string | null; seal?: string | null } | null;
  clock: { ends_ms: number; seconds: number; bank: number | boolean; seats?: number[] } | null;
  you: {
    seat: number | null;
    sitting_out: boolean;
    time_bank: number;
    last_stakes: Stakes;
    stack?: number;
    side?: number;
    leaving?: boolean;
    ready?: boolean;
  };
  counts?: Record<string, CardText[]> | null; // by seat or "dealer": the cards that count, at the end
  seats: SeatState[];
  meter: number | null;
  words: Record<string, string>;
  result: { net: number; lines: ResultLine[] } | null;
}
export interface BankedState extends StateBase {
  kind: "banked";
  view: BankedView | null;
  legal: BankedLegal | null;
}
export interface PotState extends StateBase {
  kind: "pot";
  view: PotView | null;
  legal: PotLegal | null;
}
export type TableState = BankedState | PotState;

export interface TableEvent extends Record<string, unknown> {
  event: string;
  text: string;
}
export interface Ack extends Record<string, unknown> {
  type: "ack";
  id: string;
  table?: TableId;
  number?: number;
  cost?: string; // in units of the first wager,
  unit?: number; // which are so many cents
}
export interface CoachAction {
  decision: Decision;
  key: string;
  label: string;
  expected_value: string;
  value: number;
  best: boolean;
}
export interface CoachAdvice {
  at: string;
  estimated: boolean; // deals were sampled for the values
  actions: CoachAction[];
}
/** Among players: chances against the hands still in, and what a call needs. */
export interface PotAdvice {
  at: string;
  turn: number;
  opponents: number;
  chances: {
    exact: boolean;
    win: number | null;
    tie: number | null;
    lose: number | null;
    value: number;
    low?: number;
    high?: number;
  };
  call: { amount: number; pot: number; needs: string; value: number } | null;
}
export type ServerMessage =
  | { type: "welcome"; protocol: number; person: Person | null; now: number }
  | Ack
  | { type: "error"; id: string | null; code: string; sentence: string }
  | { type: "snapshot"; table: TableId; epoch: string; number: number; state: TableState }
  | {
      type: "update";
      table: TableId;
      epoch: string;
      number: number;
      events: TableEvent[];
      state: TableState;
    }
  | { type: "balance"; balance: number; at_tables: number }
  | { type: "meter"; meter_key: string; cents: number }
  | { type: "lobby"; tables: TableSummary[] }
  | { type: "closing"; reason: string };

// --- history ---
export interface HistoryRow {
  id: RoundId;
  table: TableId;
  game: string;
  game_name: string;
  number: number;
  started: number; // epoch ms
  ended: number | null;
  seat: number;
  staked: number;
  returned: number;
  net: number;
  words?: string;
  void: boolean; // the house gave everything staked back: there is no result
}
export interface HistoryPage {
  rounds: HistoryRow[];
  next: RoundId | null;
}
export interface HistoryRound {
  round: HistoryRow;
  events: TableEvent[];
  view_at_end: BankedView | PotView;
  net: number;
  commitment: string;
  server_seed: string | null;
  deck_order: CardText[];
  player_seeds: [number, string][];
  dealing: CardText[] | null;
  can_verify: boolean;
  seal?: string | null; // hands among players: the deck's seal and one seat's proof
  proof?: SealProof | null;
}

// --- odds ---
export interface OddsWager {
  wager: string;
  strategy: string;
  total: string;
  outcomes: { label: string; net: string; count: string; bonus?: boolean }[];
  distribution?: { net: string; count: string }[];
  correlation_with_main?: number;
  expected_value: string;
  house_edge_percent: number;
  standard_deviation: number;
  average_total_bet: number;
  element_of_risk_percent: number;
  hit_frequency: number;
  interval?: [number, number] | null; // where deals were sampled: 95% of the expected value
}
export interface Odds {
  game: string;
  edition: string;
  estimated?: boolean; // some of the numbers were sampled, not counted
  options: Record<string, unknown>;
  fingerprint: string;
  wagers: OddsWager[];
  charts: { title: string; columns: string[]; rows: string[][] }[];
  card: { name: string; lines: string[] } | null;
  strategies: Record<string, string>;
}

// --- the pit ---
export interface PitTable extends TableSummary {
  drop: number; // all that was staked
  win: number; // what the house kept of it
  hold_percent: number | null; // win over drop
  theoretical_win: number | null;
  rounds: number;
  band: [number, number] | null; // where the win lies 19 times in 20
  wagers: { wager: string; made: number; staked: number; returned: number }[];
}
export interface PitRound {
  id: number;
  table: number;
  game: string;
  game_name: string;
  number: number;
  fingerprint: string;
  over: boolean;
  void: boolean;
  started: number;
  ended: number | null;
  people: { seat: number; person: number; name: string; staked: number; returned: number }[];
  staked: number;
  returned: number;
}
export interface PersonRow {
  id: number;
  name: string;
  role: "player" | "pit" | "admin";
  guest: boolean;
  balance: number;
  at_tables: number;
}
