import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { connectApp } from "../../test/oauth/connected.ts";
import { onRows } from "../../test/own-connection.ts";
import { type Answer, type Person, setUpWorld } from "../../test/world.ts";
import { newSecret } from "../modules/identity/key-format.ts";
import { type Agent, setUpAgents } from "./client.test-support.ts";
import { tools } from "./tools/index.ts";

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

/** Who can reach a plan: by its visibility, by a share with two people, or nobody who writes. */
const reaches = ["TEAM", "PRIVATE", "shared to read", "shared to edit", "archived"] as const;

it("every tool has a column", () => {
  const columns = new Set(["find", ...rows.map(({ tool }) => tool)]);
  expect(columns).toEqual(new Set(tools.map(({ name }) => name)));
});

describe.each(databases)("$database: who may call the tools", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const connect = setUpAgents(world);
  let people: [string, Person, Agent][];
  /** The same people with keys that may only read. */
  let readers: [string, Person, Agent][];
  /** Pairs of plans, one for the tools and one for the API. */
  let pairs: { reach: string; tool: Target; api: Target }[];

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
    readers = [];
    for (const [name, person] of named) {
      people.push([name, person, await connect(person.key)]);
      const reader = await world.reader(person, person === mallory ? "other" : "acme");
      readers.push([`${name}, reading`, reader, await connect(reader.key)]);
    }
    pairs = [];
    for (const reach of reaches) pairs.push({ reach, tool: await target(reach), api: await target(reach) });
  });

  async function target(reach: (typeof reaches)[number]): Promise<Target> {
    const { bob } = world;
    const visibility = reach === "TEAM" || reach === "archived" ? "TEAM" : "PRIVATE";
    const plan = (await bob.post(plans, { name: `${secret} ${reach}`, visibility })).body.plan.shortId;
    const specs = Array.from({ length: 6 }, (_, n) => ({ title: `${secret} ${n}` }));
    await bob.post(`${plans}/${plan}/specs/batch`, { specs });
    if (reach.startsWith("shared"))
      for (const { email } of [world.carol, world.vera])
        await bob.put(`${plans}/${plan}/shares/${email}`, {
          capability: reach === "shared to edit" ? "EDIT" : "READ",
        });
    const { claim } = (await bob.post("/v1/claims", { spec: `${plan}/SPEC-6`, budget: 0 })).body;
    if (reach === "archived") await bob.post(`${plans}/${plan}/archive`);
    return { plan, spec: "SPEC-1", title: "", claim };
  }

  /** Calls a tool and its operation for each person and reach, and compares who may. */
  async function compare(row: (typeof rows)[number], who: typeof people) {
    for (const { reach, tool, api } of pairs)
      for (const [index, [name, person, agent]] of who.entries()) {
        const own = { spec: `SPEC-${index + 1}`, title: `By ${index} ${rows.indexOf(row)} ${reach}` };
        const answer = await row.api(person, { ...api, ...own });
        const { text, isError } = await agent.try(row.tool, row.given({ ...tool, ...own }));
        const where = `${name}, ${reach}: ${answer.status} ${JSON.stringify(answer.body.error ?? "")} and ${text}`;
        expect(isError, where).toBe(answer.status >= 400);
        if (answer.status === 403)
          expect(text, where).toContain(answer.body.error.message.replaceAll(api.plan, tool.plan));
        if (answer.status === 404) expect(text, where).not.toContain(secret);
      }
  }

  const numbered = rows.map((row, number) => ({ name: row.tool, number, row }));
  it.each(numbered)("$name answers what the API answers ($number)", ({ row }) => compare(row, people));

  it.each(numbered)(
    "$name by a key that may only read answers what the API answers to it ($number)",
    async ({ name, row }) => {
      if (tools.some((tool) => tool.name === name && tool.isRead)) return compare(row, readers);
      for (const { reach, tool, api } of pairs)
        for (const [who, person] of readers) {
          const own = { spec: "SPEC-1", title: "By nobody" };
          expect((await row.api(person, { ...api, ...own })).status, `${who}, ${reach}`).toBe(403);
          const answer = await send(person.key, calling(name, row.given({ ...tool, ...own })));
          expect(answer.statusCode, `${who}, ${reach}`).toBe(403);
        }
    },
  );

  it("find shows each person what the API's search shows", async () => {
    for (const [name, person, agent] of [...people, ...readers]) {
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
  const calling = (name: string, given: Record<string, unknown> = {}) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: given },
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
    const ofAnotherService = [newSecret(), newSecret("plan_at_"), newSecret("plan_rt_")];
    for (const key of ["nothing", "psk_stolen", "eyJhbGciOiJub25lIn0.e30.", ...ofAnotherService]) {
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

  it("an expired or revoked credential is 401", async () => {
    const expire = { expires_at: "2001-01-01T00:00:00.000Z" };
    const { app } = await connectApp(world, world.carol);
    expect((await send(app.key, calling("find"))).statusCode).toBe(200);
    const { key: body, secret: key } = (await world.carol.post("/v1/api-keys", { name: "Agent" })).body;
    expect((await send(key, calling("find"))).statusCode).toBe(200);
    await world.carol.delete(`/v1/api-keys/${body.id}`);
    const expired = (await world.carol.post("/v1/api-keys", { name: "Old" })).body;
    await onRows(world.env, async (db) => {
      await db.updateTable("api_keys").set(expire).where("id", "=", expired.key.id).execute();
      await db.updateTable("access_tokens").set(expire).where("user_id", "=", world.carol.userId).execute();
    });
    await world.carol.post("/v1/projects", { name: "Any write" }); // Rows changed from outside are cached until then.
    for (const secret of [key, expired.secret, app.key]) {
      const answer = await send(secret, calling("find"));
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["www-authenticate"]).toContain('error="invalid_token"');
    }
  });

  it("a page of another origin is refused, whatever its credential", async () => {
    const { bob } = world;
    const { app } = await connectApp(world, bob);
    for (const key of [bob.key, app.key])
      for (const origin of ["https://evil.example", "http://localhost.evil.example", "null"]) {
        const answer = await send(key, calling("find"), "", { origin });
        expect(answer.statusCode, origin).toBe(403);
      }
    expect((await send("nothing", calling("find"), "", { origin: "https://evil.example" })).statusCode).toBe(
      403,
    );
  });

  it("keys and connections tell when they were last used here, and the API's use is none", async () => {
    const { app, connectionId } = await connectApp(world, world.vera);
    const { key, secret } = (await world.vera.post("/v1/api-keys", { name: "Agent" })).body;
    const uses = async () => {
      const { lastMcpUseAt } = (await world.vera.get(`/v1/api-keys/${key.id}`)).body.key;
      const { connection } = (await world.vera.get(`/v1/oauth-connections/${connectionId}`)).body;
      return [lastMcpUseAt, connection.lastMcpUseAt];
    };
    for (const credential of [app.key, secret])
      await world.send("GET", "/v1/me", undefined, { authorization: `Bearer ${credential}` });
    await expect
      .poll(async () => (await world.vera.get(`/v1/api-keys/${key.id}`)).body.key.lastUsedAt)
      .not.toBeNull();
    expect(await uses()).toEqual([null, null]);
    for (const credential of [app.key, secret]) await send(credential, calling("find"));
    await expect.poll(uses).toEqual([expect.any(String), expect.any(String)]);
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
