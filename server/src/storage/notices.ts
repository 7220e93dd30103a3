/** Short texts that the processes of one database tell each other. Never stored, and lost while one is away. */
export interface Notices {
  /** Tells the other processes. */
  tell(text: string): void;
  /** Calls back for each text of another process. */
  subscribe(hear: (text: string) => void): void;
}

/** SQLite's, whose database has one process. */
export const noNotices: Notices = { tell: () => {}, subscribe: () => {} };
