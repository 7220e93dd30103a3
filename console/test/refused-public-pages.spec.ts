import type { Page } from "@playwright/test";
import * as client from "openid-client";
import { dialogOf, expect, password, setUp, test } from "./fresh.ts";
import { forDevices, registerApp } from "./oauth-app.ts";
import { isThere, refuse, refuseTyped } from "./refusals.ts";

const email = "ada@acme.example";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const typed = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test("Whatever the error, a refused set-up, invite, new password or sign-in keeps its input", async ({
  fresh,
}) => {
  const page = await fresh.open();
  const send = (field: string, action: string) =>
    refuseTyped(page, page.locator("body"), typed(page, field), action);
  await page.goto(fresh.setUpLink);
  for (const [field, text] of Object.entries({ Name: "Ada", "E-mail": email, Workspace: "Acme" }))
    await typed(page, field).fill(text);
  await typed(page, "Password").fill(password);
  await send("Workspace", "Create workspace");
  await expect(typed(page, "Password")).toHaveValue(password);
  await setUp(page, fresh);

  await page.goto("/settings/members");
  await button(page, "Invite a member").press("Enter");
  const dialog = dialogOf(page);
  await typed(page, "E-mail").fill("grace@acme.example");
  await refuseTyped(page, dialog, typed(page, "E-mail"), "Invite");
  await dialog.getByRole("button", { name: "Invite", exact: true }).press("Enter");
  const invite = await page
    .getByRole("dialog", { name: /^The link for/ })
    .locator("code")
    .innerText();
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await button(page, "Sign out").press("Enter");
  await expect(button(page, "Sign in")).toBeVisible();

  await page.goto(invite);
  await typed(page, "Name").fill("Grace");
  await typed(page, "Password").fill(password);
  await send("Name", "Accept invite");
  const { link = "" } = await fresh.admin("user", "reset", "--email", email);
  await page.goto(link);
  await typed(page, "Password").fill(password);
  await send("Password", "Set password");
  await page.goto("/sign-in");
  await typed(page, "E-mail").fill(email);
  await typed(page, "Password").fill(password);
  await send("E-mail", "Sign in");
});

test("Whatever the error, a refused decision about an app or a device can be made again", {
  tag: "@postgresql",
}, async ({ fresh }) => {
  const redirect_uri = "http://127.0.0.1:9/callback";
  const page = await fresh.open();
  await setUp(page, fresh);
  const app = {
    client_name: "Terminal",
    redirect_uris: [redirect_uri],
    ...forDevices,
  };
  const config = await registerApp(fresh.url, app);
  const decide = async () => {
    const question = page.getByRole("heading", { level: 1, name: "Let Terminal in" });
    await expect(question).toBeVisible();
    for (const name of ["Allow", "Deny"])
      await refuse(page, () => button(page, name).press("Enter"), isThere(question));
  };
  const pkce = {
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: "S256",
  };
  await page.goto(client.buildAuthorizationUrl(config, { redirect_uri, ...pkce }).href);
  await decide();

  const asked = await client.initiateDeviceAuthorization(config, { scope: "read" });
  await page.goto(asked.verification_uri_complete ?? "");
  await refuseTyped(page, page.locator("body"), typed(page, "Code"), "Continue");
  await button(page, "Continue").press("Enter");
  await decide();
});
