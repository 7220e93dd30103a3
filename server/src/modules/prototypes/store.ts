import type { ExpressionBuilder, Selectable } from "kysely";
import type { Db, Tx } from "../../storage/dialect.ts";
import { insertInto, type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";

export type PrototypeRow = Selectable<Tables["prototypes"]>;
export type ShareRow = Selectable<Tables["prototype_shares"]>;

export interface PrototypeFile {
  path: string;
  fileId: string;
  bytes: number;
}

interface OfPlan {
  workspace_id: string;
  plan_id: string;
}

/** Finds a plan's prototype row, deleted ones included. */
export const findRow = (db: Db, { workspace_id, plan_id }: OfPlan): Promise<PrototypeRow | undefined> =>
  db
    .selectFrom("prototypes")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .executeTakeFirst();

/** Returns files by path, in the same order on both databases. */
export async function filesOf(db: Db, { workspace_id, plan_id }: OfPlan): Promise<PrototypeFile[]> {
  const files = await db
    .selectFrom("prototype_files")
    .select(["path", "file_id as fileId", "bytes"])
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .execute();
  return inOrder(files);
}

export const inOrder = (files: readonly PrototypeFile[]): PrototypeFile[] =>
  files.toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** Finds the existing one of two paths with its content hash. */
export const fileAt = statement((db, param: Param<OfPlan & { path: string; index: string }>) =>
  db
    .selectFrom("prototype_files")
    .innerJoin("files", (join) =>
      join
        .onRef("files.workspace_id", "=", "prototype_files.workspace_id")
        .onRef("files.id", "=", "prototype_files.file_id"),
    )
    .select(["path", "file_id as fileId", "prototype_files.bytes", "sha256"])
    .where("prototype_files.workspace_id", "=", param("workspace_id"))
    .where("prototype_files.plan_id", "=", param("plan_id"))
    .where((where) => where.or([where("path", "=", param("path")), where("path", "=", param("index"))])),
);

const insertFiles = insertInto("prototype_files");

/** Replaces a prototype's files. */
export async function putFiles(tx: Tx, of: OfPlan, files: readonly PrototypeFile[]): Promise<void> {
  await forgetRows(tx, "prototype_files", of);
  await insertFiles(
    tx,
    files.map(({ path, fileId, bytes }) => ({ ...of, path, file_id: fileId, bytes })),
  );
}

/** Deletes a prototype's rows in a table. */
export async function forgetRows(
  tx: Tx,
  table: "prototype_files" | "prototype_shares",
  { workspace_id, plan_id }: OfPlan,
): Promise<void> {
  await tx
    .deleteFrom(table)
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .execute();
}

/** Tests that a link was created without an app or by a connected one, whose end also ends the link. */
const isOfLivingApp = (builder: ExpressionBuilder<Tables, "prototype_shares">, now: string) =>
  builder.or([
    builder("prototype_shares.connection_id", "is", null),
    builder.exists(
      builder
        .selectFrom("oauth_connections")
        .select("oauth_connections.id")
        .whereRef("oauth_connections.workspace_id", "=", "prototype_shares.workspace_id")
        .whereRef("oauth_connections.id", "=", "prototype_shares.connection_id")
        .where("oauth_connections.revoked_at", "is", null)
        .where("oauth_connections.expires_at", ">", now),
    ),
  ]);

/** Finds an active link's prototype by token hash. */
export const findByToken = statement((db, param: Param<{ hash: string; now: string }>) =>
  db
    .selectFrom("prototype_shares")
    .innerJoin("prototypes", (join) =>
      join
        .onRef("prototypes.workspace_id", "=", "prototype_shares.workspace_id")
        .onRef("prototypes.plan_id", "=", "prototype_shares.plan_id")
        .on("prototypes.deleted_at", "is", null),
    )
    .innerJoin("plans", (join) =>
      join
        .onRef("plans.workspace_id", "=", "prototype_shares.workspace_id")
        .onRef("plans.id", "=", "prototype_shares.plan_id")
        .on("plans.archived_at", "is", null),
    )
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "plans.workspace_id")
        .onRef("projects.id", "=", "plans.project_id")
        .on("projects.archived_at", "is", null),
    )
    .select(["prototype_shares.workspace_id", "prototype_shares.plan_id", "prototype_shares.id"])
    .select(["prototype_shares.token_hash", "prototypes.entry"])
    .where("prototype_shares.token_hash", "=", param("hash"))
    .where("prototype_shares.expires_at", ">", param("now"))
    .where((builder) => isOfLivingApp(builder, param("now"))),
);

/** Lists a plan's unexpired links by creation, after an id. */
export const listShares = (
  db: Db,
  { workspace_id, plan_id }: OfPlan,
  now: string,
  after: string,
  limit: number,
): Promise<ShareRow[]> =>
  db
    .selectFrom("prototype_shares")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .where("expires_at", ">", now)
    .where((builder) => isOfLivingApp(builder, now))
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

export const findShare = (
  db: Db,
  { workspace_id, plan_id }: OfPlan,
  now: string,
  id: string,
): Promise<ShareRow | undefined> =>
  db
    .selectFrom("prototype_shares")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .where("id", "=", id)
    .where("expires_at", ">", now)
    .where((builder) => isOfLivingApp(builder, now))
    .executeTakeFirst();

/** Deletes a plan's expired and orphaned links, and counts the rest. */
export async function countShares(tx: Tx, { workspace_id, plan_id }: OfPlan, now: string): Promise<number> {
  await tx
    .deleteFrom("prototype_shares")
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .where((builder) =>
      builder.or([builder("expires_at", "<=", now), builder.not(isOfLivingApp(builder, now))]),
    )
    .execute();
  const { count } = await tx
    .selectFrom("prototype_shares")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("workspace_id", "=", workspace_id)
    .where("plan_id", "=", plan_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}
