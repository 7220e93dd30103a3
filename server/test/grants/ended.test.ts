import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Browser, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { openWorld, type Person, type World } from "../world.ts";
import { type McpVendor, startMcpVendor } from "./mcp-vendor.ts";
import { publicUrl } from "./scene.ts";

const env = { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1", GROUNDPLAN_PUBLIC_URL: publicUrl };
const connector = "/v1/connectors/x_accounts";

describe.each(databases)("on $database, tokens that nobody uses here any more", ({ create }) => {
  let world: World;
  let vendor: McpVendor;
  /** The access tokens that the vendor has given. */
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

  /** A member of their own, with the browser in which they connect. */
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
  const allRevoked = async () => {
    await expect.poll(rows, { timeout: 20_000 }).toEqual([]);
    expect(await live()).toBe(0);
  };

  it("those of a member who is removed are revoked at the vendor, also where it fails at first", async () => {
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

  it("those of a way that ends in a refusal here are revoked", async () => {
    const fay = await member("fay");
    const back = await vendor.letIn(await begin(fay.person), "fay-too-late");
    await world.alice.patch(`${connector}/toolsets`, { enabled: false });
    expect(await fay.browser.visit(back)).toBe("/?error=not_connected");
    expect(given).toHaveLength(1);
    await allRevoked();
    await world.alice.patch(`${connector}/toolsets`, { enabled: true });
  });

  it("a pair that arrives while its grant is removed is the one that is revoked", async () => {
    const gil = await member("gil");
    expect(await connect(gil, "gil-at-work")).toBe("/");
    const tools = () => world.context.db.selectFrom("jobs").select("id").where("finished_at", "is", null);
    await expect
      .poll(() => tools().where("kind", "=", "connectors.readTools").execute(), { timeout: 20_000 })
      .toEqual([]);
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
    // The job that revokes looks at once, and while the vendor is asked it has to wait.
    await expect
      .poll(
        () =>
          world.context.db
            .selectFrom("jobs")
            .select("state")
            .where("kind", "=", "connectors.revokeGrant")
            .where("finished_at", "is", null)
            .where("fence", ">", 0)
            .execute(),
        { timeout: 20_000 },
      )
      .toHaveLength(1);
    answering.resolve();
    expect((await call).status).toBe(409);
    expect(given).toHaveLength(2);
    await allRevoked();
  });
});
