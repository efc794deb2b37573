// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { preferences } from "$lib/browser/preferences.svelte";
import { ApiError, api } from "$lib/server/api";
import type { TrainingExercise } from "$lib/server/protocol";
import { CHOICE, grade, judged, question } from "../../testing/questions";
import { Run } from "./run.svelte";

const first = question(CHOICE);
const exercise = {
  id: "x",
  role: "dealer",
  kind: "round",
  number: 0,
  question: first,
  grades: [],
  summary: null,
} as unknown as TrainingExercise;
const wish = { role: "dealer", kind: "round", game: "g" } as const;

function begun(): Run {
  const run = new Run(exercise, () => wish, vi.fn());
  const slot = run.sheet?.slot;
  if (slot) run.sheet?.choose(slot, "house");
  return run;
}
function answered(right: boolean, more = true) {
  return vi.spyOn(api, "post").mockResolvedValue({
    grade: grade({ parts: [judged({ right })] }),
    next: 1,
    question: more ? question(CHOICE) : null,
    summary: more ? null : { right: 1 },
  });
}
beforeEach(() => {
  vi.restoreAllMocks();
  preferences.set("onlyMistakes", false);
});

test("an answer is judged, and the next question waits until that is seen", async () => {
  const post = answered(true);
  const run = begun();
  await run.submit();
  expect(post.mock.calls[0]?.[1]).toMatchObject({ body: { number: 0, answer: { wins: "house" } } });
  expect(run.grade?.right).toBe(true);
  expect(run.sheet?.question).toBe(first);
  await run.submit(); // a second press does nothing
  expect(post).toHaveBeenCalledTimes(1);
  run.goOn();
  expect([run.number, run.grade]).toEqual([1, null]);
});

test("who stops at mistakes only goes on after a right answer", async () => {
  preferences.set("onlyMistakes", true);
  answered(true);
  const run = begun();
  await run.submit();
  expect([run.number, run.grade, run.said]).toEqual([1, null, "Right."]);
  answered(false);
  const slip = begun();
  await slip.submit();
  expect([slip.number, slip.grade?.right]).toEqual([0, false]);
});

test("a refusal is shown, and nothing is lost", async () => {
  vi.spyOn(api, "post").mockRejectedValue(new ApiError(422, "answer", "That is no amount."));
  const run = begun();
  await run.submit();
  expect(run.problem).toBe("That is no amount.");
  expect(run.grade).toBeNull();
  expect(run.sheet?.answer).toEqual({ wins: "house" });
});

test("after the last question of a short exercise the next one is begun", async () => {
  answered(false, false);
  const run = begun();
  await run.submit();
  const made = vi.spyOn(api, "post").mockResolvedValue({ ...exercise, id: "y" });
  run.goOn();
  await vi.waitFor(() => expect(run.exercise.id).toBe("y"));
  expect(made.mock.lastCall?.[0]).toBe("/api/train/exercises");
  expect(run.grades).toEqual([]);
});
