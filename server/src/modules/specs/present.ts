import {
  acceptanceCriteria,
  effortLabel,
  type Provider,
  provider,
  readinessLabel,
  type Spec,
  type SpecClaim,
  type SpecWithCriteria,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Disclosure } from "../../dispatch/commands.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { liveClaims, presentLive } from "../claims/live-claims.ts";
import { type Proofs, proofOf, proofsOf } from "../evidence/proven.ts";
import { specHandle } from "../handles.ts";
import { readingMembersOf } from "../plans/reading-members.ts";
import { sourcesOf, sourcesOfCriteria } from "../quotes/sources-of-criteria.ts";
import type { SpecRow } from "./access.ts";
import type { ListedRow } from "./deleted/rows.ts";
import { danglingOf, readinessOf } from "./effective-readiness.ts";
import { labelsOfSpecs } from "./labels-of-specs.ts";
import { needsOf, openPlansOf } from "./needs.ts";
import { externalsOf, specNumbers } from "./store.ts";

/** Returns specs for lists, in at most eight queries. */
export async function presentSpecs(db: Db, workspaceId: string, rows: readonly SpecRow[]): Promise<Spec[]> {
  const needs = await needsOf(db, workspaceId, rows);
  const planIsOpen = await openPlansOf(db, workspaceId, rows);
  const claims = await claimsOf(db, workspaceId, rows);
  const runs = await runsOfOrigins(db, workspaceId, rows);
  const labelsOf = await labelsOfSpecs(db, workspaceId, rows);
  const isActive = await activeAssignees(db, workspaceId, rows);
  const parentIds = rows.flatMap((row) => row.parent_spec_id ?? []);
  const parents = parentIds.length > 0 ? await specNumbers(db, workspaceId, parentIds) : [];
  const parentNumber = new Map(parents.map((parent) => [parent.id, parent.number]));
  return rows.map((row) => {
    const needed = needs(row);
    const readiness = readinessOf(row, danglingOf(needed), planIsOpen(row));
    const parent = row.parent_spec_id === null ? undefined : parentNumber.get(row.parent_spec_id);
    return {
      id: row.id,
      shortId: specHandle(row.number),
      title: row.title,
      content: row.content,
      status: row.status,
      parentSpecId: parent === undefined ? null : row.parent_spec_id,
      parentShortId: parent === undefined ? null : specHandle(parent),
      needsFirst: needed.map((need) => specHandle(need.number)),
      effort: row.effort,
      effortLabel: effortLabel(row.effort),
      readiness,
      readinessLabel: readinessLabel(readiness),
      assigneeUserId: row.assignee_user_id,
      ...(row.assignee_user_id === null ? {} : { assigneeActive: isActive(row) }),
      labels: labelsOf(row),
      priority: row.priority,
      dueDate: row.due_date,
      externalRef: row.external_ref,
      revision: row.revision,
      claim: claims.get(row.id) ?? null,
      awaitsReview: row.awaits_review === 1,
      origin: originOf(row, runs),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  });
}

/** Returns a function that tests whether a spec's assignee is a member who can read its plan. */
async function activeAssignees(
  db: Db,
  workspaceId: string,
  rows: readonly SpecRow[],
): Promise<(row: SpecRow) => boolean> {
  const assigned = rows.filter(({ assignee_user_id }) => assignee_user_id !== null);
  if (assigned.length === 0) return () => false;
  const plans = new Set(assigned.map(({ plan_id }) => plan_id));
  const people = new Set(assigned.flatMap(({ assignee_user_id }) => assignee_user_id ?? []));
  const canRead = await readingMembersOf(db, workspaceId, [...plans], [...people]);
  return ({ plan_id, assignee_user_id }) => assignee_user_id !== null && canRead(plan_id, assignee_user_id);
}

/** Returns the runs of the planning agent that made suggestions of which specs were part, by suggestion. */
async function runsOfOrigins(
  db: Db,
  workspaceId: string,
  rows: readonly SpecRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.origin_suggestion ?? []))];
  if (ids.length === 0) return new Map();
  const made = await db
    .selectFrom("suggestions")
    .select(["id", "run_id"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .execute();
  return new Map(made.flatMap(({ id, run_id }) => (run_id === null ? [] : [[id, run_id] as const])));
}

function originOf({ origin_suggestion: suggestionId }: SpecRow, runs: ReadonlyMap<string, string>) {
  if (suggestionId === null) return null;
  const runId = runs.get(suggestionId);
  return runId === undefined ? { suggestionId } : { suggestionId, runId };
}

/** Returns live claims by spec. Claimed specs are always in progress. */
async function claimsOf(
  db: Db,
  workspaceId: string,
  rows: readonly SpecRow[],
): Promise<ReadonlyMap<string, SpecClaim>> {
  const ids = rows.filter(({ status }) => status === "IN_PROGRESS").map(({ id }) => id);
  const claims = await liveClaims(db, workspaceId, ids);
  return new Map(claims.map((claim) => [claim.spec_id, presentLive(claim)]));
}

/** Returns deleted specs for their list. */
export async function presentDeleted(
  db: Db,
  workspaceId: string,
  rows: readonly ListedRow[],
): Promise<Spec[]> {
  // Who left is taken off at once, as of specs that are not deleted.
  const shown = rows.map((row) => Object.assign({}, row, { assignee_user_id: row.assignee_still_here }));
  const specs = await presentSpecs(db, workspaceId, shown);
  return specs.map((spec, index) => {
    const { deleted_at, deleted_by, deleted_by_name } = expectOne(rows.slice(index, index + 1));
    const deletedBy =
      deleted_by === null || deleted_by_name === null ? null : { userId: deleted_by, name: deleted_by_name };
    return { ...spec, deletedAt: deleted_at, deletedBy };
  });
}

const providers: ReadonlyMap<string, Provider> = new Map(Object.entries(provider.enum));

/** Returns a single spec with its issues but without criteria, as the write's transaction answers it. */
export async function presentSpec(db: Db, row: SpecRow): Promise<SpecWithoutCriteria> {
  const spec = expectOne(await presentSpecs(db, row.workspace_id, [row]));
  const externals = await externalsOf(db, row);
  const external = externals.flatMap(({ connector_id, external_key: key, external_url: url }) => {
    const provider = providers.get(connector_id);
    return provider && key !== null && url !== null ? [{ provider, key, url }] : [];
  });
  return { ...spec, external, proofs: await proofsOf(db, row) };
}

export type SpecWithoutCriteria = Omit<SpecWithCriteria, "acceptanceCriteria" | "doneWhen"> & {
  proofs: Proofs;
};

/** Adds acceptance criteria, of which a text may have tens of thousands, and what of their sources is readable. */
export async function withCriteria(
  db: Db,
  actor: Actor,
  { external, proofs, ...spec }: SpecWithoutCriteria,
): Promise<SpecWithCriteria> {
  const sources = await sourcesOfCriteria(db, actor, spec);
  const criteria = acceptanceCriteria(spec.content);
  const doneWhen = criteria.map((criterion) => criterion.text);
  const shown = criteria.map((criterion, index) =>
    Object.assign(criterion, {
      evidence: proofOf(proofs, criterion),
      from: sourcesOf(sources, criterion, index + 1),
    }),
  );
  return { ...spec, acceptanceCriteria: shown, doneWhen, external };
}

export const disclosesSpec = ({ spec }: { spec: { id: string } }): Disclosure => ({ specIds: [spec.id] });
