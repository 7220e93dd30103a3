import type { SpecSort, SpecStatus, ViewGroup } from "@groundplan/contract";

export interface LabelTables {
  labels: {
    workspace_id: string;
    id: string;
    name: string;
    /** Folded by `fold.ts`; unique in the workspace. */
    name_folded: string;
    /** `#rrggbb`. */
    color: string;
    created_at: string;
    updated_at: string;
  };
  /** The labels of specs in the order of lists. Triggers write it (`101-lists-in-order.ts`); deleted labels' rows can come again. */
  spec_labels: {
    workspace_id: string;
    label_id: string;
    status: SpecStatus;
    updated_at: string;
    spec_id: string;
  };
  views: {
    workspace_id: string;
    id: string;
    /** The person whose view it is; null for the workspace's. */
    user_id: string | null;
    created_by: string;
    name: string;
    project_id: string | null;
    plan_id: string | null;
    /** JSON of the contract's `ViewQuery`. */
    query: string;
    view_group: ViewGroup;
    sort: SpecSort | null;
    created_at: string;
    updated_at: string;
  };
}
