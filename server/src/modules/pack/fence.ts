import { hash } from "node:crypto";
import type { Part } from "../../tokens/fit.ts";

/**
 * Puts a text between two lines that name it. A mark made of the text itself is in both, so that nobody can write a text
 * that pretends to end and goes on as something else: a text with its own mark in it can't be found.
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
