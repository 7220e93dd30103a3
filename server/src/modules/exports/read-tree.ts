import { exportLimits } from "@groundplan/contract";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { sortedBy } from "../../storage/sorted-by.ts";
import { readBeginnings } from "../context/texts.ts";
import { planHandle, specHandle } from "../handles.ts";
import { filesOfPlans, placesOfPlans } from "../imports/files/store.ts";
import { type PlanRow, plansReadableBy, readablePlanIds, rightToEdit } from "../plans/access.ts";
import { planIdsBelow } from "../plans/nesting.ts";
import type { Tree, TreePlan, TreeSource, TreeSpec } from "./tree.ts";

/** Reads a plan with its sub-plans. Throws 413 if their texts are longer than an export may be. */
export async function readTree(db: Db, actor: Actor, plan: PlanRow): Promise<Tree> {
  const { workspaceId } = actor;
  const ids = await planIdsBelow(db, plan);
  await refuseTooLong(db, workspaceId, ids);
  const plans = await plansReadableBy(db, actor)
    .where(isOneOf(db, "plans.id", ids))
    .orderBy("plans.position")
    .execute();
  const specs = Map.groupBy(await specsOf(db, workspaceId, ids), ({ plan_id }) => plan_id);
  const needs = await needsOf(db, actor, ids);
  const bases = new Map((await basesOf(db, workspaceId, ids)).map((base) => [base.item_id, base]));
  const mayReadFiles = rightToEdit(plan);
  const files = Map.groupBy(
    mayReadFiles ? await filesOfPlans(db, workspaceId, ids) : [],
    ({ plan_id }) => plan_id,
  );
  const places = Map.groupBy(
    mayReadFiles ? await placesOfPlans(db, workspaceId, ids) : [],
    ({ plan_id }) => plan_id,
  );
  const sources = Map.groupBy(await sourcesOf(db, workspaceId, ids), ({ plan_id }) => plan_id);
  const planOf = (row: (typeof plans)[number]): TreePlan => {
    const ownPlaces = places.get(row.id) ?? [];
    const placeOf = new Map(ownPlaces.map((place) => [place.item_id, place]));
    const place = (itemId: string) => placeOf.get(itemId) ?? null;
    const own = specs.get(row.id) ?? [];
    const ownSources = sources.get(row.id) ?? [];
    const here = new Set([row.id, ...own.map(({ id }) => id), ...ownSources.map(({ id }) => id)]);
    return {
      id: row.id,
      handle: planHandle(row.number),
      name: row.name,
      description: row.description ?? "",
      status: row.status,
      externalRef: row.external_ref,
      parentId: row.id === plan.id ? null : row.parent_plan_id,
      createdAt: row.created_at,
      specs: own.map((spec): TreeSpec => {
        const base = bases.get(spec.id) ?? null;
        return {
          id: spec.id,
          handle: specHandle(spec.number),
          title: spec.title,
          content: spec.content,
          status: spec.status,
          effort: spec.effort,
          externalRef: spec.external_ref,
          updatedAt: spec.updated_at,
          parentId: spec.parent_spec_id,
          needs: needs.of(spec.id),
          work: {
            assignee: spec.assignee_user_id !== null,
            labels: spec.labels !== "[]",
            priority: spec.priority > 0,
            dueDate: spec.due_date !== null,
          },
          base,
          place: place(spec.id),
        };
      }),
      sources: ownSources.map(
        (source): TreeSource => ({
          id: source.id,
          title: source.title,
          text: source.text,
          kind: source.kind,
          sourceKind: source.source_kind,
          folderPath: source.folder_path,
          place: place(source.id),
          base: source.base,
        }),
      ),
      base: bases.get(row.id) ?? null,
      place: place(row.id),
      files: (files.get(row.id) ?? []).map(({ path, file_id }) => ({ path, fileId: file_id })),
      gonePlaces: ownPlaces.filter(({ item_id }) => !here.has(item_id)),
    };
  };
  const byId = new Map(plans.map((row) => [row.id, row]));
  const [root, ...under] = ids.flatMap((id) => byId.get(id) ?? []).map(planOf);
  if (!root) throw new Error("a readable plan has vanished in a snapshot");
  return {
    workspaceId,
    projectName: await projectNameOf(db, plan),
    plans: [root, ...under],
    handleOf: needs.handleOf,
    refOf: needs.refOf,
  };
}

async function projectNameOf(db: Db, { workspace_id, project_id }: PlanRow): Promise<string> {
  const row = await db
    .selectFrom("projects")
    .select("name")
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", project_id)
    .executeTakeFirst();
  return row?.name ?? "";
}

async function refuseTooLong(db: Db, workspaceId: string, planIds: readonly string[]): Promise<void> {
  const sum = async (table: "specs" | "context_sources", size: RawBuilder<number>) => {
    const row = await db
      .selectFrom(table as "specs")
      .select(sql<number | string>`coalesce(sum(${size}), 0)`.as("bytes"))
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(db, "plan_id", planIds))
      .executeTakeFirst();
    return Number(row?.bytes ?? 0);
  };
  const bytes =
    (await sum("specs", sql`octet_length(content)`)) + (await sum("context_sources", sql`text_chars`));
  if (bytes > exportLimits.bytes)
    throw new ApiError(
      "payload_too_large",
      `The plan's texts have ${Math.ceil(bytes / 1024 / 1024)} MiB, more than an export may have (${exportLimits.bytes / 1024 / 1024} MiB). Export its sub-plans one by one.`,
    );
}

const specsOf = (db: Db, workspaceId: string, planIds: readonly string[]) =>
  db
    .selectFrom("specs")
    .select(["id", "plan_id", "number", "title", "content", "status", "effort", "external_ref"])
    .select(["parent_spec_id", "assignee_user_id", "labels", "priority", "due_date", "updated_at"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", planIds))
    .orderBy("position")
    .execute();

const basesOf = (db: Db, workspaceId: string, planIds: readonly string[]) =>
  db
    .selectFrom("imported")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", planIds))
    .execute();

/** Returns the needs of specs in these plans, as far as the actor can read them. */
async function needsOf(db: Db, actor: Actor, planIds: readonly string[]) {
  const rows = await db
    .selectFrom("dependencies")
    .select(["from_id", "to_id", "to_plan_id", "to_number"])
    .where("workspace_id", "=", actor.workspaceId)
    .where("kind", "=", "spec")
    .where(isOneOf(db, "from_plan_id", planIds))
    .orderBy("to_number")
    .execute();
  const targets = [...new Set(rows.map(({ to_plan_id }) => to_plan_id))];
  const readable = await readablePlanIds(db, actor, targets);
  const numbers = await db
    .selectFrom("plans")
    .select(["id", "number"])
    .where("workspace_id", "=", actor.workspaceId)
    .where(isOneOf(db, "id", targets))
    .execute();
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]));
  const seen = rows.filter(({ to_plan_id }) => readable.has(to_plan_id));
  const refs = await refsOf(db, actor.workspaceId, [...new Set(seen.map(({ to_id }) => to_id))]);
  const ofSpec = Map.groupBy(seen, ({ from_id }) => from_id);
  const handles = new Map(
    seen.map(({ to_id, to_plan_id, to_number }) => [
      to_id,
      `${planHandle(numberOf.get(to_plan_id) ?? 0)}/${specHandle(to_number ?? 0)}`,
    ]),
  );
  return {
    of: (specId: string) => (ofSpec.get(specId) ?? []).map(({ to_id }) => to_id),
    handleOf: (specId: string) => handles.get(specId) ?? specId,
    refOf: (specId: string) => refs.get(specId) ?? handles.get(specId) ?? specId,
  };
}

/** Returns the references by which specs were imported, else their current ones. */
async function refsOf(db: Db, workspaceId: string, specIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("specs")
    .leftJoin("imported", (join) =>
      join
        .onRef("imported.workspace_id", "=", "specs.workspace_id")
        .onRef("imported.item_id", "=", "specs.id"),
    )
    .select(["specs.id", "specs.external_ref", "imported.external_ref as imported_ref"])
    .where("specs.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "specs.id", specIds))
    .execute();
  return new Map(
    rows.flatMap(({ id, external_ref, imported_ref }) => {
      const ref = imported_ref ?? external_ref;
      return ref === null ? [] : [[id, ref] as const];
    }),
  );
}

async function sourcesOf(db: Db, workspaceId: string, planIds: readonly string[]) {
  const unordered = await db
    .selectFrom("context_sources")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "place_id", planIds))
    .execute();
  const rows = sortedBy(unordered, "id");
  const bases = await db
    .selectFrom("imported_sources")
    .select(["source_id", "title", "text"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", planIds))
    .execute();
  const baseOf = new Map(bases.map((base) => [base.source_id, base]));
  const texts = await readBeginnings(
    db,
    rows
      .filter(({ text_revision }) => text_revision > 0)
      .map(({ id: sourceId, text_revision: revision, text_chars: count }) => ({
        workspaceId,
        sourceId,
        revision,
        count,
      })),
  );
  return rows.map((row) => ({ ...row, text: texts.get(row.id) ?? "", base: baseOf.get(row.id) ?? null }));
}
