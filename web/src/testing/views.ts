// A table as the server tells of it, for tests: whole in shape, empty but for what a test gives.
import type {
  Area,
  BankedState,
  BankedView,
  Offer,
  PlaceView,
  PotPlayer,
  PotView,
  TableEvent,
  TableSummary,
} from "$lib/server/protocol";

export function place(given: Partial<PlaceView> = {}): PlaceView {
  return {
    seat: 1,
    stakes: {},
    dealt: [],
    drawn: [],
    aside: [],
    decisions: [],
    folded: false,
    positions: null,
    placed: null,
    words: "",
    settled: [],
    ...given,
  };
}

export function bankedView(given: Partial<BankedView> = {}): BankedView {
  return {
    game: "some-game",
    edition: "standard",
    fingerprint: "f",
    you: 1,
    commitment: "c",
    server_seed: null,
    meter: null,
    shoe: null,
    dealer: { cards: [], hand: [], positions: null, qualifies: null, lay: null, lay_words: "", words: "" },
    community: [],
    seats: [],
    net: null,
    ...given,
  };
}

export function player(given: Partial<PotPlayer> = {}): PotPlayer {
  return {
    seat: 1,
    stack: 10_000,
    bet: 0,
    paid: 0,
    folded: false,
    mucked: false,
    cards: [],
    words: "",
    did: "",
    ...given,
  };
}

export function potView(given: Partial<PotView> = {}): PotView {
  return {
    game: "some-pot-game",
    edition: "standard",
    fingerprint: "f",
    you: 1,
    commitment: "c",
    button: 1,
    community: [],
    pot: 0,
    turn: null,
    legal: null,
    players: [],
    pots: [],
    settled: [],
    over: false,
    ...given,
  };
}

export function area(id: string, given: Partial<Area> = {}): Area {
  return { id, label: id, kind: "cards", x: 0, y: 0, width: 1, cards: 1, ...given };
}

export function offer(label: string, given: Partial<Offer> = {}): Offer {
  return {
    id: label,
    key: label.charAt(0).toLowerCase(),
    label,
    decision: { choice: label.toLowerCase() },
    price: 0,
    lacks: 0,
    folds: false,
    places: null,
    note: "",
    wager: "",
    takes_back: "",
    returns: 0,
    most: null,
    unit: 0,
    ...given,
  };
}

type Named<Name extends TableEvent["event"]> = Extract<TableEvent, { event: Name }>;

/** An event with what a test looks at. */
export function event<Name extends TableEvent["event"]>(name: Name, fields: Partial<Named<Name>> = {}): Named<Name> {
  const usual = name === "Dealt" ? { area: "dealt", face: "down" } : {};
  return { event: name, text: "", ...usual, ...fields } as unknown as Named<Name>;
}

export function bankedState(given: Partial<BankedState> = {}): BankedState {
  const table: TableSummary = {
    id: 7,
    name: "Some game 1",
    game: "some-game",
    game_name: "Some game",
    edition: "standard",
    edition_title: "As printed",
    kind: "banked",
    fingerprint: "f",
    locked: false,
    jurisdiction: "none",
    limits: { ante: { least: 500, most: 50_000, step: 100 } },
    seats: [],
    spectators: 0,
    phase: "betting",
    meter: null,
    meter_key: null,
    house_edge_percent: null,
    odds: { state: "none", reason: "", estimated: false },
    buy_in: null,
    blinds: null,
    opponents: false,
  };
  return {
    kind: "banked",
    table,
    phase: "betting",
    round: { id: 31, number: 1, commitment: "c", server_seed: null, seal: null },
    to_come: null,
    voided: null,
    waits_for: [],
    acted_for: [],
    clock: null,
    you: {
      seat: 1,
      sitting_out: false,
      leaving: false,
      last_round: false,
      at_stake: 0,
      ready: false,
      time_bank: 0,
      last_stakes: {},
      stack: null,
      side: 0,
    },
    seats: [],
    meter: null,
    words: {},
    counts: {},
    won: {},
    result: null,
    view: null,
    legal: null,
    ...given,
  };
}
