import { expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { onServer } from "../../../../server/test/postgres-server.ts";
import { startService } from "../../testing.ts";

it("A start on a PostgreSQL that may lose acknowledged writes says so in the log, and serves", async () => {
  const { create } = databases.find(({ database }) => database === "PostgreSQL") ?? expect.fail();
  const own = await create();
  const url = String(own.env.DATABASE_URL);
  await onServer(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
  const service = await startService(own.env);
  await expect.poll(() => service.stderr()).toContain("synchronous_commit is off");
  await service.stop();
  await own.drop();
  const lines = service.stderr().trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toContainEqual({
    level: 40,
    time: expect.any(String),
    msg: expect.stringMatching(/^PostgreSQL's synchronous_commit is off: .+ Set it to on\.$/),
  });
});
