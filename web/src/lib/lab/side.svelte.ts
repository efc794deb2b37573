// The odds of one set of rules: asked for whenever the rules change, only the last answer counting.
import { ApiError, api, sentenceOf } from "$lib/server/api";
import type { WhatIf } from "$lib/server/protocol";
import type { Rules } from "./address";
import { Kept } from "./kept";

const AGAIN_MS = 1500;
const TIMES = 20; // that a busy house is asked by itself
const KEPT = 60; // answers

export class Side {
  found = $state.raw<WhatIf | null>(null);
  problem = $state("");
  counting = $state(false);
  #kept = new Kept<WhatIf>(KEPT);
  #stop: AbortController | null = null;

  forget(): void {
    this.#stop?.abort();
    this.found = null;
    this.problem = "";
    this.counting = false;
  }

  /** Whatever was asked before is no longer wanted. */
  async ask(game: string, rules: Rules): Promise<void> {
    this.#stop?.abort();
    const stop = (this.#stop = new AbortController());
    if (this.found?.game !== game) this.found = null;
    const key = JSON.stringify([game, rules]);
    const known = this.#kept.get(key);
    if (known) {
      this.#take(key, known);
      return;
    }
    this.counting = true;
    for (let times = 1; ; times += 1) {
      try {
        const found = await api.get("/api/lab/what-if", { query: { game, ...rules }, signal: stop.signal });
        if (!stop.signal.aborted) this.#take(key, found);
        return;
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!(error instanceof ApiError && error.status === 503 && times < TIMES)) {
          this.problem = sentenceOf(error);
          this.counting = false;
          if (!this.found) await this.#readForm(game, stop.signal);
          return;
        }
      }
      await new Promise((go) => setTimeout(go, AGAIN_MS)); // so much is counted that the house takes no more just now
      if (stop.signal.aborted) return;
    }
  }

  #take(key: string, found: WhatIf): void {
    this.#kept.put(key, found);
    this.found = found;
    this.problem = "";
    this.counting = false;
  }

  /** A link that is wrong from the beginning: there is a form all the same, to put it right. */
  async #readForm(game: string, signal: AbortSignal): Promise<void> {
    try {
      const found = await api.get("/api/lab/what-if", { query: { game }, signal });
      if (!signal.aborted) this.found = found;
    } catch {
      // the sentence is there already
    }
  }
}
