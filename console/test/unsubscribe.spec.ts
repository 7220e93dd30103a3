import { createPlan, createProject, createThread, getMe } from "@groundplan/contract";
import { createClient } from "../../client/src/index.ts";
import { startMailServer } from "../../server/test/mail-server.ts";
import { createKey, expect, openFresh, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight, expectNothingSideways, settled } from "./watched.ts";

test("Mails come each or daily as chosen; a mail's address opens a page that ends those of its kind by a button only", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const mails = await startMailServer();
  const fresh = await openFresh(browser, {
    GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
    GROUNDPLAN_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    GROUNDPLAN_SMTP_FROM: "plans@example.com",
  });
  try {
    const page = await fresh.open();
    await setUp(page, fresh);
    const ada = createClient({ url: fresh.url, apiKey: await createKey(fresh) });
    const whose = ["--email", "grace@acme.example", "--workspace", "acme"];
    await fresh.admin("user", "create", ...whose, "--name", "Grace", "--role", "MEMBER");
    const key = await fresh.admin("key", "create", ...whose, "--scope", "write", "--name", "tests");
    const grace = createClient({ url: fresh.url, apiKey: key.secret ?? "" });
    const { user } = await ada.call(getMe, {});
    await page.goto("/inbox/settings");
    const kind = page.getByRole("combobox", { name: "Mail: Comments that mention you" });
    await kind.selectOption({ label: "Each" });
    await settled(page);
    await ada.call(createProject, { body: { name: "Shop" } });
    const { plan } = await ada.call(createPlan, { params: { projectSlug: "shop" }, body: { name: "Pay" } });
    await grace.call(createThread, {
      params: { documentId: plan.id },
      body: { body: `Look at this [@Ada](user:${user.id})` },
    });
    await expect.poll(() => mails.mails.map(({ to }) => to)).toEqual([["ada@acme.example"]]);
    const address = mails.mails[0]?.headers["list-unsubscribe"]?.slice(1, -1) ?? "";

    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(address);
    const button = page.getByRole("button", { name: "Stop these mails" });
    await expect(button).toBeVisible();
    await expectNothingSideways(page);
    await expectAccessibleByDayAndNight(page);
    await page.goto("/inbox/settings");
    await expect(kind.locator("option:checked")).toHaveText("Each");
    await page.goto(address);
    await button.press("Enter");
    await expect(page.getByRole("button")).toHaveCount(0);
    await expectAccessibleByDayAndNight(page);
    await page.goto("/inbox/settings");
    await expect(kind.locator("option:checked")).toHaveText("No");
    await kind.selectOption({ label: "Daily" });
    const daily = page.getByRole("region", { name: "Daily mail" });
    await daily.getByLabel("Time", { exact: true }).fill("07:30");
    await daily.getByLabel("Time zone").selectOption("Asia/Tokyo");
    await daily.getByRole("button", { name: "Save time" }).press("Enter");
    await expect(daily).toContainText("It comes at 07:30, Asia/Tokyo.");
    await settled(page);
    await page.reload();
    await expect(daily).toContainText("It comes at 07:30, Asia/Tokyo.");
    await expect(daily.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");
    await expectAccessibleByDayAndNight(page);

    // A chosen zone stays, even if the browser has another.
    await daily.getByLabel("Time zone").selectOption("UTC");
    await daily.getByRole("button", { name: "Save time" }).press("Enter");
    await expect(daily).toContainText("It comes at 07:30, UTC.");
    const storageState = await page.context().storageState();
    const abroad = await browser.newContext({ baseURL: fresh.url, timezoneId: "Asia/Tokyo", storageState });
    const there = await abroad.newPage();
    await there.goto("/inbox/settings");
    const offered = there.getByRole("region", { name: "Daily mail" });
    await expect(offered.getByLabel("Time zone")).toHaveValue("UTC");
    await expect(offered.getByRole("option").nth(1)).toHaveText("Asia/Tokyo (this browser)");
    await offered.getByLabel("Time", { exact: true }).fill("09:15");
    await offered.getByRole("button", { name: "Save time" }).press("Enter");
    await expect(offered).toContainText("It comes at 09:15, UTC.");
    await abroad.close();
  } finally {
    await fresh.end();
    await mails.close();
  }
});
