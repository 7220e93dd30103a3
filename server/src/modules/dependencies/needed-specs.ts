import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { plansReadableBy } from "../plans/access.ts";

/** Returns the specs that a spec needs, in any readable plan, each with the beginning of its text. */
export const neededSpecs = (db: Db, actor: Actor, { id }: { id: string }) =>
  plansReadableBy(db, actor)
    .clearSelect()
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "plans.workspace_id").onRef("specs.plan_id", "=", "plans.id"),
    )
    .innerJoin("dependencies", (join) =>
      join
        .onRef("dependencies.workspace_id", "=", "specs.workspace_id")
        .onRef("dependencies.to_id", "=", "specs.id")
        .on("dependencies.from_id", "=", id),
    )
    .select(["specs.id", "specs.number", "specs.title", "specs.status", "specs.revision"])
    .select(["plans.number as plan_number", sql<string>`substr(specs.content, 1, 4000)`.as("beginning")])
    .orderBy("plans.number")
    .orderBy("specs.number")
    .execute();
