import { pressOn } from "./by-keyboard.ts";
import { specOf } from "./specs.ts";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";

const long = "A paragraph that fills the window.\n\n".repeat(30);
const text = `# Goal\n\n${long}## Why *now*\n\n${long}## How\n\n${long}### Steps\n\n${long}# Risks\n\nFew.\n`;

test("A heading has a link to itself, and its address opens the text there", async ({ page }) => {
  const { path } = await specOf("Linked headings", text);
  await page.goto(path);
  const section = page.getByRole("heading", { name: "How" });
  const link = section.locator("xpath=..").getByRole("link", { name: "Link to this section" });
  await expect(link).toHaveCSS("opacity", "0");
  await section.hover();
  await expect(link).toHaveCSS("opacity", "1");
  await page.mouse.move(0, 0);
  await expect(link).toHaveCSS("opacity", "0");
  await link.focus();
  await expect(link).toHaveCSS("opacity", "1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#how$/);
  await expect(section).toBeInViewport();
  const address = page.url();
  await page.goto("/");
  await page.goto(address);
  await expect(section).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Goal" })).not.toBeInViewport();
});

test("A long text has an outline beside it that marks the section in view and can be collapsed", async ({
  page,
}) => {
  const { path } = await specOf("Outlined", text);
  await page.setViewportSize({ width: 1600, height: 800 });
  await page.goto(path);
  const outline = page.getByRole("navigation", { name: "Outline" });
  const entry = (name: string) => outline.getByRole("link", { name });
  await expect(outline.getByRole("link")).toHaveText(["Goal", "Why now", "How", "Steps", "Risks"]);
  const [beside, heading] = [await outline.boundingBox(), await page.locator("#goal").boundingBox()];
  expect(beside?.x).toBeGreaterThanOrEqual((heading?.x ?? 0) + (heading?.width ?? 0));
  await expectAccessibleByDayAndNight(page);
  await pressOn(page, entry("Why now"));
  await expect(page.getByRole("heading", { name: "Why now" })).toBeInViewport();
  await expect(entry("Why now")).toHaveAttribute("aria-current", "location");
  await expect(entry("Goal")).not.toHaveAttribute("aria-current");
  await expect(outline).toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(entry("Risks")).toHaveAttribute("aria-current", "location");
  await outline.getByText("Outline").click();
  await expect(entry("Goal")).not.toBeVisible();
});

test("In a narrow window the outline is above the text, closed until it is opened", async ({ page }) => {
  const { path } = await specOf("Narrow outline", text);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  const outline = page.getByRole("navigation", { name: "Outline" });
  await expect(outline).toBeVisible();
  await expect(outline.getByRole("link", { name: "Goal" })).not.toBeVisible();
  await pressOn(page, outline.locator("summary"));
  await expect(outline.getByRole("link", { name: "Goal" })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await pressOn(page, outline.getByRole("link", { name: "Steps" }));
  await expect(page.getByRole("heading", { name: "Steps" })).toBeInViewport();
});

test("A short text has no outline", async ({ page }) => {
  const { path } = await specOf("Short", "# One\n\n# Two\n\n# Three\n");
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Three" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Link to this section" })).toHaveCount(3);
  await expect(page.getByRole("navigation", { name: "Outline" })).toHaveCount(0);
});
