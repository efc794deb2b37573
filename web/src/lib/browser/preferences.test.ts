// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Preferences } from "./preferences.svelte";

let wish: { matches: boolean; change: () => void };
beforeEach(() => {
  localStorage.clear();
  wish = { matches: false, change: () => undefined };
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return wish.matches;
    },
    addEventListener: (_: string, act: () => void) => (wish.change = act),
  }));
});

test("at first there is sound and no coach", () => {
  expect(new Preferences()).toMatchObject({ sound: true, coach: false, fourColours: false });
});

test("what was chosen is there on the next visit", () => {
  new Preferences().set("coach", true);
  new Preferences().set("sound", false);
  expect(new Preferences()).toMatchObject({ coach: true, sound: false });
});

describe("motion", () => {
  test("follows the system, also when it changes", () => {
    wish.matches = true;
    const preferences = new Preferences();
    expect(preferences.moves).toBe(false);
    wish.matches = false;
    wish.change();
    expect(preferences.moves).toBe(true);
  });

  test("follows the slider once it was moved", () => {
    wish.matches = true;
    const preferences = new Preferences();
    preferences.set("pace", 2);
    expect(preferences.moves).toBe(true);
    preferences.set("pace", 4);
    wish.matches = false;
    wish.change();
    expect(preferences.moves).toBe(false);
  });
});

test("the switch of an earlier page is understood", () => {
  localStorage.setItem("houseway.preferences", '{"motion":false,"coach":true}');
  expect(new Preferences()).toMatchObject({ moves: false, coach: true });
});

test.each(["{not json", "null", "[]"])("a browser that has kept %s is as a new one", (kept) => {
  localStorage.setItem("houseway.preferences", kept);
  expect(new Preferences()).toMatchObject({ sound: true, coach: false });
});

test("a browser that keeps nothing plays all the same", () => {
  const preferences = new Preferences();
  const setItem = (): void => {
    throw new Error("no room");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem });
  preferences.set("coach", true);
  expect(preferences.coach).toBe(true);
});
