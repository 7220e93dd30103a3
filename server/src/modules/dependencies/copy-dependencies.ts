import type { NewEvent } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import { sortedBy } from "../../storage/sorted-by.ts";
import type { PlanRow } from "../plans/access.ts";
import { aboutDependency } from "./events.ts";
import { insertRows } from "./write-dependencies.ts";

/** The copy of a plan, or of a spec in one. */
interface Copy {
  id: string;
  plan: Pick<PlanRow, "id" | "project_id">;
}

/** Copied plans and specs looked at together; a spec has at most 100 needs. */
const atOnce = 100;

/**
 * Copies the needs between originals, given by their ids. Specs must have kept their numbers. Returns the events of
 * needs between plans; those within one come with their specs.
 */
export async function copyDependencies(
  tx: Tx,
  workspaceId: string,
  copies: ReadonlyMap<string, Copy>,
): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const originals = [...copies.keys()];
  for (let at = 0; at < originals.length; at += atOnce) {
    const needs = await tx
      .selectFrom("dependencies")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "from_id", originals.slice(at, at + atOnce)))
      .execute();
    const rows = sortedBy(needs, "id").flatMap((need) => {
      const [from, to] = [copies.get(need.from_id), copies.get(need.to_id)];
      if (!from || !to) return [];
      const row = {
        workspace_id: workspaceId,
        id: newId(),
        kind: need.kind,
        from_id: from.id,
        to_id: to.id,
        from_plan_id: from.plan.id,
        to_plan_id: to.plan.id,
        from_number: need.from_number,
        to_number: need.to_number,
        created_at: now(),
      };
      if (from.plan.id !== to.plan.id)
        events.push({ type: "dependency.created", ...aboutDependency(from.plan, row) });
      return [row];
    });
    await insertRows(tx, rows);
  }
  return events;
}
