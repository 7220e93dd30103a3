import type { ClientBase } from "pg";

const rows = 6000;

/** Tables with a few rows per workspace or person, which get a tenth of the rows. */
export const small = [
  ...[
    "workspaces",
    "workspace_storage",
    "event_heads",
    "data_keys",
    "connections",
    "tracker_limits",
    "tracker_polls",
  ],
  ...["users", "memberships", "passwords", "api_keys", "invites", "shares", "inbox_settings", "webhooks"],
  ...["subscriptions", "push_keys", "devices"],
  ...["mcp_servers", "connector_toolsets", "registered_clients", "models", "labels", "views"],
  ...[
    "projects",
    "repositories",
    "instructions",
    "formats",
    "skills",
    "migrations",
    "canaries",
    "search_filled",
    "search_dropped",
  ],
];

/** The workspace's active pushes and plan dependencies, both few. */
export const smallIndexes = [
  ...["pushes_active", "dependencies_of_plans"],
  ...["claims_held", "claims_held_of_plan", "claims_by_end", "claims_by_credential"], // A workspace holds 2,000 at most.
  "runs_at_work", // Four of a workspace at most.
];
/** Acts on members, which a job soon moves to the workspace's history. */
export const smallTable = "person_events";

const each = (names: readonly string[], value: string) =>
  Object.fromEntries(names.map((name) => [name, value]));
const texts = (...names: string[]) => each(names, "''");
const zeros = (...names: string[]) => each(names, "0");
const times = (...names: string[]) => each(names, "'2026-01-01T00:00:00.000Z'");

const aWorkspace = "(select workspace_id from plans limit 1)";

/** SQL of the columns that differ between rows; the rest copy `one.first`. `n` counts from 1. */
const columns: Record<string, Record<string, string>> = {
  workspaces: { id: "'workspace-' || n", slug: "'workspace-' || n" },
  event_heads: { workspace_id: "'workspace-' || n" },
  workspace_storage: { workspace_id: "'workspace-' || n" },
  data_keys: { workspace_id: "'workspace-' || n" },
  connections: { workspace_id: "'workspace-' || n", id: "'connection-' || n" },
  tracker_limits: {
    workspace_id: "'workspace-' || n",
    connection_id: "'connection'",
    name: "'calls'",
    used: "0",
  },
  tracker_polls: {
    workspace_id: "'workspace-' || n",
    connection_id: "'connection'",
    target: "'target'",
    since: "'2026-01-01'",
  },
  users: { id: "'user-' || n", email: "n || '@many.example'" },
  memberships: { user_id: "'user-' || n", role: "'MEMBER'" },
  api_keys: { id: "'key-' || n", secret_hash: "'hash-' || n", user_id: "'user-' || n % 1000 + 1" },
  invites: {
    id: "'invite-' || n",
    status: "'ACCEPTED'",
    email: "n || '@invited.example'",
    secret_hash: "'hash-' || n",
  },
  passwords: { user_id: "'user-' || n", hash: "'hash'", changed_at: "'2026-01-01'" },
  sessions: { id: "'session-' || n", user_id: "'user-' || n % 1000 + 1", secret_hash: "'hash-' || n" },
  known_senders: { user_id: "'user-' || n % 1000 + 1", sender: "'sender-' || n", seen_at: "'2026-01-01'" },
  known_browsers: { browser_hash: "'hash-' || n", user_id: "'user-' || n % 1000 + 1" },
  links: {
    secret_hash: "'hash-' || n",
    kind: "'reset'",
    user_id: "'user-' || n % 1000 + 1",
    created_at: "'2026-01-01'",
    expires_at: "'2026-01-02'",
  },
  access_tokens: {
    secret_hash: "'hash-' || n",
    user_id: "'user-' || n % 1000 + 1",
    connection_id: "'connection-' || n",
  },
  oauth_connections: { id: "'connection-' || n", user_id: "'user-' || n % 1000 + 1" },
  refresh_answers: {
    workspace_id: "(select workspace_id from oauth_connections limit 1)",
    connection_id: "'connection-' || n",
    used_hash: "'hash-' || n",
    sealed: "'sealed'",
    expires_at: "'2026-01-01'",
  },
  oauth_artifacts: { id_hash: "'hash-' || n", connection_id: "'connection-' || n" },
  projects: {
    workspace_id: "case when n <= 100 then (one.first).workspace_id else 'workspace-' || n end",
    id: "'project-' || n",
    slug: "'project-' || n",
  },
  instructions: { id: "'instructions-' || n", project_id: "'project-' || n" },
  instruction_proposals: { id: "'proposal-' || n", instructions_id: "'instructions-' || n % 1000 + 1" },
  formats: { id: "'format-' || n", project_id: "'project-' || n" },
  context_sources: {
    id: "'source-' || n",
    place_id: "'project-' || n % 100 + 1",
    project_id: "'project-' || n % 100 + 1",
    plan_id: "'plan-' || n % 500 + 1",
    title: "'Source ' || n",
    file_id: "'file-' || n",
  },
  context_texts: { source_id: "'source-' || n" },
  context_unused: { plan_id: "'plan-' || n % 500 + 1", source_id: "'source-' || n" },
  threads: {
    id: "'thread-' || n",
    document_id: "'spec-' || n % 1000 + 1",
    plan_id: "'plan-' || n % 500 + 1",
    project_id: "'project-' || n % 100 + 1",
    kind: "'question'",
    blocking: "1",
  },
  anchors: { id: "'thread-' || n", document_id: "'spec-' || n % 1000 + 1" },
  suggestions: {
    id: "'suggestion-' || n",
    document_id: "'spec-' || n % 1000 + 1",
    plan_id: "'plan-' || n % 500 + 1",
    project_id: "'project-' || n % 100 + 1",
    hunks: "'[]'",
  },
  thread_people: { thread_id: "'thread-' || n % 1000 + 1", user_id: "'user-' || n" },
  comments: { id: "'comment-' || n", thread_id: "'thread-' || n % 1000 + 1", number: "n" },
  search_documents: { id: "n + 100000", document_id: "'document-' || n" },
  search_terms: { document: "n + 100000" },
  files: { id: "'file-' || n", sha256: "'hash-' || n" },
  document_files: {
    id: "'picture-' || n",
    document_id: "'spec-' || n % 1000 + 1",
    file_id: "'file-' || n",
    discussion_plan_id: "null",
    unshown_since: "null",
    removed_at: "null",
  },
  file_pieces: { file_id: "'file-' || n" },
  skills: { id: "'skill-' || n", project_id: "'project-' || n % 100 + 1", slug: "'skill-' || n" },
  skill_files: { skill_id: "'skill-' || n % 1000 + 1", path: "'file-' || n", file_id: "'file-' || n" },
  prototypes: { plan_id: "'plan-' || n" },
  prototype_files: { plan_id: "'plan-' || n % 1000 + 1", path: "'file-' || n", file_id: "'file-' || n" },
  prototype_shares: {
    id: "'share-' || n",
    plan_id: "'plan-' || n % 1000 + 1",
    token_hash: "'hash-' || n",
    expires_at: "'2999-01-01'",
  },
  read_links: {
    id: "'link-' || n",
    plan_id: "'plan-' || n % 1000 + 1",
    spec_id: "''",
    token_hash: "'read-' || n",
    created_by: "null",
  },
  repositories: { id: "'repository-' || n", project_id: "'project-' || n % 100 + 1" },
  plans: {
    id: "'plan-' || n",
    number: "n + 100000",
    project_id: "'project-' || n % 100 + 1",
    position: "n",
    root_plan_id: "'plan-' || n",
    visibility: "case n % 4 when 0 then 'PRIVATE' else 'TEAM' end",
    external_ref: "null",
  },
  shares: { plan_id: "'plan-' || n", user_id: "'user-' || n" },
  specs: {
    id: "'spec-' || n",
    assignee_user_id: "case when n % 2 = 0 then 'user-' || n % 1000 + 1 end",
    plan_id: "'plan-' || n % 500 + 1",
    number: "n + 1000",
    position: "n",
    status: "case n % 4 when 0 then 'TODO' else 'DONE' end",
  },
  deleted_specs: {
    id: "'spec-' || n + 100000",
    plan_id: "'plan-' || n % 500 + 1",
    number: "n + 100000",
    parent_spec_id: "'spec-' || n",
    deleted_at: "'2999-01-01T00:00:00.000Z'",
    external_ref: "'deleted-' || n",
  },
  released_children: { spec_id: "'spec-' || n + 100000", child_id: "'spec-' || n" },
  deleted_dependencies: {
    id: "'dependency-' || n + 100000",
    from_id: "'spec-' || n",
    to_id: "'spec-' || n + 100000",
  },
  dependencies: {
    id: "'dependency-' || n",
    from_id: "'spec-' || n",
    to_id: "'spec-' || n + 500",
    from_plan_id: "'plan-' || n % 500 + 1",
    to_plan_id: "'plan-' || n % 500 + 1",
    from_number: "n + 1000",
    to_number: "n + 1500",
  },
  revisions: { subject_id: "'spec-' || n" },
  events: { seq: "n + 1000000", plan_id: "'plan-' || n % 500 + 1", subject_id: "'spec-' || n" },
  inbox_items: {
    user_id: "'user-' || n % 1000",
    id: "'item-' || n",
    seq: "n + 1000000",
    root_id: "'plan-' || n % 500 + 1",
    plan_id: "'plan-' || n % 500 + 1",
    document_id: "'spec-' || n",
  },
  inbox_roots: { user_id: "'user-' || n % 1000", root_id: "'plan-' || n" },
  inbox_marks: { user_id: "'user-' || n % 1000", seq: "n + 1000000" },
  inbox_settings: { user_id: "'user-' || n" },
  notices: {
    workspace_id: aWorkspace,
    user_id: "'user-' || n % 1000",
    seq: "n + 1000000",
    channel: "'mail'",
    kind: "'comment'",
    state: "'sent'",
    ...zeros("digest"),
    ...times("created_at"),
    ended_at: "'2999-01-01'",
  },
  subscriptions: {
    workspace_id: aWorkspace,
    user_id: "'user-' || n % 1000",
    subject_id: "'spec-' || n",
    state: "'follow'",
  },
  push_keys: {
    workspace_id: "'workspace-' || n",
    ...texts("public_key", "sealed_private"),
    ...times("created_at"),
  },
  devices: {
    workspace_id: aWorkspace,
    id: "'device-' || n",
    user_id: "'user-' || n % 1000",
    endpoint_hash: "'hash-' || n",
    ...texts("name", "endpoint", "sealed_keys"),
    ...times("created_at"),
  },
  jobs: { id: "'job-' || n", state: "'done'", dedupe_key: "'job-' || n", finished_at: "'2026-01-01'" },
  evidence: {
    id: "'evidence-' || n",
    plan_id: "'plan-' || n",
    spec_id: "'spec-' || n",
    user_id: "'user-' || n % 1000 + 1",
  },
  spec_workers: {
    plan_id: "'plan-' || n",
    spec_id: "'spec-' || n",
    user_id: "'user-' || n % 1000 + 1",
  },
  criterion_sources: {
    id: "'entry-' || n",
    plan_id: "'plan-' || n",
    spec_id: "'spec-' || n",
    source_id: "'source-' || n % 1000 + 1",
    anchor_id: "'thread-' || n",
  },
  claims: {
    id: "'claim-' || n",
    plan_id: "'plan-' || n",
    spec_id: "'spec-' || n",
    state: "'completed'",
    user_id: "'user-' || n % 1000 + 1",
  },
  pushed_pictures: {
    workspace_id: "(select workspace_id from push_items limit 1)",
    connection_id: "(select connection_id from push_items limit 1)",
    issue_id: "'issue-' || n",
    picture_id: "'picture-' || n",
    state: "'sent'",
    push_id: "'push-' || n",
  },
  labels: {
    workspace_id: "'workspace-' || n",
    id: "'label-' || n",
    ...texts("name", "color"),
    name_folded: "'label-' || n",
    ...times("created_at", "updated_at"),
  },
  spec_labels: {
    workspace_id: "(select workspace_id from push_items limit 1)",
    label_id: "'label-' || n % 200 + 1",
    status: "'TODO'",
    ...times("updated_at"),
    spec_id: "'spec-' || n",
  },
  views: {
    workspace_id: "'workspace-' || n",
    id: "'view-' || n",
    created_by: "'user-' || n % 1000 + 1",
    query: "'{}'",
    view_group: "'none'",
    ...texts("name"),
    ...times("created_at", "updated_at"),
  },
  models: { workspace_id: "'workspace-' || n", id: "'model-' || n", user_id: "null" },
  model_usage: {
    workspace_id: "(select workspace_id from push_items limit 1)",
    day: "'2026-01-01'",
    user_id: "'user-' || n % 1000 + 1",
    model_id: "'model-' || n",
    currency: "''",
    model_name: "'Model'",
    model_scope: "'person'",
    input_tokens: "1",
    output_tokens: "1",
    cost_micros: "0",
    updated_at: "'2026-01-01T00:00:00.000Z'",
  },
  runs: {
    workspace_id: "(select workspace_id from push_items limit 1)",
    id: "'run-' || n",
    plan_id: "'plan-' || n % 500 + 1",
    root_plan_id: "'plan-' || n % 500 + 1",
    user_id: "'user-' || n % 1000 + 1",
    task: "'draft'",
    state: "'done'",
    model_scope: "'operator'",
    ...texts("credential", "prompt", "model_id", "model_name", "currency", "sources", "skills", "mark"),
    ...zeros(
      "most_tokens",
      "most_minutes",
      "most_steps",
      "last_step",
      "calls",
      "input_tokens",
      "output_tokens",
    ),
    ...zeros("cost_micros", "counted_tokens", "told_tokens", "worked_ms"),
    ...times("created_at", "updated_at", "ended_at"),
  },
  run_steps: {
    workspace_id: "(select workspace_id from push_items limit 1)",
    run_id: "'run-' || n",
    id: "'step-' || n",
    kind: "'call'",
    state: "'done'",
    ...texts("title", "detail", "data", "request", "answer"),
    ...zeros("n", "input_tokens", "output_tokens", "reserved", "counted", "shared"),
    ...times("created_at", "updated_at"),
  },
  token_ceilings: {
    subject: "'workspace-' || n",
    period: "'2026-01-01'",
    workspace_id: "null",
    used: "0",
  },
  webhooks: { workspace_id: "'workspace-' || n", id: "'webhook-' || n", enabled: "0" },
  mcp_servers: { workspace_id: "'workspace-' || n", id: "'server-' || n", slug: "'server-' || n" },
  connector_toolsets: {
    workspace_id: "'workspace-' || n",
    connector_id: "'x_server-' || n",
    next_probe_at: "'2999-01-01'",
  },
  connector_tools: { connector_id: "'x_server-' || n % 1000", name: "'tool-' || n" },
  grants: {
    id: "'grant-' || n",
    connector_id: "'x_server-' || n % 1000",
    user_id: "'user-' || n % 1000 + 1",
  },
  project_toolsets: { connector_id: "'x_server-' || n", tool: "'tool-' || n" },
  webhook_deliveries: {
    id: "'delivery-' || n",
    webhook_id: "'webhook-' || n % 1000 + 1",
    event_seq: "n + 1000000",
    state: "case n % 4 when 0 then 'pending' else 'delivered' end",
    subject: "'plan-' || n",
    next_attempt_at: "case n % 8 when 0 then '2999-01-01' end",
    ended_at: "case n % 4 when 0 then null else '2999-01-01' end",
  },
  idempotency_keys: { key: "'key-' || n" },
  pushes: {
    id: "'run-' || n",
    plan_id: "'plan-' || n",
    root_plan_id: "'plan-' || n",
    finished_at: "'2026-01-01'",
  },
  push_steps: { push_id: "'run-' || n", entity_id: "'spec-' || n", plan_id: "'plan-' || n % 500 + 1" },
  push_items: {
    connection_id: "case when n % 20 = 0 then (one.first).connection_id else 'connection-' || n % 20 end",
    kind: "'spec'",
    entity_id: "'spec-' || n",
    plan_id: "'plan-' || n % 500 + 1",
    external_id: "'issue-' || n",
  },
  imported: {
    item_id: "'spec-' || n",
    plan_id: "'plan-' || n % 500 + 1",
    kind: "case n % 4 when 0 then 'plan' else 'spec' end",
    external_ref: "'ref-' || n",
  },
  import_uploads: { user_id: "'user-' || n % 1000 + 1", uploaded_id: "'file-' || n" },
  imported_files: { plan_id: "'plan-' || n % 500 + 1", path: "'path-' || n", file_id: "'file-' || n" },
  imported_places: { plan_id: "'plan-' || n % 500 + 1", item_id: "'spec-' || n" },
  imported_comments: { spec_id: "'spec-' || n", comment_hash: "'hash-' || n", thread_id: "'thread-' || n" },
  imported_sources: {
    source_id: "'source-' || n",
    place_id: "'plan-' || n % 500 + 1",
    plan_id: "'plan-' || n % 500 + 1",
    external_ref: "'ref-' || n",
  },
  tracker_deliveries: {
    workspace_id: "(select workspace_id from push_items limit 1)",
    connection_id: "(select connection_id from push_items limit 1)",
    delivery_id: "'delivery-' || n",
    received_at: "'2026-01-01'",
  },
};

/**
 * Adds 6,000 copies of the first row to each PostgreSQL table (600 to small ones). Returns the names of the
 * large tables.
 */
export async function fillTables(client: ClientBase): Promise<string[]> {
  await client.query("begin");
  // Foreign key checks take most of the time; skipping them needs a superuser.
  await client.query(`select set_config('session_replication_role', 'replica', true)
    where current_setting('is_superuser') = 'on'`);
  for (const [table, values] of Object.entries(columns)) {
    const differing = Object.entries(values).map(([name, value]) => `'${name}', ${value}`);
    await client.query(`insert into ${table} select made.*
      from generate_series(1, ${small.includes(table) ? rows / 10 : rows}) as n
      cross join (select (select row from ${table} as row limit 1) as first) as one
      cross join jsonb_populate_record(one.first, jsonb_build_object(${differing.join(", ")})) as made`);
  }
  await client.query(`update workspaces set last_plan_number = greatest(last_plan_number,
    (select max(number) from plans where plans.workspace_id = workspaces.id))`);
  await client.query("commit");
  await client.query("analyze");
  const found = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  return found.rows.map(({ name }) => name).filter((name) => !small.includes(name));
}
