import { startIssuer } from "../../server/test/people/issuers/issuer.ts";
import { expect, openFresh, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

test("A user links an account at the operator's issuer and signs in with it, and a stranger can't", async ({
  browser,
}, info) => {
  info.setTimeout(120_000);
  const issuer = await startIssuer();
  const origin = issuer.env.GROUNDPLAN_OIDC_ISSUER ?? "";
  const fresh = await openFresh(browser, issuer.env);
  issuer.serve(fresh.url);
  const page = await fresh.open(origin);
  await setUp(page, fresh);

  await page.goto("/settings/profile");
  issuer.become("ada-at-acme", "ada@acme.example");
  await page.getByRole("button", { name: "Link an account at Acme" }).click();
  await expect(page.getByRole("button", { name: "Unlink Acme" })).toBeVisible();
  await expectAccessibleByDayAndNight(page);

  await page.context().clearCookies();
  await page.goto("/");
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in with Acme" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();

  // A matching address alone never grants access.
  const other = await fresh.open(origin);
  issuer.become("somebody-else", "ada@acme.example");
  await other.goto("/");
  await other.getByRole("button", { name: "Sign in with Acme" }).click();
  await expect(other.getByRole("alert")).toContainText("owner");
  await expectAccessibleByDayAndNight(other);
  await fresh.end();
  await issuer.close();
});
