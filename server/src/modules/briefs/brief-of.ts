import { type Brief, briefBudget } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import type { Db } from "../../storage/dialect.ts";
import { composeInThread } from "../../tokens/tokens.ts";
import { planHandle } from "../handles.ts";
import { opening, partsOf, unreadOf } from "../pack/compose.ts";
import type { PlanRow } from "../plans/access.ts";
import { projectOfId } from "../projects/access.ts";
import type { SpecRow } from "../specs/access.ts";
import { readParts } from "./parts.ts";

/** Unlike a pack, a brief is never refused for the length of the queue: a claim was made before it. */
const composeInTurn = concurrencyLimit(4);

/** Returns the brief of a readable spec. Slow, so never inside a transaction. */
export async function briefOf(
  db: Db,
  actor: Actor,
  { plan, spec }: { plan: PlanRow; spec: SpecRow },
  budget: number,
): Promise<Brief> {
  const { slug: projectSlug } = await projectOfId(db, actor, plan.project_id);
  const path = { projectSlug, planShortId: planHandle(plan.number) };
  const items = await readParts(db, actor, { plan, spec, path }, budget);
  const composition = {
    opening,
    parts: partsOf(items),
    tail: [],
    unread: unreadOf(items),
    budget,
    howToGet: howToGet(path),
  };
  const { text, tokens, leftOut } = await composeInTurn(() => composeInThread(composition));
  return { text, tokens, budget, leftOut: leftOut as Brief["leftOut"] };
}

function howToGet({ projectSlug, planShortId }: { projectSlug: string; planShortId: string }): string {
  const path = `/v1/projects/${projectSlug}/plans/${planShortId}`;
  return `For more: a larger \`budget\`, at most ${briefBudget.most}, or one by one below ${path}/specs and ${path}/context.`;
}
