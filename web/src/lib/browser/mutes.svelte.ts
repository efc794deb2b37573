// People whose messages this browser does not show, kept here: the house is not told.
const KEY = "houseway.muted";
const MOST = 500; // the oldest are forgotten

interface Muted {
  id: number;
  name: string; // as it was then: people may take another one
}

function read(): Muted[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isMuted).slice(-MOST) : [];
  } catch {
    return [];
  }
}

function isMuted(one: unknown): one is Muted {
  const { id, name } = (one ?? {}) as Partial<Muted>;
  return typeof id === "number" && typeof name === "string";
}

export class Mutes {
  people = $state.raw<Muted[]>(read());

  has(id: number): boolean {
    return this.people.some((one) => one.id === id);
  }

  add(id: number, name: string): void {
    this.keep([...this.people.filter((one) => one.id !== id), { id, name }].slice(-MOST));
  }

  remove(id: number): void {
    this.keep(this.people.filter((one) => one.id !== id));
  }

  private keep(people: Muted[]): void {
    this.people = people;
    try {
      localStorage.setItem(KEY, JSON.stringify(people));
    } catch {
      // a browser that keeps nothing mutes until the page is closed
    }
  }
}

export const mutes = new Mutes();
