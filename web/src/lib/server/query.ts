// The part of an address after the question mark.
type Value = string | number | null | undefined;

/** "?limit=50&set=a&set=b", or nothing at all: what is null or empty is left out, and a list is given item by item. */
export function asQuery(fields: Record<string, Value | readonly string[]>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value as Value])
      .filter((one) => one !== null && one !== undefined && one !== "")
      .map((one) => [name, String(one)]),
  );
  const text = new URLSearchParams(pairs).toString();
  return text && `?${text}`;
}
