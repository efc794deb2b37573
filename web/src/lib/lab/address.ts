// The rules that a page compares, as its address has them: a link shows exactly the same to anybody.
import { asQuery } from "$lib/server/query";

/** An edition, and what is changed of it: "ties=push". */
export interface Rules {
  edition: string | null;
  set: string[];
}
export interface Compared {
  a: Rules;
  b: Rules | null;
}

export function readCompared(query: URLSearchParams): Compared {
  const beside = query.get("edition2");
  return {
    a: { edition: query.get("edition"), set: query.getAll("set") },
    b: beside === null ? null : { edition: beside || null, set: query.getAll("set2") },
  };
}

/** Where these rules are compared; what stands beside always names its edition. */
export function addressOf(game: string, { a, b }: Compared): string {
  const beside = b ? { edition2: b.edition, set2: b.set } : {};
  return `/what-if/${encodeURIComponent(game)}${asQuery({ edition: a.edition, set: a.set, ...beside })}`;
}

/** ["a=1", "b=x"] as options, under the names that the game has for them: a link may write either - or _. */
export function changesOf(set: readonly string[], names: readonly string[]): Record<string, string> {
  const plain = (name: string): string => name.trim().replaceAll("-", "_");
  return Object.fromEntries(
    set.map((text) => {
      const [given = "", ...value] = text.split("=");
      return [names.find((name) => plain(name) === plain(given)) ?? given, value.join("=")];
    }),
  );
}

export function setOf(changes: Readonly<Record<string, string>>): string[] {
  return Object.entries(changes).map(([name, value]) => `${name}=${value}`);
}
