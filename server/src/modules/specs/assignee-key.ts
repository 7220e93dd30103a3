import { sql } from "kysely";

/** A spec's assignee as `specs_by_assignee` has it: empty for nobody. A literal, so that the index applies. */
export const assigneeKey = sql<string>`coalesce(specs.assignee_user_id, '')`;
