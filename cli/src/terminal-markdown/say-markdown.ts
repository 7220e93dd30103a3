import { styleText } from "node:util";
import { printable, say } from "../output.ts";
import { render } from "./render.ts";

/** Prints markdown without control sequences: rendered on a terminal, verbatim otherwise. */
export function sayMarkdown(text: string): void {
  const lines = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => printable(line.replaceAll("\t", "    ")).trimEnd());
  if (!process.stdout.isTTY) say(...lines);
  else
    say(...render(lines.join("\n"), (format, part) => styleText(format, part, { stream: process.stdout })));
}
