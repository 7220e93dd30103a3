import type { Notice } from "../format.ts";

const invalid = /[\0\p{Cs}]/gu;

/** Tests for characters that the service refuses. */
export const isUnclean = (text: string): boolean => text.search(invalid) >= 0;

/** Replaces characters that the service refuses, and normalizes line ends. */
export const cleanText = (text: string): string => text.replace(/\r\n?/gu, "\n").replace(invalid, "\uFFFD");

/** Removes the byte order mark and characters that the service refuses, and normalizes line ends. */
export function cleanSource(raw: string, file: string): { text: string; notices: Notice[] } {
  const unmarked = raw.replace(/^\uFEFF/u, "").replace(/\r\n?/gu, "\n");
  if (!isUnclean(unmarked)) return { text: unmarked, notices: [] };
  const notices: Notice[] = [];
  const clean = unmarked.split("\n").map((line, index) => {
    const text = line.replace(invalid, "\uFFFD");
    const why = "NUL or half a character: replaced by U+FFFD";
    if (text !== line) notices.push({ file, line: index + 1, text, why });
    return text;
  });
  return { text: clean.join("\n"), notices };
}
