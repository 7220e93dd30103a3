import { indexDocument } from "../../full-text/index-document.ts";
import type { Tx } from "../../storage/dialect.ts";
import { planHandle } from "../handles.ts";

/** Indexes a plan's current state, within the transaction of every change. */
export async function indexPlan(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const plan = await tx
    .selectFrom("plans")
    .select(["number", "name", "description", "external_ref"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!plan) return;
  const names = [planHandle(plan.number), plan.external_ref];
  await indexDocument(tx, {
    workspaceId,
    kind: "plan",
    id,
    planId: id,
    names,
    title: plan.name,
    text: plan.description ?? "",
  });
}
