import { acceptInvite } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepReply } from "../../dispatch/idempotency/keep-created.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { joinByInvite } from "./join.ts";
import { hashOfToken, noSuchLink } from "./link.ts";
import { findBySecret } from "./store.ts";

/** Accepts an invite through a credential, which belongs to another workspace. */
export const inviteAccept = action(
  acceptInvite,
  async ({ db, writer }: Context, actor, { body }, { claim }) => {
    const secretHash = hashOfToken(body.token);
    const invite = await findBySecret(db, secretHash);
    if (!invite) throw noSuchLink();
    const input: Acceptance = { actor, secretHash, workspaceId: invite.workspace_id, claim };
    return { body: await writer.run(acceptAsActor, input) };
  },
  { discloses: disclosesNothing },
);

interface Acceptance {
  actor: Actor;
  secretHash: string;
  /** The invite's workspace, which is locked. */
  workspaceId: string;
  claim: ActionClaim | undefined;
}

export const acceptAsActor = command(
  "invites.accept",
  ({ workspaceId }: Acceptance) => workspaceId,
  async (tx: Tx, { actor: before, secretHash, claim }: Acceptance) => {
    const { userId, email } = await reloadActor(tx, before);
    const answer = await joinByInvite(tx, secretHash, { userId, email });
    await keepReply(tx, claim, acceptInvite, answer);
    return answer;
  },
);
