import type { ClaimState } from "@groundplan/contract";

export interface ClaimTables {
  claims: {
    workspace_id: string;
    id: string;
    /** The spec's plan; follows the spec. */
    plan_id: string;
    spec_id: string;
    /** The project, root and parent of the plan when the claim was taken: a move ends it. */
    plan_place: string;
    /** Counts the spec's claims. */
    fence: number;
    state: ClaimState;
    user_id: string;
    credential_id: string;
    agent: string | null;
    note: string | null;
    /** Length of the lease. */
    minutes: number;
    /** End of the lease, by the database's clock. */
    until: string;
    /** The spec's revision when the claim was taken. */
    revision: number;
    created_at: string;
    ended_at: string | null;
  };
}
