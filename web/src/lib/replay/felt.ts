// A finished round on the felt that it was played on: the state that the table would have had, made of a replay.
import type { BankedState, BankedView, PotState, PotView, RoundReplay, SeatState } from "$lib/server/protocol";

type Round = Pick<RoundReplay["round"], "id" | "number" | "table" | "table_name" | "game" | "game_name"> & {
  seat: number | null;
};
/** What a felt needs to know besides the view. */
export interface OfRound {
  round: Round;
  commitment: string;
}
type Banked = OfRound & Pick<Extract<RoundReplay, { kind: "banked" }>, "counts" | "won">;
type Pot = OfRound & Pick<Extract<RoundReplay, { kind: "pot" }>, "counts" | "undealt">;

/** Everybody who played, known by the seat alone. */
function seatsOf(seats: number[], you: number | null, toAct: number | null): SeatState[] {
  return seats.map((seat) => ({
    seat,
    name: seat === you ? "You" : `Seat ${seat}`,
    you: seat === you,
    sitting_out: false,
    connected: true,
    ready: false,
    leaving: false,
    to_act: seat === toAct,
    stack: null,
    program: false,
  }));
}

function shared({ round, commitment }: OfRound) {
  return {
    table: {
      id: round.table,
      name: round.table_name,
      game: round.game,
      game_name: round.game_name,
      edition: "",
      edition_title: "",
      fingerprint: "",
      locked: false,
      jurisdiction: "none",
      limits: {},
      seats: [],
      spectators: 0,
      phase: "showing" as const,
      meter: null,
      meter_key: null,
      buy_in: null,
      blinds: null,
      opponents: false,
      house_edge_percent: null,
      odds: { state: "none" as const, reason: "", estimated: false },
    },
    phase: "showing" as const,
    round: { id: round.id, number: round.number, commitment, server_seed: null, seal: null },
    to_come: null,
    voided: null,
    waits_for: [],
    acted_for: [],
    you: {
      seat: round.seat,
      sitting_out: false,
      leaving: false,
      ready: true,
      time_bank: 0,
      last_stakes: {},
      last_round: false,
      at_stake: 0,
      stack: null,
      side: 0,
    },
    clock: null,
    words: {},
    result: null,
  };
}

export function bankedState(found: Banked, view: BankedView): BankedState {
  const over = view.net !== null;
  const parts = shared(found);
  return {
    kind: "banked",
    ...parts,
    table: { ...parts.table, kind: "banked" },
    meter: view.meter,
    seats: seatsOf(
      view.seats.map(({ seat }) => seat),
      view.you,
      null,
    ),
    counts: over ? found.counts : {},
    won: over ? found.won : {},
    view,
    legal: null,
  };
}

export function potState(found: Pot, view: PotView): PotState {
  const parts = shared(found);
  const seats = seatsOf(
    view.players.map(({ seat }) => seat),
    view.you,
    view.turn,
  );
  const stacks = new Map(view.players.map(({ seat, stack }) => [seat, stack]));
  return {
    kind: "pot",
    ...parts,
    table: { ...parts.table, kind: "pot" },
    meter: null,
    seats: seats.map((seat) => ({ ...seat, stack: stacks.get(seat.seat) ?? null })),
    counts: view.over ? found.counts : {},
    undealt: view.over ? found.undealt : [],
    view,
    legal: null,
  };
}
