import { type PushResult, readinessLabel } from "@groundplan/contract";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { planHandle, specHandle } from "../../handles.ts";
import { questionReasons } from "../../specs/open-questions.ts";
import { readiness as rubric } from "../../specs/readiness/index.ts";
import { isBelowReady, type Snapshot, type SpecNode } from "../plan/snapshot.ts";

/** Names stored with a push, with the ids that decide who may read them. */
export interface PushSummary
  extends Pick<PushResult, "planName" | "containerCount" | "belowReadyOmitted" | "belowReadyUnavailable"> {
  /** Outermost first. */
  ancestors: { id: string; name: string }[];
  belowReady: BelowReady[];
}

interface BelowReady {
  specId: string;
  planId: string;
  entry: PushResult["belowReady"][number];
}

/** For a push that ended before its snapshot. */
export const nothingKnown: PushSummary = {
  planName: "",
  ancestors: [],
  containerCount: 0,
  belowReady: [],
  belowReadyOmitted: 0,
  belowReadyUnavailable: true,
};

const mostListed = 10;

/** Counts every spec below Ready, but lists (contract section 8) and reads only the first 10. */
export async function summarize(db: Db, workspaceId: string, snapshot: Snapshot): Promise<PushSummary> {
  const { plans, specs, ancestors, options } = snapshot;
  const only = options.specIds && new Set(options.specIds);
  const below = specs.filter((spec) => isBelowReady(spec) && (only?.has(spec.id) ?? true));
  const listed = below.slice(0, mostListed);
  const reasons = await reasonsOf(db, workspaceId, listed);
  return {
    planName: plans[0]?.name ?? "",
    ancestors: ancestors.map(({ id, name }) => ({ id, name })),
    containerCount: plans.length,
    belowReady: listed.map((spec) => ({
      specId: spec.id,
      planId: spec.planId,
      entry: {
        planShortId: planHandle(spec.planNumber),
        specShortId: specHandle(spec.number),
        title: spec.title,
        readinessLabel: readinessLabel(spec.readiness),
        reasons: reasons.get(spec.id) ?? [],
        held: options.holdBelowReady,
      },
    })),
    belowReadyOmitted: below.length - listed.length,
    belowReadyUnavailable: false,
  };
}

/** Returns the reasons by spec: set by a user, or the rubric's findings with fixes, once per rule. */
async function reasonsOf(db: Db, workspaceId: string, specs: readonly SpecNode[]) {
  const reasons = new Map<string, string[]>();
  const computed = new Map<string, SpecNode>();
  for (const spec of specs) {
    if (!spec.readinessIsSet) computed.set(spec.id, spec);
    else {
      const label = readinessLabel(spec.readiness);
      reasons.set(spec.id, [`A person set its readiness to ${spec.readiness} (${label}).`]);
    }
  }
  if (computed.size === 0) return reasons;
  const texts = await db
    .selectFrom("specs")
    .select(["id", "title", "content", "effort"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", [...computed.keys()]))
    .execute();
  for (const { id, ...text } of texts) {
    const { danglingNeeds = [], planIsOpen = false, openQuestions = 0 } = computed.get(id) ?? {};
    const asked = { workspace_id: workspaceId, id, open_questions: openQuestions };
    const found = [
      ...(await questionReasons(db, asked)),
      ...rubric({ ...text, danglingNeeds, planIsOpen }).reasons,
    ];
    const rules = [...Map.groupBy(found, (reason) => reason.code).values()];
    reasons.set(
      id,
      rules.flatMap(([reason]) => (reason ? `${reason.text} ${reason.fix}` : [])),
    );
  }
  return reasons;
}
