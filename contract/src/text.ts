import { z } from "zod";
import { isVisible } from "./visible.ts";

/** Counts code points, the unit of every limit in the API (decisions section 1). */
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

/** A text of at most `max` code points, as JSON Schema's `maxLength` counts. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => value.length <= max || characters(value) <= max, `is longer than ${max} characters`)
    .meta({ maxLength: max });

/**
 * A trimmed name or title of 1 to `max` characters, with a visible and no control character (decisions
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

/** A complete address of the web, of at most 2,000 characters. */
export const webAddress = () =>
  text(2000).refine(
    (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
    "must be a complete http or https address",
  );

/**
 * Tests that no other lower-case address looks or folds like this one. Compatibility forms, `ı`, `ſ` and
 * invisible characters would let two accounts share an apparent address.
 */
export const isPlainAddress = (address: string): boolean =>
  address.normalize("NFKC").toLowerCase() === address &&
  !/[ıſ\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(address);

/**
 * An e-mail address, trimmed and lower-cased (decisions section 7). Validated loosely: only a delivered mail
 * proves it.
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

/** 10 to 256 arbitrary characters (decisions section 7). */
export const password = () =>
  text(256)
    .refine((value) => characters(value) >= 10, "must have at least 10 characters")
    .meta({ minLength: 10 });

const utf8 = new TextEncoder();

/** A text limited by its UTF-8 size; a UTF-16 unit takes at most 3 bytes. */
export const bytes = (max: number) =>
  z
    .string()
    .refine(
      (value) => value.length * 3 <= max || utf8.encode(value).length <= max,
      `is larger than ${max} bytes`,
    )
    .meta({ maxLength: max, description: `At most ${max} bytes in UTF-8.` });

/** ISO 8601 in UTC with milliseconds. */
export const dateTime = () => z.string().meta({ format: "date-time" });

/** A time in a request, at any offset; times compare as texts, so UTC must need no more than four digits of a year. */
export const moment = () =>
  z.iso
    .datetime({ offset: true, abort: true })
    .refine(
      (value) => /^\d{4}-/.test(new Date(value).toISOString()),
      "must lie in the years 0000 to 9999 in UTC",
    );

/** Returns a text with white space folded to single spaces, and none at its ends. */
export const foldSpace = (value: string): string => value.replace(/\s+/g, " ").trim();
