import { getSession } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "../../browser.ts";
import { databases } from "../../databases.ts";
import { withRows } from "../../own-connection.ts";
import { openWithIssuer, publicUrl } from "./issuer-scene.ts";

describe.each(databases)("an issuer's answer, on $database", ({ create }) => {
  let scene: Awaited<ReturnType<typeof openWithIssuer>>;
  beforeAll(async () => {
    scene = await openWithIssuer(create);
  });
  afterAll(() => scene.close());

  it("requests a code with PKCE, a state, a nonce and only the identity", async () => {
    const { world, begin } = scene;
    const query = Object.fromEntries(new URL(await begin(new Browser(world))).searchParams);
    expect(query).toEqual({
      client_id: "groundplan",
      redirect_uri: `${publicUrl}/console/issuer/callback`,
      response_type: "code",
      scope: "openid",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const rows = JSON.stringify(await world.context.db.selectFrom("issuer_flows").selectAll().execute());
    for (const secret of [query.state, query.nonce, query.code_challenge]) expect(rows).not.toContain(secret);
  });

  it("an answer is accepted once, and only in the browser that began it", async () => {
    const { world, issuer, begin, withAccount } = scene;
    await withAccount(world.bob, "bob-at-acme");
    const browser = new Browser(world);
    const victim = new Browser(world);
    await begin(victim);
    const back = await issuer.signIn(await begin(browser), "bob-at-acme");
    for (const other of [victim, new Browser(world)]) {
      expect(await other.visit(back)).toBe("/sign-in?problem=expired");
      expect((await other.call(getSession, {})).session).toBeNull();
    }
    const pages = await Promise.all([browser.visit(back), browser.visit(back)]);
    expect(pages.toSorted()).toEqual(["/", "/sign-in?problem=expired"]);
    expect(await browser.visit(back)).toBe("/sign-in?problem=expired");
  });

  it("an answer that comes after ten minutes is refused", async () => {
    const { world, issuer, begin } = scene;
    const browser = new Browser(world);
    const back = await issuer.signIn(await begin(browser), "bob-at-acme");
    const expires_at = new Date().toISOString();
    await withRows(world, (db) => db.updateTable("issuer_flows").set({ expires_at }).execute());
    expect(await browser.visit(back)).toBe("/sign-in?problem=expired");
  });

  it("a wrong nonce and a code for another browser's verifier are refused", async () => {
    const { world, issuer, begin, withAccount } = scene;
    await withAccount(world.bob, "bob-at-acme");
    for (const [name, value] of [
      ["nonce", "another"],
      ["code_challenge", "x".repeat(43)],
    ] as const) {
      const browser = new Browser(world);
      const url = new URL(await begin(browser));
      url.searchParams.set(name, value);
      const back = await issuer.signIn(url.href, "bob-at-acme");
      expect(await browser.visit(back)).toBe("/sign-in?problem=failed");
      expect((await browser.call(getSession, {})).session).toBeNull();
    }
  });

  it("a refusal is shown as a word, and nothing that the issuer sends is shown", async () => {
    const { world, issuer, begin } = scene;
    const browser = new Browser(world);
    expect(await browser.visit(await issuer.signIn(await begin(browser), ""))).toBe(
      "/sign-in?problem=denied",
    );
    const state = new URL(await begin(browser)).searchParams.get("state");
    const iss = encodeURIComponent(issuer.env.GROUNDPLAN_OIDC_ISSUER ?? "");
    const answer = `error=%3Cscript%3E&error_description=Call+us&state=${state}&iss=${iss}`;
    const page = await browser.visit(`/console/issuer/callback?${answer}`);
    expect(page).toBe("/sign-in?problem=failed");
    expect(await browser.visit("/console/issuer/callback")).toBe("/sign-in?problem=expired");
  });

  const changed: [string, string, (url: URL) => void][] = [
    ["another state", "expired", ({ searchParams }) => searchParams.set("state", "x".repeat(43))],
    ["no state", "expired", ({ searchParams }) => searchParams.delete("state")],
    ["two states", "failed", ({ searchParams }) => searchParams.append("state", "y")],
    ["another issuer", "failed", ({ searchParams }) => searchParams.set("iss", "https://evil.example")],
    ["no issuer", "failed", ({ searchParams }) => searchParams.delete("iss")],
    ["another code", "failed", ({ searchParams }) => searchParams.set("code", "x".repeat(43))],
    ["no code", "failed", ({ searchParams }) => searchParams.delete("code")],
  ];
  it("a tampered answer is refused", async () => {
    const { begin, withAccount, world, issuer } = scene;
    await withAccount(world.bob, "bob-at-acme");
    for (const [what, problem, change] of changed) {
      const browser = new Browser(world);
      const back = new URL(await issuer.signIn(await begin(browser), "bob-at-acme"));
      change(back);
      expect(await browser.visit(back.href), what).toBe(`/sign-in?problem=${problem}`);
      expect((await browser.call(getSession, {})).session, what).toBeNull();
    }
  });
});
