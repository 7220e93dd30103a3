import { beginIssuerSignIn, getSession, linkIssuer } from "@groundplan/contract";
import { expect } from "vitest";
import { Browser, signedInBrowser } from "../../browser.ts";
import type { databases } from "../../databases.ts";
import { openWorld, type Person } from "../../world.ts";
import { startIssuer } from "./issuer.ts";

export const publicUrl = "https://plans.example";

export async function openWithIssuer(create: (typeof databases)[number]["create"], more = {}) {
  const issuer = await startIssuer();
  issuer.serve(publicUrl);
  const world = await openWorld(create, {
    env: { ...issuer.env, GROUNDPLAN_PUBLIC_URL: publicUrl, ...more },
  });

  const begin = async (browser: Browser, body: { returnTo?: string; inviteToken?: string } = {}) =>
    (await browser.call(beginIssuerSignIn, { body })).url;

  return {
    world,
    issuer,
    begin,
    async withAccount(person: Person, subject: string) {
      const { browser, session } = await signedInBrowser(world, person);
      const { url } = await browser.call(linkIssuer, {});
      expect(await browser.visit(await issuer.signIn(url, subject))).toBe("/settings/profile");
      return { browser, session };
    },
    /** Signs in as an account; returns the next page and the signed-in person. */
    async signInAs(subject: string, email?: string, body = {}) {
      const browser = new Browser(world);
      const page = await browser.visit(await issuer.signIn(await begin(browser, body), subject, email));
      const { session } = await browser.call(getSession, {});
      return { page, userId: session?.user.id, session };
    },
    async close() {
      await world.close();
      await issuer.close();
    },
  };
}
