// What training says: a judgement in a breath, costs, values, times.
import { fraction } from "$lib/display/fractions";
import { currency, decimal, percentOf } from "$lib/display/locale";
import { dollars } from "$lib/display/money";
import type { AnswerGrade, JudgedPart, TrainingQuestion } from "$lib/server/protocol";

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The judgement for who hears the page. */
export function saidOf(grade: AnswerGrade): string {
  if (grade.mark) return `${capital(grade.mark)}. ${grade.why}`.trim();
  const slips = grade.parts.filter(({ right }) => !right);
  if (!slips.length) return "Right.";
  return ["Wrong.", ...slips.map(({ given, expected }) => `You: ${given}. Right: ${expected}.`)].join(" ");
}

/** The heading of a judgement. */
export function verdict(grade: AnswerGrade): string {
  if (grade.mark) return capital(grade.mark);
  const wrong = grade.parts.filter(({ right }) => !right).length;
  if (!wrong) return "Right";
  return grade.parts.length > 1 ? `${wrong} of ${grade.parts.length} wrong` : "Wrong";
}

/** What a slip would have cost, and whom. */
export function costWords({ cost }: Pick<JudgedPart, "cost">): string {
  if (!cost) return "";
  return cost > 0 ? `It would cost the house ${dollars(cost)}.` : `It would cost the guest ${dollars(-cost)}.`;
}

export interface Valued {
  id: string;
  label: string;
  value: number;
  exact: string;
  best: boolean;
  chosen: boolean;
  bar: number; // its length, from 0 for the worst to 1 for the best
}

/** What each action was worth, the best first. */
export function valuesOf(grade: AnswerGrade, question: TrainingQuestion, chosen: string | null): Valued[] {
  const labels = new Map(
    question.parts.flatMap((part) => (part.form === "choice" ? part.choices.map(({ id, label }) => [id, label]) : [])),
  );
  const found = Object.entries(grade.values).map(([id, text]) => ({ id, exact: text, value: fraction(text) }));
  const all = found.map(({ value }) => value);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return found
    .map(({ id, exact, value }) => ({
      id,
      value,
      exact,
      label: labels.get(id) ?? id,
      best: value === high,
      chosen: id === chosen,
      bar: high > low ? (value - low) / (high - low) : 1,
    }))
    .sort((one, other) => other.value - one.value);
}

/** What a decision gave up, in units of the first wager. */
export function lostWords(grade: AnswerGrade): string {
  if (grade.lost === null) return "";
  return fraction(grade.lost) === 0
    ? "Nothing is lost."
    : `${percentOf(grade.lost)} of the first wager is lost on average.`;
}

/** 75.2 is "1:15", 8.24 is "8.2 s". */
export function timeWords(seconds: number): string {
  if (seconds < 60) return `${decimal(seconds, 1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A share in percent without more digits than it deserves. */
export const shareWords = (right: number, of: number): string => (of ? percentOf(`${right}/${of}`, 0) : "–");

export const anHourWords = (cents: number): string => currency(cents / 100, 2);

/** A limit of time: "20 minutes", "45 seconds". */
export function minutes(seconds: number): string {
  if (seconds < 120 && seconds % 60) return `${seconds} seconds`;
  const whole = Math.round(seconds / 60);
  return whole === 1 ? "1 minute" : `${whole} minutes`;
}
