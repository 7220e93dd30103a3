import { CommanderError } from "commander";
import { exitCodes } from "./exit-codes.ts";
import { exitCodeFor, explain } from "./failure.ts";
import { withUsual } from "./group.ts";
import { programFor } from "./program.ts";

/**
 * Runs the `groundplan` command. An expected failure prints its message on standard error and sets its exit
 * code.
 */
export async function main(argv: string[]): Promise<void> {
  process.stdout.on("error", endWithoutOutput);
  process.on("SIGINT", endInterrupted);
  try {
    const words = argv.slice(2);
    if (words[0] === "__complete")
      return await completeWords(words[1] === "--" ? words.slice(2) : words.slice(1));
    const program = await programFor(words);
    await program.parseAsync(withUsual(program, words), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
      return;
    }
    const sentence = explain(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = exitCodeFor(error);
  } finally {
    process.off("SIGINT", endInterrupted);
  }
}

/** Answers the shell's question for the words that can follow. */
async function completeWords(words: readonly string[]): Promise<void> {
  const { complete } = await import("./completion/complete.ts");
  await complete(await programFor(words.slice(0, -1)), words);
}

function endWithoutOutput({ code, message }: NodeJS.ErrnoException): void {
  // A reader such as `head` closed the pipe, which is no failure.
  if (code === "EPIPE") process.exit();
  process.stderr.write(
    `Standard output can't be written (${code ?? message}). Check its destination and the free disk space.\n`,
  );
  process.exit(exitCodes.failure);
}

/** Exits on Ctrl-C, unless the command handles it, as `serve` and `push` do. */
function endInterrupted(): void {
  if (process.listenerCount("SIGINT") === 1) process.exit(exitCodes.interrupted);
}
