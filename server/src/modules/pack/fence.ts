import { hash } from "node:crypto";
import type { Part } from "../../tokens/fit.ts";

/**
 * Encloses a text in two marked lines. The mark is a hash of the text, so that no text can fake its own end.
 */
export function fenced(name: string, facts: Record<string, string | number>, text: string): Part {
  const mark = hash("sha256", text).slice(0, 12);
  const told = Object.entries(facts).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  return {
    before: `<${name} mark="${mark}"${told.join("")}>\n`,
    text,
    after: `\n</${name} mark="${mark}">\n\n`,
  };
}
