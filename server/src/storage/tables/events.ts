export interface EventTables {
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
    /** The handles of the time; null where the event names no such thing. A spec's is within the plan. */
    project_slug: string | null;
    plan_number: number | null;
    spec_number: number | null;
    /**
     * The people whom the event concerns beside those who can read its subject now, as JSON: a list of ids, or
     * `"members"` for everybody who was a member then. `events/reach.ts` says for which types.
     */
    readers: string | null;
    /** Whom it told, for their inboxes, as JSON: each with whether it mentions them (`inbox-items/tells.ts`). */
    told: string | null;
  };
}
