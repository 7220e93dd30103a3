import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlite } from "../../../../server/src/storage/sqlite.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import {
  createOwner,
  createOwnersKey,
  type Ended,
  groundplan,
  groundplanHere,
  type RunningService,
  startService,
} from "../../testing.ts";

const made: TestDatabase[] = [];
async function newDatabase(): Promise<TestDatabase & { folder: string }> {
  const [sqlite] = databases;
  if (!sqlite) throw new Error("no SQLite");
  const database = await sqlite.create("empty");
  made.push(database);
  return { ...database, folder: database.env.GROUNDPLAN_DATA_DIR ?? "" };
}
afterAll(() => Promise.all(made.map((database) => database.drop())));

/** Expects a start to fail with one sentence. `run` may be `groundplanHere` if a setting is refused. */
async function refusedStart(
  env: Record<string, string>,
  database?: TestDatabase,
  run: (args: string[], env: Record<string, string>) => Promise<Ended> = groundplan,
): Promise<string> {
  const own = database ?? (await newDatabase());
  const { code, stdout, stderr } = await run(["serve"], { PORT: "0", ...own.env, ...env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.trim().split("\n")).toHaveLength(1);
  return stderr;
}

describe("a start that can't work ends with one sentence and exit code 1", () => {
  it("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    expect(await refusedStart({ PORT: String(port) })).toBe(
      `Port ${port} is in use. Stop what uses it, or choose another with PORT.\n`,
    );
    other.close();
  });

  it("a data folder that can't be written", async () => {
    const file = join((await newDatabase()).folder, "file");
    writeFileSync(file, "");
    // Nothing can be created below /proc, even as root.
    const folders = [file, join(file, "data"), ...(existsSync("/proc/self") ? ["/proc/groundplan"] : [])];
    for (const GROUNDPLAN_DATA_DIR of folders)
      expect(await refusedStart({ GROUNDPLAN_DATA_DIR })).toMatch(/can't be written .*GROUNDPLAN_DATA_DIR/);
  });

  it("a database file that is no SQLite database", async () => {
    const database = await newDatabase();
    writeFileSync(join(database.folder, "groundplan.db"), "not a database".repeat(100));
    expect(await refusedStart({}, database)).toMatch(/groundplan\.db can't be used \(SQLITE_NOTADB\)/);
  });

  it.each([
    ["of another kind", "mysql://root:hunter2@127.0.0.1/x", /postgres:\/\//],
    ["where nothing listens", "postgres://root:hunter2@127.0.0.1:9/x", /can't be used \(ECONNREFUSED\)/],
    ["of an unknown host", "postgres://root:hunter2@nowhere.invalid/x", /can't be used \(E\w+\)/],
  ])("a DATABASE_URL %s, without showing its password", async (_what, DATABASE_URL, sentence) => {
    const stderr = await refusedStart({ DATABASE_URL }, undefined, groundplanHere);
    expect(stderr).toMatch(sentence);
    expect(stderr).toContain("DATABASE_URL");
    expect(stderr).not.toContain("hunter2");
  });

  it("a DATABASE_URL with a server that is not PostgreSQL and hangs up", async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const DATABASE_URL = `postgres://root:hunter2@127.0.0.1:${port}/x`;
    expect(await refusedStart({ DATABASE_URL })).toMatch(/^DATABASE_URL can't be used \([^\n]+\)\. Check/);
    other.close();
  });

  it.each([
    ["too short", "abc", /32 bytes/],
    ["a placeholder", "0".repeat(64), /placeholder/],
  ])("a GROUNDPLAN_SECRET_KEY that is %s", async (_what, GROUNDPLAN_SECRET_KEY, sentence) => {
    const database = await newDatabase();
    const stderr = await refusedStart({ GROUNDPLAN_SECRET_KEY }, database, groundplanHere);
    expect(stderr).toMatch(sentence);
    expect(stderr).toContain("GROUNDPLAN_SECRET_KEY");
    expect(readdirSync(database.folder)).toEqual([]);
  });

  it("a GROUNDPLAN_SECRET_KEY that the database was not created with, or its key file gone", async () => {
    const database = await newDatabase();
    await (await startService(database.env)).stop();
    const other = randomBytes(32).toString("base64");
    expect(await refusedStart({ GROUNDPLAN_SECRET_KEY: other }, database)).toMatch(
      /not the one this database was made with/,
    );
    rmSync(join(database.folder, "secret.key"));
    expect(await refusedStart({}, database)).toMatch(/secret\.key is missing/);
  });

  it.each([
    ["PORT", "70000"],
    ["GROUNDPLAN_RATE_LIMIT", "many"],
    ["GROUNDPLAN_TRACKER_POLL_SECONDS", "59"],
    ["HOST", "192.0.2.1"],
  ])("%s=%s", async (name, value) => {
    expect(await refusedStart({ [name]: value }, undefined, groundplanHere)).toContain(name);
  });
});

describe.each(databases)("$database: a running service", ({ create }) => {
  let own: TestDatabase;
  let service: RunningService;
  beforeAll(async () => {
    own = await create("empty");
    service = await startService(own.env);
  });
  afterAll(async () => {
    await service.stop();
    await own.drop();
  });

  it("answers / and /readyz once its line says that it serves, and says how to create the first key", async () => {
    const [ready, home] = await Promise.all([fetch(`${service.url}/readyz`), fetch(service.url)]);
    expect([ready.status, home.status]).toEqual([200, 200]);
    expect(await home.text()).toContain("<title>Groundplan</title>");
    expect(service.url).toMatch(/^http:\/\/localhost:[1-9]\d*$/);
    expect(service.stdout().split("\n")[0]).toBe(`Groundplan serves on ${service.url}`);
    expect(service.stdout()).toContain("groundplan admin key create");
  });

  it("no longer mentions a first key once there is a user", async () => {
    await createOwner(own.env);
    const second = await startService(own.env);
    await second.stop();
    expect(second.stdout()).toMatch(/^Groundplan serves on \S+\nIts data is in [^\n]+\.\n$/);
  });
});

/** Sends a POST without its body. `end` sends the rest and returns the whole answer. */
async function heldRequest(service: RunningService, key: string, body: string) {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  await once(socket, "connect");
  const head = [
    "POST /v1/projects HTTP/1.1",
    "host: localhost",
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 5)}`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return {
    socket,
    async end(): Promise<string> {
      socket.write(body.slice(5));
      return (await socket.toArray()).join("");
    },
  };
}

describe("SIGTERM", () => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let key: string;
  beforeAll(async () => {
    database = await newDatabase();
    key = await createOwnersKey(database.env);
  });

  it("lets a running request end, accepts no new one, and ends with 0", async () => {
    const service = await startService(database.env);
    const held = await heldRequest(service, key, '{"name":"Web"}');
    const exited = service.stop();
    await expect
      .poll(() =>
        fetch(`${service.url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .not.toBe(200);
    expect(service.child.exitCode).toBeNull();
    const answer = await held.end();
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer).toContain('"slug":"web"');
    expect(await exited).toBe(0);
    expect(service.stderr()).toBe("");
  });

  it("cuts off a request whose body stops arriving, and ends with 0", async () => {
    const service = await startService({ ...database.env, GROUNDPLAN_SHUTDOWN_SECONDS: "3" });
    const { socket } = await heldRequest(service, key, '{"name":"Web"}');
    socket.on("error", () => {});
    const halfHead = connect(Number(new URL(service.url).port), "127.0.0.1").on("error", () => {});
    await once(halfHead, "connect");
    halfHead.write("GET /v1 HTTP/1.1\r\nHo");
    expect(await service.stop()).toBe(0);
    socket.destroy();
    halfHead.destroy();
  });

  it("ends the process after GROUNDPLAN_SHUTDOWN_SECONDS, whatever is still running", async () => {
    const service = await startService({ ...database.env, GROUNDPLAN_SHUTDOWN_SECONDS: "1" });
    // A write that waits for another process's lock is a request that does not end.
    const other = openSqlite(join(database.folder, "groundplan.db"), "write");
    other.raw.exec("begin immediate");
    const held = await heldRequest(service, key, '{"name":"Never"}');
    held.socket.on("error", () => {});
    held.end().catch(() => {});
    const begin = Date.now();
    expect(await service.stop()).toBe(1);
    expect(Date.now() - begin).toBeGreaterThan(800);
    expect(service.stderr()).toContain("requests were still running when the time to stop was over");
    other.raw.exec("rollback");
    other.raw.close();
    held.socket.destroy();
  });

  it("keeps serving when nobody reads its log any more", async () => {
    const service = await startService({ ...database.env, GROUNDPLAN_LOG_LEVEL: "info" });
    service.child.stderr?.destroy();
    for (let n = 0; n < 5; n++) expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(service.child.exitCode).toBeNull();
    expect(await service.stop()).toBe(0);
  });

  it("ends an idle service at once even with an open connection, and so does SIGINT", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      // Waiting for the drain's time limit or for idle connections would exceed this test's limit.
      const { env } = await newDatabase();
      const service = await startService({ ...env, GROUNDPLAN_SHUTDOWN_SECONDS: "3600" });
      await (await fetch(`${service.url}/readyz`)).text();
      service.child.kill(signal);
      expect(await service.exited).toBe(0);
    }
  });
});
