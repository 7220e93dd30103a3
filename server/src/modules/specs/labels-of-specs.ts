import type { SpecLabel } from "@groundplan/contract";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { SpecRow } from "./access.ts";

export const labelIdsOf = ({ labels }: Pick<SpecRow, "labels">): string[] => JSON.parse(labels) as string[];

/** Returns a function that returns a spec's labels by name; one query for all. */
export async function labelsOfSpecs(
  db: Db,
  workspaceId: string,
  rows: readonly Pick<SpecRow, "labels">[],
): Promise<(row: Pick<SpecRow, "labels">) => SpecLabel[]> {
  const ids = new Set(rows.flatMap((row) => (row.labels === "[]" ? [] : labelIdsOf(row))));
  if (ids.size === 0) return () => [];
  const labels = await db
    .selectFrom("labels")
    .select(["id", "name", "color"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", [...ids]))
    .orderBy("name_folded")
    .execute();
  return (row) => {
    const own = new Set(row.labels === "[]" ? [] : labelIdsOf(row));
    return labels.filter(({ id }) => own.has(id));
  };
}
