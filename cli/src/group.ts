import { Command } from "commander";
import { examplesOf } from "./command.ts";

/** Examples that a group takes from its commands. */
const mostExamples = 4;

const usual = new WeakMap<Command, Command>();

/** Returns a command that only holds subcommands, which it lists when an unknown one is given. */
export function parentOf(commands: readonly Command[], name: string, description: string): Command {
  const parent = new Command(name).description(description).showHelpAfterError();
  for (const command of commands) parent.addCommand(command);
  return parent;
}

/** Returns the same with examples of its commands. */
export function group(name: string, description: string, ...commands: Command[]): Command {
  const parent = parentOf(commands, name, description);
  const shown = commands.flatMap((command) => examplesOf(command)[0] ?? []).slice(0, mostExamples);
  const lines = shown.map((line) => `  ${line}\n`).join("");
  return shown.length === 0 ? parent : parent.addHelpText("before", `Examples:\n${lines}`);
}

/** Returns a group that runs its first subcommand unless another one is named. */
export function listing(name: string, description: string, first: Command, ...others: Command[]): Command {
  const parent = group(name, `${description}; \`${first.name()}\` if no command is named`, first, ...others);
  usual.set(parent, first);
  return parent;
}

/** Returns the subcommand that a group runs unless another one is named. */
export const usualOf = (parent: Command): Command | undefined => usual.get(parent);

/** Inserts the usual subcommand of a group into the words of a command line that names none. */
export function withUsual(parent: Command, words: readonly string[]): readonly string[] {
  const [name, ...rest] = words;
  const command = parent.commands.find((one) => one.name() === name);
  if (!command || command.commands.length === 0) return words;
  const [next] = rest;
  const first = usualOf(command);
  const isNamed = next === "help" || command.commands.some((one) => one.name() === next);
  if (isNamed || !first || next === "-h" || next === "--help")
    return [command.name(), ...withUsual(command, rest)];
  const isValue =
    next === undefined || next.startsWith("-") || (first.registeredArguments.length > 0 && /\d/.test(next));
  return isValue ? [command.name(), first.name(), ...rest] : words;
}
