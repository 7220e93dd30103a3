import { getWorkspace, updateWorkspace } from "@groundplan/contract";
import { action, disclosesNothing, write } from "../../dispatch/handlers.ts";
import { ApiError, inField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { usedBytes } from "../../storage/quota.ts";
import { isUniqueViolation } from "../../storage/unique-violation.ts";
import type { Context } from "../context.ts";
import { findWorkspace } from "../identity/workspace.ts";
import { requireOwner } from "../projects/access.ts";

export const workspaceGet = action(
  getWorkspace,
  async ({ db, config }: Context, { workspaceId }) => ({
    body: {
      workspace: await findWorkspace(db, workspaceId),
      storage: { usedBytes: await usedBytes(db, workspaceId), quotaBytes: config.workspaceBytes },
    },
  }),
  { discloses: disclosesNothing },
);

export const workspaceUpdate = write(updateWorkspace, async (tx, actor, { body }) => {
  requireOwner(actor, "change the workspace");
  const before = await findWorkspace(tx, actor.workspaceId);
  const { name = before.name, slug = before.slug } = body;
  const workspace = { id: before.id, slug, name };
  const changed = [...(name === before.name ? [] : ["name"]), ...(slug === before.slug ? [] : ["slug"])];
  if (changed.length === 0) return { workspace };
  if (slug !== before.slug) await requireFreeSlug(tx, slug);
  try {
    await tx.updateTable("workspaces").set({ name, slug }).where("id", "=", workspace.id).execute();
  } catch (error) {
    // Another workspace's concurrent write.
    throw isUniqueViolation(error) ? slugTaken(slug) : error;
  }
  await appendEvents(tx, actor, [{ type: "workspace.updated", subjectId: workspace.id, data: { changed } }]);
  return { workspace };
});

async function requireFreeSlug(tx: Tx, slug: string): Promise<void> {
  if (await tx.selectFrom("workspaces").select("id").where("slug", "=", slug).executeTakeFirst())
    throw slugTaken(slug);
}

const slugTaken = (slug: string) =>
  inField(
    "/slug",
    new ApiError("slug_taken", `A workspace has the slug ${slug} already. Choose another slug.`),
  );
