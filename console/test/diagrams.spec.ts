import type { Page } from "@playwright/test";
import { pressOn, tabTo } from "./by-keyboard.ts";
import { specOf } from "./specs.ts";
import { expect, expectAccessibleByDayAndNight, test, unwatchedPageOf } from "./watched.ts";

const fenced = (...sources: string[]) =>
  sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`).join("\nNext.\n\n");
const figures = (page: Page) => page.getByRole("figure", { name: "Diagram" });
const pictures = (page: Page) => figures(page).getByRole("img");

/** Counts the frames that the page has asked for. */
function countFrames(page: Page): () => number {
  let frames = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/diagram")) frames++;
  });
  return () => frames;
}

const frameIsGone = (page: Page) => expect.poll(() => page.frames().length).toBe(1);

test("A diagram is drawn on sight, as a picture with its source as the alternative", async ({ page }) => {
  const long = "A paragraph that fills the window.\n\n".repeat(60);
  const source = "flowchart LR\n  a[Guest pays] --> b{Paid?}\n  b -->|yes| c[Seat]";
  const { path } = await specOf("Drawn", `${long}${fenced(source)}`);
  const frames = countFrames(page);
  await page.goto(path);
  const code = page.locator("pre", { hasText: "flowchart LR" });
  await expect(figures(page)).toHaveCount(1);
  await expect(code).not.toBeInViewport();
  expect(frames()).toBe(0);
  await tabTo(page, code);
  const picture = pictures(page);
  await expect(picture).toHaveAttribute("alt", `${source}\n`);
  await expect(picture).toHaveAttribute("src", /^blob:/);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await expect(code).toHaveCount(0);
  await frameIsGone(page);
  expect(frames()).toBe(1);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(frames).toBe(2);
  await frameIsGone(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleByDayAndNight(page);
  const button = page.getByRole("button", { name: "Source of the diagram" });
  await pressOn(page, button);
  await expect(code).toBeVisible();
  await expect(picture).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(picture).toBeVisible();
});

test("Diagrams of many kinds are drawn in one frame, and one with an error says so", async ({ page }) => {
  const { path } = await specOf(
    "Kinds",
    fenced(
      "sequenceDiagram\n  Ada->>Grace: Hello",
      "stateDiagram-v2\n  [*] --> Open",
      "classDiagram\n  Boat <|-- Ferry",
      "erDiagram\n  PLAN ||--o{ SPEC : has",
      'pie\n  "a" : 1\n  "b" : 2',
      "flowchart LR\n  a --",
    ),
  );
  const frames = countFrames(page);
  await page.setViewportSize({ width: 1280, height: 4000 });
  await page.goto(path);
  await expect(pictures(page)).toHaveCount(5);
  await expect(page.getByText("This diagram has an error.")).toBeVisible();
  await expect(page.locator("pre", { hasText: "a --" })).toBeVisible();
  expect(frames()).toBe(1);
  await frameIsGone(page);
});

test("A diagram of more than 50 KB of source isn't drawn, and says so", async ({ page }) => {
  const { path } = await specOf("Too long", fenced(`flowchart LR\n${"  a --> b\n".repeat(5200)}`));
  const frames = countFrames(page);
  await page.goto(path);
  await expect(page.getByText("more than 50 KB of source, so it isn't drawn.")).toBeVisible();
  await expect(pictures(page)).toHaveCount(0);
  expect(frames()).toBe(0);
});

test("A drawing that takes more than 5 seconds is cut off, whatever its frame says", async ({ page }) => {
  const { path } = await specOf("Endless", fenced("flowchart LR\n  a --> b"));
  const endless = `
    parent.postMessage({ isReady: true }, "*");
    addEventListener("message", () => {
      for (const said of [null, "svg", { id: 1 }, { id: 1, svg: 5 }, { id: 7, svg: "<svg/>" }])
        parent.postMessage(said, "*");
      while (true);
    });`;
  await page.route("**/assets/drawing-*.js", async (route) =>
    route.fulfill({ response: await route.fetch(), body: endless }),
  );
  await page.goto(path);
  await expect(
    page.getByText("Drawing this diagram took more than 5 seconds, so it was stopped."),
  ).toBeVisible();
  await frameIsGone(page);
  await expect(page.locator("pre", { hasText: "a --> b" })).toBeVisible();
});

const evil = "https://evil.example";
const hostile = [
  `flowchart LR\n  a --> b\n  click a href "javascript:parent.postMessage('ran', '*')"\n  click b call alert("ran")`,
  `flowchart LR\n  a["<img src='${evil}/a.png' onerror='alert(1)'>"] --> b["<script>alert(1)</script>"]`,
  `flowchart LR\n  a["<iframe src='${evil}/'></iframe><style>@import url(${evil}/b.css);</style>"]`,
  `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  a["<img src='${evil}/c.png' onerror='alert(1)'>"]`,
  `%%{init: {"themeCSS": "@import url(${evil}/d.css); * { background: url(${evil}/d.png) }", "fontFamily": "x; } @import url(${evil}/e.css); {"}}%%\nflowchart LR\n  a --> b`,
  `---\nconfig:\n  securityLevel: loose\n  themeVariables:\n    primaryColor: "url(${evil}/f.png)"\n---\nflowchart LR\n  a --> b`,
  `flowchart LR\n  a --> b\n  style a fill:url(${evil}/g.svg#x),background:url(${evil}/g.png)\n  classDef c fill:url(${evil}/h.png)\n  class b c`,
  `flowchart LR\n  a@{ img: "${evil}/i.png", label: "A", w: 60, h: 60 } --> b@{ icon: "evil:icon" }`,
  `sequenceDiagram\n  participant A\n  link A: Board @ javascript:alert(1)\n  A->>A: <img src=x onerror=alert(1)>`,
  `classDiagram\n  class A\n  click A href "${evil}/j" "tip" _top\n  link A "javascript:alert(1)"`,
  `gantt\n  section S\n  task :a, 2026-01-01, 1d\n  click a call alert(1)`,
  `%%{init: {"__proto__": {"ran": true}, "constructor": {"prototype": {"ran": true}}}}%%\npie\n  "<svg onload=alert(1)>" : 1`,
];

test("Hostile diagrams run nothing and ask no other host", async ({ browser }) => {
  const { path } = await specOf("Hostile diagrams", fenced(...hostile));
  const page = await unwatchedPageOf(browser, "ada");
  const asked: string[] = [];
  // Requests that the policy blocks don't get here.
  await page.context().route(`${evil}/**`, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.setViewportSize({ width: 1280, height: 9000 });
  await page.goto(path);
  await expect(figures(page)).toHaveCount(hostile.length);
  const done = page.locator("figure:has(img), figure:has(p)");
  await expect(done).toHaveCount(hostile.length);
  await frameIsGone(page);
  expect(dialogs).toEqual([]);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => ({}) as { ran?: unknown }).then(({ ran }) => ran)).toBeUndefined();
  // A picture is a document of its own, which the page's markup never becomes part of.
  await expect(figures(page).locator("svg, script, iframe, foreignObject")).toHaveCount(0);
  expect(await pictures(page).count()).toBeGreaterThan(6);
  await page.context().close();
});
