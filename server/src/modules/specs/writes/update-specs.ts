import { updateSpecs } from "@groundplan/contract";
import { type Write, write } from "../../../dispatch/handlers.ts";
import { ApiError } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import type { LiveClaim } from "../../claims/live-claims.ts";
import { gateStatuses } from "../../claims/status-gate.ts";
import { requireEvidence } from "../../evidence/require-evidence.ts";
import { reviewAsked } from "../../evidence/review.ts";
import { readablePlan, requireEdit } from "../../plans/access.ts";
import { syncPlanStatus } from "../../plans/status.ts";
import { refuseOpenQuestions } from "../open-questions.ts";
import { specsOfIds } from "../store.ts";
import { changeSpecs, type SpecChange } from "./change-specs.ts";
import { specIds } from "./references.ts";
import { requireWorkFields, workChange } from "./work-fields.ts";
import {
  completeSpecs,
  disclosesWritten,
  inOrder,
  type WrittenSpecs,
  writtenSpecs,
} from "./written-specs.ts";

const update: Write<typeof updateSpecs, WrittenSpecs>["run"] = async (tx, actor, input) => {
  const { params, body } = input;
  const plan = await readablePlan(tx, actor, params);
  const idOf = await specIds(tx, plan, body.specShortIds);
  const unknown = body.specShortIds.flatMap((reference, index) => (idOf.has(reference) ? [] : [index]));
  if (unknown.length > 0) throw unknownSpecs(body.specShortIds, unknown);
  requireEdit(plan);
  const ids = [...new Set(body.specShortIds.flatMap((reference) => idOf.get(reference) ?? []))];
  const specs = await specsOfIds(tx, plan, ids);
  await requireWorkFields(tx, plan, [{ body: body.changes, path: "/changes", specIds: ids }]);
  const changes = specs.flatMap((spec) => {
    const { status = spec.status, effort = spec.effort } = body.changes;
    const work = workChange(spec, body.changes);
    const isReopened = spec.awaits_review === 1 && body.changes.status !== undefined;
    const changed = [
      ...(status === spec.status ? [] : ["status"]),
      ...(isReopened ? ["awaitsReview"] : []),
      ...(effort === spec.effort ? [] : ["effort"]),
      ...work.changed,
    ];
    const awaits_review = body.changes.status === undefined ? spec.awaits_review : 0;
    const after = { title: spec.title, content: spec.content, status, effort, awaits_review };
    return changed.length === 0 ? [] : [{ spec, before: spec, after, work, changed }];
  });
  const ordered = inOrder(ids, changes, ({ spec }) => spec.id);
  const moved = ordered.filter(({ changed }) => changed.includes("status"));
  const to = body.changes.status;
  const own = await gateStatuses(
    tx,
    actor,
    plan,
    to === undefined ? [] : specs.map((spec) => ({ spec, to })),
    (held) => heldSpecs(body.specShortIds, idOf, held),
  );
  const finished = body.changes.status === "DONE" ? moved.map(({ spec }) => spec) : [];
  await refuseOpenQuestions(tx, finished);
  const awaiting = await requireEvidence(tx, plan, finished, { completed: own.specIds });
  const settled = ordered.map((change) => (awaiting.has(change.spec.id) ? awaitingReview(change) : change));
  const events = await changeSpecs(tx, actor, plan, settled);
  const arrived = moved.filter(({ spec }) => !awaiting.has(spec.id)).map(({ after }) => after);
  const statusEvents = arrived.length > 0 ? await syncPlanStatus(tx, plan, arrived) : [];
  const asked = finished.filter(({ id }) => awaiting.has(id)).map((spec) => reviewAsked(plan, spec));
  await appendEvents(tx, actor, [...events, ...(await own.end()), ...asked, ...statusEvents]);
  return writtenSpecs(tx, actor, plan, ids, input);
};

/** Returns a change to `DONE` as one that begins to await a review. */
const awaitingReview = ({ before, after, changed, ...rest }: SpecChange): SpecChange => ({
  ...rest,
  before,
  after: { ...after, status: before.status, awaits_review: 1 },
  changed: changed.map((field) => (field === "status" ? "awaitsReview" : field)),
});

const unknownSpecs = (named: readonly string[], unknown: readonly number[]): ApiError =>
  new ApiError(
    "not_found",
    `The plan has no ${unknown
      .map((at) => named[at])
      .join(", ")
      .slice(0, 200)}. Nothing was changed.`,
    unknown.map((at) => ({ path: `/specShortIds/${at}`, message: "is no spec of this plan" })),
  );

function heldSpecs(
  named: readonly string[],
  idOf: ReadonlyMap<string, string>,
  held: readonly LiveClaim[],
): ApiError {
  const claims = new Map(held.map((claim) => [claim.spec_id, claim]));
  const details = named.flatMap((reference, index) => {
    const claim = claims.get(idOf.get(reference) ?? "");
    const holder = claim?.holder_name ?? "somebody";
    return claim
      ? [{ path: `/specShortIds/${index}`, message: `is claimed by ${holder} until ${claim.until}` }]
      : [];
  });
  return new ApiError(
    "claim_held",
    `${held.length === 1 ? "A spec is" : `${held.length} specs are`} claimed, and only the holder may change a claimed spec's status. Nothing was changed.`,
    details,
  );
}

/** Changes several specs in the same way, all or nothing. */
export const specsUpdate = write(updateSpecs, update, {
  complete: completeSpecs,
  discloses: disclosesWritten,
});
