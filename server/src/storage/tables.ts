/**
 * The rows, as both databases hold them: text ids, integer booleans, ISO times, JSON as text. Keys lead with
 * the workspace, so that a distributed PostgreSQL can be sharded by workspace.
 */
export interface Tables {
  workspaces: {
    id: string;
    slug: string;
    name: string;
    /** Counts plans up; a number is never reused. */
    last_plan_number: number;
    created_at: string;
  };
  users: { id: string; email: string; name: string; is_platform_admin: number; created_at: string };
  memberships: { workspace_id: string; user_id: string; role: string; joined_at: string };
  api_keys: {
    workspace_id: string;
    id: string;
    user_id: string;
    name: string;
    prefix: string;
    secret_hash: string;
    scope: string;
    expires_at: string | null;
    last_used_at: string | null;
    revoked_at: string | null;
    created_at: string;
  };
  projects: {
    workspace_id: string;
    id: string;
    slug: string;
    name: string;
    tracker_provider: string | null;
    tracker_target: string | null;
    archived_at: string | null;
    created_at: string;
    updated_at: string;
  };
  repositories: {
    workspace_id: string;
    project_id: string;
    id: string;
    provider: string;
    full_name: string;
    default_branch: string;
    is_primary: number;
    position: number;
  };
  plans: {
    workspace_id: string;
    id: string;
    number: number;
    project_id: string;
    parent_plan_id: string | null;
    /** Its own id on a root. */
    root_plan_id: string;
    name: string;
    /** The name as `q` searches it: lower case by Unicode, which the databases do differently. */
    name_folded: string;
    description: string | null;
    revision: number;
    status: string;
    /** Both are null on a sub-plan: the root's count. */
    visibility: string | null;
    owner_user_id: string | null;
    /** Counts specs up; a number is never reused. */
    last_spec_number: number;
    /** The specs it has now. */
    spec_count: number;
    archived_at: string | null;
    /** The plan or project whose archiving took it along; what is restored together was archived together. */
    archived_with: string | null;
    created_at: string;
    updated_at: string;
  };
  shares: { workspace_id: string; plan_id: string; user_id: string; capability: string; created_at: string };
  specs: {
    workspace_id: string;
    id: string;
    plan_id: string;
    number: number;
    title: string;
    content: string;
    revision: number;
    status: string;
    parent_spec_id: string | null;
    effort: number | null;
    /** What a person has set; the computed grade is kept apart from it. */
    readiness_set: number | null;
    /**
     * What the rubric gives for title, content and effort, 1 to 5. Dangling needs are not in it: they change with
     * other specs, and `readinessOf` in modules/specs/grade.ts takes off for them.
     */
    readiness_computed: number;
    /** SHA-256, base64url, of title and content: `textHash` in modules/specs/text.ts. */
    text_hash: string;
    position: number;
    created_at: string;
    updated_at: string;
  };
  dependencies: {
    workspace_id: string;
    id: string;
    /** `spec` or `plan`: both ends are alike. */
    kind: string;
    from_id: string;
    to_id: string;
    /** The plans that the ends lie in; for a plan's edge the ends themselves. */
    from_plan_id: string;
    to_plan_id: string;
    /** The specs' numbers in their plans, which change when they move; null for a plan's edge. */
    from_number: number | null;
    to_number: number | null;
    created_at: string;
  };
  revisions: {
    workspace_id: string;
    subject_id: string;
    /** Orders all entries of a subject. */
    seq: number;
    /** Counts its texts. */
    version: number;
    op: string;
    title: string;
    text: string;
    characters: number;
    message: string;
    actor_user_id: string | null;
    actor_name: string;
    created_at: string;
  };
  event_heads: { workspace_id: string; seq: number; hash: string };
  events: {
    workspace_id: string;
    seq: number;
    type: string;
    actor_user_id: string | null;
    credential_id: string | null;
    project_id: string | null;
    plan_id: string | null;
    subject_id: string;
    data: string;
    created_at: string;
    hash: string;
  };
  jobs: {
    id: string;
    workspace_id: string | null;
    kind: string;
    /** At most one unfinished job has it. */
    dedupe_key: string | null;
    payload: string;
    /** `waiting`, `running`, `done` or `dead`. */
    state: string;
    run_at: string;
    attempts: number;
    lease_until: string | null;
    /** The fencing number: counts claims, and every later write of a claim names it. */
    fence: number;
    last_error: string | null;
    created_at: string;
    finished_at: string | null;
  };
  idempotency_keys: {
    workspace_id: string;
    credential_id: string;
    key: string;
    request_hash: string;
    /** Null while the request is at work. */
    status: number | null;
    body: string | null;
    /** Set where the answer held a secret and is not kept. */
    resource_id: string | null;
    expires_at: string;
    locked_until: string | null;
    /** The request of an action that is at work; only it keeps its answer or gives the key back. */
    locked_by: string | null;
  };
  data_keys: { workspace_id: string; wrapped: string; created_at: string };
  canaries: { key_id: string; sealed: string };
  connections: {
    workspace_id: string;
    id: string;
    connector_id: string;
    /** The host of the tracker, and the id of the workspace where several share it. What was pushed is remembered under the connection: each site has one, for ever. */
    site: string;
    /** Of a connector's sites the one that was connected last; the others have no key. */
    is_current: number;
    account: string | null;
    /** Sealed; null while disconnected. The row stays, so that a later connection knows what was pushed. */
    secret: string | null;
    key_hint: string | null;
    connected_by: string | null;
    connected_at: string | null;
    /** Sealed; signs what the tracker sends to `/hooks/trackers/{id}`. Null until somebody asks for one. */
    hook_secret: string | null;
  };
  push_runs: {
    workspace_id: string;
    id: string;
    plan_id: string;
    root_plan_id: string;
    connection_id: string;
    provider: string;
    target: string;
    requested_by: string;
    credential_id: string;
    /** JSON: what the request asked for. */
    options: string;
    /** `queued`, `running` or how it ended. */
    status: string;
    /** JSON: what the snapshot says of the plan, names with their ids; null until the steps are laid down. */
    about: string | null;
    /** JSON: sentences with the plans that they name, most important first. */
    caveats: string;
    /** The tracker asked to wait until then. */
    waits_until: string | null;
    /** JSON: how it ended, with the plans that its sentences name; each reader is told what they may read. */
    result: string | null;
    /** Set where the run ended before anything was written, and the tracker is the reason. */
    error_code: string | null;
    started_at: string;
    finished_at: string | null;
    /** Who ended it before its end, by id. */
    cancelled_by: string | null;
  };
  /** What one run has to do: the snapshot that it pushes. */
  push_steps: {
    workspace_id: string;
    run_id: string;
    position: number;
    kind: string;
    /** `create`, `update`, `link` or `unlink`. */
    action: string;
    /** The plan or spec; of a link the child or the one that needs. */
    entity_id: string;
    /** Of a dependency: the one that is needed. */
    other_id: string | null;
    plan_id: string;
    plan_number: number;
    spec_number: number | null;
    /** The version of the text that is pushed. */
    revision: number | null;
    hash: string;
    /** `planned`, `sending`, `sent`, `skipped`, `conflict` (people edited it in the tracker) or `failed`. */
    state: string;
    error: string | null;
    /** JSON: ids of what it lies under, the plan first, then specs, the outermost first; null for dependencies. */
    path: string | null;
    /** Of a text: the effort that is pushed. */
    effort: number | null;
    /** JSON: what a text says beside its version (`Extra`). */
    extra: string | null;
  };
  /** The ledger: what each target has of each plan, spec and link, across runs. It outlives plans and specs. */
  push_items: {
    workspace_id: string;
    connection_id: string;
    target: string;
    kind: string;
    /** The plan or spec; of a dependency the one that needs, of a child the child. */
    entity_id: string;
    /** Of a dependency the one that is needed; else empty. */
    needed_id: string;
    /** Where it was when it was last pushed or moved. */
    plan_id: string;
    run_id: string;
    /** `sending` (a call may be under way), `sent`, `skipped` (the tracker can't take it) or `failed`. */
    state: string;
    /** Calls of the run to create it that the tracker never answered. */
    attempt: number;
    external_id: string | null;
    external_number: number | null;
    external_key: string | null;
    external_url: string | null;
    /** Of the content that a call under way carries. */
    sending_hash: string | null;
    sending_revision: number | null;
    sending_effort: number | null;
    sending_at: string | null;
    /** When the tracker was first seen without what an unanswered call should have made. */
    looked_at: string | null;
    /** Of the content that the tracker has, or, where it is `skipped`, of what it does not take. */
    pushed_hash: string | null;
    pushed_at: string | null;
    /** A random UUID of version 4: the id in trackers that let us choose it, else part of what it is found by. */
    client_id: string | null;
    /** JSON by field: hashes of what was last written and of what the tracker made of it; the base of a comparison. */
    known: string | null;
    /** Of a child, JSON: the places in which pushes may have left it (`push/place.ts`); null where nobody knows. */
    held: string | null;
    /** The tracker's status when it was last seen: a change of it is what counts. */
    seen_status: string | null;
  };
  /** What is left of a tracker's limits, for all processes. */
  tracker_limits: {
    workspace_id: string;
    connection_id: string;
    name: string;
    /** The tracker asked to wait, or too little is left of its hour. */
    blocked_until: string | null;
    /** When the next call may leave, where calls keep a distance. */
    free_at: string | null;
    /** Our own count of a quota, and since when. */
    window_from: string | null;
    used: number;
  };
  /** Until when changes in a target are known here. */
  tracker_polls: {
    workspace_id: string;
    connection_id: string;
    target: string;
    since: string;
  };
  /** Notices that were taken, so that a repetition is told. */
  tracker_deliveries: {
    workspace_id: string;
    connection_id: string;
    delivery_id: string;
    received_at: string;
  };
}
