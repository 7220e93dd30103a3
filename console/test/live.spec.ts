import { createPlan, createProject, createSpec, updatePlan, updateSpec } from "@groundplan/contract";
import type { Page, Request } from "@playwright/test";
import { expect, pageOf, settled, soon, test } from "./watched.ts";
import { programOf, world } from "./world.ts";

const web = { projectSlug: "web" };

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

/** Waits until a tab of this browser follows events. */
const isLive = (page: Page) => page.waitForResponse("**/v1/events");

test("27: A program's change appears in every open tab of two users, and the focus stays", async ({
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

test("An event invalidates only what it concerns", async ({ page }) => {
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
  expect(asked.filter((path) => /PLAN-2(\/|$)/.test(path) || path === "/v1/projects")).toEqual([]);
});

test("A broken connection is reopened and resumes", { tag: "@both" }, async ({ page }) => {
  const { ada, specParams, path } = await planOf("Broken");
  const from: (string | undefined)[] = [];
  let isBroken = false;
  await page.route("**/v1/events", async (route) => {
    from.push(route.request().headers()["last-event-id"]);
    if (isBroken) return route.abort();
    // The next connection delivers the rest.
    if (from.length === 1)
      return route.fulfill({
        contentType: "text/event-stream",
        body: 'id: 1\nevent: spec.updated\ndata: {"type":"spec.updated","data":{}}\n\nretry: 500\n\n',
      });
    return route.continue();
  });
  await page.goto(path);
  await expect.poll(() => from.length).toBeGreaterThan(1);
  expect(from.slice(0, 2)).toEqual([expect.stringMatching(/^\d+$/), "1"]);
  await ada.call(updateSpec, { params: specParams, body: { title: "After the break" } });
  // All earlier events are replayed first.
  await expect(page.getByText("After the break")).toBeVisible();
  isBroken = true;
});

test("After missed events everything shown is read again", async ({ page }) => {
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

test("An opening page reads nothing twice, and a spec's text before the rest of its plan", async ({
  page,
}) => {
  const { ada, specParams, path } = await planOf("Read once");
  await ada.call(updateSpec, { params: specParams, body: { content: "What is to be read." } });
  // Blocks other tests' events.
  const contentType = "text/event-stream";
  await page.route("**/v1/events", (route) => route.fulfill({ contentType, body: "retry: 60000\n\n" }));
  const open = async (address: string) => {
    const asked: string[] = [];
    const note = (request: Request) =>
      asked.push(`${request.method()} ${request.url().slice(world().url.length)}`);
    page.on("request", note);
    const live = isLive(page);
    const opened = await page.goto(address);
    await live;
    await settled(page);
    page.off("request", note);
    return { asked, given: answersIn((await opened?.text()) ?? "") };
  };
  for (const address of ["/", "/", path, `${path}/specs/SPEC-1`]) {
    let { asked, given } = await open(address);
    // On a busy machine the page may lack early answers.
    for (let tries = 0; given.length === 0 && tries < 5; tries++) ({ asked, given } = await open(address));
    expect(given).toContain("POST /console/token");
    const reads = [...given, ...asked.filter((name) => /^[A-Z]+ \/(v1|console)\//.test(name))];
    expect(reads.length).toBeGreaterThan(5);
    expect(reads.filter((name, at) => reads.indexOf(name) !== at)).toEqual([]);
    const early = () => Object.keys((globalThis as unknown as { early: object }).early);
    expect(await page.evaluate(early)).toEqual([]);
  }
  await expect(page.getByText("What is to be read.")).toBeVisible();
  // Element timing tells when the text was painted.
  const times = () =>
    page.evaluate(
      (list) => [
        (performance.getEntriesByName("first-contentful-paint")[0] as { paintTime?: number } | undefined)
          ?.paintTime ?? 0,
        performance.getEntriesByType("resource").find(({ name }) => name.endsWith(list))?.startTime ?? 0,
      ],
      `/v1${path}/specs?limit=200`,
    );
  await expect.poll(async () => (await times()).every((time) => time > 0)).toBe(true);
  const [painted = 0, asked = 0] = await times();
  expect(asked).toBeGreaterThan(painted);
});

test("Changes made while a page opens, before it follows events, appear in it and in a second tab", {
  tag: "@both",
}, async ({ page }) => {
  const { ada, specParams, path } = await planOf("Between");
  const held = async (tab: Page) => {
    let go = () => {};
    const released = new Promise<void>((resolve) => {
      go = resolve;
    });
    await tab.route(/\/assets\/live-/, async (route) => {
      await released;
      await route.continue();
    });
    await tab.goto(path);
    return go;
  };
  const follow = await held(page);
  await expect(page.getByText("The first spec")).toBeVisible();
  await ada.call(updateSpec, { params: specParams, body: { title: "Changed before it followed" } });
  const live = isLive(page);
  follow();
  await expect(page.getByText("Changed before it followed")).toBeVisible(soon);
  await live;
  const tab = await page.context().newPage();
  const listen = await held(tab);
  await expect(tab.getByText("Changed before it followed")).toBeVisible();
  await ada.call(updateSpec, { params: specParams, body: { title: "Changed before it listened" } });
  await expect(page.getByText("Changed before it listened")).toBeVisible(soon);
  await expect(tab.getByText("Changed before it followed")).toBeVisible();
  listen();
  await expect(tab.getByText("Changed before it listened")).toBeVisible(soon);
  await tab.close();
});

test("An early answer that was outdated before its use is read again", async ({ page }) => {
  const { ada, path } = await planOf("Not shown at once");
  // The rail has the projects, and renders only when opened.
  await page.setViewportSize({ width: 400, height: 800 });
  const early = () => Object.keys((globalThis as unknown as { early: object }).early);
  // Other tests' changes drop them, too.
  await expect(async () => {
    const live = isLive(page);
    await page.goto(path);
    await expect(page.getByText("The first spec")).toBeVisible();
    await live;
    expect(await page.evaluate(early)).toContain("GET /v1/projects?limit=200");
  }).toPass();
  const heard = page.waitForFunction(
    () => Object.keys((globalThis as unknown as { early: object }).early).length === 0,
  );
  await ada.call(createProject, { body: { name: "Made since" } });
  await heard;
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("link", { name: "Made since" })).toBeVisible();
});

/** Returns the requests of the embedded answers. */
function answersIn(html: string): string[] {
  const [, text = "{}"] = /<script type="application\/json" id="answers">([^<]*)</.exec(html) ?? [];
  const answers: Record<string, unknown> = JSON.parse(text);
  return Object.keys(answers).filter((name) => answers[name] !== null);
}
