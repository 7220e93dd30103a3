import { getSession } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

  it("costs nothing to those who sign in rightly", async () => {
    await signedInBrowser(world, world.vera);
    const browser = new Browser(world, "203.0.113.9");
    for (let n = 0; n < 25; n++) expect((await browser.signIn(world.vera.email, password)).status).toBe(200);
    expect((await browser.call(getSession, {})).session).not.toBeNull();
  });
});
