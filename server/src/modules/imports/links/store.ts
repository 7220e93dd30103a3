import type { Actor } from "../../../actor.ts";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import { readablePlanIds } from "../../plans/access.ts";
import type { FoundRef } from "./found-ref.ts";

/** Returns specs of a project by their current or imported reference, in plans that the actor can read. */
export async function specsOfRefs(
  db: Db,
  actor: Actor,
  projectId: string,
  refs: readonly string[],
): Promise<Map<string, FoundRef>> {
  if (refs.length === 0) return new Map();
  const rows = await db
    .selectFrom("imported")
    .innerJoin("specs", (join) =>
      join
        .onRef("specs.workspace_id", "=", "imported.workspace_id")
        .onRef("specs.id", "=", "imported.item_id"),
    )
    .innerJoin("plans", (join) =>
      join
        .onRef("plans.workspace_id", "=", "specs.workspace_id")
        .onRef("plans.id", "=", "specs.plan_id")
        .on("plans.project_id", "=", projectId),
    )
    .select(["imported.external_ref as ref", "specs.id", "specs.plan_id", "plans.archived_at"])
    .where("imported.workspace_id", "=", actor.workspaceId)
    .where(isOneOf(db, "imported.external_ref", refs))
    .orderBy("specs.id", "desc")
    .execute();
  const readable = await readablePlanIds(db, actor, [...new Set(rows.map(({ plan_id }) => plan_id))]);
  return new Map(
    rows
      .filter(({ plan_id }) => readable.has(plan_id))
      .map(({ ref, id, plan_id, archived_at }) => [
        ref,
        { id, plan: { workspace_id: actor.workspaceId, id: plan_id, archived_at } },
      ]),
  );
}

/** Returns each spec's needs, in any plan. */
export async function needsOfSpecs(db: Db, workspaceId: string, specIds: readonly string[]) {
  const rows =
    specIds.length === 0
      ? []
      : await db
          .selectFrom("dependencies")
          .selectAll()
          .where("workspace_id", "=", workspaceId)
          .where(isOneOf(db, "from_id", specIds))
          .execute();
  const ofSpec = Map.groupBy(rows, ({ from_id }) => from_id);
  return (specId: string | null) => ofSpec.get(specId ?? "") ?? [];
}

export async function removeNeeds(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("dependencies")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", ids))
    .execute();
}

/** Returns the specs of plans with their parents, and references as imported or else current. */
export async function parentsIn(db: Db, workspaceId: string, planIds: readonly string[]) {
  if (planIds.length === 0) return [];
  return db
    .selectFrom("specs")
    .leftJoin("imported", (join) =>
      join
        .onRef("imported.workspace_id", "=", "specs.workspace_id")
        .onRef("imported.item_id", "=", "specs.id"),
    )
    .select(["specs.id", "specs.plan_id", "specs.parent_spec_id"])
    .select((builder) => builder.fn.coalesce("specs.external_ref", "imported.external_ref").as("ref"))
    .where("specs.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "specs.plan_id", planIds))
    .execute();
}

export type LinkBase = { needs?: string; parent_ref?: string | null };

/** Sets the last imported needs and parents of specs by id, whose rows stay otherwise. */
export async function setLinkBases(
  tx: Tx,
  workspaceId: string,
  bases: ReadonlyMap<string, LinkBase>,
): Promise<void> {
  // Specs with the same needs, often none, are set together.
  const groups = Map.groupBy(bases, ([, base]) => JSON.stringify(base));
  for (const group of groups.values()) {
    const [, base] = group[0] ?? ["", {}];
    await tx
      .updateTable("imported")
      .set(base)
      .where("workspace_id", "=", workspaceId)
      .where(
        isOneOf(
          tx,
          "item_id",
          group.map(([id]) => id),
        ),
      )
      .execute();
  }
}
