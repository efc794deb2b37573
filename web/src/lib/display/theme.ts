// The cloth of a game: its colour follows from its id, so that a game from another package has one too.
export interface Cloth {
  felt: string;
  light: string;
  deep: string;
  line: string;
}

const CLOTHS: Cloth[] = [
  { felt: "#0f5a3d", light: "#177350", deep: "#083323", line: "#e3cd8f" }, // green
  { felt: "#17406b", light: "#205587", deep: "#0b233f", line: "#dcd3b0" }, // navy
  { felt: "#6a1f2f", light: "#85293c", deep: "#3b0f19", line: "#ecd09a" }, // burgundy
  { felt: "#0d5560", light: "#146d7a", deep: "#063138", line: "#e0d3a3" }, // teal
  { felt: "#43306f", light: "#563f8b", deep: "#241841", line: "#e6d3a0" }, // plum
  { felt: "#2f4f26", light: "#3e6632", deep: "#1a2e14", line: "#e6d596" }, // moss
  { felt: "#29394a", light: "#374b60", deep: "#151f2a", line: "#dccb97" }, // slate
];

export function clothOf(game: string): Cloth {
  let sum = 43;
  for (const sign of game) sum = (sum * 41 + sign.charCodeAt(0)) >>> 0;
  return CLOTHS[sum % CLOTHS.length] as Cloth;
}
