// The felt at any step of a finished round, folded from the events as the person's seat saw them, and from nothing else.
// What needs the game's rules (a hand in words, positions) is taken from the server's view of the end, and only
// once the cards it speaks of are all there.
import type { BankedView, CardOrBack, PlaceView, PotPlayer, PotView, Stakes, TableEvent } from "$lib/server/types";

export interface Step {
  end: number; // how many events have happened
  text: string;
}

/** Where a replay stops: at events that have something to tell; what has no words goes with the step before it. */
export function stepsOf(events: readonly TableEvent[]): Step[] {
  const steps: Step[] = [];
  for (const [place, { text }] of events.entries()) {
    const last = steps.at(-1);
    if (text) steps.push({ end: place + 1, text });
    else if (last) last.end = place + 1;
  }
  return steps;
}

export function foldBanked(events: readonly TableEvent[], end: BankedView): BankedView {
  const view: BankedView = {
    ...end,
    commitment: "",
    server_seed: null,
    meter: null,
    dealer: { cards: [], hand: [], positions: null, qualifies: null, lay: null, words: "" },
    community: [],
    seats: [],
    net: null,
  };
  const places = new Map<number, PlaceView>();
  for (const event of events) seeBanked(view, places, event);
  view.seats = [...places.values()].sort((a, b) => a.seat - b.seat).map((place) => withWords(place, end));
  if (view.dealer.hand.length || view.dealer.positions) {
    view.dealer.words = end.dealer.words;
    view.dealer.lay = end.dealer.lay;
  }
  return view;
}

function emptyPlace(seat: number, stakes: Stakes): PlaceView {
  return {
    seat,
    stakes: { ...stakes },
    dealt: [],
    drawn: [],
    aside: [],
    decisions: [],
    folded: false,
    positions: null,
    words: "",
    settled: [],
  };
}

function seeBanked(view: BankedView, places: Map<number, PlaceView>, event: TableEvent): void {
  const cards = (event.cards ?? []) as CardOrBack[];
  const place = places.get(Number(event.seat));
  switch (event.event) {
    case "RoundOpened":
      view.commitment = String(event.commitment);
      view.meter = (event.meter as number | null) ?? null;
      break;
    case "WagersPlaced":
      places.delete(Number(event.seat));
      if (Object.keys(event.stakes as Stakes).length)
        places.set(Number(event.seat), emptyPlace(Number(event.seat), event.stakes as Stakes));
      break; // with no stakes they were taken back
    case "MeterFed":
    case "MeterPaid":
      view.meter = Number(event.after);
      break;
    case "Dealt":
      if (event.to === "dealer") view.dealer.cards.push(...cards);
      else if (event.to === "community") view.community.push(...cards);
      else areaOf(places.get(Number(event.to)), String(event.area))?.push(...cards);
      break;
    case "Decided": {
      if (!place) break;
      const decision = event.decision as Record<string, unknown>;
      place.decisions.push({ at: String(event.at), ...decision });
      Object.assign(place.stakes, event.stakes);
      for (const wager of Object.keys(event.taken_back ?? {})) delete place.stakes[wager];
      break;
    }
    case "Turned": {
      const row =
        event.whose === "dealer"
          ? view.dealer.cards
          : event.whose === "community"
            ? view.community
            : (places.get(Number(event.whose))?.dealt ?? []);
      (event.places as number[]).forEach((where, at) => (row[where] = cards[at] ?? null));
      break;
    }
    case "Took":
      if (!place) break;
      place.drawn.push(...cards);
      if (event.source === "aside") place.aside = [];
      break;
    case "Arranged":
      view.dealer.hand = event.hand as string[];
      view.dealer.positions = event.positions as BankedView["dealer"]["positions"];
      view.dealer.qualifies = event.qualifies as boolean | null;
      break;
    case "Settled":
      place?.settled.push({
        wager: String(event.wager),
        amount: Number(event.amount),
        returned: Number(event.returned),
        reason: String(event.reason),
      });
      break;
    case "RoundClosed":
      view.net = event.net as Record<string, number>;
      view.server_seed = String(event.server_seed);
  }
}

function areaOf(place: PlaceView | undefined, area: string): CardOrBack[] | undefined {
  return area === "drawn" ? place?.drawn : area === "aside" ? place?.aside : place?.dealt;
}

function withWords(place: PlaceView, end: BankedView): PlaceView {
  const last = end.seats.find(({ seat }) => seat === place.seat);
  if (!last) return place;
  // Who folds decides no more: it was the last decision, if any.
  const folded = last.folded && place.decisions.length === last.decisions.length;
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const whole = same(place.dealt, last.dealt) && same(place.drawn, last.drawn);
  if (!whole || place.decisions.length !== last.decisions.length) return { ...place, folded };
  return { ...place, folded, words: last.words, positions: last.positions };
}

export function foldPot(events: readonly TableEvent[], end: PotView): PotView {
  const view: PotView = {
    ...end,
    community: [],
    pot: 0,
    turn: null,
    legal: null,
    players: [],
    pots: [],
    settled: [],
    over: false,
  };
  const players = new Map<number, PotPlayer>();
  for (const event of events) seePot(view, players, event);
  view.players = [...players.values()];
  for (const player of view.players) {
    const last = end.players.find(({ seat }) => seat === player.seat);
    const boardWhole = view.community.length === end.community.length;
    if (last && boardWhole && JSON.stringify(last.cards) === JSON.stringify(player.cards)) player.words = last.words;
  }
  return view;
}

function seePot(view: PotView, players: Map<number, PotPlayer>, event: TableEvent): void {
  const player = players.get(Number(event.seat));
  const amount = Number(event.amount ?? 0);
  const putIn = (alive: boolean, chips: number): void => {
    if (!player) return;
    player.stack -= chips;
    player.paid += chips;
    if (alive) player.bet = Math.max(0, player.bet + chips);
    view.pot += chips;
  };
  switch (event.event) {
    case "HandOpened":
      view.button = Number(event.button);
      for (const [seat, stack] of Object.entries(event.stacks as Record<string, number>)) {
        players.set(Number(seat), {
          seat: Number(seat),
          stack,
          bet: 0,
          paid: 0,
          folded: false,
          mucked: false,
          cards: [],
          words: "",
          did: "",
        });
      }
      break;
    case "WagersPlaced":
      if (player) player.stack -= Object.values(event.stakes as Stakes).reduce((sum, cents) => sum + cents, 0);
      break;
    case "Posted":
      if (event.dead && event.do === "post-small-blind") {
        if (player) player.stack -= amount;
        view.pot += amount;
      } else putIn(!event.dead, amount);
      if (player) player.did = String(event.do);
      break;
    case "Dealt":
      if (event.to === "community") {
        view.community.push(...(event.cards as CardOrBack[]));
        for (const each of players.values()) each.bet = 0; // bets of the round before are in the pot
      } else {
        const dealt = players.get(Number(event.to));
        if (dealt) dealt.cards = event.cards as CardOrBack[];
      }
      break;
    case "Bet":
      putIn(true, amount);
      if (player) {
        player.folded ||= event.do === "fold";
        player.did = String(event.do);
      }
      break;
    case "Returned":
      putIn(true, -amount);
      break;
    case "Shown":
      if (player) player.cards = event.cards as CardOrBack[];
      break;
    case "Mucked":
      if (player) player.mucked = true;
      break;
    case "PotPaid":
      view.pots.push({ amount, eligible: event.eligible as number[], paid: event.paid as Record<string, number> });
      for (const [seat, paid] of Object.entries(event.paid as Record<string, number>)) {
        const winner = players.get(Number(seat));
        if (winner) winner.stack += paid;
      }
      break;
    case "Settled":
      view.settled.push(event as unknown as PotView["settled"][number]);
      break;
    case "HandClosed":
      view.over = true;
      for (const [seat, stack] of Object.entries(event.stacks as Record<string, number>)) {
        const each = players.get(Number(seat));
        if (each) each.stack = stack;
      }
  }
}
