// The browser's WebSocket, with the test in the server's place.
import { vi } from "vitest";
import type { AnyCommand, ServerMessage } from "$lib/server/protocol";

export class FakeWebSocket {
  static readonly OPEN = 1;
  /** Every one that the page has made, the newest last. */
  static made: FakeWebSocket[] = [];

  readyState = 0;
  readonly sent: AnyCommand[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeWebSocket.made.push(this);
  }

  /** Put this class in the browser's place, with none made yet. */
  static install(): void {
    FakeWebSocket.made = [];
    vi.stubGlobal("WebSocket", FakeWebSocket);
  }

  static get newest(): FakeWebSocket {
    const found = FakeWebSocket.made.at(-1);
    if (!found) throw new Error("The page has opened no socket.");
    return found;
  }

  send(text: string): void {
    if (this.readyState !== FakeWebSocket.OPEN) throw new Error("The page sent something through a closed socket.");
    this.sent.push(JSON.parse(text) as AnyCommand);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  open(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen?.();
  }

  tell(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The last command of this kind that the page has sent. */
  last(what: AnyCommand["do"]): AnyCommand {
    const found = this.sent.filter((command) => command.do === what).at(-1);
    if (!found) throw new Error(`The page has sent no ${what}.`);
    return found;
  }
}
