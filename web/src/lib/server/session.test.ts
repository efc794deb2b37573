// @vitest-environment happy-dom
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { stage } from "$lib/table/director.svelte";
import { session } from "./session.svelte";
import { socket } from "./socket.svelte";

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterAll(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  vi.advanceTimersByTime(Math.ceil(stage.left())); // nothing of the test before is on its way any more
  session.person = { id: 1, name: "Ann", role: "player", guest: true, balance: 100_000, at_tables: 0, muted: false };
});

describe("the balance", () => {
  test("goes down at once when something is staked", () => {
    stage.until(performance.now() + 3000);
    socket.onBalance(99_500, 500);
    expect(session.person).toMatchObject({ balance: 99_500, at_tables: 500 });
  });

  test("goes up when the cards have shown the win, not before", () => {
    socket.onBalance(101_000, 0);
    stage.until(performance.now() + 3000); // the update with the cards comes just after the balance
    vi.advanceTimersByTime(2999);
    expect(session.person?.balance).toBe(100_000);
    vi.advanceTimersByTime(1);
    expect(session.person?.balance).toBe(101_000);
  });

  test("waits longer when more cards come meanwhile", () => {
    stage.until(performance.now() + 1000);
    socket.onBalance(101_000, 0);
    vi.advanceTimersByTime(900);
    stage.until(performance.now() + 1000);
    vi.advanceTimersByTime(999);
    expect(session.person?.balance).toBe(100_000);
    vi.advanceTimersByTime(1);
    expect(session.person?.balance).toBe(101_000);
  });

  test("shows what is newest, when a stake follows a win that has not shown yet", () => {
    stage.until(performance.now() + 1000);
    socket.onBalance(101_000, 0);
    socket.onBalance(99_900, 100);
    expect(session.person?.balance).toBe(99_900);
    vi.advanceTimersByTime(5000);
    expect(session.person?.balance).toBe(99_900);
  });

  test("of nobody is nothing", () => {
    session.person = null;
    socket.onBalance(5, 5);
    expect(session.person).toBeNull();
  });
});

test.each([
  ["player", false],
  ["pit", true],
  ["admin", true],
] as const)("a %s belongs to the staff: %s", (role, staff) => {
  if (session.person) session.person.role = role;
  expect(session.staff).toBe(staff);
});
