import { Command } from "commander";

const examples = new WeakMap<Command, readonly string[]>();

/** Returns a command whose help begins with examples. */
export function command(name: string, about: string, ...shown: readonly string[]): Command {
  const made = new Command(name).description(about);
  examples.set(made, shown);
  const lines = shown.map((line) => `  ${line}\n`).join("");
  return made.addHelpText("before", `Examples:\n${lines}`);
}

/** Returns the examples of a command; none for a group. */
export const examplesOf = (made: Command): readonly string[] => examples.get(made) ?? [];
