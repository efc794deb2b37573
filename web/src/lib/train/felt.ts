// A felt that is frozen in mid-round: the state that a table would have, made of the view that a question shows.
import { bankedState, potState, type OfRound } from "$lib/replay/felt";
import type {
  BankedState,
  BankedView,
  PotState,
  PotView,
  TrainingExercise,
  TrainingQuestion,
} from "$lib/server/protocol";

export type Frozen = { kind: "banked"; state: BankedState } | { kind: "pot"; state: PotState };

function isPot(view: BankedView | PotView): view is PotView {
  return "players" in view;
}

/** The seat that a question is about, where it is about one alone: it lies large before the dealer. */
export function seatInFocus({ view, seat: about }: TrainingQuestion): number | null {
  if (!view || isPot(view)) return null;
  if (view.you !== null) return view.you;
  return view.seats.some(({ seat }) => seat === about) ? about : null;
}

export function frozen(
  exercise: Pick<TrainingExercise, "game" | "game_name">,
  question: TrainingQuestion,
): Frozen | null {
  const view = question.view;
  if (!view) return null;
  const { game, game_name } = exercise;
  const seat = seatInFocus(question);
  const of: OfRound = {
    round: { id: 0, number: 0, table: 0, table_name: game_name, game, game_name, seat },
    commitment: view.commitment,
  };
  if (isPot(view)) return { kind: "pot", state: potState({ ...of, counts: {}, undealt: [] }, view) };
  const state = bankedState({ ...of, counts: {}, won: {} }, view);
  const named = state.seats.map((one) => ({ ...one, name: one.you ? "You" : `Seat ${one.seat}` }));
  return { kind: "banked", state: { ...state, seats: named } };
}

/** Everything on the felt that was clicked, from the innermost outwards: `seat 2 ante`, `seat 2`. */
export function targetsAt(element: Element | null): string[] {
  const found: string[] = [];
  for (let at = element?.closest("[data-target]"); at; at = at.parentElement?.closest("[data-target]"))
    found.push(at.getAttribute("data-target") ?? "");
  return found;
}
