import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { signOut } from "@groundplan/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { createUser } from "../../src/modules/sign-in/create-user.ts";
import { type Browser, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { Person, setUpWorld } from "../world.ts";

const folder = mkdtempSync(join(tmpdir(), "groundplan-console-"));
mkdirSync(join(folder, "assets"));
for (const name of ["index", "home", "plan", "spec"])
  writeFileSync(join(folder, `${name}.html`), `<title>${name}</title><script src="/first.js"></script>`);
const consoleFolder = pathToFileURL(`${folder}/`);
afterAll(() => rmSync(folder, { recursive: true }));

type Answers = Record<string, { etag?: string; body: Record<string, unknown> } | null>;

describe.each(databases)("the page that a signed-in person opens, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let app: FastifyInstance;
  let browser: Browser;
  beforeAll(async () => {
    app = buildApp(world.context, { consoleFolder, firstViewTimeout: 60_000 });
    await world.alice.post("/v1/projects", { name: "Web" });
    await world.alice.post("/v1/projects/web/plans", { name: "Plan </script><b>" });
    const content = "Visitors see <b>when</b> the shop is open.";
    await world.alice.post("/v1/projects/web/plans/PLAN-1/specs", { title: "Opening hours", content });
    await world.alice.post("/v1/projects/web/plans/PLAN-1/specs", {
      title: "Long",
      content: "x".repeat(9000),
    });
    await world.alice.post("/v1/projects/web/plans", { name: "Secret", visibility: "private" });
    ({ browser } = await signedInBrowser(world, world.bob));
  });
  afterAll(() => app.close());

  const open = async (url: string, headers: Record<string, string> = {}, of = app) => {
    const answer = await of.inject({
      url,
      remoteAddress: "192.0.2.1",
      headers: { accept: "text/html", "sec-fetch-dest": "document", ...browser.cookies(), ...headers },
    });
    const [, text] =
      /<script type="application\/json" id="answers">([^<]*)<\/script>/.exec(answer.body) ?? [];
    return { ...answer, given: text === undefined ? null : (JSON.parse(text) as Answers) };
  };

  it("includes the session, a token, and the page's API answers, byte for byte as by request", async () => {
    const { given, body, headers } = await open("/projects/web/plans/PLAN-1/specs/SPEC-1?q=1");
    expect(body).toContain("<title>spec</title>");
    expect(headers).toMatchObject({
      "cache-control": "no-store, no-transform",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(given?.["GET /console/session"]?.body).toMatchObject({
      session: { user: { email: world.bob.email } },
    });
    const { token } = (given?.["POST /console/token"]?.body ?? {}) as { token: string };
    const bob = new Person(world, world.bob.userId, world.bob.email, token);
    const asked = Object.keys(given ?? {}).filter((name) => name.startsWith("GET /v1/"));
    expect(asked).toContain("GET /v1/projects/web/plans/PLAN-1/specs/SPEC-1");
    for (const name of asked) {
      const answer = await bob.get(name.slice("GET ".length));
      expect([name, given?.[name]?.body, given?.[name]?.etag]).toEqual([
        name,
        answer.body,
        answer.headers.etag,
      ]);
    }
  });

  it("includes at home the plans of each project that they can read, and no others", async () => {
    const { given, body } = await open("/");
    expect(body).toContain("<title>home</title>");
    const { plans } = (given?.["GET /v1/projects/web/plans?limit=200"]?.body ?? {}) as {
      plans: { name: string }[];
    };
    expect(plans.map(({ name }) => name)).toEqual(["Plan </script><b>"]);
    expect(body.slice(body.indexOf('id="answers"')).match(/<\/script>/g)).toHaveLength(2);
  });

  it("leaves out long and refused answers, so that the page requests them", async () => {
    const { given } = await open("/projects/web/plans/PLAN-1/specs/SPEC-2");
    expect(given).toMatchObject({
      "GET /v1/projects/web/plans/PLAN-1/specs/SPEC-2": null,
      "GET /v1/projects/web": { body: { project: { name: "Web" } } },
    });
    const plan = await open("/projects/web/plans/PLAN-1");
    expect(plan.body).toContain("<title>plan</title>");
    expect(plan.given).toMatchObject({ "GET /v1/projects/web/plans/PLAN-1/specs?limit=200": null });
    const hidden = await open("/projects/web/plans/PLAN-2");
    expect(hidden.given?.["GET /v1/projects/web/plans/PLAN-2"]).toBeNull();
    expect(hidden.body).not.toContain("Secret");
  });

  it("is small enough to arrive in the first packets of a connection, whatever its content", async () => {
    for (let n = 0; n < 12; n++) {
      const { project } = (
        await world.alice.post("/v1/projects", { name: `Project ${n} 計画${"<".repeat(10)}` })
      ).body;
      const plans = `/v1/projects/${project.slug}/plans`;
      for (let plan = 0; plan < 3; plan++) await world.alice.post(plans, { name: "計".repeat(200) });
    }
    const wide = "/v1/projects/web/plans/PLAN-1/specs/SPEC-1";
    for (const content of ["計画".repeat(1800), "<".repeat(5000)]) {
      await world.alice.patch(wide, { content });
      for (const url of ["/", "/projects/web/plans/PLAN-1", "/projects/web/plans/PLAN-1/specs/SPEC-1"])
        expect(Buffer.byteLength((await open(url)).body)).toBeLessThan(12_500);
    }
    // Home requests plans that were left out.
    const { given } = await open("/");
    const lists = Object.entries(given ?? {}).filter(([name, answer]) => name.includes("/plans") && answer);
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.length).toBeLessThan(13);
  });

  it("has a token, however many workspaces the person is in", async () => {
    for (let n = 0; n < 90; n++)
      await world.command(createUser, {
        email: world.carol.email,
        name: "Carol",
        workspace: `workspace-${n}`,
        role: "MEMBER",
        createWorkspace: true,
        platformAdmin: false,
      });
    const { browser: other } = await signedInBrowser(world, world.carol);
    const { given } = await open("/", other.cookies());
    expect(given).toMatchObject({ "POST /console/token": { body: {} }, "GET /console/session": null });
  });

  it("includes on another page only the session and a token", async () => {
    const { given, body } = await open("/inbox");
    expect(body).toContain("<title>index</title>");
    expect(Object.keys(given ?? {})).toEqual(["POST /console/token", "GET /console/session"]);
  });

  it.each([
    ["is not signed in", { cookie: "" }],
    ["has a session that ended", { cookie: "groundplan=plan_session_none" }],
    ["only fetches the page", { "sec-fetch-dest": "empty" }],
    ["may never see the page", { "sec-purpose": "prefetch" }],
  ])("includes nothing for a visitor who %s", async (_who, headers) => {
    const { given, body, headers: sent } = await open("/", headers);
    expect(given).toBeNull();
    expect(body).toContain("<title>index</title>");
    expect(sent["cache-control"]).toBe("no-cache");
  });

  it("includes nothing if its answers take too long", async () => {
    const hurried = buildApp(world.context, { consoleFolder, firstViewTimeout: 0 });
    const { given, statusCode } = await open("/projects/web/plans/PLAN-1", {}, hurried);
    expect([statusCode, given]).toEqual([200, null]);
    await hurried.close();
  });

  it("includes nothing after a sign-out", async () => {
    const { browser: other } = await signedInBrowser(world, world.carol);
    expect((await open("/", other.cookies())).given).not.toBeNull();
    const cookies = other.cookies();
    await other.call(signOut, { body: {} });
    expect((await open("/", cookies)).given).toBeNull();
  });
});
