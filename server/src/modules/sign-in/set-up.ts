import { setUp } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { onConsole } from "../../dispatch/console-handlers.ts";
import { slugBase } from "../../slug.ts";
import { type Db, lockService, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { hashSecret } from "../identity/key-format.ts";
import { addMember, addUser, addWorkspace } from "../identity/people.ts";
import { addLink, linkExpired, newLink, takeLink, usableLink } from "./links.ts";
import { hashPassword } from "./passwords/password.ts";
import { putPassword } from "./passwords/set-password.ts";
import { type NewSession, startSession } from "./sessions/session.ts";
import { signedIn } from "./sessions/signed-in.ts";

const linkHours = 7 * 24;

/** Creates the first user with a workspace. */
export const firstSetUp = onConsole(setUp, async (context: Context, request) => {
  const { token, password, ...person } = request.input.body;
  const linkHash = await usableLink(context.db, "set_up", token);
  const hash = await hashPassword(password);
  return signedIn(context, request, (session) =>
    context.writer.run(makeFirstUser, { linkHash, hash, session, ...person }),
  );
});

interface FirstUser {
  linkHash: string;
  hash: string;
  session: NewSession;
  name: string;
  email: string;
  /** Workspace name. */
  workspace: string;
}

export const makeFirstUser = command(
  "signIn.setUp",
  () => null,
  async (tx: Tx, input: FirstUser) => {
    await lockService(tx);
    if (await hasUser(tx)) throw linkExpired();
    await takeLink(tx, "set_up", input.linkHash);
    await tx.deleteFrom("links").where("kind", "=", "set_up").execute();
    const slug = slugBase(input.workspace, "workspace");
    const workspace = await addWorkspace(tx, { slug, name: input.workspace });
    const user = await addUser(tx, { ...input, isProven: true });
    const author = { workspaceId: workspace.id, userId: user.id, credentialId: null };
    await addMember(tx, author, user.id, "OWNER");
    await putPassword(tx, user.id, input.hash, null);
    return startSession(tx, user.id, "set_up", input.session);
  },
);

/** Stores a setup link unless there is a user; returns whether it did. */
export const addSetUpLink = command(
  "signIn.addSetUpLink",
  () => null,
  async (tx: Tx, { secretHash }: { secretHash: string }) => {
    await lockService(tx);
    if (await hasUser(tx)) return false;
    await addLink(tx, { secretHash, kind: "set_up", userId: null, hours: linkHours });
    return true;
  },
);

/** Returns the first user's one-time setup link; null if there is a user. */
export async function setUpLink({ db, writer, publicUrl }: Context): Promise<string | null> {
  if (await hasUser(db)) return null;
  const secret = newLink();
  const isKept = await writer.run(addSetUpLink, { secretHash: hashSecret(secret) });
  return isKept ? `${publicUrl()}/set-up?token=${secret}` : null;
}

async function hasUser(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}
