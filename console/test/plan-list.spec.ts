import { archivePlan, updateSpec } from "@groundplan/contract";
import { pressItem } from "./by-keyboard.ts";
import { planOf } from "./plans.ts";
import { expect, test } from "./watched.ts";

test("A plan of 5,000 specs opens with fewer than 300 elements on its page, and its list stays below that when scrolled", async ({
  page,
}) => {
  // Chains of three make three waves; one spec in ten has another status.
  const specs = Array.from({ length: 5_000 }, (_, at) => ({
    title: `Step ${at + 1}`,
    ref: `step ${at}`,
    ...(at % 3 === 0 || at % 500 === 0 ? {} : { needsFirst: [`step ${at - 1}`] }),
  }));
  const { path, params, ada } = await planOf("Five thousand in groups", specs);
  const statuses = ["DONE", "IN_PROGRESS", "CANCELLED"] as const;
  for (const [index, status] of statuses.entries())
    await ada.call(updateSpec, { params: { ...params, specShortId: `SPEC-${index + 2}` }, body: { status } });
  const rowOf = (handle: string) =>
    page.locator("[data-item]").filter({ has: page.getByText(handle, { exact: true }) });
  await page.goto(path);
  const now = page.getByRole("region", { name: "Now" });
  await expect(now).toBeVisible({ timeout: 60_000 });
  await expect(now.getByRole("listitem").first()).toContainText("SPEC-3");
  expect(await page.locator("#main *").count()).toBeLessThan(300);
  const count = () => page.locator("#main section *").count();
  await page.mouse.move(600, 600);
  await page.mouse.wheel(0, 60_000);
  await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport();
  await expect(page.locator("[data-item]").nth(9)).toBeInViewport();
  expect(await count()).toBeLessThan(300);
  await page.mouse.wheel(0, -60_000);
  await rowOf("SPEC-3").getByRole("link").focus();
  await page.keyboard.press("End");
  const last = page.getByRole("region", { name: "Cancelled" }).getByRole("listitem");
  await expect(last.getByRole("link")).toBeFocused();
  await expect(last).toHaveAttribute("aria-setsize", "1");
  await expect(page.getByRole("heading", { name: "Cancelled" })).toBeInViewport();
  expect(await count()).toBeLessThan(300);
  await page.keyboard.press("k");
  await expect(page.getByRole("region", { name: "Done" }).getByRole("link")).toBeFocused();
  await page.keyboard.press("Home");
  await expect(rowOf("SPEC-3").getByRole("link")).toBeFocused();
  // A row moving far away keeps the focus.
  await page.keyboard.press("s");
  await pressItem(page, page.getByRole("menuitemcheckbox", { name: "Done" }));
  await expect(page.getByRole("region", { name: "Done" }).getByRole("listitem")).toHaveCount(2);
  await expect(
    page.locator("[data-item]:focus-within").getByText("SPEC-3", { exact: true }),
  ).toBeInViewport();
  await ada.call(archivePlan, { params });
});
