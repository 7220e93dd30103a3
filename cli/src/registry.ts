import type { Command } from "commander";
import { examplesOf } from "./command.ts";

/** A command that does something, with the words that call it. */
export interface Leaf {
  /** Such as `plan list`. */
  path: string;
  command: Command;
}

/** Returns the commands of a program that do something, in its order. */
export function leavesOf(parent: Command, path: readonly string[] = []): Leaf[] {
  return parent.commands.flatMap((command) => {
    const words = [...path, command.name()];
    if (command.commands.length > 0) return leavesOf(command, words);
    return [{ path: words.join(" "), command }];
  });
}

/** Prints a table of all commands for `docs/command-line.md`. */
export function commandTable(program: Command): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = leavesOf(program).map(({ path, command }) => {
    const call = `groundplan ${path} ${argumentsOf(command)}`.trim();
    const [example = ""] = examplesOf(command);
    return `| \`${cell(call)}\` | ${cell(command.description())} | \`${cell(example.replace(/ {2,}#.*$/, ""))}\` |`;
  });
  return ["| command | what it does | for example |", "|---|---|---|", ...rows].join("\n");
}

const argumentsOf = ({ registeredArguments }: Command) =>
  registeredArguments
    .map((argument) => {
      const name = argument.name().toUpperCase() + (argument.variadic ? "…" : "");
      return argument.required ? name : `[${name}]`;
    })
    .join(" ");
