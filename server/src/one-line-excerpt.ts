import { mention } from "@groundplan/contract";

/** Characters of an excerpt. */
const most = 200;

/** Returns the beginning of a text with mentions replaced by names. */
export function oneLineExcerpt(text: string): string {
  const line = text.replaceAll(mention, "@$1").replaceAll(/\s+/g, " ").trim();
  const characters = [...line.slice(0, 2 * most + 1)];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}
