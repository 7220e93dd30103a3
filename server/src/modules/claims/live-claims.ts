import type { SpecClaim } from "@groundplan/contract";
import { personOf } from "../../events/person.ts";
import { type Db, isOneOfList } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { isLive } from "./store.ts";

/** A claim that is held and whose lease hasn't run out. */
export interface LiveClaim {
  id: string;
  spec_id: string;
  user_id: string;
  agent: string | null;
  until: string;
  holder_name: string | null;
}

export const presentLive = ({ id, agent, user_id, holder_name, until }: LiveClaim): SpecClaim => ({
  id,
  agent,
  holder: personOf(user_id, holder_name),
  until,
});

/** Returns the live claims of specs. */
export const liveClaims = (db: Db, workspaceId: string, specIds: readonly string[]): Promise<LiveClaim[]> =>
  specIds.length === 0 ? Promise.resolve([]) : liveOfSpecs(db, { workspaceId, ids: JSON.stringify(specIds) });

const liveOfSpecs = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("claims")
    .leftJoin("users as holder", "holder.id", "claims.user_id")
    .select(["claims.id", "claims.spec_id", "claims.user_id", "claims.agent", "claims.until"])
    .select("holder.name as holder_name")
    .where("claims.workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(db, "claims.spec_id", param("ids")))
    .where(isLive(db)),
);
