// An exam as it is taken here: nothing is said of an answer, and the clock is the server's.
import { api, sentenceOf } from "$lib/server/api";
import type { ExamState } from "$lib/server/protocol";
import { Asked } from "./run.svelte";

export class ExamRun extends Asked {
  exam = $state.raw<ExamState>() as ExamState;
  /** When the time is up for all of it and for the question, on the clock of `performance.now`. */
  ends = $state<number | null>(null);
  questionEnds = $state<number | null>(null);
  begun = $state(0);

  constructor(
    exam: ExamState,
    private readonly onOver: () => void,
  ) {
    super();
    this.take(exam);
    this.ask(exam.number, exam.question);
  }

  private take(exam: ExamState): void {
    const here = (at: number | null): number | null => (at === null ? null : performance.now() + at - exam.now);
    this.exam = exam;
    this.ends = here(exam.ends);
    this.questionEnds = here(exam.question_ends);
    this.begun = here(exam.started) ?? performance.now();
  }

  private get path(): { exam_id: number } {
    return { exam_id: this.exam.id };
  }

  async start(): Promise<void> {
    await this.read(() => api.post("/api/train/exams/{exam_id}/start", { path: this.path }));
  }

  /** The time may be up: ask the server how things stand. */
  async look(): Promise<void> {
    await this.read(() => api.get("/api/train/exams/{exam_id}", { path: this.path }));
  }

  private async read(asking: () => Promise<ExamState>): Promise<void> {
    this.sending = true;
    this.problem = "";
    try {
      const found = await asking();
      const same = found.number === this.number && this.sheet !== null && found.question !== null;
      this.take(found);
      if (!same) this.ask(found.number, found.question);
      if (found.ended !== null) this.onOver();
    } catch (error) {
      this.problem = sentenceOf(error);
    } finally {
      this.sending = false;
    }
  }

  protected async send(number: number, answer: Record<string, unknown>) {
    const path = this.path;
    const found = await api.post("/api/train/exams/{exam_id}/answers", { path, body: { number, answer } });
    this.take(found);
    this.said = found.question ? `Exercise ${found.exercise} of ${found.exercises}` : "The exam is over.";
    return { grade: null, next: found.number, question: found.question };
  }

  protected finish(): void {
    this.sheet = null;
    this.onOver();
  }
}
