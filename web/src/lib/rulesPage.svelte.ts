// What the pages about a game's rules share: the game, edition and options in the address, and their details.
import { api, sentenceOf } from "./api";
import type { GameDetail, GameSummary } from "./types";

export class RulesPage {
  games = $state.raw<GameSummary[]>([]);
  detail = $state.raw<GameDetail | null>(null);
  problem = $state("");

  async loadGames(): Promise<void> {
    try {
      this.games = (await api.get<{ games: GameSummary[] }>("/api/games")).games;
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  async loadDetail(game: string, query: URLSearchParams): Promise<void> {
    const wanted = new URLSearchParams();
    const edition = query.get("edition");
    if (edition) wanted.set("edition", edition);
    for (const change of query.getAll("set")) wanted.append("set", change);
    try {
      this.detail = await api.get<GameDetail>(`/api/games/${encodeURIComponent(game)}${String(wanted) ? `?${wanted}` : ""}`);
      this.problem = "";
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }
}
