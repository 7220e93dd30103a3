import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { databases, type TestDatabase } from "../../../test/databases.ts";
import { readConfig } from "../../config/config.ts";
import { createUser } from "../../modules/sign-in/create-user.ts";
import { type Database, openDatabase } from "../../open-database.ts";
import { openSqlite } from "../../storage/sqlite.ts";

// PostgreSQL's writer has no thread.
const [sqlite] = databases;
let files: TestDatabase;
let database: Database;
const broken: Error[] = [];
const open = () => openDatabase(readConfig(files.env), (error) => broken.push(error));
beforeEach(async () => {
  if (!sqlite) throw new Error("no SQLite");
  files = await sqlite.create();
  database = await open();
});
afterEach(async () => {
  await database.close();
  await files.drop();
  expect(broken).toEqual([]);
});

const emailOf = (n: number) => `person-${n}@acme.example`;
const addUser = (n: number, name: unknown = "Person") => {
  const input = { email: emailOf(n), name, workspace: "acme", role: "MEMBER", createWorkspace: true };
  return database.writer.run(createUser, input);
};
const several = [...Array(300).keys()];
const users = async () => (await database.db.selectFrom("users").select("email").execute()).length;

it("each of many concurrent commands gets its own answer, and failed ones roll back only their own writes", async () => {
  const ends = await Promise.allSettled(several.map((n) => addUser(n, n % 7 === 3 ? {} : "Person")));
  for (const [n, end] of ends.entries()) {
    if (n % 7 === 3) expect(end.status).toBe("rejected");
    else expect(end).toMatchObject({ value: { user: { email: emailOf(n) } } });
  }
  expect(await users()).toBe(several.filter((n) => n % 7 !== 3).length);
});

it("commands sent before the close are committed and answered, later ones are refused", async () => {
  const before = several.map((n) => addUser(n));
  const closed = database.close();
  const after = addUser(1000);
  await expect(after).rejects.toMatchObject({ code: "unavailable" });
  await Promise.all([...before, closed, database.close()]);
  await expect(addUser(1001)).rejects.toMatchObject({ code: "unavailable" });
  database = await open();
  expect(await users()).toBe(several.length);
});

it("a database with a current schema can be opened while another process writes", async () => {
  const { raw } = openSqlite(join(String(files.env.GROUNDPLAN_DATA_DIR), "groundplan.db"), "write");
  raw.exec("begin immediate");
  const beside = await open();
  raw.exec("rollback");
  raw.close();
  await beside.close();
});

it("a database opened after another was closed has its own rows, even if the other is closed once more", async () => {
  await addUser(1);
  const other = await sqlite?.create();
  if (!other) throw new Error("no SQLite");
  await database.close();
  const next = await openDatabase(readConfig(other.env), (error) => broken.push(error));
  await database.close();
  const input = {
    email: emailOf(2),
    name: "Person",
    workspace: "acme",
    role: "MEMBER" as const,
    createWorkspace: true,
    platformAdmin: false,
  };
  await next.writer.run(createUser, input);
  const emails = await next.db.selectFrom("users").select("email").execute();
  expect(emails).toEqual([{ email: emailOf(2) }]);
  await next.close();
  await other.drop();
});
