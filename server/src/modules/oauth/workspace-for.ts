import type { SignedIn } from "../../actor.ts";
import { invalid, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { workspacesOf } from "./store.ts";

/** Returns the workspace to connect an app to; optional for users with only one. */
export async function workspaceFor(db: Db, { userId }: SignedIn, named: string | undefined): Promise<string> {
  const workspaces = await workspacesOf(db, userId);
  const [only, other] = workspaces;
  if (named === undefined && only && !other) return only.id;
  if (named === undefined) throw invalid("/workspaceId", "must name the workspace that the app is let into");
  if (!workspaces.some(({ id }) => id === named)) throw notFound("workspace");
  return named;
}
