import type { PushResult } from "@groundplan/contract";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Actor } from "../identity/actor.ts";
import { aboutOf } from "./about.ts";
import { planSteps } from "./plan-steps.ts";
import { deeds, resultOf } from "./result.ts";
import { namedIn, shown, sightOf } from "./sight.ts";
import { takeSnapshot } from "./snapshot.ts";
import type { Allowed } from "./start.ts";
import { tally } from "./tally.ts";

/** What a push would do now; nothing is written, and the tracker is not asked. */
export async function dryRun(db: Db, actor: Actor, { plan, provider, aim }: Allowed): Promise<PushResult> {
  const snapshot = await takeSnapshot(db, actor, aim);
  if (!snapshot) throw notFound("plan");
  const { steps, caveats } = planSteps(snapshot);
  const would = tally(steps.map(({ kind, action }) => ({ kind, action, state: "sent", count: 1 })));
  const about = aboutOf(snapshot);
  const named = namedIn(about, caveats);
  const sight = await sightOf(db, actor, named.specIds, named.planIds);
  return resultOf({
    pushId: null,
    status: "dry_run",
    provider,
    planNumber: plan.number,
    target: aim.target,
    names: shown(about, caveats, sight),
    tally: would,
    message: steps.length > 0 ? `A push would do this: ${deeds(would)}.` : "A push would change nothing.",
  });
}
