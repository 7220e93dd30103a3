import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decideDevice } from "@groundplan/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { setUpServed, Visitor } from "../../../../server/test/oauth/visitor.ts";
import { connectNew } from "../../mcp/mcp.test-support.ts";
import { type FakeAnswer, groundplanHere, groundplanJson, startCommand, startFake } from "../../testing.ts";

let config: string;
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), "groundplan-"));
});
afterEach(() => rmSync(config, { recursive: true }));

const file = () => join(config, "groundplan/login.json");
const stored = () => JSON.parse(readFileSync(file(), "utf8"));

describe.each(databases)("$database", ({ create }) => {
  const served = setUpServed(create);

  const env = () => ({ GROUNDPLAN_URL: served.base, XDG_CONFIG_HOME: config });
  const connections = async () => (await served.world.bob.get("/v1/oauth-connections")).body.connections;

  async function enterCode(printed: () => string) {
    const visitor = await new Visitor(served.base).signIn(served, served.world.bob);
    const code = await expect
      .poll(() => /^ {2}([A-Z]{4}-[A-Z]{4})$/m.exec(printed())?.[1])
      .toBeDefined()
      .then(() => /^ {2}([A-Z]{4}-[A-Z]{4})$/m.exec(printed())?.[1] ?? "");
    await visitor.call(decideDevice, { body: { code, allow: true } });
  }

  it("signs in, acts, refreshes in two processes at once, and signs out", { timeout: 60_000 }, async () => {
    const login = startCommand(["login"], env());
    await enterCode(login.printed);
    const { code, stdout, stderr } = await login.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Open ${served.base}/device in a browser`);
    expect(stdout).toContain(
      `Signed in to ${served.base} as ${served.world.bob.email}, in the workspace acme`,
    );
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(config, "groundplan")).mode & 0o777).toBe(0o700);
    expect(await connections()).toMatchObject([{ clientName: "Groundplan command line", scope: "write" }]);

    const first = stored();
    first.services[served.base].expiresAt = 0;
    // A refresh leaves the newest login unchanged, whichever service it was for.
    const elsewhere = "http://127.0.0.1:9";
    const other = { accessToken: "plan_at_x", refreshToken: "plan_rt_x", expiresAt: Date.now() + 3600_000 };
    keep({ newest: elsewhere, services: { ...first.services, [elsewhere]: other } });
    await groundplanJson(["whoami"], env());
    expect(stored().newest).toBe(elsewhere);
    first.services[served.base] = { ...stored().services[served.base], expiresAt: 0 };
    writeFileSync(file(), JSON.stringify(first));
    const answers = await Promise.all(
      [1, 2, 3].map(() => groundplanJson(["whoami"], { XDG_CONFIG_HOME: config })),
    );
    for (const me of answers)
      expect(me).toMatchObject({
        user: { email: served.world.bob.email },
        workspace: { slug: "acme" },
        scope: "write",
        credential: { kind: "oauth" },
      });
    expect(stored().services[served.base].refreshToken).not.toBe(first.services[served.base].refreshToken);

    const out = await groundplanHere(["logout"], env());
    expect(out).toEqual({ code: 0, stdout: `Signed out of ${served.base}.\n`, stderr: "" });
    expect(stored()).toEqual({ services: {} });
    expect(await connections()).toEqual([]);
    expect((await groundplanHere(["whoami"], env())).code).toBe(4);
    expect((await groundplanHere(["logout"], env())).code).toBe(4);
  });

  it("`groundplan mcp` refreshes the login within a session, and says when it has ended", async () => {
    const login = startCommand(["login"], env());
    await enterCode(login.printed);
    await login.ended;
    const client = await connectNew({ env: env() });
    await client.call("find");
    const logins = stored();
    logins.services[served.base].expiresAt = 0;
    keep(logins);
    await client.call("find");
    const { refreshToken } = stored().services[served.base];
    expect(refreshToken).not.toBe(logins.services[served.base].refreshToken);
    await groundplanHere(["logout"], env());
    expect(await client.try("find")).toMatchObject({
      isError: true,
      text: expect.stringContaining("`groundplan login`"),
    });
    await client.close();
  });

  it("says that a login has ended if it was ended elsewhere", async () => {
    const { base } = served;
    const login = { accessToken: "plan_at_x", refreshToken: "plan_rt_x", expiresAt: Date.now() + 3600_000 };
    keep({ newest: base, services: { [base]: login } });
    const ended = await groundplanHere(["whoami"], env());
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(/^The service does not take this login: [^\n]+ `groundplan login`\./);
    keep({ newest: base, services: { [base]: { ...login, expiresAt: 0 } } });
    const expired = await groundplanHere(["whoami"], env());
    expect(expired.code).toBe(4);
    expect(expired.stderr).toMatch(/^The login at \S+ has ended\. /);
    expect(stored()).toEqual({ services: {} });
  });
});

const keep = (logins: object) => {
  rmSync(join(config, "groundplan"), { recursive: true, force: true });
  mkdirSync(join(config, "groundplan"));
  writeFileSync(file(), JSON.stringify(logins));
};

describe("next to a scripted service", () => {
  const device = {
    device_code: "secret",
    user_code: "BCDF-GHJK",
    verification_uri: "http://plans.example/device",
    interval: 0.01,
  };
  const answering = (token: (poll: number) => FakeAnswer) => {
    let polls = 0;
    return startFake((_method, path) => {
      if (path === "/oauth/device_authorization") return { status: 200, body: device };
      return path === "/oauth/token" ? token(++polls) : { status: 200, body: {} };
    });
  };

  it.each([
    ["access_denied", 5, "The request was refused in the browser."],
    ["expired_token", 4, "The code was not entered in time. Run `groundplan login` again."],
  ])("waits until the answer is %s, and ends with %i", async (error, code, sentence) => {
    const fake = await answering((poll) => ({
      status: 400,
      body: { error: poll < 3 ? "authorization_pending" : error },
    }));
    const { GROUNDPLAN_URL } = fake.env;
    const ended = await groundplanHere(["login"], { GROUNDPLAN_URL, XDG_CONFIG_HOME: config });
    expect(ended).toMatchObject({ code, stderr: `${sentence}\n` });
    expect(fake.seen.filter((request) => request === "POST /oauth/token")).toHaveLength(3);
    await fake.close();
  });

  it("refuses another scope before it sends anything", async () => {
    const fake = await answering(() => ({ status: 400, body: { error: "access_denied" } }));
    const { GROUNDPLAN_URL } = fake.env;
    const env = { GROUNDPLAN_URL, XDG_CONFIG_HOME: config };
    expect((await groundplanHere(["login", "--scope", "admin"], env)).code).toBe(2);
    expect(fake.seen).toEqual([]);
    await fake.close();
  });

  it("deletes a login even if its service is gone, and says so", async () => {
    const url = "http://127.0.0.1:9";
    const login = { accessToken: "plan_at_x", refreshToken: "plan_rt_x", expiresAt: 0 };
    keep({ services: { [url]: login } });
    const ended = await groundplanHere(["logout"], { GROUNDPLAN_URL: url, XDG_CONFIG_HOME: config });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /^The login is deleted here, but http:\/\/127\.0\.0\.1:9 could not be reached\./,
    );
    expect(stored()).toEqual({ services: {} });
  });

  it("sends a login to its own service only, whatever a folder's file names", async () => {
    const fake = await answering(() => ({ status: 200, body: {} }));
    const login = { accessToken: "plan_at_x", refreshToken: "plan_rt_x", expiresAt: Date.now() + 3600_000 };
    keep({ newest: "http://127.0.0.1:9", services: { "http://127.0.0.1:9": login } });
    const { GROUNDPLAN_URL } = fake.env;
    const ended = await groundplanHere(["whoami"], { GROUNDPLAN_URL, XDG_CONFIG_HOME: config });
    expect(ended.code).toBe(4);
    expect(fake.seen).toEqual([]);
    await fake.close();
  });

  it("does not wait for a dead process's lock", async () => {
    keep({ services: {} });
    writeFileSync(join(config, "groundplan/login.lock"), "999999999");
    const ended = await groundplanHere(["logout"], { XDG_CONFIG_HOME: config });
    expect(ended).toMatchObject({ code: 4, stderr: expect.stringContaining("You are not signed in") });
  });
});
