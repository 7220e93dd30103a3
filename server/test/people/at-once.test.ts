import { setTimeout as sleep } from "node:timers/promises";
import {
  createConsoleToken,
  endOtherSessions,
  getSession,
  resetPassword,
  setPassword,
  signOut,
} from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { createUser } from "../../src/modules/sign-in/create-user.ts";
import { Browser, password, resetLink, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { type Person, setUpWorld } from "../world.ts";

/** Each round hashes several passwords. */
const rounds = process.env.LONG ? 5 : 2;

describe.each(databases)("concurrent actions of users, on $database", ({ create }) => {
  const world = setUpWorld(create);

  const chosen = "a wholly new password";
  const isIn = async (browser: Browser) => (await browser.call(getSession, {})).session !== null;
  let addresses = 0;
  const newBrowser = () => new Browser(world, `198.51.100.${addresses++}`);

  it("no sign-in with the old password outlives a reset", async () => {
    for (let round = 0; round < rounds; round++) {
      await signedInBrowser(world, world.bob);
      const token = await resetLink(world, world.bob);
      const thieves = [0, 1, 2].map(newBrowser);
      const owner = newBrowser();
      await Promise.all([
        owner.call(resetPassword, { body: { token, password: chosen } }),
        ...thieves.map((thief, n) => sleep(n * 10).then(() => thief.signIn(world.bob.email))),
      ]);
      expect(await Promise.all(thieves.map(isIn))).toEqual([false, false, false]);
      expect(await isIn(owner)).toBe(true);
    }
  });

  it("a session that a reset ends can no longer change the password", async () => {
    for (let round = 0; round < rounds; round++) {
      const { browser: thief } = await signedInBrowser(world, world.carol);
      const token = await resetLink(world, world.carol);
      const owner = newBrowser();
      await Promise.all([
        owner.send(resetPassword, { body: { token, password: chosen } }),
        thief.send(setPassword, { body: { password: "the thief's own one" } }),
      ]);
      if ((await newBrowser().signIn(world.carol.email, chosen)).status !== 200) {
        // The thief came first: the change invalidated the link, and the owner asks for another.
        expect(await isIn(owner)).toBe(false);
        continue;
      }
      expect(await isIn(thief)).toBe(false);
    }
  });

  it("a token requested while the session ends is refused, or ends with it", async () => {
    for (let round = 0; round < rounds; round++) {
      const { browser } = await signedInBrowser(world, world.vera);
      const twin = newBrowser();
      twin.cookie = browser.cookie;
      const [, asked] = await Promise.all([
        browser.call(signOut, { body: {} }),
        twin.send(createConsoleToken, { body: {} }),
      ]);
      expect([201, 401]).toContain(asked.status);
      const authorization = `Bearer ${asked.body.token}`;
      if (asked.status === 201)
        expect((await world.send("GET", "/v1/me", undefined, { authorization })).status).toBe(401);
    }
  });

  it("sessions that end together leave one, without waiting for a deadlock", async () => {
    const { browser } = await signedInBrowser(world, world.alice);
    const others = Array.from({ length: 8 }, newBrowser);
    for (const other of others) await other.signIn(world.alice.email);
    await Promise.all([
      browser.call(endOtherSessions, {}),
      ...others.map((other) => other.call(signOut, { body: {} })),
    ]);
    expect(await Promise.all([browser, ...others].map(isIn))).toEqual([true, ...others.map(() => false)]);
  });

  it("of sessions that end each other at once, one stays", async () => {
    for (let round = 0; round < rounds; round++) {
      const { browser } = await signedInBrowser(world, world.carol);
      const other = newBrowser();
      await other.signIn(world.carol.email);
      const answers = await Promise.all([browser, other].map((one) => one.send(endOtherSessions, {})));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      expect((await Promise.all([browser, other].map(isIn))).toSorted()).toEqual([false, true]);
    }
  });

  it("a person has at most fifty sessions, and the oldest one is replaced", async () => {
    const { browser } = await signedInBrowser(world, world.mallory);
    const second = newBrowser();
    await second.signIn(world.mallory.email);
    for (let n = 0; n < 49; n++) await newBrowser().signIn(world.mallory.email, password);
    expect([await isIn(browser), await isIn(second)]).toEqual([false, true]);
  });

  it("a person's tokens for two workspaces each get their own answers, repeatedly", async () => {
    const user = { email: world.alice.email, name: "Alice", role: "OWNER", createWorkspace: true } as const;
    await world.command(createUser, { ...user, workspace: "second", platformAdmin: false });
    const { browser, session } = await signedInBrowser(world, world.alice);
    // Only real connections reach the cache in front of the router.
    const base = await world.app.listen({ host: "127.0.0.1", port: 0 });
    const slugOf = async ({ key }: Person) => {
      const answer = await fetch(`${base}/v1/workspace`, { headers: { authorization: `Bearer ${key}` } });
      return ((await answer.json()) as { workspace: { slug: string } }).workspace.slug;
    };
    const tokens = await Promise.all(session.workspaces.map(({ id }) => browser.token(session, id)));
    const slugs = session.workspaces.map(({ slug }) => slug);
    for (let round = 0; round < 3; round++) {
      const seen: string[] = [];
      for (const token of tokens) seen.push(await slugOf(token));
      expect(seen).toEqual(slugs);
    }
  });
});
