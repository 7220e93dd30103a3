import type { Kysely } from "kysely";
import { fold } from "../../fold.ts";

interface Plans {
  plans: { workspace_id: string; id: string; name: string; name_folded: string };
}

const rowsAtOnce = 1000;

/** Folds plan names by Unicode instead of lower case. */
export async function foldedNames(database: Kysely<unknown>): Promise<void> {
  const db = database as Kysely<Plans>;
  let last = { workspace_id: "", id: "" };
  for (let rows = await rowsAfter(db, last); rows.length > 0; rows = await rowsAfter(db, last)) {
    for (const row of rows) {
      last = row;
      const name_folded = fold(row.name);
      if (name_folded === row.name_folded) continue;
      await db
        .updateTable("plans")
        .set({ name_folded })
        .where("workspace_id", "=", row.workspace_id)
        .where("id", "=", row.id)
        .execute();
    }
  }
}

function rowsAfter(db: Kysely<Plans>, { workspace_id, id }: { workspace_id: string; id: string }) {
  return db
    .selectFrom("plans")
    .select(["workspace_id", "id", "name", "name_folded"])
    .where((where) =>
      where.or([
        where("workspace_id", ">", workspace_id),
        where.and([where("workspace_id", "=", workspace_id), where("id", ">", id)]),
      ]),
    )
    .orderBy("workspace_id")
    .orderBy("id")
    .limit(rowsAtOnce)
    .execute();
}
