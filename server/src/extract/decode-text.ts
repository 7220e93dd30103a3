import { eastAsianEncoding, isHardlyWestern } from "./legacy-encoding.ts";
import { longText } from "./long-text.ts";

/** Matches the control characters that no text holds: all but white space and Windows-1252's own. */
const binary = /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}/u;

/**
 * Returns the text of bytes: as UTF-8, UTF-16 (with a mark or without), the sender's charset, UTF-8 with some letters
 * broken, an East Asian encoding, or Windows-1252, of which Latin-1 is a part. Returns `null` if the bytes are no text.
 */
export function decodeText(bytes: Buffer, charset = ""): string | null {
  const utf16 = markOf(bytes) ?? guessUtf16(bytes);
  const text = utf16
    ? decode(bytes, utf16)
    : (decode(bytes, "utf-8", true) ??
      decodeAsNamed(bytes, charset) ??
      brokenUtf8(bytes) ??
      decode(bytes, eastAsianEncoding(bytes) ?? "windows-1252"));
  // Logs hold the escape character, which colours terminals.
  return text === null || binary.test(text.replaceAll("\u001b", ""))
    ? null
    : withPlainLineEnds(text).toWellFormed();
}

/** Returns the text of a document that is text, without a mark of its order; the media type's charset goes before the document's. */
export const textOf = (bytes: Buffer, mediaType: string, named = ""): string =>
  (decodeText(bytes, charsetOf(mediaType) || named) ?? "").replace(/^\ufeff/, "");

/** Makes every line end one line feed. A regular expression takes far more memory where there are millions of them. */
function withPlainLineEnds(text: string): string {
  const lines = longText();
  let at = 0;
  for (let end = text.indexOf("\r"); end >= 0; end = text.indexOf("\r", at)) {
    lines.add(text.slice(at, end));
    lines.add("\n");
    at = end + (text[end + 1] === "\n" ? 2 : 1);
  }
  return at === 0 ? text : lines.end() + text.slice(at);
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

/** Tells UTF-16 without a mark by its zeros, which European letters and white space have on one side only. */
function guessUtf16(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, 4096);
  let [even, odd] = [0, 0];
  sample.forEach((byte, at) => {
    if (byte !== 0) return;
    if (at % 2 === 0) even++;
    else odd++;
  });
  // A single zero is a stray byte.
  if (bytes.length % 2 !== 0 || Math.max(even, odd) < Math.max(2, sample.length / 8)) return null;
  if (even === 0) return "utf-16le";
  return odd === 0 ? "utf-16be" : null;
}

/** Tells whether letters were broken before they came, which the text shows as `\ufffd`; a text may also hold that itself. */
export const hasBrokenLetters = (bytes: Buffer, text: string): boolean =>
  text.includes("\ufffd") && decode(bytes, markOf(bytes) ?? guessUtf16(bytes) ?? "utf-8", true) === null;

/** Returns true for a text that was read as Western since nothing tells its encoding, though it can hardly be that. */
export const hasDoubtfulLetters = (bytes: Buffer, text: string, charset: string): boolean =>
  isHardlyWestern(text) &&
  (markOf(bytes) ?? guessUtf16(bytes)) === null &&
  decode(bytes, "utf-8", true) === null &&
  decodeAsNamed(bytes, charset) === null &&
  brokenUtf8(bytes) === null &&
  eastAsianEncoding(bytes) === null;

const decodeAsNamed = (bytes: Buffer, charset: string) =>
  decode(bytes, /^utf-?8$/i.test(charset) ? "" : charset);

/**
 * Returns `null` where many more of the letters are broken than whole: those are no UTF-8, whatever their sender says. In
 * another charset hardly any letters happen to be a whole one of UTF-8.
 */
function brokenUtf8(bytes: Buffer): string | null {
  const text = bytes.toString("utf8");
  let [broken, whole] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0xfffd) broken++;
    else if (unit > 0x7f) whole++;
  }
  return broken <= whole * 3 ? text : null;
}

/** Returns `null` where no such charset is known, or a letter is broken and that is `fatal`. */
function decode(bytes: Buffer, charset: string, fatal = false): string | null {
  try {
    return charset ? new TextDecoder(charset, { fatal }).decode(bytes) : null;
  } catch {
    return null;
  }
}

/** Returns the charset that a media type names, or "" where it names none. */
export const charsetOf = (mediaType: string): string => /;\s*charset="?([\w-]+)/i.exec(mediaType)?.[1] ?? "";
