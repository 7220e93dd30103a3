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
  /** The readiness that a person has set; the computed one is stored apart from it. */
  readiness_set: number | null;
  /**
   * The rubric's grade for title, content and effort, 1 to 5. Dangling needs are not in it: they change with other
   * specs, and `readinessOf` in modules/specs/effective-readiness.ts subtracts them.
   */
  readiness_computed: number;
  /** The SHA-256 in base64url of title and content: `textHash` in modules/specs/derived-columns.ts. */
  text_hash: string;
  position: number;
  /** The place where an import found it; unique in its plan. */
  external_ref: string | null;
  created_at: string;
  updated_at: string;
};

export interface SpecTables {
  specs: SpecColumns;
  /**
   * Specs that can still be restored. Nothing that reads `specs` sees them; `position` and `parent_spec_id` are those at
   * the deletion.
   */
  deleted_specs: SpecColumns & { deleted_at: string; deleted_by: string | null };
  /** The children that a deleted spec had, or has had since they were restored without it. */
  released_children: {
    workspace_id: string;
    /** The deleted spec. */
    spec_id: string;
    child_id: string;
    /** The parent that the child got instead; it goes back to the deleted spec only from there. */
    parent_spec_id: string | null;
    /** Counts the rows of a child: the spec of a lower one lay below those of the higher ones. */
    place: number;
  };
}
