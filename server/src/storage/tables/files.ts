export interface FileTables {
  /** Content-addressed per workspace. */
  files: {
    workspace_id: string;
    id: string;
    /** Hex hash of a complete file; null while it is being written or deleted. */
    sha256: string | null;
    bytes: number;
    /** The last upload of this content; unreferenced files are kept for an hour after it. */
    touched_at: string;
  };
  /** Bytes of files plus characters of context sources, maintained by triggers. */
  workspace_storage: { workspace_id: string; bytes: number };
  file_pieces: { workspace_id: string; file_id: string; n: number; body: Uint8Array };
}
