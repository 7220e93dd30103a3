import type { Provider, TrackerStatuses } from "@groundplan/contract";

export interface ProjectTables {
  projects: {
    workspace_id: string;
    id: string;
    slug: string;
    name: string;
    tracker_provider: Provider | null;
    tracker_target: string | null;
    /** `live` if references in texts keep their effect in the tracker; null for `neutral`. */
    tracker_references: "live" | null;
    /** The statuses that pushes send; null for `off` where nobody has chosen yet. */
    tracker_statuses: TrackerStatuses | null;
    /** The values of fields that issues are created with, by the fields' ids, as JSON. */
    tracker_fields: string | null;
    /** The fields that the tracker required when it was last asked (`CreateField`), as JSON. */
    tracker_required_fields: string | null;
    archived_at: string | null;
    created_at: string;
    updated_at: string;
  };
  repositories: {
    workspace_id: string;
    project_id: string;
    id: string;
    provider: string;
    full_name: string;
    default_branch: string;
    is_primary: number;
    position: number;
  };
}
