import { expect, expectAccessible, settled, test } from "./watched.ts";

test("Below 900 px the rail is a drawer", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 700 });
  await page.goto("/projects/web");
  await page.getByRole("button", { name: "Menu" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("In a narrow window the current page's tab is visible", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/projects/web/plans/PLAN-1/prototype");
  const tab = (name: string) => page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
  await expect(tab("Prototype")).toBeInViewport({ ratio: 0.9 });
  // Playwright's click would scroll to the tab.
  for (const name of ["Specs", "Discussion"]) {
    await tab(name).evaluate((link: HTMLElement) => link.click());
    await expect(tab(name)).toHaveAttribute("aria-current", "page");
    await settled(page);
    await expect(tab(name)).toBeInViewport({ ratio: 0.9 });
  }
});
