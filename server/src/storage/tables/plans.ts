import type { PlanStatus, ShareCapability, Visibility } from "@groundplan/contract";

export interface PlanTables {
  plans: {
    workspace_id: string;
    id: string;
    number: number;
    project_id: string;
    parent_plan_id: string | null;
    /** A root's own id for itself. */
    root_plan_id: string;
    name: string;
    /** Folded by `fold.ts` for `q`, since the databases fold differently. */
    name_folded: string;
    description: string | null;
    /** 1 if the description has open questions, which lower its specs' readiness. */
    has_open_questions: 0 | 1;
    revision: number;
    status: PlanStatus;
    /** Visibility and owner; null on sub-plans, which inherit. */
    visibility: Visibility | null;
    /** 1 on a root whose tree is a template; 0 on sub-plans, which inherit. */
    template: 0 | 1;
    owner_user_id: string | null;
    lead_user_id: string | null;
    /** A day, `YYYY-MM-DD`. */
    target_date: string | null;
    /** Order among all plans of its project, including archived ones and sub-plans; new plans come last. */
    position: number;
    /** Never reused. */
    last_spec_number: number;
    /** Current number of specs. */
    spec_count: number;
    /** Import origin, unique per project including archived plans. */
    external_ref: string | null;
    archived_at: string | null;
    /** The plan or project archived along with this one; they are restored together. */
    archived_with: string | null;
    /** Who can edit it, by its root: `TEAM`, or the owner of a private one. */
    audience: string;
    /** Number of open plans that it needs, as far as all its editors can read them. */
    open_needs: number;
    /** 1 if its specs wait for open needs of it or of plans above it. */
    waits: 0 | 1;
    has_open_specs: 0 | 1;
    /** Highest readiness of its specs that wait for nothing; 0 without any, and in templates. */
    free_readiness: number;
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
