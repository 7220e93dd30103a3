import { createInterface } from "node:readline/promises";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { printable } from "./output.ts";

/** Whether somebody can be asked: both ends are a terminal. */
export const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/** Asks for a line on the terminal; an empty answer is the usual one. */
export async function ask(question: string, usual = ""): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const shown = usual === "" ? "" : ` [${usual}]`;
    return (await lines.question(`${printable(question)}${printable(shown)} `)).trim() || usual;
  } finally {
    lines.close();
  }
}

/** Has a dangerous act confirmed: by `--yes`, or by a person at the terminal. */
export async function confirm(act: string, yes: true | undefined): Promise<void> {
  if (yes) return;
  if (!canAsk()) throw new Failure(`${act} Add --yes to do it.`, { exitCode: exitCodes.usage });
  if (!/^y(es)?$/i.test(await ask(`${act} Do it? (y/N)`)))
    throw new Failure("Nothing was done.", { exitCode: exitCodes.failure });
}
