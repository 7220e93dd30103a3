import type { DocumentKind, SuggestionState } from "@groundplan/contract";

export interface SuggestionTables {
  suggestions: {
    workspace_id: string;
    id: string;
    document_id: string;
    document_kind: DocumentKind;
    /** The plan that decides who can read it. */
    plan_id: string | null;
    /** Also set for a plan's suggestion; null for the workspace's. */
    project_id: string | null;
    state: SuggestionState;
    base_revision: number;
    /** JSON in text order; while open, their anchors hold the positions. */
    hunks: string;
    /** JSON of new specs, as `StoredSpec` (modules/suggestions/stored-specs.ts). */
    specs: string;
    message: string;
    criteria_added: number;
    criteria_changed: number;
    criteria_removed: number;
    author_user_id: string;
    credential_id: string;
    created_at: string;
    decided_by: string | null;
    decided_at: string | null;
    /** Why it was rejected. */
    reason: string | null;
    /** The revision or proposal created by accepting it. */
    revision: number | null;
    proposal_id: string | null;
    /** The run of the planning agent that made it. */
    run_id: string | null;
  };
}
