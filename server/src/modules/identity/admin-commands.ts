import type { ApiKey, Scope } from "@groundplan/contract";
import { serviceIn } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { lockService, lockWorkspace, type Tx } from "../../storage/dialect.ts";
import { addKey, presentKey, revoke } from "./api-keys.ts";
import { addWorkspace } from "./people.ts";

export const createWorkspace = command(
  "admin.createWorkspace",
  () => null,
  async (tx: Tx, { slug }: { slug: string }): Promise<{ id: string; slug: string } | Refusal> => {
    await lockService(tx);
    if (await findWorkspaceBySlug(tx, slug))
      return refusal(`There is a workspace ${slug} already. Name another one with --workspace.`);
    return addWorkspace(tx, { slug, name: slug });
  },
);

interface MadeKey {
  /** The API's form. */
  key: ApiKey;
  secret: string;
}

export interface NewKey {
  email: string;
  workspace: string;
  scope: Scope;
  name: string;
}

export const createKey = command(
  "admin.createKey",
  () => null,
  async (tx: Tx, input: NewKey): Promise<MadeKey | Refusal> => {
    const workspace = await findWorkspaceBySlug(tx, input.workspace);
    const user = await findUser(tx, input.email.trim().toLowerCase());
    const membership =
      workspace &&
      user &&
      (await tx
        .selectFrom("memberships")
        .select("role")
        .where("workspace_id", "=", workspace.id)
        .where("user_id", "=", user.id)
        .executeTakeFirst());
    if (!workspace || !user || !membership) {
      return refusal(
        `${input.email} is not a member of ${input.workspace}. Make the user first: groundplan admin user create.`,
      );
    }
    await lockWorkspace(tx, workspace.id);
    const author = serviceIn(workspace.id);
    const { key, secret } = await addKey(tx, author, user.id, {
      name: input.name,
      scope: input.scope,
      expiresAt: null,
    });
    return {
      key: presentKey(key),
      secret,
    };
  },
);

interface RevokedKey {
  key: {
    id: string;
    name: string;
    prefix: string;
    email: string;
    workspace: string;
    revokedAt: string;
  };
}

/** Revokes any key; returns the original time for one revoked before. */
export const revokeKey = command(
  "admin.revokeKey",
  () => null,
  async (tx: Tx, { id }: { id: string }): Promise<RevokedKey | Refusal> => {
    const keyRow = await tx
      .selectFrom("api_keys")
      .select("workspace_id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (!keyRow) return refusal(`There is no key ${id}. Its id is \`credential\` in the log's lines.`);
    const workspaceId = keyRow.workspace_id;
    await lockWorkspace(tx, workspaceId);
    const key = await tx
      .selectFrom("api_keys")
      .innerJoin("users", "users.id", "user_id")
      .innerJoin("workspaces", "workspaces.id", "workspace_id")
      .select([
        "api_keys.id",
        "api_keys.name",
        "prefix",
        "email",
        "slug as workspace",
        "revoked_at",
        "user_id",
      ])
      .where("workspace_id", "=", workspaceId)
      .where("api_keys.id", "=", id)
      .executeTakeFirstOrThrow();
    const { revoked_at, user_id, ...shown } = key;
    const author = serviceIn(workspaceId);
    return { key: { ...shown, revokedAt: revoked_at ?? (await revoke(tx, author, { id, user_id })) } };
  },
);

/** A message about a refused admin command. */
export interface Refusal {
  refused: string;
}

export const refusal = (message: string): Refusal => ({ refused: message });

export function findWorkspaceBySlug(tx: Tx, slug: string) {
  return tx.selectFrom("workspaces").select(["id", "slug"]).where("slug", "=", slug).executeTakeFirst();
}

export function findUser(tx: Tx, email: string) {
  return tx.selectFrom("users").select(["id", "email"]).where("email", "=", email).executeTakeFirst();
}
