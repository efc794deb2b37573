// Who sits before this page.
import { api, useCsrf } from "./api";
import { socket } from "./socket.svelte";
import type { Me, Person } from "./types";

class Session {
  person = $state<Person | null>(null);
  settings = $state<Record<string, unknown>>({});
  loaded = $state(false);

  get staff(): boolean {
    return this.person?.role === "pit" || this.person?.role === "admin";
  }

  async refresh(): Promise<void> {
    const me = await api.get<Me>("/api/me");
    useCsrf(me.csrf);
    this.person = me.person;
    this.settings = me.settings ?? {};
    this.loaded = true;
  }

  /** After anything that changes who this is: read it again, and let the socket say hello anew. */
  private async changed(): Promise<void> {
    await this.refresh();
    socket.reconnect();
  }

  async guest(name?: string): Promise<void> {
    await api.post("/api/guest", name ? { name } : {});
    await this.changed();
  }

  async register(name: string, password: string): Promise<void> {
    await api.post("/api/register", { name, password });
    await this.changed();
  }

  async login(name: string, password: string): Promise<void> {
    await api.post("/api/login", { name, password });
    await this.changed();
  }

  async claim(token: string, name: string, password: string): Promise<void> {
    await api.post("/api/claim", { token, name, password });
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

socket.onBalance = (balance, atTables) => {
  if (session.person) {
    session.person.balance = balance;
    session.person.at_tables = atTables;
  }
};
