import { expect, test } from "vitest";
import { addressOf, changesOf, readCompared, setOf } from "./address";

const parts = (address: string): [string, URLSearchParams] => {
  const [path = "", query = ""] = address.split("?");
  return [path, new URLSearchParams(query)];
};

test("a link carries the exact rules of both sides", () => {
  const compared = {
    a: { edition: "v1", set: ["ties=push", "pair-plus=100/40/3:2"] },
    b: { edition: "v3", set: ["bonus=a=b&c"] },
  };
  const [path, query] = parts(addressOf("two-card-roo", compared));
  expect(path).toBe("/what-if/two-card-roo");
  expect(readCompared(query)).toEqual(compared);
});

test("nothing stands beside where the link names no second edition", () => {
  const compared = { a: { edition: null, set: [] }, b: null };
  expect(addressOf("roo", compared)).toBe("/what-if/roo");
  expect(readCompared(new URLSearchParams(""))).toEqual(compared);
});

test("changes go by the game's own names, and what is unknown stays as it is", () => {
  const changes = changesOf(["pair_plus=1/2", "ties = push", "odd=1=2", "bare"], ["pair-plus", "ties"]);
  expect(changes).toEqual({ "pair-plus": "1/2", ties: " push", odd: "1=2", bare: "" });
  expect(setOf({ ties: "push" })).toEqual(["ties=push"]);
});
