// A question as it is answered here: the answer that is put together, the judgement, and what comes after.
import { preferences } from "$lib/browser/preferences.svelte";
import { api, sentenceOf } from "$lib/server/api";
import type { AnswerGrade, ExerciseSummary, TrainingExercise, TrainingQuestion } from "$lib/server/protocol";
import { Sheet } from "./sheet.svelte";
import { saidOf } from "./words";

/** What came of an answer, and what is asked after it. In an exam nothing is said of it. */
interface Answered {
  grade: AnswerGrade | null;
  next: number;
  question: TrainingQuestion | null;
}

export abstract class Asked {
  sheet = $state.raw<Sheet | null>(null);
  last = $state.raw<TrainingQuestion | null>(null); // whose felt stays when all is answered
  grade = $state.raw<AnswerGrade | null>(null); // of the question that is still on show
  grades = $state.raw<AnswerGrade[]>([]);
  number = $state(0);
  problem = $state("");
  sending = $state(false);
  said = $state(""); // what the live region tells
  since = $state(0); // when the question came, on the clock of `performance.now`
  took = $state<number | null>(null); // ms, once it is answered
  protected later: Answered | null = null;

  protected abstract send(number: number, answer: Record<string, unknown>): Promise<Answered>;
  /** All is answered, and has been seen. */
  protected abstract finish(): void;

  protected ask(number: number, question: TrainingQuestion | null): void {
    this.grade = null;
    this.problem = "";
    this.number = number;
    this.sheet = question && new Sheet(question);
    if (question) this.last = question;
    this.since = performance.now();
    this.took = null;
  }

  /** Give the answer. A refusal is shown, nothing is lost, and the question stays open. */
  async submit(): Promise<void> {
    const answer = this.sheet?.answer;
    if (!answer || this.sending || this.grade) return;
    this.sending = true;
    this.problem = "";
    try {
      const found = await this.send(this.number, answer);
      this.took = performance.now() - this.since;
      this.later = found;
      if (found.grade) {
        this.grades = [...this.grades, found.grade];
        this.said = saidOf(found.grade);
        this.grade = found.grade;
      }
      if (!found.grade || (preferences.onlyMistakes && found.grade.right)) this.goOn();
    } catch (error) {
      this.problem = sentenceOf(error);
    } finally {
      this.sending = false;
    }
  }

  /** Seen: on to what is asked next. */
  goOn(): void {
    const later = this.later;
    if (!later) return;
    this.later = null;
    if (later.question) this.ask(later.next, later.question);
    else this.finish();
  }
}

/** What begins an exercise like this one. */
export interface Wish {
  role: TrainingExercise["role"];
  kind: string;
  game: string;
  edition?: string | null;
  options?: Record<string, string | number>;
  about?: string;
  target?: string;
  retry?: boolean;
  seed?: string;
}

export function begin(wish: Wish): Promise<TrainingExercise> {
  const { edition = null, options = {}, about = "", target = "", retry = false, seed = null, ...rest } = wish;
  return api.post("/api/train/exercises", { body: { ...rest, edition, options, about, target, retry, seed } });
}

export class Run extends Asked {
  exercise = $state.raw<TrainingExercise>() as TrainingExercise;
  summary = $state.raw<ExerciseSummary | null>(null);
  ended = $state(false); // the summary is on show
  private summed: ExerciseSummary | null = null;

  constructor(
    exercise: TrainingExercise,
    private readonly wish: () => Wish,
    private readonly onNew: (exercise: TrainingExercise) => void,
  ) {
    super();
    this.take(exercise);
  }

  private take(exercise: TrainingExercise): void {
    this.exercise = exercise;
    this.grades = exercise.grades;
    this.summary = exercise.summary;
    this.ended = exercise.question === null;
    this.ask(exercise.number, exercise.question);
  }

  /** Whether it is worth a page of its own at its end. */
  get long(): boolean {
    return this.grades.length > 2 || Boolean(this.summary?.ending);
  }

  protected async send(number: number, answer: Record<string, unknown>): Promise<Answered> {
    const path = { exercise_id: this.exercise.id };
    const found = await api.post("/api/train/exercises/{exercise_id}/answers", { path, body: { number, answer } });
    this.summed = found.summary;
    return found;
  }

  protected finish(): void {
    this.summary = this.summed;
    if (this.long) {
      this.sheet = null;
      this.ended = true;
    } else void this.another();
  }

  /** The next exercise of the same kind. */
  async another(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    this.problem = "";
    try {
      const made = await begin(this.wish());
      this.onNew(made);
      this.take(made);
    } catch (error) {
      this.problem = sentenceOf(error);
    } finally {
      this.sending = false;
    }
  }
}
