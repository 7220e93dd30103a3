import { createPlan, createSpec, createThread, updatePlan, updateSpec } from "@groundplan/contract";
import { pressOn } from "./by-keyboard.ts";
import { planOf } from "./plans.ts";
import { specOf } from "./specs.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, soon, test } from "./watched.ts";

test("Handles in a text are links that show title and state, in one request, live", {
  tag: "@both",
}, async ({ browser, page }) => {
  const {
    ada,
    plan,
    params,
    path: planPath,
  } = await planOf("Moorings", [
    { title: "Measure the quay" },
    { title: "Paint the bollards", status: "DONE" },
  ]);
  const hidden = await ada.call(createPlan, {
    params: { projectSlug: "web" },
    body: { name: "Hidden harbour", visibility: "PRIVATE" },
  });
  const { shortId } = plan;
  const words = [
    `First SPEC-1, then *${shortId}/SPEC-2* of ${shortId}; ${hidden.plan.shortId} waits, like PLAN-99999 and SPEC-77.`,
    `Not \`SPEC-1\`, nor [SPEC-1](https://example.com/), nor MYSPEC-1.`,
  ];
  const content = words.join("\n\n");
  const { spec } = await ada.call(createSpec, { params, body: { title: "All of it", content } });
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/v1/handles") && asked.push(request.url()));
  await page.goto(`${planPath}/specs/${spec.shortId}`);
  const main = page.locator("#main");
  const first = main.getByRole("link", { name: "SPEC-1 Measure the quay Todo" });
  await expect(first).toHaveAttribute("href", `${planPath}/specs/SPEC-1`);
  await expect(main.getByRole("link", { name: `${shortId}/SPEC-2 Paint the bollards Done` })).toBeVisible();
  await expect(main.getByRole("link", { name: `${shortId} Moorings Planning` })).toHaveAttribute(
    "href",
    planPath,
  );
  await expect(
    main.getByRole("link", { name: `${hidden.plan.shortId} Hidden harbour Planning` }),
  ).toBeVisible();
  await expect(main.getByRole("link", { name: /PLAN-99999|SPEC-77|MYSPEC/ })).toHaveCount(0);
  await expect(main.getByRole("link", { name: "SPEC-1", exact: true })).toHaveAttribute(
    "href",
    /example\.com/,
  );
  await expect(main.locator("code").getByRole("link")).toHaveCount(0);
  // An event asks again, for all of them too.
  expect(new Set(asked).size).toBe(1);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleByDayAndNight(page);

  const one = { projectSlug: "web", planShortId: shortId, specShortId: "SPEC-1" };
  await ada.call(updateSpec, { params: one, body: { title: "Survey the quay", status: "DONE" } });
  await ada.call(updatePlan, { params, body: { name: "Berths" } });
  const renamed = main.getByRole("link", { name: "SPEC-1 Survey the quay Done" });
  await expect(renamed).toBeVisible(soon);
  await expect(main.getByRole("link", { name: `${shortId} Berths Planning` })).toBeVisible(soon);

  const grace = await pageOf(browser, "grace");
  await grace.goto(`${planPath}/specs/${spec.shortId}`);
  await expect(grace.getByRole("link", { name: "SPEC-1 Survey the quay Done" })).toBeVisible();
  await expect(grace.getByText(`${hidden.plan.shortId} waits`)).toBeVisible();
  await expect(grace.getByText("Hidden harbour")).toHaveCount(0);
  await grace.context().close();

  await pressOn(page, renamed);
  await expect(page.getByRole("heading", { level: 1, name: "Survey the quay" })).toBeVisible();
});

test("Handles in comments and a plan's description are links, too", async ({ page }) => {
  const { ada, params, path, now } = await specOf("Dredging", "One text.");
  const planPath = path.replace(/\/specs\/.*/, "");
  const { planShortId, specShortId } = params;
  const { id: documentId } = await now();
  await ada.call(createThread, { params: { documentId }, body: { body: `As in ${specShortId}.` } });
  const body = { description: `Begins with ${specShortId}.` };
  await ada.call(updatePlan, { params: { projectSlug: "web", planShortId }, body });
  const name = `${specShortId} Dredging: one Todo`;
  await page.goto(path);
  await expect(page.getByRole("region", { name: "Conversation" }).getByRole("link", { name })).toBeVisible();
  await page.goto(planPath);
  await expect(page.locator("#main p").getByRole("link", { name })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
});

test("In a comment, a space or a sign takes the place of the space behind a chosen name", async ({
  page,
}) => {
  const { path } = await specOf("Named in a comment", "Words.");
  await page.goto(path);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Comment on the whole text" });
  await expect(field).toBeFocused();
  for (const typed of [" and ", ", "]) {
    await page.keyboard.type("@gra");
    await expect(page.getByRole("option", { name: "Grace" })).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.type(typed);
  }
  await expect(field).toHaveValue("@Grace and @Grace, ");
});
