// Which of one's rounds an address asks for, in the words of the API.

export interface OwnRounds {
  game: string;
  table: string;
  since: number | null;
  until: number | null;
  only: "void" | "corrected" | null;
}

const DAY = 24 * 60 * 60 * 1000;

/** The first moment of a day here, given as 2026-11-16. */
function dayOf(text: string | null): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? "") ?? [];
  return year ? new Date(Number(year), Number(month) - 1, Number(date)) : null;
}

export function ownRounds(query: URLSearchParams): OwnRounds {
  const last = dayOf(query.get("until"));
  const only = query.get("only");
  const table = query.get("table") ?? "";
  return {
    game: query.get("game") ?? "",
    table: /^[1-9]\d{0,15}$/.test(table) ? table : "",
    since: dayOf(query.get("from"))?.getTime() ?? null,
    // To the end of the day, which may have 23 or 25 hours.
    until: last ? new Date(new Date(last.getTime() + 1.5 * DAY).setHours(0, 0, 0, 0)).getTime() : null,
    only: only === "void" || only === "corrected" ? only : null,
  };
}
