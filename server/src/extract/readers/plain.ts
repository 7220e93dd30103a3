import { charsetOf, decodeText } from "../decode-text.ts";
import type { About, Read } from "../reader.ts";

const textOf = (bytes: Buffer, { mediaType }: About) =>
  (decodeText(bytes, charsetOf(mediaType)) ?? "").replace(/^\ufeff/, "");

/** Tells of letters that were broken before they came, which a text shows as `\ufffd`. */
const problemOf = (bytes: Buffer, text: string): string | null =>
  text.includes("\ufffd") && !bytes.includes("\ufffd")
    ? "Some of its letters are broken, and are shown as \ufffd."
    : null;

/** Keeps plain text as it is. */
export function readPlain(bytes: Buffer, about: About): Read {
  const text = textOf(bytes, about);
  return { text, pictures: 0, problem: problemOf(bytes, text) };
}

/** Keeps markdown as it is, and counts its pictures outside of code. */
export function readMarkdown(bytes: Buffer, about: About): Read {
  const text = textOf(bytes, about);
  const prose = text
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm, "")
    .replace(/`[^`\n]*`/g, "");
  const pictures = prose.match(/!\[[^\]\n]*\][([]|<img\b/gi)?.length ?? 0;
  return {
    text,
    pictures,
    problem: problemOf(bytes, text),
    title: /^#[ \t]+(.+?)[ \t#]*$/m.exec(prose)?.[1] ?? null,
  };
}
