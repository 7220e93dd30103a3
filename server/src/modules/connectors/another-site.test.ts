import { type JiraStandIn, startJira } from "@groundplan/tracker-stand-ins/jira";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectOk } from "../../../test/push/scene.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { type OpenTracker, openTracker as openRealTracker } from "../trackers/registry.ts";

const connector = "/v1/connectors/jira";

describe.each(databases)("on $database connecting another site", ({ create }) => {
  let world: World;
  let sites: Record<"acme" | "other", JiraStandIn>;
  let plan: string;
  beforeAll(async () => {
    sites = { acme: await startJira(), other: await startJira() };
    const openTracker: OpenTracker = ({ config, outbound }, credential) => {
      const { url: jira } = credential.site === "acme.atlassian.net" ? sites.acme : sites.other;
      return openRealTracker({ config: { ...config, trackerUrls: { jira } }, outbound }, credential);
    };
    world = await openWorld(create, {
      openTracker,
      env: { GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" },
    });
    const { alice } = world;
    expectOk(await connect("acme"));
    expectOk(await alice.post("/v1/projects", { name: "Web" }));
    const target = { projectKey: sites.acme.projectKey };
    expectOk(await alice.put("/v1/projects/web/tracker", { provider: "tracker_b", target }));
    const made = expectOk(await alice.post("/v1/projects/web/plans", { name: "Launch" }));
    plan = `/v1/projects/web/plans/${made.body.plan.shortId}`;
    expectOk(await alice.post(`${plan}/specs/batch`, { specs: [{ title: "Albums" }, { title: "Photos" }] }));
  });
  afterAll(async () => {
    await world.close();
    await Promise.all(Object.values(sites).map((site) => site.close()));
  });
  const connect = (site: keyof typeof sites) => {
    const { token: apiKey, email: account } = sites[site];
    return world.alice.post(`${connector}/connect`, { apiKey, account, site });
  };
  const push = async () => expectOk(await world.alice.post(`${plan}/push`)).body.push.status;
  const counts = () => [sites.acme.dump().issues.length, sites.other.dump().issues.length];
  const rows = () => world.context.db.selectFrom("connections").selectAll().orderBy("site").execute();
  const external = async () => expectOk(await world.alice.get(`${plan}/specs/SPEC-1`)).body.spec.external;

  it("and then the first one again pushes nothing twice to either", async () => {
    expect([await push(), counts()]).toEqual(["pushed", [3, 0]]);
    const atAcme = await external();
    expect(atAcme).toHaveLength(1);
    expectOk(await connect("other"));
    expect(await external()).toEqual([]);
    expect([await push(), counts()]).toEqual(["pushed", [3, 3]]);
    expect(await external()).toHaveLength(1);
    for (const site of ["acme", "other"] as const) {
      expectOk(await connect(site));
      expect([site, await push(), counts()]).toEqual([site, "unchanged", [3, 3]]);
    }
    expectOk(await connect("acme"));
    expect(await external()).toEqual(atAcme);
    expect([...sites.acme.violations, ...sites.other.violations]).toEqual([]);
  });

  it("forgets the first one's key, and shows the site connected last, even after its key is gone", async () => {
    expectOk(await connect("acme"));
    expectOk(await connect("other"));
    const before = await rows();
    expect(before).toMatchObject([
      { site: "acme.atlassian.net", is_current: 0, secret: null, key_hint: null, connected_by: null },
      { site: "other.atlassian.net", is_current: 1, secret: expect.any(String) },
    ]);
    const shown = async () => {
      const { connectors } = expectOk(await world.alice.get("/v1/connectors")).body;
      return connectors.find(({ id }: { id: string }) => id === "jira").connection;
    };
    expect(await shown()).toMatchObject({ connected: true, connectedBy: world.alice.userId });
    const atOther = await external();
    expect(atOther).toHaveLength(1);
    expectOk(await world.alice.delete(`${connector}/connection`));
    expect(await shown()).toMatchObject({ connected: false, keyHint: null });
    expect(await external()).toEqual(atOther);
    expectOk(await connect("acme"));
    expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it("leaves one site with a key, however many are connected at once", async () => {
    const all = (["acme", "other", "acme", "other", "acme", "other"] as const).map(connect);
    for (const answer of await Promise.all(all)) expectOk(answer);
    const left = await rows();
    expect(left.map(({ site }) => site)).toEqual(["acme.atlassian.net", "other.atlassian.net"]);
    expect(left.map(({ is_current }) => is_current).toSorted()).toEqual([0, 1]);
    for (const row of left) expect(row.secret !== null).toBe(row.is_current === 1);
  });

  it("answers 404 to notices for the first one until it is connected again", async () => {
    expectOk(await connect("acme"));
    const { webhook } = expectOk(await world.alice.post(`${connector}/webhook`)).body;
    const path = new URL(webhook.url).pathname;
    const unsigned = async () => (await world.send("POST", path, { webhookEvent: "x" })).status;
    expect(await unsigned()).toBe(401);
    expectOk(await connect("other"));
    expect(await unsigned()).toBe(404);
    expectOk(await connect("acme"));
    expect(await unsigned()).toBe(401);
  });
});
