import {
  createPlan,
  createSpec,
  createThread,
  listNotifications,
  resolveDocument,
} from "@groundplan/contract";
import { pressItem } from "./by-keyboard.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, settled, soon, test } from "./watched.ts";
import { programOf } from "./world.ts";

/** The tests share one inbox. */
test.describe.configure({ mode: "serial" });

const badge = "Inbox";

test("13: The inbox is used by keyboard, its badge matches the API, and two tabs agree", async ({
  browser,
}) => {
  const ada = programOf("ada");
  const grace = programOf("grace");
  const { plan } = await grace.call(createPlan, {
    params: { projectSlug: "web" },
    body: { name: "Talked about" },
  });
  const params = { projectSlug: "web", planShortId: plan.shortId };
  const { spec } = await grace.call(createSpec, { params, body: { title: "A spec to talk about" } });
  const query = { target: JSON.stringify({ kind: "plan-item", itemId: spec.id }) };
  const { document } = await ada.call(resolveDocument, { query });
  const unread = async () => (await grace.call(listNotifications, { query: { limit: "1" } })).unread;

  const page = await pageOf(browser, "grace");
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  const before = await unread();
  for (const body of ["The first word", "The second word", "The third word"])
    await ada.call(createThread, { params: { documentId: document.id }, body: { body } });
  const rows = page.locator("[data-item]");
  await expect(rows.first()).toContainText("The third word", soon);
  expect(await unread()).toBe(before + 3);
  const link = page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: badge });
  await expect(link).toContainText(`${before + 3} unread`);
  await expectAccessibleByDayAndNight(page);

  const tab = await page.context().newPage();
  await tab.goto("/projects/web");
  const badgeOfTab = tab.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: badge });
  await expect(badgeOfTab).toContainText(`${before + 3} unread`);

  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(link).toContainText(`${before + 2} unread`, soon);
  await expect(page.locator("[data-row]:focus")).toContainText("The second word");
  await expect(badgeOfTab).toContainText(`${before + 2} unread`, soon);
  expect(await unread()).toBe(before + 2);
  await page.getByRole("link", { name: /The third word/ }).focus();
  await page.keyboard.press("u");
  await expect(link).toContainText(`${before + 3} unread`, soon);
  await expect(badgeOfTab).toContainText(`${before + 3} unread`, soon);
  expect(await unread()).toBe(before + 3);
  await page.keyboard.press("h");
  await expect(page.getByRole("menuitem", { name: "Tomorrow morning" })).toBeVisible();
  await pressItem(page, page.getByRole("menuitem", { name: "Tomorrow morning" }));
  await expect(page.getByText("The third word")).toHaveCount(0);
  await expect(page.locator("[data-row]:focus")).toContainText("The second word");
  await expect(link).toContainText(`${before + 2} unread`);
  await expect(badgeOfTab).toContainText(`${before + 2} unread`, soon);
  expect(await unread()).toBe(before + 2);
  await page.getByRole("link", { name: "Snoozed" }).press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("The third word");
  await expect(rows.first()).toContainText("comes back");
  await expectAccessibleByDayAndNight(page);
  await rows.first().locator("[data-row]").focus();
  await page.keyboard.press("u");
  await expect(page.getByText("Nothing is snoozed.")).toBeVisible();
  await page.getByRole("link", { name: "All" }).press("Enter");
  await expect(rows.first()).toContainText("The third word");
  await page.locator("[data-row]").first().focus();
  await page.keyboard.press("e");
  await page.keyboard.press("f");
  await expect(page).toHaveURL(/unread=true/);
  await expect(page.getByText("The third word")).toHaveCount(0);
  await expect(rows.first()).toContainText("The second word");
  await expect(page.locator("[data-row]:focus")).toContainText("The second word");
  await page.keyboard.press("e");
  await expect(page.getByText("The second word")).toHaveCount(0);
  await expect(page.locator("[data-row]:focus")).toContainText("The first word");

  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "A spec to talk about" })).toBeVisible();
  await expect(page).toHaveURL(/specs\/SPEC-1\?thread=/);
  await expect.poll(unread).toBe(before);
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.context().close();
});

test("A refused read state is rolled back, and notification settings are saved", async ({ browser }) => {
  const page = await pageOf(browser, "grace");
  await page.goto("/inbox/settings");
  const shares = page.getByRole("checkbox", { name: /^Inbox: Plans that are shared with you/ });
  await expect(shares).toBeChecked();
  await expectAccessibleByDayAndNight(page);
  await page.route("**/v1/notifications/settings", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({
          status: 503,
          headers: { "retry-after": "600" },
          json: { error: { code: "unavailable", message: "Not now." } },
        })
      : route.continue(),
  );
  await shares.press("Space");
  await expect(page.getByText("Not now.")).toBeVisible();
  await expect(shares).toBeChecked();
  await page.unroute("**/v1/notifications/settings");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(shares).not.toBeChecked();
  await settled(page);
  await page.reload();
  await expect(shares).not.toBeChecked();
  await shares.press("Space");
  await expect(shares).toBeChecked();
  await settled(page);
  await page.context().close();
});
