import { stripVTControlCharacters } from "node:util";

/**
 * Text of others for a terminal: on one line, and without what could steer it (escape sequences, control
 * characters, marks that turn the direction of writing).
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\t\n\v\f\r\u2028\u2029]+/gu, " ")
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");
}

/** Lines for people. */
export function say(...lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

/** The one JSON object of `--json`. */
export function sayJson(value: object): void {
  say(JSON.stringify(value));
}
