import type { Call, Done } from "./run-command.ts";

/** The one write path. A command is answered only when it is on disk; a handler can't tell which database does it. */
export interface Writer {
  run(call: Call): Promise<Done>;
  /** Lets commands under way end. */
  close(): Promise<void>;
}
