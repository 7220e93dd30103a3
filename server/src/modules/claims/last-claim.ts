import type { Db } from "../../storage/dialect.ts";
import { isLive, shownState } from "./lease.ts";

/** Returns a spec's last claim that is over, with its holder's name. */
export const lastClaimOf = (db: Db, spec: { workspace_id: string; id: string }) =>
  db
    .selectFrom("claims")
    .leftJoin("users as holder", "holder.id", "claims.user_id")
    .select(["claims.user_id", "claims.agent", "claims.note", "claims.revision", "claims.created_at"])
    .select(["holder.name as holder_name", shownState(db).as("shown_state")])
    .where("claims.workspace_id", "=", spec.workspace_id)
    .where("claims.spec_id", "=", spec.id)
    .where(({ not }) => not(isLive(db)))
    .orderBy("claims.fence", "desc")
    .limit(1)
    .executeTakeFirst();
