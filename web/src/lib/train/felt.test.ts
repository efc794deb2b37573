// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { ACT, CHOICE, question } from "../../testing/questions";
import { bankedView, place, potView } from "../../testing/views";
import { frozen, seatInFocus, targetsAt } from "./felt";

const seats = [place({ seat: 2 }), place({ seat: 5 })];

test("a question about one seat has it large before the dealer; other questions have all of them in view", () => {
  const view = bankedView({ you: null, seats });
  const about = { ...question(CHOICE), prompt: "Settle seat 2: take, push or pay.", seat: 5, view };
  expect(seatInFocus(about)).toBe(5);
  expect(seatInFocus({ ...about, seat: 3 })).toBeNull();
  expect(seatInFocus({ ...question(ACT), prompt: "Seat 5?", view })).toBeNull();
  expect(seatInFocus({ ...about, seat: null, view: bankedView({ you: 2, seats }) })).toBe(2);
});

test("a frozen felt has the seats of the view and nothing to decide", () => {
  const game = { game: "g", game_name: "Some game" };
  const now = frozen(game, { ...question(ACT), view: bankedView({ you: null, seats }) });
  expect(now?.state.seats.map(({ seat, name }) => [seat, name])).toEqual([
    [2, "Seat 2"],
    [5, "Seat 5"],
  ]);
  expect(now?.state.legal).toBeNull();
  expect(frozen(game, question(ACT))).toBeNull();
  expect(frozen(game, { ...question(CHOICE), view: potView() })?.kind).toBe("pot");
});

test("what was pointed at, from the innermost outwards", () => {
  document.body.innerHTML = `<div data-target="seat 2"><p data-target="seat 2 ante"><b></b></p></div>`;
  expect(targetsAt(document.querySelector("b"))).toEqual(["seat 2 ante", "seat 2"]);
  expect(targetsAt(document.body)).toEqual([]);
});
