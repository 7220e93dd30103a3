import type { PlanStatus, SpecStatus } from "@groundplan/contract";

export interface ImportTables {
  /**
   * The last imported text and status of a plan or spec, the base of the next merge. A null field was never
   * imported. A deleted spec's row stays as a tombstone with null fields.
   */
  imported: {
    workspace_id: string;
    /** The plan or spec, possibly deleted. */
    item_id: string;
    /** The imported plan; a spec may have moved out of it. */
    plan_id: string;
    kind: "plan" | "spec";
    external_ref: string;
    title: string | null;
    content: string | null;
    status: PlanStatus | SpecStatus | null;
    /** Hash of title and content as in `specs`; null unless both are set. */
    text_hash: string | null;
  };
  /** The last imported text of a context source. Deleted sources stay as tombstones. */
  imported_sources: {
    workspace_id: string;
    /** The source, possibly deleted. */
    source_id: string;
    /** The owning project or plan. */
    place_id: string;
    project_id: string;
    /** Null for a project's source. */
    plan_id: string | null;
    external_ref: string;
    title: string | null;
    text: string | null;
    /** Hash of title and text; null unless both are set. */
    text_hash: string | null;
  };
}
