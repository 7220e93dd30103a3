import { archivePlan, createPlan, createSpec, getSpec } from "@groundplan/contract";
import type { Route } from "@playwright/test";
import { dialogOf } from "./fresh.ts";
import { expect, expectAccessible, expectNothingSideways, settled, test } from "./watched.ts";
import { programOf } from "./world.ts";

async function specWith(title: string, content: string): Promise<string> {
  const ada = programOf("ada");
  const { plan } = await ada.call(createPlan, { params: { projectSlug: "web" }, body: { name: title } });
  const params = { projectSlug: "web", planShortId: plan.shortId };
  const { spec } = await ada.call(createSpec, { params, body: { title, content } });
  return `/projects/web/plans/${plan.shortId}/specs/${spec.shortId}`;
}

test("A text that would break the renderer is shown as plain text, and the page keeps working", {
  tag: "@both",
}, async ({ page }) => {
  const hostile = `${">".repeat(20_000)} deep`;
  await page.goto(await specWith("Nested without an end", hostile));
  await page.getByRole("link", { name: "Versions" }).click();
  await expect(page.getByText("v1", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("This text is nested too deeply to be formatted.")).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.locator("pre", { hasText: "> deep" })).toBeVisible();
});

test("Character references, markup, unusual links and long tables become harmless elements", {
  tag: "@both",
}, async ({ page }) => {
  const content = [
    "&copy; Groundplan &mdash; &notanentity;",
    "See [the first one](javascript:alert(1)) and [the second](data:text/html,x) of them. <svg onload=alert(1)>",
    `|${"a|".repeat(60)}\n|${"-|".repeat(60)}\n|${"b|".repeat(60)}`,
    "\u202Eright to left\u202C and 👩‍👩‍👧‍👦".repeat(20),
  ].join("\n\n");
  await page.goto(await specWith("Odd but harmless", content));
  await expect(page.getByText("© Groundplan —")).toBeVisible();
  await expect(page.getByText("&notanentity;")).toBeVisible();
  await expect(page.locator('a[href^="javascript"], a[href^="data"], svg[onload]')).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessible(page);
});

test("A page older than the service reloads when it needs a chunk that is gone", {
  tag: "@both",
}, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  // The newer service has none of the old chunks.
  let isOlder = true;
  await page.route("**/assets/*.js", (route) =>
    isOlder ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.route("**/settings/audit", (route) => {
    isOlder = false;
    return route.continue();
  });
  await page.evaluate(() => Object.assign(globalThis, { isOlder: true }));
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
  expect(isOlder).toBe(false);
  expect(await page.evaluate(() => "isOlder" in globalThis)).toBe(false);
});

test("While offline an unloaded page says so in place, and loads once the connection is back", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
  expect(await page.evaluate(() => "isSame" in globalThis)).toBe(true);
});

test("While the service is down the console says so; once it is back, failed pages load and edits are sent", async ({
  page,
}) => {
  const address = await specWith("Nobody answers", "A text.");
  const [plan = "", spec = ""] = address.split("/specs/");
  const params = {
    projectSlug: "web",
    planShortId: plan.slice(plan.lastIndexOf("/") + 1),
    specShortId: spec,
  };
  await page.goto(plan);
  let refuse: ((route: Route) => Promise<void>) | null = null;
  await page.route(/\/(v1|console|readyz)(\/|$)/, (route) => refuse?.(route) ?? route.fallback());
  const choose = async (status: string) => {
    await page.getByRole("button", { name: `Status of ${spec}:` }).click();
    await page.getByRole("menuitemcheckbox", { name: status }).click();
  };
  const said = page.getByRole("status").filter({ hasText: "The service is not responding" });
  const statusNow = async () => (await programOf("ada").call(getSpec, { params })).spec.status;
  await expect(page.getByRole("button", { name: `Status of ${spec}:` })).toBeVisible();
  const error = { code: "unavailable", message: "The database can't be reached. Try again in a moment." };
  refuse = (route) => route.fulfill({ status: 503, json: { error } });
  await choose("Done");
  await expect(said).toContainText("1 change waits for it.");
  refuse = null;
  await expect.poll(statusNow).toBe("DONE");
  await expect(said).toHaveCount(0);

  refuse = (route) => route.abort();
  await choose("In progress");
  await expect(said).toContainText("1 change waits for it.");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The service is not responding" })).toBeVisible();
  refuse = null;
  await expect(page.getByRole("list", { name: "Audit log" }).getByRole("listitem").first()).toBeVisible();
  await expect(said).toHaveCount(0);
  await expect.poll(statusNow).toBe("IN_PROGRESS");
});

test("With a clock an hour off, the user stays signed in and times are plausible", {
  tag: "@both",
}, async ({ page }) => {
  const address = await specWith("Another clock", "A text.");
  for (const hours of [-1, 1]) {
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await page.goto(`${address}/versions`);
    await expect(page.getByText("v1", { exact: true })).toBeVisible();
    await expect(page.getByText("just now").first()).toBeVisible();
    await page.goto("/settings/keys");
    await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  }
});

test("A component that can't be loaded says so in place, and loads on retry", async ({ page }) => {
  const address = await specWith("Lost on the way", "A text.");
  let isLost = true;
  await page.route(/\/assets\/(dialogs|talk)-/, (route) => (isLost ? route.abort() : route.continue()));
  const problem = page.getByRole("alert").filter({ hasText: "This part of the page failed to load." });
  const tryAgain = problem.getByRole("button", { name: "Try again" });
  const loadAgain = problem.getByRole("button", { name: "Reload the page" });
  await page.goto(address.slice(0, address.lastIndexOf("/specs")));
  await expect(page.getByRole("link", { name: "Lost on the way" }).last()).toBeVisible();
  await page.keyboard.press("c");
  await expect(problem).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Lost on the way" })).toBeVisible();
  await expectAccessible(page);
  isLost = false;
  await tryAgain.click();
  await expect(page.getByRole("dialog", { name: "Add a spec" })).toBeVisible();
  isLost = true;
  await page.goto(address);
  await expect(problem).toBeVisible();
  await expect(page.getByText("A text.")).toBeVisible();
  isLost = false;
  await tryAgain.click();
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await page.getByText("A text.").selectText();
  await expect(page.getByRole("button", { name: /^Comment m/i })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  // A newer service no longer has the chunk.
  isLost = true;
  await page.reload();
  await tryAgain.click();
  await expect(loadAgain).toBeVisible();
  isLost = false;
  await loadAgain.click();
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
});

test("At a rate limit a page says that it is waiting, and continues by itself", { tag: "@both" }, async ({
  page,
}) => {
  const address = await specWith("Patience", "A text.");
  let isRefused = true;
  await page.route("**/console/session", async (route) => {
    if (!isRefused) return route.continue();
    isRefused = false;
    await route.fulfill({
      status: 429,
      headers: { "retry-after": "3" },
      json: { error: { code: "rate_limited", message: "Too many requests.", requestId: "1" } },
    });
  });
  // Such a page has no embedded answers.
  await page.route(`**${address}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<script type="application\/json".*?<\/script>/s, "");
    await route.fulfill({ response: answer, body });
  });
  await page.goto(address);
  await expect(page.getByText("Waiting for the service. This page continues automatically.")).toBeVisible();
  await expect(page.getByText("A text.")).toBeVisible();
  await expect(page.getByText("Waiting for the service.")).toHaveCount(0);
});

test("A chosen option that disappears is not replaced by another one", {
  tag: "@both",
}, async ({ page }) => {
  const address = await specWith("Chosen from", "A text.");
  const ada = programOf("ada");
  const { plan } = await ada.call(createPlan, { params: { projectSlug: "web" }, body: { name: "Chosen" } });
  await page.goto(address.slice(0, address.lastIndexOf("/specs")));
  await page.getByRole("checkbox", { name: "Select SPEC-1" }).check();
  await page.getByRole("button", { name: "Move…" }).click();
  const field = dialogOf(page).getByLabel("To the plan");
  await field.selectOption(plan.shortId);
  await ada.call(archivePlan, { params: { projectSlug: "web", planShortId: plan.shortId } });
  await expect(field.locator(`option[value="${plan.shortId}"]`)).toHaveCount(0);
  await dialogOf(page).getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialogOf(page)).toContainText("Choose one first. The previous choice no longer exists.");
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("link", { name: /Chosen from/ }).last()).toBeVisible();
});

test("A save in flight during a workspace switch goes to the workspace in which it was typed", {
  tag: "@both",
}, async ({ page }) => {
  const address = await specWith("Typed and left", "A text.");
  const answers: number[] = [];
  page.on("response", (answer) => answer.request().method() === "PATCH" && answers.push(answer.status()));
  await page.goto(address);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Typed at last.");
  await page.getByRole("button", { name: /switch workspace/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "second" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await expect(page.getByRole("button", { name: "second: switch workspace" })).toBeVisible();
  await settled(page);
  expect(answers).not.toContain(404);
  await page.getByRole("button", { name: /switch workspace/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "acme" }).click();
  await expect(page.getByRole("button", { name: "acme: switch workspace" })).toBeVisible();
  await page.goto(address);
  await expect(page.getByText("Typed at last.").or(page.getByText("You have unsaved changes"))).toBeVisible();
});

for (const late of ["its scripts", "its answers"])
  test(`While ${late} are late a page shows the shell and a skeleton, and is never empty`, async ({
    page,
  }) => {
    const address = await specWith(`Late: ${late}`, "A text.");
    let give = () => {};
    const isGiven = new Promise<void>((resolve) => {
      give = resolve;
    });
    const held = late === "its scripts" ? /\/assets\/.*\.js$/ : /\/(v1|console)\//;
    await page.route(held, async (route) => {
      await isGiven;
      await route.continue();
    });
    // Late answers are not embedded.
    await page.route(`**${address}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/<script type="application\/json".*?<\/script>/s, "");
      await route.fulfill({ response: answer, body });
    });
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.getByRole("navigation", { name: "Workspace" })).toBeVisible();
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
    await expect(page.getByText("Waiting for the service. This page continues automatically.")).toBeVisible();
    for (const width of [1360, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await expectNothingSideways(page);
    }
    give();
    await expect(page.getByText("A text.")).toBeVisible();
    await expect(page.getByRole("main")).toHaveCount(1);
    await expect(page.getByText("Waiting for the service.")).toHaveCount(0);
  });

test("A page that loads late never shows its skeleton next to its content", async ({ page }) => {
  let give = () => {};
  const isGiven = new Promise<void>((resolve) => {
    give = resolve;
  });
  await page.route(/\/assets\/no-workspace-.*\.js$/, async (route) => {
    await isGiven;
    await route.continue();
  });
  await page.route("**/console/session", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, session: { ...answer.session, workspaceId: null } } });
  });
  await page.route("**/settings/keys", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<script type="application\/json".*?<\/script>/s, "");
    await route.fulfill({ response: answer, body });
  });
  await page.clock.install();
  const asked = page.waitForRequest(/\/assets\/no-workspace-/);
  await page.goto("/settings/keys");
  await asked;
  await page.clock.runFor(5_000);
  give();
  await expect(page.getByRole("heading", { level: 1, name: "You aren't in a workspace" })).toBeVisible();
  await expectAccessible(page);
});
