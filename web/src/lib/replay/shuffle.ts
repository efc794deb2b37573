/** The shuffle that docs/fairness.md describes, and the cards and hashes that it is made of. */

const SHUFFLE = "houseway shuffle 1";
const CUT = "houseway cut 1";
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const JOKERS = ["Xb", "Xr"]; // after the 52, in games that play with them
const encoder = new TextEncoder();

/** Words by seat. */
export type SeatWords = readonly (readonly [number, string])[];

export const WHOLE_DECK: readonly string[] = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

/** The players' words as they enter the shuffle, byte for byte as Python's json.dumps writes them. */
export function mixed(playerSeeds: SeatWords): Uint8Array<ArrayBuffer> {
  const bySeat = [...playerSeeds].sort(([a], [b]) => a - b);
  return encoder.encode(`[${bySeat.map(([seat, words]) => `[${seat},${asciiJson(words)}]`).join(",")}]`);
}

/** A JSON string in ASCII alone: every other UTF-16 unit, and the control characters, as \uXXXX or a short escape. */
function asciiJson(text: string): string {
  const short: Record<string, string> = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\f": "\\f",
    "\b": "\\b",
  };
  // Without the u flag: a character beyond the first plane is written as its two units, as Python does.
  const escaped = text.replace(
    /["\\]|[^ -~]/g,
    (unit) => short[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"${escaped}"`;
}

/** The whole deck as the seed orders it: Fisher and Yates, front first. */
export async function shuffled(
  order: readonly string[],
  seed: Uint8Array<ArrayBuffer>,
  words: Uint8Array<ArrayBuffer>,
): Promise<string[]> {
  return ordered(order, await Numbers.from(seed, SHUFFLE, words));
}

async function ordered(order: readonly string[], numbers: Numbers): Promise<string[]> {
  const deck = [...order];
  for (let place = 0; place < deck.length; place++) {
    const other = place + (await numbers.below(deck.length - place));
    [deck[place], deck[other]] = [deck[other]!, deck[place]!];
  }
  return deck;
}

/** Unbiased whole numbers: HMAC-SHA-512 over a counter, two bytes at a time, high byte first. */
class Numbers {
  private counter = 0;
  private block = new DataView(new ArrayBuffer(0));
  private at = 0;
  private readonly key: CryptoKey;
  private readonly message: Uint8Array;

  private constructor(key: CryptoKey, message: Uint8Array) {
    this.key = key;
    this.message = message;
  }

  static async from(seed: Uint8Array<ArrayBuffer>, label: string, words: Iterable<number>): Promise<Numbers> {
    const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
    return new Numbers(key, new Uint8Array([...encoder.encode(label), 0, ...words]));
  }

  async below(bound: number): Promise<number> {
    const limit = 65_536 - (65_536 % bound);
    for (;;) {
      if (this.at >= this.block.byteLength) await this.refill();
      const number = this.block.getUint16(this.at);
      this.at += 2;
      if (number < limit) return number % bound;
    }
  }

  private async refill(): Promise<void> {
    const input = new Uint8Array(4 + this.message.length);
    new DataView(input.buffer).setUint32(0, this.counter++);
    input.set(this.message, 4);
    this.block = new DataView(await crypto.subtle.sign("HMAC", this.key, input));
    this.at = 0;
  }
}

/** Where each card lay in the sealed deck, in the order of the deal: the players' words alone say so. */
export async function cutPlaces(cards: number, words: SeatWords): Promise<number[]> {
  const key = hexBytes(await sha256(mixed(words)));
  const places = Array.from({ length: cards }, (_, place) => String(place));
  return (await ordered(places, await Numbers.from(key, CUT, []))).map(Number);
}

/** A card's place in the order of the deck, -1 for what is no card. */
export function value(card: string): number {
  const joker = JOKERS.indexOf(card);
  return joker >= 0 ? WHOLE_DECK.length + joker : WHOLE_DECK.indexOf(card);
}

export const isDigest = (text: unknown): text is string => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

export function hexBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hexText(digest);
}

export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const sha256Text = (text: string): Promise<string> => sha256(encoder.encode(text));
