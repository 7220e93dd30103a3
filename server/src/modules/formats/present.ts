import { type Format, isVisible, limits } from "@groundplan/contract";
import { tierName } from "../projects/tier.ts";
import type { Overrides } from "./access.ts";
import { builtIn } from "./built-in/index.ts";
import type { FormatRow } from "./store.ts";

/**
 * Returns the text of an override, or null for one that can't be read: a database that was restored or changed by hand
 * may hold one that is damaged, shows nothing, or is larger than the service accepts.
 */
export function readableText({ markdown }: Pick<FormatRow, "markdown">): string | null {
  const isText = typeof markdown === "string" && markdown.isWellFormed() && !markdown.includes("\0");
  if (!isText || !isVisible(markdown) || Buffer.byteLength(markdown) > limits.formatBytes) return null;
  return markdown;
}

/**
 * Returns the effective format as the API shows it: the nearest override that can be read, else the built-in one. The
 * revision is that of the path's own override: a write at the path compares it.
 */
export function presentFormat({ kind, own, saved }: Overrides): Format {
  const path = `formats/${kind}.md`;
  const read = saved.map((row) => ({ tier: tierName(row.project_id), markdown: readableText(row) }));
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
