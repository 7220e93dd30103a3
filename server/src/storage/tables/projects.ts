import type { EvidencePolicy, Provider, ReviewerPolicy, TrackerStatuses } from "@groundplan/contract";

export interface ProjectTables {
  projects: {
    workspace_id: string;
    id: string;
    slug: string;
    name: string;
    tracker_provider: Provider | null;
    tracker_target: string | null;
    /** `live` keeps references in texts active in the tracker; null for `neutral`. */
    tracker_references: "live" | null;
    /** Statuses that pushes send; null for `off` by default. */
    tracker_statuses: TrackerStatuses | null;
    /** Details that pushes send, as a JSON list; null for none by default. */
    tracker_details: string | null;
    /** Field values for new issues by field id, as JSON. */
    tracker_fields: string | null;
    /** Last known required fields (`CreateField`), as JSON. */
    tracker_required_fields: string | null;
    /** Null follows the workspace; otherwise at least as strict. */
    evidence_policy: EvidencePolicy | null;
    reviewer_policy: ReviewerPolicy | null;
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
