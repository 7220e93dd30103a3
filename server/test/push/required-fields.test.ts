import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { project } from "../jira/project.ts";
import { type JiraStandIn, startJira } from "../jira/start.ts";
import { openWorld, type World } from "../world.ts";
import { expectOk } from "./scene.ts";

const cost = { id: "customfield_10100", name: "Cost center", type: "string", required: true } as const;
const weight = { id: "customfield_10200", name: "Weight", type: "number", required: false } as const;

describe.each(databases)("on $database, a Jira project that requires fields", ({ create }) => {
  let jira: JiraStandIn;
  let world: World;
  beforeAll(async () => {
    jira = await startJira({
      projects: [project("1", "PROJ", { fields: [cost, weight] }), project("2", "FREE")],
    });
    const env = { GROUNDPLAN_JIRA_API_URL: jira.url, GROUNDPLAN_PUSH_SETTLE_MS: "50" };
    world = await openWorld(create, { env });
    const connect = { apiKey: jira.token, account: jira.email };
    expectOk(await world.alice.post("/v1/connectors/jira/connect", connect));
    expectOk(await world.alice.post("/v1/projects", { name: "web" }));
  });
  afterAll(async () => {
    await world.close();
    await jira.close();
    expect(jira.violations).toEqual([]);
  });

  const path = "/v1/projects/web/tracker";
  const aim = { provider: "tracker_b", target: { projectKey: "PROJ" } };
  const asked = { id: cost.id, name: cost.name, type: "string", issueTypes: ["Epic", "Task", "Sub-task"] };
  const read = async () => expectOk(await world.alice.get(path)).body.tracker;
  const writes = () =>
    jira.log.filter(({ method, path: to }) => method === "POST" && to.endsWith("/issue/bulk"));

  it("is told with them, and a push fails before its first write and names them; with values it goes through", async () => {
    const { alice } = world;
    const set = expectOk(await alice.put(path, aim)).body.tracker;
    expect(set).toMatchObject({ fields: {}, requiredFields: [asked] });
    expect(await read()).toEqual(set);
    const plans = "/v1/projects/web/plans";
    const { shortId } = expectOk(await alice.post(plans, { name: "Launch" })).body.plan;
    expectOk(await alice.post(`${plans}/${shortId}/specs`, { title: "Albums" }));
    const refused = await alice.post(`${plans}/${shortId}/push`);
    expectError(refused, "upstream_error");
    expect(refused.body.error.message).toContain("Cost center (`customfield_10100`)");
    expect(writes()).toEqual([]);

    const fields = { [cost.id]: "A-7", [weight.id]: 3 };
    const given = expectOk(await alice.put(path, { ...(await read()), fields })).body.tracker;
    expect(given).toMatchObject({ fields, requiredFields: [{ ...asked, value: "A-7" }] });
    expect(expectOk(await alice.put(path, aim)).body.tracker).toEqual(given);
    const pushed = expectOk(await alice.post(`${plans}/${shortId}/push`)).body.push;
    expect(pushed).toMatchObject({ status: "pushed", pushedItemCount: 2 });
    const sent = writes().map(({ body }) => (body as { issueUpdates: { fields: object }[] }).issueUpdates);
    for (const { fields: of } of sent.flat()) expect(of).toMatchObject(fields);
  });

  it("refuses values in their place, and forgets them with another target; other trackers take none", async () => {
    const { alice } = world;
    for (const [id, value] of [
      ["customfield_9", "x"],
      ["summary", "x"],
      [cost.id, 3],
      [cost.id, { id: "1" }],
      [weight.id, "3"],
      [cost.id, [{ id: "1" }]],
    ] as const) {
      const answer = await alice.put(path, { ...aim, fields: { [id]: value } });
      expectError(answer, "invalid_request");
      expect(JSON.stringify(answer.body.error.details)).toContain(`/fields/${id}`);
    }
    const moved = expectOk(await alice.put(path, { ...aim, target: { projectKey: "FREE" } })).body.tracker;
    expect(moved).toMatchObject({ fields: {}, requiredFields: [] });
    const elsewhere = { provider: "tracker_c", target: { repository: "acme/web" }, fields: { a: "b" } };
    expect((await alice.put(path, elsewhere)).status).toBeGreaterThanOrEqual(400);
  });
});
