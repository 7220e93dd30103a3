import type { Pool, PoolClient } from "pg";
import { apiKeyCredential } from "../server/src/modules/identity/api-key-credential.ts";
import { hashSecret } from "../server/src/modules/identity/key-format.ts";
import { readablePlan } from "../server/src/modules/plans/access.ts";
import { listSpecRows } from "../server/src/modules/specs/store.ts";
import type { Db } from "../server/src/storage/dialect.ts";
import { openPostgres } from "../server/src/storage/postgres.ts";
import { openSqlite } from "../server/src/storage/sqlite.ts";
import { type Data, databaseOf, path } from "./service.ts";

export interface HotReads {
  /** Reads the caller, and the plan with their access to it. */
  plan(): Promise<unknown>;
  list(): Promise<unknown>;
}

export interface Opened {
  ours: HotReads;
  /** The same statements and parameters, prepared by hand. */
  byHand: HotReads;
  close(): Promise<void>;
}

interface Statement {
  sql: string;
  parameters: unknown[];
}

async function readsOf(db: Db, { key, actor }: Data): Promise<HotReads> {
  const hash = hashSecret(key);
  const plan = await readablePlan(db, actor, path);
  return {
    plan: async () => [await apiKeyCredential.find(db, hash), await readablePlan(db, actor, path)],
    list: () => listSpecRows(db, plan, [], 51),
  };
}

/** Returns a read's statements, recorded once on a separate connection by `seen`. */
async function statementsOf(
  reads: HotReads,
  seen: Statement[],
): Promise<Record<keyof HotReads, Statement[]>> {
  const of = async (read: () => Promise<unknown>) => {
    seen.length = 0;
    await read();
    if (seen.length === 0) throw new Error("a read asked for nothing");
    return [...seen];
  };
  return { plan: await of(reads.plan), list: await of(reads.list) };
}

export async function sqliteReads(data: Data): Promise<Opened> {
  const file = databaseOf(data);
  const seen: Statement[] = [];
  const listened = openSqlite(file, "read");
  const prepare = listened.raw.prepare.bind(listened.raw);
  const heard = new Set<unknown>(); // `prepare` returns cached statements again, which must be wrapped only once.
  listened.raw.prepare = ((sql: string) => {
    const statement = prepare(sql);
    if (heard.has(statement)) return statement;
    heard.add(statement);
    const all = statement.all.bind(statement);
    statement.all = (...given: unknown[]) => {
      seen.push({ sql, parameters: given.flat() });
      return all(...given);
    };
    return statement;
  }) as typeof prepare;
  const statements = await statementsOf(await readsOf(listened.db, data), seen);
  await listened.db.destroy();

  const { raw } = openSqlite(file, "read");
  const byHand = (all: Statement[]) => {
    const prepared = all.map(({ sql, parameters }) => ({ statement: raw.prepare(sql), parameters }));
    return async () => prepared.map(({ statement, parameters }) => statement.all(...parameters));
  };
  const { db } = openSqlite(file, "read");
  return {
    ours: await readsOf(db, data),
    byHand: { plan: byHand(statements.plan), list: byHand(statements.list) },
    async close() {
      raw.close();
      await db.destroy();
    },
  };
}

const connections = 10;

export async function postgresReads(data: Data): Promise<Opened> {
  const url = data.settings.DATABASE_URL ?? "";
  const seen: Statement[] = [];
  const listened = openPostgres(url, "read", 1);
  listened.pool.on("connect", (client) => listen(client, seen));
  const statements = await statementsOf(await readsOf(listened.db, data), seen);
  await listened.db.destroy();

  const { db } = openPostgres(url, "read", connections);
  const plain = openPostgres(url, "read", connections);
  return {
    ours: await readsOf(db, data),
    byHand: { plan: named(plain.pool, "p", statements.plan), list: named(plain.pool, "l", statements.list) },
    async close() {
      await Promise.all([db.destroy(), plain.db.destroy()]);
    },
  };
}

function listen(client: PoolClient, seen: Statement[]): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const [sql, parameters] = given;
    if (typeof sql === "string" && Array.isArray(parameters)) seen.push({ sql, parameters });
    return query(...given);
  }) as typeof client.query;
}

function named(pool: Pool, prefix: string, statements: readonly Statement[]): () => Promise<unknown> {
  const queries = statements.map(({ sql, parameters }, at) => ({
    name: `${prefix}${at}`,
    text: sql,
    values: parameters,
  }));
  return async () => {
    const answers = [];
    for (const query of queries) answers.push((await pool.query(query)).rows);
    return answers;
  };
}
