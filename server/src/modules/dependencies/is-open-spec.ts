import { type SqlBool, sql } from "kysely";

/** Neither done nor cancelled. Literals, so that the partial index applies. */
export const isOpenSpec = sql<SqlBool>`specs.status in ('TODO', 'IN_PROGRESS')`;
