/** Shortens a text to one line of at most `most` characters, at a word boundary. */
export function shorten(text: string, most: number): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most - 1);
  return `${cut.replace(/[\ud800-\udbff]$/, "").replace(/\s+\S{0,30}$/, "")}…`;
}
