import type { Actor } from "../../../actor.ts";
import { takeTurns } from "../../../dispatch/concurrency/take-turns.ts";
import { appendEvents } from "../../../events/append.ts";
import { newId, now } from "../../../ids.ts";
import { revisionRow } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { CopiedPlan } from "../../plans/copy-plans.ts";
import type { SpecRow } from "../access.ts";
import { textColumns } from "../derived-columns.ts";
import { specEvent } from "../events.ts";
import { labelIdsOf } from "../labels-of-specs.ts";
import { parentsFirst } from "../parents-first.ts";
import { insertSpecs, specsOfIds } from "../store.ts";
import { inOrder } from "./written-specs.ts";

/** Specs in memory with their texts, of at most 256 KB each. */
const atOnce = 50;

/** Returns the texts of new documents, in the same order. */
type OwnTexts = (texts: readonly { documentId: string; text: string }[]) => Promise<string[]>;

/**
 * Copies all specs of a plan into its empty copy, without what belongs to their work. They keep their numbers, so
 * that handles in their texts name the copies. Returns the copies' ids by those of the originals.
 */
export async function copySpecs(
  tx: Tx,
  actor: Actor,
  plan: CopiedPlan,
  ownTexts: OwnTexts,
): Promise<Map<string, string>> {
  const specs = await tx
    .selectFrom("specs")
    .select(["id", "number", "parent_spec_id"])
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.from)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const copies = new Map(specs.map(({ id }) => [id, newId()]));
  const labels = await labelsOf(tx, plan);
  const ids = parentsFirst(specs, (spec) => spec.parent_spec_id).map(({ id }) => id);
  const turn = takeTurns();
  for (let from = 0; from < ids.length; from += atOnce) {
    await turn();
    const some = ids.slice(from, from + atOnce);
    const originals = await specsOfIds(tx, { workspace_id: plan.workspace_id, id: plan.from }, some);
    await insertCopies(
      tx,
      actor,
      plan,
      inOrder(some, originals, ({ id }) => id),
      { copies, labels, ownTexts },
    );
  }
  await tx
    .updateTable("plans")
    .set({
      last_spec_number: specs.reduce((last, { number }) => Math.max(last, number), 0),
      spec_count: specs.length,
    })
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .execute();
  return copies;
}

interface Copying {
  copies: ReadonlyMap<string, string>;
  /** Labels that there are, of which specs may name deleted ones. */
  labels: ReadonlySet<string>;
  ownTexts: OwnTexts;
}

async function labelsOf(tx: Tx, { workspace_id }: CopiedPlan): Promise<Set<string>> {
  const rows = await tx.selectFrom("labels").select("id").where("workspace_id", "=", workspace_id).execute();
  return new Set(rows.map(({ id }) => id));
}

async function insertCopies(
  tx: Tx,
  actor: Actor,
  plan: CopiedPlan,
  originals: readonly SpecRow[],
  { copies, labels, ownTexts }: Copying,
): Promise<void> {
  const copyOf = (id: string) => {
    const copy = copies.get(id);
    if (copy === undefined) throw new Error("a spec was not among those to copy");
    return copy;
  };
  const texts = await ownTexts(
    originals.map(({ id, content }) => ({ documentId: copyOf(id), text: content })),
  );
  const timestamp = now();
  const rows = originals.map((original, at): SpecRow => {
    const content = texts[at] ?? original.content;
    const { title, effort, readiness_computed, text_hash } = original;
    const text =
      content === original.content
        ? { title, content, effort, readiness_computed, text_hash }
        : textColumns({ title, content, effort });
    return {
      workspace_id: plan.workspace_id,
      id: copyOf(original.id),
      plan_id: plan.id,
      number: original.number,
      ...text,
      revision: 1,
      status: "TODO",
      parent_spec_id: original.parent_spec_id === null ? null : copyOf(original.parent_spec_id),
      readiness_set: original.readiness_set,
      assignee_user_id: null,
      labels: JSON.stringify(labelIdsOf(original).filter((id) => labels.has(id))),
      priority: original.priority,
      due_date: null,
      position: original.position,
      external_ref: null,
      open_questions: 0,
      open_needs: 0,
      cancelled_needs: 0,
      awaits_review: 0,
      origin_suggestion: null,
      created_at: timestamp,
      updated_at: timestamp,
    };
  });
  const revisions = rows.map((row) =>
    revisionRow(actor, { subjectId: row.id, revision: 1, title: row.title, text: row.content }),
  );
  await insertSpecs(tx, rows, revisions);
  await appendEvents(
    tx,
    actor,
    rows.map((row) => specEvent("spec.created", plan, row)),
  );
}
