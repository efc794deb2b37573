// The answers that were had last: going back and forth between two pays asks nobody.

export class Kept<T> {
  #found = new Map<string, T>();

  constructor(readonly most: number) {}

  get(key: string): T | undefined {
    return this.#found.get(key);
  }

  put(key: string, value: T): void {
    this.#found.delete(key);
    this.#found.set(key, value);
    const oldest = this.#found.keys().next().value;
    if (this.#found.size > this.most && oldest !== undefined) this.#found.delete(oldest);
  }
}
