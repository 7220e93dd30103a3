import type { RunRow } from "../store.ts";

/** Bytes of a text within a fence, which leaves room for what stands around it. */
export const mostFenced = 60_000;

/**
 * Fences a text by the run's random mark, so that it can't fake its own end. A text that was told the mark has it
 * replaced by characters that no mark has, since what is left could make another one.
 */
export const fenced = ({ mark }: Pick<RunRow, "mark">, tag: string, text: string): string =>
  `<${tag} mark="${mark}">\n${text.replaceAll(mark, "[mark]")}\n</${tag} mark="${mark}">`;

/** Returns the whole lines at the beginning of a text that fit into so many bytes, or else as much as fits. */
export function beginningOf(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = Buffer.from(text)
    .subarray(0, bytes)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
  const line = cut.lastIndexOf("\n") + 1;
  return line > 0 ? cut.slice(0, line) : cut;
}
