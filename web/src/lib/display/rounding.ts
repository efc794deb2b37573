// Figures are rounded as the server rounds them: halves away from zero, from the exact value where there is one.

/** A number, or an exact value as the server writes it: "-19/663", "3", "2.5". Several slashes divide in turn. */
export type Figure = number | bigint | string;

type Ratio = readonly [over: bigint, under: bigint];

/** The decimal number that a text or a float prints as: 2.675 is a half. */
function decimalRatio(text: string): Ratio {
  const found = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text.trim());
  if (!found) throw new RangeError(`${text} is not a number.`);
  const [, whole = "", part = "", power = "0"] = found;
  const shift = Number(power) - part.length;
  const size = BigInt(whole + part);
  return shift < 0 ? [size, 10n ** BigInt(-shift)] : [size * 10n ** BigInt(shift), 1n];
}

function ratio(value: Figure): Ratio {
  const [first = [0n, 1n], ...rest] = String(value).split("/").map(decimalRatio);
  return rest.reduce<Ratio>(([over, under], [by, part]) => [over * part, under * by], first);
}

/** The exact product, as a text. */
export function product(...values: readonly Figure[]): string {
  const [over, under] = values.map(ratio).reduce(([a, b], [c, d]) => [a * c, b * d], [1n, 1n]);
  return `${over}/${under}`;
}

/** The exact sum, as a text. */
export function sum(values: readonly Figure[]): string {
  const [over, under] = values.map(ratio).reduce(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n]);
  return `${over}/${under}`;
}

/** The value with exactly so many decimals; zero has no sign. */
export function rounded(value: Figure, digits: number): `${number}` {
  if (typeof value === "number" && !Number.isFinite(value)) return `${value}`;
  const [over, under] = ratio(value);
  const negative = over < 0n !== under < 0n;
  const [top, bottom] = [over < 0n ? -over : over, under < 0n ? -under : under];
  const size = (2n * top * 10n ** BigInt(digits) + bottom) / (2n * bottom);
  const text = size.toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return `${negative && size ? "-" : ""}${whole}${digits ? `.${text.slice(-digits)}` : ""}` as `${number}`;
}
