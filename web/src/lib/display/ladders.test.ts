import { expect, test } from "vitest";
import type { Wager } from "$lib/server/protocol";
import { ladders } from "./ladders";

const wager = (name: string, hands: string[], example = ["Ah"]): Wager =>
  ({
    id: name,
    name,
    pay_table: {
      title: name,
      rows: hands.map((hand) => ({ hand, pays: "1 to 1", meaning: "", example, note: "", on_felt: "" })),
    },
  }) as unknown as Wager;

test("wagers that go by the same hands share a ladder, and the longest comes first", () => {
  const found = ladders([wager("A", ["x", "y", "z"]), wager("B", ["w", "x", "y", "z"]), wager("C", ["x", "y", "z"])]);
  expect(found.map(({ names, rows }) => [names, rows.map(({ hand }) => hand)])).toEqual([
    [["B"], ["w", "x", "y", "z"]],
    [
      ["A", "C"],
      ["x", "y", "z"],
    ],
  ]);
});

test("one or two hands, or hands without an example, make none", () => {
  expect(ladders([wager("A", ["x", "y"]), wager("B", ["x", "y", "z"], [])])).toEqual([]);
});
