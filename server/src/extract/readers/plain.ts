import { textOf } from "../decode-text.ts";
import type { About, Read } from "../reader.ts";

export const readPlain = (bytes: Buffer, { mediaType }: About): Read => ({
  text: textOf(bytes, mediaType),
  pictures: 0,
  problem: null,
});

/** Keeps markdown, and counts its pictures outside of code. */
export function readMarkdown(bytes: Buffer, { mediaType }: About): Read {
  const text = textOf(bytes, mediaType);
  const prose = text
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm, "")
    .replace(/`[^`\n]*`/g, "");
  const pictures = prose.match(/!\[[^\]\n]*\][([]|<img\b/gi)?.length ?? 0;
  return {
    text,
    pictures,
    problem: null,
    title: /^#[ \t]+(.+?)[ \t#]*$/m.exec(prose)?.[1] ?? null,
  };
}
