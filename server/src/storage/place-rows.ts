import { sql } from "kysely";
import { type Tx, tableOf } from "./dialect.ts";

/** Gives rows of a table other positions, all by one statement. Their ids have 36 characters. */
export async function placeRows(
  tx: Tx,
  table: "plans" | "specs",
  workspaceId: string,
  places: readonly { id: string; position: number }[],
): Promise<void> {
  // Each place is one text, the id and behind it the position, which both databases read in a list.
  const list = places.map(({ id, position }) => `${id}${position}`);
  await sql`
    update ${sql.table(table)} set position = cast(substr(place.value, 37) as integer)
    from ${tableOf(tx, list)} as place
    where ${sql.table(table)}.workspace_id = ${workspaceId}
      and ${sql.table(table)}.id = substr(place.value, 1, 36)`.execute(tx);
}
