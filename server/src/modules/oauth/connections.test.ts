import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError } from "../../../test/expect-error.ts";
import { connectApp } from "../../../test/oauth/connected.ts";
import { setUpWorld } from "../../../test/world.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);

  const path = "/v1/oauth-connections";

  it("a person sees their own connections, in the workspace of the credential", async () => {
    const { alice, bob, mallory } = world;
    const first = await connectApp(world, alice);
    const second = await connectApp(world, alice, "read");
    const { body } = await alice.get(path);
    const shown = {
      clientId: "tester",
      clientName: "Tester",
      createdAt: expect.any(String),
      lastUsedAt: null,
      lastMcpUseAt: null,
    };
    expect(body).toEqual({
      connections: [
        { ...shown, id: first.connectionId, scope: "write" },
        { ...shown, id: second.connectionId, scope: "read" },
      ],
    });
    const page = await alice.get(`${path}?limit=1`);
    expect(page.body.connections).toHaveLength(1);
    const next = await alice.get(`${path}?limit=1&cursor=${page.body.nextCursor}`);
    expect(next.body.connections).toEqual([body.connections[1]]);
    for (const other of [bob, mallory]) expect((await other.get(path)).body).toEqual({ connections: [] });
    for (const other of [bob, mallory])
      expectError(await other.delete(`${path}/${first.connectionId}`), "not_found");
  });

  it("acts as its person within its scope, and shows the connection as the credential", async () => {
    const { connectionId, app } = await connectApp(world, world.bob, "read");
    const { body } = await app.get("/v1/me");
    expect(body).toMatchObject({
      user: { id: world.bob.userId },
      role: "MEMBER",
      scope: "read",
      credential: { kind: "oauth", id: connectionId },
    });
    expectError(await app.post("/v1/projects", { name: "Project" }), "insufficient_scope");
    const writer = await connectApp(world, world.bob);
    expect((await writer.app.post("/v1/projects", { name: "Project" })).status).toBe(201);
    expectError(await writer.app.post("/v1/api-keys", { name: "Key" }), "forbidden");
  });

  it("its tokens are refused from the very next request on once it is removed", async () => {
    const { connectionId, app } = await connectApp(world, world.carol);
    expect((await app.get("/v1/me")).status).toBe(200);
    const removed = await world.carol.delete(`${path}/${connectionId}`);
    expect(removed).toMatchObject({ status: 200, body: { removed: true } });
    const refused = await app.get("/v1/me");
    expectError(refused, "unauthorized");
    expect(refused.headers["www-authenticate"]).toMatch(/^Bearer error="invalid_token", resource_metadata="/);
    expect((await world.carol.get(path)).body).toEqual({ connections: [] });
    expectError(await world.carol.delete(`${path}/${connectionId}`), "not_found");
  });

  it("may end itself also with `read`, and no other one", async () => {
    const one = await connectApp(world, world.carol, "read");
    const other = await connectApp(world, world.carol, "read");
    expectError(await one.app.delete(`${path}/${other.connectionId}`), "insufficient_scope");
    expect((await one.app.delete(`${path}/${one.connectionId}`)).status).toBe(200);
    expectError(await one.app.get("/v1/me"), "unauthorized");
    expect((await other.app.get("/v1/me")).status).toBe(200);
  });

  it("appears in the workspace's history when it begins and when it ends", async () => {
    const { connectionId } = await connectApp(world, world.vera, "read");
    await world.vera.delete(`${path}/${connectionId}`);
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "actor_user_id", "data"])
      .where("subject_id", "=", connectionId)
      .orderBy("seq")
      .execute();
    const actor_user_id = world.vera.userId;
    expect(events).toEqual([
      {
        type: "oauth_connection.created",
        actor_user_id,
        data: JSON.stringify({ scope: "read", userId: actor_user_id }),
      },
      { type: "oauth_connection.revoked", actor_user_id, data: "{}" },
    ]);
  });

  it("ends with the other credentials of a member, and counts as one of them", async () => {
    const { app } = await connectApp(world, world.vera);
    const credentials = `/v1/members/${world.vera.userId}/credentials`;
    const { body } = await world.alice.delete(credentials);
    expect(body).toEqual({ revoked: 2 });
    expectError(await app.get("/v1/me"), "unauthorized");
  });

  it("is refused from the next request on once its person is removed, also if they return", async () => {
    const { app } = await connectApp(world, world.carol);
    expect((await app.get("/v1/me")).status).toBe(200);
    await world.alice.delete(`/v1/members/${world.carol.userId}`);
    expectError(await app.get("/v1/me"), "unauthorized");
    await world.person("carol", "MEMBER", "acme");
    expectError(await app.get("/v1/me"), "unauthorized");
  });
});
