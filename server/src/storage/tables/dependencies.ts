/** The kind of both ends. */
export type DependencyKind = "spec" | "plan";

export interface DependencyTables {
  dependencies: {
    workspace_id: string;
    id: string;
    kind: DependencyKind;
    from_id: string;
    to_id: string;
    /** The plans that hold the ends; for a dependency of plans the ends themselves. */
    from_plan_id: string;
    to_plan_id: string;
    /** The specs' numbers in their plans, which change when they move; null for a dependency of plans. */
    from_number: number | null;
    to_number: number | null;
    created_at: string;
  };
  /** The dependencies of specs at least one end of which is in `deleted_specs`. */
  deleted_dependencies: {
    workspace_id: string;
    id: string;
    from_id: string;
    to_id: string;
    created_at: string;
  };
}
