// A pay table as an option has it: "100/40/3:2", from the top row down.

const PAY = /^\d{1,9}([.:]\d{1,9})?$/;

/** The pays row by row; a printed table may be given by its name. Null where it is not offered. */
export function rowsOf(value: string, tables: Readonly<Record<string, string>>, hands: number): string[] | null {
  if (value === "off") return null;
  const rows = (tables[value] ?? value).split("/");
  return Array.from({ length: hands }, (_, row) => rows[row] ?? "");
}

/** The name of the printed table with these pays. */
export function nameOf(value: string, tables: Readonly<Record<string, string>>): string | null {
  return value in tables ? value : (Object.entries(tables).find(([, pays]) => pays === value)?.[0] ?? null);
}

/** Whether the rules can make something of every row. */
export function complete(rows: readonly string[]): boolean {
  return rows.every((row) => PAY.test(row.trim()));
}

/** One more or one less; what is no whole number stays as it is, and nothing pays less than nothing. */
export function stepped(pay: string, by: number): string {
  return /^\d{1,9}$/.test(pay.trim()) ? String(Math.max(0, Number(pay) + by)) : pay;
}
