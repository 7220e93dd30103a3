import { type JiraStandIn, startJira } from "@groundplan/tracker-stand-ins/jira";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { half } from "../../../test/half.ts";
import { type StandIn, standIns } from "../../../test/push/stand-in.ts";
import { type Answer, openWorld, type World } from "../../../test/world.ts";
import { createOutbound } from "../../outbound/client.ts";
import { type OpenTracker, openTracker as openRealTracker } from "../trackers/registry.ts";
import { type Tracker, TrackerError } from "../trackers/tracker.ts";

const trackers = ["linear", "jira", "github"] as const;
/** Each tracker on one database, since both affect a rule independently; on both in `test:long`. */
const places = databases.flatMap((database) =>
  half(trackers, database.create).map((tracker) => ({ ...database, tracker })),
);
const answered = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details?.[0]?.path];
const ends = { linear: { teamKey: "ENG" }, jira: { projectKey: "PROJ" }, github: { repository: "acme/web" } };

describe.each(places)("on $database connecting $tracker with a key", ({ create, tracker }) => {
  let world: World;
  let standIn: StandIn;
  const connect = `/v1/connectors/${tracker}/connect`;
  const connection = `/v1/connectors/${tracker}/connection`;
  const targets = `/v1/connectors/${tracker}/targets`;
  beforeAll(async () => {
    standIn = await standIns[tracker]();
    world = await openWorld(create, { env: standIn.env, jobs: "off" });
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(async () => {
    await world.close();
    await standIn.close();
  });
  const body = (more: Record<string, string> = {}) => ({ ...standIn.connect, ...more });
  const shown = async () =>
    (await world.alice.get("/v1/connectors")).body.connectors.find(
      ({ id }: { id: string }) => id === tracker,
    );

  it("keeps a key that the tracker accepts, and answers `already_connected` from then on", async () => {
    const { alice } = world;
    expect(answered(await alice.post(connect, { returnTo: "/settings" }))).toEqual([
      409,
      "not_configured",
      undefined,
    ]);
    const made = await alice.post(connect, body({ returnTo: "/settings" }));
    expect(made.body).toEqual({
      mode: "workspace_key",
      connected: true,
      connector: tracker,
      message: expect.stringMatching(/ is connected as .+\.$/),
    });
    const hint = `…${standIn.connect.apiKey?.slice(-4)}`;
    expect((await shown()).connection).toMatchObject({
      connected: true,
      keyHint: hint,
      connectedBy: alice.userId,
    });
    const again = await alice.post(connect, {});
    expect(again.body).toEqual({ mode: "already_connected", connected: true, connector: tracker });
    expect(answered(await alice.post(connect, { returnTo: "//evil.example" }))[1]).toBe("invalid_return_to");
  });

  it("refuses a wrong key at /apiKey, and says so when the tracker does not answer", async () => {
    const { alice } = world;
    const wrong = await alice.post(connect, body({ apiKey: "a-key-of-nobody" }));
    expect(answered(wrong)).toEqual([400, "invalid_request", "/apiKey"]);
    expect(JSON.stringify(wrong.body)).not.toContain("nobody");
    standIn.faults.next({}, { before: "cut" });
    const away = await alice.post(connect, body());
    expect([away.status, away.body.error.code, away.body.error.details]).toEqual([
      502,
      "upstream_error",
      { provider: standIn.provider, reason: "reset" },
    ]);
    expect((await shown()).connection.connected).toBe(true);
  });

  it("requires the e-mail that goes with Jira's key, and neither site nor account for the others", async () => {
    if (tracker === "jira") {
      for (const account of [
        undefined,
        "",
        "planner",
        "a:b@acme.example",
        "a b@acme.example",
        "@",
        "é@acme.example",
      ])
        expect(answered(await world.alice.post(connect, { ...body(), account }))).toEqual([
          400,
          "invalid_request",
          "/account",
        ]);
      return;
    }
    for (const field of ["site", "account"])
      expect(answered(await world.alice.post(connect, body({ [field]: "a@acme.example" })))).toEqual([
        400,
        "invalid_request",
        `/${field}`,
      ]);
  });

  it("lists push targets page by page, to members only", async () => {
    const { bob, vera, mallory } = world;
    const whole = (await bob.get(targets)).body.targets;
    expect(whole.length).toBeGreaterThan(1);
    const field = Object.keys(ends[tracker])[0] ?? "";
    for (const { id, label, target } of whole)
      expect([id, label, target[field]]).toEqual(Array(3).fill(expect.stringMatching(/./)));
    const first = (await bob.get(`${targets}?limit=1`)).body;
    const second = (await bob.get(`${targets}?limit=1&cursor=${first.nextCursor}`)).body;
    expect([...first.targets, ...second.targets]).toEqual(whole.slice(0, 2));
    // GitHub's stand-in has hundreds.
    if (tracker !== "github") expect(second.nextCursor).toBeUndefined();
    expect(answered(await bob.get(`${targets}?cursor=x`))[1]).toBe("invalid_request");
    expect(answered(await vera.get(targets))[1]).toBe("forbidden");
    expect(answered(await mallory.get(targets))[1]).toBe("not_connected");
  });

  it("accepts only a target of the tracker's own kind for a project", async () => {
    const { bob } = world;
    for (const other of trackers) {
      const answer = await bob.put("/v1/projects/web/tracker", {
        provider: standIn.provider,
        target: ends[other],
      });
      if (other === tracker) expect(answer.body.tracker.target).toEqual(ends[tracker]);
      else expect(answered(answer)).toEqual([400, "invalid_request", "/target"]);
    }
    const odd = [
      {},
      { ...ends.linear, ...ends.github },
      { teamKey: "" },
      { projectKey: "10000" },
      { repository: "web" },
    ];
    for (const target of odd)
      expect(
        answered(await bob.put("/v1/projects/web/tracker", { provider: standIn.provider, target }))[0],
      ).toBe(400);
  });

  it("keeps the connection with another key, and shows the key in no answer, log, event or row", async () => {
    const { alice, context } = world;
    const id = async () =>
      (
        await context.db.selectFrom("connections").select("id").where("connector_id", "=", tracker).execute()
      )[0]?.id;
    const before = await id();
    expect((await alice.delete(connection)).body).toEqual({ removed: true });
    expect((await shown()).connection).toMatchObject({ connected: false, keyHint: null, account: null });
    const key = standIn.newKey();
    expect((await alice.post(connect, key)).status).toBe(200);
    expect(await id()).toBe(before);
    const kept = JSON.stringify([
      await context.db.selectFrom("connections").selectAll().execute(),
      await context.db.selectFrom("events").selectAll().execute(),
      await context.db.selectFrom("idempotency_keys").selectAll().execute(),
      (await alice.get("/v1/connectors")).body,
      world.logged,
    ]);
    for (const secret of [standIn.connect.apiKey, key.apiKey]) expect(kept).not.toContain(secret);
    expect(standIn.violations).toEqual([]);
  });
});

describe.each(databases)("on $database the site of Jira", ({ create }) => {
  let world: World;
  let jira: JiraStandIn;
  const called: string[] = [];
  const connect = "/v1/connectors/jira/connect";
  beforeAll(async () => {
    jira = await startJira();
    // Routes calls for an Atlassian site to the stand-in.
    const openTracker: OpenTracker = async ({ config, outbound }, credential) => {
      called.push(credential.site);
      if (credential.site.startsWith("slow.")) {
        const late = new TrackerError("unknown", "timeout", "Jira did not answer in time.");
        return { account: () => Promise.reject(late) } as unknown as Tracker;
      }
      const there = credential.site.endsWith(".atlassian.net");
      return openRealTracker(
        { config: there ? { ...config, trackerUrls: { jira: jira.url } } : config, outbound },
        credential,
      );
    };
    world = await openWorld(create, { openTracker, jobs: "off" });
  });
  afterAll(async () => {
    await world.close();
    await jira.close();
  });
  const post = (site: string | undefined) =>
    world.alice.post(connect, { apiKey: jira.token, account: jira.email, site });
  const ids = async () =>
    (await world.context.db.selectFrom("connections").select("id").where("is_current", "=", 1).execute()).map(
      ({ id }) => id,
    );

  it("may be named in any of its forms, and is one connection in all of them", async () => {
    const found = new Set<string>();
    for (const site of [
      "acme",
      " ACME ",
      "acme.atlassian.net",
      "Acme.Atlassian.net.",
      "https://acme.atlassian.net",
      "https://acme.atlassian.net/",
      "https://acme.atlassian.net:443/jira/software/projects/PROJ?x#y",
    ]) {
      expect([site, (await post(site)).status]).toEqual([site, 200]);
      for (const id of await ids()) found.add(id);
    }
    expect(new Set(called)).toEqual(new Set(["acme.atlassian.net"]));
    expect(found.size).toBe(1);
    expect((await post("other")).status).toBe(200);
    const [other, ...more] = await ids();
    expect([found.has(other ?? ""), more]).toEqual([false, []]);
  });

  it("is refused at /site, without a call, if it is no site", async () => {
    called.length = 0;
    for (const site of [
      undefined,
      "",
      "http://acme.atlassian.net",
      "ftp://acme.atlassian.net",
      "https://user@acme.atlassian.net",
      "https://user:secret@acme.atlassian.net",
      "acme.atlassian.net@evil.example",
      "https://acme.atlassian.net:8443",
      "acme.atlassian.net:80",
      "127.0.0.1",
      "https://127.0.0.1/",
      "https://2130706433/",
      "https://0x7f.1/",
      "https://10.1.2.3.",
      "https://[::1]/",
      "https://localhost/",
      "https://acme/",
      "two words",
      "javascript:alert(1)",
      "https://",
      "..",
    ]) {
      const answer = await post(site);
      expect([site, ...answered(answer)]).toEqual([site, 400, "invalid_request", "/site"]);
      expect(answer.body.error.message).not.toContain("secret");
    }
    expect(called).toEqual([]);
  });

  it("is called by the guarded client: a name that leads into a private network is refused at /site", async () => {
    const { outbound } = world.context;
    const lookup = async () => [{ address: "10.0.0.1", family: 4 as const }];
    const guarded = createOutbound({ allowPrivateNetwork: false, lookup });
    Object.assign(world.context, { outbound: guarded });
    const answer = await post("https://jira.internal.example");
    Object.assign(world.context, { outbound });
    await guarded.close();
    expect(answered(answer)).toEqual([400, "invalid_request", "/site"]);
  });

  it("reports that Jira does not answer there, or not in time", async () => {
    const fault = (sent: { status: number; body: unknown }) => jira.faults.next({}, { before: sent });
    fault({ status: 404, body: { errorMessages: ["No such site"] } });
    expect(answered(await post("acme"))).toEqual([400, "invalid_request", "/site"]);
    fault({ status: 503, body: "<html>" });
    const broken = await post("acme");
    expect(answered(broken).slice(0, 2)).toEqual([502, "upstream_error"]);
    expect(broken.body.error.details).toMatchObject({ reason: "status" });
    const slow = await post("slow");
    expect(answered(slow).slice(0, 2)).toEqual([504, "upstream_timeout"]);
    expect(slow.body.error.details).toMatchObject({ reason: "timeout" });
    fault({ status: 200, body: "<html>Sign in</html>" });
    expect(answered(await post("acme")).slice(0, 2)).toEqual([502, "upstream_error"]);
  });

  it("may be left out when the operator set an address, and is ignored then", async () => {
    const other = await openWorld(create, { env: { GROUNDPLAN_JIRA_API_URL: jira.url }, jobs: "off" });
    const key = { apiKey: jira.token, account: jira.email };
    expect((await other.alice.post(connect, key)).status).toBe(200);
    expect((await other.alice.post(connect, { ...key, site: "acme" })).status).toBe(200);
    const rows = await other.context.db.selectFrom("connections").select("site").execute();
    expect(rows).toEqual([{ site: new URL(jira.url).host }]);
    await other.close();
  });
});
