// The felt of an exercise: nothing is played there, and whatever lies on it can be pointed at.
import type { BankedView, PlaceView, TrainingExercise } from "$lib/server/protocol";
import { Director } from "$lib/table/director.svelte";
import { Draft } from "$lib/table/draft.svelte";
import { KeyRing } from "$lib/table/keyring";
import type { AtFelt } from "$lib/table/room.svelte";

export class TrainRoom implements AtFelt {
  readonly director = new Director();
  readonly draft = new Draft(() => ({}));
  readonly detail: AtFelt["detail"];
  readonly advice = null;
  readonly keys = new KeyRing();
  readonly placement = null;
  readonly picked = null;
  readonly training = true;
  view = $state.raw<BankedView | null>(null);
  seat = $state<number | null>(null); // the one that lies large before the dealer
  chosen: number[] = [];

  constructor({ felt }: Pick<TrainingExercise, "felt">) {
    this.detail = { ...felt, procedure: [] };
  }

  get place(): PlaceView | null {
    return this.view?.seats.find(({ seat }) => seat === this.seat) ?? null;
  }

  sit(): void {}
  act(): void {}
}
