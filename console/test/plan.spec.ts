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
import { planOf, rowOf, withTitles } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";
import { programOf } from "./world.ts";

async function choose(page: Page, button: string, choice: string) {
  await page.getByRole("button", { name: new RegExp(`^${button}`) }).click();
  await page.getByRole("menuitemcheckbox", { name: choice }).click();
}

test("1: A change shows at once; a refused one is rolled back, explained, and can be retried", async ({
  page,
}) => {
  const { path } = await withTitles("Refusals", "Alpha", "Beta");
  await page.goto(path);
  await expect(rowOf(page, "Alpha")).toBeVisible();
  let answer: (route: Route) => Promise<void> = (route) => route.continue();
  // The change must show before the answer.
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
    if (status !== 503) await page.locator('[aria-label="Dismiss"]').first().click();
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

test("32: The labels of status, effort and readiness are the API's", async ({ page }) => {
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
  for (const address of [path, `${path}/board`]) {
    await page.goto(address);
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
  // The suite has made more plans than a page, or the list without a filter, shows.
  const { plans } = await ada.call(listPlans, { params: web, query: { limit: 200, q: "word" } });
  await page.goto("/projects/web?q=word");
  const ours = plans.filter(({ shortId }) => handles.includes(shortId));
  expect(new Set(ours.map(({ status }) => status)).size).toBe(5);
  for (const { shortId, statusLabel } of ours) {
    const row = page.getByRole("list", { name: "Plans" }).locator(`[data-row][href$="/${shortId}"]`);
    await expect(row.getByText(statusLabel, { exact: true })).toBeVisible();
  }
});

test("A plan shows what is done, below Ready and left, and which effort determines its length", async ({
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
  const notEstimated = (specShortId: string) =>
    ada.call(updateSpec, { params: { ...params, specShortId }, body: { effort: null } });
  await notEstimated("SPEC-1");
  await notEstimated("SPEC-4");
  await says("2 steps left", "on the critical path: effort 9 of 12, 1 of 3 not estimated");
  await page.goto(`${path}/graph`);
  await expect(page.getByText("2 steps on the critical path, 1 of 3 not estimated.")).toBeVisible();
  await page.goto(path);
  await says("Not pushed", "no tracker has it yet");
});

test("A row names a single dependency by its handle, and counts several", async ({ page }) => {
  const { path } = await planOf("Needs in rows", [
    { title: "Ground", ref: "ground" },
    { title: "Wall", ref: "wall", needsFirst: ["ground"] },
    { title: "Roof", needsFirst: ["ground", "wall"] },
  ]);
  await page.goto(path);
  await expect(rowOf(page, "Wall").getByText("needs SPEC-1", { exact: true })).toBeVisible();
  await expect(rowOf(page, "Roof").getByText("needs 2 specs", { exact: true })).toBeVisible();
  await expect(rowOf(page, "Roof").getByTitle("SPEC-1, SPEC-2")).toBeVisible();
  await expect(rowOf(page, "Ground").getByText("needs")).toHaveCount(0);
});
