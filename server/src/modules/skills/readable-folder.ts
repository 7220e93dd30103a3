import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Effective, readableSkill } from "./access.ts";
import { type FolderFile, filesOf } from "./folder-files.ts";

/** Returns the path's skill with its files, consistently. */
export async function readableFolder(
  db: Db,
  actor: Actor,
  path: { projectSlug?: string; slug: string },
): Promise<Effective & { files: readonly FolderFile[] }> {
  for (;;) {
    const skill = await readableSkill(db, actor, path);
    if (skill.tier === "built-in") return { ...skill, files: [] };
    const files = await filesOf(db, { workspace_id: actor.workspaceId, id: skill.id }, skill.revision);
    if (files) return { ...skill, files };
  }
}
