import { getSession, lookUpInvite, signOut } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSecret } from "../../src/modules/identity/key-format.ts";
import { Browser, password, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { openWorld, type World } from "../world.ts";

describe.each(databases)("guessing passwords, on $database", ({ create }) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(create);
  });
  afterAll(() => world.close());

  it("is refused after ten attempts from one address, for known and unknown accounts alike", async () => {
    await signedInBrowser(world, world.bob);
    for (const email of [world.bob.email, "nobody@acme.example"]) {
      const browser = new Browser(world, "203.0.113.1");
      for (let n = 0; n < 10; n++) expect((await browser.signIn(email, `wrong word ${n}`)).status).toBe(401);
      const refused = await browser.signIn(email);
      expectError(refused, "rate_limited");
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
    }
  });

  it("from many addresses locks out nobody with a session at their own", async () => {
    const home = new Browser(world, "203.0.113.77");
    await signedInBrowser(world, world.carol);
    expect((await home.signIn(world.carol.email)).status).toBe(200);
    let refused = 0;
    for (let n = 0; n < 60; n++) {
      const { status } = await new Browser(world, `198.51.100.${n}`).signIn(world.carol.email, "wrong word");
      if (status === 429) refused++;
    }
    expect(refused).toBeGreaterThanOrEqual(10);
    expectError(await new Browser(world, "198.51.100.200").signIn(world.carol.email), "rate_limited");
    home.cookie = null;
    expect((await home.signIn(world.carol.email)).status).toBe(200);
  });

  it("from a person's own address locks out no browser in which they have signed in before", async () => {
    const address = "203.0.113.78";
    const own = new Browser(world, address);
    await signedInBrowser(world, world.alice);
    expect((await own.signIn(world.alice.email)).status).toBe(200);
    await own.call(signOut, { body: {} });
    const guesser = new Browser(world, address);
    for (let n = 0; n < 12; n++) await guesser.signIn(world.alice.email, "wrong word");
    // Unknown links count for the address, too, and cost no hash.
    for (let n = 0; n < 100; n++)
      await guesser.send(lookUpInvite, { body: { token: newSecret("plan_invite_") } });
    expectError(await guesser.signIn(world.alice.email), "rate_limited");
    expectError(await new Browser(world, address).signIn("somebody@acme.example"), "rate_limited");
    expect((await own.signIn(world.alice.email)).status).toBe(200);
  });

  it("in a known browser is refused after ten attempts, and for other accounts counts as usual", async () => {
    const address = "203.0.113.79";
    const known = new Browser(world, address);
    await signedInBrowser(world, world.bob);
    await signedInBrowser(world, world.vera);
    expect((await known.signIn(world.bob.email)).status).toBe(200);
    await known.call(signOut, { body: {} });
    for (let n = 0; n < 10; n++) expect((await known.signIn(world.bob.email, "wrong")).status).toBe(401);
    expectError(await known.signIn(world.bob.email), "rate_limited");
    for (let n = 0; n < 10; n++) expect((await known.signIn(world.vera.email, "wrong")).status).toBe(401);
    expectError(await new Browser(world, address).signIn(world.vera.email), "rate_limited");
  });

  it("costs nothing to those who sign in correctly", async () => {
    await signedInBrowser(world, world.vera);
    const browser = new Browser(world, "203.0.113.9");
    for (let n = 0; n < 25; n++) expect((await browser.signIn(world.vera.email, password)).status).toBe(200);
    expect((await browser.call(getSession, {})).session).not.toBeNull();
  });
});

describe.each(databases)("a flood of requests from one address, on $database", ({ create }) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(create, { env: { GROUNDPLAN_RATE_LIMIT: "100" } });
  });
  afterAll(() => world.close());

  it("keeps nobody there from signing in in a known browser, which has its own bucket", async () => {
    const address = "203.0.113.80";
    const own = new Browser(world, address);
    await signedInBrowser(world, world.bob);
    expect((await own.signIn(world.bob.email)).status).toBe(200);
    await own.call(signOut, { body: {} });
    const flood = new Browser(world, address);
    for (let n = 0; n < 12; n++) await flood.send(getSession, {});
    expectError(await flood.send(getSession, {}), "rate_limited");
    const forged = new Browser(world, address);
    forged.known = `groundplan-known=${newSecret("plan_known_")}`;
    expectError(await forged.send(getSession, {}), "rate_limited");
    for (let n = 0; n < 9; n++) expect((await own.send(getSession, {})).status).toBe(200);
    expect((await own.signIn(world.bob.email)).status).toBe(200);
    await own.call(signOut, { body: {} });
    expectError(await own.send(getSession, {}), "rate_limited");
  });
});
