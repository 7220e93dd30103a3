import { Option } from "commander";
import type { FormatOption } from "../../../client/src/import/format.ts";
import { definitionOf, type FormatId } from "../../../client/src/import/formats.ts";

/** Options as commander reads them. */
export type Given = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** Returns the flag of a format's option. */
export function flagOf(name: string, option: FormatOption): Option {
  const { about, standard } = option;
  switch (option.kind) {
    case "choice":
      return new Option(`--${name} <which>`, about).choices(Object.keys(option.choices)).default(standard);
    case "switch":
      return new Option(standard === "yes" ? `--no-${name}` : `--${name}`, about);
    case "lines":
      return new Option(`--${name} <${option.form}>`, about).argParser(
        (line: string, before: string[] | undefined) => [...(before ?? []), line],
      );
  }
}

/** Returns a format's own options as texts. */
export function readingOf(id: FormatId, given: Given): Record<string, string> {
  return Object.fromEntries(
    Object.entries(definitionOf(id).options).map(([name, { standard }]) => {
      const value = given[name] ?? standard;
      if (typeof value === "boolean") return [name, value ? "yes" : "no"];
      return [name, typeof value === "string" ? value : value.join("\n")];
    }),
  );
}
