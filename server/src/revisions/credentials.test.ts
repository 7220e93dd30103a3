import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { connectApp } from "../../test/oauth/connected.ts";
import { withRows } from "../../test/own-connection.ts";
import { setUpWorld } from "../../test/world.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  beforeAll(() => world.alice.post("/v1/projects/web/plans", { name: "Plan" }));

  it("A version names its author, and the key or app they used", async () => {
    const { app } = await connectApp(world, world.alice);
    const spec = "/v1/projects/web/plans/PLAN-1/specs/SPEC-1";
    await world.bob.post("/v1/projects/web/plans/PLAN-1/specs", { title: "Spec", content: "One." });
    await app.patch(spec, { content: "Two." });
    await app.post(`${spec}/versions/1/restore`);
    await withRows(world, (db) =>
      db.updateTable("revisions").set({ credential_id: null }).where("seq", "=", 3).execute(),
    );
    await world.alice.patch(spec, { content: "Four." });
    await withRows(world, (db) =>
      db.updateTable("users").set({ name: "Alice B." }).where("id", "=", world.alice.userId).execute(),
    );
    const [alice, bob] = [
      { userId: world.alice.userId, name: "Alice B." },
      { userId: world.bob.userId, name: "bob" },
    ];
    const { versions } = (await world.vera.get(`${spec}/versions`)).body;
    expect(versions).toMatchObject([
      { seq: 4, actor: "alice", author: alice, credential: { kind: "api_key", name: "test" } },
      { seq: 3, op: "restore", author: alice, credential: null },
      { seq: 2, actor: "alice", author: alice, credential: { kind: "oauth", name: "Tester" } },
      { seq: 1, actor: "bob", author: bob, credential: { kind: "api_key", name: "test" } },
    ]);
    const version = (await world.vera.get(`${spec}/versions/2`)).body.version;
    expect(version).toMatchObject({ content: "Two.", author: alice, credential: { name: "Tester" } });
  });

  it("The versions of instructions do so, too, also of a project that shows the company's", async () => {
    const { app } = await connectApp(world, world.alice);
    await world.alice.put("/v1/instructions", { markdown: "Be kind." });
    await app.put("/v1/instructions", { markdown: "Be kind and brief." });
    for (const path of ["/v1/instructions", "/v1/projects/web/instructions"]) {
      const { versions } = (await world.bob.get(`${path}/versions`)).body;
      expect(versions).toMatchObject([
        { author: { userId: world.alice.userId }, credential: { kind: "oauth", name: "Tester" } },
        { author: { userId: world.alice.userId }, credential: { kind: "api_key", name: "test" } },
      ]);
    }
  });
});
