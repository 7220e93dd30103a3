import type { EnrichmentStatus, SourceKind, SourceLevel } from "@groundplan/contract";

export interface ContextTables {
  context_sources: {
    workspace_id: string;
    id: string;
    scope: SourceLevel;
    /** Id of the owning workspace, project or plan. */
    place_id: string;
    /** Also set for a plan's source; null for the workspace's. */
    project_id: string | null;
    plan_id: string | null;
    kind: string;
    source_kind: SourceKind;
    title: string;
    description: string | null;
    /** 1 if written by a person, so that extraction never replaces it. */
    own_description: number;
    folder_path: string;
    token_count: number;
    text_chars: number;
    /** The revision in `context_texts`; 0 before the first. A newer one may be in progress. */
    text_revision: number;
    revision: number;
    url: string | null;
    /** The page's ETag at the last read, for conditional refreshes. */
    page_etag: string | null;
    file_id: string | null;
    media_type: string | null;
    size_bytes: number | null;
    picture_count: number | null;
    degraded: number;
    enrichment: EnrichmentStatus;
    enrichment_reason: string;
    added_by: string;
    created_at: string;
    updated_at: string;
  };
  /** Chunked, so that lists read none and ranges read little. */
  context_texts: {
    workspace_id: string;
    source_id: string;
    revision: number;
    n: number;
    /** Character offsets of the chunk's start and end. */
    start_char: number;
    end_char: number;
    text: string;
  };
  /** Inherited sources that a plan leaves out. */
  context_unused: {
    workspace_id: string;
    plan_id: string;
    source_id: string;
  };
}
