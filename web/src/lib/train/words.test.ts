import { expect, test } from "vitest";
import "../../testing/locale";
import { CHOICE, grade, judged, question } from "../../testing/questions";
import { bySteps } from "./bySteps";
import { optionsOf, sameAgain, setOf } from "./rules";
import { costWords, lostWords, minutes, saidOf, timeWords, valuesOf, verdict } from "./words";

test("a judgement is said in a breath", () => {
  expect(saidOf(grade({ parts: [judged()] }))).toBe("Right.");
  const slip = judged({ right: false, given: "take", expected: "pay $5" });
  expect(saidOf(grade({ parts: [slip] }))).toBe("Wrong. You: take. Right: pay $5.");
  expect(saidOf(grade({ mark: "blunder", why: "Folding gives up the ante." }))).toBe(
    "Blunder. Folding gives up the ante.",
  );
  expect(verdict(grade({ parts: [slip, judged()] }))).toBe("1 of 2 wrong");
});

test("a slip costs the house or the guest", () => {
  expect(costWords({ cost: 250 })).toBe("It would cost the house $2.50.");
  expect(costWords({ cost: -500 })).toBe("It would cost the guest $5.");
  expect(costWords({ cost: 0 })).toBe("");
});

test("the values of all actions, the best first", () => {
  const found = valuesOf(grade({ values: { house: "-1/2", player: "1/4", push: "0" } }), question(CHOICE), "house");
  expect(found.map(({ id, value, bar, best, chosen }) => [id, value, bar, best, chosen])).toEqual([
    ["player", 0.25, 1, true, false],
    ["push", 0, 2 / 3, false, false],
    ["house", -0.5, 0, false, true],
  ]);
  expect(lostWords(grade({ lost: "3/400" }))).toBe("0.75% of the first wager is lost on average.");
  expect(lostWords(grade({ lost: "0" }))).toBe("Nothing is lost.");
});

test("times as people say them", () => {
  expect([8.24, 75.2, 3600].map(timeWords)).toEqual(["8.2 s", "1:15", "60:00"]);
  expect([45, 60, 1200].map(minutes)).toEqual(["45 seconds", "1 minute", "20 minutes"]);
});

test("slips are counted by step, most often first", () => {
  const slip = (path: number[]) => judged({ right: false, step: { path, ref: String(path[0]), text: "" } });
  const grades = [
    grade({ parts: [slip([1])] }),
    grade({ parts: [slip([4, 1]), judged()] }),
    grade({ parts: [slip([4, 1])] }),
  ];
  expect(bySteps(grades).map(({ step, slips }) => [step.path, slips])).toEqual([
    [[4, 1], 2],
    [[1], 1],
  ]);
});

test("options go to and from an address; a seed gives the same exercise again", () => {
  expect(optionsOf(["pays=a=1", "seats=6"])).toEqual({ pays: "a=1", seats: "6" });
  expect(setOf({ seats: 6, none: null, pays: "x" })).toEqual(["seats=6", "pays=x"]);
  const key = { game: "g", edition: "e", options: { seats: 6 }, fingerprint: "f", kind: "pay", seed: "s 1", about: "" };
  expect(sameAgain(key, "dealer")).toBe("/train?role=dealer&game=g&edition=e&set=seats%3D6&seed=s+1");
});
