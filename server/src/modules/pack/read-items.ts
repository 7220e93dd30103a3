import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { sourcesOfPlan } from "../context/sources-of-plan.ts";
import type { PlanRow } from "../plans/access.ts";
import type { Item } from "./compose.ts";
import { formatsOf, instructionsOf, planOf, skillsOf } from "./read-level-texts.ts";
import { readSources } from "./read-sources.ts";
import { listSpecs, readSpecs } from "./read-specs.ts";

/** Upper estimate of characters per token. */
export const mostCharactersPerToken = 16;

interface Path {
  projectSlug: string;
  planShortId: string;
}

/** Reads the items of a pack in order. Limits the text that is loaded; composing enforces the budget. */
export async function readItems(
  db: Db,
  actor: Actor,
  path: Path,
  plan: PlanRow,
  budget: number,
): Promise<Item[]> {
  const mostCharacters = budget * mostCharactersPerToken;
  const specs = await listSpecs(db, plan);
  const items = [...(await instructionsOf(db, actor, path)), planOf(plan, specs)];
  const sources = await readSources(db, await sourcesOfPlan(db, actor, path), mostCharacters);
  return [...items, ...sources.items, ...(await readSpecs(db, plan, specs, sources.left))];
}

/** Reads what only somebody who writes plans needs: the formats and the index of skills. */
export async function readWritingAids(db: Db, actor: Actor, path: Path, budget: number): Promise<Item[]> {
  const mostCharacters = (budget / 4) * mostCharactersPerToken;
  return [...(await formatsOf(db, actor, path)), ...(await skillsOf(db, actor, path, mostCharacters))];
}
