import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { distance } from "fastest-levenshtein";

/** Returns "Did you mean …?" for the known name that is close to a given one; empty if none is. */
export function didYouMean(given: string, known: readonly string[]): string {
  const word = given.toLowerCase();
  const near = known
    .map((name) => ({ name, steps: distance(word, name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= name.length / 2)
    .sort((one, other) => one.steps - other.steps);
  return near[0] ? ` Did you mean ${near[0].name}?` : "";
}

const plain = (choice: string) => choice.toLowerCase().replace(/[_ ]/g, "-");

/** Has the choices of a command's options and arguments accepted in any case, and the close one named. */
export function suggestChoices({ options, registeredArguments }: Command): void {
  for (const chooser of [...options, ...registeredArguments]) {
    const choices = chooser.argChoices;
    if (!choices) continue;
    const parse = (given: string): string => {
      const found = choices.find((choice) => plain(choice) === plain(given));
      if (found !== undefined) return found;
      const suggestion = didYouMean(given, choices);
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.${suggestion}`);
    };
    chooser.argParser<unknown>((given, before) =>
      chooser.variadic ? [...(Array.isArray(before) ? before : []), parse(given)] : parse(given),
    );
  }
}
