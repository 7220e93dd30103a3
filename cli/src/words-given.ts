import { readText } from "./api/read-input.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";

/** Returns a text given as words; `-` alone reads standard input. */
export async function textOf(words: readonly string[], what: string): Promise<string> {
  const text = words.length === 1 && words[0] === "-" ? await readText("-") : words.join(" ");
  if (text.trim() === "")
    throw new Failure(`Say ${what}, or give - to read it from standard input.`, {
      exitCode: exitCodes.usage,
    });
  return text.trim();
}
