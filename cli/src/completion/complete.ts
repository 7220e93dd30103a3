import type { Command } from "commander";
import { usualOf } from "../group.ts";
import { handlesLike } from "./handles-like.ts";

/** A word that can follow, and what it is about. */
type Candidate = readonly [word: string, about: string];

/** Prints the words that can follow, one a line with what it is about. The last given word is the one being typed. */
export async function complete(program: Command, words: readonly string[]): Promise<void> {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const found = (await candidates(program, before, typed)).filter(([word]) => word.startsWith(typed));
  process.stdout.write(found.map(([word, about]) => `${word}\t${about.replace(/\s+/g, " ")}\n`).join(""));
}

async function candidates(program: Command, before: readonly string[], typed: string): Promise<Candidate[]> {
  let current: Command = program;
  let values = 0;
  for (const word of before) {
    const next = current.commands.find((one) => one.name() === word);
    if (next) current = next;
    else if (current.commands.length > 0) return [];
    else if (!word.startsWith("-")) values++;
  }
  const option = current.options.find(({ long, short }) => [long, short].includes(before.at(-1)));
  if (option && (option.required || option.optional))
    return (option.argChoices ?? []).map((choice) => [choice, ""]);
  if (typed.startsWith("-"))
    return [
      ...current.options
        .filter(({ hidden }) => !hidden)
        .map(({ long, description }): Candidate => [long ?? "", description]),
      ["--help", "display help for command"],
    ];
  const first = usualOf(current);
  const named = current.commands.map((one): Candidate => [one.name(), one.description()]);
  return [...named, ...(await argumentsOf(first ?? current, values, typed))];
}

/** Returns the values that an argument of a command may have. */
async function argumentsOf(
  { registeredArguments: expected }: Command,
  at: number,
  typed: string,
): Promise<Candidate[]> {
  const argument = expected[at] ?? (expected.at(-1)?.variadic ? expected.at(-1) : undefined);
  if (argument?.argChoices) return argument.argChoices.map((choice) => [choice, ""]);
  const isHandle = argument && /^(plan|spec|handle|handles|needed)$/.test(argument.name());
  return isHandle ? handlesLike(typed, /^(spec|handle|handles|needed)$/.test(argument.name())) : [];
}
