// The server sends exact numbers as fractions in words: "-19/663".

/** "-19/663" or "3" as a number. */
export function fraction(text: string): number {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}
