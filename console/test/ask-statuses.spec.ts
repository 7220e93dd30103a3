import {
  connectConnector,
  createPlan,
  createProject,
  createSpecBatch,
  getProjectTracker,
  pushPlan,
  setProjectTracker,
  updateSpec,
} from "@groundplan/contract";
import { startLinear } from "@groundplan/tracker-stand-ins/linear";
import { createClient } from "../../client/src/index.ts";
import { createKey, expect, openFresh, password, setUp, test } from "./fresh.ts";
import { isThere, refuse } from "./refusals.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

const question = "What should happen to an issue when the status of its spec changes?";

const titles = ["Before", "Finished", "Begun"];

/** With the issues of the three specs after the next push. */
const answers = [
  {
    statuses: "close",
    button: "Close and reopen issues with their specs",
    says: "Close and reopen issues with their specs",
    push: "Push 1 change",
    issues: ["Backlog", "Done", "Backlog"],
  },
  {
    statuses: "all",
    button: "Also start issues of specs in progress",
    says: "Also start issues of specs in progress",
    push: "Push 2 changes",
    issues: ["Backlog", "Done", "In Progress"],
  },
  {
    statuses: "off",
    button: "Push no statuses",
    says: "Are not pushed",
    push: null,
    issues: ["Backlog", "Backlog", "Backlog"],
  },
] as const;

test("A target set before statuses could be pushed asks once what to do with them, and a push follows the answer", {
  tag: "@both",
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const linear = await startLinear();
  const fresh = await openFresh(browser, { GROUNDPLAN_LINEAR_API_URL: linear.url });
  try {
    const page = await fresh.open();
    await setUp(page, fresh);
    const ada = createClient({ url: fresh.url, apiKey: await createKey(fresh) });
    const connectLinear = { params: { connectorId: "linear" }, body: { apiKey: linear.token } };
    await ada.call(connectConnector, connectLinear);
    const addProject = async (projectSlug: string) => {
      await ada.call(createProject, { body: { name: projectSlug } });
      const target = { teamKey: linear.teamKey };
      const body = { provider: "tracker_a" as const, target, references: "live" as const };
      await ada.call(setProjectTracker, { params: { projectSlug }, body });
    };
    for (const { statuses } of answers) await addProject(statuses);
    await fresh.forgetChoices();
    await addProject("new");
    /** Pushes a plan without statuses, after which one spec is finished. */
    const launch = async (projectSlug: string) => {
      const { plan } = await ada.call(createPlan, { params: { projectSlug }, body: { name: "Launch" } });
      const params = { projectSlug, planShortId: plan.shortId };
      const specs = titles.map((title) => ({ title: `${title}: ${projectSlug}` }));
      await ada.call(createSpecBatch, { params, body: { specs } });
      expect((await ada.call(pushPlan, { params })).push.status).toBe("pushed");
      const set = (specShortId: string, status: "DONE" | "IN_PROGRESS") =>
        ada.call(updateSpec, { params: { ...params, specShortId }, body: { status } });
      await set("SPEC-1", "DONE");
      return { set, path: `/projects/${projectSlug}/plans/${plan.shortId}` };
    };

    const region = page.getByRole("region", { name: "Where plans are pushed" });
    const asked = region.getByRole("group", { name: question });
    await test.step("a newer target does not ask", async () => {
      await page.goto("/projects/new/connectors");
      await expect(region).toContainText("Statuses of specs: Close and reopen issues with their specs.");
      await expect(asked).toHaveCount(0);
    });

    await test.step("a viewer, who can't answer, is not asked", async () => {
      const whose = ["--email", "grace@acme.example", "--workspace", "acme"];
      await fresh.admin("user", "create", ...whose, "--name", "Grace", "--role", "VIEWER");
      const { link = "" } = await fresh.admin("user", "reset", "--email", "grace@acme.example");
      const grace = await fresh.open();
      await grace.goto(link);
      await grace.getByLabel("Password").fill(password);
      await grace.getByRole("button", { name: "Set password" }).press("Enter");
      await expect(grace.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
      await grace.goto("/projects/close/connectors");
      const hers = grace.getByRole("region", { name: "Where plans are pushed" });
      await expect(hers).toContainText(linear.teamKey);
      await expect(hers).not.toContainText(question);
    });

    for (const { statuses, button, says, push, issues } of answers)
      await test.step(`the answer is: ${button}`, async () => {
        const { set, path } = await launch(statuses);
        await page.goto(`/projects/${statuses}/connectors`);
        await expect(asked).toContainText("Existing differences stay; only new changes are pushed.");
        await expect(asked.getByRole("button")).toHaveText(answers.map((answer) => answer.button));
        const answer = asked.getByRole("button", { name: button });
        if (statuses === "close") {
          await expectAccessibleByDayAndNight(page);
          await refuse(page, () => answer.press("Enter"), isThere(asked));
        }
        await answer.press("Enter");
        await expect(page.getByText("Your choice is saved.")).toBeVisible();
        await expect(region).toContainText(`Statuses of specs: ${says}.`);
        await expect(asked).toHaveCount(0);
        await expect(page.locator("#main")).toBeFocused();
        await page.reload();
        await expect(region).toContainText(`Statuses of specs: ${says}.`);
        await expect(asked).toHaveCount(0);
        const saved = await ada.call(getProjectTracker, { params: { projectSlug: statuses } });
        expect(saved).toMatchObject({ tracker: { statuses, references: "live" }, statusesChosen: true });

        await set("SPEC-2", "DONE");
        await set("SPEC-3", "IN_PROGRESS");
        await page.goto(`${path}/pushes`);
        await expect(page.getByRole("heading", { name: `The next push to ${linear.teamKey}` })).toBeVisible();
        const start = page.getByRole("button", { name: /^Push \d/ });
        if (push === null) await expect(start).toHaveCount(0);
        else {
          await expect(start).toHaveText(push);
          await start.press("Enter");
          await expect(page.getByRole("list", { name: "Items" })).toBeVisible();
          await expect(page.getByText("Pushed", { exact: true }).first()).toBeVisible();
        }
        const stateOf = (title: string) =>
          linear.dump().issues.find((issue) => issue.title === `${title}: ${statuses}`)?.state;
        await expect.poll(() => titles.map(stateOf)).toEqual(issues);
      });
  } finally {
    await fresh.end();
    await linear.close();
  }
  expect(linear.violations).toEqual([]);
});
