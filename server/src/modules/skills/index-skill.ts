import { indexDocument } from "../../full-text/index-document.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { SkillRow } from "./store.ts";

type Indexed = Pick<SkillRow, "workspace_id" | "id" | "project_id" | "slug" | "markdown">;

export const indexSkill = (tx: Tx, skill: Indexed): Promise<void> =>
  indexDocument(tx, {
    workspaceId: skill.workspace_id,
    kind: "skill",
    id: skill.id,
    projectId: skill.project_id,
    title: skill.slug,
    text: skill.markdown,
  });

/** Indexes a skill's current state unless it was deleted. */
export async function indexSkillOf(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const skill = await tx
    .selectFrom("skills")
    .select(["workspace_id", "id", "project_id", "slug", "markdown"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (skill) await indexSkill(tx, skill);
}
