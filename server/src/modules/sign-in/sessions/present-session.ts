import type { Session } from "@groundplan/contract";
import type { SignedIn } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import { type Param, statement } from "../../../storage/statement.ts";

/**
 * Returns the console's form of a session. Its workspace is the last chosen one, or the first joined if the
 * user has left that.
 */
export async function presentSession(db: Db, session: SignedIn): Promise<Session> {
  const { userId } = session;
  const [workspaces, [password]] = await Promise.all([
    workspacesOf(db, { userId }),
    passwordOf(db, { userId }),
  ]);
  const current = workspaces.find(({ id }) => id === session.workspaceId) ?? workspaces[0];
  return {
    id: session.sessionId,
    user: {
      id: userId,
      email: session.email,
      name: session.name,
      hasPassword: password !== undefined,
    },
    workspaces,
    workspaceId: current?.id ?? null,
    signedInAt: session.signedInAt,
    expiresAt: session.expiresAt,
  };
}

const workspacesOf = statement((db, param: Param<{ userId: string }>) =>
  db
    .selectFrom("memberships")
    .innerJoin("workspaces", "workspaces.id", "memberships.workspace_id")
    .select(["workspaces.id", "slug", "name", "role"])
    .where("user_id", "=", param("userId"))
    .orderBy("joined_at")
    .orderBy("workspaces.id"),
);

const passwordOf = statement((db, param: Param<{ userId: string }>) =>
  db.selectFrom("passwords").select("user_id").where("user_id", "=", param("userId")),
);
