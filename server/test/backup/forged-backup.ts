import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

/** A line of a backup: its head, a table's head, or a row. */
export type Line = Record<string, unknown> | unknown[];

/** Writes a changed copy of a backup with a valid end. */
export function forge(file: string, change: (lines: Line[]) => Line[]): string {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n").slice(0, -1);
  const texts = change(lines.map((line) => JSON.parse(line))).map((line) => `${JSON.stringify(line)}\n`);
  const rows = texts.filter((text) => text.startsWith("[")).length;
  const sha256 = createHash("sha256").update(texts.join("")).digest("hex");
  const forged = `${file}.forged`;
  writeFileSync(forged, gzipSync(`${texts.join("")}${JSON.stringify({ rows, sha256 })}\n`));
  return forged;
}
