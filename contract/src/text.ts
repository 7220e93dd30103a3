import { z } from "zod";
import { isVisible } from "./visible.ts";

/**
 * Counts the characters of a text. A character is a Unicode code point in every limit and count of the API (decisions
 * section 1).
 */
export function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}

/** A text of at most `max` characters; JSON Schema's `maxLength` counts code points as well. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => value.length <= max || characters(value) <= max, `is longer than ${max} characters`)
    .meta({ maxLength: max });

/**
 * A name or title: trimmed, 1 to `max` characters, no control characters, at least one visible character (decisions
 * section 1).
 */
export const name = (max = 200) =>
  z
    .string()
    .trim()
    .refine((value) => value.length > 0, "must not be empty")
    .refine((value) => value.length <= max || characters(value) <= max, `is longer than ${max} characters`)
    .refine((value) => !/\p{Cc}/u.test(value), "must not hold control characters")
    .refine((value) => value.length === 0 || isVisible(value), "must have a visible character")
    .meta({ minLength: 1, maxLength: max });

/**
 * Returns true for an address, in lower case, that no other one looks or folds like: compatibility forms, letters that
 * are composed otherwise, `ı` and `ſ` would let two accounts have what people and programs take for one address.
 */
export const isPlainAddress = (address: string): boolean =>
  address.normalize("NFKC").toLowerCase() === address && !/[ıſ]/.test(address);

/**
 * An e-mail address that somebody is invited or set up by, trimmed and in lower case, as addresses are compared (decisions section 7). Whether somebody
 * reads it only a mail can tell: one `@`, something before it, and a host after it are enough.
 */
export const email = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .refine(
      (value) => value.length <= 320 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value),
      "must be an e-mail address",
    )
    .refine(isPlainAddress, "must be written with plain letters: another address could look the same")
    .meta({ format: "email", maxLength: 320 });

/** A password: 10 to 256 characters, whichever they are (decisions section 7). */
export const password = () =>
  text(256)
    .refine((value) => characters(value) >= 10, "must have at least 10 characters")
    .meta({ minLength: 10 });

const utf8 = new TextEncoder();

/** A text limited by its size in UTF-8, which takes at most 3 bytes for each UTF-16 unit. */
export const bytes = (max: number) =>
  z
    .string()
    .refine(
      (value) => value.length * 3 <= max || utf8.encode(value).length <= max,
      `is larger than ${max} bytes`,
    )
    .meta({ maxLength: max, description: `At most ${max} bytes in UTF-8.` });

/** A date and time as ISO 8601 in UTC with milliseconds and `Z`. */
export const dateTime = () => z.string().meta({ format: "date-time" });
