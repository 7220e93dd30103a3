import { createSpec, deleteSpec, getSpec } from "@groundplan/contract";
import type { Page, Route } from "@playwright/test";
import { dialogOf, signIn } from "./fresh.ts";
import { edit, editorOf, saved, specOf } from "./specs.ts";
import { expect, expectAccessibleByDayAndNight, settled, test } from "./watched.ts";
import { world } from "./world.ts";

/** Intercepts saves only. */
async function answerSaves(page: Page, answer: (route: Route) => Promise<void>) {
  await page.route("**/specs/SPEC-*", (route) =>
    route.request().method() === "PATCH" ? answer(route) : route.continue(),
  );
}

test("Whatever the error, a refused save is reported at the text, and no input is lost", {
  tag: "@both",
}, async ({ page }) => {
  const { ada, params, path, textNow } = await specOf("Refused saves", "Words");
  let answer = (route: Route): Promise<void> => route.continue();
  await answerSaves(page, (route) => answer(route));
  await edit(page, path);
  const refusals = [
    [409, "plan_archived", false],
    [412, "precondition_failed", false],
    [403, "forbidden", false],
    [404, "not_found", false],
    [429, "rate_limited", true],
    [503, "unavailable", true],
  ] as const;
  for (const [status, code, again] of refusals) {
    const message = `This was refused with ${status}.`;
    answer = (route) =>
      route.fulfill({ status, headers: { "retry-after": "600" }, json: { error: { code, message } } });
    await page.keyboard.type(` ${status}`);
    const said = again ? "It will be retried automatically." : "Your text is kept here.";
    await expect(page.getByText(`Not saved: ${message} ${said}`)).toBeVisible();
    await expect(editorOf(page)).toContainText(` ${status}`);
    await expect(editorOf(page)).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(page.locator("#main")).toContainText("Words 409 412 403 404 429 503");
  await expect(page.getByText("Not saved: This was refused with 503.")).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(editorOf(page)).toBeFocused();
  answer = (route) => route.continue();
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(saved(page)).toBeVisible();
  expect(await textNow()).toBe("Words 409 412 403 404 429 503");

  // Only the answer is lost.
  let lost = 0;
  answer = async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  };
  await editorOf(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" and once");
  await expect(page.getByText("Not saved: the service does not answer.")).toBeVisible();
  await page.keyboard.type(" more");
  await expect(saved(page)).toBeVisible();
  expect(await textNow()).toBe("Words 409 412 403 404 429 503 and once more");

  // The spec is deleted.
  await ada.call(deleteSpec, { params });
  await page.keyboard.type(" of what is gone");
  await expect(page.getByText(/^Not saved: .*Your text is kept here\.$/)).toBeVisible();
  await expect(editorOf(page)).toContainText("once more of what is gone");
  await expect(page.getByRole("button", { name: "Copy the text" })).toBeVisible();
  await page.getByRole("button", { name: "Create a spec from it" }).press("Enter");
  await expect(page.getByText("SPEC-2 was created from your text.")).toBeVisible();
  await expect(page).toHaveURL(/\/specs\/SPEC-2$/);
  const { spec } = await ada.call(getSpec, { params: { ...params, specShortId: "SPEC-2" } });
  expect(spec.content).toContain("once more of what is gone");
});

test("28: The console reports a lost connection, keeps showing what was read, and sends edits once when it is back", async ({
  page,
}) => {
  const { path, now, textNow } = await specOf("No connection", "Words");
  const answers: number[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "PATCH") answers.push(response.status());
  });
  const floating = page.waitForResponse(/\/toasts-/);
  await page.goto(path.replace(/\/specs\/.*/, ""));
  const status = page.getByRole("button", { name: /^Status of SPEC-1:/ });
  await floating;
  await page.getByRole("link", { name: /No connection: one/ }).click();
  await expect(page.getByText("Words", { exact: true })).toBeVisible();
  await page.keyboard.press("e");
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  for (const word of [" one", " two", " three"]) {
    await page.keyboard.type(word);
    await expect(page.getByText("Not saved: no connection.")).toBeVisible();
  }
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("Escape");
  await expect(page.locator("#main")).toContainText("Words one two three");
  // The plan comes from the cache.
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: /PLAN-/ }).click();
  await status.click();
  await page.getByRole("menuitemcheckbox", { name: "In progress" }).click();
  await expect(page.getByText("Keep this page open: 1 change waits for it.")).toBeVisible();
  await expect(status).toHaveAccessibleName("Status of SPEC-1: In progress");
  expect(await textNow()).toBe("Words");

  await page.context().setOffline(false);
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await expect.poll(textNow).toBe("Words one two three");
  await expect(status).toHaveAccessibleName("Status of SPEC-1: In progress");
  await expect.poll(async () => (await now()).status).toBe("IN_PROGRESS");
  await settled(page);
  expect(answers).toEqual([200, 200]);
});

test("When a session ends during typing, a sign-in is requested over the text, which is saved afterwards", {
  tag: "@both",
}, async ({ page }) => {
  const { ada, password } = world();
  const { ada: program, params, path, textNow } = await specOf("Ended session", "Words");
  await edit(page, path);
  await settled(page);
  await page.context().clearCookies();
  await page.route("**/v1/projects/**", async (route) => {
    const isNew = (await page.context().cookies()).length > 0;
    if (isNew) return route.continue();
    const error = { code: "unauthorized", message: "The token has ended." };
    return route.fulfill({ status: 401, json: { error } });
  });
  // A background read detects it first, and steals no letter.
  const typing = page.keyboard.type(" typed before", { delay: 100 });
  await program.call(createSpec, { params, body: { title: "Made meanwhile" } });
  await typing;
  await expect(dialogOf(page)).toContainText("Your text is still here.");
  await signIn(page, ada, password);
  await expect(saved(page)).toBeVisible();
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type(" and after");
  await expect.poll(textNow).toBe("Words typed before and after");
  // Requests may still be in flight.
  await page.unrouteAll({ behavior: "wait" });
});

test("A text of 250 KB with 2,000 criteria is shown and edited", { tag: "@both" }, async ({ page }) => {
  const items = Array.from(
    { length: 2_000 },
    (_, index) =>
      `${index + 1}. AC-${index + 1}: WHEN ${"a guest pays ".repeat(7)}THEN it is said ${index + 1}`,
  );
  const { path, now } = await specOf("Large", `## Acceptance criteria\n\n${items.join("\n")}\n`);
  await page.goto(path);
  await expect(page.getByText("it is said 2000")).toBeAttached({ timeout: 30_000 });
  await page.keyboard.press("e");
  await expect(editorOf(page)).toBeFocused();
  await page.getByRole("button", { name: "Add a criterion" }).click();
  await page.keyboard.type("the last one");
  await expect(editorOf(page)).toContainText("2001. AC-2001: the last one");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(saved(page)).toBeVisible({ timeout: 30_000 });
  const { acceptanceCriteria } = await now();
  expect(acceptanceCriteria).toHaveLength(2_001);
  expect(acceptanceCriteria[1_999]).toEqual({
    id: "AC-2001",
    text: "the last one",
    line: 2002,
    evidence: null,
    from: [],
  });
  await page.keyboard.press("Escape");
  await expect(page.getByText("the last one")).toBeAttached();
});
