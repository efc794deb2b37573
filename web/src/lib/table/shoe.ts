// A shoe that is kept from round to round, in words.
import type { ShoeFacts } from "$lib/server/protocol";

export function shoeWords(shoe: ShoeFacts): string {
  const cards = (count: number): string => `${count} card${count === 1 ? "" : "s"}`;
  if (shoe.round === 0) return `Shuffled: shoe ${shoe.number} comes next`;
  const parts = [
    `Shoe ${shoe.number}`,
    shoe.to_cut > 0 ? `${cards(shoe.to_cut)} to the cut card` : "the cut card has come",
    shoe.buried > 0 ? `${shoe.buried} buried` : shoe.round === 1 ? "freshly shuffled" : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
