import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openJobsOf } from "../../src/jobs/database.test-support.ts";
import { type Browser, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { openWorld, type Person, type World } from "../world.ts";
import { type McpVendor, startMcpVendor } from "./mcp-vendor.ts";
import { publicUrl } from "./scene.ts";

const env = { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1", GROUNDPLAN_PUBLIC_URL: publicUrl };
const connector = "/v1/connectors/x_accounts";

describe.each(databases)("on $database, tokens that are no longer used here", ({ create }) => {
  let world: World;
  let vendor: McpVendor;
  const given: string[] = [];
  beforeAll(async () => {
    [world, vendor] = await Promise.all([openWorld(create, { env }), startMcpVendor()]);
    vendor.provider.on("grant.success", ({ body }) =>
      given.push((body as { access_token: string }).access_token),
    );
    const body = { label: "Accounts", slug: "accounts", url: vendor.url, authMode: "anonymous" };
    expect((await world.alice.post("/v1/mcp-servers", body)).status).toBe(201);
  });
  afterEach(() => {
    vendor.instead = () => false;
    given.length = 0;
  });
  afterAll(async () => {
    await world.close();
    await vendor.close();
  });

  async function member(name: string): Promise<{ person: Person; browser: Browser }> {
    const person = await world.person(name, "MEMBER", "acme");
    return { person, browser: (await signedInBrowser(world, person)).browser };
  }
  const begin = async (person: Person) =>
    String((await person.post(`${connector}/connect`, {})).body.authorizeUrl);
  const connect = async ({ person, browser }: Awaited<ReturnType<typeof member>>, account: string) =>
    browser.visit(await vendor.letIn(await begin(person), account));
  const live = async () => {
    const found = await Promise.all(given.map((token) => vendor.provider.AccessToken.find(token)));
    return found.filter((token) => token !== undefined).length;
  };
  const rows = () => world.context.db.selectFrom("grants").select(["user_id", "ended_at"]).execute();
  const toolsAreRead = () =>
    expect.poll(() => openJobsOf(world.context.db, "connectors.readTools")).toEqual([]);
  const allRevoked = async () => {
    await expect.poll(rows).toEqual([]);
    expect(await live()).toBe(0);
  };

  it("those of a removed member are revoked at the vendor, also if that fails at first", async () => {
    const erin = await member("erin");
    expect(await connect(erin, "erin-at-work")).toBe("/");
    expect(await connect(erin, "erin-at-home")).toBe("/");
    expect(await live()).toBe(2);
    let isDown = true;
    vendor.instead = ({ url }, response) => {
      if (url !== "/token/revocation" || !isDown) return false;
      isDown = false;
      response.writeHead(503).end();
      return true;
    };
    expect((await world.alice.delete(`/v1/members/${erin.person.userId}`)).status).toBe(200);
    expect((await rows()).filter(({ ended_at }) => ended_at === null)).toEqual([]);
    await allRevoked();
    expect(isDown).toBe(false);
  });

  it("those of an attempt that is refused here are revoked", async () => {
    const fay = await member("fay");
    const back = await vendor.letIn(await begin(fay.person), "fay-too-late");
    await world.alice.patch(`${connector}/toolsets`, { enabled: false });
    expect(await fay.browser.visit(back)).toBe("/?error=not_connected");
    expect(given).toHaveLength(1);
    await allRevoked();
    await world.alice.patch(`${connector}/toolsets`, { enabled: true });
  });

  it("tokens that arrive while their grant is removed are revoked", async () => {
    const gil = await member("gil");
    expect(await connect(gil, "gil-at-work")).toBe("/");
    await toolsAreRead();
    const [grant] = (await gil.person.get("/v1/connectors?limit=200")).body.connectors.at(-1).connection
      .grants;
    const expires_at = new Date().toISOString();
    await withRows(world, (db) => db.updateTable("grants").set({ expires_at }).execute());
    const asked = Promise.withResolvers<void>();
    const answering = Promise.withResolvers<void>();
    vendor.instead = ({ url }) => {
      if (url !== "/token") return false;
      asked.resolve();
      return answering.promise.then(() => false);
    };
    const call = gil.person.post("/v1/mcp-servers/accounts/tools/whoami/call", { arguments: {} });
    await asked.promise;
    expect((await gil.person.delete(`${connector}/grants/${grant.id}`)).status).toBe(200);
    // The revoking job runs at once, and has to wait for the vendor's answer.
    const begun = async () =>
      (await openJobsOf(world.context.db, "connectors.revokeGrant")).filter(({ fence }) => fence > 0);
    await expect.poll(begun).toHaveLength(1);
    answering.resolve();
    expect((await call).status).toBe(409);
    expect(given).toHaveLength(2);
    await allRevoked();
  });

  it("a token that the server refuses early is replaced once; if the next is refused, its person must connect again", async () => {
    const hal = await member("hal");
    expect(await connect(hal, "hal-at-work")).toBe("/");
    await toolsAreRead();
    const call = () => hal.person.post("/v1/mcp-servers/accounts/tools/whoami/call", { arguments: {} });
    await (await vendor.provider.AccessToken.find(given[0] ?? ""))?.destroy();
    vendor.requests.length = 0;
    expect((await call()).body.result.content[0].text).toBe("hal-at-work");
    const asked = () => vendor.requests.filter((request) => request === "POST /token").length;
    expect(asked()).toBe(1);
    // A refusal of the request says nothing about the credential.
    let status = 403;
    vendor.instead = ({ url }, response) => {
      if (url !== "/mcp") return false;
      response.writeHead(status).end();
      return true;
    };
    expect((await call()).status).toBe(502);
    expect(asked()).toBe(1);
    status = 401;
    const refused = await call();
    expectError(refused, "not_connected");
    expect(refused.body.error.message).toBe("Accounts ended the connection. Connect again.");
    expect(asked()).toBe(2);
    const { items } = (await hal.person.get("/v1/notifications")).body;
    expect(items).toMatchObject([{ type: "connector", eventType: "connector.disconnected_upstream" }]);
    vendor.instead = () => false;
    expectError(await call(), "not_connected");
    expect(await connect(hal, "hal-at-home")).toBe("/");
    expect((await call()).body.result.content[0].text).toBe("hal-at-home");
  });
});
