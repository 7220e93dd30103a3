import { join } from "node:path";
import { eventHash } from "../server/src/events/hash.ts";
import { newId, now } from "../server/src/ids.ts";
import { textColumns } from "../server/src/modules/specs/derived-columns.ts";
import { revisionRow } from "../server/src/revisions/revisions.ts";
import { openSqlite } from "../server/src/storage/sqlite.ts";
import type { Tables } from "../server/src/storage/tables.ts";
import { inserter } from "./inserter.ts";
import { type Data, folder, withDatabase } from "./service.ts";
import { specText } from "./texts.ts";

export const specsPerPlan = 50;
const projects = 20;
const people = 100;
const labels = 20;
const rowsPerTransaction = 10_000;

export const planPath = (number: number) => `/v1/projects/p${number % projects}/plans/PLAN-${number}`;

/** Inserts rows as the service would have: a million specs per minute. */
export async function fillWithPlans({ settings, actor }: Data, specs: number): Promise<void> {
  const { raw: database } = openSqlite(join(settings[folder] ?? "", "groundplan.db"), "write");
  database.pragma("synchronous = off");
  database.pragma("cache_size = -200000");
  const insert = inserter(database);
  const workspace_id = actor.workspaceId;
  const at = now();

  database.exec("begin");
  const personIds = Array.from({ length: people }, newId);
  for (const [person, id] of personIds.entries()) {
    const email = `person${person}@acme.example`;
    insert("users", {
      id,
      email,
      name: `Person ${person}`,
      is_platform_admin: 0,
      is_proven: 1,
      created_at: at,
    });
    insert("memberships", { workspace_id, user_id: id, role: "MEMBER", joined_at: at });
  }
  const projectIds = Array.from({ length: projects }, (_, number) => {
    const id = newId();
    insert("projects", projectRow({ workspace_id, id, slug: `p${number}`, name: `Project ${number}` }, at));
    return id;
  });
  const labelIds = Array.from({ length: labels }, (_, number) => {
    const id = newId();
    const [name, name_folded] = [`Label ${number}`, `label ${number}`];
    insert("labels", {
      workspace_id,
      id,
      name,
      name_folded,
      color: "#336699",
      created_at: at,
      updated_at: at,
    });
    return id;
  });
  const texts = Array.from({ length: projects }, (_, number) =>
    textColumns({
      title: `Spec ${number}`,
      content: specText(number).slice(0, 600),
      effort: (number % 5) + 1,
    }),
  );
  const newest = Date.parse(at);

  const free_readiness = Math.max(...texts.map(({ readiness_computed }) => readiness_computed));

  let { seq, hash } = database
    .prepare<string, { seq: number; hash: string }>(
      "select seq, hash from event_heads where workspace_id = ?",
    )
    .get(workspace_id) ?? { seq: 0, hash: "" };
  const event = (
    type: string,
    subject_id: string,
    project_id: string,
    plan_id: string,
    handles: Pick<Tables["events"], "plan_number" | "spec_number">,
  ) => {
    const by = { actor_user_id: actor.userId, credential_id: actor.credentialId };
    const row = {
      workspace_id,
      seq: ++seq,
      type,
      ...by,
      project_id,
      plan_id,
      subject_id,
      data: "{}",
      created_at: at,
      project_slug: `p${(handles.plan_number ?? 0) % projects}`,
      ...handles,
      readers: null,
      told: null,
    };
    hash = eventHash(hash, row);
    insert("events", { ...row, hash });
  };

  const plans = Math.ceil(specs / specsPerPlan);
  for (let number = 1; number <= plans; number++) {
    const plan_id = newId();
    const project_id = projectIds[number % projects] ?? "";
    insert(
      "plans",
      planRow(actor.userId, { workspace_id, id: plan_id, number, project_id, free_readiness }, at),
    );
    insert(
      "revisions",
      revisionRow(actor, { subjectId: plan_id, revision: 1, title: `Plan ${number}`, text: "" }),
    );
    event("plan.created", plan_id, project_id, plan_id, { plan_number: number, spec_number: null });
    for (let spec = 1; spec <= specsPerPlan; spec++) {
      const id = newId();
      const text = texts[(number + spec) % texts.length];
      if (!text) continue;
      const rest = {
        revision: 1,
        parent_spec_id: null,
        readiness_set: null,
        position: spec,
        external_ref: null,
        open_questions: 0,
        open_needs: 0,
        cancelled_needs: 0,
        awaits_review: 0,
        origin_suggestion: null,
      };
      const count = (number - 1) * specsPerPlan + spec;
      const label_id = count % 4 === 0 ? labelIds[(count / 4) % labels] : undefined;
      const changedAt = new Date(newest - (specs - count) * 1000).toISOString();
      insert("specs", {
        workspace_id,
        id,
        plan_id,
        number: spec,
        ...text,
        ...rest,
        ...workOf(count),
        assignee_user_id: (count % 10 < 3 && personIds[count % people]) || null,
        labels: JSON.stringify(label_id === undefined ? [] : [label_id]),
        created_at: changedAt,
        updated_at: changedAt,
      });
      insert(
        "revisions",
        revisionRow(actor, { subjectId: id, revision: 1, title: text.title, text: text.content }),
      );
      event("spec.created", id, project_id, plan_id, { plan_number: number, spec_number: spec });
      if (count % rowsPerTransaction === 0) database.exec("commit; begin");
    }
  }
  database.prepare("update workspaces set last_plan_number = ? where id = ?").run(plans, workspace_id);
  database
    .prepare("update event_heads set seq = ?, hash = ? where workspace_id = ?")
    .run(seq, hash, workspace_id);
  database.exec("commit");
  database.pragma("wal_checkpoint(truncate)");
  database.close();
  await withDatabase(settings, async () => {}); // Runs the service's work on first opening.
}

/** Returns the fields by which lists are filtered, spread over the specs by their number. */
const workOf = (count: number): Pick<Tables["specs"], "status" | "priority" | "due_date"> => ({
  status: count % 7 === 0 ? "DONE" : count % 11 === 0 ? "IN_PROGRESS" : "TODO",
  priority: count % 5,
  due_date:
    count % 6 === 0 ? new Date(Date.UTC(2026, 0, 1 + (count % 365))).toISOString().slice(0, 10) : null,
});

export const projectRow = (
  row: Pick<Tables["projects"], "workspace_id" | "id" | "slug" | "name">,
  at: string,
): Tables["projects"] => ({
  ...row,
  tracker_provider: null,
  tracker_target: null,
  tracker_references: null,
  tracker_statuses: null,
  tracker_details: null,
  tracker_fields: null,
  tracker_required_fields: null,
  evidence_policy: null,
  reviewer_policy: null,
  archived_at: null,
  created_at: at,
  updated_at: at,
});

export const planRow = (
  owner_user_id: string,
  row: Pick<Tables["plans"], "workspace_id" | "id" | "number" | "project_id" | "free_readiness">,
  at: string,
): Tables["plans"] => ({
  ...row,
  parent_plan_id: null,
  root_plan_id: row.id,
  name: `Plan ${row.number}`,
  name_folded: `plan ${row.number}`,
  description: null,
  has_open_questions: 0,
  template: 0,
  revision: 1,
  status: "PLANNING",
  visibility: "TEAM",
  owner_user_id,
  lead_user_id: null,
  target_date: null,
  position: row.number,
  last_spec_number: specsPerPlan,
  spec_count: specsPerPlan,
  external_ref: null,
  archived_at: null,
  archived_with: null,
  audience: "TEAM",
  open_needs: 0,
  waits: 0,
  has_open_specs: 1,
  created_at: at,
  updated_at: at,
});
