// What the pages about a game's rules share: the game, edition and options in the address, and their details.
import { api, sentenceOf } from "./api";
import { asQuery } from "./query";
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
    const rules = asQuery({ edition: query.get("edition"), set: query.getAll("set") });
    try {
      this.detail = await api.get<GameDetail>(`/api/games/${encodeURIComponent(game)}${rules}`);
      this.problem = "";
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }
}
