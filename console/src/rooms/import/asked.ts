import type { Found, Notice, Parsed } from "../../../../client/src/import/format.ts";
import type { KiroFolder } from "../../../../client/src/import/kiro/find.ts";
import type { TasksMode } from "../../../../client/src/import/kiro/tasks/types.ts";
import type { Chosen } from "../../parts/dropped-files.ts";

/** A request to the worker: find folders in these files, or parse one. */
export type Asked = { given: readonly Chosen[]; path: string } | { read: KiroFolder; tasks: TasksMode };

/** Errors are sent as answers because their class doesn't survive `postMessage`. */
export type Answer =
  | { found: Found<KiroFolder> }
  | { parsed: Parsed }
  | { notImportable: { message: string; notices: readonly Notice[] } }
  | { failed: string };
