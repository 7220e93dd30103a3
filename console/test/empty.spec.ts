import { createKey, expect, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight, settled } from "./watched.ts";

/** The pages of an unused workspace. */
const pages = [
  "/ready",
  "/inbox",
  "/context",
  "/instructions",
  "/instructions/versions",
  "/instructions/proposals",
  "/settings/members",
  "/settings/agents",
  "/settings/apps",
  "/connectors?q=nothing-has-this-name",
  "/projects/empty",
  "/projects/empty/context",
  "/projects/empty/instructions",
  "/projects/empty/instructions/versions",
  "/projects/empty/instructions/proposals",
  "/projects/empty/connectors",
  "/projects/full/plans/PLAN-1",
  "/projects/full/plans/PLAN-1/board",
  "/projects/full/plans/PLAN-1/context",
  "/projects/full/plans/PLAN-1/prototype",
];

test("21: Every empty list explains itself, offers one action, and shows it as a command", async ({
  fresh,
}) => {
  const page = await fresh.open();
  await setUp(page, fresh);
  const empty = page.locator("[data-empty]");
  const expectEmpty = async () => {
    await expect(empty).toHaveCount(1);
    const [sentence] = await empty.locator("p").allTextContents();
    expect(sentence).toMatch(/^[A-Z].*\.$/s);
    const acts = empty.locator("a, button").filter({ hasNotText: /^Copy$/ });
    await expect(acts.first()).toBeVisible();
    await expect(empty.locator("code")).toContainText(/^(npx groundplan|curl) /);
    await expect(empty.getByRole("button", { name: "Copy" })).toBeVisible();
  };
  for (const path of ["/projects", "/settings/keys"]) {
    await page.goto(path);
    await expectEmpty();
  }
  const secret = await createKey(fresh);
  const make = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await page.request.post(`/v1${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await make("/projects", { name: "Empty" });
  await make("/projects", { name: "Full" });
  await make("/projects/full/plans", { name: "A plan" });
  for (const path of pages)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await settled(page);
      await expectEmpty();
      await expectAccessibleByDayAndNight(page);
    });
});
