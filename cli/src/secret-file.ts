import { Option } from "commander";
import { readText } from "./api/read-input.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";

/** Returns the option for a secret, which never stands in a command line. */
export const secretOption = (flag: string, about: string) =>
  new Option(`--${flag} <file>`, `a file with ${about}; - reads standard input`);

/** Reads a secret from the file of an option, otherwise from a variable of the environment. */
export async function readSecret(file: string | undefined, variable: string): Promise<string | undefined> {
  const secret = file === undefined ? process.env[variable] : await readText(file);
  if (secret === undefined) return undefined;
  if (secret.trim() === "") throw new Failure(`${file ?? variable} is empty.`, { exitCode: exitCodes.usage });
  return secret.trim();
}
