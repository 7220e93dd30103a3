import { createConsoleToken, getSession, signIn, signOut } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { Browser, password, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { setUpWorld } from "../world.ts";

describe.each(databases)("the console's door, on $database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_PUBLIC_URL: "https://plans.example" } });

  it("binds the cookie to its host, and to HTTPS if the public address uses it", async () => {
    const { browser } = await signedInBrowser(world, world.bob);
    const answer = await browser.signIn(world.bob.email);
    const attributes = "Path=/; HttpOnly; SameSite=Lax; Secure";
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(`^__Host-groundplan=plan_session_\\w+; ${attributes}; Expires=`),
      expect.stringMatching(`^__Host-groundplan-known=plan_known_\\w+; ${attributes}; Max-Age=15552000$`),
    ]);
    browser.cookie = (browser.cookie ?? "").replace("__Host-", "");
    expect((await browser.call(getSession, {})).session).toBeNull();
  });

  it("refuses a cookie whose name only resembles ours, since a neighboring host can set one", async () => {
    const { browser } = await signedInBrowser(world, world.bob);
    const cookie = browser.cookie ?? "";
    // Browsers let any host set such a name, as it does not begin with `__Host-`.
    for (const before of ["\u00a0", "\u00a0 "]) {
      browser.cookie = `${before}${cookie}`;
      expect((await browser.call(getSession, {})).session).toBeNull();
    }
    browser.cookie = `\u00a0__Host-groundplan=another;\t ${cookie}`;
    expect((await browser.call(getSession, {})).session?.user.email).toBe(world.bob.email);
  });

  const own = { host: "inside:4500" };
  const foreign: [string, Record<string, string>][] = [
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a neighbouring host", { "sec-fetch-site": "same-site" }],
    ["no page at all", { "sec-fetch-site": "none" }],
    ["another origin", { ...own, origin: "https://evil.example" }],
    ["an origin without a name", { ...own, origin: "null" }],
    ["nobody who says", own],
    ["another port", { ...own, origin: "http://inside:4501" }],
  ];
  it.each(foreign)("changes nothing for %s", async (_who, headers) => {
    const { browser } = await signedInBrowser(world, world.carol);
    const said = "sec-fetch-site" in headers ? headers : { ...headers, "sec-fetch-site": "" };
    for (const refused of [
      await browser.send(signOut, {}, said),
      await browser.send(createConsoleToken, { body: {} }, said),
      await browser.send(signIn, { body: { email: world.carol.email, password } }, said),
    ])
      expectError(refused, "forbidden");
    expect((await browser.call(getSession, {})).session).not.toBeNull();
  });

  it.each(["https://plans.example", "http://inside:4500"])("hears pages at %s", async (origin) => {
    const { browser } = await signedInBrowser(world, world.vera);
    const reply = await world.app.inject({
      method: "POST",
      url: "/console/sign-out",
      headers: { ...own, origin, cookie: browser.cookie ?? "" },
    });
    expect(reply.statusCode).toBe(200);
  });

  it("answers 401 without a session, whatever the cookie says", async () => {
    const browser = new Browser(world);
    for (const cookie of [
      null,
      "__Host-groundplan=",
      "__Host-groundplan=plan_session_x",
      "a=b; ; =; groundplan",
    ]) {
      browser.cookie = cookie;
      expectError(await browser.send(createConsoleToken, { body: {} }), "unauthorized");
    }
  });

  it("refuses anything but JSON, and unknown fields", async () => {
    const browser = new Browser(world);
    const body = { email: "a@b.example", password, admin: true } as { email: string; password: string };
    expectError(await browser.send(signIn, { body }), "invalid_request");
    const form = await world.app.inject({
      method: "POST",
      url: "/console/sign-in",
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
      payload: "email=a&password=b",
    });
    expect(form.statusCode).toBe(415);
    const unknown = await world.app.inject({ method: "GET", url: "/console/nothing" });
    expect(unknown.statusCode).toBe(404);
  });
});
