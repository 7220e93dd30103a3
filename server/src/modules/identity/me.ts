import { changelog, getChangelog, getMe } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { findWorkspace } from "./store.ts";

export const me = read(getMe, async (db, actor) => ({
  user: { id: actor.userId, email: actor.email },
  workspace: await findWorkspace(db, actor.workspaceId),
  role: actor.role,
  scope: actor.scope,
  credential: { kind: actor.credentialKind, id: actor.credentialId },
}));

export const changes = read(getChangelog, async () => ({ changelog: [...changelog] }), { constant: true });
