/** The kinds of documents that are searched. */
export type SearchKind = "plan" | "spec" | "source" | "skill" | "instructions" | "thread";

export interface SearchTables {
  /** The documents of the index, each with the number that the index knows it by. */
  search_documents: {
    id: number;
    workspace_id: string;
    kind: SearchKind;
    document_id: string;
    /** The plan in which it lies, which decides who reads it; a plan lies in itself. */
    plan_id: string | null;
    /** The project of what lies in no plan; null for what belongs to the workspace. */
    project_id: string | null;
  };
  /** The index: the terms of each part. This is how PostgreSQL has it; on SQLite it is a table of FTS5. */
  search_terms: {
    workspace_id: string;
    document: number;
    part: number;
    terms: string;
  };
  /** Has a row once everything that was there before the index is in it. */
  search_filled: {
    id: string;
    filled_at: string;
  };
  /** The numbers of documents that are gone, and of which the index may have parts that a job removes. */
  search_dropped: {
    workspace_id: string;
    document: number;
  };
}
