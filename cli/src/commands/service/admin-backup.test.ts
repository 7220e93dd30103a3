import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import { onRows } from "../../../../server/test/own-connection.ts";
import { createOwner, groundplanHere, groundplanJson, startService } from "../../testing.ts";

describe.each(databases)("$database: backup and restore", ({ create }) => {
  let database: TestDatabase;
  let target: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await create("empty");
    target = await create("empty");
    folder = String(database.env.GROUNDPLAN_DATA_DIR);
    await createOwner(database.env);
  });
  afterAll(async () => {
    await database.drop();
    await target.drop();
  });

  it("work next to a running service and without one, and report their result", async () => {
    const file = join(folder, "one.backup");
    const service = await startService(database.env);
    try {
      expect(await groundplanJson(["admin", "backup", file], database.env)).toEqual({
        file,
        bytes: expect.any(Number),
        rows: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        takenAt: expect.stringMatching(/^\d{4}-.*Z$/),
        secrets: false,
      });
      const refused = await groundplanHere(["admin", "restore", file, "--json"], database.env);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toMatch(/^Something else is connected to [^\n]+ Stop the service [^\n]+\n$/);
    } finally {
      await service.stop();
    }
    const restored = await groundplanHere(["admin", "restore", file], target.env);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toMatch(/rows are restored from [^\n]+\nTrackers are disconnected: /);
    const again = join(folder, "two.backup");
    const made = await groundplanHere(["admin", "backup", again, "--with-secrets"], target.env);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toMatch(/two\.backup holds \d+ rows in \d+ kB: [^\n]+\nIts secrets are sealed with /);
  });

  it("can be followed by a check, which lists faults and then ends with 1", async () => {
    const right = await groundplanHere(["admin", "check"], database.env);
    expect(right).toMatchObject({ code: 0, stderr: "" });
    expect(right.stdout).toMatch(/\nEverything is right\. Checked workspaces: 1, events: \d+\.\n$/);
    await onRows(database.env, (db) =>
      db.updateTable("events").set({ data: "{}" }).where("seq", "=", 2).execute(),
    );
    const wrong = await groundplanHere(["admin", "check"], database.env);
    const sentence = "Event 2 of the workspace acme was changed since it was written.";
    expect(wrong).toMatchObject({ code: 1, stderr: `Something is wrong:\n  ${sentence}\n` });
    const { code, stdout } = await groundplanHere(["admin", "check", "--json"], database.env);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, ok: false, problems: [sentence] });
  });

  it("refuse unusable input in one sentence", async () => {
    const file = join(folder, "none.backup");
    const { code, stdout, stderr } = await groundplanHere(["admin", "restore", file], target.env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(`${file} can't be read (ENOENT).\n`);
    expect(existsSync(file)).toBe(false);
  });
});
