import { getWorkspace, updateWorkspace } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action, disclosesNothing, write } from "../../dispatch/handlers.ts";
import { ApiError, inField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { usedBytes } from "../../storage/quota.ts";
import { isUniqueViolation } from "../../storage/unique-violation.ts";
import type { Context } from "../context.ts";
import { findWorkspace } from "../identity/workspace.ts";
import { requireOwner } from "../projects/access.ts";
import { type AgentCeilings, agentCeilings } from "../projects/agent-ceilings.ts";
import { changePolicy } from "../projects/change-policy.ts";
import { workspacePolicy } from "../projects/policy.ts";
import { hasReadLinks } from "../projects/read-links.ts";

export const workspaceGet = action(
  getWorkspace,
  async ({ db, config }: Context, { workspaceId }) => ({
    body: {
      workspace: await workspaceWithPolicy(db, workspaceId),
      storage: { usedBytes: await usedBytes(db, workspaceId), quotaBytes: config.workspaceBytes },
      modelCurrency: config.models.currency,
    },
  }),
  { discloses: disclosesNothing },
);

export const workspaceUpdate = write(updateWorkspace, async (tx, actor, { body }) => {
  requireOwner(actor, "change the workspace");
  const before = await findWorkspace(tx, actor.workspaceId);
  const { name = before.name, slug = before.slug } = body;
  const changed = [...(name === before.name ? [] : ["name"]), ...(slug === before.slug ? [] : ["slug"])];
  await changePolicy(tx, actor, body);
  await changeCeilings(tx, actor, body);
  await changeLinks(tx, actor, body);
  if (changed.length > 0) await rename(tx, actor, before, { name, slug, changed });
  return { workspace: await workspaceWithPolicy(tx, actor.workspaceId) };
});

const workspaceWithPolicy = async (db: Db, id: string) =>
  Object.assign(await findWorkspace(db, id), await workspacePolicy(db, id), await agentCeilings(db, id), {
    links: await hasReadLinks(db, id),
  });

/** Changes the ceilings of the planning agent that a body names. */
async function changeCeilings(
  tx: Tx,
  actor: Actor,
  body: { [C in keyof AgentCeilings]?: AgentCeilings[C] | undefined },
): Promise<void> {
  const { workspaceId } = actor;
  const before = await agentCeilings(tx, workspaceId);
  const { agentTokensPerDay: all = before.agentTokensPerDay } = body;
  const { agentTokensPerPersonPerDay: each = before.agentTokensPerPersonPerDay } = body;
  const changed = [
    ...(all === before.agentTokensPerDay ? [] : ["agentTokensPerDay"]),
    ...(each === before.agentTokensPerPersonPerDay ? [] : ["agentTokensPerPersonPerDay"]),
  ];
  if (changed.length === 0) return;
  await tx
    .updateTable("workspaces")
    .set({ agent_tokens_per_day: all, agent_tokens_per_person_per_day: each })
    .where("id", "=", workspaceId)
    .execute();
  await appendEvents(tx, actor, [{ type: "workspace.updated", subjectId: workspaceId, data: { changed } }]);
}

/** Switches read links off or on. */
async function changeLinks(tx: Tx, actor: Actor, { links }: { links?: boolean | undefined }): Promise<void> {
  const { workspaceId } = actor;
  if (links === undefined || links === (await hasReadLinks(tx, workspaceId))) return;
  await tx
    .updateTable("workspaces")
    .set({ read_links: links ? 1 : 0 })
    .where("id", "=", workspaceId)
    .execute();
  const data = { changed: ["links"] };
  await appendEvents(tx, actor, [{ type: "workspace.updated", subjectId: workspaceId, data }]);
}

async function rename(
  tx: Tx,
  actor: Actor,
  before: { id: string; slug: string },
  { name, slug, changed }: { name: string; slug: string; changed: string[] },
): Promise<void> {
  if (slug !== before.slug) await requireFreeSlug(tx, slug);
  try {
    await tx.updateTable("workspaces").set({ name, slug }).where("id", "=", before.id).execute();
  } catch (error) {
    // Another workspace's concurrent write.
    throw isUniqueViolation(error) ? slugTaken(slug) : error;
  }
  await appendEvents(tx, actor, [{ type: "workspace.updated", subjectId: before.id, data: { changed } }]);
}

async function requireFreeSlug(tx: Tx, slug: string): Promise<void> {
  if (await tx.selectFrom("workspaces").select("id").where("slug", "=", slug).executeTakeFirst())
    throw slugTaken(slug);
}

const slugTaken = (slug: string) =>
  inField(
    "/slug",
    new ApiError("slug_taken", `A workspace has the slug ${slug} already. Choose another slug.`),
  );
