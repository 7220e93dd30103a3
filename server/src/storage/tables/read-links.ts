export interface ReadLinkTables {
  /** Public links to plans and specs; rows stay until removed. */
  read_links: {
    workspace_id: string;
    id: string;
    /** The plan, or the spec's at the time: a spec that moved is shown no more. */
    plan_id: string;
    /** "" for a link to the plan. */
    spec_id: string;
    token_hash: string;
    /** Null after a restore without secrets. */
    sealed_token: string | null;
    /** 1 after such a restore, for good. */
    is_off: 0 | 1;
    expires_at: string | null;
    names: 0 | 1;
    sub_plans: 0 | 1;
    created_by: string | null;
    created_at: string;
  };
}
