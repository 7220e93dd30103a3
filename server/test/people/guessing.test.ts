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

  it("is refused after ten tries from one address, for known and unknown accounts alike", async () => {
    await signedInBrowser(world, world.bob);
    for (const email of [world.bob.email, "nobody@acme.example"]) {
      const browser = new Browser(world, "203.0.113.1");
      for (let n = 0; n < 10; n++) expect((await browser.signIn(email, `wrong word ${n}`)).status).toBe(401);
      const refused = await browser.signIn(email);
      expectError(refused, "rate_limited");
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
    }
  });

  it("from many addresses locks nobody out who has a session at theirs", async () => {
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

  it("from a person's own address locks no browser out in which they have signed in before", async () => {
    const address = "203.0.113.78";
    const own = new Browser(world, address);
    await signedInBrowser(world, world.alice);
    expect((await own.signIn(world.alice.email)).status).toBe(200);
    await own.call(signOut, {});
    const guesser = new Browser(world, address);
    for (let n = 0; n < 12; n++) await guesser.signIn(world.alice.email, "wrong word");
    // Links that are unknown count for the address, too, and cost no hash.
    for (let n = 0; n < 100; n++)
      await guesser.send(lookUpInvite, { body: { token: newSecret("plan_invite_") } });
    expectError(await guesser.signIn(world.alice.email), "rate_limited");
    expectError(await new Browser(world, address).signIn("somebody@acme.example"), "rate_limited");
    expect((await own.signIn(world.alice.email)).status).toBe(200);
  });

  it("in a browser that is known is refused after ten tries, and for other accounts counts as in any other", async () => {
    const address = "203.0.113.79";
    const known = new Browser(world, address);
    await signedInBrowser(world, world.bob);
    await signedInBrowser(world, world.vera);
    expect((await known.signIn(world.bob.email)).status).toBe(200);
    await known.call(signOut, {});
    for (let n = 0; n < 10; n++) expect((await known.signIn(world.bob.email, "wrong")).status).toBe(401);
    expectError(await known.signIn(world.bob.email), "rate_limited");
    for (let n = 0; n < 10; n++) expect((await known.signIn(world.vera.email, "wrong")).status).toBe(401);
    expectError(await new Browser(world, address).signIn(world.vera.email), "rate_limited");
  });

  it("costs nothing to those who sign in rightly", async () => {
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

  it("keeps nobody there from signing in in a browser that is known, which has a bucket of its own", async () => {
    const address = "203.0.113.80";
    const own = new Browser(world, address);
    await signedInBrowser(world, world.bob);
    expect((await own.signIn(world.bob.email)).status).toBe(200);
    await own.call(signOut, {});
    const flood = new Browser(world, address);
    for (let n = 0; n < 12; n++) await flood.send(getSession, {});
    expectError(await flood.send(getSession, {}), "rate_limited");
    const forged = new Browser(world, address);
    forged.known = `groundplan-known=${newSecret("plan_known_")}`;
    expectError(await forged.send(getSession, {}), "rate_limited");
    for (let n = 0; n < 9; n++) expect((await own.send(getSession, {})).status).toBe(200);
    expect((await own.signIn(world.bob.email)).status).toBe(200);
    await own.call(signOut, {});
    expectError(await own.send(getSession, {}), "rate_limited");
  });
});
