import { listSpecs, updateSpec } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { planOf, rowOf, titled, withTitles } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, settled, test } from "./watched.ts";

const statusOf = (page: Page, handle: string) =>
  page.getByRole("button", { name: new RegExp(`^Status of ${handle}:`) });

test("Specs are added, reordered and edited together by keyboard alone, and the focus stays", async ({
  page,
}) => {
  const { path, params, ada, titlesNow } = await withTitles("By keyboard", "One", "Two", "Three");
  const underWay = async () => {
    const { specs } = await ada.call(listSpecs, { params });
    return specs.filter(({ status }) => status === "IN_PROGRESS").map(({ title }) => title);
  };
  await page.goto(path);
  await expect(rowOf(page, "Three")).toBeVisible();
  await page.keyboard.press("c");
  await expect(dialogOf(page).getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Four");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Four")).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  // The closed dialog restores the focus.
  await settled(page);
  await rowOf(page, "Four").getByRole("link").focus();
  const order = () => page.locator("[data-item] a[data-row]").allTextContents();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(async () => (await order()).findIndex((text) => text.includes("Four"))).toBe(1);
  await expect(page.locator("[data-row]:focus")).toContainText("Four");
  await expect.poll(titlesNow).toEqual(["One", "Four", "Two", "Three"]);

  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("2 specs selected")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Set the effort of the selected specs" }).press("Enter");
  await pressItem(page, page.getByRole("menuitem", { name: "4 · High" }));
  await expect(rowOf(page, "Four").getByText("High")).toBeVisible();
  await expect(rowOf(page, "Two").getByText("High")).toBeVisible();
  await expect(page.getByText("2 specs: effort 4.")).toBeVisible();
  await page
    .getByRole("dialog")
    .filter({ hasText: "2 specs: effort 4." })
    .getByRole("button", { name: "Undo" })
    .press("Enter");
  await expect(rowOf(page, "Two").getByText("Low")).toBeVisible();
  await page.getByRole("button", { name: "Set the status of the selected specs" }).press("Enter");
  await pressItem(page, page.getByRole("menuitem", { name: "In progress" }));
  await expect(page.getByText("2 specs: In progress.")).toBeVisible();
  for (const title of ["Four", "Two"])
    await expect(
      rowOf(page, title).getByRole("button", { name: /^Status of .*: In progress$/ }),
    ).toBeVisible();
  await expect.poll(underWay).toEqual(["Four", "Two"]);

  await page.getByRole("button", { name: "Move…" }).press("Enter");
  await dialogOf(page).getByLabel("To the plan").selectOption({ label: "PLAN-2 Paying" });
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByRole("button", { name: "Move", exact: true }).press("Enter");
  await expect(page.getByText("2 specs are in PLAN-2 now.")).toBeVisible();
  expect(await titlesNow()).toEqual(["One", "Three"]);

  await rowOf(page, "One").getByRole("link").focus();
  await page.keyboard.press("s");
  await pressItem(page, page.getByRole("menuitemcheckbox", { name: "Done" }));
  await expect(page.getByRole("region", { name: "Done" }).getByText("One", { exact: true })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("[data-item]")?.textContent))
    .toContain("One");
});

test("Undo returns moved specs to their plan, with identity, order and parents", async ({ page }) => {
  const { path, params, ada } = await withTitles("There and back", "One", "Two", "Three", "Four");
  const below = { params: { ...params, specShortId: "SPEC-3" }, body: { parentSpecId: "SPEC-2" } };
  await ada.call(updateSpec, below);
  const specsNow = async () => {
    const { specs } = await ada.call(listSpecs, { params });
    return specs.map(({ id, title, parentSpecId }) => ({ id, title, parentSpecId }));
  };
  const before = await specsNow();
  await page.goto(path);
  for (const title of ["One", "Two"]) {
    await rowOf(page, title).getByRole("link").focus();
    await page.keyboard.press("x");
  }
  await page.getByRole("button", { name: "Move…" }).click();
  await dialogOf(page).getByLabel("To the plan").selectOption({ label: "PLAN-2 Paying" });
  await dialogOf(page).getByRole("button", { name: "Move", exact: true }).click();
  await expect(rowOf(page, "Two")).toHaveCount(0);
  await expect.poll(async () => (await specsNow()).map(({ title }) => title)).toEqual(["Three", "Four"]);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 specs are moved back.")).toBeVisible();
  await expect(rowOf(page, "Two")).toBeVisible();
  expect(await specsNow()).toEqual(before);
});

test("Specs are reordered and moved between columns by mouse", async ({ page }) => {
  const { path, titlesNow } = await withTitles("By mouse", "One", "Two", "Three");
  await page.goto(path);
  await expect(rowOf(page, "Three")).toBeVisible();
  await rowOf(page, "Three").dragTo(rowOf(page, "One"), { targetPosition: { x: 200, y: 4 } });
  await expect.poll(titlesNow).toEqual(["Three", "One", "Two"]);

  await page.getByRole("link", { name: "Board", exact: true }).click();
  await expect(page).toHaveURL(/\/board$/);
  const done = page.getByRole("region", { name: "Done" });
  // A drag started before the board has loaded would end with the list.
  await expect(done).toBeVisible();
  await rowOf(page, "Two").dragTo(done);
  await expect(done.getByText("Two")).toBeVisible();
  await expect(statusOf(page, "SPEC-2")).toHaveAccessibleName("Status of SPEC-2: Done");
  await expectAccessibleByDayAndNight(page);
  await rowOf(page, "One").getByRole("link").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(page.getByRole("region", { name: "In progress" }).getByText("One")).toBeVisible();
  await expect(page.locator("[data-row]:focus")).toContainText("One");
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
});

test("Specs in progress come first, and a started row keeps the focus and stays in view", async ({
  page,
}) => {
  const titles = Array.from({ length: 30 }, (_, at) => `Spec ${at + 1}`);
  const { path } = await withTitles("In progress first", ...titles);
  await page.goto(path);
  await rowOf(page, "Spec 25").getByRole("link").focus();
  await page.keyboard.press("s");
  await pressItem(page, page.getByRole("menuitemcheckbox", { name: "In progress" }));
  await expect(page.getByRole("region", { name: "Now" }).locator("[data-item]").first()).toContainText(
    "Spec 25",
  );
  await expect(page.locator("[data-item]:focus-within")).toContainText("Spec 25");
  await expect(rowOf(page, "Spec 25")).toBeInViewport();
});

test("Shortcuts act on the whole selection; Shift selects a range, Ctrl+A all; the selection can be deleted", async ({
  page,
}) => {
  const { path, params, ada, titlesNow } = await withTitles(
    "Selected together",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
  );
  const statuses = async () => (await ada.call(listSpecs, { params })).specs.map(({ status }) => status);
  await page.goto(path);
  await rowOf(page, "One").getByRole("link").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("s");
  await pressItem(page, page.getByRole("menuitem", { name: "Done" }));
  await expect.poll(statuses).toEqual(["DONE", "DONE", "TODO", "TODO", "TODO"]);

  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("checkbox", { name: "Select SPEC-3" }).click();
  await page.getByRole("checkbox", { name: "Select SPEC-5" }).click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 specs selected")).toBeVisible();
  await rowOf(page, "Four").getByRole("link").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText("5 specs selected")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("checkbox", { name: "Select SPEC-4" }).click();
  await page.getByRole("checkbox", { name: "Select SPEC-5" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByRole("button", { name: "Delete 2 specs" }).click();
  await expect(page.getByText("2 specs are deleted.")).toBeVisible();
  await expect.poll(titlesNow).toEqual(["One", "Two", "Three"]);
});

test("A shortcut opens the status menu on the current value, and right after Escape shortcuts work again", async ({
  page,
}) => {
  const { path, params, ada } = await withTitles("By key", "One", "Two");
  const statuses = async () => (await ada.call(listSpecs, { params })).specs.map(({ status }) => status);
  await page.goto(path);
  await rowOf(page, "One").getByRole("link").focus();
  await page.keyboard.press("s");
  await expect(page.getByRole("menuitemcheckbox", { name: "Todo" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(statuses).toEqual(["IN_PROGRESS", "TODO"]);
  await expect(page.locator("[data-item]:focus-within")).toContainText("One");
  await page.keyboard.press("s");
  await expect(page.getByRole("menuitemcheckbox", { name: "In progress" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(page.locator("[data-item]:focus-within")).toContainText("Two");
});

test("Adding a spec focuses the new row, even the first one or in a long list", async ({ page }) => {
  const few = await planOf("The first one");
  const many = await planOf("Many", titled(...Array.from({ length: 150 }, (_, at) => `Spec ${at + 1}`)));
  for (const { path } of [few, many]) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Add spec" })).toBeVisible();
    for (const title of ["Added first", "Added next"]) {
      await page.keyboard.press("c");
      await expect(dialogOf(page).getByLabel("Title")).toBeFocused();
      await page.keyboard.type(title);
      await page.keyboard.press("Enter");
      const row = rowOf(page, title).getByRole("link");
      await expect(row).toBeFocused();
      await expect(row).toBeInViewport();
      // By then the dialog has restored the focus.
      await settled(page);
      await expect(row).toBeFocused();
    }
    await page.keyboard.press("k");
    await expect(rowOf(page, "Added first").getByRole("link")).toBeFocused();
  }
});
