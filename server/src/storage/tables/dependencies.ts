/** The kind of both ends. */
export type DependencyKind = "spec" | "plan";

export interface DependencyTables {
  dependencies: {
    workspace_id: string;
    id: string;
    kind: DependencyKind;
    from_id: string;
    to_id: string;
    /** The plans of both ends; for plan dependencies, the ends themselves. */
    from_plan_id: string;
    to_plan_id: string;
    /** Numbers of the specs in their plans, updated by moves; null for plan dependencies. */
    from_number: number | null;
    to_number: number | null;
    created_at: string;
  };
  /** Dependencies with an end in `deleted_specs`. */
  deleted_dependencies: {
    workspace_id: string;
    id: string;
    from_id: string;
    to_id: string;
    created_at: string;
  };
}
