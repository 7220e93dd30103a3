import type { ApiKey } from "@groundplan/contract";
import { serviceIn } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { slugBase } from "../../slug.ts";
import { lockService, type Tx } from "../../storage/dialect.ts";
import { type Refusal, refusal } from "../identity/admin-commands.ts";
import { addKey, presentKey } from "../identity/api-keys.ts";
import { addMember, addUser, addWorkspace } from "../identity/people.ts";

export interface FirstOwner {
  email: string;
  name: string;
  /** Workspace name. */
  workspace: string;
  /** Name of the key that may write. */
  key: string;
}

export interface MadeOwner {
  user: { id: string; email: string };
  workspace: { id: string; slug: string };
  key: ApiKey;
  secret: string;
}

/** Creates the first user with a workspace and a key, from the machine of the service. */
export const makeFirstOwner = command(
  "admin.makeFirstOwner",
  () => null,
  async (
    tx: Tx,
    { email, name, workspace: title, key: keyName }: FirstOwner,
  ): Promise<MadeOwner | Refusal> => {
    await lockService(tx);
    const known = await tx.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (known) return refusal("This database has users already. Sign in with `groundplan login`.");
    await tx.deleteFrom("links").where("kind", "=", "set_up").execute();
    const workspace = await addWorkspace(tx, { slug: slugBase(title, "workspace"), name: title });
    const user = await addUser(tx, { email: email.trim().toLowerCase(), name, isProven: true });
    const author = serviceIn(workspace.id);
    await addMember(tx, author, user.id, "OWNER");
    const { key, secret } = await addKey(tx, author, user.id, {
      name: keyName,
      scope: "write",
      expiresAt: null,
    });
    return { user, workspace, key: presentKey(key), secret };
  },
);
