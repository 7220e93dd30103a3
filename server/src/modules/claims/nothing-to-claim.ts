import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { isFreeSpec, shownReadiness } from "../dependencies/counts/readiness-key.ts";
import { waitingElsewhere } from "../dependencies/waiting-elsewhere.ts";
import { type EditablePlan, editablePlans } from "./editable-plans.ts";
import { type Choice, highestEffort } from "./free-specs.ts";
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

/** Returns the 409 of a choice that found nothing; `passed` specs have needs that not every editor can read. */
export async function nothingToClaim(
  db: Db,
  actor: Actor,
  choice: Choice,
  passed: number,
): Promise<ApiError> {
  const left = await countLeft(db, actor, choice, passed);
  return new ApiError("nothing_to_claim", sentenceOf(left, choice), left);
}

function sentenceOf(
  { held, waiting, questions, belowReady, notReadyPlans }: Left,
  { maxEffort }: Choice,
): string {
  const why = [
    ...(held > 0 ? [`${held} already claimed`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for other specs`] : []),
    ...(questions > 0 ? [`${questions} with an open question`] : []),
    ...(notReadyPlans > 0 ? [`${notReadyPlans} in plans whose status is still PLANNING`] : []),
    ...(belowReady > 0
      ? [`${belowReady} below the readiness asked for (\`minReadiness\`, 4 by default)`]
      : []),
  ];
  const help =
    notReadyPlans > 0
      ? " Set a plan to READY once its specs can be built, or claim one of them by its handle."
      : "";
  const small = maxEffort < highestEffort ? ` of an effort of at most ${maxEffort}` : "";
  const reasons = why.length > 0 ? `: ${why.join(", ")}` : " in the plans that you can edit";
  return `There is no spec${small} to claim${reasons}.${help}`;
}

type Reason = Exclude<keyof Left, "nextFreeAt">;

const isTodo = sql<SqlBool>`specs.status = 'TODO'`;
/** Literals, so that the partial indexes apply. */
const isWaiting = sql<SqlBool>`${isTodo} and specs.open_needs > 0`;
const isAsked = sql<SqlBool>`${isTodo} and specs.open_questions > 0 and specs.open_needs = 0`;
const isInWork = ({ status }: EditablePlan) =>
  status === "READY" || status === "PUSHED" || status === "BUILDING";

async function countLeft(db: Db, actor: Actor, choice: Choice, passed: number): Promise<Left> {
  const waitsElsewhere = waitingElsewhere(db, actor);
  const isLow = sql<SqlBool>`${isFreeSpec} and ${shownReadiness} < ${choice.minReadiness}`;
  const left: Left = {
    waiting: Math.min(mostCounted, passed),
    held: 0,
    belowReady: 0,
    questions: 0,
    notReadyPlans: 0,
    nextFreeAt: null,
  };
  const add = (reason: Reason, more: number) => {
    left[reason] = Math.min(mostCounted, left[reason] + more);
  };
  const count = async (reason: Reason, plans: readonly EditablePlan[], is: RawBuilder<SqlBool>) => {
    if (plans.length === 0 || left[reason] === mostCounted) return;
    const specs = await specsOf(db, actor, choice, plans, is);
    const elsewhere = reason === "waiting" ? new Set() : await waitsElsewhere(specs);
    add(reason, specs.length - elsewhere.size);
    add("waiting", elsewhere.size);
  };
  for await (const plans of editablePlans(db, actor, choice)) {
    const { held, next } = await heldOf(db, actor, choice, plans);
    add("held", held);
    if (next !== null && (left.nextFreeAt === null || next < left.nextFreeAt)) left.nextFreeAt = next;
    const [waiting, started] = split(plans, ({ waits }) => waits === 1);
    const [inWork, unready] = split(
      started.filter((plan) => plan.free_readiness > 0),
      isInWork,
    );
    await count("waiting", waiting, isTodo);
    await count("waiting", started, isWaiting);
    await count("questions", started, isAsked);
    await count("notReadyPlans", unready, isFreeSpec);
    await count("belowReady", inWork, isLow);
  }
  return left;
}

const split = (plans: readonly EditablePlan[], is: (plan: EditablePlan) => boolean) =>
  [plans.filter(is), plans.filter((plan) => !is(plan))] as const;

const idsOf = (plans: readonly EditablePlan[]) => plans.map(({ id }) => id);

function specsOf(
  db: Db,
  { workspaceId }: Actor,
  { maxEffort }: Choice,
  plans: readonly EditablePlan[],
  is: RawBuilder<SqlBool>,
) {
  return db
    .selectFrom("specs")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "specs.workspace_id").onRef("plans.id", "=", "specs.plan_id"),
    )
    .select(["specs.id", "specs.plan_id"])
    .where("specs.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "specs.plan_id", idsOf(plans)))
    .where(is)
    .where(sql<SqlBool>`coalesce(specs.effort, 0) <= ${maxEffort}`)
    .limit(mostCounted)
    .execute();
}

async function heldOf(db: Db, { workspaceId }: Actor, { maxEffort }: Choice, plans: readonly EditablePlan[]) {
  const { held, next } = await db
    .selectFrom("claims")
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "claims.workspace_id").onRef("specs.id", "=", "claims.spec_id"),
    )
    .select(({ fn }) => [fn.countAll<number>().as("held"), fn.min("claims.until").as("next")])
    .where("claims.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "claims.plan_id", idsOf(plans)))
    .where(isLive(db))
    .where(sql<SqlBool>`coalesce(specs.effort, 0) <= ${maxEffort}`)
    .executeTakeFirstOrThrow();
  return { held: Number(held), next };
}
