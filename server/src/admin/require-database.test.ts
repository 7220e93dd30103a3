import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqlite } from "../storage/sqlite.ts";
import { AdminError, adminJobs } from "./index.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  file = join(folder, "groundplan.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const jobs = () => adminJobs({ GROUNDPLAN_DATA_DIR: folder });

it("An admin command refuses an empty file instead of a database, and leaves it empty", async () => {
  writeFileSync(file, "");
  const error = await jobs().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(AdminError);
  expect(String(error)).toContain(`There is no Groundplan database in ${folder}.`);
  expect(readdirSync(folder)).toEqual(["groundplan.db"]);
  expect(readFileSync(file, "utf8")).toBe("");
});

it("An admin command refuses another program's database, and leaves it unchanged", async () => {
  const { raw } = openSqlite(file, "write");
  raw.exec("create table recipes (name text)");
  raw.close();
  const before = readFileSync(file);
  await expect(jobs()).rejects.toThrow(AdminError);
  expect(readFileSync(file).equals(before)).toBe(true);
});

it("An admin command says that an invalid database file can't be used", async () => {
  writeFileSync(file, "not a database".repeat(100));
  await expect(jobs()).rejects.toThrow(/can't be used \(SQLITE_NOTADB\)/);
});
