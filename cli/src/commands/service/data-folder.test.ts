import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlite } from "../../../../server/src/storage/sqlite.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import { groundplan, startService } from "../../testing.ts";

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "groundplan-")));
});
afterAll(() => rmSync(root, { recursive: true }));

function newFolder(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

const jobs = ["admin", "jobs"];
const createUser = (...more: string[]) => [
  ...["admin", "user", "create", "--email", "ada@example.com", "--name", "Ada"],
  ...["--workspace", "acme", "--role", "OWNER", ...more],
];

it("A service without settings stores its data in the user's own folder and says so, and commands find it from every folder", async () => {
  const env = { XDG_DATA_HOME: newFolder("shared") };
  const file = join(root, "shared/groundplan/groundplan.db");
  const service = await startService(env, newFolder("one"));
  await service.stop();
  expect(service.stdout()).toContain(`\nIts data is in ${file}.\n`);
  expect(readdirSync(join(root, "one"))).toEqual([]);

  const made = await groundplan(createUser("--create-workspace"), env, [], "pipe", newFolder("another"));
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).toContain(`In ${file}:\n`);
  expect(readdirSync(join(root, "another"))).toEqual([]);
});

it("A service keeps using ./data if its database exists already", async () => {
  const folder = newFolder("kept/data");
  const first = await startService({ GROUNDPLAN_DATA_DIR: folder });
  await first.stop();
  const again = await startService({ XDG_DATA_HOME: newFolder("not-this") }, join(root, "kept"));
  await again.stop();
  expect(again.stdout()).toContain(`\nIts data is in ${join(folder, "groundplan.db")}.\n`);
  expect(readdirSync(join(root, "not-this"))).toEqual([]);
});

it("An admin command never creates a database by itself", async () => {
  const env = { XDG_DATA_HOME: newFolder("nobody") };
  const named = { GROUNDPLAN_DATA_DIR: join(root, "named") };
  const cwd = newFolder("elsewhere");
  const refused = await Promise.all([
    groundplan(createUser("--create-workspace"), env, [], "pipe", cwd),
    groundplan(jobs, named, [], "pipe", cwd),
    groundplan(createUser(), named, [], "pipe", cwd),
  ]);
  for (const { code, stdout, stderr } of refused) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^There is no Groundplan database in [^\n]+ Start the service there first [^\n]+\n$/,
    );
  }
  expect(refused[0]?.stderr).toContain(join(root, "nobody/groundplan"));
  expect([...readdirSync(join(root, "nobody")), ...readdirSync(cwd)]).toEqual([]);
  expect(existsSync(join(root, "named"))).toBe(false);
});

describe.each(databases)("$database: an admin command", ({ database, create }) => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await create("empty");
  });
  afterAll(() => own.drop());

  it("refuses an empty database, fills it for --create-workspace if a setting names it, and names the database it uses", async () => {
    expect(await groundplan(jobs, own.env)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("There is no Groundplan database in "),
    });
    expect((await groundplan(createUser("--create-workspace"), own.env)).code).toBe(0);
    const { code, stdout } = await groundplan(jobs, own.env);
    expect(code).toBe(0);
    const place =
      database === "SQLite"
        ? `In ${own.env.GROUNDPLAN_DATA_DIR}/groundplan.db:\n`
        : /^In the PostgreSQL database [\w.:/-]+\/test_\w+:\n/;
    expect(stdout).toMatch(place);
  });
});

it("A start without the key file that encrypted the secrets names the missing file, also for a copy without its newest pages", async () => {
  const folder = newFolder("copied");
  const env = { PORT: "0", GROUNDPLAN_DATA_DIR: folder };
  await (await startService(env)).stop();
  rmSync(join(folder, "secret.key"));
  const refused = [await groundplan(["serve"], env)];
  const { raw } = openSqlite(join(folder, "groundplan.db"), "write");
  raw.pragma("foreign_keys = off");
  raw.exec("delete from canaries; insert into data_keys values ('w', 'sealed', '2026-01-01T00:00:00.000Z')");
  raw.close();
  refused.push(await groundplan(["serve"], env));
  for (const { code, stderr } of refused) {
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The key file [^\n]+\/copied\/secret\.key is missing: [^\n]+\n$/);
  }
  expect(existsSync(join(folder, "secret.key"))).toBe(false);
});
