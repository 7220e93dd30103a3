import type { PlanStatus, ShareCapability, Visibility } from "@groundplan/contract";

export interface PlanTables {
  plans: {
    workspace_id: string;
    id: string;
    number: number;
    project_id: string;
    parent_plan_id: string | null;
    /** The root's id; on a root its own id. */
    root_plan_id: string;
    name: string;
    /** The name in the form that `q` searches (`fold.ts`): the databases fold differently. */
    name_folded: string;
    description: string | null;
    /** 1 where the description has open questions, which lower the readiness of the plan's specs. */
    has_open_questions: 0 | 1;
    revision: number;
    status: PlanStatus;
    /** The visibility and the owner; both are null on a sub-plan, which has its root's. */
    visibility: Visibility | null;
    owner_user_id: string | null;
    /** Its place among the plans of its project, archived ones and sub-plans included; a new plan is the last. */
    position: number;
    /** The number of the last spec; a number is never reused. */
    last_spec_number: number;
    /** The number of specs that the plan has now. */
    spec_count: number;
    /** The place where an import found it; unique in its project, even where the plan is archived. */
    external_ref: string | null;
    archived_at: string | null;
    /** The plan or project whose archiving archived this plan too; they are restored together. */
    archived_with: string | null;
    created_at: string;
    updated_at: string;
  };
  shares: {
    workspace_id: string;
    plan_id: string;
    user_id: string;
    capability: ShareCapability;
    created_at: string;
  };
}
