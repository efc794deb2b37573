// The answer that is being put together: which slot is asked now, what was filled in, and how it is taken back.
import type { TrainingQuestion } from "$lib/server/protocol";
import { answerOf, isFilled, slotsOf, withValue, type Outcome, type Slot, type Value, type Values } from "./slots";

export class Sheet {
  values = $state.raw<Values>({});
  at = $state(0); // the slot that keys and clicks on the felt fill
  advanced = $state(0); // how often it went on to another slot by itself
  missing = $state(""); // what must be answered before the answer can be given
  readonly slots: Slot[] = $derived.by(() => slotsOf(this.question, this.values));
  readonly slot = $derived(this.slots[Math.min(this.at, this.slots.length - 1)]);
  readonly answer = $derived.by(() => answerOf(this.question, this.values));

  constructor(readonly question: TrainingQuestion) {}

  filled(slot: Slot): boolean {
    return isFilled(slot, this.values[slot.key]);
  }

  turnTo(slot: Slot): void {
    this.at = this.slots.findIndex(({ key }) => key === slot.key);
  }

  private put(slot: Slot, value: Value | undefined): void {
    this.missing = "";
    this.values = withValue(this.question, this.values, slot.key, value);
    this.turnTo(slot);
  }

  /** Go on to the next slot that is empty, if there is one behind this one, or else before it. */
  private goOn(): void {
    const empty = this.slots.map((slot, at) => (this.filled(slot) ? -1 : at)).filter((at) => at >= 0);
    this.at = empty.find((at) => at > this.at) ?? empty[0] ?? this.at;
    this.advanced += 1;
  }

  choose(slot: Slot, id: string): void {
    const before = this.values[slot.key];
    if (before?.is === "id" && before.id === id) this.turnTo(slot);
    else this.put(slot, { is: "id", id });
    this.goOn();
  }

  /** A card is one of those chosen, or none of them any more. */
  toggle(slot: Slot, card: number): void {
    const value = this.values[slot.key];
    const chosen = value?.is === "cards" ? value.at : [];
    const at = chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card];
    this.put(slot, { is: "cards", at: at.sort((one, other) => one - other) });
  }

  private row(slot: Slot): { at: number[]; turned: number[] } {
    const value = this.values[slot.key];
    return value?.is === "row" ? value : { at: [], turned: [] };
  }

  /** Lay a card into the row: at its end, or before the card that lies in this place. */
  lay(slot: Slot, card: number, place: number | null = null): void {
    const { at, turned } = this.row(slot);
    const others = at.filter((one) => one !== card);
    const end = place === null ? others.length : place;
    this.put(slot, { is: "row", at: [...others.slice(0, end), card, ...others.slice(end)], turned });
  }

  /** Turn a card of the row sideways, or straight again. */
  turn(slot: Slot, card: number): void {
    const { at, turned } = this.row(slot);
    const now = turned.includes(card) ? turned.filter((one) => one !== card) : [...turned, card];
    this.put(slot, { is: "row", at, turned: now });
  }

  type(slot: Slot, text: string): void {
    this.put(slot, text ? { is: "typed", text } : undefined);
  }

  /** Take, push or pay; to pay, chips are laid after it. */
  settle(slot: Slot, outcome: Outcome): void {
    const value = this.values[slot.key];
    const chips = outcome === "pay" && value?.is === "paid" ? value.chips : [];
    this.put(slot, { is: "paid", outcome, chips });
    if (outcome !== "pay") this.goOn();
  }

  /** A chip more from the rack. */
  chip(slot: Slot, cents: number): void {
    const value = this.values[slot.key];
    this.put(slot, { is: "paid", outcome: "pay", chips: [...(value?.is === "paid" ? value.chips : []), cents] });
  }

  clear(slot: Slot): void {
    this.put(slot, slot.form === "payout" ? { is: "paid", outcome: "pay", chips: [] } : undefined);
  }

  /** Take the last thing back: of this slot, or else of the one before. */
  takeBack(): void {
    const slot = this.slot;
    if (!slot) return;
    const value = this.values[slot.key];
    if (value) {
      this.put(slot, lessOne(value));
      return;
    }
    const before = this.slots.slice(0, this.at).filter((one) => this.values[one.key]);
    const last = before.at(-1);
    if (last) this.put(last, lessOne(this.values[last.key] as Value));
  }

  /** Enter: on to the next slot, or true when the answer can be given. */
  enter(): boolean {
    const slot = this.slot;
    if (slot?.form === "cards" && slot.least === 0 && !this.values[slot.key]) this.put(slot, { is: "cards", at: [] });
    if (this.answer) return true;
    if (slot && !this.filled(slot)) this.missing = `This is not answered yet: ${slot.label}`;
    this.goOn();
    return false;
  }

  /** Something on the felt was pointed at: take the choice that lies there. True if there was one. */
  point(targets: readonly string[]): boolean {
    const slot = this.slot;
    if (slot?.form !== "choice") return false;
    for (const target of targets) {
      const choice = slot.choices.find((one) => one.target === target);
      if (!choice) continue;
      this.choose(slot, choice.id);
      this.pointFurther(target, targets);
      return true;
    }
    return false;
  }

  /** Who points at a spot of a seat has said both: `seat 2 ante` is seat 2, and then its ante. */
  private pointFurther(taken: string, targets: readonly string[]): void {
    const rest = targets.find((one) => one.startsWith(`${taken} `))?.slice(taken.length + 1);
    const slot = this.slot;
    if (!rest || slot?.form !== "choice" || this.filled(slot)) return;
    const choice = slot.choices.find(({ id }) => id === rest);
    if (choice) this.choose(slot, choice.id);
  }

  /** Where the felt can be pointed at now. */
  get targets(): string[] {
    return this.slot?.form === "choice" ? this.slot.choices.map(({ target }) => target).filter(Boolean) : [];
  }
}

function lessOne(value: Value): Value | undefined {
  if (value.is === "paid" && value.chips.length) return { ...value, chips: value.chips.slice(0, -1) };
  if (value.is === "cards" && value.at.length > 1) return { is: "cards", at: value.at.slice(0, -1) };
  if (value.is === "row" && value.at.length > 1) {
    const at = value.at.slice(0, -1);
    return { is: "row", at, turned: value.turned.filter((one) => at.includes(one)) };
  }
  return undefined;
}
