import { getSpec, listDependencies, putShare, updatePlan, updateSpec } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { planOf, titled } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, settled, test } from "./watched.ts";
import { world } from "./world.ts";

async function withSpecs(name: string, ...titles: string[]) {
  const { ada, params, path } = await planOf(name, titled(...titles));
  const specNow = async (specShortId: string) =>
    (await ada.call(getSpec, { params: { ...params, specShortId } })).spec;
  return { ada, params, specNow, path: `${path}/specs` };
}

const needs = (page: Page) => page.getByRole("region", { name: "Needs first" });
const undo = (page: Page) => page.getByRole("button", { name: "Undo" });

test("2: A spec that was hovered shows on click without waiting for the service", async ({ page }) => {
  const { ada, params, path } = await withSpecs("Pointed at", "Shown at once");
  const specParams = { ...params, specShortId: "SPEC-1" };
  await ada.call(updateSpec, { params: specParams, body: { content: "Its text is there, too." } });
  await page.goto(path.replace("/specs", ""));
  const row = page.getByRole("link", { name: /Shown at once/ });
  const isRead = page.waitForResponse("**/specs/SPEC-1");
  await row.hover();
  await isRead;
  await settled(page);
  await page.route("**/v1/**", () => {});
  await row.click();
  await expect(page.getByRole("heading", { level: 1, name: "Shown at once" })).toBeVisible();
  await expect(page.getByText("Its text is there, too.")).toBeVisible();
  await expect(page.locator("#main [aria-busy=true]")).toHaveCount(0);
});

test("25: A dependency is found by search, removed, and restored by Undo; a cycle names its path", async ({
  page,
}) => {
  const { ada, params, specNow, path } = await withSpecs("Needs", "Cart", "Payment", "Receipt by mail");
  const other = await withSpecs("Needs elsewhere", "Warehouse of zebras");
  await page.goto(`${path}/SPEC-1`);
  const field = page.getByRole("combobox", { name: "Add a dependency" });
  await field.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: /Payment/ })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.type("receipt");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(needs(page).getByRole("link", { name: "SPEC-3 Receipt by mail" })).toBeVisible();
  await expect.poll(async () => (await specNow("SPEC-1")).needsFirst).toEqual(["SPEC-3"]);

  const before = (await ada.call(listDependencies, { params })).dependencies;
  await needs(page).getByRole("button", { name: "Remove SPEC-3" }).press("Enter");
  await expect(needs(page).getByText("SPEC-3")).toHaveCount(0);
  await expect.poll(async () => (await specNow("SPEC-1")).needsFirst).toEqual([]);
  // The focused element was removed.
  await expect(page.locator("#main")).toBeFocused();
  const back = page.getByRole("dialog").filter({ hasText: "SPEC-1 no longer needs SPEC-3 first." });
  await back.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(needs(page).getByRole("link", { name: "SPEC-3 Receipt by mail" })).toBeVisible();
  await expect.poll(async () => (await specNow("SPEC-1")).needsFirst).toEqual(["SPEC-3"]);
  expect(before).toHaveLength(1);

  await expect(async () => {
    await field.fill("zebras");
    await expect(page.getByRole("option", { name: /Warehouse/ })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await field.press("Enter");
  const elsewhere = needs(page).getByRole("link", {
    name: /^PLAN-\d+ SPEC-\d+ .*Warehouse of zebras · Needs elsewhere/,
  });
  await expect(elsewhere).toHaveAttribute("href", new RegExp(`^${other.path.replace("/v1", "")}`));

  await page.goto(`${path}/SPEC-3`);
  await field.fill("cart");
  await field.press("Enter");
  await expect(needs(page).getByRole("alert")).toContainText("SPEC-3 → SPEC-1 → SPEC-3.");
  await expect(needs(page).getByRole("link")).toHaveCount(0);
  expect(other.path).toContain("PLAN-");

  await page.keyboard.press("Escape");
  await page.locator("#main").focus();
  await page.keyboard.press("s");
  await pressItem(page, page.getByRole("menuitemcheckbox", { name: "In progress" }));
  await expect(page.getByRole("button", { name: "Status: In progress" })).toBeVisible();
  await page.getByRole("button", { name: "Effort: No effort" }).click();
  await page.getByRole("menuitemcheckbox", { name: "3 · Med" }).click();
  await expect(page.getByRole("button", { name: "Effort: Med" })).toHaveText("Effort: Med ▾");
  await expect.poll(async () => (await specNow("SPEC-3")).effort).toBe(3);

  await page.getByRole("button", { name: "More actions for this spec" }).press("Enter");
  await pressItem(page, page.getByRole("menuitem", { name: "Delete…" }));
  await expect(dialogOf(page)).toContainText("You can restore it for 30 days");
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByRole("button", { name: "Delete SPEC-3" }).press("Enter");
  await expect(page.getByText("SPEC-3 is deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Needs", exact: true })).toBeVisible();
  await expect(page.locator("[data-item]", { hasText: "Receipt by mail" })).toHaveCount(0);
});

test("A version shows each criterion's change and its author; it is restored, with Undo", async ({
  page,
}) => {
  const { ada, params, specNow, path } = await withSpecs("Looked back at", "Versioned");
  const specParams = { ...params, specShortId: "SPEC-1" };
  const textOf = (...items: string[]) =>
    `Words.\n\n## Acceptance criteria\n\n${items.map((item, at) => `${at + 1}. ${item}`).join("\n")}\n`;
  const first = textOf("AC-1: a guest pays", "AC-2: a mail is sent", "AC-3: nothing is kept");
  const second = textOf("AC-3: nothing is kept", "AC-1: a guest pays by card", "AC-4: the sum is shown");
  await ada.call(updateSpec, { params: specParams, body: { content: first } });
  await ada.call(updateSpec, { params: specParams, body: { content: second } });
  await page.goto(`${path}/SPEC-1/versions`);
  const group = page.getByRole("button", { name: "3 versions, v1–v3" });
  await group.click();
  await page.getByRole("list", { name: "Versions" }).getByRole("link").nth(1).click();
  const criteria = page.getByRole("region", { name: "Criteria" }).getByRole("listitem");
  await expect(criteria).toHaveText([
    /AC-3\s*Moved nothing is kept/,
    /AC-1\s*Changed a guest pays by card/,
    /AC-4\s*Added the sum is shown/,
    /AC-2\s*Removed a mail is sent/,
  ]);
  await expect(criteria.nth(1).locator("ins")).toHaveText("by card");
  await expect(page.getByText(/Version 3 by dev for Ada/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore this version" })).toHaveCount(0);
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Versions" }).click();
  await group.click();
  await page.getByRole("list", { name: "Versions" }).getByRole("link").nth(2).click();
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByText("Version 2 is current again.")).toBeVisible();
  await expect(page.locator("#main")).toContainText("a mail is sent");
  expect((await specNow("SPEC-1")).content).toBe(first);
  await undo(page).click();
  await expect(page.locator("#main")).toContainText("the sum is shown");
  expect((await specNow("SPEC-1")).content).toBe(second);
});

test("20: Read-only users find nothing that changes a spec", async ({ browser }) => {
  const { ada, params, path } = await withSpecs("Only read", "Read me");
  await ada.call(updateSpec, {
    params: { ...params, specShortId: "SPEC-1" },
    body: { content: "Read this." },
  });
  await ada.call(updatePlan, { params, body: { visibility: "PRIVATE" } });
  await ada.call(putShare, { params: { ...params, userId: world().grace }, body: { capability: "READ" } });
  const grace = await pageOf(browser, "grace");
  await grace.goto(`${path}/SPEC-1`);
  await expect(grace.getByText("Read this.")).toBeVisible();
  await expect(grace.getByRole("region", { name: "Needed by" })).toBeVisible();
  // Comments don't change the spec.
  await expect(grace.getByRole("button", { name: "Comment" })).toBeVisible();
  const more = grace.getByRole("button", { name: "More actions for this spec" });
  await expect(grace.getByRole("button", { name: "Follow or mute this spec" })).toBeVisible();
  await expect(grace.locator("#main").getByRole("button").filter({ visible: true })).toHaveCount(2);
  await more.click();
  await expect(grace.getByRole("menuitem")).toHaveText(["Copy link", "Copy as Markdown", "Print…"]);
  await grace.keyboard.press("Escape");
  await expect(grace.getByRole("combobox")).toHaveCount(0);
  await grace.keyboard.press("e");
  await expect(grace.getByRole("textbox")).toHaveCount(0);
  await grace.context().close();
});
