import { createPlan } from "@groundplan/contract";
import { dialogOf } from "./fresh.ts";
import { projectOf } from "./plans.ts";
import { edit, editorOf, specOf } from "./specs.ts";
import { expect, expectAccessible, expectAccessibleByDayAndNight, settled, test } from "./watched.ts";
import { world } from "./world.ts";

test.describe("Without a session", () => {
  test.use({ person: null });

  test("a visitor is sent to sign in, and from there to the requested page", async ({ page }) => {
    const { ada, password } = world();
    await page.goto("/projects/web/plans/PLAN-1?x=1");
    await expect(page).toHaveURL(/\/sign-in\?to=/);
    await page.getByLabel("E-mail").waitFor();
    await expectAccessible(page);
    await page.getByLabel("E-mail").fill(ada);
    await page.getByLabel("Password").fill("a wrong password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("E-mail")).toHaveValue(ada);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Shop" })).toBeVisible();
    await expect(page).toHaveURL(/\/projects\/web\/plans\/PLAN-1\?x=1$/);
  });

  for (const to of ["//evil.example", "/\\evil.example", "https://evil.example/"])
    test(`a sign-in never leads to ${to}`, async ({ page }) => {
      const { url, ada, password } = world();
      await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
      await page.getByLabel("E-mail").fill(ada);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
      expect(new URL(page.url()).origin).toBe(url);
    });

  test("the secret of a link leaves the address before anything else happens", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/reset?token=a-secret");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(page.url()).not.toContain("a-secret");
    expect(asked.filter((url) => url.includes("a-secret"))).toEqual([`${world().url}/reset?token=a-secret`]);
    const referrers = await page.evaluate(() => document.referrer);
    expect(referrers).toBe("");
  });
});

test("19: Missing and forbidden resources show the same page, byte for byte", async ({ browser, page }) => {
  const { url, grace, password } = world();
  const bodyOf = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await settled(page);
    return page.content();
  };
  await page.context().request.post("/console/sign-in", {
    data: { email: grace, password },
    headers: { origin: url },
  });
  const { private: unreadable } = world();
  // Other tests may change the rail in between.
  await expect(async () =>
    expect(await bodyOf(`/projects/web/plans/${unreadable}`)).toBe(
      await bodyOf("/projects/web/plans/PLAN-999"),
    ),
  ).toPass();
  expect(browser.isConnected()).toBe(true);
});

test("5: Rows are navigated with j and k and opened with Enter, and ? lists the keys", async ({ page }) => {
  await page.goto("/projects/web/plans/PLAN-1");
  await page.getByRole("link", { name: /^SPEC-1\b/ }).waitFor();
  await expect(page.locator("[data-row]").first()).toContainText("Cart");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(page.locator("[data-row]").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Cart" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Move to the next row");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
});

test("5: No shortcut fires while the user types into a filter or a text", async ({ page }) => {
  const nothingOpened = () => expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(0);
  await page.goto("/projects/web");
  await expect(page.getByRole("link", { name: /PLAN-1\b/ })).toBeVisible();
  // It does fire outside a field.
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeVisible();
  await page.keyboard.press("Escape");
  await nothingOpened();
  const filter = page.getByLabel("Filter by name");
  await filter.pressSequentially("cg?gpjk");
  await expect(filter).toHaveValue("cg?gpjk");
  await expect(filter).toBeFocused();
  await nothingOpened();
  await expect(page.getByRole("heading", { level: 1, name: "Web" })).toBeVisible();

  const { path, textNow } = await specOf("Typed over the keys", "");
  await edit(page, path);
  await page.keyboard.type("cg?gpjke");
  await expect(editorOf(page)).toHaveText("cg?gpjke");
  await expect(editorOf(page)).toBeFocused();
  await nothingOpened();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect.poll(textNow).toBe("cg?gpjke");
});

test("No shortcut fires while the dialog that it opened is still loading", async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/dialogs-/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto("/projects/web");
  await expect(page.getByRole("link", { name: /PLAN-1\b/ })).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.locator("[data-coming]")).toBeAttached();
  await page.keyboard.type("gp?j");
  resolve();
  await expect(dialogOf(page).getByLabel("Name")).toBeFocused();
  await page.keyboard.type("gp?j");
  await expect(dialogOf(page).getByLabel("Name")).toHaveValue("gp?j");
  await expect(page.getByRole("heading", { level: 1, name: "Web", includeHidden: true })).toBeVisible();
});

test("5: Single-key shortcuts can be switched off, and stay off in this browser", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /profile and theme/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Single-letter keys" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await page.keyboard.press("?");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(page.getByRole("dialog", { name: "Search or go to anything" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Home", includeHidden: true })).toBeVisible();
});

test("23: A chosen theme persists and applies from the first frame", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /profile and theme/ }).click();
  await expectAccessible(page);
  await page.getByRole("menuitemcheckbox", { name: "Dark" }).click();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe("rgb(19, 20, 22)");
  await page.reload({ waitUntil: "commit" });
  // Set before the page's own scripts.
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await background()).toBe("rgb(19, 20, 22)");
});

test("3: A list of a thousand specs is virtualized, and its ends are reached by keyboard", async ({
  page,
}) => {
  await page.goto(`/projects/web/plans/${world().long}`);
  await page.locator("[data-row]").first().waitFor();
  // Some fifteen rows fit below the filters.
  expect(await page.locator("[data-row]").count()).toBeGreaterThan(12);
  expect(await page.getByRole("list", { name: "Now" }).locator("*").count()).toBeLessThan(300);
  await page.keyboard.press("j");
  await page.keyboard.press("End");
  await expect(page.locator("[data-row]:focus")).toContainText("SPEC-1000");
  await page.keyboard.press("Home");
  await expect(page.locator("[data-row]:focus")).toContainText("Spec number 1");
  await page.mouse.move(600, 600);
  await page.mouse.wheel(0, 9_000);
  await expect(page.getByText("Spec number 262", { exact: true })).toBeVisible();
  await expect(page.locator("[data-row]:focus")).toContainText("Spec number 1");
});

test("When a session ends the page asks for a sign-in, and drafts stay", async ({ page }) => {
  const { ada, password } = world();
  await page.goto("/projects/web");
  await page.getByRole("link", { name: /PLAN-1\b/ }).waitFor();
  await page.context().clearCookies();
  // The token would remain valid for a while.
  await page.route("**/v1/**", (route) =>
    route.fulfill({
      status: 401,
      json: { error: { code: "unauthorized", message: "This credential is unknown, revoked or expired." } },
    }),
  );
  await page.locator('[data-row][href$="/PLAN-1"]').click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog.getByLabel("E-mail")).toHaveValue(ada);
  await expectAccessible(page);
  await page.unroute("**/v1/**");
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Shop" })).toBeVisible();
});

test("A refused token is renewed once, unnoticed by the user", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  const seen: (string | undefined)[] = [];
  const refuse = { status: 401, json: { error: { code: "unauthorized", message: "It has expired." } } };
  await page.route("**/v1/projects/web", (route) => {
    seen.push(route.request().headers().authorization);
    return seen.length === 1 ? route.fulfill(refuse) : route.continue();
  });
  await page.getByRole("link", { name: "Web", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Web" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(seen[0]).toMatch(/^Bearer plan_at_/);
  expect(seen[1]).toMatch(/^Bearer plan_at_/);
  expect(seen[1]).not.toBe(seen[0]);
});

test("Another workspace has its own token and shows nothing of the previous one", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Web", exact: true }).first().waitFor();
  await page.route("**/console/workspace", (route) =>
    route.fulfill({
      status: 503,
      headers: { "retry-after": "600" },
      json: { error: { code: "unavailable", message: "The service can't answer now. Repeat it later." } },
    }),
  );
  const choose = async (name: string) => {
    await page.getByRole("button", { name: /switch workspace/ }).click();
    await page.getByRole("menuitemcheckbox", { name }).click();
  };
  await choose("second");
  await expect(page.getByText("The service can't answer now. Repeat it later.").first()).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/console/workspace");
  await choose("second");
  await expect(page.getByRole("heading", { name: "second has no plan yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Web", exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await choose("acme");
  await expect(page.getByRole("link", { name: "Web", exact: true }).first()).toBeVisible();
});

test("A text is shown without its markup, and images from other hosts are not loaded", async ({ page }) => {
  await page.goto("/projects/web/plans/PLAN-1/specs/SPEC-1");
  await expect(page.getByRole("link", { name: "Image: a picture of another host" })).toBeVisible();
  await expect(page.getByText("AC-2").first()).toBeVisible();
  expect(await page.locator("main script, main img").count()).toBe(0);
});

test("An error shows the service's message, with the request id under Details", async ({ page }) => {
  await page.route("**/v1/projects/web", (route) =>
    route.fulfill({
      status: 500,
      headers: { "x-request-id": "request-7" },
      json: { error: { code: "internal_error", message: "The service failed. Repeat the request." } },
    }),
  );
  await page.goto("/projects/web");
  await expect(page.getByRole("alert")).toContainText("The service failed. Repeat the request.");
  // The starting stream causes one more read.
  await settled(page);
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await page.getByText("Details").click();
  await expect(page.getByText("Request request-7")).toBeVisible();
  await page.unroute("**/v1/projects/web");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Web" })).toBeVisible();
});

test("With any number of plans in the rail, Sign out stays in the window, and no focused link is hidden", async ({
  page,
}) => {
  const { ada, params, path } = await projectOf("Twelve plans");
  for (let plan = 1; plan <= 12; plan++)
    await ada.call(createPlan, {
      params,
      body: { name: `The plan with the number ${plan}, which takes two lines` },
    });
  const rail = page.getByRole("navigation", { name: "Workspace" });
  const signOut = rail.getByRole("button", { name: "Sign out" });
  const expectInSight = async () => {
    await expect(rail.getByRole("link", { name: "number 12," })).toBeAttached();
    await expect(signOut).toBeInViewport({ ratio: 1 });
    for (const name of ["number 9,", "Settings", "Home"]) {
      const link = rail.getByRole("link", { name }).first();
      await link.focus();
      const [own, below] = await Promise.all([link.boundingBox(), signOut.boundingBox()]);
      expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    }
    await expectAccessibleByDayAndNight(page);
  };
  await page.goto(path);
  await expectInSight();
  await page.setViewportSize({ width: 1360, height: 420 });
  await expectInSight();
  await page.setViewportSize({ width: 320, height: 600 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expectInSight();
});
