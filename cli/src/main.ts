import { CommanderError } from "commander";
import { exitCodes } from "./exit-codes.ts";
import { exitCodeFor, explain } from "./failure.ts";
import { programFor } from "./program.ts";

/**
 * Runs the command `groundplan`. An expected failure prints its sentence on standard error and ends with its exit code.
 */
export async function main(argv: string[]): Promise<void> {
  process.stdout.on("error", endWithoutOutput);
  process.on("SIGINT", endInterrupted);
  try {
    const program = await programFor(argv.slice(2));
    await program.parseAsync(argv);
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

function endWithoutOutput({ code, message }: NodeJS.ErrnoException): void {
  // A reader that has seen enough, such as `head`, closes the pipe. That is no failure.
  if (code === "EPIPE") process.exit();
  process.stderr.write(
    `Standard output can't be written (${code ?? message}). Check where it goes and the disk there.\n`,
  );
  process.exit(exitCodes.failure);
}

/** Ends the command on Ctrl-C. A command that listens itself, such as `serve` or `push`, ends in its own way. */
function endInterrupted(): void {
  if (process.listenerCount("SIGINT") === 1) process.exit(exitCodes.interrupted);
}
