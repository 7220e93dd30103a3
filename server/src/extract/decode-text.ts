import { eastAsianEncoding, isHardlyWestern } from "./legacy-encoding.ts";
import { longText } from "./long-text.ts";

/** Control characters that no text contains: all but white space and Windows-1252's own. */
const binary = /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}/u;

/**
 * Decodes bytes as UTF-16, ISO-2022-JP, UTF-8, the declared charset, damaged UTF-8, an East Asian encoding,
 * or Windows-1252; `null` if they are not text.
 */
export function decodeText(bytes: Buffer, charset = ""): string | null {
  const utf16 = markOf(bytes) ?? guessUtf16(bytes);
  const text = utf16
    ? decode(bytes, utf16)
    : (escapedJapanese(bytes) ??
      decode(bytes, "utf-8", true) ??
      decodeAsNamed(bytes, charset) ??
      brokenUtf8(bytes) ??
      decode(bytes, eastAsianEncoding(bytes) ?? "windows-1252"));
  // Logs contain escape characters for colours.
  return text === null || binary.test(text.replaceAll("\u001b", ""))
    ? null
    : withPlainLineEnds(text).toWellFormed();
}

/** Decodes a text document without byte order mark. The media type's charset overrides the document's. */
export const textOf = (bytes: Buffer, mediaType: string, named = ""): string =>
  (decodeText(bytes, charsetOf(mediaType) || named) ?? "").replace(/^\ufeff/, "");

/** Normalizes line ends. A regular expression would use far more memory for millions of lines. */
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

/** Recognizes UTF-16 without a mark by its zero bytes, which Western text has on one side only. */
function guessUtf16(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, 4096);
  let [even, odd] = [0, 0];
  sample.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2 === 0) even++;
    else odd++;
  });
  // A single zero is a stray byte.
  if (bytes.length % 2 !== 0 || Math.max(even, odd) < Math.max(2, sample.length / 8)) return null;
  if (even === 0) return "utf-16le";
  return odd === 0 ? "utf-16be" : null;
}

/** Decodes ISO-2022-JP, which is ASCII with escapes around Japanese; `null` for anything else. */
const escapedJapanese = (bytes: Buffer): string | null =>
  bytes.includes("\u001b$B") || bytes.includes("\u001b$@") ? decode(bytes, "iso-2022-jp", true) : null;

/** Tests for damaged characters, as opposed to `\ufffd` in the original text. */
export const hasBrokenLetters = (bytes: Buffer, text: string): boolean =>
  text.includes("\ufffd") && decode(bytes, markOf(bytes) ?? guessUtf16(bytes) ?? "utf-8", true) === null;

/** The control characters that stand for the bytes which Windows-1252 leaves free. */
const freeBytes = /[\u0081\u008d\u008f\u0090\u009d]/;

/** Tests for text decoded as Western by default although that is implausible. */
export const hasDoubtfulLetters = (bytes: Buffer, text: string, charset: string): boolean =>
  (isHardlyWestern(text) || freeBytes.test(text)) &&
  (markOf(bytes) ?? guessUtf16(bytes)) === null &&
  decode(bytes, "utf-8", true) === null &&
  decodeAsNamed(bytes, charset) === null &&
  brokenUtf8(bytes) === null &&
  eastAsianEncoding(bytes) === null;

const decodeAsNamed = (bytes: Buffer, charset: string) =>
  decode(bytes, /^utf-?8$/i.test(charset) ? "" : charset);

/** Decodes damaged UTF-8; `null` if damaged characters outnumber valid ones, as in any other charset. */
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

/** Returns `null` for an unknown charset, or an invalid character if `fatal`. */
function decode(bytes: Buffer, charset: string, fatal = false): string | null {
  try {
    return charset ? new TextDecoder(charset, { fatal }).decode(bytes) : null;
  } catch {
    return null;
  }
}

/** Returns the charset in a media type, or "". */
export const charsetOf = (mediaType: string): string => /;\s*charset="?([\w-]+)/i.exec(mediaType)?.[1] ?? "";
