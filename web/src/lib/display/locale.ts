// Numbers, money and dates as the browser's language writes them. Whatever people read or type goes through here.
// Sentences are English, and so are the amounts in them that the server sends.
import { rounded, type Figure } from "./rounding";

let locale: string | undefined = globalThis.navigator?.language;
const made = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Write as this language does: tests name one, so that they read the same everywhere. */
export function useLocale(name: string | undefined): void {
  locale = name;
  made.clear();
  dates.clear();
}

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const found = made.get(key) ?? new Intl.NumberFormat(locale, options);
  made.set(key, found);
  return found;
}

/** A minus as wide as a plus: figures below each other line up. */
const minus = (text: string): string => text.replace("-", "−");

/** A number with exactly so many decimals. */
export function decimal(value: Figure, digits: number): string {
  return minus(
    numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(rounded(value, digits)),
  );
}

/** A number with as many decimals as it needs, and no more than these. */
export function upTo(value: Figure, digits: number): string {
  return minus(numbers({ maximumFractionDigits: digits }).format(rounded(value, digits)));
}

/** A whole number, however large. */
export function count(value: number | bigint): string {
  return minus(numbers({ maximumFractionDigits: 0 }).format(rounded(value, 0)));
}

/** 2.857 is "2.86%". */
export function percent(value: Figure, digits = 2): string {
  return percentOf(`${value}/100`, digits);
}

/** 0.02857 is "2.86%", and so is "1/35". */
export function percentOf(share: Figure, digits = 2): string {
  const options = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return minus(numbers(options).format(rounded(share, digits + 2)));
}

/** An amount of dollars without its sign. */
export function currency(size: Figure, digits: number): string {
  return numbers({
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(rounded(size, digits));
}

/** What somebody has typed as dollars, in whole cents; NaN for what is no amount. */
export function centsOf(typed: string): number {
  const text = typed.replace(/[\s$\u00a0\u202f]/g, "");
  if (!/^\d[\d.,'’]*$|^[.,]\d+$/.test(text)) return NaN;
  // Two digits or one behind the last sign are cents, whoever writes them: 12.50 and 12,50.
  const [, short = ""] = /[.,](\d{1,2})$/.exec(text) ?? [];
  const whole = (short ? text.slice(0, -short.length - 1) : text).replace(/[.,'’]$/, "");
  if (whole && !/^\d+$|^\d{1,3}(?:[.,'’]\d{3})+$/.test(whole)) return NaN;
  return Number(whole.replace(/[.,'’]/g, "") || 0) * 100 + Number(short.padEnd(2, "0"));
}

function moments(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const found = dates.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dates.set(key, found);
  return found;
}

/** The day and the time of a moment in milliseconds. */
export function dayAndTime(at: number): string {
  return moments({ dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** The same to the second, for the books. */
export function toTheSecond(at: number): string {
  return moments({ dateStyle: "short", timeStyle: "medium" }).format(at);
}

export function timeOfDay(at: number): string {
  return moments({ timeStyle: "short" }).format(at);
}

export function day(at: number): string {
  return moments({ dateStyle: "medium" }).format(at);
}
