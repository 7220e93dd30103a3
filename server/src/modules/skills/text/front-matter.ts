export interface Parts {
  /** YAML between the delimiters. */
  yaml: string;
  /** The rest without leading blank lines. */
  body: string;
}

/** A delimiter line. */
const fence = /^---[ \t]*$/;

/** Splits off front matter; null if missing or unclosed. */
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
