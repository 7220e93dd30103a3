import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPlan, createProject, createSpec } from "@groundplan/contract";
import * as client from "openid-client";
import { createClient } from "../../client/src/index.ts";
import { dialogOf, expect, setUp, test } from "./fresh.ts";
import { forDevices, registerApp } from "./oauth-app.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

test("A user lets an app in, sees what it does in their name, and sees it refused after disconnecting it", async ({
  fresh,
}) => {
  const listener = createServer((_request, response) => response.end("Back at the app."));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const redirect_uri = `${origin}/callback`;
  const page = await fresh.open(origin);
  await setUp(page, fresh);
  const app = { client_name: "Scout", redirect_uris: [redirect_uri] };
  const config = await registerApp(fresh.url, app);

  /** Answers the consent prompt; returns the redirect address. */
  const ask = async (button: "Allow" | "Deny", parameters: Record<string, string>) => {
    await page.goto(client.buildAuthorizationUrl(config, { redirect_uri, ...parameters }).href);
    await expect(page.getByRole("heading", { level: 1, name: "Let Scout in" })).toBeVisible();
    await expect(page.getByText(new URL(origin).host)).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    await page.getByRole("button", { name: button }).click();
    await page.waitForURL(`${redirect_uri}**`);
    return new URL(page.url());
  };

  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const code_challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier);
  const pkce = { code_challenge, code_challenge_method: "S256" };
  expect((await ask("Deny", pkce)).searchParams.get("error")).toBe("access_denied");
  const back = await ask("Allow", { ...pkce, scope: "write" });
  const { access_token } = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier });
  const status = async () => {
    const headers = { authorization: `Bearer ${access_token}` };
    return (await page.request.get(`${fresh.url}/v1/me`, { headers })).status();
  };
  expect(await status()).toBe(200);

  // Events name the app and its user.
  const scout = createClient({ url: fresh.url, apiKey: access_token });
  await scout.call(createProject, { body: { name: "Shop", slug: "shop" } });
  const params = { projectSlug: "shop" };
  const { plan } = await scout.call(createPlan, { params, body: { name: "Cart" } });
  const inPlan = { ...params, planShortId: plan.shortId };
  const { spec } = await scout.call(createSpec, { params: inPlan, body: { title: "Remove a product" } });
  await page.goto(`/projects/shop/plans/${plan.shortId}/specs/${spec.shortId}/versions`);
  const made = page.getByRole("listitem").filter({ hasText: "v1" });
  await expect(made).toContainText("Scout for Ada");
  await expect(made.getByTitle("By the app Scout of Ada")).toBeVisible();

  await page.goto("/settings/apps");
  await expect(page.getByRole("list", { name: "Connected apps" })).toContainText("Scout");
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Disconnect Scout" }).click();
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("Apps that you allow")).toBeVisible();
  expect(await status()).toBe(401);
  listener.close();
});

test("A user with several workspaces chooses the one to let an app into", async ({ fresh }) => {
  const redirect_uri = "http://127.0.0.1:9/callback"; // Only the address is read.
  const page = await fresh.open(new URL(redirect_uri).origin);
  await setUp(page, fresh);
  const second = ["--workspace", "bakery", "--role", "MEMBER", "--create-workspace"];
  await fresh.admin("user", "create", "--email", "ada@acme.example", "--name", "Ada", ...second);
  const app = { client_name: "Scout", redirect_uris: [redirect_uri] };
  const config = await registerApp(fresh.url, app);
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const code_challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier);
  const parameters = { redirect_uri, code_challenge, code_challenge_method: "S256" };
  await page.goto(client.buildAuthorizationUrl(config, parameters).href);
  const choice = page.getByLabel("Workspace");
  await expect(choice.locator("option:checked")).toHaveText("Acme"); // The console's current workspace.
  await expectAccessibleByDayAndNight(page);
  await choice.selectOption({ label: "bakery" });
  const came = page.waitForRequest((request) => request.url().startsWith(redirect_uri));
  await page.getByRole("button", { name: "Allow" }).click();
  const back = new URL((await came).url());
  const { access_token } = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier });
  const headers = { authorization: `Bearer ${access_token}` };
  const me = await (await page.request.get(`${fresh.url}/v1/me`, { headers })).json();
  expect(me).toMatchObject({ workspace: { slug: "bakery" }, role: "MEMBER", scope: "read" });
});

test("A user lets a device in by its code", async ({ fresh }) => {
  const page = await fresh.open();
  await setUp(page, fresh);
  const app = {
    client_name: "Terminal",
    redirect_uris: ["http://127.0.0.1/callback"],
    ...forDevices,
  };
  const config = await registerApp(fresh.url, app);
  const asked = await client.initiateDeviceAuthorization(config, { scope: "read" });
  await page.goto("/device");
  await page.getByLabel("Code").fill("WRONG-CODE");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.goto(asked.verification_uri_complete ?? "");
  await expect(page.getByLabel("Code")).toHaveValue(asked.user_code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Let Terminal in" })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terminal is connected" })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  const tokens = await client.pollDeviceAuthorizationGrant(config, asked);
  expect(tokens.access_token).toMatch(/^plan_at_/);
});
