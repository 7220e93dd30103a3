import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./row.ts";

/** The rows of each group, by its name, as they were measured last. */
export type Measured = Readonly<Record<string, readonly Row[]>>;

const file = join(import.meta.dirname, "measured.json");

/** Keeps the rows of a group, so that a run which ends early loses none. Returns what was measured last of all groups. */
export function keepMeasured(group: string, rows: readonly Row[]): Measured {
  const before: Measured = JSON.parse(readFileSync(file, "utf8"));
  const all = { ...before, [group]: rows };
  writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`);
  return all;
}
