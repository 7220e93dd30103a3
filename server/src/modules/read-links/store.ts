import { type Selectable, type SqlBool, sql } from "kysely";
import type { Db, Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";

export type LinkRow = Selectable<Tables["read_links"]>;

/** A plan, or with a spec's id a spec. */
export interface Subject {
  workspace_id: string;
  plan_id: string;
  /** "" for the plan itself. */
  spec_id: string;
}

const isUnexpired = (now: string) =>
  sql<SqlBool>`(read_links.expires_at is null or read_links.expires_at > ${now})`;

const linksOf = (db: Db, { workspace_id, plan_id, spec_id }: Subject) =>
  db
    .selectFrom("read_links")
    .leftJoin("users", "users.id", "read_links.created_by")
    .selectAll("read_links")
    .leftJoin("memberships as maker", (join) =>
      join
        .onRef("maker.workspace_id", "=", "read_links.workspace_id")
        .onRef("maker.user_id", "=", "read_links.created_by"),
    )
    .select(["users.name as creator_name", "maker.role as creator_role"])
    .where("read_links.workspace_id", "=", workspace_id)
    .where("read_links.plan_id", "=", plan_id)
    .where("read_links.spec_id", "=", spec_id);

/** Lists unexpired links by creation, after an id. */
export const listLinks = (db: Db, of: Subject, now: string, after: string, limit: number) =>
  linksOf(db, of)
    .where(isUnexpired(now))
    .where("read_links.id", ">", after)
    .orderBy("read_links.id")
    .limit(limit)
    .execute();

/** Deletes expired links and counts the rest. */
export async function countLinks(tx: Tx, { workspace_id, plan_id, spec_id }: Subject, now: string) {
  await tx
    .deleteFrom("read_links")
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .where("spec_id", "=", spec_id)
    .where("expires_at", "<=", now)
    .execute();
  const { count } = await tx
    .selectFrom("read_links")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .where("spec_id", "=", spec_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes a link. Returns false if there is none. */
export async function deleteLink(tx: Tx, { workspace_id, plan_id, spec_id }: Subject, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom("read_links")
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .where("spec_id", "=", spec_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Finds a working link by its token's hash. */
export const findByToken = statement((db, param: Param<{ hash: string; now: string }>) =>
  db
    .selectFrom("read_links")
    .innerJoin("workspaces", (join) =>
      join.onRef("workspaces.id", "=", "read_links.workspace_id").on("workspaces.read_links", "=", 1),
    )
    .innerJoin("plans", (join) =>
      join
        .onRef("plans.workspace_id", "=", "read_links.workspace_id")
        .onRef("plans.id", "=", "read_links.plan_id")
        .on("plans.archived_at", "is", null),
    )
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "plans.workspace_id")
        .onRef("projects.id", "=", "plans.project_id")
        .on("projects.archived_at", "is", null),
    )
    .leftJoin("specs", (join) =>
      join
        .onRef("specs.workspace_id", "=", "read_links.workspace_id")
        .onRef("specs.id", "=", "read_links.spec_id"),
    )
    .select(["read_links.workspace_id", "read_links.id", "read_links.plan_id", "read_links.spec_id"])
    .select(["read_links.token_hash", "read_links.names", "read_links.sub_plans"])
    .where("read_links.token_hash", "=", param("hash"))
    .where("read_links.is_off", "=", 0)
    .where((where) =>
      where.or([
        where("read_links.expires_at", "is", null),
        where("read_links.expires_at", ">", param("now")),
      ]),
    )
    .where((where) =>
      where.or([
        where("read_links.spec_id", "=", ""),
        where("specs.plan_id", "=", where.ref("read_links.plan_id")),
      ]),
    ),
);
