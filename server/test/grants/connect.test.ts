import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { secretOf } from "../../src/modules/connectors/grants/attempts.ts";
import { Browser, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { half } from "../half.ts";
import { withRows } from "../own-connection.ts";
import { type Granting, openGranting, opens, publicUrl } from "./scene.ts";

const trackers = ["linear", "jira", "github"] as const;
/**
 * Each tracker on one database, since database and tracker affect a rule independently; both in `test:long`.
 */
const places = databases.flatMap((database) =>
  half(trackers, database.create).map((name) => ({ ...database, name })),
);

describe.each(places)("on $database, $name by OAuth", ({ create, name }) => {
  let scene: Granting;
  const connector = `/v1/connectors/${name}`;
  beforeAll(async () => {
    scene = await openGranting(create, name);
  });
  afterAll(async () => {
    await scene.close();
    expect(scene.tracked.violations).toEqual([]);
  });
  const shown = async () =>
    (await scene.owner.get("/v1/connectors")).body.connectors.find(({ id }: { id: string }) => id === name);
  const page = (browser: Browser, url: string) =>
    scene.world.app.inject({ method: "GET", url, headers: { accept: "text/html", ...browser.cookies() } });

  it("the OAuth flow returns to the console, and the tracker is connected", async () => {
    expect((await shown()).auth).toEqual({ oauth: true, oauthOnly: false, acceptsApiKey: true });
    const url = await scene.begin(scene.owner, { returnTo: "/settings/workspace?tab=1#top" });
    const query = Object.fromEntries(new URL(url).searchParams);
    expect(query).toMatchObject({
      redirect_uri: `${publicUrl}/connectors/${name}/callback`,
      response_type: "code",
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const rows = await scene.world.context.db.selectFrom("grant_attempts").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(query.state);
    const back = await scene.tracked.vendor.letIn(url, "planner");
    expect(await scene.browser.visit(back)).toBe("/settings/workspace?tab=1#top");
    expect((await shown()).connection).toMatchObject({
      scope: "workspace",
      connected: true,
      keyHint: null,
      account: expect.stringMatching(/planner/i),
      connectedBy: scene.world.alice.userId,
    });
    const again = await scene.owner.post(`${connector}/connect`, {});
    expect(again.body).toEqual({ mode: "already_connected", connected: true, connector: name });
    const targets = await scene.owner.get(`${connector}/targets`);
    expect(targets.body.targets.length).toBeGreaterThan(0);
    const state = await scene.browser.visit(back);
    expect(state).toBeUndefined();
    expect((await page(scene.browser, back)).statusCode).toBe(400);
  });

  it("a disconnected grant is deleted, and revoked at the vendor if it has a call for that", async () => {
    const { owner, tracked, world } = scene;
    tracked.vendor.requests.length = 0;
    const at = tracked.log.length;
    expect((await owner.delete(`${connector}/connection`)).body).toEqual({ removed: true });
    expect((await shown()).connection.connected).toBe(false);
    const left = () => world.context.db.selectFrom("grants").select("id").execute();
    await expect.poll(left).toEqual([]);
    const revoked = {
      linear: tracked.vendor.requests.filter((request) => request === "POST /oauth/revoke"),
      jira: [],
      github: tracked.log.slice(at).filter(({ path }) => path.startsWith("/applications/")),
    }[name];
    expect(revoked).toHaveLength({ linear: 2, jira: 0, github: 1 }[name]);
    expectError(await owner.delete(`${connector}/connection`), "not_connected");
  });

  it("a refusal at the vendor returns with `error`, and connects nothing", async () => {
    const url = await scene.begin(scene.owner, { returnTo: "/settings/workspace?tab=1#top" });
    const back = await scene.tracked.vendor.letIn(url, "");
    expect(await scene.browser.visit(back)).toBe("/settings/workspace?tab=1&error=access_denied#top");
    expect(await scene.browser.visit(back)).toBeUndefined();
    expect((await shown()).connection.connected).toBe(false);
  });

  it("only the browser that began an attempt can end it, once, at its own connector", async () => {
    const { world, tracked, browser, owner } = scene;
    const dora = await world.person("dora", "OWNER", "acme");
    const { browser: doras } = await signedInBrowser(world, dora);
    const second = new Browser(world);
    await second.signIn(world.alice.email);
    const { browser: mallorys } = await signedInBrowser(world, world.mallory);
    const back = await tracked.vendor.letIn(await scene.begin(owner), "planner");
    for (const other of [new Browser(world), doras, mallorys, second]) {
      expect(await other.visit(back)).toBeUndefined();
      const answer = await page(other, back);
      expect([answer.statusCode, answer.headers["content-security-policy"]]).toEqual([
        403,
        expect.stringContaining("default-src 'none'"),
      ]);
    }
    const swapped = back.replace(
      `/connectors/${name}/`,
      `/connectors/${name === "jira" ? "github" : "jira"}/`,
    );
    expect((await page(browser, swapped)).statusCode).toBe(400);
    expect((await shown()).connection.connected).toBe(false);
  });

  it("an attempt begun with a key may end in any browser of its person, and only while they have the right", async () => {
    const { world, tracked } = scene;
    const erin = await world.person("erin", "OWNER", "acme");
    const { browser } = await signedInBrowser(world, erin);
    const back = await tracked.vendor.letIn(await scene.begin(erin), "planner");
    await scene.owner.patch(`/v1/members/${erin.userId}`, { role: "MEMBER" });
    expect(await browser.visit(back)).toBe("/?error=forbidden");
    await scene.owner.patch(`/v1/members/${erin.userId}`, { role: "OWNER" });
    const again = await tracked.vendor.letIn(await scene.begin(erin), "planner");
    expect(await browser.visit(again)).toBe("/");
    expect((await shown()).connection).toMatchObject({ connected: true, connectedBy: erin.userId });
    await scene.owner.delete(`${connector}/connection`);
  });

  const changed: [string, number | string, (url: URL) => void][] = [
    ["another state", 400, ({ searchParams }) => searchParams.set("state", "x".repeat(43))],
    ["no state", 400, ({ searchParams }) => searchParams.delete("state")],
    ["two states", 400, ({ searchParams }) => searchParams.append("state", "y")],
    [
      "another issuer",
      "/?error=upstream_error",
      ({ searchParams }) => searchParams.set("iss", "https://evil.example"),
    ],
    [
      "another code",
      "/?error=upstream_error",
      ({ searchParams }) => searchParams.set("code", "x".repeat(43)),
    ],
    ["no code", "/?error=upstream_error", ({ searchParams }) => searchParams.delete("code")],
  ];
  it("a tampered answer connects nothing", async () => {
    for (const [what, end, change] of changed) {
      const back = new URL(await scene.tracked.vendor.letIn(await scene.begin(), "planner"));
      change(back);
      if (typeof end === "string") expect(await scene.browser.visit(back.href), what).toBe(end);
      else expect((await page(scene.browser, back.href)).statusCode, what).toBe(end);
    }
    const late = await scene.tracked.vendor.letIn(await scene.begin(), "planner");
    const expires_at = new Date().toISOString();
    await withRows(scene.world, (db) => db.updateTable("grant_attempts").set({ expires_at }).execute());
    await pause(2);
    expect((await page(scene.browser, late)).statusCode).toBe(400);
    expect((await shown()).connection.connected).toBe(false);
  });

  it("a return address outside the console is refused, and so are members", async () => {
    const { owner, world } = scene;
    for (const returnTo of ["//evil.example", "/%2fevil.example", `/connectors/${name}/callback?state=x`])
      expectError(await owner.post(`${connector}/connect`, { returnTo }), "invalid_return_to");
    expectError(await world.bob.post(`${connector}/connect`, {}), "forbidden");
  });

  it("the person chooses one of several sites, unless `connect` named it", async () => {
    if (name === "linear") {
      expectError(await scene.owner.post(`${connector}/connect`, { site: "acme" }), "invalid_request");
      return;
    }
    const base = scene.tracked.env.GROUNDPLAN_JIRA_API_URL ?? "";
    if (name === "jira") scene.tracked.vendor.instead = opens([base, "https://other.atlassian.net"]);
    else scene.tracked.installations.push("acme", "planner");
    const back = await scene.tracked.vendor.letIn(await scene.begin(), "planner");
    const asked = await page(scene.browser, back);
    expect([asked.statusCode, asked.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(asked.body).not.toMatch(/<b>|<style|<script|style=/);
    const state = /name="state" value="([\w-]{43})"/.exec(asked.body)?.[1] ?? "";
    const choices = [...asked.body.matchAll(/name="choice" value="([\w-]+)"/g)].map(([, id = ""]) => id);
    expect(choices).toHaveLength(2);
    expect(state).not.toBe(new URL(back).searchParams.get("state"));
    const waiting = await scene.world.context.db.selectFrom("grant_attempts").selectAll().execute();
    const stored = await Promise.all(waiting.map((attempt) => secretOf(scene.world.context, attempt)));
    expect(stored, "names that every version reads").toEqual([
      { pair: expect.objectContaining({ access: expect.any(String) }), expiresAt: expect.anything() },
    ]);
    const chosen = (id: string) => `/connectors/${name}/callback?state=${state}&choice=${id}`;
    const { browser: mallorys } = await signedInBrowser(scene.world, scene.world.mallory);
    expect((await page(mallorys, chosen(choices[0] ?? ""))).statusCode).toBe(403);
    expect(await scene.browser.visit(chosen(choices[0] ?? ""))).toBe("/");
    expect((await page(scene.browser, chosen(choices[1] ?? ""))).statusCode).toBe(400);
    const { targets } = (await scene.owner.get(`${connector}/targets`)).body;
    if (name === "github")
      expect(targets.map(({ label }: { label: string }) => label.split("/")[0])).not.toContain("planner");
    else expect(targets[0].url).toContain(base);
    await scene.owner.delete(`${connector}/connection`);

    const second = name === "jira" ? "other" : "Planner";
    expect(await scene.connect({ site: second })).toBe("/");
    const rows = await scene.world.context.db
      .selectFrom("connections")
      .select(["site", "is_current"])
      .execute();
    const sitesNow = rows.filter(({ is_current }) => is_current === 1).map(({ site }) => site);
    expect(sitesNow).toEqual([
      name === "jira"
        ? "other.atlassian.net"
        : new URL(scene.tracked.env.GROUNDPLAN_GITHUB_API_URL ?? "").host,
    ]);
    await scene.owner.delete(`${connector}/connection`);
    expect(await scene.connect({ site: "nobody" })).toBe("/?error=not_found");
  });
});
