// The felt of a finished round: nothing can be done there, and nobody else is told of it.
import type { BankedView, PlaceView, RoundReplay } from "$lib/server/protocol";
import { Director } from "$lib/table/director.svelte";
import { Draft } from "$lib/table/draft.svelte";
import { KeyRing } from "$lib/table/keyring";
import type { AtFelt } from "$lib/table/room.svelte";

export class ReplayRoom implements AtFelt {
  readonly director = new Director();
  readonly draft = new Draft(() => ({}));
  readonly detail: AtFelt["detail"];
  readonly advice = null;
  readonly keys = new KeyRing();
  readonly placement = null;
  readonly picked = null;
  view = $state.raw<BankedView | null>(null);
  chosen: number[] = [];

  constructor({ felt }: RoundReplay) {
    this.detail = { ...felt, procedure: [] };
  }

  get place(): PlaceView | null {
    return this.view?.seats.find(({ seat }) => seat === this.view?.you) ?? null;
  }

  sit(): void {}
  act(): void {}
}
