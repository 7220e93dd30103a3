import type { SpecStatus } from "@groundplan/contract";

export interface SpecTables {
  specs: {
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
}
