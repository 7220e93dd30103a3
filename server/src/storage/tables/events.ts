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
  };
}
