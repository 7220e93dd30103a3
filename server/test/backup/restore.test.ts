import { copyFileSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { AdminError, adminBackup, adminRestore } from "../../src/admin/index.ts";
import { readConfig } from "../../src/config/config.ts";
import { openDatabase, openWithoutMigrating } from "../../src/open-database.ts";
import { applyMigrations, newestMigration } from "../../src/storage/migrate.ts";
import { restoreLock } from "../../src/storage/postgres.ts";
import { openSqlite } from "../../src/storage/sqlite.ts";
import { fakeTracker, makePlace } from "../conformance/place.ts";
import { aWebhook } from "../conformance/requests.ts";
import { databases, type TestDatabase } from "../databases.ts";
import { eventually } from "../eventually.ts";
import { expectInvalid } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { openWorld, type World } from "../world.ts";
import { forge, type Line } from "./forged-backup.ts";
import { restoreOnceClosed } from "./restore-once-closed.ts";
import { copyKeyFile, reopen } from "./restored.ts";

const withHead = (head: object) => (lines: Line[]) =>
  lines.map((line, at) => (at === 0 ? { ...line, ...head } : line));

/** A migration followed by later tables and columns. */
const previous = "007-push-names";

async function tablesOf(migration: string, folder: string): Promise<Map<string, Set<string>>> {
  const { db } = openSqlite(join(folder, "older.db"), "write");
  await applyMigrations(db, migration);
  const tables = await db.introspection.getTables();
  await db.destroy();
  return new Map(tables.map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]));
}

/** Removes newer tables and columns from a backup's lines, as an older version would have written them. */
const asBefore = (tables: ReadonlyMap<string, ReadonlySet<string>>) => (lines: Line[]) => {
  let kept: readonly boolean[] | undefined;
  return withHead({ migration: previous })(lines).flatMap((line): Line[] => {
    if (Array.isArray(line)) return kept ? [line.filter((_, at) => kept?.[at])] : [];
    if (!("table" in line)) return [line];
    const columns = line.columns as string[];
    const own = tables.get(String(line.table));
    kept = own && columns.map((name) => own.has(name));
    return kept ? [{ ...line, columns: columns.filter((_, at) => kept?.[at]) }] : [];
  });
};

async function importPlan({ alice }: World, project: string): Promise<unknown> {
  const specs = ["1", "2"].map((externalRef) => ({ externalRef, title: "Imported", content: "As it was." }));
  const plans = [{ externalRef: "kiro:albums", name: "Albums", specs }];
  return (await alice.post(`${project}/imports`, { plans })).body.import.plans;
}

describe.each(databases)("$database", ({ database, create }) => {
  let world: World;
  let project: string;
  let empty: TestDatabase;
  let folder: string;
  let file: string;
  let fileWithSecrets: string;
  beforeAll(async () => {
    const tracker = fakeTracker();
    const env = { GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" };
    world = await openWorld(create, { env, openTracker: async () => tracker });
    project = `/v1/projects/${(await makePlace(world)).projectSlug}`;
    await world.alice.post("/v1/connectors/github/webhook");
    await aWebhook(world);
    await importPlan(world, project);
    await world.alice.delete(`${project}/plans/PLAN-3/specs/SPEC-2`);
    empty = await create("empty");
    folder = mkdtempSync(join(inject("runFolder"), "backups-"));
    file = join(folder, "plain");
    fileWithSecrets = join(folder, "secrets");
    await adminBackup(world.env, { file, secrets: false });
    await adminBackup(world.env, { file: fileWithSecrets, secrets: true });
  });
  afterAll(async () => {
    await world.close();
    await empty.drop();
  });

  const refusal = async (name: string, env = empty.env) => {
    const error = await adminRestore(env, { file: name }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AdminError);
    return (error as AdminError).message;
  };
  const isUntouched = async () => {
    const opened = await openDatabase(readConfig(empty.env), () => {});
    const users = await opened.db.selectFrom("users").select("id").execute();
    await opened.close();
    return users.length === 0;
  };
  async function restored<T>(name: string, use: (there: World) => Promise<T>, withKey = false): Promise<T> {
    const target = await create("empty");
    if (withKey) copyKeyFile(world.env, target.env);
    await restoreOnceClosed(target.env, name);
    const there = await reopen(world, target);
    try {
      return await use(there);
    } finally {
      await there.close();
    }
  }

  it("A backup is a file that only its owner reads, and nothing is left next to it", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(["plain", "secrets"]);
  });

  it("A backup never overwrites a file, and an unwritable path is named", async () => {
    const before = readFileSync(file);
    await expect(adminBackup(world.env, { file, secrets: false })).rejects.toThrow(`${file} exists already.`);
    expect(readFileSync(file).equals(before)).toBe(true);
    const nowhere = join(folder, "no/such/folder");
    await expect(adminBackup(world.env, { file: nowhere, secrets: false })).rejects.toThrow(
      `${nowhere} can't be written (ENOENT).`,
    );
  });

  it("A backup without secrets contains nothing encrypted, and its connections come back disconnected", async () => {
    const sealed = /v1:[0-9a-f]{8}:/;
    expect(gunzipSync(readFileSync(fileWithSecrets)).toString()).toMatch(sealed);
    expect(gunzipSync(readFileSync(file)).toString()).not.toMatch(sealed);
    const path = "/v1/connectors";
    // A server without a key counts as connected.
    const connected = async (there: World) =>
      (await there.alice.get(path)).body.connectors
        .filter(({ kind }: { kind: string }) => kind === "tracker")
        .map(({ connection }: { connection: { connected: boolean } }) => connection.connected);
    expect(await connected(world)).toContain(true);
    expect(await restored(file, connected)).not.toContain(true);
    expect(await restored(fileWithSecrets, connected, true)).toContain(true);
  });

  it("A backup without secrets restores webhooks switched off, and they need another secret", async () => {
    const hookOf = async (there: World) => (await there.alice.get("/v1/webhooks")).body.webhooks.at(0);
    const before = await hookOf(world);
    expect(before).toMatchObject({ enabled: true });
    await restored(file, async (there) => {
      const { id, enabled, disabledReason } = await hookOf(there);
      expect([id, enabled]).toEqual([before.id, false]);
      expect(disabledReason).toContain("rotateSecret");
      const path = `/v1/webhooks/${id}`;
      expectInvalid(await there.alice.patch(path, { enabled: true }), ["/rotateSecret"]);
      const { body } = await there.alice.patch(path, { enabled: true, rotateSecret: true });
      expect(body).toMatchObject({ webhook: { enabled: true }, secret: expect.stringMatching(/^whsec_/) });
      expect(body.webhook).not.toHaveProperty("disabledReason");
    });
    expect(await restored(fileWithSecrets, hookOf, true)).toEqual(before);
  });

  it("A restored service knows the last import, and which specs were deleted since", async () => {
    const again = await restored(file, (there) => importPlan(there, project));
    expect(again).toEqual(await importPlan(world, project));
    expect(again).toMatchObject([{ outcome: "unchanged", unchanged: 1, specs: [{ outcome: "deleted" }] }]);
  });

  it("A backup with secrets is refused without the key that encrypted them", async () => {
    const sentence = await refusal(fileWithSecrets);
    expect(sentence).toMatch(
      /^The backup holds secrets[^\n]+ The key file \S+secret\.key is missing: [^\n]+\.$/,
    );
    const other = {
      ...empty.env,
      GROUNDPLAN_SECRET_KEY: Buffer.from(folder.repeat(9)).subarray(0, 32).toString("hex"),
    };
    expect(await refusal(fileWithSecrets, other)).toContain("The secret key is not the one");
    expect(await restored(file, async ({ alice }) => (await alice.get("/v1/me")).status)).toBe(200);
  });

  it("A file that is truncated, changed anywhere, or no backup is refused, and nothing is written", async () => {
    const whole = readFileSync(file);
    const broken = join(folder, "broken");
    for (const part of [0, 0.001, 0.3, 0.6, 0.999]) {
      writeFileSync(broken, whole.subarray(0, Math.floor(whole.length * part)));
      expect(await refusal(broken)).toMatch(/is not whole: its end is missing|is no backup/);
    }
    for (const at of [0.01, 0.2, 0.5, 0.8, 0.99]) {
      copyFileSync(file, broken);
      const bytes = Buffer.from(whole);
      const index = Math.floor(whole.length * at);
      bytes[index] = (bytes[index] ?? 0) ^ 4;
      writeFileSync(broken, bytes);
      expect(await refusal(broken)).toMatch(/was changed or damaged|is not whole|is no backup/);
    }
    const text = gunzipSync(whole).toString();
    writeFileSync(broken, gzipSync(text.replace("alice@acme", "malla@acme")));
    expect(await refusal(broken)).toContain("was changed or damaged since it was written.");
    writeFileSync(broken, gzipSync(text.split("\n").toSpliced(5, 1).join("\n")));
    expect(await refusal(broken)).toContain("was changed or damaged since it was written.");
    writeFileSync(broken, "hello");
    expect(await refusal(broken)).toContain(`${broken} is no backup.`);
    expect(await refusal(join(folder, "missing"))).toContain("missing can't be read (ENOENT).");
    expect(await isUntouched()).toBe(true);
  });

  it("A backup of a newer version is refused by its name", async () => {
    const newer = [{ format: 2 }, { migration: "999-later" }];
    for (const head of newer)
      expect(await refusal(forge(file, withHead({ ...head, version: "9.9.9" })))).toContain(
        "was made by a newer version (9.9.9). Restore it with that version or a later one.",
      );
  });

  it("A backup of an older version is restored into its own schema and migrated from there", async () => {
    const older = forge(file, asBefore(await tablesOf(previous, folder)));
    expect(newestMigration).not.toBe(previous);
    const plans = (there: World) => there.alice.get(`${project}/plans`).then(({ body }) => body.plans);
    expect(await restored(older, plans)).toEqual(await plans(world));
  });

  it("A used database is left alone; an unused one is filled", async () => {
    const target = await create("empty");
    const opened = await openDatabase(readConfig(target.env), () => {});
    await opened.db.selectFrom("users").selectAll().execute();
    await opened.close();
    await restoreOnceClosed(target.env, file);
    await eventually(async () => expect(await refusal(file, target.env)).toContain("There is something in "));
    await target.drop();
  });

  it("A database in use by a service is not restored into", async () => {
    expect(await refusal(file, world.env)).toContain("Something else is connected to ");
    const target = await create("empty");
    const opened = await openDatabase(readConfig(target.env), () => {});
    await opened.db.selectFrom("users").selectAll().execute();
    expect(await refusal(file, target.env)).toContain("Stop the service");
    await opened.close();
    await restoreOnceClosed(target.env, file);
    await target.drop();
  });

  // SQLite locks its file while it is open.
  if (database === "PostgreSQL") {
    it("A service is detected however long it was idle", async () => {
      const target = await create("empty");
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const opened = await openDatabase(readConfig(target.env), () => {});
      await opened.db.selectFrom("users").selectAll().execute();
      vi.advanceTimersByTime(3_600_000);
      vi.useRealTimers();
      await pause(100); // The pool closes its idle connections.
      expect(await refusal(file, target.env)).toContain("Something else is connected to ");
      await opened.close();
      await restoreOnceClosed(target.env, file);
      await target.drop();
    });

    it("A connection that is opened during a restore waits for its end", async () => {
      const target = await create("empty");
      const restore = await openWithoutMigrating(readConfig(target.env), "read");
      await sql`select pg_advisory_lock(${sql.lit(restoreLock)})`.execute(restore);
      const opening = openDatabase(readConfig(target.env), () => {});
      const waiting = sql`select pid from pg_locks where objid = ${restoreLock} and not granted`;
      await expect.poll(async () => (await waiting.execute(restore)).rows.length).toBe(1);
      await restore.destroy();
      await (await opening).close();
      await target.drop();
    });
  }

  it("A database of another version is not backed up", async () => {
    const before = await withRows(world, (db) =>
      db
        .withTables<{ migrations: { name: string } }>()
        .deleteFrom("migrations")
        .where("name", "=", newestMigration)
        .execute(),
    );
    expect(before).toHaveLength(1);
    const backup = () => adminBackup(world.env, { file: join(folder, "never"), secrets: false });
    await expect(backup()).rejects.toThrow(
      /^The database is still that of an older version \(\d{3}-[a-z-]+\)\./,
    );
    const rename = (name: string) =>
      withRows(world, (db) =>
        db
          .withTables<{ migrations: { name: string; applied_at: string } }>()
          .insertInto("migrations")
          .values({ name, applied_at: "2026-01-01" })
          .execute(),
      );
    await rename("999-later");
    await expect(backup()).rejects.toThrow("The database was migrated by a newer version (999-later).");
  });
});
