import { createPlan, createSpec, updatePlan, updateSpec } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { expect, pageOf, test } from "./watched.ts";
import { programOf } from "./world.ts";

const soon = { timeout: 2_000 };
const web = { projectSlug: "web" };

/** Makes a plan with one spec, by a program of Ada. */
async function planOf(name: string) {
  const ada = programOf("ada");
  const { plan } = await ada.call(createPlan, { params: web, body: { name } });
  const params = { ...web, planShortId: plan.shortId };
  const { spec } = await ada.call(createSpec, { params, body: { title: "The first spec" } });
  return {
    ada,
    params,
    specParams: { ...params, specShortId: spec.shortId },
    path: `/projects/web/plans/${plan.shortId}`,
  };
}

/** Waits until a page, or another tab of its browser, follows what happens. */
const isLive = (page: Page) => page.waitForResponse("**/v1/events");

test("27: What a program changes is seen in every open tab of two people, and the focus stays", async ({
  browser,
  page,
}) => {
  const { ada, params, specParams, path } = await planOf("Seen by two");
  const live = isLive(page);
  await page.goto(path);
  await live;
  const asked: string[] = [];
  const tab = await page.context().newPage();
  tab.on("request", (request) => asked.push(request.url()));
  await tab.goto(`${path}/specs/SPEC-1`);
  await expect(tab.getByRole("heading", { level: 1, name: "The first spec" })).toBeVisible();
  const grace = await pageOf(browser, "grace");
  const graceIsLive = isLive(grace);
  await grace.goto("/projects/web");
  await graceIsLive;
  await expect(grace.getByText("Seen by two").first()).toBeVisible();
  await page.locator("[data-row]").first().focus();

  await ada.call(updateSpec, {
    params: specParams,
    body: { title: "A better title", effort: 3 },
  });
  await expect(page.getByText("A better title")).toBeVisible(soon);
  await expect(tab.getByRole("heading", { level: 1, name: "A better title" })).toBeVisible(soon);
  await expect(page.locator("[data-row]:focus")).toContainText("A better title");
  await ada.call(updatePlan, { params, body: { name: "Renamed for two" } });
  await expect(grace.getByText("Renamed for two").first()).toBeVisible(soon);
  await expect(page.getByRole("heading", { level: 1, name: "Renamed for two" })).toBeVisible(soon);
  expect(asked.filter((url) => url.endsWith("/v1/events"))).toEqual([]);

  const taken = isLive(tab);
  await page.close();
  await taken;
  await ada.call(updateSpec, { params: specParams, body: { title: "Told by the other tab" } });
  await expect(tab.getByRole("heading", { level: 1, name: "Told by the other tab" })).toBeVisible(soon);
  await grace.context().close();
});

test("Only what an event is about is read again", { tag: "@both" }, async ({ page }) => {
  const { ada, params } = await planOf("Read again");
  const live = isLive(page);
  await page.goto(`/projects/web/plans/${params.planShortId}`);
  await live;
  await expect(page.getByText("The first spec")).toBeVisible();
  await page.waitForTimeout(500);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const other = { ...web, planShortId: "PLAN-2" };
  await ada.call(updateSpec, { params: { ...other, specShortId: "SPEC-1" }, body: { effort: 2 } });
  await ada.call(updateSpec, { params: { ...params, specShortId: "SPEC-1" }, body: { effort: 5 } });
  await expect.poll(() => asked.some((path) => path.endsWith(`${params.planShortId}/specs`))).toBe(true);
  expect(asked.filter((path) => path.includes("PLAN-2") || path === "/v1/projects")).toEqual([]);
});

test("A connection that breaks is made again, and goes on where it was", { tag: "@both" }, async ({
  page,
}) => {
  const { ada, specParams, path } = await planOf("Broken");
  const from: (string | undefined)[] = [];
  let isBroken = false;
  await page.route("**/v1/events", async (route) => {
    from.push(route.request().headers()["last-event-id"]);
    if (isBroken) return route.abort();
    // The first connection ends with one event; what comes after it is told by the next one.
    if (from.length === 1)
      return route.fulfill({
        contentType: "text/event-stream",
        body: 'id: 1\nevent: spec.updated\ndata: {"type":"spec.updated","data":{}}\n\nretry: 500\n\n',
      });
    return route.continue();
  });
  await page.goto(path);
  await expect.poll(() => from.length).toBeGreaterThan(1);
  expect(from.slice(0, 2)).toEqual([undefined, "1"]);
  await ada.call(updateSpec, { params: specParams, body: { title: "After the break" } });
  await expect(page.getByText("After the break")).toBeVisible(soon);
  isBroken = true;
});

test("Where events were left out, everything that is shown is read again", { tag: "@both" }, async ({
  page,
}) => {
  const { ada, specParams, path } = await planOf("Reset");
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route("**/v1/events", async (route) => {
    await told;
    await route.fulfill({
      contentType: "text/event-stream",
      body: "id: 9\nevent: reset\ndata: {}\n\nretry: 60000\n\n",
    });
  });
  await page.goto(path);
  await expect(page.getByText("The first spec")).toBeVisible();
  await ada.call(updateSpec, { params: specParams, body: { title: "Told by nobody" } });
  tell();
  await expect(page.getByText("Told by nobody")).toBeVisible(soon);
});
