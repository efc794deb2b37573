// Questions of training, for tests: one of every form.
import type { AnswerGrade, JudgedPart, QuestionPart, TrainingQuestion } from "$lib/server/protocol";

export function question(...parts: QuestionPart[]): TrainingQuestion {
  return { prompt: "What now?", view: null, seat: null, told: [], felts: [], parts, seconds: null };
}

const seat = (number: number) => ({ id: `seat ${number}`, label: `Seat ${number}`, target: `seat ${number}` });
const plain = (id: string) => ({ id, label: id, target: "" });

export const CHOICE: QuestionPart = {
  id: "wins",
  prompt: "Who wins?",
  form: "choice",
  choices: [plain("player"), plain("house"), plain("push")],
};
export const CARDS: QuestionPart = {
  id: "plays",
  prompt: "Which cards play?",
  form: "cards",
  cards: ["Ah", "Kd", "Ah"],
  least: 1,
  most: 3,
};
export const ROW: QuestionPart = { id: "lay", prompt: "Lay them", form: "row", cards: ["4c", "Ks", "9d"] };
export const AMOUNT: QuestionPart = { id: "call", prompt: "How much to call?", form: "amount" };
export const PAYOUT: QuestionPart = { id: "ante", prompt: "Ante, $10", form: "payout", chips: [50, 100, 500, 2500] };
export const ACT: QuestionPart = {
  id: "act",
  prompt: "What next?",
  form: "act",
  verbs: [
    { id: "close", label: "Close the wagers", key: "w", fields: [] },
    {
      id: "settle",
      label: "Take, push or pay",
      key: "p",
      fields: [
        { id: "seat", label: "Seat", form: "choice", choices: [seat(1), seat(2)] },
        { id: "wager", label: "Wager", form: "choice", choices: [plain("ante"), plain("flush")] },
        { id: "how", label: "How", form: "payout", chips: [100, 500] },
      ],
    },
  ],
};

export function judged(given: Partial<JudgedPart> = {}): JudgedPart {
  return { id: "a", right: true, given: "", expected: "", why: "", step: null, cost: 0, note: "", ...given };
}

export function grade(given: Partial<AnswerGrade> = {}): AnswerGrade {
  const parts = given.parts ?? [];
  return { right: parts.every(({ right }) => right), parts, mark: "", lost: null, values: {}, why: "", ...given };
}
