import type { Spec, SpecStatus, SpecWithCriteria } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";
import { only } from "../../storage/only.ts";
import { connectorProviders } from "../connectors/catalog.ts";
import { specHandle } from "../handles.ts";
import type { SpecRow } from "./access.ts";
import { acceptanceCriteria } from "./criteria/index.ts";
import { danglingOf, readinessOf } from "./grade.ts";
import { needsOf } from "./needs.ts";
import { externalsOf, specNumbers } from "./store.ts";

/** Effort 1–2 Low, 3 Med, 4–5 High; readiness 1–2 Rough, 3 Shaping, 4–5 Ready (decisions section 3, labels). */
const effortLabels = ["Low", "Low", "Med", "High", "High"] as const;
const readinessLabels = ["Rough", "Rough", "Shaping", "Ready", "Ready"] as const;

export const readinessLabel = (grade: number) => readinessLabels[grade - 1] ?? "Rough";

/** Specs as lists show them, with at most two queries for any number of them: their needs and their parents. */
export async function presentSpecs(db: Db, workspaceId: string, rows: readonly SpecRow[]): Promise<Spec[]> {
  const needs = await needsOf(db, workspaceId, rows);
  const parentIds = rows.flatMap((row) => row.parent_spec_id ?? []);
  const parents = parentIds.length > 0 ? await specNumbers(db, workspaceId, parentIds) : [];
  const parentNumber = new Map(parents.map((parent) => [parent.id, parent.number]));
  return rows.map((row) => {
    const needed = needs(row);
    const readiness = readinessOf(row, danglingOf(needed));
    const parent = row.parent_spec_id === null ? undefined : parentNumber.get(row.parent_spec_id);
    return {
      id: row.id,
      shortId: specHandle(row.number),
      title: row.title,
      content: row.content,
      status: row.status as SpecStatus,
      parentSpecId: row.parent_spec_id,
      parentShortId: parent === undefined ? null : specHandle(parent),
      needsFirst: needed.map((need) => specHandle(need.number)),
      effort: row.effort,
      effortLabel: row.effort === null ? null : (effortLabels[row.effort - 1] ?? null),
      readiness,
      readinessLabel: readinessLabel(readiness),
      revision: row.revision,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  });
}

/** A single spec, with its acceptance criteria and where trackers have it. */
export async function presentSpec(db: Db, row: SpecRow): Promise<SpecWithCriteria> {
  const spec = only(await presentSpecs(db, row.workspace_id, [row]));
  const criteria = acceptanceCriteria(row.content);
  const externals = await externalsOf(db, row);
  return {
    ...spec,
    acceptanceCriteria: criteria,
    doneWhen: criteria.map((criterion) => criterion.text),
    external: externals.flatMap((external) => {
      const provider = connectorProviders.get(external.connector_id);
      const { external_key: key, external_url: url } = external;
      return provider && key !== null && url !== null ? [{ provider, key, url }] : [];
    }),
  };
}
