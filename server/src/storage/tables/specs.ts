import type { SpecStatus } from "@groundplan/contract";

type SpecColumns = {
  workspace_id: string;
  id: string;
  plan_id: string;
  number: number;
  title: string;
  content: string;
  revision: number;
  status: SpecStatus;
  parent_spec_id: string | null;
  effort: number | null;
  /** Set manually; stored separately from the computed one. */
  readiness_set: number | null;
  /**
   * The rubric's grade of the text, 1 to 5, without dangling needs, which depend on other specs and are
   * subtracted by `readinessOf` (modules/specs/effective-readiness.ts).
   */
  readiness_computed: number;
  /** base64url SHA-256 of title and content: `textHash` in modules/specs/derived-columns.ts. */
  text_hash: string;
  position: number;
  /** Import origin, unique per plan. */
  external_ref: string | null;
  /** Number of open blocking questions about it. */
  open_questions: number;
  /** Number of open specs that it needs, as far as all its editors can read them (docs/decisions/claims.md). */
  open_needs: number;
  /** Number of cancelled specs of its plan that it needs. */
  cancelled_needs: number;
  /** 1 if it is in progress and waits for a reviewer's pass. */
  awaits_review: number;
  /** The suggestion whose acceptance created it. */
  origin_suggestion: string | null;
  assignee_user_id: string | null;
  /** Ids of its labels as a JSON list; those of deleted labels are ignored. */
  labels: string;
  /** 1 urgent to 4 low; 0 for none. */
  priority: number;
  /** A day, `YYYY-MM-DD`. */
  due_date: string | null;
  created_at: string;
  updated_at: string;
};

export interface SpecTables {
  specs: SpecColumns;
  /**
   * Restorable specs, invisible to readers of `specs`; `position` and `parent_spec_id` are from the deletion.
   */
  deleted_specs: SpecColumns & { deleted_at: string; deleted_by: string | null };
  /** Children that deleted specs had or would regain. */
  released_children: {
    workspace_id: string;
    /** The deleted spec. */
    spec_id: string;
    child_id: string;
    /** The child's new parent; it returns to the deleted spec only from there. */
    parent_spec_id: string | null;
    /** Orders a child's rows: lower ones were deeper. */
    place: number;
  };
}
