import { isPlainAddress, type Role } from "@groundplan/contract";
import { serviceIn } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { lockService, lockWorkspace, type Tx } from "../../storage/dialect.ts";
import { findUser, findWorkspaceBySlug, type Refusal, refusal } from "../identity/admin-commands.ts";
import { addMember, addUser, addWorkspace, isLastOwner, isProven, proveAddress } from "../identity/people.ts";
import { forgetBrowsers } from "./known.ts";
import { endWaysIn, lockWorkspacesOf } from "./take-over.ts";

export interface NewUser {
  email: string;
  name: string;
  workspace: string;
  role: Role;
  createWorkspace: boolean;
  platformAdmin: boolean;
}

interface MadeUser {
  user: { id: string; email: string };
  workspace: { id: string; slug: string };
  /** Set for an account whose address nobody had proven. */
  endedWaysIn?: true;
}

/** Upserts a user and a membership with the given role. */
export const createUser = command(
  "admin.createUser",
  () => null,
  async (tx: Tx, input: NewUser): Promise<MadeUser | Refusal> => {
    await lockService(tx);
    const email = input.email.trim().toLowerCase();
    const workspace =
      (await findWorkspaceBySlug(tx, input.workspace)) ??
      (input.createWorkspace
        ? await addWorkspace(tx, { slug: input.workspace, name: input.workspace })
        : undefined);
    if (!workspace)
      return refusal(`There is no workspace ${input.workspace}. Add --create-workspace to create it.`);
    const known = await findUser(tx, email);
    if (!known && !isPlainAddress(email))
      return refusal(`Write ${email} with plain letters: another address could look the same.`);
    const own = known ? await lockWorkspacesOf(tx, known.id, [workspace.id]) : [];
    if (!known) await lockWorkspace(tx, workspace.id);
    const user = known ?? (await addUser(tx, { email, name: input.name, isProven: true }));
    if (input.role !== "OWNER" && (await isLastOwner(tx, workspace.id, user.id)))
      return refusal(`${email} is the last owner of ${workspace.slug}. Make someone else an owner first.`);
    const isUnproven = !(await isProven(tx, user.id));
    if (isUnproven) await prove(tx, user.id, own);
    if (input.platformAdmin)
      await tx.updateTable("users").set({ is_platform_admin: 1 }).where("id", "=", user.id).execute();
    const author = serviceIn(workspace.id);
    await addMember(tx, author, user.id, input.role);
    return {
      user: { id: user.id, email: user.email },
      workspace: { id: workspace.id, slug: workspace.slug },
      ...(isUnproven ? { endedWaysIn: true } : {}),
    };
  },
);

/**
 * Marks an existing account's address as verified, for which the operator vouches, but not for who holds the
 * account: all ways in end.
 */
async function prove(tx: Tx, userId: string, workspaceIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("passwords").where("user_id", "=", userId).execute();
  await forgetBrowsers(tx, userId);
  await endWaysIn(tx, { userId, workspaceIds, keep: [] });
  await proveAddress(tx, userId);
}
