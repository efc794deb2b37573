// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { match, router, type Route } from "./router.svelte";

const load = (): Promise<never> => Promise.reject(new Error("no page is loaded here"));
const routes: Route[] = ["/", "/table/:id", "/history", "/history/:round"].map((path) => ({ path, title: path, load }));
const found = (path: string) => {
  const result = match(routes, path);
  return result && [result.route.path, result.params];
};

describe("an address", () => {
  test.each([
    ["/", "/", {}],
    ["/table/7", "/table/:id", { id: "7" }],
    ["/table/7/", "/table/:id", { id: "7" }],
    ["/history", "/history", {}],
    ["/history/12", "/history/:round", { round: "12" }],
    ["/table/two%20card%2Froo", "/table/:id", { id: "two card/roo" }],
  ])("%s is the page %s", (path, route, params) => {
    expect(found(path)).toEqual([route, params]);
  });

  test.each(["/nowhere", "/table", "/table/7/more", "/tables/7"])("%s is no page", (path) => {
    expect(found(path)).toBeNull();
  });

  test("with a broken escape is no page, and no crash", () => {
    expect(found("/table/%E0%A4%A")).toBeNull();
  });
});

describe("a click on a link", () => {
  beforeEach(() => {
    document.body.innerHTML = "";
    history.replaceState(null, "", "/");
    vi.stubGlobal("scrollTo", vi.fn());
  });

  /** Whether the page took the click for itself. */
  function click(attributes: Record<string, string>, how: MouseEventInit = {}): boolean {
    const link = document.createElement("a");
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
    link.innerHTML = "<span>there</span>";
    document.body.append(link);
    let taken = false;
    const look = (event: Event): void => {
      taken = event.defaultPrevented;
      event.preventDefault(); // nobody leaves this test
    };
    addEventListener("click", look, { once: true });
    link.firstElementChild?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...how }));
    return taken;
  }

  test("inside the page changes the page without loading it anew, and starts at its top", () => {
    expect(click({ href: "/history/3?from=table" })).toBe(true);
    expect(router.path).toBe("/history/3");
    expect(router.query.get("from")).toBe("table");
    expect(location.pathname).toBe("/history/3");
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
  });

  test.each([
    ["to a file of the server", { href: "/api/pit/rounds.jsonl" }, {}],
    ["to another host", { href: "https://example.com/" }, {}],
    ["that saves a file", { href: "/record", download: "record.json" }, {}],
    ["for a new tab", { href: "/odds", target: "_blank" }, {}],
    ["with the control key", { href: "/odds" }, { ctrlKey: true }],
    ["with the command key", { href: "/odds" }, { metaKey: true }],
    ["with the shift key", { href: "/odds" }, { shiftKey: true }],
    ["by the middle button", { href: "/odds" }, { button: 1 }],
    ["to a place on the same page", { href: "/#main" }, {}],
  ])("%s is left to the browser", (_, attributes, how) => {
    router.go("/");
    expect(click(attributes, how)).toBe(false);
    expect(router.path).toBe("/");
  });
});

describe("going to a page", () => {
  beforeEach(() => {
    vi.stubGlobal("scrollTo", vi.fn());
  });

  test("can be gone back from, unless it replaces the one before", () => {
    router.go("/");
    const before = history.length;
    router.go("/pit?view=rounds");
    expect(history.length).toBe(before + 1);
    router.go("/pit?view=people", { replace: true });
    expect(history.length).toBe(before + 1);
    expect(router.query.get("view")).toBe("people");
  });

  test("by the browser's own buttons is seen too", () => {
    router.go("/odds");
    history.replaceState(null, "", "/history?game=mini-tex");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(router.path).toBe("/history");
    expect(router.query.get("game")).toBe("mini-tex");
  });
});
