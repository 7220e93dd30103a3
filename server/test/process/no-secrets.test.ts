import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newSecret } from "../../src/modules/identity/key-format.ts";
import { databases } from "../databases.ts";
import { neverInTheClear } from "../no-secrets.ts";
import { onRows } from "../own-connection.ts";

describe.each(databases)("dropping a test's database, on $database", ({ create }) => {
  const secrets = [newSecret(), newSecret("plan_session_"), "correct horse battery", "lin_api_planner"];
  secrets.push("token-of-planner", "ABCD-EFGH");
  neverInTheClear("ABCD-EFGH");

  it.each(secrets)("fails if %s lies in a row", async (secret) => {
    const { env, drop } = await create();
    const users = (db: Parameters<Parameters<typeof onRows>[1]>[0], name: string) =>
      db
        .insertInto("users")
        .values({ id: name, email: name, name, is_platform_admin: 0, is_proven: 1, created_at: "" });
    await onRows(env, (db) => users(db, `long ${"x".repeat(10_000)} ${secret}`).execute());
    await expect(drop()).rejects.toThrow("lies in the clear");
    await onRows(env, (db) => db.deleteFrom("users").execute());
  });

  it("fails if one lies in a file of the data folder", async () => {
    const { env, drop } = await create();
    const folder = join(env.GROUNDPLAN_DATA_DIR ?? "", "cache");
    mkdirSync(folder);
    writeFileSync(join(folder, "note"), `key ${secrets[0]}`);
    await expect(drop()).rejects.toThrow("lies in the clear in cache/note");
  });

  it("passes if only hashes and visible prefixes are stored", async () => {
    const { env, drop } = await create();
    const name = `psk_abcdefgh${"0123456789abcdef".repeat(4)}`;
    await onRows(env, (db) =>
      db
        .insertInto("users")
        .values({
          id: "psk_abcdefgh",
          email: "0123456789abcdef".repeat(4),
          name: name.slice(0, 30),
          is_platform_admin: 0,
          is_proven: 1,
          created_at: "",
        })
        .execute(),
    );
    await drop();
  });
});
