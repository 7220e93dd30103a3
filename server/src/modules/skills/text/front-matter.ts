/** The two parts of a `SKILL.md`. */
export interface Parts {
  /** The YAML between the two lines of hyphens. */
  yaml: string;
  /** This is what follows, without the blank lines at its beginning. */
  body: string;
}

/** A line of three hyphens, and nothing but blanks after them. */
const fence = /^---[ \t]*$/;

/** Splits a text at its front matter; null where it does not begin with one, or where that has no end. */
export function splitFrontMatter(text: string): Parts | null {
  const lines = text.replace(/^\uFEFF/, "").split(/(?<=\n)/);
  if (!fence.test(withoutBreak(lines[0]))) return null;
  const end = lines.findIndex((line, at) => at > 0 && fence.test(withoutBreak(line)));
  if (end < 0) return null;
  const isText = (line: string) => line.trim() !== "";
  const from = lines.findIndex((line, at) => at > end && isText(line));
  return { yaml: lines.slice(1, end).join(""), body: from < 0 ? "" : lines.slice(from).join("") };
}

const withoutBreak = (line = "") => line.replace(/\r?\n$/, "");
