import { command } from "../../../dispatch/commands.ts";
import { timeIn } from "../../../jobs/clock.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { endRevoked } from "./end-revoked.ts";
import type { GrantKey } from "./grant-rows.ts";

/** A refresh attempt: its process and the generation of the pair sent. */
export interface Refresh extends GrantKey {
  generation: number;
  owner: string;
}

/** Longer than the vendor's timeout and the commit together. */
const leaseSeconds = 30;

/**
 * Takes the lease before calling the vendor. `changed`: there is a newer pair; `busy`: another process holds
 * it. An expired lease is taken over and the same pair sent again, as its outcome is unknown.
 */
export const takeRefresh = command(
  "grants.takeRefresh",
  ({ workspaceId }: Refresh) => workspaceId,
  async (tx: Tx, { workspaceId, id, generation, owner }: Refresh): Promise<"taken" | "changed" | "busy"> => {
    const ofPair = tx
      .updateTable("grants")
      .set({ lease_owner: owner, lease_until: timeIn(tx, leaseSeconds) })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .where("generation", "=", generation);
    const [taken] = await ofPair
      .where((where) =>
        where.or([where("lease_until", "is", null), where("lease_until", "<=", timeIn(tx, 0))]),
      )
      .returning("id")
      .execute();
    if (taken) return "taken";
    const row = await tx
      .selectFrom("grants")
      .select("generation")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    return row?.generation === generation ? "busy" : "changed";
  },
);

interface Save extends Refresh {
  tokens: string;
  expiresAt: string | null;
}

/**
 * Saves the next pair before anyone uses it, even after the lease expired if its predecessor is still the
 * newest. In an ended grant, it is the pair to revoke.
 */
export const saveRefreshed = command(
  "grants.saveRefreshed",
  ({ workspaceId }: Save) => workspaceId,
  async (tx: Tx, { workspaceId, id, generation, tokens, expiresAt }: Save): Promise<void> => {
    await tx
      .updateTable("grants")
      .set({ tokens, expires_at: expiresAt, generation: generation + 1 })
      .set({ lease_owner: null, lease_until: null })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("generation", "=", generation)
      .execute();
  },
);

/** Releases the lease after a call with an unknown outcome. */
export const releaseRefresh = command(
  "grants.releaseRefresh",
  ({ workspaceId }: Refresh) => workspaceId,
  async (tx: Tx, { workspaceId, id, owner }: Refresh): Promise<void> => {
    await tx
      .updateTable("grants")
      .set({ lease_owner: null, lease_until: null })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("lease_owner", "=", owner)
      .execute();
  },
);

/** Ends a grant refused by its vendor, unless there is a newer pair. */
export const endRefusedGrant = command(
  "grants.lose",
  ({ workspaceId }: Omit<Refresh, "owner">) => workspaceId,
  async (tx: Tx, { workspaceId, id, generation }: Omit<Refresh, "owner">): Promise<void> => {
    const [refused] = await tx
      .deleteFrom("grants")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("generation", "=", generation)
      .where("ended_at", "is", null)
      .returningAll()
      .execute();
    if (refused) await endRevoked(tx, refused);
  },
);
