import { describe, expect, test } from "vitest";
import { area, bankedView, place } from "../../testing/views";
import { columns, dealerLine, isOpen, layDealer, layPlace, type Laid, inOrder } from "./felt";

/** The cards by area, as they lie. */
function cards(laid: Laid): Record<string, (string | null)[]> {
  return Object.fromEntries([...laid.areas].map(([name, slots]) => [name, slots.map((slot) => slot.card)]));
}

describe("a player's cards", () => {
  test("lie in the one place for cards, drawn ones behind those dealt", () => {
    const laid = layPlace(
      [area("hand"), area("ante", { kind: "bet" })],
      place({ seat: 3, dealt: ["Ah", "Kd"], drawn: ["2c"] }),
    );
    expect(cards(laid)).toEqual({ hand: ["Ah", "Kd", "2c"] });
    expect(laid.areas.get("hand")?.map((slot) => slot.key)).toEqual(["3:dealt:0", "3:dealt:1", "3:drawn:0"]);
  });

  test("lie apart where the layout has places for thrown, drawn and set-aside cards", () => {
    const areas = [area("hand"), area("discard"), area("drawn"), area("aside")];
    const laid = layPlace(
      areas,
      place({
        dealt: ["Ah", "Kd", "2c"],
        drawn: ["9s"],
        aside: [null],
        decisions: [{ at: "draw", discard: ["2c"] }],
      }),
    );
    expect(cards(laid)).toEqual({ hand: ["Ah", "Kd"], discard: ["2c"], drawn: ["9s"], aside: [null] });
  });

  test("keep their key when they are thrown, so that they can be seen to move", () => {
    const areas = [area("hand"), area("discard")];
    const dealt = ["Ah", "Kd", "2c"];
    const before = layPlace(areas, place({ dealt }));
    const after = layPlace(areas, place({ dealt, decisions: [{ at: "draw", discard: ["Kd"] }] }));
    expect(after.areas.get("discard")?.[0]?.key).toBe(before.areas.get("hand")?.[1]?.key);
  });

  test("thrown by another player are any of the hidden ones", () => {
    const laid = layPlace(
      [area("hand"), area("discard")],
      place({ dealt: [null, null, null], decisions: [{ at: "draw", discard: [null] }] }),
    );
    expect(cards(laid)).toEqual({ hand: [null, null], discard: [null] });
  });

  test("stay with the hand when there is no place for thrown cards", () => {
    const laid = layPlace([area("hand")], place({ dealt: ["Ah", "2c"], decisions: [{ at: "draw", discard: ["Ah"] }] }));
    expect(cards(laid)).toEqual({ hand: ["2c", "Ah"] });
  });

  test("equal ones, of two decks, are each laid once", () => {
    const placed = { low: ["Ah"], high: ["Ah"] };
    const laid = layPlace([area("low"), area("high")], place({ dealt: ["Ah", "Ah"], placed }));
    expect(cards(laid)).toEqual({ low: ["Ah"], high: ["Ah"] });
    expect(new Set([...laid.areas.values()].flat().map((slot) => slot.key)).size).toBe(2);
  });

  test("without a position yet lie loose", () => {
    const laid = layPlace(
      [area("low"), area("high")],
      place({ dealt: ["Ah", "Kd"], placed: { low: ["Kd"], high: [] } }),
    );
    expect(cards(laid)).toEqual({ low: ["Kd"] });
    expect(laid.loose.map((slot) => slot.card)).toEqual(["Ah"]);
  });
});

test("a dealt pair lies on one position", () => {
  const laid = layPlace(
    [area("low"), area("middle"), area("high")],
    place({ dealt: ["8h", "8d"], placed: { low: [], middle: ["8h", "8d"], high: [] } }),
  );
  expect(cards(laid)).toEqual({ middle: ["8h", "8d"] });
  expect(laid.loose).toEqual([]);
});

describe("the dealer's cards", () => {
  const dealer = bankedView().dealer;

  test("lie in the dealer's place, the shared ones in theirs", () => {
    const view = bankedView({ dealer: { ...dealer, cards: ["Qs", null] }, community: ["5h"] });
    expect(cards(layDealer([area("dealer"), area("community")], view))).toEqual({
      dealer: ["Qs", null],
      community: ["5h"],
    });
  });

  test("take the only place there is, whatever it is called", () => {
    const view = bankedView({ dealer: { ...dealer, cards: ["Qs"] } });
    expect(cards(layDealer([area("house"), area("community")], view)).house).toEqual(["Qs"]);
  });

  test("lie in that place before their positions are known, too", () => {
    const view = bankedView({ dealer: { ...dealer, cards: [null, null], positions: { low: null, high: null } } });
    expect(cards(layDealer([area("house")], view)).house).toEqual([null, null]);
  });

  test("lie across several places until it is said which goes where", () => {
    const areas = [area("low"), area("high")];
    const open = { low: null, high: null };
    const before = layDealer(areas, bankedView({ dealer: { ...dealer, cards: ["Qs", "3d"], positions: open } }));
    expect(before.loose.map((slot) => slot.card)).toEqual(["Qs", "3d"]);
    const set = { low: "3d", high: "Qs" };
    const after = layDealer(areas, bankedView({ dealer: { ...dealer, cards: ["Qs", "3d"], positions: set } }));
    expect(after.loose).toEqual([]);
    expect(cards(after)).toMatchObject({ low: ["3d"], high: ["Qs"] });
  });
});

describe("the line that the dealer lays at the end", () => {
  const areas = [area("dealer"), area("community")];
  const lay = { hole: ["4c", "Ks"], community: ["Ah", "Kd", "7c"], turned: ["4c"] };
  const view = bankedView({
    dealer: { ...bankedView().dealer, cards: ["Ks", "4c"], hand: ["Ks", "Kd", "Ah"], lay },
    community: ["7c", "Ah", "Kd"],
  });

  test("has the cards in that order, each with the key it was dealt under", () => {
    const { line } = layDealer(areas, view);
    expect(line?.map((slot) => slot.card)).toEqual(["4c", "Ks", "Ah", "Kd", "7c"]);
    expect(line?.map((slot) => slot.key)).toEqual([
      "dealer:dealt:1",
      "dealer:dealt:0",
      "community:dealt:1",
      "community:dealt:2",
      "community:dealt:0",
    ]);
    expect(line?.map((slot) => slot.turned)).toEqual([true, false, false, false, false]);
  });

  test("is not shown before the hand is set, nor where no game says so", () => {
    expect(layDealer(areas, view, false).line).toBeUndefined();
    expect(cards(layDealer(areas, view, false))).toEqual({ dealer: ["Ks", "4c"], community: ["7c", "Ah", "Kd"] });
    expect(layDealer(areas, bankedView()).line).toBeUndefined();
  });

  test("turns one of two equal cards of a shoe", () => {
    const equal = bankedView({
      dealer: { ...bankedView().dealer, cards: ["Ah", "Ah"], lay: { line: ["Ah", "Ah"], turned: ["Ah"] } },
    });
    expect(dealerLine(equal)?.map((slot) => [slot.key, slot.turned])).toEqual([
      ["dealer:dealt:0", true],
      ["dealer:dealt:1", false],
    ]);
  });
});

test("positions are open while no card has one", () => {
  expect(isOpen(null)).toBe(false);
  expect(isOpen({ low: null, high: null })).toBe(true);
  expect(isOpen({ low: "3d", high: null })).toBe(false);
});

test("a layout is as wide as its widest row", () => {
  expect(columns([area("a", { x: 1, width: 2 }), area("b", { x: 4, width: 1 })])).toBe(5);
  expect(columns([])).toBe(1);
});

describe("a large hand", () => {
  const cards = ["2c", "Kh", "9h", "As", "3h", "9s", "Td"];
  const laid = { areas: new Map([["hand", cards.map((card, at) => ({ key: `1:dealt:${at}`, card }))]]), loose: [] };
  const order = (by: "dealt" | "suit" | "rank") =>
    inOrder(laid, by)
      .areas.get("hand")
      ?.map((slot) => slot.card);

  test("lies as it was dealt, by suit with the longest first, or by rank", () => {
    expect(order("dealt")).toEqual(cards);
    expect(order("suit")).toEqual(["Kh", "9h", "3h", "As", "9s", "Td", "2c"]);
    expect(order("rank")).toEqual(["As", "Kh", "Td", "9s", "9h", "3h", "2c"]);
  });

  test("keeps its keys, and is left alone while a card is face down or it is small", () => {
    expect(inOrder(laid, "rank").areas.get("hand")?.[0]?.key).toBe("1:dealt:3");
    const small = {
      areas: new Map([
        [
          "hand",
          [
            { key: "a", card: "2c" },
            { key: "b", card: "Ah" },
          ],
        ],
      ]),
      loose: [],
    };
    expect(
      inOrder(small, "rank")
        .areas.get("hand")
        ?.map((slot) => slot.key),
    ).toEqual(["a", "b"]);
  });
});
