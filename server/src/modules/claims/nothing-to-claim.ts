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
const isWaiting = sql<SqlBool>`plans.waits = 0 and ${isTodo} and specs.open_needs > 0`;
const isFree = sql<SqlBool>`plans.waits = 0 and plans.free_readiness > 0 and ${isFreeSpec}`;

async function countLeft(db: Db, actor: Actor, choice: Choice, passed: number): Promise<Left> {
  const { minReadiness } = choice;
  const isLow = sql<SqlBool>`${isFree} and ${isBuilding} and ${shownReadiness} < ${minReadiness}`;
  const inWaiting = await specsOfPlans(db, actor, choice, sql<SqlBool>`plans.waits = 1 and ${isTodo}`);
  const needing = await specsOfPlans(db, actor, choice, isWaiting);
  const asked = await askedSpecs(db, actor, choice);
  const unready = await specsOfPlans(db, actor, choice, sql<SqlBool>`${isFree} and not ${isBuilding}`);
  const low = await specsOfPlans(db, actor, choice, isLow);
  const elsewhere = await waitingElsewhere(db, actor)([...asked, ...unready, ...low]);
  const count = (specs: readonly { id: string }[]) => specs.filter(({ id }) => !elsewhere.has(id)).length;
  const waiting = inWaiting.length + needing.length + elsewhere.size + passed;
  return {
    waiting: Math.min(mostCounted, waiting),
    questions: count(asked),
    notReadyPlans: count(unready),
    belowReady: count(low),
    ...(await heldOf(db, actor, choice)),
  };
}

const isInScope = ({ workspaceId, role }: Actor, { scope: { projectId, planId } }: Choice) =>
  sql`plans.workspace_id = ${workspaceId} and plans.has_open_specs = 1 and plans.archived_at is null
    ${projectId === null ? sql`` : sql`and plans.project_id = ${projectId}`}
    ${planId === null ? sql`` : sql`and plans.id = ${planId}`} ${role === "VIEWER" ? sql`and 1 = 0` : sql``}`;

const isOwn = ({ userId }: Actor) => sql`plans.audience in ('TEAM', ${userId})`;
const sharesOf = ({
  workspaceId,
  userId,
}: Actor) => sql`select 1 from shares where shares.workspace_id = ${workspaceId}
  and shares.user_id = ${userId} and shares.plan_id = plans.root_plan_id and shares.capability = 'EDIT'`;

/** Tests a row of `plans` for the right to edit, open specs and the choice's scope. */
const isEditable = (actor: Actor, choice: Choice) =>
  sql`(${isInScope(actor, choice)} and (${isOwn(actor)} or exists (${sharesOf(actor)})))`;

/** The same plans, listed from their index and from the actor's shares. */
function editablePlans(actor: Actor, choice: Choice) {
  const columns = sql`plans.id, plans.status, plans.waits, plans.free_readiness, plans.has_open_questions`;
  return sql`(select ${columns} from plans where ${isInScope(actor, choice)} and ${isOwn(actor)}
    union all select ${columns} from shares cross join plans
      where shares.workspace_id = ${actor.workspaceId} and shares.user_id = ${actor.userId}
        and shares.capability = 'EDIT' and plans.root_plan_id = shares.plan_id
        and ${isInScope(actor, choice)} and not ${isOwn(actor)})`;
}

const isSmallEnough = ({ maxEffort }: Choice) => sql`coalesce(specs.effort, 0) <= ${maxEffort}`;

interface Found {
  id: string;
  plan_id: string;
}

async function specsOfPlans(db: Db, actor: Actor, choice: Choice, is: RawBuilder<SqlBool>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select specs.id, specs.plan_id from ${editablePlans(actor, choice)} as plans cross join specs
    where specs.workspace_id = ${actor.workspaceId} and specs.plan_id = plans.id and ${is} and ${isSmallEnough(choice)}
    limit ${mostCounted}`.execute(db);
  return rows;
}

/** Returns specs that wait for nothing but an answer. The questions are few, so they lead. */
async function askedSpecs(db: Db, actor: Actor, choice: Choice): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select specs.id, specs.plan_id from specs cross join plans
    where specs.workspace_id = ${actor.workspaceId} and ${isTodo} and specs.open_questions > 0
      and specs.open_needs = 0 and ${isSmallEnough(choice)}
      and plans.id = specs.plan_id and plans.waits = 0 and ${isEditable(actor, choice)}
    limit ${mostCounted}`.execute(db);
  return rows;
}

async function heldOf(db: Db, actor: Actor, choice: Choice): Promise<Pick<Left, "held" | "nextFreeAt">> {
  const { rows } = await sql<{ held: number; next: string | null }>`
    select count(*) as held, min(claims.until) as next from claims cross join specs cross join plans
    where claims.workspace_id = ${actor.workspaceId} and ${isLive(db)}
      and specs.workspace_id = claims.workspace_id and specs.id = claims.spec_id and ${isSmallEnough(choice)}
      and plans.id = claims.plan_id and ${isEditable(actor, choice)}`.execute(db);
  const [found] = rows;
  return { held: Math.min(mostCounted, Number(found?.held ?? 0)), nextFreeAt: found?.next ?? null };
}
