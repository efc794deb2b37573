// What people say at one table, as this page shows it: without those whom its reader has muted.
import { mutes } from "$lib/browser/mutes.svelte";
import type { ChatLine, ChatLines } from "$lib/server/protocol";

const KEPT = 200; // lines, of a page that stays open all night
const HEARD = 3; // lines that the live region has: what is added to them is read out

export class Chat {
  private all = $state.raw<ChatLine[] | null>(null);
  private seen = $state(0); // the number of the last line that was in sight
  private news = $state.raw<ChatLine[]>([]);

  /** Nothing where the house has no chat, or the visitor no name. */
  get lines(): ChatLine[] | null {
    return this.all?.filter((line) => !mutes.has(line.person)) ?? null;
  }

  get unread(): number {
    return this.lines?.filter((line) => line.number > this.seen).length ?? 0;
  }

  /** What a screen reader is told: what others have said since. */
  get heard(): ChatLine[] {
    return this.news.filter((line) => !mutes.has(line.person));
  }

  take({ whole, lines }: ChatLines, own: number | null): void {
    if (whole) {
      const last = lines.at(-1)?.number ?? 0;
      // What was said before one came is no news. The numbers begin anew when the server does.
      this.seen = this.all === null ? last : Math.min(this.seen, last);
      this.all = lines;
      this.news = this.news.filter(({ number }) => lines.some((line) => line.number === number)); // taken away
      return;
    }
    this.all = [...(this.all ?? []), ...lines].slice(-KEPT);
    this.news = [...this.news, ...lines.filter((line) => line.person !== own)].slice(-HEARD);
    if (lines.at(-1)?.person === own) this.read(); // who writes has read what was there
  }

  /** Everything is in sight. */
  read(): void {
    this.seen = Math.max(this.seen, this.all?.at(-1)?.number ?? 0);
  }

  /** The visitor is somebody else now: what they may read is told anew. */
  forget(): void {
    this.all = null;
    this.seen = 0;
    this.news = [];
  }
}
