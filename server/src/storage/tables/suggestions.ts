import type { DocumentKind, SuggestionState } from "@groundplan/contract";

export interface SuggestionTables {
  suggestions: {
    workspace_id: string;
    id: string;
    document_id: string;
    document_kind: DocumentKind;
    /** The plan in which the document lies or is discussed, which decides who reads the suggestion. */
    plan_id: string | null;
    /** The project, also of a plan's suggestion; null for what belongs to the workspace. */
    project_id: string | null;
    state: SuggestionState;
    base_revision: number;
    /** The hunks in the order of the text, as JSON; while it is open, their places are those of its anchors. */
    hunks: string;
    message: string;
    criteria_added: number;
    criteria_changed: number;
    criteria_removed: number;
    author_user_id: string;
    credential_id: string;
    created_at: string;
    decided_by: string | null;
    decided_at: string | null;
    /** The revision that accepting it made, or the proposal that accepting it opened. */
    revision: number | null;
    proposal_id: string | null;
  };
}
