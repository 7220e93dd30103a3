import { stripVTControlCharacters } from "node:util";

/** Makes untrusted text safe for a terminal: one line, no escape sequences, control or bidi characters. */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\t\n\v\f\r\u2028\u2029]+/gu, " ")
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");
}

export function say(...lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

/** Prints the JSON object of `--json`. Control characters are escaped, which keeps the value. */
export function sayJson(value: object, indent = 0): void {
  const text = JSON.stringify(value, null, indent);
  say(text.replace(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, escaped));
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Returns a number with its noun: "1 file", "2 files". */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
