import {
  archivePlan,
  getPlan,
  listMembers,
  listShares,
  listSpecs,
  putShare,
  updatePlan,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { planOf, titled } from "./plans.ts";
import { refuse } from "./refusals.ts";
import { expect, test } from "./watched.ts";

const titles = (page: Page) => page.locator("[data-item] a[data-row] > span:first-child > span:last-child");

test("Whatever the error, specs refused to be reordered, edited, moved or renamed stay unchanged", async ({
  page,
}) => {
  const { ada, params, path } = await planOf("Refused in its list", titled("One", "Two", "Three"));
  const { plan: other } = await planOf("Where specs would go");
  const before = await ada.call(listSpecs, { params });
  await page.goto(path);
  const isInOrder = () => expect(titles(page)).toHaveText(["One", "Two", "Three"]);
  await isInOrder();
  const row = (title: string) => page.locator("[data-item]", { hasText: title }).getByRole("link");
  await row("Two").focus();
  await refuse(page, () => page.keyboard.press("Alt+ArrowUp"), isInOrder);
  await expect(row("Two")).toBeFocused();
  await page.keyboard.press("x");
  await refuse(page, () => page.getByRole("button", { name: "Move down" }).press("Enter"), isInOrder);

  await row("Three").focus();
  await page.keyboard.press("x");
  const selected = page.getByText("2 specs selected");
  const choose = async (what: string, choice: string) => {
    await page.getByRole("button", { name: `Set the ${what} of the selected specs` }).press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: choice }));
  };
  const each = (what: RegExp) => expect(page.getByRole("button", { name: what })).toHaveCount(3);
  await refuse(
    page,
    () => choose("status", "In progress"),
    () => each(/^Status of SPEC-.: Todo$/),
  );
  await refuse(
    page,
    () => choose("effort", "5 · High"),
    () => each(/^Effort of SPEC-.: none$/),
  );
  await expect(selected).toBeVisible();

  const moveAway = async () => {
    await page.getByRole("button", { name: "Move…" }).press("Enter");
    await dialogOf(page).getByLabel("To the plan").selectOption(other.shortId);
    await dialogOf(page).getByRole("button", { name: "Move", exact: true }).press("Enter");
  };
  await refuse(page, moveAway, async () => {
    await isInOrder();
    await expect(selected).toBeVisible();
  });

  await row("One").focus();
  const title = dialogOf(page).getByLabel("Title");
  await page.keyboard.press("e");
  await title.fill("One with a better name");
  await refuse(
    page,
    () => dialogOf(page).getByRole("button", { name: "Rename" }).press("Enter"),
    async () => {
      await isInOrder();
      await row("One").focus();
      await page.keyboard.press("e");
      await expect(title).toHaveValue("One with a better name");
    },
  );
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(title).toHaveValue("One");
  expect(await ada.call(listSpecs, { params })).toEqual(before);
});

test("Whatever the error, a plan refused to be renamed, described, moved, archived or shared stays unchanged", {
  tag: "@postgresql",
}, async ({ page }) => {
  const { ada, params, path, plan } = await planOf("Refused as a whole");
  const { plan: other } = await planOf("Where a plan would go");
  const now = async () => (await ada.call(getPlan, { params })).plan;
  const dialog = dialogOf(page);
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).press("Enter");
  const choose = async (act: string) => {
    await page.getByRole("button", { name: "More actions for this plan" }).press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: act }));
  };
  await page.goto(path);
  await choose("Rename…");
  await dialog.getByLabel("Name").fill("Called otherwise");
  const isKept = async () => {
    await expect(page.getByRole("heading", { level: 1, name: plan.name })).toBeVisible();
    await choose("Rename…");
    await expect(dialog.getByLabel("Name")).toHaveValue("Called otherwise");
  };
  await refuse(page, () => press("Rename"), isKept);
  await press("Cancel");
  await choose("Rename…");
  await expect(dialog.getByLabel("Name")).toHaveValue(plan.name);
  await press("Cancel");

  await choose("Describe…");
  const words = dialog.getByLabel("Description");
  await words.fill("What guests want.");
  await refuse(
    page,
    () => press("Save"),
    () => expect(words).toHaveText("What guests want."),
  );
  await ada.call(updatePlan, { params, body: { description: "What the bank wants." } });
  await press("Save");
  await expect(dialog.getByRole("alert")).toContainText("Ada changed the same text.");
  await expect(words).toHaveText("What guests want.");
  expect((await now()).description).toBe("What the bank wants.");
  // A retry overwrites a concurrent edit.
  await expect(page.locator("#main")).toContainText("What the bank wants.");
  await press("Save");
  await expect(dialog).toHaveCount(0);
  expect((await now()).description).toBe("What guests want.");

  await choose("Move…");
  const under = dialog.getByLabel("Under the plan");
  await under.selectOption(other.id);
  await refuse(
    page,
    () => press("Move plan"),
    () => expect(under).toHaveValue(other.id),
  );
  await press("Cancel");

  const { members } = await ada.call(listMembers, {});
  const { userId = "" } = members.find(({ name }) => name === "Grace") ?? {};
  await page.getByRole("button", { name: "Share", exact: true }).press("Enter");
  await dialog.getByLabel("Share with").selectOption(userId);
  await dialog.getByLabel("They can").selectOption("EDIT");
  await refuse(
    page,
    () => press("Share"),
    async () => {
      await expect(dialog.getByLabel("Share with")).toHaveValue(userId);
      await expect(dialog.getByLabel("They can")).toHaveValue("EDIT");
      await expect(dialog.getByRole("list", { name: "Shared with" })).toHaveCount(0);
    },
  );
  await ada.call(putShare, { params: { ...params, userId }, body: { capability: "READ" } });
  const shared = dialog.getByRole("list", { name: "Shared with" }).getByText("Grace", { exact: true });
  await refuse(
    page,
    () => press("Remove Grace"),
    () => expect(shared).toBeVisible(),
  );
  expect((await ada.call(listShares, { params })).shares).toHaveLength(1);
  await press("Done");

  await refuse(
    page,
    () => choose("Archive"),
    () => expect(page.getByText("Archived", { exact: true })).toHaveCount(0),
  );
  await ada.call(archivePlan, { params });
  await refuse(
    page,
    () => page.getByRole("button", { name: "Restore plan" }).press("Enter"),
    () => expect(page.getByText("Archived", { exact: true })).toBeVisible(),
  );
});

test("A refusal is shown after its form was closed", async ({ page }) => {
  const { path } = await planOf("Closed too early");
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/plans/*/specs", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await promise;
    const error = { code: "plan_archived", message: "It is archived." };
    return route.fulfill({ status: 409, json: { error } });
  });
  await page.goto(path);
  await page.getByRole("button", { name: /^Add spec/ }).press("Enter");
  await dialogOf(page).getByLabel("Title").fill("A spec of a plan that is archived");
  await dialogOf(page).getByRole("button", { name: "Add spec" }).press("Enter");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(dialogOf(page)).toHaveCount(0);
  resolve();
  await expect(page.getByText("It is archived.")).toBeVisible();
});
