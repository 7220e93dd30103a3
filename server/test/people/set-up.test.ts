import { getSession, setUp } from "@groundplan/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/log.ts";
import { setUpLink } from "../../src/modules/sign-in/set-up.ts";
import { createContext } from "../../src/process.ts";
import { Browser, password } from "../browser.ts";
import { databases, type TestDatabase } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { World } from "../world.ts";

describe.each(databases)("a fresh service, on $database", ({ create }) => {
  let database: TestDatabase;
  let world: World;
  beforeEach(async () => {
    database = await create();
    const context = await createContext(readConfig(database.env), createLog("silent"));
    world = new World().serve(database, context, []);
  });
  afterEach(() => world.close());

  const person = { name: "Ada", email: "Ada@Acme.example", password, workspace: "Acme Ltd." };
  const tokenOf = (link: string | null) => new URL(link ?? "").searchParams.get("token") ?? "";

  it("is set up once, by the printed link, and by one person if two try at once", async () => {
    const browser = new Browser(world);
    expect(await browser.call(getSession, {})).toMatchObject({ needsSetUp: true, session: null });
    const link = await setUpLink(world.context);
    expect(link).toMatch(/^http:\/\/localhost:\d+\/set-up\?token=plan_link_\w+$/);
    const other = tokenOf(await setUpLink(world.context));
    const answers = await Promise.all(
      [tokenOf(link), other, tokenOf(link)].map((token, n) =>
        new Browser(world, `192.0.2.${n}`).send(setUp, { body: { ...person, token } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 201)?.body.session).toMatchObject({
      user: { email: "ada@acme.example", name: "Ada" },
      workspaces: [{ slug: "acme-ltd", name: "Acme Ltd.", role: "OWNER" }],
    });
    expect(await setUpLink(world.context)).toBeNull();
    expect(await browser.call(getSession, {})).toMatchObject({ needsSetUp: false });
    expect((await browser.signIn("ada@acme.example")).status).toBe(200);
  });

  it("refuses any link but the printed one, and bad input loses nothing", async () => {
    const token = tokenOf(await setUpLink(world.context));
    const browser = new Browser(world);
    const another = token.endsWith("x") ? "y" : "x";
    const forged = await browser.send(setUp, { body: { ...person, token: token.slice(0, -1) + another } });
    expectError(forged, "link_expired");
    const short = await browser.send(setUp, { body: { ...person, token, password: "nine char" } });
    expectError(short, "invalid_request");
    expect(short.body.error.details).toEqual([
      { path: "/password", message: "must have at least 10 characters" },
    ]);
    expect((await browser.send(setUp, { body: { ...person, token } })).status).toBe(201);
  });

  it("never answers a set-up on a second service with the first one's link", async () => {
    const app = buildApp(world.context);
    const token = tokenOf(await setUpLink(world.context));
    const reply = await app.inject({
      method: "POST",
      url: "/console/set-up",
      headers: { "sec-fetch-site": "cross-site" },
      payload: { ...person, token },
    });
    expect(reply.statusCode).toBe(403);
    await app.close();
  });
});
