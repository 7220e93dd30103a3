import { resetPassword, setPassword, signOut } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { hashSecret, newSecret } from "../../src/modules/identity/key-format.ts";
import { openSecondConnection } from "../../src/modules/plans/direct.test-support.ts";
import { mostBrowsers } from "../../src/modules/sign-in/known.ts";
import { Browser, password, resetLink, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { type Person, setUpWorld } from "../world.ts";

describe.each(databases)("known browsers, on $database", ({ create }) => {
  const world = setUpWorld(create);

  const browsersOf = async ({ userId }: Person) => {
    const known = world.context.db.selectFrom("known_browsers").select("browser_hash");
    const rows = await known.where("user_id", "=", userId).orderBy("seen_at", "desc").execute();
    return rows.map(({ browser_hash }) => browser_hash);
  };
  const hashIn = ({ known }: Browser) => hashSecret(known?.split("=")[1] ?? "");

  it("are forgotten once the password is changed, except the current one", async () => {
    const { browser } = await signedInBrowser(world, world.bob);
    const lost = new Browser(world, "203.0.113.81");
    expect((await lost.signIn(world.bob.email)).status).toBe(200);
    await browser.call(setPassword, { body: { password: "another long password" } });
    expect(await browsersOf(world.bob)).toEqual([hashIn(browser)]);
    const token = await resetLink(world, world.bob);
    await new Browser(world).call(resetPassword, { body: { token, password } });
    expect(await browsersOf(world.bob)).toHaveLength(1);
    expect(await browsersOf(world.bob)).not.toContain(hashIn(browser));
  });

  it("keep a secret issued by the service, and no other", async () => {
    const { browser } = await signedInBrowser(world, world.carol);
    await browser.call(signOut, { body: {} });
    const own = browser.known;
    expect((await browser.signIn(world.carol.email)).status).toBe(200);
    expect(browser.known).toBe(own);
    const planted = `groundplan-known=${newSecret("plan_known_")}`;
    browser.known = planted;
    expect((await browser.signIn(world.carol.email)).status).toBe(200);
    expect(browser.known).not.toBe(planted);
  });

  it("are limited per person, and the one with the oldest sign-in is replaced", async () => {
    const { browser } = await signedInBrowser(world, world.vera);
    const user_id = world.vera.userId;
    const rows = Array.from({ length: mostBrowsers }, (_, n) => ({
      user_id,
      browser_hash: `browser ${n}`,
      seen_at: new Date(Date.now() - n * 1000).toISOString(),
    }));
    const beside = openSecondConnection(world, "write");
    await beside.insertInto("known_browsers").values(rows).execute();
    await beside.destroy();
    expect((await browser.signIn(world.vera.email)).status).toBe(200);
    const left = await browsersOf(world.vera);
    expect(left).toHaveLength(mostBrowsers);
    expect(left).toContain(hashIn(browser));
    expect(left).not.toContain(`browser ${mostBrowsers - 1}`);
  });
});
