import { type Field, type JiraStandIn, project, startJira } from "@groundplan/tracker-stand-ins/jira";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { openWorld, type World } from "../world.ts";
import { expectOk } from "./scene.ts";

const cost = { id: "customfield_10100", name: "Cost center", type: "string", required: true } as const;
const weight = { id: "customfield_10200", name: "Weight", type: "number", required: false } as const;

const risk: Field = {
  id: "customfield_10300",
  name: "Risk",
  type: "option",
  required: true,
  allowed: [
    { id: "31", value: "Low" },
    { id: "32", value: "High" },
  ],
};
const areas: Field = {
  id: "customfield_10400",
  name: "Areas",
  type: "options",
  required: true,
  allowed: [
    { id: "41", value: "Web" },
    { id: "42", value: "Mail" },
  ],
};

const customer: Field = {
  id: "customfield_10500",
  name: "Customer's area (R&D/Ops)",
  type: "string",
  required: true,
};

const stage: Field = {
  id: "customfield_10600",
  name: "Stage",
  type: "option",
  required: false,
  allowed: [
    { id: "61", value: "Idea", types: ["Epic"] },
    { id: "62", value: "Ready", types: ["Task", "Sub-task"] },
  ],
};
const teams: Field = {
  id: "customfield_10700",
  name: "Teams",
  type: "options",
  required: true,
  allowed: [
    { id: "71", value: "Web", types: ["Epic"] },
    { id: "72", value: "Mail", types: ["Task"] },
    { id: "73", value: "All" },
  ],
};

/** Not required until a test makes it so. */
const owner: Field = { id: "customfield_10800", name: "Owner", type: "string", required: false };

describe.each(databases)("on $database, a Jira project that requires fields", ({ create }) => {
  let jira: JiraStandIn;
  let world: World;
  beforeAll(async () => {
    jira = await startJira({
      projects: [
        project("1", "PROJ", { fields: [cost, weight] }),
        project("2", "FREE"),
        project("3", "PICK", { fields: [risk, areas] }),
        project("4", "NAMED", { fields: [customer] }),
        project("5", "TYPES", { fields: [stage, teams] }),
        project("6", "APART", { fields: [{ ...stage, required: true }] }),
        project("7", "LATER", { fields: [owner] }),
      ],
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

  it("is shown with a field that it requires only later, once a push was refused for it", async () => {
    const { alice } = world;
    owner.required = false;
    const target = { provider: "tracker_b", target: { projectKey: "LATER" } };
    expect(expectOk(await alice.put(path, target)).body.tracker.requiredFields).toEqual([]);
    const plans = "/v1/projects/web/plans";
    const { shortId } = expectOk(await alice.post(plans, { name: "Later" })).body.plan;
    expectOk(await alice.post(`${plans}/${shortId}/specs`, { title: "Owned" }));
    owner.required = true;
    expectError(await alice.post(`${plans}/${shortId}/push`), "upstream_error");
    expect((await read()).requiredFields).toMatchObject([{ id: owner.id, name: "Owner" }]);
    expect(writes()).toEqual([]);
  });

  it("is shown with them, and a push fails before its first write and names them; with values it goes through", async () => {
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

  it("refuses new values while Jira doesn't answer, since they can't be checked, and takes everything else", async () => {
    const { alice } = world;
    const fields = { [cost.id]: "A-7" };
    expectOk(await alice.put(path, { ...aim, fields }));
    jira.faults.add({ match: {}, fault: { before: { status: 503, body: {} } } });
    expectError(await alice.put(path, { ...aim, fields: { [cost.id]: "A-8" } }), "upstream_error");
    expect(await read()).toMatchObject({ fields });
    const kept = expectOk(await alice.put(path, { ...aim, fields, statuses: "off" })).body.tracker;
    expect(kept).toMatchObject({ fields, statuses: "off", requiredFields: [{ ...asked, value: "A-7" }] });
    jira.faults.clear();
    expectOk(await alice.put(path, { ...aim, statuses: "close" }));
  });

  it("refuses values by path, and drops them with another target", async () => {
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
  });

  it("a dry run names the required fields without a value before the push fails for them", async () => {
    const { alice } = world;
    const web = "/v1/projects/dry";
    expectOk(await alice.post("/v1/projects", { name: "dry" }));
    expectOk(await alice.put(`${web}/tracker`, aim));
    const { shortId } = expectOk(await alice.post(`${web}/plans`, { name: "Launch" })).body.plan;
    const plan = `${web}/plans/${shortId}`;
    expectOk(await alice.post(`${plan}/specs`, { title: "Albums" }));
    const dryRun = async () => expectOk(await alice.post(`${plan}/push`, { dryRun: true })).body.push;
    expect(await dryRun()).toMatchObject({
      status: "dry_run",
      preview: [{ action: "create" }, { action: "create" }, { action: "link" }],
      caveats: [
        expect.stringMatching(/^A push would fail: PROJ requires .* Cost center \(`customfield_10100`\)\./),
      ],
    });
    expect((await alice.post(`${plan}/push`)).body.error.message).toContain("customfield_10100");
    expectOk(await alice.put(`${web}/tracker`, { ...aim, fields: { [cost.id]: "A-7" } }));
    expect((await dryRun()).caveats).toEqual([]);
    expectOk(await alice.post(`${plan}/push`));
    // Without a new issue nothing is required.
    expectOk(await alice.put(`${web}/tracker`, { ...aim, fields: {} }));
    expectOk(await alice.patch(`${plan}/specs/SPEC-1`, { content: "They open." }));
    expect((await dryRun()).caveats).toEqual([]);
    expectOk(await alice.post(`${plan}/specs`, { title: "Search" }));
    expect((await dryRun()).caveats).toEqual([expect.stringContaining("customfield_10100")]);
  });

  it("fields with one or several allowed values list these, and accept them by id", async () => {
    const { alice } = world;
    const picked = "/v1/projects/picked";
    expectOk(await alice.post("/v1/projects", { name: "picked" }));
    const pick = { ...aim, target: { projectKey: "PICK" } };
    const set = expectOk(await alice.put(`${picked}/tracker`, pick)).body.tracker;
    const shown = ({ allowed = [] }: Field) => allowed.map(({ id, value }) => ({ id, name: value }));
    const issueTypes = ["Epic", "Task", "Sub-task"];
    expect(set.requiredFields).toEqual([
      { id: risk.id, name: "Risk", type: "option", issueTypes, allowed: shown(risk) },
      { id: areas.id, name: "Areas", type: "array", issueTypes, allowed: shown(areas) },
    ]);
    for (const [id, value] of [
      [risk.id, { id: "33" }],
      [risk.id, "Low"],
      [risk.id, [{ id: "31" }]],
      [risk.id, 31],
      [areas.id, { id: "41" }],
      [areas.id, [{ id: "41" }, { id: "43" }]],
      [areas.id, "Web"],
    ] as const) {
      const answer = await alice.put(`${picked}/tracker`, { ...pick, fields: { [id]: value } });
      expectInvalid(answer, [`/fields/${id}`]);
    }
    const fields = { [risk.id]: { id: "32" }, [areas.id]: [{ id: "41" }, { id: "42" }] };
    const given = expectOk(await alice.put(`${picked}/tracker`, { ...pick, fields })).body.tracker;
    expect(given.requiredFields.map(({ value }: { value: unknown }) => value)).toEqual(Object.values(fields));
    const { shortId } = expectOk(await alice.post(`${picked}/plans`, { name: "Launch" })).body.plan;
    const pushed = expectOk(await alice.post(`${picked}/plans/${shortId}/specs`, { title: "Albums" }));
    expect(pushed.body.spec.shortId).toBe("SPEC-1");
    expect(expectOk(await alice.post(`${picked}/plans/${shortId}/push`)).body.push.status).toBe("pushed");
    const made = jira.dump().issues.filter(({ key }) => key.startsWith("PICK-"));
    expect(made.map(({ custom }) => custom)).toEqual([fields, fields]);
  });

  it("each new issue gets the values that its type allows, and no others", async () => {
    const { alice } = world;
    const typed = "/v1/projects/typed";
    expectOk(await alice.post("/v1/projects", { name: "typed" }));
    const fields = { [stage.id]: { id: "61" }, [teams.id]: [{ id: "71" }, { id: "72" }, { id: "73" }] };
    const aimed = { ...aim, target: { projectKey: "TYPES" }, fields };
    expectOk(await alice.put(`${typed}/tracker`, aimed));
    const { shortId } = expectOk(await alice.post(`${typed}/plans`, { name: "Launch" })).body.plan;
    const plan = `${typed}/plans/${shortId}`;
    expectOk(await alice.post(`${plan}/specs`, { title: "Albums" }));
    expect(expectOk(await alice.post(`${plan}/push`, { dryRun: true })).body.push.caveats).toEqual([]);
    const { push } = expectOk(await alice.post(`${plan}/push`)).body;
    expect(push).toMatchObject({ status: "pushed", pushedItemCount: 2 });
    const made = jira.dump().issues.filter(({ key }) => key.startsWith("TYPES-"));
    expect(made.map(({ custom }) => custom)).toEqual([
      { [stage.id]: { id: "61" }, [teams.id]: [{ id: "71" }, { id: "73" }] },
      { [teams.id]: [{ id: "72" }, { id: "73" }] },
    ]);
  });

  it("a required field whose value a type does not allow is named with the type, and nothing is written", async () => {
    const { alice } = world;
    const apart = "/v1/projects/apart";
    expectOk(await alice.post("/v1/projects", { name: "apart" }));
    const fields = { [stage.id]: { id: "61" } };
    expectOk(await alice.put(`${apart}/tracker`, { ...aim, target: { projectKey: "APART" }, fields }));
    const { shortId } = expectOk(await alice.post(`${apart}/plans`, { name: "Launch" })).body.plan;
    const plan = `${apart}/plans/${shortId}`;
    expectOk(await alice.post(`${plan}/specs`, { title: "Albums" }));
    const named = "Stage (`customfield_10600`; Task does not allow the given one)";
    const { caveats } = expectOk(await alice.post(`${plan}/push`, { dryRun: true })).body.push;
    expect(caveats).toEqual([expect.stringContaining(`A push would fail: APART requires`)]);
    expect(caveats[0]).toContain(named);
    const before = writes().length;
    const refused = await alice.post(`${plan}/push`);
    expectError(refused, "upstream_error");
    expect(refused.body.error.message).toContain(named);
    expect(writes()).toHaveLength(before);
  });

  it("fields are shown by their display names, and a refused value by its pointer", async () => {
    const { alice } = world;
    const named = "/v1/projects/named";
    expectOk(await alice.post("/v1/projects", { name: "named" }));
    const to = { ...aim, target: { projectKey: "NAMED" } };
    const { requiredFields } = expectOk(await alice.put(`${named}/tracker`, to)).body.tracker;
    expect(requiredFields).toMatchObject([{ id: customer.id, name: customer.name }]);
    const odd = await alice.put(`${named}/tracker`, { ...to, fields: { "a/b~c": "x" } });
    expectInvalid(odd, ["/fields/a~1b~0c"]);
  });

  it("values for a tracker other than Jira are 400 at their path, whether or not it is connected", async () => {
    const { alice } = world;
    const linear = { provider: "tracker_a", target: { teamKey: "ENG" }, fields: {} };
    for (const fields of [{ a: "b" }, { [cost.id]: "A-7" }, {}]) {
      const body = { provider: "tracker_c", target: { repository: "acme/web" }, fields };
      const answer = await alice.put(path, body);
      expectInvalid(answer, ["/fields"]);
      expect(answer.body.error.message).toContain("GitHub");
    }
    expectInvalid(await alice.put(path, linear), ["/fields"]);
  });
});
