import type { Found, Notice, Parsed } from "../../../../client/src/import/format.ts";
import type { KiroFolder } from "../../../../client/src/import/kiro/find.ts";
import type { TasksMode } from "../../../../client/src/import/kiro/tasks/types.ts";
import type { Chosen } from "../../parts/dropped-files.ts";

/** This is what the worker is asked: what there is in these files, or what one of its folders holds. */
export type Asked = { given: readonly Chosen[]; path: string } | { read: KiroFolder; tasks: TasksMode };

/** What can't be imported is an answer, too: an error of its own kind does not go through a message. */
export type Answer =
  | { found: Found<KiroFolder> }
  | { parsed: Parsed }
  | { notImportable: { message: string; notices: readonly Notice[] } }
  | { failed: string };
