import { type SqlBool, sql } from "kysely";

/**
 * The condition of a spec that is neither done nor cancelled. The states are literals, so that a partial index over
 * open specs can serve it.
 */
export const isOpenSpec = sql<SqlBool>`specs.status in ('TODO', 'IN_PROGRESS')`;
