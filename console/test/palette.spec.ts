import { pressItem } from "./by-keyboard.ts";
import { rowOf, withTitles } from "./plans.ts";
import { specOf } from "./specs.ts";
import { expect, expectAccessible, settled, test } from "./watched.ts";

test("4: The palette opens a plan by its handle, and restores the focus", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Web", exact: true }).first().waitFor();
  await page.keyboard.press("Control+k");
  await expectAccessible(page);
  await page.getByRole("combobox").fill("plan-2");
  await expect(page.getByRole("option").first()).toContainText("Paying");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Paying" })).toBeVisible();
  const search = page.getByRole("button", { name: /Search or go to/ });
  await search.click();
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();
});

test("The palette finds a page by what one does there, though its name has other words", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Web", exact: true }).first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("failed webhook");
  await expect(page.getByRole("option").first()).toHaveText("Webhookspage");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
});

test("4: The palette opens a spec by its handle, and lists recent pages first", async ({ page }) => {
  const { path, params } = await specOf("Gone to by handle", "Words");
  const title = "Gone to by handle: one";
  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  const open = async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("option").first()).toBeVisible();
  };
  const options = page.getByRole("option");

  // Outside its plan a spec needs the plan's handle.
  await page.goto(path.replace(/\/specs.*/, ""));
  await expect(heading("Gone to by handle")).toBeVisible();
  await open();
  await page.keyboard.type("spec-987654");
  await expect(page.getByText("No results. Try other words.")).toBeVisible();
  await page.keyboard.press("Escape");
  await open();
  await page.keyboard.type("spec-1");
  await page.keyboard.press("Enter");
  await expect(heading(title)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await page.goto("/");
  await page.getByRole("link", { name: "Web", exact: true }).first().waitFor();
  await open();
  await page.keyboard.type(`${params.planShortId}/SPEC-1`);
  await expect(options.first()).toContainText(`${title} · Gone to by handle${params.planShortId} SPEC-1`);
  await page.keyboard.press("Enter");
  await expect(heading(title)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}$`));

  const pages = [
    ["/projects", "Projects"],
    ["/inbox", "Inbox"],
    ["/context", "Context"],
    ["/skills", "Skills and formats"],
    ["/connectors", "Connectors"],
    ["/settings/members", "Members"],
    ["/settings/keys", "API keys"],
    ["/projects/web/plans/PLAN-1/board", "Shop"],
    ["/settings/profile", "Profile"],
  ] as const;
  const goTo = (to: string) =>
    page.evaluate((address) => {
      history.pushState({}, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    }, to);
  for (const [to, name] of pages) {
    await goTo(to);
    await expect(heading(name)).toBeVisible();
  }
  await open();
  // Only eight other pages are remembered.
  const recent = pages.slice(0, -1).toReversed();
  expect(recent).toHaveLength(8);
  await expect(options.first()).toContainText("PLAN-1 board");
  const shown = (await options.allTextContents()).slice(0, 8);
  expect(shown[0]).toBe("ShopPLAN-1 board");
  expect(shown.slice(1, 7)).toEqual([
    "API keyspage",
    "Members and invitespage",
    "Connectors and MCP serverspage",
    "Skillspage",
    "Workspace contextpage",
    "Inboxpage",
  ]);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/projects\/web\/plans\/PLAN-1\/board$/);
  await open();
  await expect(options.first()).toContainText("Profile");
  await page.keyboard.type("inbox");
  await expect(options.first()).toHaveText("Inboxpage");
});

test("The palette does what the page's keys and buttons do, for the row that had the focus, despite a wrong letter", async ({
  page,
}) => {
  const { path } = await withTitles("Acted on", "Alpha", "Beta");
  await page.goto(path);
  await rowOf(page, "Beta").getByRole("link").focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("set the statsu");
  await expect(page.getByRole("option").first()).toContainText("Set the status");
  await expect(page.getByRole("option").first()).toContainText("S");
  await page.keyboard.press("Enter");
  await pressItem(page, page.getByRole("menuitemcheckbox", { name: "In progress" }));
  await expect(page.getByRole("button", { name: "Status of SPEC-2: In progress" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("add a spec");
  await page.getByRole("option", { name: /^Add a spec/ }).click();
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeVisible();
});

test("The palette lists the entries of menus that aren't open, and what one of them opens closes as in its menu", async ({
  page,
}) => {
  const { path } = await withTitles("With menus", "Alpha");
  const choose = async (words: string, name: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.type(words);
    await expect(page.getByRole("option").first()).toContainText(name);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
  };
  await withTitles("Renamed", "Alpha");
  await page.goto(path);
  await page.getByRole("button", { name: "More actions for this plan" }).waitFor();
  // The entries of a menu come with its page's last answer.
  await settled(page);
  await choose("rename", "Rename…");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Without menus");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Without menus" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await choose("groups prio", "Groups: Priority");
  await expect(page).toHaveURL(/group=priority/);
  await choose("theme dark", "Profile and theme: Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto(`${path}/specs/SPEC-1`);
  await page.getByRole("button", { name: "More actions for this spec" }).waitFor();
  await choose("read links", "Read links…");
  await expect(page.getByRole("dialog", { name: "Read links to SPEC-1" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await choose("priority high", "Priority: High");
  await expect(page.getByRole("button", { name: "Priority: High" })).toBeVisible();
});
