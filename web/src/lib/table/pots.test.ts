import { expect, test } from "vitest";
import { player, potView } from "../../testing/views";
import { potsOf } from "./pots";

test("bets of equal size make one pot, with the chips of who has folded", () => {
  const players = [
    player({ seat: 1, paid: 2000 }),
    player({ seat: 2, paid: 2000 }),
    player({ seat: 3, paid: 500, folded: true }),
  ];
  expect(potsOf(potView({ pot: 4500, players }))).toEqual([4500]);
});

test("who is all in for less plays for the main pot; the rest is a side pot", () => {
  const players = [
    player({ seat: 1, paid: 1000, stack: 0 }),
    player({ seat: 2, paid: 3000 }),
    player({ seat: 3, paid: 3000 }),
  ];
  expect(potsOf(potView({ pot: 7000, players }))).toEqual([3000, 4000]);
});

test("three different stacks all in make three pots", () => {
  const players = [500, 2000, 5000].map((paid, at) => player({ seat: at + 1, paid, stack: 0 }));
  expect(potsOf(potView({ pot: 7500, players }))).toEqual([1500, 3000, 3000]);
});

test("whoever is all in and has folded makes no pot", () => {
  const players = [
    player({ seat: 1, paid: 1000, stack: 0, folded: true }),
    player({ seat: 2, paid: 3000 }),
    player({ seat: 3, paid: 3000 }),
  ];
  expect(potsOf(potView({ pot: 7000, players }))).toEqual([7000]);
});

test("dead chips belong to the main pot", () => {
  const players = [player({ seat: 1, paid: 1000, stack: 0 }), player({ seat: 2, paid: 2000 })];
  expect(potsOf(potView({ pot: 3200, players }))).toEqual([2200, 1000]);
  expect(potsOf(potView({ pot: 50, players: [player()] }))).toEqual([50]);
});

test("pots that were paid are told by the server", () => {
  const pots = [{ amount: 4200, eligible: [1, 2], paid: { "1": 4200 } }];
  expect(potsOf(potView({ pot: 0, pots, players: [player({ paid: 2100 })] }))).toEqual([4200]);
});

test("before the first chip there is no pot", () => {
  expect(potsOf(potView({ players: [player(), player({ seat: 2 })] }))).toEqual([]);
});
