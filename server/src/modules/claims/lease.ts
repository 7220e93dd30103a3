import type { ClaimState } from "@groundplan/contract";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { databaseTime } from "../../storage/clock.ts";
import type { Db } from "../../storage/dialect.ts";

/** Literal, so that the partial indexes apply. */
export const isHeld = sql<SqlBool>`claims.state = 'held'`;
export const hasRunOut = (db: Db) => sql<SqlBool>`claims.until <= ${databaseTime(db)}`;

/** Held, and its lease hasn't run out. */
export const isLive = (db: Db) => sql<SqlBool>`(${isHeld} and claims.until > ${databaseTime(db)})`;

/** The state that readers see: a lease that ran out is expired before the job records it. */
export const shownState = (db: Db) =>
  sql<ClaimState>`case when ${isHeld} and ${hasRunOut(db)} then 'expired' else claims.state end`;

/** Tests whether a row of `specs` has a live claim, or with `since` one that ended at or after that time. */
export const isClaimed = (db: Db, since?: string | number) =>
  since === undefined
    ? hasClaim(isLive(db))
    : sql<SqlBool>`(${hasClaim(wasHeldAt(since))} or ${hasClaim(endedSince(since))})`;

const hasClaim = (is: RawBuilder<SqlBool>) => sql<SqlBool>`exists (select 1 from claims
  where claims.workspace_id = specs.workspace_id and claims.spec_id = specs.id and ${is})`;
const wasHeldAt = (time: string | number) => sql<SqlBool>`${isHeld} and claims.until >= ${time}`;
const endedSince = (time: string | number) => sql<SqlBool>`claims.ended_at >= ${time}`;
