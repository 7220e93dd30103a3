import type { Device } from "@groundplan/contract";
import type { Selectable } from "kysely";
import type { SecretCell } from "../../../secrets/seal.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";

export type DeviceRow = Selectable<Tables["devices"]>;

export interface Member {
  workspaceId: string;
  userId: string;
}

/** Returns a member's devices after an id, oldest first. */
export const devicesOf = (
  db: Db,
  { workspaceId, userId }: Member,
  after: string,
  limit: number,
): Promise<DeviceRow[]> =>
  db
    .selectFrom("devices")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

export const cellOfDevice = (workspaceId: string, endpointHash: string): SecretCell => ({
  workspaceId,
  rowId: endpointHash,
  table: "devices",
  column: "sealed_keys",
});

export const presentDevice = ({ id, name, endpoint, created_at }: DeviceRow): Device => ({
  id,
  name,
  endpoint,
  createdAt: created_at,
});
