import { type GitHubStandIn, startGitHub } from "@groundplan/tracker-stand-ins/github";
import type { Locator, Page } from "@playwright/test";
import { chooseByKeyboard, countPointers, pointers, pressOn, tabTo } from "./by-keyboard.ts";
import { dialogOf, openFresh, password } from "./fresh.ts";
import { editorOf, saved } from "./specs.ts";
import { expect, expectAccessible, settled, test } from "./watched.ts";

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** Opens a page with the palette. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.type(name);
  await expect(page.getByRole("option", { name }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toHaveCount(0);
}

/** Creates an item with the page's shortcut. */
async function create(page: Page, name: string): Promise<void> {
  await page.keyboard.press("c");
  await expect(dialogOf(page).getByRole("textbox").first()).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toHaveCount(0);
}

async function fill(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

test("6: From the printed link a new user without a mouse reaches a pushed plan, and sees later changes in the tracker", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const github = await startGitHub();
  const fresh = await openFresh(browser, {
    GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
    GROUNDPLAN_GITHUB_API_URL: github.url,
  });
  try {
    const page = await fresh.open();
    await countPointers(page);
    await test.step("an account and the sample", () => begin(page, fresh.setUpLink));
    await test.step("a plan with three specs and a dependency", () => plan(page));
    await test.step("readiness, raised with its suggested fixes", () => makeReady(page));
    const number = await test.step("a push with its preview", () => push(page, github));
    await test.step("changes in the tracker are seen", () => seeDone(page, github, number));
    expect(await pointers(page)).toBe(0);
  } finally {
    await fresh.end();
    await github.close();
  }
  expect(github.violations).toEqual([]);
});

async function begin(page: Page, setUpLink: string): Promise<void> {
  await page.goto(setUpLink);
  await expect(title(page, "Set up Groundplan")).toBeVisible();
  await fill(page, page.getByLabel("Name"), "Ada");
  await fill(page, page.getByLabel("E-mail"), "ada@bakery.example");
  await fill(page, page.getByLabel("Password"), password);
  await fill(page, page.getByLabel("Workspace"), "Bakery");
  await page.keyboard.press("Enter");
  await expect(title(page, "Home")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Start with a sample" })).toBeChecked();
  await settled(page);
  await expectAccessible(page);
  await pressOn(page, page.getByRole("button", { name: "Start", exact: true }));
  await expect(title(page, "Checkout without an account")).toBeVisible();
  await expect(page.locator("[data-item]")).toHaveCount(7);
  await settled(page);
  await expectAccessible(page);
}

async function plan(page: Page): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(title(page, "Projects")).toBeVisible();
  await create(page, "Web pages");
  await expect(title(page, "Web pages")).toBeVisible();
  await create(page, "Opening hours");
  await expect(title(page, "Opening hours")).toBeVisible();
  const specs = ["Visitors see the hours", "The baker changes the hours", "Holidays have hours of their own"];
  for (const [index, name] of specs.entries()) {
    await create(page, name);
    await expect(page.locator("[data-item]")).toHaveCount(index + 1);
  }
  await pressOn(page, page.getByRole("link", { name: /Holidays have hours/ }));
  await expect(title(page, "Holidays have hours of their own")).toBeVisible();
  await fill(page, page.getByRole("combobox", { name: "Add a dependency" }), "visitors");
  await expect(page.getByRole("option", { name: /Visitors see/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const needs = page.getByRole("region", { name: "Needs first" });
  await expect(needs.getByRole("link", { name: "SPEC-1 Visitors see the hours" })).toBeVisible();
  // Shortcuts don't fire in a field.
  await page.keyboard.press("Tab");
}

async function makeReady(page: Page): Promise<void> {
  await goTo(page, "SPEC-1");
  await expect(title(page, "Visitors see the hours")).toBeVisible();
  const readiness = page.getByRole("region", { name: "Readiness" });
  await expect(readiness).toContainText("Rough · 1 of 5");
  await pressOn(page, readiness.getByRole("button", { name: "Add the first criterion" }));
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type(
    "When a visitor opens the page, then it shows from when to when the shop is open.",
  );
  await page.keyboard.press("Enter");
  await page.keyboard.type(
    "If the hours can't be read, then the page says so and shows the telephone number.",
  );
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(readiness).toContainText("Ready · 5 of 5");
  await expect(page.getByRole("listitem").filter({ hasText: "AC-2" }).first()).toContainText(
    "telephone number",
  );
}

/** Returns the number of the first spec's issue. */
async function push(page: Page, github: GitHubStandIn): Promise<number> {
  await goTo(page, "Opening hours");
  await expect(title(page, "Opening hours")).toBeVisible();
  await page.keyboard.press("p");
  await pressOn(page, page.getByRole("button", { name: "Connect with a key: GitHub Issues" }));
  await fill(page, dialogOf(page).getByLabel("Key"), github.token);
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toHaveCount(0);
  await pressOn(page, page.getByRole("button", { name: "Choose where to push" }));
  await chooseByKeyboard(page, page.getByLabel("Destination"), github.repository);
  await settled(page);
  await expectAccessible(page);
  await pressOn(page, page.getByRole("button", { name: "Save" }));

  const would = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(would.filter({ hasText: "Visitors see the hours" })).toContainText("Create");
  await expect(page.getByRole("heading", { name: "2 specs are below Ready" })).toBeVisible();
  await settled(page);
  await expectAccessible(page);
  await pressOn(page, page.getByRole("button", { name: "Push 4 changes" }));
  const item = page.getByRole("list", { name: "Items" }).getByRole("listitem");
  const link = item.filter({ hasText: "Visitors see the hours" }).getByRole("link", { name: /#\d+$/ });
  await expect(page.getByText("Pushed", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(link).toBeVisible();
  return Number((await link.getAttribute("href"))?.split("/").at(-1));
}

async function seeDone(page: Page, github: GitHubStandIn, number: number): Promise<void> {
  await goTo(page, "Connectors");
  await pressOn(page, page.getByRole("region", { name: "Trackers" }).getByRole("link", { name: /^GitHub/ }));
  await pressOn(page, page.getByRole("button", { name: "Create a webhook" }));
  const made = page.getByRole("status").locator("code");
  await expect(made).toHaveCount(2);
  const [url = "", secret = ""] = await made.allTextContents();
  github.webhooks.add({ url, secret });
  await expectAccessible(page);

  await goTo(page, "Opening hours");
  await expect(page.getByRole("button", { name: /^Status of SPEC-1: / })).toBeVisible();
  await expect(page.getByRole("button", { name: "Status of SPEC-1: Done" })).toHaveCount(0);
  await github.editAsPerson(github.repository, number, { state: "closed", state_reason: "completed" });
  await expect(page.getByRole("button", { name: "Status of SPEC-1: Done" })).toBeVisible();
}
