import {
  connectConnector,
  createLabel,
  createPlan,
  createProject,
  createSpecBatch,
  pushPlan,
  setProjectTracker,
  updateSpec,
} from "@groundplan/contract";
import { startLinear } from "@groundplan/tracker-stand-ins/linear";
import { createClient } from "../../client/src/index.ts";
import { createKey, expect, openFresh, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight, expectNothingSideways, settled } from "./watched.ts";

test("Labels, priority and due date reach the tracker as a project's owner has ticked them, and older targets are offered them", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const linear = await startLinear();
  const fresh = await openFresh(browser, { GROUNDPLAN_LINEAR_API_URL: linear.url });
  try {
    const page = await fresh.open();
    await setUp(page, fresh);
    const ada = createClient({ url: fresh.url, apiKey: await createKey(fresh) });
    const connectLinear = { params: { connectorId: "linear" }, body: { apiKey: linear.token } };
    await ada.call(connectConnector, connectLinear);
    for (const name of ["Shop", "Older"]) await ada.call(createProject, { body: { name } });
    const body = { provider: "tracker_a" as const, target: { teamKey: linear.teamKey } };
    await ada.call(setProjectTracker, { params: { projectSlug: "older" }, body });
    await fresh.forgetChoices();
    const { label } = await ada.call(createLabel, { body: { name: "Billing", color: "#1f6feb" } });
    const { plan } = await ada.call(createPlan, { params: { projectSlug: "shop" }, body: { name: "Pay" } });
    const params = { projectSlug: "shop", planShortId: plan.shortId };
    await ada.call(createSpecBatch, { params, body: { specs: [{ title: "Cards" }] } });
    const details = { labelIds: [label.id], priority: 1, dueDate: "2099-12-24" };
    await ada.call(updateSpec, { params: { ...params, specShortId: "SPEC-1" }, body: details });
    const issue = () => linear.dump().issues.find(({ title }) => title === "Cards");

    const region = page.getByRole("region", { name: "Where plans are pushed" });
    await page.goto("/projects/shop/connectors");
    await page.getByRole("button", { name: "Choose where" }).press("Enter");
    const choices = page.getByRole("group", { name: "Also push of specs" }).getByRole("checkbox");
    await expect(choices).toHaveCount(4);
    for (const choice of await choices.all()) await expect(choice).toBeChecked();
    await page.getByRole("checkbox", { name: "Priority" }).press("Space");
    await settled(page);
    await expectAccessibleByDayAndNight(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNothingSideways(page);
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await expect(region).toContainText("Also pushed of specs: assignee, labels, due date.");
    expect((await ada.call(pushPlan, { params })).push.status).toBe("pushed");
    expect(issue()).toMatchObject({ labels: ["Billing"], dueDate: "2099-12-24", priority: 0 });

    await page.getByRole("button", { name: "Change" }).press("Enter");
    await expect(page.getByRole("checkbox", { name: "Priority" })).not.toBeChecked();
    await page.getByRole("checkbox", { name: "Priority" }).press("Space");
    await page.getByRole("checkbox", { name: "Due date" }).press("Space");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await expect(region).toContainText("Also pushed of specs: assignee, labels, priority.");
    await ada.call(updateSpec, {
      params: { ...params, specShortId: "SPEC-1" },
      body: { dueDate: null, labelIds: [] },
    });
    await page.goto(`/projects/shop/plans/${plan.shortId}/pushes`);
    await page.getByRole("button", { name: "Push 1 change" }).press("Enter");
    // What is switched off stays as it is there.
    await expect.poll(issue).toMatchObject({ labels: [], dueDate: "2099-12-24", priority: 1 });

    await page.goto("/projects/older/connectors");
    await expect(region).toContainText("Not pushed yet of specs: assignee, labels, priority, due date.");
    await expectAccessibleByDayAndNight(page);
    await region.getByRole("button", { name: "Push these, too" }).press("Enter");
    await expect(region).toContainText("Also pushed of specs: assignee, labels, priority, due date.");
  } finally {
    await fresh.end();
    await linear.close();
  }
  expect(linear.violations).toEqual([]);
});
