import type { SpecStatus } from "@groundplan/contract";
import { newId, now } from "../server/src/ids.ts";
import { textColumns } from "../server/src/modules/specs/derived-columns.ts";
import { openSqlite } from "../server/src/storage/sqlite.ts";
import { planRow, projectRow, specsPerPlan } from "./data-rows.ts";
import { kept } from "./data-sets.ts";
import { inserter } from "./inserter.ts";
import { type Data, databaseOf, withDatabase, withPerson } from "./service.ts";

/** States of a plan's specs; the last plans, 1 % of all, have specs that can be claimed. */
const states = ["elsewhere", "started", "blocked"] as const;
type State = (typeof states)[number] | "free";

const text = textColumns({ title: "Sign in with a key", content: "It is there.", effort: 2 });
const ready = 4;

/** Returns specs of which 99 % are blocked, started, or free in private plans of somebody else. */
export const choiceData = (specs: number): Promise<Data> =>
  kept(`choice-${specs}`, ["choice-data.ts", "data-rows.ts"], async (settings) => {
    const data = await withPerson(settings);
    fill(data, specs);
    await withDatabase(settings, async () => {}); // Runs the service's work on first opening.
    return data;
  });

function fill(data: Data, specs: number): void {
  const { raw: database } = openSqlite(databaseOf(data), "write");
  database.pragma("synchronous = off");
  const insert = inserter(database);
  const { workspaceId: workspace_id, userId: owner } = data.actor;
  const at = now();
  const [other, project_id] = [newId(), newId()];
  const plans = Math.ceil(specs / specsPerPlan);
  database.exec("begin");
  const unverified = { is_platform_admin: 0, is_proven: 1, created_at: at };
  insert("users", { id: other, email: "other@acme.example", name: "Other", ...unverified });
  insert("memberships", { workspace_id, user_id: other, role: "MEMBER", joined_at: at });
  insert("projects", projectRow({ workspace_id, id: project_id, slug: "web", name: "Web" }, at));
  for (let number = 1; number <= plans; number++) {
    const state: State = number > plans * 0.99 ? "free" : (states[number % states.length] ?? "blocked");
    const isElsewhere = state === "elsewhere";
    const free_readiness = isElsewhere || state === "free" ? ready : 0;
    const plan_id = newId();
    const plan = planRow(owner, { workspace_id, id: plan_id, number, project_id, free_readiness }, at);
    plan.status = "BUILDING";
    if (isElsewhere) Object.assign(plan, { visibility: "PRIVATE", owner_user_id: other, audience: other });
    insert("plans", plan);
    const ids = Array.from({ length: specsPerPlan }, newId);
    for (const [index, id] of ids.entries()) {
      const needed = state === "blocked" ? ids[index - 1] : undefined;
      const isStarted = state === "started" || (state === "blocked" && index === 0);
      const status: SpecStatus = isStarted ? "IN_PROGRESS" : "TODO";
      insert("specs", {
        workspace_id,
        id,
        plan_id,
        number: index + 1,
        ...text,
        revision: 1,
        status,
        parent_spec_id: null,
        readiness_set: ready,
        position: index,
        external_ref: null,
        open_questions: 0,
        awaits_review: 0,
        origin_suggestion: null,
        assignee_user_id: null,
        labels: "[]",
        priority: 0,
        due_date: null,
        open_needs: needed === undefined ? 0 : 1,
        cancelled_needs: 0,
        created_at: at,
        updated_at: at,
      });
      if (needed === undefined) continue;
      insert("dependencies", {
        workspace_id,
        id: newId(),
        kind: "spec",
        from_id: id,
        to_id: needed,
        from_plan_id: plan_id,
        to_plan_id: plan_id,
        from_number: index + 1,
        to_number: index,
        created_at: at,
      });
    }
    if (number % 1000 === 0) database.exec("commit; begin");
  }
  database.prepare("update workspaces set last_plan_number = ? where id = ?").run(plans, workspace_id);
  database.exec("commit");
  database.pragma("wal_checkpoint(truncate)");
  database.close();
}
