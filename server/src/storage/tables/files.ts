export interface FileTables {
  /** Each content is once in a workspace. */
  files: {
    workspace_id: string;
    id: string;
    /** The hash of a complete file, in hex. Without one the file is still being written, or is being deleted. */
    sha256: string | null;
    bytes: number;
    /** The time at which somebody last sent this content: what no row names is kept for an hour from then on. */
    touched_at: string;
  };
  /** The bytes of the files and the characters of the context sources of each workspace, which triggers keep. */
  workspace_storage: { workspace_id: string; bytes: number };
  file_pieces: { workspace_id: string; file_id: string; n: number; body: Uint8Array };
}
