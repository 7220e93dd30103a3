import { expect, type Locator, type Page } from "@playwright/test";

/** More than any page needs. */
const mostStops = 150;

/** Reaches an element with Tab. */
export async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  for (let stop = 0; stop < mostStops; stop++) {
    if (await to.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(to).toBeFocused();
}

export async function pressOn(page: Page, what: Locator): Promise<void> {
  await tabTo(page, what);
  await page.keyboard.press("Enter");
}

/** Waits for the menu to take the focus; an earlier key would reach the item it opens on. */
export async function pressItem(page: Page, item: Locator): Promise<void> {
  await expect(page.locator('[role^="menuitem"]:focus')).toBeVisible();
  await item.press("Enter");
}

/** Selects an option with the arrow keys. */
export async function chooseByKeyboard(page: Page, list: Locator, name: string): Promise<void> {
  await tabTo(page, list);
  const chosen = () => list.evaluate((box: HTMLSelectElement) => box.selectedOptions[0]?.label ?? "");
  const count = await list.locator("option").count();
  await page.keyboard.press("Home");
  for (let step = 0; step < count && (await chosen()) !== name; step++)
    await page.keyboard.press("ArrowDown");
  expect(await chosen()).toBe(name);
}

const key = "pointers that were pressed";

/** Counts pointer presses from now on. */
export const countPointers = (page: Page): Promise<unknown> =>
  page.addInitScript((name) => {
    const count = () => sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name)) + 1));
    for (const type of ["pointerdown", "mousedown"]) addEventListener(type, count, { capture: true });
  }, key);

export const pointers = (page: Page): Promise<number> =>
  page.evaluate((name) => Number(sessionStorage.getItem(name)), key);
