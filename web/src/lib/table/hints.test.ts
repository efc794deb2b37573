import { describe, expect, test } from "vitest";
import { useLocale } from "$lib/display/locale";
import type { BankedState, PotState, TableState, Wager } from "$lib/server/protocol";
import { offer, player } from "../../testing/views";
import { hintFor, type Known } from "./hints";

type ResultLine = NonNullable<TableState["result"]>["lines"][number];
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

  describe("the result", () => {
    const line = (wager: string, name: string, gain: number, reason: string) =>
      ({ wager, name, amount: 500, returned: 500 + gain, reason }) as ResultLine;
    const over = (...lines: ResultLine[]) => {
      const net = lines.reduce((sum, { amount, returned }) => sum + returned - amount, 0);
      return { phase: "showing", result: { net, lines } };
    };
    const alone = over(line("main", "Main", -500, "the house is higher"));

    test("is told with its reason when the cards have shown it", () => {
      expect(said(banked(alone), { told: false })).toBeUndefined();
      expect(said(banked(alone))).toBe("You lose $5: the house is higher. Next round takes new bets.");
      const last = { ...alone, you: { ...you, last_round: true } };
      expect(said(banked(last))).toBe("You lose $5: the house is higher.");
      expect(said(banked(over(line("main", "Main", 0, "a pair pushes"))))).toMatch(/^You break even: a pair pushes\./);
    });

    test("begins with the total of all wagers", () => {
      const won = line("main", "Main", 500, "the dealer does not qualify");
      const push = line("twin", "Twin", 0, "it pushes");
      const lost = [-500, -1000].map((gain) => line("extra", "Extra", gain, "no pair"));
      expect(said(banked(over(won, push, ...lost)))).toBe(
        "You lose $10. Main wins $5: the dealer does not qualify; your other bets lose $15. Next round takes new bets.",
      );
      expect(said(banked(over(lost[1] as ResultLine, won, push)))).toBe(
        "You lose $5. Main wins $5: the dealer does not qualify; Extra loses $10. Next round takes new bets.",
      );
      expect(said(banked(over(push, line("extra", "Extra", 1500, "a pair"))))).toMatch(
        /^You win \$15\. Twin pushes: it pushes; Extra wins \$15\./,
      );
      const even = [500, -500].map((gain) => line("extra", "Extra", gain, "no pair"));
      expect(said(banked(over(won, ...even)))).toMatch(
        /^You win \$5\. Main wins \$5: the dealer does not qualify; your other bets come out even\./,
      );
    });
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
    const over = { phase: "showing", result: { net: 0, lines: [] } };
    expect(said(pot({ ...over, view }))).toBe("Ann wins $9 with a pair of aces.");
    const folded = { ...view, players: [player({ seat: 2 })], pots: [{ amount: 900, paid: { "2": 900 } }] };
    expect(said(pot({ ...over, view: folded }))).toBe("You win $9: everybody else folded.");
    const left = { ...view, players: [player({ seat: 2 })] };
    expect(said(pot({ ...over, view: left }))).toBe("A player who has left wins $9.");
  });

  test("tells a newcomer about the next hand, not about the one they did not play", () => {
    const view = {
      over: true,
      turn: null,
      players: [player({ seat: 1 })],
      pots: [{ amount: 900, paid: { "2": 900 } }],
    };
    expect(said(pot({ phase: "showing", view }))).toMatch(/^Your cards come with the next hand\./);
    const seats = [1, 2, 3].map((seat) => ({ seat, name: `P${seat}`, you: seat === you.seat, sitting_out: false }));
    const among = (...dealt: number[]) => ({ ...view, players: dealt.map((seat) => player({ seat })) });
    const entry = /^Your first hand costs the big blind of \$2\. It is the next one, or a later one/;
    expect(said(pot({ phase: "showing", seats, view: among(1, 3) }))).toMatch(entry);
    expect(said(pot({ phase: "showing", seats, view: among(1, 2, 3) }))).toMatch(/^Your cards come with the next/);
    const alone = seats.map((seat) => (seat.seat === 3 ? { ...seat, sitting_out: true } : seat));
    expect(said(pot({ phase: "showing", seats: alone, view: among(1, 3) }))).toMatch(/^Your cards come with the next/);
  });
});
