import type { PictureType } from "@groundplan/contract";

export interface DocumentFileTables {
  /** Pictures of documents. */
  document_files: {
    workspace_id: string;
    id: string;
    document_id: string;
    /** The plan in which a shared source is discussed, whose readers read the picture. */
    discussion_plan_id: string | null;
    /** The stored file; null once removed. */
    file_id: string | null;
    name: string;
    media_type: PictureType;
    bytes: number;
    width: number;
    height: number;
    created_at: string;
    /** Since when no current text of its document shows it; null if one does. */
    unshown_since: string | null;
    removed_at: string | null;
  };
}
