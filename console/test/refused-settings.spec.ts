import {
  createInvite,
  createMcpServer,
  deleteMcpServer,
  listInvites,
  revokeInvite,
} from "@groundplan/contract";
import type { Locator, Page } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { isThere, refuse, refuseSwitch, refuseTyped, showOtherwise } from "./refusals.ts";
import { expect, test } from "./watched.ts";
import { programOf, world } from "./world.ts";

/** Expects the dialog to stay open under every refusal. */
async function refuseAsked(page: Page, opens: Locator, action: string): Promise<void> {
  await opens.press("Enter");
  const button = dialogOf(page).getByRole("button", { name: action, exact: true });
  await refuse(page, () => button.press("Enter"), isThere(button));
  await dialogOf(page).getByRole("button", { name: "Cancel" }).press("Enter");
}

const show = (page: Page, address: string, json: object) =>
  page.route(address, (route) =>
    route.request().method() === "GET" ? route.fulfill({ json }) : route.fallback(),
  );

test("Whatever the error, refused changes of members, invites, keys and apps change nothing", async ({
  page,
}) => {
  const ada = programOf("ada");
  const email = "refused@acme.example";
  const { invite } = await ada.call(createInvite, { body: { email, role: "VIEWER" } });
  const dialog = dialogOf(page);
  const button = (name: string) => page.getByRole("button", { name });
  await page.goto("/settings/members");
  await button("Change role of Grace").press("Enter");
  await dialog.getByLabel("Role").selectOption("VIEWER");
  await refuseTyped(page, dialog, dialog.getByLabel("Role"), "Change role");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await refuseAsked(page, button("Remove Grace"), "Remove Grace");
  await refuseAsked(page, button("Leave"), "Leave the workspace");
  await expect(page.getByRole("list", { name: "Members" }).getByText("Grace", { exact: true })).toBeVisible();
  // Owners of plans can leave once somebody takes over.
  const ownsPlans = { error: { code: "owns_plans", message: "Grace owns plans." } };
  await page.route("**/v1/members/*", (route) => route.fulfill({ status: 409, json: ownsPlans }));
  await button("Remove Grace").press("Enter");
  await dialog.getByRole("button", { name: "Remove Grace" }).press("Enter");
  const heir = dialog.getByLabel("New owner of the plans");
  await refuseTyped(page, dialog, heir, "Remove Grace");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  const resend = button(`New link for ${email}`);
  await refuse(
    page,
    () => resend.press("Enter"),
    () => expect(dialog).toHaveCount(0),
  );
  await refuseAsked(page, button(`Revoke the invite of ${email}`), "Revoke invite");
  await expect(resend).toBeVisible();
  const { invites } = await ada.call(listInvites, { query: {} });
  expect(invites.filter((one) => one.email === email)).toEqual([invite]);
  await ada.call(revokeInvite, { params: { inviteId: invite.id } });

  await page.goto("/settings/keys");
  await refuseAsked(page, button("Revoke the key dev").first(), "Revoke key");
  await expect(button("Revoke the key dev").first()).toBeVisible();
  const createdAt = new Date().toISOString();
  const app = { id: "an-app", clientId: "scout", clientName: "Scout", scope: "read", createdAt };
  await show(page, "**/v1/oauth-connections**", { connections: [app] });
  await page.goto("/settings/apps");
  await refuseAsked(page, button("Disconnect Scout"), "Disconnect");
});

test("Whatever the error, a refused profile or workspace name keeps its input", {
  tag: "@postgresql",
}, async ({ page, playwright }) => {
  const { url, ada: email, password } = world();
  const elsewhere = await playwright.request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  await elsewhere.post("/console/sign-in", { data: { email, password } });
  const createdAt = new Date().toISOString();
  const passkey = { id: "a-passkey", name: "My laptop", createdAt, lastUsedAt: null };
  await show(page, "**/console/passkeys", { passkeys: [passkey] });
  await page.goto("/settings/profile");
  const dialog = dialogOf(page);
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const main = page.locator("#main");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Ada Lovelace");
  await refuseTyped(page, main, name, "Save name");
  await expect(button(/Ada Lovelace/)).toHaveCount(0);
  const newPassword = page.locator('input[name="password"]');
  await newPassword.fill("another horse battery");
  await refuseTyped(page, main, newPassword, "Set password");

  const passkeys = page.getByRole("list", { name: "Passkeys" });
  const add = button("Add a passkey");
  await refuse(
    page,
    () => add.press("Enter"),
    () => expect(passkeys.getByRole("listitem")).toHaveCount(1),
  );
  await button("Rename the passkey My laptop").press("Enter");
  await dialog.getByLabel("Name").fill("My desk");
  await refuseTyped(page, dialog, dialog.getByLabel("Name"), "Rename");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await refuseAsked(page, button("Remove the passkey My laptop"), "Remove passkey");
  const end = button(/^End the session in/).first();
  await refuse(page, () => end.press("Enter"), isThere(end));
  await refuseAsked(page, button("End all other sessions"), "End all other sessions");
  await elsewhere.post("/console/sign-out", { data: {} });
  await elsewhere.dispose();

  await page.goto("/settings/workspace");
  await expect(page.getByText(/used, no limit$/)).toBeVisible();
  await name.fill("Acme Shops");
  await page.getByLabel("Slug").fill("acme-shops");
  await refuseTyped(page, main, name, "Save workspace");
  await expect(page.getByLabel("Slug")).toHaveValue("acme-shops");
});

test("Whatever the error, refused changes of a connector change nothing", async ({ page }) => {
  const ada = programOf("ada");
  const dialog = dialogOf(page);
  const button = (name: string) => page.getByRole("button", { name });
  await page.goto("/connectors/github");
  await button("Connect with a key: GitHub Issues").press("Enter");
  await dialog.getByLabel("Key").fill("another-key");
  await refuseTyped(page, dialog, dialog.getByLabel("Key"), "Connect");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await refuseAsked(page, button("Disconnect GitHub Issues"), "Disconnect");
  const webhook = button("Create a webhook");
  await refuse(page, () => webhook.press("Enter"), isThere(webhook));
  await page.goto("/projects/web/connectors/github");
  await refuseSwitch(page, page.getByLabel("GitHub Issues may be used in this project"), true);
  await page.goto("/projects/web/connectors");
  await button("Change").press("Enter");
  const references = page.getByLabel("References such as #12 in texts");
  await page.getByLabel("Destination").locator("option").first().waitFor({ state: "attached" });
  await references.selectOption("live");
  await refuseTyped(page, page.locator("#main"), references, "Save");

  const { server } = await ada.call(createMcpServer, {
    body: { label: "Refused tools", url: "http://127.0.0.1:9/mcp", authMode: "anonymous" },
  });
  // Nobody has an account there.
  type Listed = { connectors: { id: string; auth: object }[] };
  await showOtherwise(page, "**/v1/connectors?**", ({ connectors }: Listed) => {
    const grants = [{ id: "a-grant", account: "ada-at-work", createdAt: server.createdAt }];
    const connection = { scope: "personal", connected: true, grants, maxGrants: 5 };
    const shown = connectors.map((one) =>
      one.id === server.connectorId ? { ...one, connection, auth: { ...one.auth, oauth: true } } : one,
    );
    return { connectors: shown };
  });
  await page.goto(`/connectors/${server.connectorId}`);
  await refuseAsked(page, button("Remove ada-at-work"), "Remove");
  const more = button("Connect another account of Refused tools");
  await refuse(page, () => more.press("Enter"), isThere(more));
  await refuse(
    page,
    () => button("Probe again").press("Enter"),
    () => expect(button("Probe again")).toBeEnabled(),
  );
  await refuseAsked(page, page.getByRole("button", { name: "Delete", exact: true }), "Delete server");
  await button("Change").press("Enter");
  await dialog.getByLabel("Name").fill("Other tools");
  await refuseTyped(page, dialog, dialog.getByLabel("Name"), "Save");
  await ada.call(deleteMcpServer, { params: { slug: server.slug } });

  await page.goto("/connectors");
  await button("Add an MCP server").press("Enter");
  await dialog.getByLabel("Name").fill("More tools");
  await dialog.getByLabel("Address").fill("https://example.com/mcp");
  await refuseTyped(page, dialog, dialog.getByLabel("Address"), "Add server");
});

test("Whatever the error, a refused workspace switch or sample leaves nothing half done", {
  tag: "@postgresql",
}, async ({ page }) => {
  await page.goto("/");
  const menu = page.getByRole("button", { name: /: switch workspace$/ });
  const change = async () => {
    await menu.press("Enter");
    await pressItem(page, page.getByRole("menuitemcheckbox", { name: "second" }));
  };
  await refuse(page, change, () => expect(menu).toHaveAccessibleName(/^acme/i));
  await change();
  const first = page.getByRole("heading", { name: "second has no plan yet" });
  await expect(first).toBeVisible();
  const start = () => page.getByRole("button", { name: "Start", exact: true }).press("Enter");
  await refuse(page, start, isThere(first));
  // Only the specs are refused.
  const error = { code: "unavailable", message: "The service is being restarted." };
  await page.route("**/specs/batch", (route) => route.fulfill({ status: 503, json: { error } }));
  await start();
  await expect(page.getByText(error.message)).toBeVisible();
  await expect(first).toBeVisible();
  const rail = page.getByRole("navigation").getByRole("link", { name: "Sample shop" });
  await expect(rail).toHaveCount(0);
});
