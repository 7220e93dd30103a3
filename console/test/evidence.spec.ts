import {
  addEvidence,
  completeClaim,
  createPlan,
  createSpec,
  getProject,
  getSpec,
  getWorkspace,
  takeClaim,
  updateProject,
  updateSpec,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { projectOf, rowOf } from "./plans.ts";
import { specOf } from "./specs.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, soon, test } from "./watched.ts";
import { programOf } from "./world.ts";

const content =
  "Carts.\n\n## Acceptance criteria\n\n1. AC-1: An empty cart can't be paid.\n2. A full cart can be paid.\n3. AC-3: Both are logged.\n";
const run = (criterion: string | number, more: object = {}) => ({
  criterion,
  result: "passed" as const,
  kind: "run" as const,
  ref: "https://ci.example/812",
  checks: 12,
  ...more,
});
const evidenceOf = (page: Page) => page.getByRole("region", { name: "Evidence", exact: true });

test("A spec shows each criterion with the mark of its evidence and its reference, and the evidence is read", {
  tag: "@both",
}, async ({ page }) => {
  const { ada, params, path } = await specOf("Marks of evidence", content);
  const add = (...evidence: ReturnType<typeof run>[]) =>
    ada.call(addEvidence, { params, body: { evidence } });
  await add(run("AC-1"), run(2, { result: "failed", ref: "javascript:alert(1)" }));
  await page.goto(path);
  const shown = evidenceOf(page);
  await expect(shown).toContainText("1 of 3 criteria proven");
  await expect(shown.getByRole("img", { name: "Passed" })).toHaveCount(1);
  await expect(shown.getByRole("img", { name: "Failed" })).toHaveCount(1);
  await expect(shown.getByRole("img", { name: "Open" })).toHaveCount(1);
  await expect(shown.getByRole("link")).toHaveCount(1);
  await expect(shown.getByRole("link")).toHaveAttribute("href", "https://ci.example/812");
  await expect(shown.getByText("javascript:alert(1)")).toBeVisible();
  await expectAccessibleByDayAndNight(page);

  await add(run("AC-3", { note: "Seen in the log" }));
  await expect(shown).toContainText("2 of 3 criteria proven", soon);
  await shown.getByRole("button", { name: "Read the evidence" }).click();
  const all = shown.getByRole("list", { name: "All evidence, newest first" });
  await expect(all.getByRole("listitem")).toHaveCount(3);
  await expect(all.getByRole("listitem").first()).toContainText("Seen in the log");
  await expect(all.getByRole("listitem").first()).toContainText("12 checks");
  await expect(all.getByRole("listitem").first()).toContainText("for Ada, on the author's word");
  await ada.call(updateSpec, { params, body: { content: content.replace("can't be paid", "is refused") } });
  await expect(all.getByText("The criterion's words have changed since.")).toBeVisible(soon);
  await expect(shown).toContainText("1 of 3 criteria proven");
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
});

test("Owners set the policy of the workspace and of a project, which others read", {
  tag: "@both",
}, async ({ page, browser }) => {
  const { ada, params, path } = await projectOf("Policed");
  const evidence = page.getByLabel("Evidence for acceptance criteria");
  const save = () => page.getByRole("button", { name: "Save policy" }).click();
  await page.goto("/settings/workspace");
  await expect(evidence).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await evidence.selectOption("asked");
  await save();
  const workspaceNow = async () => (await ada.call(getWorkspace, {})).workspace;
  await expect(page.getByText("The policy is saved.")).toBeVisible();
  await expect.poll(workspaceNow).toMatchObject({ evidence: "asked", reviewer: "anyone" });

  await page.goto(`${path}/policy`);
  await expect(evidence).toContainText("As the workspace: Asked for");
  await expect(evidence.getByRole("option")).toHaveCount(3);
  await evidence.selectOption("required");
  await page.getByLabel("The pass that counts").selectOption("person");
  await save();
  const projectNow = async () => (await ada.call(getProject, { params })).project;
  await expect.poll(projectNow).toMatchObject({ evidence: "required", reviewer: "person" });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  await evidence.selectOption("");
  await save();
  await expect.poll(projectNow).toMatchObject({ evidence: null, reviewer: "person" });

  const grace = await pageOf(browser, "grace");
  await grace.goto(`${path}/policy`);
  await expect(grace.getByText("Asked for: open criteria")).toBeVisible();
  await expect(grace.getByText("That of a person in the console")).toBeVisible();
  await expect(grace.getByRole("button", { name: "Save policy" })).toHaveCount(0);
  await expectAccessibleByDayAndNight(grace);
  await grace.goto("/settings/workspace");
  await expect(grace.getByText("Only owners can change it.")).toBeVisible();
  await grace.context().close();

  await page.goto("/settings/workspace");
  await evidence.selectOption("off");
  await save();
  await expect.poll(workspaceNow).toMatchObject({ evidence: "off" });
});

test("A spec that awaits a review is marked and listed, and a person passes or fails it", {
  tag: "@both",
}, async ({ page }) => {
  const { ada, params, path } = await projectOf("Reviewed");
  await ada.call(updateProject, { params, body: { evidence: "required", reviewer: "person" } });
  const { plan } = await ada.call(createPlan, { params, body: { name: "Kiosk to review" } });
  const planParams = { ...params, planShortId: plan.shortId };
  const grace = programOf("grace");
  const build = async (specShortId: string) => {
    const spec = `${plan.shortId}/${specShortId}`;
    const { claim } = await grace.call(takeClaim, { body: { spec, agent: "Coder 2" } });
    const body = { evidence: [run(1), run(2), run(3)] };
    await grace.call(completeClaim, { params: { claimId: claim.id }, body });
  };
  for (const title of ["Reviewed cart", "Failed cart"])
    await ada.call(createSpec, { params: planParams, body: { title, content } });
  await page.goto("/");
  await build("SPEC-1");
  await build("SPEC-2");
  const toReview = page.getByRole("region", { name: "To review" });
  await expect(toReview.getByText("Reviewed cart")).toBeVisible(soon);
  await expect(toReview.getByText("Failed cart")).toBeVisible(soon);
  await expectAccessibleByDayAndNight(page);

  const planPath = `${path}/plans/${plan.shortId}`;
  for (const view of ["", "/board"]) {
    await page.goto(planPath + view);
    await expect(rowOf(page, "Reviewed cart")).toContainText("Needs review");
    await expectAccessibleByDayAndNight(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessibleByDayAndNight(page);
    await page.setViewportSize({ width: 1360, height: 860 });
  }
  const specNow = async (specShortId: string) =>
    (await ada.call(getSpec, { params: { ...planParams, specShortId } })).spec;

  await page.goto(`${planPath}/specs/SPEC-1`);
  await expect(page.getByText("Needs review")).toBeVisible();
  await evidenceOf(page).getByRole("button", { name: "Pass AC-1" }).click();
  await expect(evidenceOf(page).getByText("from a person")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  expect((await specNow("SPEC-1")).awaitsReview).toBe(true);
  await evidenceOf(page).getByRole("button", { name: "Pass all" }).click();
  await expect(page.getByText("Needs review")).toHaveCount(0);
  expect(await specNow("SPEC-1")).toMatchObject({ status: "DONE", awaitsReview: false });

  await page.goto(`${planPath}/specs/SPEC-2`);
  await evidenceOf(page).getByRole("button", { name: "Fail 2" }).click();
  await expect(page.getByText("Needs review")).toHaveCount(0);
  expect(await specNow("SPEC-2")).toMatchObject({ status: "TODO", awaitsReview: false });
});
