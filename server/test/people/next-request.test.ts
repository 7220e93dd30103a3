import { signOut } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashSecret } from "../../src/modules/identity/key-format.ts";
import { signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { connectApp } from "../oauth/connected.ts";
import { withRows } from "../own-connection.ts";
import { at, secondProcess } from "../second-process.ts";
import { type Person, setUpWorld, type World } from "../world.ts";

interface Held {
  person: Person;
  revoke(): Promise<unknown>;
  expire(): Promise<unknown>;
}

const past = "2026-01-01T00:00:00.000Z";

const expireToken = (world: World, { key }: Person) =>
  withRows(world, (db) =>
    db
      .updateTable("access_tokens")
      .set({ expires_at: past })
      .where("secret_hash", "=", hashSecret(key))
      .execute(),
  );

const kinds: Record<string, (world: World, person: Person) => Promise<Held>> = {
  async "a key"(world, person) {
    const [key] = (await person.get("/v1/api-keys")).body.keys;
    return {
      person,
      revoke: () => person.delete(`/v1/api-keys/${key.id}`),
      expire: () =>
        withRows(world, (db) =>
          db.updateTable("api_keys").set({ expires_at: past }).where("id", "=", key.id).execute(),
        ),
    };
  },
  async "a session"(world, person) {
    const { browser, session } = await signedInBrowser(world, person);
    const token = await browser.token(session);
    return {
      person: token,
      revoke: () => browser.call(signOut, { body: {} }),
      expire: () =>
        withRows(world, (db) =>
          db.updateTable("sessions").set({ expires_at: past }).where("id", "=", session.id).execute(),
        ),
    };
  },
  async "an app's token"(world, person) {
    const { app, connectionId } = await connectApp(world, person);
    return {
      person: app,
      revoke: () => person.delete(`/v1/oauth-connections/${connectionId}`),
      expire: () => expireToken(world, app),
    };
  },
};

const newProject = "/v1/projects";
const team = "/v1/projects/web/plans/PLAN-1";
const shared = "/v1/projects/web/plans/PLAN-2";

/** A loss of rights; `before` and `after` are the statuses of a request that needs them. */
const losses: {
  loss: string;
  request: "GET" | "POST";
  path: string;
  before: number;
  after: number;
  lose(world: World, held: Held): Promise<unknown>;
  giveBack?(world: World, held: Held): Promise<unknown>;
}[] = [
  {
    loss: "the person is removed",
    request: "GET",
    path: team,
    before: 200,
    after: 401,
    lose: ({ alice }, { person }) => alice.delete(`/v1/members/${person.userId}`),
  },
  {
    loss: "the role is lowered",
    request: "POST",
    path: newProject,
    before: 201,
    after: 403,
    lose: ({ alice }, { person }) => alice.patch(`/v1/members/${person.userId}`, { role: "VIEWER" }),
  },
  {
    loss: "the share is withdrawn",
    request: "GET",
    path: shared,
    before: 200,
    after: 404,
    lose: ({ alice }, { person }) => alice.delete(`${shared}/shares/${person.userId}`),
  },
  {
    loss: "the plan is made private",
    request: "GET",
    path: team,
    before: 200,
    after: 404,
    lose: ({ alice }) => alice.patch(team, { visibility: "PRIVATE" }),
    giveBack: ({ alice }) => alice.patch(team, { visibility: "TEAM" }),
  },
  {
    loss: "the credential is revoked",
    request: "GET",
    path: team,
    before: 200,
    after: 401,
    lose: (_world, { revoke }) => revoke(),
  },
  {
    loss: "the credential expires",
    request: "GET",
    path: team,
    before: 200,
    after: 401,
    lose: (_world, { expire }) => expire(),
  },
];

describe.each(databases)("the very next request, on $database", ({ create }) => {
  const world = setUpWorld(create);
  let other: World;
  beforeAll(async () => {
    other = await secondProcess(world);
    await world.alice.post("/v1/projects", { name: "Web", slug: "web" });
    for (const body of [{ name: "Team" }, { name: "Shared", visibility: "PRIVATE" }])
      await world.alice.post("/v1/projects/web/plans", body);
  });
  afterAll(() => other.close());

  let people = 0;
  describe.each(Object.entries(kinds))("with %s", (_kind, make) => {
    it.each(losses)("is refused or narrowed once $loss, here and in another process", async (row) => {
      const someone = await world.person(`person-${people++}`, "MEMBER", "acme");
      const share = await world.alice.put(`${shared}/shares/${someone.userId}`, { capability: "READ" });
      expect(share.status).toBe(200);
      const held = await make(world, someone);
      const ask = async (person: Person) => {
        const body = row.request === "POST" ? { name: `Project ${crypto.randomUUID()}` } : undefined;
        return (await person.send(row.request, row.path, body)).status;
      };
      const there = at(other, held.person);
      // Asks twice, so that caches are filled.
      for (const person of [held.person, there, held.person, there])
        expect(await ask(person)).toBe(row.before);
      await row.lose(world, held);
      expect([await ask(there), await ask(held.person)]).toEqual([row.after, row.after]);
      await row.giveBack?.(world, held);
    });
  });
});
