import type { Found, Notice, Parsed } from "../../../../client/src/import/format.ts";
import type { KiroFolder } from "../../../../client/src/import/kiro/find.ts";
import type { TasksMode } from "../../../../client/src/import/kiro/tasks/types.ts";
import type { Chosen } from "../../components/dropped-files.ts";

/** Find folders in these files, or parse one. */
export type Asked = { given: readonly Chosen[]; path: string } | { read: KiroFolder; tasks: TasksMode };

/** Errors lose their class in `postMessage`, so they are answers. */
export type Answer =
  | { found: Found<KiroFolder> }
  | { parsed: Parsed }
  | { notImportable: { message: string; notices: readonly Notice[] } }
  | { failed: string };
