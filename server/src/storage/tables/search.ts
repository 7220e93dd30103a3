export type SearchKind = "plan" | "spec" | "source" | "skill" | "instructions" | "thread";

export interface SearchTables {
  /** Indexed documents and their numbers. */
  search_documents: {
    id: number;
    workspace_id: string;
    kind: SearchKind;
    document_id: string;
    /** The plan that decides who can read it; a plan's own id for itself. */
    plan_id: string | null;
    /** The project of a document outside of plans; null for the workspace's. */
    project_id: string | null;
  };
  /** Terms by part, as on PostgreSQL; an FTS5 table on SQLite. */
  search_terms: {
    workspace_id: string;
    document: number;
    part: number;
    terms: string;
  };
  /** Has a row once all older documents are indexed. */
  search_filled: {
    id: string;
    filled_at: string;
  };
  /** Numbers of deleted documents with parts left for a job to remove. */
  search_dropped: {
    workspace_id: string;
    document: number;
  };
}
