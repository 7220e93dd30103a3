import { ApiError, invalid } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Level } from "../projects/level.ts";
import { effectiveSkill, inheritedSkill } from "./access.ts";
import { findRow } from "./store.ts";

/** Longest chain of skills that extend each other. */
const longest = 20;

/**
 * Throws 400 if the extended skill is missing, 409 for a cycle. A skill that extends its own name extends the
 * overridden one.
 */
export async function requireBase(db: Db, level: Level, slug: string, base: string | null): Promise<void> {
  if (base === null) return;
  const found = await (base === slug ? inheritedSkill : effectiveSkill)(db, level, base);
  if (!found) throw invalid("/markdown", unknownBase(base));
  const path = [slug];
  for (
    let next: string | null = base;
    next !== null && next !== path.at(-1);
    next = await baseOf(db, level, next)
  ) {
    path.push(next);
    if (next === slug) throw new ApiError("dependency_cycle", inCycle(path), { cycle: path });
    if (path.length > longest) throw invalid("/markdown", tooLong);
  }
}

/** Returns the base of a level's own skill; inherited ones have none there. */
async function baseOf(db: Db, level: Level, slug: string): Promise<string | null> {
  const row = await findRow(db, level, slug);
  return row && row.deleted_at === null ? row.extends : null;
}

export const unknownBase = (base: string) => `extends \`${base}\`, and there is no such skill to build on`;
const tooLong = `builds on more than ${longest} skills, one upon the other`;
const inCycle = (path: readonly string[]) =>
  `These skills would build on each other in a cycle: ${path.join(", ")}. Remove one \`extends\` first.`;
