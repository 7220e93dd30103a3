import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./row.ts";

export type Measured = Readonly<Record<string, readonly Row[]>>;

const file = join(import.meta.dirname, "measured.json");

/** Stores a group's rows, so that an aborted run loses none; returns all groups' last rows. */
export function keepMeasured(group: string, rows: readonly Row[]): Measured {
  const before: Measured = JSON.parse(readFileSync(file, "utf8"));
  const all = { ...before, [group]: rows };
  writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`);
  return all;
}
