import type { RoundEvent } from "./checks";

/** Follows where the deck's cards went, to know what each later event must show. */
export class Felt {
  drawn = 0;
  compared = 0;
  private readonly deck: readonly string[];
  private readonly places = new Map<string, string[]>();

  constructor(deck: readonly string[]) {
    this.deck = deck;
  }

  see(event: RoundEvent): string {
    const cards = event.cards as (string | null)[] | undefined;
    switch (event.event) {
      case "Burned":
        return this.compare(cards!, this.take(cards!.length));
      case "Dealt": {
        const taken = this.take(cards!.length);
        this.row(event.to, String(event.area)).push(...taken);
        return this.compare(cards!, taken);
      }
      case "Turned": {
        const row = this.row(event.whose, "dealt");
        const places = event.places as number[];
        return this.compare(
          cards!,
          places.map((at) => row[at] ?? ""),
        );
      }
      case "Took": {
        const source = event.source === "aside" ? this.row(event.seat, "aside") : this.row("community", "dealt");
        this.row(event.seat, "drawn").push(...(cards as string[]));
        return this.within(cards!, source);
      }
      case "Decided": {
        const decision = event.decision as { discard?: (string | null)[] };
        return this.within(decision.discard ?? [], this.row(event.seat, "dealt"));
      }
      case "Arranged": {
        const hand = [...(event.hand as (string | null)[])];
        const house = [...this.row("dealer", "dealt"), ...this.row("community", "dealt")];
        const positions = Object.values((event.positions ?? {}) as Record<string, string | null>);
        return this.within(hand, house) || this.within(positions, house);
      }
    }
    return "";
  }

  private take(count: number): string[] {
    const taken = this.deck.slice(this.drawn, this.drawn + count);
    this.drawn += count;
    return taken;
  }

  private row(whose: unknown, area: string): string[] {
    // The dealer's and the shared cards are one row each, whatever the area is called.
    const key = typeof whose === "number" ? `${whose} ${area}` : String(whose);
    if (!this.places.has(key)) this.places.set(key, []);
    return this.places.get(key)!;
  }

  private compare(shown: readonly (string | null)[], true_: readonly string[]): string {
    for (const [place, card] of shown.entries()) {
      if (card === null) continue; // never in your sight
      this.compared++;
      if (card !== true_[place]) return `it shows ${card}, but the seed deals ${true_[place] || "no card"} there.`;
    }
    return "";
  }

  private within(shown: readonly (string | null)[], source: readonly string[]): string {
    const left = [...source];
    for (const card of shown) {
      if (card === null) continue;
      const at = left.indexOf(card);
      if (at < 0) return `it shows ${card}, which did not lie there.`;
      left.splice(at, 1);
    }
    return "";
  }
}
