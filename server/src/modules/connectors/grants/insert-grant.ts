import type { Insertable } from "kysely";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";

/** A grant whose tokens are sealed for the row `id`. */
export type NewGrant = Pick<
  Insertable<Tables["grants"]>,
  "id" | "connector_id" | "user_id" | "account" | "facts" | "tokens" | "expires_at"
>;

export async function insertGrant(tx: Tx, workspaceId: string, grant: NewGrant): Promise<void> {
  await tx
    .insertInto("grants")
    .values({
      ...grant,
      workspace_id: workspaceId,
      generation: 1,
      lease_owner: null,
      lease_until: null,
      ended_at: null,
      created_at: now(),
    })
    .execute();
}
