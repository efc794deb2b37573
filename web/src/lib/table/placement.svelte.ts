// One's own cards on the way to their positions: picked, laid, taken up again, and then decided.
import { preferences } from "$lib/browser/preferences.svelte";
import type { Offer } from "$lib/server/protocol";
import { socket } from "$lib/server/socket.svelte";
import { layPlace } from "./felt";
import { cardFor, completed, fitting, laidOut, lay, openPosition, placingOffers, positionsFor } from "./positions";
import type { Room } from "./room.svelte";

export interface Box {
  takes: boolean; // whether a card may be laid there now
  note: string; // what it is good for if it stays open
  best: boolean; // the coach would leave it open, or lay a card there
}

export class Placement {
  /** The cards that wait for a position, in the order that they lie. */
  readonly cards = $derived.by(() => {
    const place = this.room.place;
    return place ? layPlace(this.room.detail?.layout.player ?? [], place).loose : [];
  });
  readonly offers = $derived.by(() => {
    const state = this.room.state;
    return state?.kind === "banked" && state.legal ? placingOffers(state.legal.offers, this.cards) : [];
  });
  /** Where every card lies that was laid, or has one position left. */
  readonly laid = $derived.by(() => completed(this.offers, this.cards, this.room.laying));
  /** The decisions that the laid cards are, once all of them lie. */
  readonly decided = $derived.by(() => laidOut(this.offers, this.cards, this.laid));
  readonly boxes = $derived.by(() => {
    const fit = fitting(this.offers, this.cards, this.laid);
    const all = this.offers.flatMap((offer) => Object.keys(offer.places ?? {}));
    const names = all.filter((name, at) => all.indexOf(name) === at);
    const picked = this.room.picked;
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew whenever something changes
    return new Map(
      names.map((name): [string, Box] => {
        const takes = this.cards.some(
          ({ key }) =>
            (picked === null || picked === key) &&
            this.laid[key] !== name &&
            positionsFor(this.offers, this.cards, {}, key).includes(name),
        );
        const open = fit.find((offer) => openPosition(offer) === name);
        return [name, { takes, note: open?.note ?? "", best: open !== undefined && this.best(open) }];
      }),
    );
  });

  constructor(private readonly room: Room) {}

  private best(offer: Offer): boolean {
    const told = preferences.coach ? (this.room.advice?.actions ?? []) : [];
    return told.some((action) => action.best && action.id === offer.id);
  }

  /** The next click on a position lays this card there; once more: no card is picked. */
  pick(key: string): void {
    this.room.picked = this.room.picked === key ? null : key;
  }

  /** A position was clicked: the picked card goes there, or the only one that may. */
  click(position: string): void {
    const key = cardFor(this.offers, this.cards, this.laid, position, this.room.picked);
    if (key !== null) this.lay(key, position);
    else this.room.problem = "First pick one of your cards, then its place.";
  }

  /** A card comes to a position. With one card in all that is the decision; several wait to be confirmed. */
  lay(key: string, position: string): void {
    if (socket.status !== "open") return this.room.takeUp(); // the line is lost: nothing is decided
    const laying =
      lay(this.offers, this.cards, this.laid, key, position) ?? lay(this.offers, this.cards, {}, key, position);
    if (!laying) {
      this.room.problem = "That card may not lie there.";
      return;
    }
    this.room.problem = "";
    this.room.picked = null;
    this.room.laying = laying;
    if (this.cards.length === 1) this.confirm();
  }

  /** Decide as the cards lie. */
  confirm(): void {
    const [only, ...more] = this.decided;
    if (only && !more.length) void this.room.act(only.decision);
  }
}
