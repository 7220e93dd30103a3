import { createDependency, getGraph, getSpec, listSpecs, movePlan } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { planOf } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";

const cardOf = (page: Page, title: string) => page.locator(".react-flow__node", { hasText: title });

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** Returns the longest task's CPU time in milliseconds, so that other load doesn't count. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await act();
  const trace = await browser?.stopTracing();
  const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const ofPages = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && ofPages.has(threadOf(event)));
  expect(tasks.some(({ tdur = 0 }) => tdur > 0)).toBe(true);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

test("14: A thousand specs are visible within three seconds, and nothing blocks the page meanwhile", async ({
  page,
}) => {
  const deep = (part: number) =>
    Array.from({ length: 500 }, (_, index) => ({
      title: `Brick number ${part * 500 + index + 1}`,
      ref: `${index}`,
      ...(index < 25 ? {} : { needsFirst: [`${index - 25}`] }),
    }));
  const { path } = await planOf("A wall of a thousand bricks", [...deep(0), ...deep(1)]);
  await page.goto(path);
  await expect(page.getByText("Brick number 1", { exact: true })).toBeVisible();
  // Hovering preloads the page.
  const graph = page.getByRole("link", { name: "Graph", exact: true });
  await graph.hover();
  const isAllThere = () =>
    page.evaluate(() => {
      const paths = [...document.querySelectorAll(".react-flow path")].filter(
        (path) => path.getClientRects().length > 0,
      );
      const boxes = paths.flatMap((path) => path.getAttribute("d")?.match(/M[^C]*?z/g) ?? []);
      const { right = 0, bottom = 0 } = document.querySelector(".react-flow")?.getBoundingClientRect() ?? {};
      const isInside = paths.every((path) => {
        const box = path.getBoundingClientRect();
        return box.right <= right && box.bottom <= bottom;
      });
      return isInside ? boxes.length : 0;
    });
  const link = await graph.boundingBox();
  if (!link) throw new Error("The link to the graph is not there.");
  const held = await longestTask(page, async () => {
    // A lookup by role would block the page for up to 250 ms.
    await page.mouse.click(link.x + link.width / 2, link.y + link.height / 2);
    await expect.poll(isAllThere, { timeout: 3_000, intervals: [50] }).toBe(1_000);
  });
  expect(held).toBeLessThan(200);
  await expect(page.getByText("1,000 specs in 20 waves")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  // A click on illegible cards zooms in.
  await page.locator(".react-flow__pane").click({ position: { x: 200, y: 200 } });
  await expect(page.getByText(/^Brick number \d+$/).first()).toBeVisible();
  await page.keyboard.press("f");
  await expect.poll(isAllThere).toBe(1_000);

  // A menu overlaps the next group, which renders on scroll.
  await page.goto(path);
  const now = page.getByRole("region", { name: "Now" });
  await now
    .getByRole("button", { name: /^Status of/ })
    .last()
    .click();
  await page.getByRole("menu").getByRole("menuitemcheckbox").last().click({ trial: true });
  await page.keyboard.press("Escape");
  // A closed menu hands the focus back, which scrolls to its button.
  await expect(page.locator("button:focus")).toHaveCount(1);
  await now.getByRole("link").first().focus();
  await page.keyboard.press("End");
  await expect(page.getByText("Brick number 1000", { exact: true })).toBeInViewport();
});

test("A wave of only other plans' specs is neither shown nor counted", async ({ page }) => {
  const other = await planOf("The ground is sound", [
    { title: "The ground is measured", ref: "measured" },
    { title: "The ground is drained", needsFirst: ["measured"] },
  ]);
  const [, drained] = (await other.ada.call(listSpecs, { params: other.params })).specs;
  const { ada, params, path } = await planOf("A house is built", [
    { title: "The cellar is dug", ref: "dug" },
    { title: "The walls stand", needsFirst: ["dug"] },
  ]);
  const { spec: dug } = await ada.call(getSpec, { params: { ...params, specShortId: "SPEC-1" } });
  const body = { fromSpecId: dug.id, toSpecId: drained?.id ?? "" };
  await ada.call(createDependency, { params, body });
  await page.goto(path);
  const groups = page.locator("#main").getByRole("heading", { level: 2 }).filter({ hasText: /wave/ });
  await expect(groups).toHaveText(["Nextwave 2", "Laterwave 3"]);
  await page.goto(`${path}/graph`);
  await expect(page.getByText("2 specs in 2 waves")).toBeVisible();
  // The parent plan doesn't list its sub-plan's specs.
  const parent = { parentPlanId: params.planShortId };
  await ada.call(movePlan, { params: other.params, body: parent });
  await page.goto(path);
  await expect(groups).toHaveText(["Nextwave 3", "Laterwave 4"]);
});

test("Specs are opened and connected in the graph; a cycle is refused with its path; a list shows the same", {
  tag: "@both",
}, async ({ page }) => {
  const { ada, params, path } = await planOf("A bridge is built", [
    { title: "The pillars stand", ref: "pillars" },
    { title: "The road is laid", ref: "road", needsFirst: ["pillars"] },
    { title: "The lamps burn", ref: "lamps" },
  ]);
  const edges = async () =>
    (await ada.call(getGraph, { params })).edges.map(({ from, to }) => `${from} ${to}`).toSorted();
  await page.goto(`${path}/graph`);
  await expect(cardOf(page, "The pillars stand")).toContainText("now, critical");
  await expect(cardOf(page, "The lamps burn")).toContainText("now, slack 3");
  await expect(cardOf(page, "The road is laid")).toContainText("critical");
  await expect(cardOf(page, "The road is laid")).not.toContainText("now");
  await expectAccessibleByDayAndNight(page);

  const join = async (need: string, who: string) => {
    await cardOf(page, need).hover();
    await cardOf(page, need)
      .locator(".source")
      .dragTo(cardOf(page, who), { targetPosition: { x: 80, y: 30 } });
  };
  await join("The road is laid", "The lamps burn");
  await expect(page.getByText("SPEC-3 needs SPEC-2 first.")).toBeVisible();
  await expect.poll(edges).toEqual(["SPEC-2 SPEC-1", "SPEC-3 SPEC-2"]);
  await expect(page.getByText("3 specs in 3 waves")).toBeVisible();
  await join("The lamps burn", "The pillars stand");
  await expect(
    page.getByText(/cycle first\. SPEC-1 → (SPEC-3 → SPEC-2|SPEC-2 → SPEC-3) → SPEC-1\./),
  ).toBeVisible();
  expect(await edges()).toHaveLength(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(edges).toEqual(["SPEC-2 SPEC-1"]);

  await page.getByRole("link", { name: "List" }).press("Enter");
  await expect(page).toHaveURL(/list=true/);
  const then = page.getByRole("list", { name: "Wave 2" });
  await expect(then.getByRole("listitem")).toHaveCount(1);
  await expect(then).toContainText("needs SPEC-1");
  await expect(then).not.toContainText("now");
  const { next } = await ada.call(getGraph, { params });
  const marked = page.getByRole("listitem").filter({ hasText: /now, (critical|slack \d+)/ });
  await expect(marked).toHaveCount(next.length);
  for (const handle of next) await expect(marked.filter({ hasText: handle })).toHaveCount(1);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("link", { name: "Graph" }).last().press("Enter");
  await expect(page.locator(".react-flow")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  await page.keyboard.press("f");
  await cardOf(page, "The road is laid").click();
  await expect(page.getByRole("heading", { level: 1, name: "The road is laid" })).toBeVisible();
  await page.getByRole("link", { name: "In the graph" }).click();
  await expect(cardOf(page, "The road is laid")).toBeInViewport();
});
