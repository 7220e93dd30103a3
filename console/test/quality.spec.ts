import { expect, settled, test, watch } from "./watched.ts";
import { world } from "./world.ts";

/** Rooms of every kind. */
const rooms = ["/", "/projects/web/plans/PLAN-1", "/projects/web/plans/PLAN-1/graph", "/context", "/inbox"];

test("33: Nothing is asked of another host, no policy is violated, and either of them would be noticed", async ({
  browser,
  page,
}) => {
  const { url } = world();
  const wrong = await watch(page, url);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  for (const path of [...rooms, "/projects/web/plans/PLAN-1/specs/SPEC-1"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await settled(page);
  }
  // This text has a picture of another host.
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
