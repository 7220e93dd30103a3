import { type Format, isVisible, limits } from "@groundplan/contract";
import { levelName } from "../projects/level.ts";
import type { Overrides } from "./access.ts";
import { builtIn } from "./built-in/index.ts";
import type { FormatRow } from "./store.ts";

/**
 * Returns an override's text, or null if it is unusable: a restored or edited database may hold damaged,
 * invisible or oversized texts.
 */
export function readableText({ markdown }: Pick<FormatRow, "markdown">): string | null {
  const isText = typeof markdown === "string" && markdown.isWellFormed() && !markdown.includes("\0");
  if (!isText || !isVisible(markdown) || Buffer.byteLength(markdown) > limits.formatBytes) return null;
  return markdown;
}

/**
 * Returns the effective format: the nearest usable override, otherwise the built-in one. The revision is the
 * path's own, which writes compare.
 */
export function presentFormat({ kind, own, saved }: Overrides): Format {
  const path = `formats/${kind}.md`;
  const read = saved.map((row) => ({ tier: levelName(row.project_id), markdown: readableText(row) }));
  const used = read.find(({ markdown }) => markdown !== null);
  const [nearest] = read;
  return {
    kind,
    tier: used?.tier ?? "built-in",
    markdown: used?.markdown ?? builtIn[kind],
    path,
    problem: nearest?.markdown === null ? { path, tier: nearest.tier } : null,
    revision: own?.revision ?? 0,
  };
}
