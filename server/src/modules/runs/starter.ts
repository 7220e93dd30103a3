import type { Actor } from "../../actor.ts";
import { forbidden } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { appOf } from "../identity/app-of.ts";
import { findActor } from "../identity/credential-kinds.ts";
import { commandLine } from "../oauth/clients/clients.ts";
import type { RunRow } from "./store.ts";

/** The credential that started a run, which acts with it as long as it is valid. */
export type StartedWith = Pick<Actor, "credentialId" | "credentialKind" | "signedInAt" | "scope">;

export const startedWith = ({ credentialId, credentialKind, signedInAt, scope }: Actor): StartedWith => ({
  credentialId,
  credentialKind,
  signedInAt,
  scope,
});

/** Returns a run's starter as they are now; null once the credential has ended. */
export const starterOf = (db: Db, run: Pick<RunRow, "workspace_id" | "user_id" | "credential">) =>
  findActor(db, {
    ...(JSON.parse(run.credential) as StartedWith),
    workspaceId: run.workspace_id,
    userId: run.user_id,
    userName: "",
    email: "",
    role: "VIEWER",
  });

/** Throws 403 for apps other than the service's own command line. */
export async function requireNoApp(db: Db, actor: Actor): Promise<void> {
  const app = appOf(actor);
  if (app === null) return;
  const connection = await db
    .selectFrom("oauth_connections")
    .select("client_id")
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", app)
    .executeTakeFirst();
  if (connection?.client_id === commandLine) return;
  throw forbidden("Apps can't run the planning agent. Use the console, the command line, or a key.");
}
