import { startGitHub } from "@groundplan/tracker-stand-ins/github";
import type { Page } from "@playwright/test";
import { freePort } from "../../server/test/free-port.ts";
import { startMcpVendor } from "../../server/test/grants/mcp-vendor.ts";
import { startVendor } from "../../server/test/grants/vendor.ts";
import { dialogOf, expect, openFresh, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight, settled } from "./watched.ts";

/** Makes vendors prompt again. */
const forgetVendors = (page: Page) => page.context().clearCookies({ name: /^_(session|interaction)/ });

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("A tracker is connected by OAuth; accounts at an MCP server are connected by OAuth, listed and removed", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  // The vendor needs the redirect URI before the service starts.
  const port = await freePort();
  const github = await startGitHub();
  const vendor = await startVendor("github", `http://localhost:${port}`, (token) => {
    github.tokens.set(token, { login: "planner" });
  });
  const accounts = await startMcpVendor();
  const fresh = await openFresh(browser, {
    ...vendor.env,
    PORT: String(port),
    GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
    GROUNDPLAN_GITHUB_API_URL: github.url,
  });
  try {
    const page = await fresh.open(vendor.base, accounts.issuer);
    await setUp(page, fresh);
    await page.goto("/connectors/github");
    vendor.account = "planner";
    await page.getByRole("button", { name: "Sign in to GitHub Issues" }).click();
    await expect(section(page, "Connection")).toContainText("planner");
    await expect(section(page, "Connection")).toContainText("by Ada");

    await page.goto("/connectors");
    await page.getByRole("button", { name: "Add an MCP server" }).click();
    await dialogOf(page).getByLabel("Name").fill("Accounts");
    await dialogOf(page).getByLabel("Address").fill(accounts.url);
    await dialogOf(page).getByRole("button", { name: "Add server" }).click();
    await expect(page).toHaveURL(/\/connectors\/x_accounts$/);
    const own = section(page, "Your accounts");
    await expect(own).toContainText("You haven't connected an account yet.");
    await expect(section(page, "Server")).toContainText("Requires sign-in");
    await expectAccessibleByDayAndNight(page);
    accounts.account = "ada-at-work";
    await own.getByRole("button", { name: "Sign in to Accounts" }).click();
    await expect(own.getByRole("listitem")).toHaveCount(1);
    await forgetVendors(page);
    accounts.account = "ada-at-home";
    await own.getByRole("button", { name: "Connect another account of Accounts" }).click();
    await expect(own.getByRole("listitem")).toHaveCount(2);
    await expect(page.getByText("2 of your accounts")).toBeVisible();
    await settled(page);
    await expectAccessibleByDayAndNight(page);
    await forgetVendors(page);
    accounts.account = "";
    await own.getByRole("button", { name: "Connect another account of Accounts" }).click();
    await expect(page.getByRole("alert")).toContainText("Access was denied there");
    await expect(own.getByRole("listitem")).toHaveCount(2);

    await own
      .getByRole("button", { name: /^Remove/ })
      .first()
      .click();
    await dialogOf(page).getByRole("button", { name: "Remove" }).click();
    await expect(own.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByText("1 account of yours")).toBeVisible();
    await expect.poll(() => accounts.requests, { timeout: 30_000 }).toContain("POST /token/revocation");
  } finally {
    await fresh.end();
    await accounts.close();
    await vendor.close();
    await github.close();
  }
});
