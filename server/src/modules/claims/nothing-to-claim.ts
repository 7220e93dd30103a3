import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { isFreeSpec, shownReadiness } from "../dependencies/counts/readiness-key.ts";
import { waitingElsewhere } from "../dependencies/waiting-elsewhere.ts";
import { type Choice, isBuilding } from "./free-specs.ts";
import { isLive } from "./lease.ts";

/** Specs counted at most, for each reason why nothing was chosen. */
const mostCounted = 1000;

/** Why specs that are there aren't chosen; each spec counts under the first reason that holds. */
interface Left {
  waiting: number;
  held: number;
  belowReady: number;
  questions: number;
  notReadyPlans: number;
  /** When the next lease ends. */
  nextFreeAt: string | null;
}

/** Returns the 409 of a choice that found nothing; `passed` specs wait for what not every editor can read. */
export async function nothingToClaim(
  db: Db,
  actor: Actor,
  choice: Choice,
  passed: number,
): Promise<ApiError> {
  const left = await countLeft(db, actor, choice, passed);
  return new ApiError("nothing_to_claim", sentenceOf(left), left);
}

function sentenceOf({ held, waiting, questions, belowReady, notReadyPlans }: Left): string {
  const why = [
    ...(held > 0 ? [`${held} claimed by others`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for other specs`] : []),
    ...(questions > 0 ? [`${questions} with an open question`] : []),
    ...(notReadyPlans > 0 ? [`${notReadyPlans} in plans whose status is still PLANNING`] : []),
    ...(belowReady > 0
      ? [`${belowReady} below the readiness asked for (\`minReadiness\`, 4 by default)`]
      : []),
  ];
  const help = notReadyPlans > 0 ? " Set a plan to READY once its specs can be built." : "";
  return `There is no spec to claim${why.length > 0 ? `: ${why.join(", ")}` : ""}.${help}`;
}

const isTodo = sql<SqlBool>`specs.status = 'TODO'`;
const hasOpenNeeds = sql<SqlBool>`${isTodo} and specs.open_needs > 0`;
const hasQuestions = sql<SqlBool>`plans.waits = 0 and specs.open_needs = 0 and ${isTodo} and specs.open_questions > 0`;
const isFree = sql<SqlBool>`plans.waits = 0 and plans.free_readiness > 0 and ${isFreeSpec}`;

async function countLeft(db: Db, actor: Actor, choice: Choice, passed: number): Promise<Left> {
  const specs = (is: RawBuilder<SqlBool>) => specsOf(db, actor, choice, is);
  const isWaiting = waitingElsewhere(db, actor);
  const { held, nextFreeAt } = await heldOf(db, actor, choice);
  const inWaiting = await specs(sql<SqlBool>`plans.waits = 1 and ${isTodo}`);
  const needing = await specs(sql<SqlBool>`plans.waits = 0 and ${hasOpenNeeds}`);
  let waiting = passed + inWaiting.length + needing.length;
  const count = async (is: RawBuilder<SqlBool>) => {
    const found = await specs(is);
    const elsewhere = await isWaiting(found);
    waiting += elsewhere.size;
    return found.length - elsewhere.size;
  };
  return {
    questions: await count(hasQuestions),
    notReadyPlans: await count(sql<SqlBool>`${isFree} and not ${isBuilding}`),
    belowReady: await count(
      sql<SqlBool>`${isFree} and ${isBuilding} and ${shownReadiness} < ${choice.minReadiness}`,
    ),
    waiting: Math.min(mostCounted, waiting),
    held,
    nextFreeAt,
  };
}

/** Plans in the choice's scope that the actor can edit and that have open specs. */
function editablePlans({ workspaceId, userId, role }: Actor, { scope: { projectId, planId } }: Choice) {
  const isInScope = sql`plans.workspace_id = ${workspaceId} and plans.has_open_specs = 1 and plans.archived_at is null
    ${projectId === null ? sql`` : sql`and plans.project_id = ${projectId}`}
    ${planId === null ? sql`` : sql`and plans.id = ${planId}`} ${role === "VIEWER" ? sql`and 1 = 0` : sql``}`;
  return sql`(select plans.* from plans where ${isInScope} and plans.audience in ('TEAM', ${userId})
    union all select plans.* from shares
      join plans as root on root.workspace_id = shares.workspace_id and root.id = shares.plan_id
      join plans on plans.workspace_id = shares.workspace_id and plans.root_plan_id = shares.plan_id
    where shares.workspace_id = ${workspaceId} and shares.user_id = ${userId} and shares.capability = 'EDIT'
      and root.visibility = 'PRIVATE' and root.owner_user_id <> ${userId} and ${isInScope})`;
}

const isSmallEnough = ({ maxEffort }: Choice) => sql<SqlBool>`coalesce(specs.effort, 0) <= ${maxEffort}`;

async function specsOf(db: Db, actor: Actor, choice: Choice, is: RawBuilder<SqlBool>) {
  const { rows } = await sql<{ id: string; plan_id: string }>`
    select specs.id, specs.plan_id from ${editablePlans(actor, choice)} as plans cross join specs
    where specs.workspace_id = ${actor.workspaceId} and specs.plan_id = plans.id and ${is} and ${isSmallEnough(choice)}
    limit ${mostCounted}`.execute(db);
  return rows;
}

async function heldOf(db: Db, actor: Actor, choice: Choice) {
  const { rows } = await sql<{ held: number; next: string | null }>`
    select count(*) as held, min(claims.until) as next
    from claims cross join specs
    where claims.workspace_id = ${actor.workspaceId} and ${isLive(db)}
      and specs.workspace_id = claims.workspace_id and specs.id = claims.spec_id and ${isSmallEnough(choice)}
      and claims.plan_id in (select plans.id from ${editablePlans(actor, choice)} as plans)`.execute(db);
  const [found] = rows;
  return { held: Math.min(mostCounted, Number(found?.held ?? 0)), nextFreeAt: found?.next ?? null };
}
