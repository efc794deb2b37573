// The part that this page takes in shuffling: it promises random words before a deal, and opens them as soon as
// nobody's can change any more.
import { canPromise, drawWords, noteFixed, noteTaken, randomWords, wordsFor } from "$lib/replay/ownWords";
import type { OwnWords } from "$lib/replay/verifySeen";
import type { ShuffleToCome, TableState } from "$lib/server/protocol";
import { socket } from "$lib/server/socket.svelte";

export type WordsWithWager = { promise?: string; player_seed?: string };

export class TableWords {
  private readonly sent = new Map<string, string>(); // for which shuffle the server was told, so as not to tell it again

  constructor(private readonly table: number) {}

  /** The table has told something: do what is to be done for the shuffle to come. */
  see(state: TableState): void {
    const { to_come: told, you } = state;
    if (!told || you.seat === null || !canPromise()) return;
    if (told.closed) this.open(told, you.seat);
    else if (state.kind === "banked")
      void own(told); // so that they are there when bets are made
    else if (you.stack && !you.sitting_out && !you.leaving) void this.promise(told, you.seat);
  }

  /** What goes with a wager; nothing has to be waited for where the words are drawn already. */
  withWager(told: ShuffleToCome | null): WordsWithWager | Promise<WordsWithWager> {
    if (!told) return {};
    if (!canPromise()) return { player_seed: randomWords() };
    const found = wordsFor(told.commitment);
    return found ? { promise: found.promise } : drawWords(told).then(({ promise }) => ({ promise }));
  }

  private async promise(told: ShuffleToCome, seat: number): Promise<void> {
    if (!this.once(`promise ${seat}`, told)) return;
    const { commitment, promise } = await own(told);
    if (told.words.some((each) => each.seat === seat && each.promise === promise)) return;
    await socket
      .send({ do: "promise", table: this.table, commitment, promise })
      .then(() => noteTaken("promised", commitment))
      .catch(() => {}); // too late for this hand
  }

  /** Open the words, unless something is other than when they were promised, or than it was told before. */
  private open(told: ShuffleToCome, seat: number): void {
    const mine = wordsFor(told.commitment);
    const there = told.words.some((each) => each.seat === seat && each.promise === mine?.promise);
    if (!mine || !there || mine.seal !== told.seal || mine.deck !== told.deck) return;
    if (!noteFixed(mine, { words: told.words, players: told.players }) || !this.once("open", told)) return;
    const { commitment, words } = mine;
    socket
      .send({ do: "open", table: this.table, commitment, words })
      .then(() => noteTaken("opened", commitment))
      .catch(() => {}); // too late: the promise is in the shuffle instead
  }

  private once(what: string, { commitment }: ShuffleToCome): boolean {
    if (this.sent.get(what) === commitment) return false;
    this.sent.set(what, commitment);
    return true;
  }
}

async function own(told: ShuffleToCome): Promise<OwnWords> {
  return wordsFor(told.commitment) ?? (await drawWords(told));
}
