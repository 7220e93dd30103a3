import { sql } from "kysely";
import { isOneOf, type Tx, tableOf } from "./dialect.ts";

/** Updates positions of rows in one statement. Ids have 36 characters. */
export async function setPositions(
  tx: Tx,
  table: "plans" | "specs",
  workspaceId: string,
  positions: readonly { id: string; position: number }[],
): Promise<void> {
  // Each entry is an id followed by a position, in a list that both databases can unpack.
  const list = positions.map(({ id, position }) => `${id}${position}`);
  const ids = positions.map(({ id }) => id);
  await sql`
    update ${sql.table(table)} set position = cast(substr(entry.value, 37) as integer)
    from ${tableOf(tx, list)} as entry
    where ${sql.table(table)}.workspace_id = ${workspaceId}
      and ${sql.table(table)}.id = substr(entry.value, 1, 36)
      and ${isOneOf(tx, `${table}.id`, ids)}`.execute(tx); // Said twice: SQLite would try each row of the workspace.
}
