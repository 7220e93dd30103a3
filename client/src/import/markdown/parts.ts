import { type Fields, frontMatter, wordOf, wordsOf } from "../text/front-matter.ts";

/** A file with front matter, and the text below it as it was exported. */
export interface Parts extends Fields {
  text: string;
}

export function partsOf(lines: readonly string[]): Parts {
  const { fields, others, end } = frontMatter(lines);
  // The last line is the file's end, not the text's.
  const below = lines.slice(end);
  return { fields, others, text: (below.at(-1) === "" ? below.slice(0, -1) : below).join("\n") };
}

export const word = ({ fields }: Parts, name: string): string => wordOf(fields.get(name));

export const words = ({ fields }: Parts, name: string): string[] => wordsOf(fields.get(name));
