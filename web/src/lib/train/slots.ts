// A question as slots that are filled one after the other. An act is a verb and then what must be told of it, so that
// every form is answered in the same way: by mouse, by key, or by pointing at the felt.
import type { AnswerChoice, CardText, QuestionPart, TrainingQuestion } from "$lib/server/protocol";

export type SlotForm =
  | { form: "verb"; choices: { id: string; label: string; key: string }[] }
  | { form: "choice"; choices: AnswerChoice[] }
  | { form: "cards"; cards: CardText[]; least: number; most: number }
  | { form: "row"; cards: CardText[] }
  | { form: "amount" }
  | { form: "payout"; chips: number[] };

export type Slot = SlotForm & {
  key: string; // which it is among all slots of the question
  part: string;
  label: string;
};

export type Outcome = "take" | "push" | "pay";
/** What was filled in: an id, the places of cards in their list, chips in the order they were laid. */
export type Value =
  | { is: "id"; id: string }
  | { is: "cards"; at: number[] }
  | { is: "row"; at: number[]; turned: number[] }
  | { is: "typed"; text: string }
  | { is: "paid"; outcome: Outcome; chips: number[] };
export type Values = Readonly<Record<string, Value>>;

const VERB = "do";
const slotKey = (part: string, field = ""): string => (field ? `${part}/${field}` : part);

/** The slots of a question, with those of the verbs that were chosen. */
export function slotsOf(question: TrainingQuestion, values: Values): Slot[] {
  return question.parts.flatMap((part): Slot[] => {
    const own = { key: slotKey(part.id), part: part.id, label: part.prompt };
    if (part.form !== "act") return [{ ...own, ...part }];
    const verb: Slot = { ...own, key: slotKey(part.id, VERB), form: "verb", choices: part.verbs };
    const fields = verbOf(part, values)?.fields ?? [];
    return [verb, ...fields.map((field): Slot => ({ ...field, key: slotKey(part.id, field.id), part: part.id }))];
  });
}

type ActPart = Extract<QuestionPart, { form: "act" }>;

function verbOf(part: ActPart, values: Values): ActPart["verbs"][number] | undefined {
  const value = values[slotKey(part.id, VERB)];
  return part.verbs.find(({ id }) => value?.is === "id" && value.id === id);
}

/** Whether a slot is answered; what is right or wrong is not known here. */
export function isFilled(slot: Slot, value: Value | undefined): boolean {
  if (slot.form === "cards") {
    const many = value?.is === "cards" ? value.at.length : 0;
    return many >= slot.least && many <= slot.most && (value !== undefined || slot.least > 0);
  }
  if (slot.form === "row") return value?.is === "row" && value.at.length === slot.cards.length;
  if (slot.form === "amount") return value?.is === "typed" && value.text.trim() !== "";
  if (slot.form === "payout") return value?.is === "paid" && (value.outcome !== "pay" || value.chips.length > 0);
  return value?.is === "id";
}

/** The same values with one changed; with another verb, what was told of the one before is forgotten. */
export function withValue(question: TrainingQuestion, values: Values, key: string, value: Value | undefined): Values {
  const changed: Record<string, Value> = { ...values };
  if (value) changed[key] = value;
  else delete changed[key];
  const part = question.parts.find(({ id }) => key === slotKey(id, VERB));
  if (!part) return changed;
  return Object.fromEntries(
    Object.entries(changed).filter(([name]) => name === key || !name.startsWith(`${part.id}/`)),
  );
}

/** The answer as the server takes it, or null while something is missing. */
export function answerOf(question: TrainingQuestion, values: Values): Record<string, unknown> | null {
  const slots = slotsOf(question, values);
  if (!slots.every((slot) => isFilled(slot, values[slot.key]))) return null;
  const answer: Record<string, unknown> = {};
  for (const part of question.parts) {
    const own = slots.filter((slot) => slot.part === part.id);
    const given = own.map((slot): [string, unknown] => [slot.key.slice(part.id.length + 1), sent(slot, values)]);
    answer[part.id] = part.form === "act" ? Object.fromEntries(given) : given[0]?.[1];
  }
  return answer;
}

function sent(slot: Slot, values: Values): unknown {
  const value = values[slot.key];
  if (slot.form === "cards") return value?.is === "cards" ? value.at.map((at) => slot.cards[at]) : [];
  if (value?.is === "row" && slot.form === "row")
    return { cards: value.at.map((at) => slot.cards[at]), turned: value.turned.map((at) => slot.cards[at]) };
  if (value?.is === "typed") return value.text.trim().replace(/^\$/, "");
  if (value?.is === "paid")
    return value.outcome === "pay" ? { do: "pay", chips: counted(value.chips) } : { do: value.outcome };
  return value?.is === "id" ? value.id : null;
}

/** How many chips of each worth. */
export function counted(chips: readonly number[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const chip of chips) found[chip] = (found[chip] ?? 0) + 1;
  return found;
}

export const total = (chips: readonly number[]): number => chips.reduce((sum, chip) => sum + chip, 0);
