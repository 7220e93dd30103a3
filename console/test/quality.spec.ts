import { createPlan, createSpecBatch, updateSpec } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { dialogOf } from "./fresh.ts";
import { expect, expectNothingSideways, settled, test, watch } from "./watched.ts";
import { programOf, world } from "./world.ts";

/** Pages of every kind. */
const pages = ["/", "/projects/web/plans/PLAN-1", "/projects/web/plans/PLAN-1/graph", "/context", "/inbox"];

test("33: The console contacts no other host and violates no policy, and either would be detected", async ({
  browser,
  page,
}) => {
  const { url } = world();
  const wrong = await watch(page, url);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  for (const path of [...pages, "/projects/web/plans/PLAN-1/specs/SPEC-1"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await settled(page);
  }
  await expect(page.getByRole("link", { name: "Image: a picture of another host" })).toBeVisible();
  expect(asked.length).toBeGreaterThan(50);
  expect(new Set(asked)).toEqual(new Set([url]));
  expect(wrong).toEqual([]);

  const context = await browser.newContext({ baseURL: url });
  const other = await context.newPage();
  const noticed = await watch(other, url);
  await other.goto("/sign-in");
  await other.evaluate(() => {
    const picture = new Image();
    picture.src = "https://elsewhere.example/pixel.png";
    document.body.append(picture);
  });
  await expect
    .poll(() => noticed.join("\n"))
    .toMatch(/The policy is violated: img-src https:\/\/elsewhere\.example/);
  await context.close();
});

const plan = "/projects/web/plans/PLAN-1";
const zoomed = [
  ["/", "Home"],
  ["/projects/web", "Web"],
  [plan, "Shop"],
  [`${plan}/board`, "Shop"],
  [`${plan}/graph?list=true`, "Shop"],
  [`${plan}/pushes`, "Shop"],
  [`${plan}/specs/SPEC-1`, "Catalog"],
  ["/context", "Context"],
  ["/inbox", "Inbox"],
  ["/settings/audit", "Audit"],
  ["/settings/workspace", "Workspace"],
  ["/settings/profile", "Profile"],
] as const;

for (const [path, title] of zoomed)
  test(`${path} fits the window at 200 % zoom, and with letters twice as large`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await settled(page);
    const expectAllInSight = async () => {
      await expectNothingSideways(page);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeInViewport();
      expect(await cutOff(page)).toEqual([]);
    };
    await page.setViewportSize({ width: 680, height: 430 });
    await expectAllInSight();
    await page.setViewportSize({ width: 1360, height: 860 });
    await enlarge(page);
    await expectAllInSight();
  });

test("A graph card's text stays in the card with letters twice as large", async ({ page }) => {
  await page.goto(`${plan}/graph`);
  const card = page.locator(".react-flow__node", { hasText: "Catalog" });
  await expect(card).toContainText("now, critical");
  await settled(page);
  await enlarge(page);
  await expectNothingSideways(page);
  const fits = await card.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node.querySelector("a") ?? node);
    return [...range.getClientRects()].every(
      (box) => box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom,
    );
  });
  expect(fits).toBe(true);
});

/** Doubles the font size, as a browser's setting. */
async function enlarge(page: Page): Promise<void> {
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  const before = await size();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  expect(await size()).toBe(before * 2);
}

/** Returns controls cut off at the sides. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#main :is(a, button, input, select, textarea)")]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        if (width === 0 || (left >= 0 && right <= document.documentElement.clientWidth)) return false;
        for (let box = element.parentElement; box; box = box.parentElement)
          if (["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return false;
        return !element.closest(".sr-only");
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

/** Returns all running animations, in milliseconds. */
const moving = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().map((animation) => {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      const name = animation instanceof CSSTransition ? animation.transitionProperty : "an animation";
      return { name, lasts: Number(endTime) };
    }),
  );

/** Returns the animations of opening a menu, a dialog and the palette. */
async function openEverything(page: Page) {
  const seen: { name: string; lasts: number }[] = [];
  const look = async () => {
    for (let frame = 0; frame < 5; frame++) {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      seen.push(...(await moving(page)));
    }
  };
  await page.goto(plan);
  const effort = page.getByRole("button", { name: /^Effort of SPEC-1:/ });
  await expect(effort).toBeVisible();
  await settled(page);
  await effort.hover();
  await look();
  await effort.click();
  await expect(page.getByRole("menu")).toBeVisible();
  await look();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.getByRole("button", { name: /^Add spec/ }).hover();
  await look();
  await page.getByRole("button", { name: /^Add spec/ }).click();
  await expect(dialogOf(page).getByLabel("Title")).toBeVisible();
  await look();
  await page.keyboard.press("Escape");
  await look();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeVisible();
  await look();
  return seen;
}

test("Nothing is animated under reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await openEverything(page)).toEqual([]);
});

test("Animations end within 150 milliseconds", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const seen = await openEverything(page);
  // A hover transition, so that there is something.
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter(({ lasts }) => !(lasts <= 150))).toEqual([]);
});

test("Screen readers don't announce ten edits by a program", async ({ page }) => {
  const ada = programOf("ada");
  const { plan: busy } = await ada.call(createPlan, {
    params: { projectSlug: "web" },
    body: { name: "Edited by a program" },
  });
  const params = { projectSlug: "web", planShortId: busy.shortId };
  const specs = Array.from({ length: 10 }, (_, index) => ({ title: `Step ${index + 1}` }));
  await ada.call(createSpecBatch, { params, body: { specs } });
  await page.goto(`/projects/web/plans/${busy.shortId}`);
  await expect(page.getByText("Step 10", { exact: true })).toBeVisible();
  await settled(page);
  await page.evaluate(() => {
    const said: string[] = [];
    const live = "[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])";
    const keep = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const region = element?.closest(live);
      if (region?.textContent?.trim()) said.push(region.textContent);
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        keep(target);
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const region of node.querySelectorAll(live))
              if (region.textContent?.trim()) said.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { said });
  });
  for (let step = 1; step <= 10; step++)
    await ada.call(updateSpec, {
      params: { ...params, specShortId: `SPEC-${step}` },
      body: { title: `Step ${step}, better`, status: step % 2 ? "IN_PROGRESS" : "DONE" },
    });
  await expect(page.getByText(/^Step \d+, better$/)).toHaveCount(10);
  await settled(page);
  const said = () => page.evaluate(() => (globalThis as typeof globalThis & { said: string[] }).said);
  expect(await said()).toEqual([]);
  // The user's own action is.
  await page.getByRole("checkbox", { name: "Select SPEC-1", exact: true }).check();
  await expect.poll(said).toEqual(["1 spec selected"]);
});
