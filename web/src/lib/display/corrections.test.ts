import { describe, expect, test } from "vitest";
import { ProposalId, earlierWords } from "./corrections";

describe("the id of a proposal", () => {
  const body = { round: 7, seat: 2, amount: 500, reason: "a flush" };

  test("stays while the content does, and changes with it", () => {
    const id = new ProposalId();
    const first = id.of(body);
    expect(id.of({ ...body })).toBe(first);
    const edited = id.of({ ...body, amount: 600 });
    expect(edited).not.toBe(first);
    expect(id.of({ ...body, amount: 600 })).toBe(edited);
    expect(id.of({ ...body, amount: 600, reason: "a straight" })).not.toBe(edited);
  });

  test("is not used again once it was taken", () => {
    const id = new ProposalId();
    const first = id.of(body);
    id.used();
    expect(id.of(body)).not.toBe(first);
  });
});

test("what was corrected before", () => {
  const before = { id: 31, made: 0, amount: -1250, reason: "paid twice" };
  expect(earlierWords(before)).toBe("Corrected before: $12.50 taken back (line 31): paid twice");
  expect(earlierWords({ ...before, amount: 700 })).toBe("Corrected before: $7 paid (line 31): paid twice");
});
