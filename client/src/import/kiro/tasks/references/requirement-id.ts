import { plainDigits } from "../../digits.ts";

/**
 * Normalizes a number for comparison: letters without an R for requirements, and parts; null for other texts.
 */
export function readId(text: string): { kind: string; parts: number[]; id: string } | null {
  const found = /^(\p{L}{0,14})[-_ .#]?(\p{Nd}{1,6}(?:[.．-]\p{Nd}{1,6}){0,7})([a-z]?)\.?$/iu.exec(text);
  if (found === null) return null;
  const [, letters = "", written = "", suffix = ""] = found;
  const kind = letters.toUpperCase().replace(/^(?:R|REQ|REQUIREMENTS?)$/u, "");
  const parts = plainDigits(written.normalize("NFKC")).split(/[.-]/u).map(Number);
  return { kind, parts, id: `${kind}${parts.join(".")}${suffix.toLowerCase()}` };
}

export function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, part] of a.entries()) if (part !== b[at]) return part - (b[at] ?? -1);
  return a.length - b.length;
}
