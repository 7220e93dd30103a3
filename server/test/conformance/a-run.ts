import type { RunState } from "@groundplan/contract";
import { sql } from "kysely";
import { newId, now } from "../../src/ids.ts";
import { withRows } from "../own-connection.ts";
import type { World } from "../world.ts";
import type { Place } from "./place.ts";

/** Adds a run of the place's owner that no job works on, with a question that is open while it waits. */
export async function aRun(
  { projectSlug, planShortId, owner }: Pick<Place, "projectSlug" | "planShortId" | "owner">,
  world: World,
  state: RunState,
): Promise<{ runId: string; stepId: string }> {
  const { plan } = (await owner.get(`/v1/projects/${projectSlug}/plans/${planShortId}`)).body;
  const workspaceId = (await owner.get("/v1/me")).body.workspace.id;
  const [runId, stepId, at] = [newId(), newId(), now()];
  const started = { credentialId: "gone", credentialKind: "api_key", signedInAt: null, scope: "write" };
  await withRows(world, async (db) => {
    const of = { workspace_id: workspaceId, created_at: at, updated_at: at };
    await db
      .insertInto("runs")
      .values({
        ...of,
        id: runId,
        plan_id: plan.id,
        root_plan_id: plan.id,
        user_id: owner.userId,
        credential: JSON.stringify(started),
        task: "draft",
        prompt: "Plan it.",
        state,
        model_id: "operator",
        model_name: "small",
        model_scope: "operator",
        price_in: null,
        price_out: null,
        currency: "",
        sources: "[]",
        skills: "[]",
        most_tokens: 200_000,
        most_cost: null,
        most_minutes: 10,
        most_steps: 24,
        mark: "0a1b2c",
        opening: null,
        last_step: 1,
        calls: 0,
        input_tokens: 0,
        output_tokens: 0,
        cost_micros: 0,
        counted_tokens: 0,
        told_tokens: 0,
        worked_ms: 0,
        working_since: null,
        suggestion_id: null,
        error: null,
        ended_at: state === "stopped" ? at : null,
      })
      .execute();
    await db
      .insertInto("run_steps")
      .values({
        ...of,
        run_id: runId,
        n: 1,
        id: stepId,
        kind: "ask",
        state: "open",
        title: "Asked a question",
        detail: "Who pays?",
        data: JSON.stringify({ tool: "ask", question: { text: "Who pays?", options: ["Guests"] } }),
        call_id: "call_1",
        input_tokens: 0,
        output_tokens: 0,
        reserved: 0,
        counted: 0,
        shared: 0,
        request: "{}",
        answer: "",
      })
      .execute();
  });
  return { runId, stepId };
}

/** Ends the owner's runs that are at work, so that another one may start. */
export async function endRuns({ owner }: Place, world: World): Promise<void> {
  const workspaceId = (await owner.get("/v1/me")).body.workspace.id;
  await withRows(world, async (db) => {
    await db
      .updateTable("runs")
      .set({ state: "stopped", ended_at: now() })
      .where("workspace_id", "=", workspaceId)
      .where(sql<boolean>`state in ('queued', 'running')`)
      .execute();
  });
}
