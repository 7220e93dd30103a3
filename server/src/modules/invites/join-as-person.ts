import { lockWorkspace, type Tx } from "../../storage/dialect.ts";
import { joinByInvite } from "./join.ts";
import { noSuchLink } from "./link.ts";
import { findBySecret, isMembersAddress } from "./store.ts";

/** Adds an existing user by an invite to their address, and returns the workspace's id. No-op for members. */
export async function joinAsPerson(
  tx: Tx,
  secretHash: string,
  person: { userId: string; email: string },
): Promise<string> {
  const invite = await findBySecret(tx, secretHash);
  if (!invite) throw noSuchLink();
  const { workspace_id: workspaceId } = invite;
  await lockWorkspace(tx, workspaceId);
  if (invite.email !== person.email || !(await isMembersAddress(tx, workspaceId, person.email)))
    await joinByInvite(tx, secretHash, person);
  return workspaceId;
}
