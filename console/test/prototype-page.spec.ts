import { encode } from "uqr";
import { dialogOf } from "./fresh.ts";
import { showOtherwise } from "./refusals.ts";
import { specOf } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, settled, test } from "./watched.ts";

test("A prototype is uploaded, shown to anyone with its link, and withdrawn", { tag: "@both" }, async ({
  page,
  browser,
}) => {
  const { params } = await specOf("A plan with a prototype");
  const path = `/projects/web/plans/${params.planShortId}/prototype`;
  const file = (name: string, text: string) => ({ name, mimeType: "text/html", buffer: Buffer.from(text) });
  await page.goto(path);
  await expect(page.getByText("Drop a folder, files or a zip here.")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  const choose = page.locator('input[aria-label="Files of the prototype"]');
  await choose.setInputFiles([file("notes.html", "<p>No page to begin with")]);
  await expect(page.getByRole("alert")).toContainText("A prototype needs an index.html");
  await choose.setInputFiles([file("index.html", "<title>Shop</title><p>Buy"), file("pay.html", "<p>Pay")]);
  const files = page.getByRole("list", { name: "Files of the prototype" });
  await expect(files.getByRole("listitem")).toHaveText([/index\.html/, /pay\.html/]);

  await page.getByRole("button", { name: "Create a link" }).click();
  await dialogOf(page).getByLabel("Ends").selectOption({ label: "in 30 days" });
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByRole("button", { name: "Create link" }).click();
  const link = page.getByRole("list", { name: "Links" }).getByRole("listitem");
  await expect(link).toContainText("Ends in 4 wk.");
  const url = (await link.locator("code").textContent()) ?? "";
  expect(await (await page.request.get(url)).text()).toContain("Buy");
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "QR code" }).click();
  const code = dialogOf(page).getByRole("img", { name: "QR code of the link" });
  await expect(code).toBeVisible();
  const cells = encode(url, { border: 2 }).data.flat().filter(Boolean).length;
  expect((await code.locator("path").nth(1).getAttribute("d"))?.match(/M/g)).toHaveLength(cells);
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("Escape");

  const other = await pageOf(browser, "grace");
  await showOtherwise(other, "**/v1/projects/web/plans/*", ({ plan }: { plan: object }) => ({
    plan: { ...plan, capability: "READ" },
  }));
  await other.goto(path);
  await expect(other.getByRole("list", { name: "Files of the prototype" })).toBeVisible();
  await settled(other);
  await expect(other.locator("#main").getByRole("button", { name: /link|Replace|Delete/ })).toHaveCount(0);
  await other.context().close();

  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await link.getByRole("button", { name: "Revoke" }).click();
  await dialogOf(page).getByRole("button", { name: "Revoke link" }).click();
  await expect(page.getByText("No links yet.")).toBeVisible();
  expect((await page.request.get(url)).status()).toBe(404);
  await page.getByRole("button", { name: "Delete…" }).click();
  await dialogOf(page).getByRole("button", { name: "Delete prototype" }).click();
  await expect(page.getByText("Drop a folder, files or a zip here.")).toBeVisible();
});
