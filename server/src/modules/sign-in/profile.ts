import { switchWorkspace, updateProfile } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { forSession } from "../../dispatch/console-handlers.ts";
import { notFound } from "../../errors.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { isMember } from "../identity/people.ts";
import { presentSession } from "./sessions/present-session.ts";
import { requireSession } from "./sessions/session.ts";

/** Changes one's own name in all workspaces. */
export const profileUpdate = forSession(updateProfile, async ({ db, writer }: Context, request) => {
  const { session, input } = request;
  const { sessionId, userId } = session;
  await writer.run(rename, { sessionId, userId, name: input.body.name });
  return { session: await presentSession(db, { ...session, name: input.body.name }) };
});

export const rename = command(
  "signIn.rename",
  () => null,
  async (tx: Tx, input: { sessionId: string; userId: string; name: string }) => {
    await requireSession(tx, input);
    await tx.updateTable("users").set({ name: input.name }).where("id", "=", input.userId).execute();
  },
);

/** Switches the browser's workspace. */
export const workspaceSwitch = forSession(switchWorkspace, async ({ db, writer }: Context, request) => {
  const { session, input } = request;
  const { workspaceId } = input.body;
  const { sessionId, userId } = session;
  await writer.run(chooseWorkspace, { sessionId, userId, workspaceId });
  return { session: await presentSession(db, { ...session, workspaceId }) };
});

export const chooseWorkspace = command(
  "sessions.chooseWorkspace",
  () => null,
  async (tx: Tx, input: { sessionId: string; userId: string; workspaceId: string }) => {
    await requireSession(tx, input);
    if (!(await isMember(tx, input.workspaceId, input.userId))) throw notFound("workspace");
    await showWorkspace(tx, input, input.workspaceId);
  },
);

/** Sets a session's workspace, of which the user must be a member. */
export async function showWorkspace(
  tx: Tx,
  { sessionId }: { sessionId: string },
  workspaceId: string,
): Promise<void> {
  await tx.updateTable("sessions").set({ workspace_id: workspaceId }).where("id", "=", sessionId).execute();
}
