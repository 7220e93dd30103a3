import { once } from "node:events";
import { createServer } from "node:net";
import { startIssuer } from "../../server/test/people/issuer.ts";
import { expect, openFresh, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

/** Returns an address of this machine on which nothing listens: an issuer knows its service before that runs. */
async function freeAddress() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return { port: String(port), url: `http://localhost:${port}` };
}

test("A person links an account of the operator's issuer and signs in with it, and a stranger does not", async ({
  browser,
}, info) => {
  info.setTimeout(120_000);
  const { port, url } = await freeAddress();
  const issuer = await startIssuer(url);
  const origin = issuer.env.GROUNDPLAN_OIDC_ISSUER ?? "";
  const fresh = await openFresh(browser, { ...issuer.env, PORT: port, GROUNDPLAN_PUBLIC_URL: url });
  const page = await fresh.open(origin);
  await setUp(page, fresh);

  await page.goto("/settings/profile");
  issuer.become("ada-at-acme", "ada@acme.example");
  await page.getByRole("button", { name: "Link an account of Acme" }).click();
  await expect(page.getByRole("button", { name: "Unlink Acme" })).toBeVisible();
  await expectAccessibleByDayAndNight(page);

  await page.context().clearCookies();
  await page.goto("/");
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in with Acme" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();

  // An account is never let in for its address.
  const other = await fresh.open(origin);
  issuer.become("somebody-else", "ada@acme.example");
  await other.goto("/");
  await other.getByRole("button", { name: "Sign in with Acme" }).click();
  await expect(other.getByRole("alert")).toContainText("owner");
  await expectAccessibleByDayAndNight(other);
  await fresh.end();
  await issuer.close();
});
