import type { PlanStatus, SpecStatus } from "@groundplan/contract";

export interface ImportTables {
  /**
   * The source's own text and state of a plan or spec as last imported: the base of the next merge. A field is null
   * where there is none: it was never imported, or its spec was deleted, whose row stays as a mark.
   */
  imported: {
    workspace_id: string;
    /** The plan or spec; a deleted one, too. */
    item_id: string;
    /** The plan that was imported; a spec may have been moved out of it. */
    plan_id: string;
    kind: "plan" | "spec";
    external_ref: string;
    title: string | null;
    content: string | null;
    status: PlanStatus | SpecStatus | null;
    /** The hash of title and content as in `specs`; null unless both are there. */
    text_hash: string | null;
  };
  /** The same of context sources. A field is null where the source was deleted, whose row stays as a mark. */
  imported_sources: {
    workspace_id: string;
    /** The source; a deleted one, too. */
    source_id: string;
    /** The project or plan that it belongs to. */
    place_id: string;
    project_id: string;
    /** Null for a source of the project. */
    plan_id: string | null;
    external_ref: string;
    title: string | null;
    text: string | null;
    /** The hash of title and text; null unless both are there. */
    text_hash: string | null;
  };
}
