import { type Piece, splitCode } from "../../../../markdown/split-code.ts";

/** An invisible character that follows an at sign, so that GitHub sees no name there. */
const wordJoiner = "\u2060";

/** Matches an address, all of which GitHub makes a link, except in HTML and where a bracket is open. */
const address = "\\bhttps?://[a-z0-9]+(?:[.-][a-z0-9]+)*(?:[/?:#](?:[\\w./@%?=+~:,!$#-]|&(?!#|commat))*)?";
/**
 * Matches an at sign, also as a character reference, after which a name may start; a letter before it makes an
 * e-mail.
 */
const mention =
  "(?:(?<![a-z0-9])|(?<=&#?[a-z0-9]+))(?:@|&(?:#0*64(?!\\d)|#x0*40(?![\\da-f])|commat);?)(?=[a-z0-9&<])";
/** Matches an open bracket, unless only plain text stands between it and the next bracket, which closes it. */
const openBracket = "\\[(?![^[\\]<>\\\\]*\\])";
const token = new RegExp(`${address}|${mention}|${openBracket}`, "gi");

/** Takes the effect from `@name` and `@org/team`, which would notify people; code stays as it is. */
export const neutralizeMentions = (markdown: string) => splitCode(markdown).map(neutralizeBlock).join("");

export const quietText = (text: string) => neutralizeBlock([{ kind: "text", text }]);

function neutralizeBlock(pieces: Piece[]): string {
  const text = pieces.map((piece) => piece.text).join("");
  if (!/[@&]/.test(text)) return text;
  const hidden = pieces.map((piece) => (piece.kind === "code" ? "`".repeat(piece.text.length) : piece.text));
  let isLink = pieces[0]?.kind !== "html";
  let quiet = "";
  let done = 0;
  for (const { 0: found, index } of hidden.join("").matchAll(token)) {
    quiet += text.slice(done, index);
    done = index + found.length;
    if (found === "[") isLink = false;
    if (found.startsWith("@") || found.startsWith("&")) quiet += found + wordJoiner;
    else quiet += isLink ? found : found.replaceAll("@", "%40"); // Both lead to the same page.
  }
  return quiet + text.slice(done);
}
