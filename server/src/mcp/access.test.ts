import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { connectApp } from "../../test/oauth/connected.ts";
import { type Answer, type Person, setUpWorld } from "../../test/world.ts";
import { type Agent, setUpAgents } from "./client.test-support.ts";

const plans = "/v1/projects/web/plans";
const secret = "Hidden name";

/** What a call is about: a plan, a spec of it for each person, and a claim that bob holds. */
interface Target {
  plan: string;
  spec: string;
  title: string;
  claim: { id: string; fence: number };
}

/** Each tool beside the operation that decides who may. */
const rows: {
  tool: string;
  given: (at: Target) => Record<string, unknown>;
  api: (person: Person, at: Target) => Promise<Answer>;
}[] = [
  {
    tool: "get_plan",
    given: ({ plan }) => ({ plan }),
    api: (person, { plan }) => person.get(`${plans}/${plan}`),
  },
  {
    tool: "get_specs",
    given: ({ plan, spec }) => ({ specs: [`${plan}/${spec}`] }),
    api: (person, { plan, spec }) => person.get(`${plans}/${plan}/specs/${spec}`),
  },
  {
    tool: "get_context",
    given: ({ plan }) => ({ plan }),
    api: (person, { plan }) => person.get(`${plans}/${plan}/context/pack`),
  },
  {
    tool: "get_context",
    given: ({ plan, spec }) => ({ spec: `${plan}/${spec}` }),
    api: (person, { plan, spec }) => person.get(`${plans}/${plan}/specs/${spec}/brief`),
  },
  {
    tool: "get_guide",
    given: () => ({ name: "spec", project: "web" }),
    api: (person) => person.get("/v1/projects/web/formats/spec"),
  },
  {
    tool: "save_plan",
    given: ({ plan, title }) => ({ plan, description: title }),
    api: (person, { plan, title }) => person.patch(`${plans}/${plan}`, { description: title }),
  },
  {
    tool: "save_plan",
    given: ({ plan, title }) => ({ parent: plan, name: title }),
    api: (person, { plan, title }) => person.post(plans, { parentPlanId: plan, name: title }),
  },
  {
    tool: "save_specs",
    given: ({ plan, title }) => ({ plan, specs: [{ title }] }),
    api: (person, { plan, title }) => person.post(`${plans}/${plan}/specs/batch`, { specs: [{ title }] }),
  },
  {
    tool: "add_context",
    given: ({ plan, title }) => ({ plan, title, text: "Words." }),
    api: (person, { plan, title }) => person.post(`${plans}/${plan}/context`, { title, text: "Words." }),
  },
  {
    tool: "add_context",
    given: ({ title }) => ({ project: "web", title: `tool ${title}`, text: "Words." }),
    api: (person, { title }) =>
      person.post("/v1/projects/web/context", { title: `api ${title}`, text: "Words." }),
  },
  {
    tool: "claim_work",
    given: ({ plan, spec }) => ({ spec: `${plan}/${spec}` }),
    api: (person, { plan, spec }) => person.post("/v1/claims", { spec: `${plan}/${spec}`, budget: 0 }),
  },
  {
    tool: "report_work",
    given: ({ claim }) => ({ claim: `${claim.id}.${claim.fence}`, act: "working" }),
    api: (person, { claim }) => person.post(`/v1/claims/${claim.id}/renew`),
  },
  {
    tool: "push_plan",
    given: ({ plan }) => ({ plan }),
    api: (person, { plan }) => person.post(`${plans}/${plan}/push`, { dryRun: true }),
  },
];

describe.each(databases)("$database: who may call the tools", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const connect = setUpAgents(world);
  let people: [string, Person, Agent][];
  /** Pairs of plans, one for the tools and one for the API. */
  let pairs: { visibility: string; tool: Target; api: Target }[];

  beforeAll(async () => {
    const { alice, bob, carol, vera, mallory } = world;
    const named: [string, Person][] = [
      ["a workspace owner", alice],
      ["the plan's owner", bob],
      ["a member", carol],
      ["a viewer", vera],
      ["another workspace", mallory],
    ];
    people = [];
    for (const [name, person] of named) people.push([name, person, await connect(person.key)]);
    pairs = [];
    for (const visibility of ["TEAM", "PRIVATE", "shared"])
      pairs.push({ visibility, tool: await target(visibility), api: await target(visibility) });
  });

  async function target(visibility: string): Promise<Target> {
    const { bob } = world;
    const of = visibility === "shared" ? "PRIVATE" : visibility;
    const plan = (await bob.post(plans, { name: `${secret} ${visibility}`, visibility: of })).body.plan
      .shortId;
    const specs = Array.from({ length: 6 }, (_, n) => ({ title: `${secret} ${n}` }));
    await bob.post(`${plans}/${plan}/specs/batch`, { specs });
    if (visibility === "shared")
      for (const { email } of [world.carol, world.vera])
        await bob.put(`${plans}/${plan}/shares/${email}`, { capability: "READ" });
    const { claim } = (await bob.post("/v1/claims", { spec: `${plan}/SPEC-6`, budget: 0 })).body;
    return { plan, spec: "SPEC-1", title: "", claim };
  }

  it.each(rows.map((row, number) => [row.tool, number] as const))(
    "%s answers what the API answers (%i)",
    async (_tool, number) => {
      const row = rows[number];
      if (!row) throw new Error("no row");
      for (const { visibility, tool, api } of pairs)
        for (const [index, [name, person, agent]] of people.entries()) {
          const own = { spec: `SPEC-${index + 1}`, title: `By ${index} ${number} ${visibility}` };
          const answer = await row.api(person, { ...api, ...own });
          const { text, isError } = await agent.try(row.tool, row.given({ ...tool, ...own }));
          const where = `${name}, ${visibility}: ${answer.status} ${JSON.stringify(answer.body.error ?? "")} and ${text}`;
          expect(isError, where).toBe(answer.status >= 400);
          if (answer.status === 403)
            expect(text, where).toContain(answer.body.error.message.replaceAll(api.plan, tool.plan));
          if (answer.status === 404) expect(text, where).not.toContain(secret);
        }
    },
  );

  it("find shows each person what the API's search shows", async () => {
    for (const [name, person, agent] of people) {
      const { results } = (await person.get(`/v1/search?q=${encodeURIComponent(secret)}&kind=plan`)).body;
      const text = await agent.call("find", { q: secret, kind: "plan" });
      const found = [...text.matchAll(/PLAN-\d+/g)].map(([handle]) => handle);
      expect(new Set(found), name).toEqual(
        new Set(results.map((one: { planShortId: string }) => one.planShortId)),
      );
    }
  });

  const send = async (key: string, message: object, query = "", headers: Record<string, string> = {}) =>
    world.app.inject({
      method: "POST",
      url: `/mcp${query}`,
      headers: { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream", ...headers },
      payload: message,
    });
  const calling = (name: string) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: {} },
  });

  it("a writing tool under a credential that may only read is 403, as the header says", async () => {
    const { key } = await world.reader(world.bob);
    for (const tool of ["save_plan", "save_specs", "add_context", "claim_work", "report_work", "push_plan"]) {
      const answer = await send(key, calling(tool));
      expect(answer.statusCode, tool).toBe(403);
      expect(answer.headers["www-authenticate"]).toContain('error="insufficient_scope"');
      expect(answer.headers["www-authenticate"]).toContain("/.well-known/oauth-protected-resource/mcp");
    }
  });

  it("without a valid credential it is 401, with the scope that the address needs", async () => {
    for (const key of ["nothing", "psk_stolen", "eyJhbGciOiJub25lIn0.e30."]) {
      const answer = await send(key, calling("find"));
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["www-authenticate"]).toContain('scope="write"');
    }
    expect((await send("nothing", calling("find"), "?tools=read")).headers["www-authenticate"]).toContain(
      'scope="read"',
    );
  });

  it("an app's token is as good as a key, by its scope, until it is disconnected", async () => {
    const writer = await connectApp(world, world.bob);
    const reader = await connectApp(world, world.bob, "read");
    expect((await (await connect(writer.app.key)).client.listTools()).tools).toHaveLength(11);
    expect((await (await connect(reader.app.key)).client.listTools()).tools).toHaveLength(5);
    expect((await send(reader.app.key, calling("save_plan"))).statusCode).toBe(403);
    await world.bob.delete(`/v1/oauth-connections/${writer.connectionId}`);
    expect((await send(writer.app.key, calling("find"))).statusCode).toBe(401);
  });

  it("a page of another origin is refused, whatever its credential", async () => {
    const answer = await send(world.bob.key, calling("find"), "", { origin: "https://evil.example" });
    expect(answer.statusCode).toBe(403);
  });

  it("a claim is not reported by another process's credential, nor by another fence", async () => {
    const other = await connect(await world.key(world.bob.email, "acme", "write"));
    const [pair] = pairs;
    const number = `${pair?.tool.claim.id}.${pair?.tool.claim.fence}`;
    expect((await other.try("report_work", { claim: number, act: "done" })).isError).toBe(true);
    const own = await connect(world.bob.key);
    expect(
      (await own.try("report_work", { claim: `${pair?.tool.claim.id}.99`, act: "working" })).isError,
    ).toBe(true);
    expect((await own.try("report_work", { claim: number, act: "working" })).isError).toBe(false);
  });
});
