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
    /** Handles at the time; null if not applicable. The spec's is within its plan. */
    project_slug: string | null;
    plan_number: number | null;
    spec_number: number | null;
    /**
     * Audience besides current readers, as JSON: ids, or `"members"` for all members at the time. Types:
     * `events/visibility.ts`.
     */
    readers: string | null;
    /** Inbox recipients as JSON, each with whether it mentions them (`inbox-items/notifying-types.ts`). */
    told: string | null;
  };
}
