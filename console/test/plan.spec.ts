import {
  createPlan,
  createSpecBatch,
  listPlans,
  listSpecs,
  pushPlan,
  updatePlan,
  updateSpec,
} from "@groundplan/contract";
import type { Page, Route } from "@playwright/test";
import { dialogOf } from "./fresh.ts";
import { planOf } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, settled, test } from "./watched.ts";
import { programOf } from "./world.ts";

/** Makes a plan with specs of these titles, by a program of Ada. */
async function withTitles(name: string, ...titles: string[]) {
  const { ada, params, path } = await planOf(
    name,
    titles.map((title) => ({ title, effort: 1 })),
  );
  const titlesNow = async () => (await ada.call(listSpecs, { params })).specs.map(({ title }) => title);
  return { path, params, ada, titlesNow };
}

const rowOf = (page: Page, title: string) => page.locator("[data-item]", { hasText: title });
const statusOf = (page: Page, handle: string) =>
  page.getByRole("button", { name: new RegExp(`^Status of ${handle}:`) });

/** Chooses in the menu that a button of a row opens. */
async function choose(page: Page, button: string, choice: string) {
  await page.getByRole("button", { name: new RegExp(`^${button}`) }).click();
  await page.getByRole("menuitemcheckbox", { name: choice }).click();
}

test("1: A change shows at once; one that is refused goes back, says why, and can be tried again", async ({
  page,
}) => {
  const { path } = await withTitles("Refusals", "Alpha", "Beta");
  await page.goto(path);
  await expect(rowOf(page, "Alpha")).toBeVisible();
  let answer: (route: Route) => Promise<void> = (route) => route.continue();
  // A change shows before its answer comes: the answer is kept back until then.
  let giveAnswer = () => {};
  const keepBack = () => new Promise<void>((resolve) => (giveAnswer = resolve));
  await page.route("**/specs/SPEC-1", (route) =>
    route.request().method() === "PATCH" ? answer(route) : route.continue(),
  );
  const refusals = [
    [409, "revision_conflict", true],
    [412, "precondition_failed", true],
    [403, "forbidden", false],
    [404, "not_found", false],
    [429, "rate_limited", true],
    [503, "unavailable", true],
  ] as const;
  for (const [status, code, hasRetry] of refusals) {
    const message = `This was refused with ${status}.`;
    const kept = keepBack();
    answer = async (route) => {
      await kept;
      const headers = { "retry-after": "600" };
      await route.fulfill({ status, headers, json: { error: { code, message } } });
    };
    await page.getByRole("button", { name: "Status of SPEC-1: Todo" }).click();
    await page.getByRole("menuitemcheckbox", { name: "In progress" }).click();
    await expect(page.getByRole("button", { name: "Status of SPEC-1: In progress" })).toBeVisible();
    giveAnswer();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByRole("button", { name: "Status of SPEC-1: Todo" })).toBeVisible();
    const retry = page.getByRole("button", { name: "Retry" });
    await expect(retry).toHaveCount(hasRetry ? 1 : 0);
    if (status !== 503) await page.locator('[aria-label="Close this message"]').first().click();
  }
  answer = (route) => route.continue();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("button", { name: "Status of SPEC-1: In progress" })).toBeVisible();

  let kept = keepBack();
  answer = async (route) => {
    await kept;
    await route.fulfill({
      status: 409,
      json: { error: { code: "plan_archived", message: "It is archived." } },
    });
  };
  await choose(page, "Effort of SPEC-1", "5 · High");
  await expect(rowOf(page, "Alpha").getByText("High")).toBeVisible();
  giveAnswer();
  await expect(page.getByText("It is archived.")).toBeVisible();
  await expect(rowOf(page, "Alpha").getByText("Low")).toBeVisible();
  kept = keepBack();
  await rowOf(page, "Alpha").getByRole("link").focus();
  await page.keyboard.press("e");
  await dialogOf(page).getByLabel("Title").fill("Alpha with a better name");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Alpha with a better name")).toBeVisible();
  giveAnswer();
  await expect(rowOf(page, "Alpha with a better name")).toHaveCount(0);
  await expectAccessibleByDayAndNight(page);
});

test("Specs are added, put in order and changed together by keyboard alone, and the focus stays", async ({
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
  // The dialog gives the focus back once it is gone.
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
  await page.getByRole("menuitem", { name: "4 · High" }).press("Enter");
  await expect(rowOf(page, "Four").getByText("High")).toBeVisible();
  await expect(rowOf(page, "Two").getByText("High")).toBeVisible();
  await expect(page.getByText("2 specs: effort 4.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(rowOf(page, "Two").getByText("Low")).toBeVisible();
  await page.getByRole("button", { name: "Set the status of the selected specs" }).press("Enter");
  await page.getByRole("menuitem", { name: "In progress" }).press("Enter");
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
  await page.getByRole("menuitemcheckbox", { name: "Done" }).press("Enter");
  await expect(page.getByRole("region", { name: "Done" }).getByText("One", { exact: true })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("[data-item]")?.textContent))
    .toContain("One");
});

test("Specs that were moved to another plan come back by Undo, each as itself, in its place and below its parent", async ({
  page,
}) => {
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
  await expect(page.getByText("2 specs are back.")).toBeVisible();
  await expect(rowOf(page, "Two")).toBeVisible();
  expect(await specsNow()).toEqual(before);
});

test("Specs are put in order and into columns by mouse", async ({ page }) => {
  const { path, titlesNow } = await withTitles("By mouse", "One", "Two", "Three");
  await page.goto(path);
  await expect(rowOf(page, "Three")).toBeVisible();
  await rowOf(page, "Three").dragTo(rowOf(page, "One"), { targetPosition: { x: 200, y: 4 } });
  await expect.poll(titlesNow).toEqual(["Three", "One", "Two"]);

  await page.getByRole("link", { name: "Board", exact: true }).click();
  await expect(page).toHaveURL(/\/board$/);
  const done = page.getByRole("region", { name: "Done" });
  // The list is still there while the board is being loaded, and a drag that begins in it ends with it.
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

test("32: The words for status, effort and readiness are those of the API", async ({ page }) => {
  const ada = programOf("ada");
  const web = { projectSlug: "web" };
  const { plan } = await ada.call(createPlan, { params: web, body: { name: "In the words of the API" } });
  const params = { ...web, planShortId: plan.shortId };
  const graded = [1, 2, 3, 4, 5].map((grade) => ({
    title: `Grade ${grade}`,
    effort: grade,
    readiness: grade,
  }));
  await ada.call(createSpecBatch, { params, body: { specs: graded } });
  const { specs } = await ada.call(listSpecs, { params });
  expect(specs.map(({ effortLabel }) => effortLabel).filter(Boolean)).toHaveLength(5);
  const path = `/projects/web/plans/${plan.shortId}`;
  for (const room of [path, `${path}/board`]) {
    await page.goto(room);
    for (const { title, effort, effortLabel, readiness, readinessLabel } of specs) {
      const row = rowOf(page, title);
      await expect(row.getByText(effortLabel ?? "no word", { exact: true })).toBeVisible();
      await expect(row.getByRole("img", { name: `${readinessLabel}, ${readiness} of 5` })).toBeVisible();
      expect(effort).toBe(readiness);
    }
  }
  for (const { shortId, readinessLabel } of specs) {
    await page.goto(`${path}/specs/${shortId}`);
    await expect(
      page.getByRole("main").getByText(readinessLabel ?? "no word", { exact: true }),
    ).toBeVisible();
  }

  const made = await Promise.all(
    ["Ready", "Pushed", "Building", "Done"].map((what) => withTitles(`A plan for the word ${what}`, "One")),
  );
  const [toStart, toPush, toBuild, toEnd] = made.map((one) => one.params);
  if (!toStart || !toPush || !toBuild || !toEnd) throw new Error("Four plans are made.");
  await ada.call(updatePlan, { params: toStart, body: { status: "READY" } });
  await ada.call(pushPlan, { params: toPush });
  await ada.call(updatePlan, { params: toBuild, body: { status: "READY" } });
  await ada.call(updatePlan, { params: toBuild, body: { status: "BUILDING" } });
  await ada.call(updateSpec, { params: { ...toEnd, specShortId: "SPEC-1" }, body: { status: "DONE" } });
  await ada.call(updatePlan, { params: toEnd, body: { status: "DONE" } });
  const handles = [params, toStart, toPush, toBuild, toEnd].map(({ planShortId }) => planShortId);
  const { plans } = await ada.call(listPlans, { params: web });
  await page.goto("/projects/web");
  const ours = plans.filter(({ shortId }) => handles.includes(shortId));
  expect(new Set(ours.map(({ status }) => status)).size).toBe(5);
  for (const { shortId, statusLabel } of ours) {
    const row = page.getByRole("list", { name: "Plans" }).locator(`[data-row][href$="/${shortId}"]`);
    await expect(row.getByText(statusLabel, { exact: true })).toBeVisible();
  }
});

test("A plan says how much of it is done, below Ready and left, and what effort decides how long it takes", async ({
  page,
}) => {
  const { path, params, ada } = await withTitles("In four numbers");
  const specs = [
    { title: "Poured", ref: "a", effort: 2, readiness: 5 },
    {
      title: "Bricked",
      ref: "b",
      effort: 4,
      readiness: 4,

      needsFirst: ["a"],
    },
    { title: "Roofed", ref: "c", effort: 5, readiness: 2, needsFirst: ["b"] },
    { title: "Fenced", ref: "d", effort: 1, readiness: 3 },
  ];
  await ada.call(createSpecBatch, { params, body: { specs } });
  const setStatus = (specShortId: string, status: "DONE" | "IN_PROGRESS") =>
    ada.call(updateSpec, { params: { ...params, specShortId }, body: { status } });
  await setStatus("SPEC-1", "DONE");
  await setStatus("SPEC-2", "IN_PROGRESS");
  await page.goto(path);
  const says = (value: string, what: string) =>
    expect(page.getByRole("main").locator("dl > div").filter({ hasText: value })).toHaveText(
      `${what}${value}`,
    );
  await says("1 of 4", "done, 1 in progress");
  await says("2 below Ready", "each with its reasons");
  await says("2 steps left", "on the critical path: effort 9 of 10");
  await says("Not pushed", "no tracker has it yet");
});
