// Card faces (CC0 drawings by Adrian Kennard, from the package react-free-playing-cards) and how cards are spoken.
import type { CardText } from "$lib/server/protocol";
import blackJoker from "../../assets/joker-black.svg?url";
import redJoker from "../../assets/joker-red.svg?url";

const two = import.meta.glob<string>("/node_modules/react-free-playing-cards/src/images/2color-bf/*.svg", {
  query: "?url",
  import: "default",
  eager: true,
});
const four = import.meta.glob<string>("/node_modules/react-free-playing-cards/src/images/4color-bf/*.svg", {
  query: "?url",
  import: "default",
  eager: true,
});

function byCard(files: Record<string, string>): Map<string, string> {
  const faces = new Map(Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf("/") + 1, -4), url]));
  return faces.set("XB", blackJoker).set("XR", redJoker);
}

const faces = { two: byCard(two), four: byCard(four) };

/** The address of a card's face: "Ah" is in AH.svg. */
export function faceOf(card: CardText, fourColours: boolean): string {
  return (fourColours ? faces.four : faces.two).get(card.toUpperCase()) ?? "";
}

const RANKS: Record<string, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const JOKERS: Record<string, string> = { Xb: "black joker", Xr: "red joker" };
const SIGNS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** "Ah" is "ace of hearts"; a card out of sight is "face down". */
export function cardWords(card: CardText | null): string {
  if (!card) return "card face down";
  return JOKERS[card] ?? `${RANKS[card[0] ?? ""]} of ${SUITS[card[1] ?? ""]}`;
}

/** "Th" is "10♥". */
export function prettyCard(card: CardText | null): string {
  if (!card) return "a card face down";
  return JOKERS[card] ?? `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1] ?? ""]}`;
}

/** Load the faces quietly, so that the first cards turn without a gap. */
export function warmFaces(fourColours: boolean): void {
  const load = () => {
    for (const url of (fourColours ? faces.four : faces.two).values()) new Image().src = url;
  };
  if ("requestIdleCallback" in window) requestIdleCallback(load);
  else setTimeout(load, 500);
}

const RED = "red";
const FOUR: Record<string, string> = { c: "green", d: "blue", h: RED, s: "black" };
const TWO: Record<string, string> = { c: "black", d: RED, h: RED, s: "black" };

/** What stands in a card's corner, and its colour in a deck of two and of four colours. */
export function indexOf(card: CardText): { rank: string; sign: string; two: string; four: string } {
  if (card in JOKERS)
    return { rank: "★", sign: "", two: card === "Xr" ? RED : "black", four: card === "Xr" ? RED : "black" };
  const suit = card[1] ?? "";
  const rank = card[0] === "T" ? "10" : (card[0] ?? "");
  return { rank, sign: SIGNS[suit] ?? "", two: TWO[suit] ?? "black", four: FOUR[suit] ?? "black" };
}
