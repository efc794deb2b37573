// The rows of a pay table tell what hand they mean: to whoever points at one, goes to it by keyboard, or taps it.
import type { Wager } from "$lib/server/protocol";
import { prettyCard } from "./cards";

export type PayRow = NonNullable<Wager["pay_table"]>["rows"][number];

/** What a row means, in a few sentences, for whoever does not see the box. */
export function rowWords({ meaning, example, note }: PayRow): string {
  const sentence = meaning ? `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.` : "";
  const cards = example.length ? `For example ${example.map(prettyCard).join(" ")}.` : "";
  return [sentence, cards, note ? `The pay is ${note}.` : ""].filter(Boolean).join(" ");
}

export interface Span {
  top: number;
  bottom: number;
}

/** Where the box with a row's meaning goes: under the row, or over it where there is not room enough under it. */
export function sideOf(row: Span, height: number, within: Span): "below" | "above" {
  const under = within.bottom - row.bottom;
  return under >= height || under >= row.top - within.top ? "below" : "above";
}

/** Which row of one table is told of. A tap or click keeps it open, until the next, Escape, or a tap elsewhere. */
export class Told {
  private pointed = $state<number | null>(null);
  private focused = $state<number | null>(null);
  private kept = $state<number | null>(null);
  readonly row = $derived(this.pointed ?? this.kept ?? this.focused);

  point(row: number, pointer: string): void {
    if (pointer === "mouse") this.pointed = row; // a finger points at nothing that it does not tap
  }
  leave(row: number): void {
    if (this.pointed === row) this.pointed = null;
  }
  focus(row: number): void {
    this.focused = row;
  }
  blur(row: number): void {
    if (this.focused === row) this.focused = null;
  }
  tap(row: number): void {
    const open = this.kept === row;
    this.close();
    if (!open) this.kept = row;
  }
  close(): void {
    this.pointed = this.focused = this.kept = null;
  }
}
