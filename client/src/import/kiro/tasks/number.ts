import { plainDigits } from "../digits.ts";
import { taskWord } from "./words.ts";

/** A number at the start of a task: `parts` such as `[1, 2]` for 1.2, `title` is the rest. */
export interface TaskNumber {
  parts: readonly number[];
  title: string;
  /** Set by an asterisk at the number: `1.2* Title`. */
  isOptional: boolean;
}

const digits = "\\p{Nd}{1,4}(?:[.．]\\p{Nd}{1,4}){0,7}";
const star = "(\\\\?\\*(?=\\s|$))?";
const form = new RegExp(
  `^(\\*{1,3}|_{1,3}|)(${taskWord}\\s{0,3}[-#]?\\s{0,3})?(${digits})${star}([.．:：)）、]{0,2})(\\*{1,3}|_{1,3}|)${star}[:：]?(?!\\p{Nd})(.*)$`,
  "isu",
);

/**
 * Reads a task's number: `1.`, `2)`, `1.1`, `１．２`, `**1.1** `, `Task 3:`; null for `3 retries` or `2.5x
 * faster`. `1.0` is 1.
 */
export function readNumber(text: string): TaskNumber | null {
  const found = form.exec(text);
  if (found === null) return null;
  const [, open = "", word, written = "", starIn, end = "", close = "", starAfter, after = ""] = found;
  const isDotted = /[.．]/u.test(written);
  const isAlone = after.trim() === "";
  const isOptional = starIn !== undefined || starAfter !== undefined || (open === "" && close === "*");
  const isMarked = end !== "" || word !== undefined || isOptional || (open !== "" && close === open);
  if (!isDotted && !isMarked && !isAlone) return null;
  const isApart = isAlone || /^[\s\p{Lu}([*`]|^\P{ASCII}/u.test(after) || /[、:：）．]/u.test(end);
  if (!isApart || (isDotted && end === "" && /^\p{Lu}/u.test(after) && /^\p{ASCII}/u.test(after)))
    return null;
  const parts = plainDigits(written.replaceAll("．", ".")).split(".").map(Number);
  while (parts.length > 1 && parts.at(-1) === 0) parts.pop();
  const title = after.trim().replace(/^[-–—]\s+/u, "");
  return {
    parts,
    title: close === "" ? open + title : title,
    isOptional,
  };
}
