import type { Command } from "../src/dispatch/commands.ts";
import type { Writer } from "../src/dispatch/writer.ts";
import type { World } from "./world.ts";

type Named = Pick<Command, "name">;

/** Returns a writer that fails at these commands, with the given errors. */
export const failingAt = (writer: Writer, ...failures: readonly (readonly [Named, Error])[]): Writer => ({
  ...writer,
  run: (command, input) => {
    const failure = failures.find(([{ name }]) => name === command.name);
    return failure ? Promise.reject(failure[1]) : writer.run(command, input);
  },
});

/** Simulates a process killed before it runs this command: nothing is notified of the failure. */
export async function killedAt<T>({ context }: World, command: Named, act: () => Promise<T>): Promise<T> {
  const { writer } = context;
  context.writer = failingAt(writer, [command, new Error(`killed at ${command.name}`)]);
  try {
    return await act();
  } finally {
    context.writer = writer;
  }
}
