// "Play now": a seat where one can bet at once, as a guest if need be.
import { api } from "./api";
import { session } from "./session.svelte";

/** The address of the seat that the house has for this person. */
export async function seatAt(game: string): Promise<string> {
  if (!session.person) await session.guest();
  const found = await api.post("/api/play-now", { body: { game } });
  return `/table/${found.table}?seat=${found.seat}`;
}
