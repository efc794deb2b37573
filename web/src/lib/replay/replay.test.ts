import { describe, expect, test } from "vitest";
import { bankedView, event, place, player, potView } from "../../testing/views";
import { foldBanked, foldPot, stepsOf } from "./replay";

test("a replay stops where there is something to tell; silent events go with the step before", () => {
  const events = [
    event("RoundOpened"),
    event("WagersPlaced", { text: "Seat 1 bets $5" }),
    event("MeterFed"),
    event("Dealt", { text: "Cards for seat 1" }),
  ];
  expect(stepsOf(events)).toEqual([
    { end: 3, text: "Seat 1 bets $5" },
    { end: 4, text: "Cards for seat 1" },
  ]);
  expect(stepsOf([])).toEqual([]);
});

describe("against the house", () => {
  const events = [
    event("RoundOpened", { commitment: "abc", meter: 100 }),
    event("WagersPlaced", { seat: 2, stakes: { ante: 500 } }),
    event("WagersPlaced", { seat: 1, stakes: { ante: 500, let: 500 } }),
    event("Dealt", { to: 1, area: "dealt", cards: ["Ah", "Kd"] }),
    event("Dealt", { to: "dealer", area: "dealt", cards: ["9s", null] }),
    event("Decided", { seat: 1, at: "first", decision: { choice: "pull" }, stakes: {}, taken_back: { let: 500 } }),
    event("Turned", { whose: "dealer", places: [1], cards: ["2c"] }),
    event("Settled", { seat: 1, wager: "ante", amount: 500, returned: 1000, reason: "wins" }),
    event("RoundClosed", { net: { "1": 500 }, server_seed: "seed" }),
  ];
  const end = bankedView({
    dealer: { ...bankedView().dealer, cards: ["9s", "2c"] },
    seats: [place({ seat: 1, dealt: ["Ah", "Kd"], words: "Ace high", decisions: [{ at: "first", choice: "pull" }] })],
    server_seed: "seed",
  });
  const at = (count: number) => foldBanked(events.slice(0, count), end);

  test("nothing is known before it has happened", () => {
    const view = at(3);
    expect(view.seats.map(({ seat, stakes, words }) => [seat, stakes, words])).toEqual([
      [1, { ante: 500, let: 500 }, ""],
      [2, { ante: 500 }, ""],
    ]);
    expect(view.dealer.cards).toEqual([]);
    expect(view.server_seed).toBeNull();
    expect(view.net).toBeNull();
    expect(view.meter).toBe(100);
  });

  test("a card that lies face down shows when it is turned", () => {
    expect(at(5).dealer.cards).toEqual(["9s", null]);
    expect(at(7).dealer.cards).toEqual(["9s", "2c"]);
  });

  test("a bet that was taken back is off the felt", () => {
    expect(at(5).seats[0]?.stakes).toEqual({ ante: 500, let: 500 });
    expect(at(6).seats[0]?.stakes).toEqual({ ante: 500 });
    expect(at(6).seats[0]?.words).toBe("Ace high");
  });

  test("whoever takes all wagers back has left the round", () => {
    const view = foldBanked([...events.slice(0, 3), event("WagersPlaced", { seat: 2, stakes: {} })], end);
    expect(view.seats.map(({ seat }) => seat)).toEqual([1]);
  });

  test("the end tells the result and the seed", () => {
    const view = at(events.length);
    expect(view.net).toEqual({ "1": 500 });
    expect(view.server_seed).toBe("seed");
    expect(view.seats[0]?.settled).toEqual([{ wager: "ante", amount: 500, returned: 1000, reason: "wins" }]);
  });
});

describe("among players", () => {
  const events = [
    event("HandOpened", { button: 2, stacks: { "1": 10_000, "2": 5000 } }),
    event("Posted", { seat: 1, amount: 50, do: "post-small-blind" }),
    event("Posted", { seat: 2, amount: 100, do: "post-big-blind" }),
    event("Dealt", { to: 1, cards: ["Ah", "Kd"] }),
    event("Dealt", { to: 2, cards: [null, null] }),
    event("Bet", { seat: 1, amount: 250, do: "raise" }),
    event("Bet", { seat: 2, amount: 0, do: "fold" }),
    event("Returned", { seat: 1, amount: 200 }),
    event("PotPaid", { amount: 200, eligible: [1], paid: { "1": 200 } }),
    event("HandClosed", { stacks: { "1": 10_100, "2": 4900 } }),
  ];
  const end = potView({ players: [player({ seat: 1, cards: ["Ah", "Kd"], words: "Ace high" }), player({ seat: 2 })] });
  const at = (count: number) => foldPot(events.slice(0, count), end);

  test("chips go from the stacks to the pot and back", () => {
    const stacks = (count: number) => at(count).players.map(({ stack }) => stack);
    expect(stacks(3)).toEqual([9950, 4900]);
    expect(at(3).pot).toBe(150);
    expect(stacks(6)).toEqual([9700, 4900]);
    expect(at(6).pot).toBe(400);
    expect(stacks(8)).toEqual([9900, 4900]);
    expect(at(8).pot).toBe(200);
    expect(stacks(10)).toEqual([10_100, 4900]);
  });

  test("who folds is out, and the hand is over at its end only", () => {
    expect(at(7).players.map(({ folded }) => folded)).toEqual([false, true]);
    expect(at(9).over).toBe(false);
    expect(at(10).over).toBe(true);
  });

  test("a hand has its words when its cards are there", () => {
    expect(at(3).players[0]?.words).toBe("");
    expect(at(4).players[0]?.words).toBe("Ace high");
  });

  test("a dead small blind is nobody's bet", () => {
    const dead = [events[0]!, event("Posted", { seat: 1, amount: 50, do: "post-small-blind", dead: true })];
    const view = foldPot(dead, end);
    expect(view.pot).toBe(50);
    expect(view.players[0]).toMatchObject({ stack: 9950, bet: 0, paid: 0 });
  });
});
