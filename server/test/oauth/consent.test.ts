import { decideConsent, getConsent, signOut } from "@groundplan/contract";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createUser } from "../../src/modules/sign-in/create-user.ts";
import { databases } from "../databases.ts";
import { App } from "./app.ts";
import { meOf, setUpServed, Visitor } from "./visitor.ts";

describe.each(databases)("a consent prompt, on $database", ({ create }) => {
  const served = setUpServed(create);
  let app: App;
  let visitor: Visitor;
  beforeAll(async () => {
    app = await App.register(served);
  });
  beforeEach(async () => {
    visitor = await new Visitor(served.base).signIn(served, served.world.bob);
  });

  it("shows the app, its host, its redirect target, and the person's workspaces", async () => {
    const uid = await visitor.ask(app.address({ scope: "read" }));
    const { consent } = await visitor.call(getConsent, { params: { uid } });
    expect(consent).toEqual({
      clientId: app.clientId,
      clientName: "Attacked",
      clientHost: null,
      scope: "read",
      redirectHost: "app.example",
      localRedirect: false,
      workspaces: [{ id: expect.any(String), name: "acme" }],
    });
  });

  it("belongs to the browser in which the app asked: elsewhere it does not exist", async () => {
    const uid = await visitor.ask(app.address());
    const other = await new Visitor(served.base).signIn(served, served.world.carol);
    await other.ask(app.address());
    for (const answer of [
      await other.console(getConsent, { params: { uid } }),
      await other.console(decideConsent, { params: { uid }, body: { allow: true } }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    expect((await other.go(`/oauth/authorize/${uid}`)).status).toBe(400);
    const same = await new Visitor(served.base).signIn(served, served.world.bob);
    expect((await same.console(getConsent, { params: { uid } })).status).toBe(404);
  });

  it("is not answered by a page that another person left open", async () => {
    const uid = await visitor.ask(app.address());
    await visitor.call(getConsent, { params: { uid } });
    await visitor.signIn(served, served.world.carol);
    const body = { allow: true };
    expect(await visitor.console(decideConsent, { params: { uid }, body })).toMatchObject({ status: 403 });
    await visitor.call(getConsent, { params: { uid } });
    expect((await visitor.console(decideConsent, { params: { uid }, body })).status).toBe(200);
  });

  it("needs a session, and waits until the browser comes back with one", async () => {
    const stranger = new Visitor(served.base);
    const asked = await stranger.ask(app.address());
    expect((await stranger.console(getConsent, { params: { uid: asked } })).status).toBe(401);

    const uid = await visitor.ask(app.address());
    await visitor.call(getConsent, { params: { uid } });
    const { redirectTo } = await visitor.call(decideConsent, { params: { uid }, body: { allow: true } });
    await visitor.call(signOut, { body: {} });
    const back = await visitor.go(redirectTo);
    expect(back.location).toMatch(/^\/oauth\/consent\/(?!$)/);
    expect(back.location).not.toContain(uid);
  });

  it("is answered only by this service's pages", async () => {
    const uid = await visitor.ask(app.address());
    await visitor.call(getConsent, { params: { uid } });
    const forged = await fetch(`${served.base}/console/consent/${uid}`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "cross-site" },
      body: JSON.stringify({ allow: true }),
    });
    expect(forged.status).toBe(403);
  });

  it("creates one connection however often it is answered, and the first answer stands", async () => {
    const before = (await served.world.bob.get("/v1/oauth-connections")).body.connections.length;
    const uid = await visitor.ask(app.address());
    await visitor.call(getConsent, { params: { uid } });
    const answers = await Promise.all(
      [true, true, false].map((allow) => visitor.call(decideConsent, { params: { uid }, body: { allow } })),
    );
    expect(new Set(answers.map(({ redirectTo }) => redirectTo)).size).toBe(1);
    const { connections } = (await served.world.bob.get("/v1/oauth-connections")).body;
    expect(connections.length - before).toBeLessThanOrEqual(1);
  });

  it("that is refused sends the browser back with access_denied, and creates no connection", async () => {
    const back = await visitor.decide(app.address(), { allow: false });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "access_denied", state: "state" });
  });

  it("can let an app that asks to write only read, and never gives more than it asks for", async () => {
    const granted = async (asked: "read" | "write", scope: "read" | "write") => {
      const back = await visitor.decide(app.address({ scope: asked }), { allow: true, scope });
      const { body: first } = await app.exchange(back.searchParams.get("code") ?? "");
      const { body: next } = await app.refresh(first.refresh_token);
      const me = await meOf(served.base, next.access_token);
      return [first.scope, next.scope, (me.body as { scope: string }).scope];
    };
    expect(await granted("write", "read")).toEqual(["read", "read", "read"]);
    expect(await granted("read", "write")).toEqual(["read", "read", "read"]);
    expect(await granted("write", "write")).toEqual(["read write", "read write", "write"]);
  });

  it("accepts only a workspace of the person", async () => {
    const user = {
      email: served.world.bob.email,
      name: "bob",
      workspace: "second",
      role: "MEMBER" as const,
    };
    await served.world.command(createUser, { ...user, createWorkspace: true, platformAdmin: false });
    const uid = await visitor.ask(app.address());
    const { consent } = await visitor.call(getConsent, { params: { uid } });
    expect(consent.workspaces.map(({ name }) => name)).toEqual(["acme", "second"]);
    const decide = (workspaceId?: string) =>
      visitor.console(decideConsent, {
        params: { uid },
        body: { allow: true, ...(workspaceId ? { workspaceId } : {}) },
      });
    expect((await decide()).status).toBe(400);
    const { workspace } = (await served.world.mallory.get("/v1/me")).body;
    expect((await decide(workspace.id)).status).toBe(404);
    const second = consent.workspaces[1]?.id ?? "";
    const { redirectTo } = (await decide(second)).body;
    const code = new URL((await visitor.go(redirectTo)).location).searchParams.get("code") ?? "";
    const { body } = await app.exchange(code);
    const me = await meOf(served.base, body.access_token);
    expect(me.body).toMatchObject({ workspace: { id: second } });
  });
});
