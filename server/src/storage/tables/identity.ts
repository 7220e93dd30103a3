import type { EvidencePolicy, ReviewerPolicy, Role, Scope } from "@groundplan/contract";

export interface IdentityTables {
  workspaces: {
    id: string;
    slug: string;
    name: string;
    /** Never reused. */
    last_plan_number: number;
    evidence_policy: EvidencePolicy;
    reviewer_policy: ReviewerPolicy;
    /** Tokens of the planning agent a day (UTC), of all members and of each; 0 switches it off. */
    agent_tokens_per_day: number;
    agent_tokens_per_person_per_day: number;
    /** 0 if read links are switched off. */
    read_links: 0 | 1;
    created_at: string;
  };
  users: {
    id: string;
    email: string;
    name: string;
    is_platform_admin: number;
    /** 1 once the address is verified (docs/decisions/members.md). */
    is_proven: number;
    created_at: string;
  };
  memberships: { workspace_id: string; user_id: string; role: Role; joined_at: string };
  api_keys: {
    workspace_id: string;
    id: string;
    user_id: string;
    name: string;
    prefix: string;
    secret_hash: string;
    scope: Scope;
    expires_at: string | null;
    last_used_at: string | null;
    last_mcp_use_at: string | null;
    revoked_at: string | null;
    created_at: string;
  };
}
