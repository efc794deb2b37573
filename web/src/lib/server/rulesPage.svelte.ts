// What the pages about a game's rules share: the game, edition and options in the address, and their details.
import { api, sentenceOf } from "./api";
import type { GameDetail, GameSummary } from "./protocol";

export class RulesPage {
  games = $state.raw<GameSummary[]>([]);
  detail = $state.raw<GameDetail | null>(null);
  problem = $state("");

  async loadGames(): Promise<void> {
    try {
      this.games = (await api.get("/api/games")).games;
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  async loadDetail(game: string, query: URLSearchParams): Promise<void> {
    const rules = { edition: query.get("edition"), set: query.getAll("set") };
    try {
      this.detail = await api.get("/api/games/{game_id}", { path: { game_id: game }, query: rules });
      this.problem = "";
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }
}
