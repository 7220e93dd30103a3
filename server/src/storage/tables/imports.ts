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
    /** 0 for none. */
    effort: number | null;
    /** References of needed specs as sorted JSON, without those that were left out. */
    needs: string | null;
    /** The parent's reference; "" for none. */
    parent_ref: string | null;
  };
  /** Files that somebody uploaded for an import, and may name in one; they are swept all the same. */
  import_uploads: { workspace_id: string; user_id: string; uploaded_id: string; created_at: string };
  /** The files of a plan's last import, by their path from the format's root. */
  imported_files: { workspace_id: string; plan_id: string; path: string; file_id: string };
  /** Where plans, specs and context sources stand in the plan's files. Null bytes mean the whole file. */
  imported_places: {
    workspace_id: string;
    plan_id: string;
    item_id: string;
    path: string;
    from_byte: number | null;
    to_byte: number | null;
  };
  /** Comments that imports brought, by a hash of author, time and text. */
  imported_comments: {
    workspace_id: string;
    spec_id: string;
    comment_hash: string;
    thread_id: string;
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
