import type { Command } from "../src/dispatch/commands.ts";
import type { World } from "./world.ts";

/** Does something as a process does that is killed before it runs this command: nothing is told of the failure. */
export async function killedAt<T>(
  { context }: World,
  { name }: Pick<Command, "name">,
  act: () => Promise<T>,
): Promise<T> {
  const { writer } = context;
  context.writer = {
    ...writer,
    run: (command, input) =>
      command.name === name ? Promise.reject(new Error(`killed at ${name}`)) : writer.run(command, input),
  };
  try {
    return await act();
  } finally {
    context.writer = writer;
  }
}
