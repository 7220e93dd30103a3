import { type Segment, splitCode } from "../../../../markdown/split-code.ts";

/** Invisible; prevents a mention. */
const wordJoiner = "\u2060";

/** Matches a URL that GitHub autolinks, except in HTML or after an open bracket. */
const address = "\\bhttps?://[a-z0-9]+(?:[.-][a-z0-9]+)*(?:[/?:#](?:[\\w./@%?=+~:,!$#-]|&(?!#|commat))*)?";
/** Matches an at sign or its character reference, unless a letter before it makes an e-mail. */
const mention =
  "(?:(?<![a-z0-9])|(?<=&#?[a-z0-9]+))(?:@|&(?:#0*64(?!\\d)|#x0*40(?![\\da-f])|commat);?)(?=[a-z0-9&<])";
/** Matches an open bracket, unless only plain text precedes its closing one. */
const openBracket = "\\[(?![^[\\]<>\\\\]*\\])";
const token = new RegExp(`${address}|${mention}|${openBracket}`, "gi");

/** Breaks `@name` and `@org/team`, which would notify users, outside code. */
export const neutralizeMentions = (markdown: string) => splitCode(markdown).map(neutralizeBlock).join("");

export const quietText = (text: string) => neutralizeBlock([{ kind: "text", text }]);

function neutralizeBlock(segments: Segment[]): string {
  const text = segments.map((segment) => segment.text).join("");
  if (!/[@&]/.test(text)) return text;
  const hidden = segments.map((segment) =>
    segment.kind === "code" ? "`".repeat(segment.text.length) : segment.text,
  );
  let isLink = segments[0]?.kind !== "html";
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
