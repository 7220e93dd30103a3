import type { EnrichmentStatus, SourceKind, SourceScope } from "@groundplan/contract";

export interface ContextTables {
  context_sources: {
    workspace_id: string;
    id: string;
    scope: SourceScope;
    /** The id of the workspace, project or plan that it belongs to. */
    place_id: string;
    /** The project, also of a plan's source; null for the workspace's own. */
    project_id: string | null;
    plan_id: string | null;
    kind: string;
    source_kind: SourceKind;
    title: string;
    description: string | null;
    /** 1 where a person wrote the description; what the text begins with never replaces it. */
    own_description: number;
    folder_path: string;
    token_count: number;
    text_chars: number;
    /** The revision whose text is in `context_texts`; a newer one may be on its way. 0 before the first. */
    text_revision: number;
    revision: number;
    url: string | null;
    /** The page's own tag when it was last read, so that a refresh can ask whether it changed. */
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
  /** The texts in pieces, so that lists read none of them and a part of a long one is read by itself. */
  context_texts: {
    workspace_id: string;
    source_id: string;
    revision: number;
    n: number;
    /** The characters of the text before the piece, and to its end. */
    start_char: number;
    end_char: number;
    text: string;
  };
  /** The sources that a plan can use and does not. */
  context_unused: {
    workspace_id: string;
    plan_id: string;
    source_id: string;
  };
}
