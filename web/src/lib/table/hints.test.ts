import { describe, expect, test } from "vitest";
import { useLocale } from "$lib/display/locale";
import type { BankedState, PotState, TableState, Wager } from "$lib/server/protocol";
import { offer, player } from "../../testing/views";
import { hintFor, type Known } from "./hints";

useLocale("en-US");
const wager = (id: string, name: string) => ({ id, name }) as Wager;
const KNOWN: Known = {
  wagers: [wager("main", "Main"), wager("twin", "Twin"), wager("extra", "Extra")],
  entry: ["main", "twin"],
  stakes: {},
  told: true,
};
const LIMITS = { main: {}, twin: {}, extra: {} };
const you = { seat: 2, sitting_out: false, last_round: false };

function banked(given: object): TableState {
  const table = { limits: LIMITS, odds: { state: "known" } };
  return {
    kind: "banked",
    phase: "betting",
    you,
    table,
    legal: null,
    result: null,
    ...given,
  } as unknown as BankedState;
}
function pot(given: object): TableState {
  const table = { blinds: { small: 100, big: 200 } };
  const seats = [
    { seat: 1, name: "Ann (program)", you: false },
    { seat: 2, name: "Bob", you: true },
  ];
  const empty = { kind: "pot", phase: "waiting", you, table, seats, legal: null, view: null, result: null };
  return { ...empty, ...given } as unknown as PotState;
}
const said = (state: TableState, known: Partial<Known> = {}) => hintFor(state, { ...KNOWN, ...known })?.text;

describe("against the house", () => {
  test("names what the game is played for, then the deal", () => {
    expect(said(banked({}))).toBe("Put a chip on Main or Twin: click its spot on the felt.");
    expect(said(banked({}), { stakes: { extra: 500 } })).toContain("Put a chip");
    expect(said(banked({}), { stakes: { twin: 500 } })).toContain("Press Deal");
  });

  test("reads out few choices with their prices", () => {
    const offers = [offer("Fold", { folds: true }), offer("Raise", { price: 1000 })];
    const legal = { at: "x", text: "Players decide.", offers };
    expect(hintFor(banked({ phase: "deciding", legal }), KNOWN)).toEqual({
      number: 2,
      text: "Your turn: Fold or Raise for $10. Coach, above, shows what each is worth.",
    });
  });

  test("says how cards are thrown", () => {
    const offers = [
      offer("Throw", { decision: { discard: ["As"] } }),
      offer("Throw two", { decision: { discard: ["As", "Kd"] } }),
    ];
    const legal = { at: "x", text: "", offers };
    expect(said(banked({ phase: "deciding", legal }))).toContain("click 1 or 2 of your cards to throw");
  });

  test("tells how it ended and why, when the cards have shown it", () => {
    const side = { wager: "extra", name: "Extra", amount: 500, returned: 0, reason: "no pair" };
    const lines = [side, { wager: "main", name: "Main", amount: 500, returned: 0, reason: "the house is higher" }];
    const over = { phase: "showing", result: { net: -500, lines } };
    expect(said(banked(over), { told: false })).toBeUndefined();
    expect(said(banked(over))).toBe("Main loses $5: the house is higher. Next round takes new bets.");
    const last = { ...over, you: { ...you, last_round: true } };
    expect(said(banked(last))).toBe("Main loses $5: the house is higher.");
  });

  test("has nothing to say to who watches or sits out", () => {
    expect(said(banked({ you: { ...you, seat: null } }))).toBeUndefined();
    expect(said(banked({ you: { ...you, sitting_out: true } }))).toBeUndefined();
  });
});

describe("among players", () => {
  test("says what is posted, and what the turn costs", () => {
    expect(said(pot({}))).toBe("Your cards come with the next hand. Two seats post blinds of $1 and $2.");
    const legal = { fold: true, check: false, call: 200, most: 900, verb: "raise", pot: 500 };
    expect(said(pot({ phase: "deciding", legal }))).toBe("Your turn: call $2 for a pot of $5, raise or fold.");
    const free = { ...legal, check: true, call: 0, verb: "bet" };
    expect(said(pot({ phase: "deciding", legal: free }))).toBe("Your turn: checking costs nothing; or bet.");
  });

  test("tells who won, and with what", () => {
    const players = [player({ seat: 1, words: "a pair of aces" }), player({ seat: 2 })];
    const view = { over: true, turn: null, players, pots: [{ amount: 900, paid: { "1": 900 } }] };
    expect(said(pot({ phase: "showing", view }))).toBe("Ann wins $9 with a pair of aces.");
    const folded = { ...view, players: [player({ seat: 1 })], pots: [{ amount: 900, paid: { "2": 900 } }] };
    expect(said(pot({ phase: "showing", view: folded }))).toBe("You win $9: everybody else folded.");
  });
});
