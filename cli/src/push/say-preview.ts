import type { PushResult } from "@groundplan/contract";
import { printable, say } from "../output.ts";
import { inOurWords } from "../words.ts";
import { nameOf } from "./name-of.ts";

type Preview = NonNullable<PushResult["preview"]>[number];
type Change = NonNullable<Preview["changes"]>[number];

const actionWidth = "conflict".length;

/** Prints a push preview: a line per item, its fields below. Reasons already printed are left out. */
export function sayPreview(preview: readonly Preview[], isReported: (sentence: string) => boolean): void {
  const names = preview.map(nameOf);
  const width = Math.max(0, ...names.map((name) => name.length));
  for (const [index, { action, externalKey = "", reason, changes = [] }] of preview.entries()) {
    const cells = [
      action.padEnd(actionWidth),
      (names[index] ?? "").padEnd(width),
      externalKey,
      reason === undefined || isReported(reason) ? "" : inOurWords(reason),
    ];
    say(printable(cells.join("  ").trimEnd()), ...changes.flatMap(linesOf).map((line) => `    ${line}`));
  }
}

function linesOf({ field, conflict, from, to, diff }: Change): string[] {
  const edited = conflict ? " (edited in the tracker)" : "";
  if (diff === undefined) return [printable(`${field}${edited}: ${quoted(from)} → ${quoted(to)}`)];
  const [, ...hunks] = diff.split(/^(?=@@)/m);
  const lines = hunks.join("").trimEnd().split("\n");
  return [`${field}${edited}:`, ...lines.map((line) => `  ${printable(line)}`)];
}

const quoted = (value: string | null) => (value === null ? "nothing" : JSON.stringify(value));
