// Corrections in words, and the id under which one is proposed.
import { dollars } from "$lib/display/money";
import { requestId } from "$lib/server/requestId";
import type { PitLogLine } from "$lib/server/protocol";

/** A correction that the seat has had for the same round. */
export function earlierWords(before: PitLogLine["earlier"][number]): string {
  const did = before.amount > 0 ? "paid" : "taken back";
  return `Corrected before: ${dollars(Math.abs(before.amount))} ${did} (line ${before.id}): ${before.reason}`;
}

/** One id for one content: what is sent again goes under the same id and is done once, anything else under a new one,
 *  also where the answer to the first was lost. */
export class ProposalId {
  private id = "";
  private content = "";

  of(content: unknown): string {
    const now = JSON.stringify(content);
    if (now !== this.content || !this.id) this.id = requestId();
    this.content = now;
    return this.id;
  }

  /** The proposal was made: the same again is another one. */
  used(): void {
    this.id = "";
  }
}
