import { dialogOf, expect, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

test("31: A key's secret is shown once, and a revoked key is refused", async ({ fresh }) => {
  const page = await fresh.open();
  await setUp(page, fresh);
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByText("No keys yet.")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expectAccessibleByDayAndNight(page);
  await dialog.getByLabel("Name").fill("Nightly report");
  await dialog.getByLabel("Scope").selectOption("write");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("region", { name: "The key Nightly report" });
  const secret = (await shown.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^psk_/);
  await expectAccessibleByDayAndNight(page);

  const headers = { authorization: `Bearer ${secret}` };
  const status = async () => (await page.request.get("/v1/me", { headers })).status();
  expect(await status()).toBe(200);

  await page.reload();
  await expect(page.getByRole("list", { name: "API keys" })).toContainText("Nightly report");
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("button", { name: "Revoke the key Nightly report" }).click();
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("list", { name: "API keys" })).toContainText("Revoked");
  await expectAccessibleByDayAndNight(page);
  expect(await status()).toBe(401);
});
