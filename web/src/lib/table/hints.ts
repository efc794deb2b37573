// A newcomer's first round in three hints: bet, decide, see what happened. They say what the table's own data say: the
// wagers that a game is played for, the decisions on offer, the lines of the result.
import { dollars } from "$lib/display/money";
import type { BankedLegal, BankedState, PotState, Stakes, TableState, Wager } from "$lib/server/protocol";
import { throwable, throwsCards } from "./offers";
import { plainName } from "./waiting";

type Result = NonNullable<TableState["result"]>;

export interface Hint {
  number: 1 | 2 | 3;
  text: string;
}

export interface Known {
  wagers: readonly Wager[];
  entry: readonly string[]; // the wagers that the game is played for
  stakes: Stakes; // what lies on the felt, placed or not
  told: boolean; // the cards have shown everything
}

/** What to say now; null where there is nothing to add. */
export function hintFor(state: TableState, known: Known): Hint | null {
  if (state.you.seat === null || state.you.sitting_out) return null;
  return state.kind === "banked" ? banked(state, known) : amongPlayers(state, known.told);
}

function banked(state: BankedState, { wagers, entry, stakes, told }: Known): Hint | null {
  if (state.legal) return { number: 2, text: `Your turn: ${choices(state.legal, state.table.odds.state !== "none")}` };
  if (state.phase === "showing")
    return told && state.result ? { number: 3, text: happened(state.result, entry, state) } : null;
  if (state.phase !== "betting") return null;
  const first = wagers.filter((wager) => entry.includes(wager.id) && wager.id in state.table.limits);
  if (first.some((wager) => stakes[wager.id]))
    return { number: 1, text: "The other spots are extra. Press Deal when your bets are right." };
  return { number: 1, text: `Put a chip on ${either(first.map(({ name }) => name))}: click its spot on the felt.` };
}

const FEW = 4; // more choices than this are not read out

function choices({ offers, text }: BankedLegal, coached: boolean): string {
  if (throwsCards(offers)) return `click ${throwable(offers)} of your cards to throw, or choose below.`;
  if (offers.some((offer) => offer.places)) return "drag a card to its place, or choose below.";
  if (offers.length > FEW) return text;
  const inOrder = [...offers].sort((one, other) => Number(other.folds) - Number(one.folds)); // as the buttons stand
  const named = inOrder.map(({ label, price }) => (price ? `${label} for ${dollars(price)}` : label));
  return `${either(named)}.${coached ? " Coach, above, shows what each is worth." : ""}`;
}

/** What the round came to, and why: by the wager that the game is played for, and by the others where they count too. */
function happened({ net, lines }: Result, entry: readonly string[], state: TableState): string {
  const goOn = state.you.last_round ? "" : " Next round takes new bets.";
  const total = net ? `You ${net > 0 ? "win" : "lose"} ${dollars(Math.abs(net))}` : "You break even";
  const main = lines.find(({ wager }) => entry.includes(wager)) ?? lines[0];
  if (!main) return `${total}.${goOn}`;
  const gain = main.returned - main.amount;
  const others = lines.filter((line) => line !== main && line.returned !== line.amount);
  if (!others.length) return `${total}: ${main.reason}.${goOn}`;
  const rest =
    others.length === 1 && others[0] ? ended(others[0].name, net - gain) : ended("your other bets", net - gain, "");
  return `${total}. ${ended(main.name, gain)}: ${main.reason}; ${rest}.${goOn}`;
}

function ended(name: string, gain: number, s = "s"): string {
  if (!gain) return s ? `${name} pushes` : `${name} come out even`;
  return `${name} ${gain > 0 ? `win${s}` : `lose${s}`} ${dollars(Math.abs(gain))}`;
}

function amongPlayers(state: PotState, told: boolean): Hint | null {
  const { legal, view } = state;
  if (legal) {
    const raise = legal.most ? [legal.verb] : [];
    const text = legal.check
      ? `checking costs nothing${legal.most ? `; or ${legal.verb}` : ""}.`
      : `${either([`call ${dollars(legal.call)} for a pot of ${dollars(legal.pot)}`, ...raise, "fold"])}.`;
    return { number: 2, text: `Your turn: ${text}` };
  }
  if (state.phase === "showing" && state.result) return told ? { number: 3, text: winner(state) } : null;
  if (view?.turn) return null;
  const blinds = state.table.blinds;
  if (blinds && comesIn(state))
    return {
      number: 1,
      text: `Your first hand costs the big blind of ${dollars(blinds.big)}. It is the next one, or a later one if the button and blinds have to pass your seat first.`,
    };
  const posted = blinds ? ` Two seats post blinds of ${dollars(blinds.small)} and ${dollars(blinds.big)}.` : "";
  return { number: 1, text: `Your cards come with the next hand.${posted}` };
}

/** Whether the viewer comes into a game that others go on with: not dealt into its last hand, which two of them were. */
function comesIn({ view, seats, you }: PotState): boolean {
  const dealt = view?.players.map(({ seat }) => seat) ?? [];
  const here = seats.filter(({ seat, name, sitting_out }) => dealt.includes(seat) && name !== null && !sitting_out);
  return here.length > 1 && !here.some(({ seat }) => seat === you.seat);
}

function winner({ view, seats }: PotState): string {
  const won = new Map<number, number>();
  for (const pot of view?.pots ?? []) {
    for (const [seat, cents] of Object.entries(pot.paid))
      if (cents) won.set(Number(seat), (won.get(Number(seat)) ?? 0) + cents);
  }
  const [largest] = [...won].sort(([, one], [, other]) => other - one);
  if (!largest) return "The hand is over.";
  const [number, cents] = largest;
  const seat = seats.find((one) => one.seat === number);
  const player = view?.players.find((one) => one.seat === number);
  const name = player && seat?.name ? plainName(seat.name) : "A player who has left";
  const words = player ? (player.words ? ` with ${player.words}` : ": everybody else folded") : "";
  return `${seat?.you ? "You win" : `${name} wins`} ${dollars(cents)}${words}.`;
}

/** "fold", "fold or call", "fold, call or raise". */
function either(names: string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
