// Who sits before this page.
import { stage } from "$lib/table/director.svelte";
import { api, useCsrf } from "./api";
import type { HouseSettings, PersonWithChips } from "./protocol";
import { socket } from "./socket.svelte";

class Session {
  person = $state<PersonWithChips | null>(null);
  settings = $state<HouseSettings | null>(null);
  loaded = $state(false);

  get staff(): boolean {
    return this.person?.role === "pit" || this.person?.role === "admin";
  }

  async refresh(): Promise<void> {
    const me = await api.get("/api/me");
    useCsrf(me.csrf);
    this.person = me.person;
    this.settings = me.settings;
    this.loaded = true;
  }

  /** After anything that changes who this is: read it again, and let the socket say hello anew. */
  private async changed(): Promise<void> {
    await this.refresh();
    socket.reconnect();
  }

  async guest(name?: string): Promise<void> {
    await api.post("/api/guest", { body: name ? { name } : {} });
    await this.changed();
  }

  async register(name: string, password: string): Promise<void> {
    await api.post("/api/register", { body: { name, password } });
    await this.changed();
  }

  async login(name: string, password: string): Promise<void> {
    await api.post("/api/login", { body: { name, password } });
    await this.changed();
  }

  async claim(token: string, name: string, password: string): Promise<void> {
    await api.post("/api/claim", { body: { token, name, password } });
    await this.changed();
  }

  async logout(): Promise<void> {
    await api.post("/api/logout");
    await this.changed();
  }

  async moreChips(): Promise<void> {
    await api.post("/api/chips");
    await this.refresh();
  }
}

export const session = new Session();

// A win shows in the balance when the cards have shown it, not before. What is staked goes at once.
const GRACE = 80; // the update with the cards may come just after the balance
let pending: ReturnType<typeof setTimeout> | undefined;

function show(balance: number, atTables: number): void {
  if (!session.person) return;
  session.person.balance = balance;
  session.person.at_tables = atTables;
}

socket.onBalance = (balance, atTables) => {
  clearTimeout(pending);
  if (!session.person || balance <= session.person.balance) return show(balance, atTables);
  const wait = () => {
    const left = stage.left();
    if (left > 0)
      pending = setTimeout(wait, Math.min(left, 100)); // it may be cut short
    else show(balance, atTables);
  };
  pending = setTimeout(wait, GRACE);
};
