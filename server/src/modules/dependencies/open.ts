import { type SqlBool, sql } from "kysely";

/** What is neither done nor cancelled. Written out, so that a partial index over open specs can serve it. */
export const isOpenSpec = sql<SqlBool>`specs.status in ('TODO', 'IN_PROGRESS')`;
