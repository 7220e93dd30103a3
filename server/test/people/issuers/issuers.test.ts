import {
  beginIssuerSignIn,
  getSession,
  linkIssuer,
  listIssuers,
  lookUpLink,
  resetPassword,
  unlinkIssuer,
} from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser, resetLink, signedInBrowser, told } from "../../browser.ts";
import { databases } from "../../databases.ts";
import { expectError } from "../../expect-error.ts";
import { withRows } from "../../own-connection.ts";
import { openWorld } from "../../world.ts";
import { openWithIssuer, publicUrl } from "./issuer-scene.ts";

describe.each(databases)("an OpenID Connect issuer, on $database", ({ create }) => {
  let scene: Awaited<ReturnType<typeof openWithIssuer>>;
  beforeAll(async () => {
    scene = await openWithIssuer(create);
  });
  afterAll(() => scene.close());

  it("the console learns its name, and a person signs in with their linked account", async () => {
    const { world, withAccount, signInAs } = scene;
    expect((await new Browser(world).call(getSession, {})).issuer).toEqual({ label: "Acme" });
    await withAccount(world.bob, "bob-at-acme");
    expect(await signInAs("bob-at-acme")).toMatchObject({ page: "/", userId: world.bob.userId });
    await told(world);
    const started = await world.context.db
      .selectFrom("events")
      .select("data")
      .where("type", "=", "session.started")
      .where("actor_user_id", "=", world.bob.userId)
      .execute();
    expect(started.map(({ data }) => data)).toContain('{"by":"issuer"}');
  });

  it("an account that nobody linked signs in nowhere, whichever address it claims", async () => {
    const { world, signInAs } = scene;
    for (const email of [world.alice.email, "new@acme.example", ""])
      expect(await signInAs(`liar-${email}`, email)).toEqual({
        page: "/sign-in?problem=unknown",
        userId: undefined,
        session: null,
      });
    const users = await world.context.db.selectFrom("users").select("id").execute();
    expect(users).toHaveLength(5);
  });

  it("returns to the page that began the sign-in, on this service only", async () => {
    const { world, issuer, begin, withAccount } = scene;
    await withAccount(world.bob, "bob-at-acme");
    const browser = new Browser(world);
    for (const [returnTo, page] of [
      ["/projects/web?tab=plans#first", "/projects/web?tab=plans#first"],
      ["/pläne", "/pl%C3%A4ne"],
    ] as const)
      expect(
        await browser.visit(await issuer.signIn(await begin(browser, { returnTo }), "bob-at-acme")),
      ).toBe(page);
    for (const returnTo of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "/%2f/evil",
      "x",
      "/oauth/a",
    ])
      expectError(await browser.send(beginIssuerSignIn, { body: { returnTo } }), "invalid_return_to");
  });

  it("an account is linked to one person, by the session that began it", async () => {
    const { world, issuer, withAccount, signInAs } = scene;
    await withAccount(world.carol, "carol-at-acme");
    const { browser } = await withAccount(world.carol, "carol-at-acme");
    expect((await browser.call(listIssuers, {})).issuers).toHaveLength(1);
    const { browser: other } = await signedInBrowser(world, world.alice);
    const { url } = await other.call(linkIssuer, {});
    expect(await other.visit(await issuer.signIn(url, "carol-at-acme"))).toBe(
      "/settings/profile?problem=taken",
    );
    const { url: late } = await other.call(linkIssuer, {});
    await other.signIn(world.alice.email);
    const back = await issuer.signIn(late, "alice-at-acme");
    expect(await other.visit(back)).toBe("/settings/profile?problem=expired");
    expect((await other.call(listIssuers, {})).issuers).toEqual([]);
    expect((await signInAs("carol-at-acme")).userId).toBe(world.carol.userId);
  });

  it("linking and unlinking need a recent sign-in; an unlinked account can no longer sign in", async () => {
    const { world, withAccount, signInAs } = scene;
    const { browser, session } = await withAccount(world.vera, "vera-at-acme");
    const { issuers } = await browser.call(listIssuers, {});
    expect(issuers).toEqual([
      { id: expect.any(String), label: "Acme", linkedAt: expect.stringMatching(/Z$/) },
    ]);
    const params = { id: issuers[0]?.id ?? "" };
    const { browser: strange } = await signedInBrowser(world, world.mallory);
    expectError(await strange.send(unlinkIssuer, { params }), "not_found");
    const at = (signed_in_at: string) =>
      withRows(world, (db) =>
        db.updateTable("sessions").set({ signed_in_at }).where("id", "=", session.id).execute(),
      );
    await at(new Date(Date.now() - 16 * 60_000).toISOString());
    expectError(await browser.send(unlinkIssuer, { params }), "recent_sign_in_required");
    expectError(await browser.send(linkIssuer, {}), "recent_sign_in_required");
    await at(new Date().toISOString());
    expect(await browser.call(unlinkIssuer, { params })).toEqual({ deleted: true });
    expect((await signInAs("vera-at-acme")).page).toBe("/sign-in?problem=unknown");
    await told(world);
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "data", "actor_user_id"])
      .where("subject_id", "=", params.id)
      .orderBy("seq")
      .execute();
    const by = { data: "{}", actor_user_id: world.vera.userId };
    expect(events).toEqual(["issuer.linked", "issuer.unlinked"].map((type) => ({ type, ...by })));
  });

  it("the last sign-in method stays, and a link to another issuer is none", async () => {
    const { world, withAccount } = scene;
    const dora = await world.person("dora", "MEMBER", "other");
    const { browser } = await withAccount(dora, "dora-at-acme");
    await withRows(world, (db) => db.deleteFrom("passwords").where("user_id", "=", dora.userId).execute());
    await withRows(world, (db) =>
      db
        .insertInto("linked_issuers")
        .values({
          id: "elsewhere",
          issuer: "https://old.example/",
          subject: "d",
          user_id: dora.userId,
          created_at: "",
        })
        .execute(),
    );
    const { issuers } = await browser.call(listIssuers, {});
    const own = issuers.find(({ label }) => label === "Acme")?.id ?? "";
    expectError(await browser.send(unlinkIssuer, { params: { id: own } }), "last_way_in");
    expect(issuers.map(({ label }) => label).toSorted()).toEqual(["Acme", "old.example"]);
    expect(await browser.call(unlinkIssuer, { params: { id: "elsewhere" } })).toEqual({ deleted: true });
  });

  it("a reset ends the linked accounts that the person does not tick, and keeps the others", async () => {
    const { world, withAccount, signInAs } = scene;
    const erin = await world.person("erin", "MEMBER", "acme");
    await withAccount(erin, "erin-kept");
    await withAccount(erin, "erin-ended");
    const token = await resetLink(world, erin);
    const { mayKeep } = await new Browser(world).call(lookUpLink, { body: { token } });
    const [first, ...others] = mayKeep.filter(({ kind }) => kind === "issuer");
    expect(others).toHaveLength(1);
    const body = { token, password: "another password", keep: [first?.id ?? ""] };
    expect((await new Browser(world).send(resetPassword, { body })).status).toBe(200);
    expect(await signInAs("erin-kept")).toMatchObject({ page: "/", userId: erin.userId });
    expect(await signInAs("erin-ended")).toMatchObject({ page: "/sign-in?problem=unknown", session: null });
    await told(world);
    const events = await world.context.db
      .selectFrom("events")
      .select("subject_id")
      .where("type", "=", "issuer.unlinked")
      .where("subject_id", "in", [first?.id ?? "", others[0]?.id ?? ""])
      .execute();
    expect(events).toEqual([{ subject_id: others[0]?.id }]);
  });

  it("a page opened at another address is sent to the public one", async () => {
    const { world } = scene;
    const answer = await new Browser(world).send(
      beginIssuerSignIn,
      { body: {} },
      { origin: "http://127.0.0.1:4500" },
    );
    expectError(answer, "forbidden");
    expect(answer.body.error.message).toBe(
      `Signing in with Acme works at ${publicUrl} only. Open the console there.`,
    );
  });
});

describe.each(databases)("without an issuer, on $database", ({ create }) => {
  it("the console learns of none, and none can be used", async () => {
    const world = await openWorld(create);
    const browser = new Browser(world);
    expect((await browser.call(getSession, {})).issuer).toBeNull();
    expectError(await browser.send(beginIssuerSignIn, { body: {} }), "not_configured");
    expect(await browser.visit("/console/issuer/callback?state=x&code=y")).toBe("/sign-in?problem=expired");
    await world.close();
  });

  it("an address that comes back too often must wait, except in browsers that are known there", async () => {
    const world = await openWorld(create, { env: { GROUNDPLAN_RATE_LIMIT: "20" } });
    const pages = [];
    for (const _ of [1, 2, 3]) pages.push(await new Browser(world).visit("/console/issuer/callback?state=x"));
    expect(pages).toEqual(["expired", "expired", "busy"].map((problem) => `/sign-in?problem=${problem}`));
    const { browser } = await signedInBrowser(world, world.bob);
    expect(await browser.visit("/console/issuer/callback?state=x")).toBe("/sign-in?problem=expired");
    await world.close();
  });
});
