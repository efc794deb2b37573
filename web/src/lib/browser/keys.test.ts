// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keyboard } from "./keys";

let release: (() => void)[] = [];
const bind = (keys: Record<string, () => void>): (() => void) => {
  const off = keyboard.bind(keys);
  release.push(off);
  return off;
};
function press(key: string, how: KeyboardEventInit = {}, target: EventTarget = document.body): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...how });
  target.dispatchEvent(event);
  return event;
}
function element(html: string): HTMLElement {
  document.body.innerHTML = html;
  const found = document.body.querySelector<HTMLElement>("[id=it]");
  if (!found) throw new Error("no such element");
  return found;
}

beforeEach(() => {
  document.body.innerHTML = "";
});
afterEach(() => {
  for (const off of release) off();
  release = [];
});

describe("a key", () => {
  test("does what is bound to it, and nothing else in the browser", () => {
    const act = vi.fn();
    bind({ a: act });
    expect(press("a").defaultPrevented).toBe(true);
    expect(press("b").defaultPrevented).toBe(false);
    expect(act).toHaveBeenCalledOnce();
  });

  test("means the same with caps lock, and another thing with shift", () => {
    const plain = vi.fn();
    const shifted = vi.fn();
    bind({ a: plain, "shift+a": shifted });
    press("A");
    expect(plain).toHaveBeenCalledOnce();
    press("A", { shiftKey: true });
    expect(shifted).toHaveBeenCalledOnce();
    expect(plain).toHaveBeenCalledOnce();
  });

  test("that needs shift to be typed is itself", () => {
    const act = vi.fn();
    bind({ "+": act });
    press("+", { shiftKey: true });
    expect(act).toHaveBeenCalledOnce();
  });

  test("belongs to what came on screen last, until that is gone", () => {
    const felt = vi.fn();
    const bar = vi.fn();
    bind({ Enter: felt, x: felt });
    const off = bind({ Enter: bar });
    press("Enter");
    press("x");
    expect([felt.mock.calls.length, bar.mock.calls.length]).toEqual([1, 1]);
    off();
    press("Enter");
    expect([felt.mock.calls.length, bar.mock.calls.length]).toEqual([2, 1]);
  });

  test("that goes down before its moment does nothing, and is nobody else's", () => {
    const early = vi.fn();
    const below = vi.fn();
    let since = Infinity;
    bind({ f: below });
    release.push(keyboard.bind({ f: early }, () => since));
    expect(press("f").defaultPrevented).toBe(true);
    since = 0;
    press("f");
    expect([early.mock.calls.length, below.mock.calls.length]).toEqual([1, 0]);
  });

  test("held down acts once", () => {
    const act = vi.fn();
    bind({ Enter: act });
    press("Enter");
    press("Enter", { repeat: true });
    expect(act).toHaveBeenCalledOnce();
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])("with %o is the browser's", (how) => {
    const act = vi.fn();
    bind({ r: act });
    expect(press("r", how).defaultPrevented).toBe(false);
    expect(act).not.toHaveBeenCalled();
  });

  test.each([
    "<input id=it>",
    "<textarea id=it></textarea>",
    "<select id=it></select>",
    "<dialog open><p id=it></p></dialog>",
    "<div contenteditable id=it></div>",
  ])("typed in %s stays there", (html) => {
    const act = vi.fn();
    bind({ a: act });
    press("a", {}, element(html));
    expect(act).not.toHaveBeenCalled();
  });

  test("Enter and the space bar on a button press that button; other keys go on", () => {
    const act = vi.fn();
    bind({ Enter: act, " ": act, d: act });
    const button = element("<button id=it>Clear</button>");
    press("Enter", {}, button);
    press(" ", {}, button);
    expect(act).not.toHaveBeenCalled();
    press("d", {}, button);
    expect(act).toHaveBeenCalledOnce();
  });
});

describe("a button on the felt", () => {
  const html = '<div data-testid="felt"><button id=it>Ante</button></div>';

  test("lets go of the focus after a click by mouse, so that Enter deals", () => {
    const button = element(html);
    button.focus();
    button.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType: "mouse" }));
    expect(document.activeElement).not.toBe(button);
  });

  test("keeps it after a press by keyboard", () => {
    const button = element(html);
    button.focus();
    button.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType: "" }));
    expect(document.activeElement).toBe(button);
  });
});
