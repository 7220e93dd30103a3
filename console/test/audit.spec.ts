import { createApiKey, listAudit, updateSpec } from "@groundplan/contract";
import { createClient } from "../../client/src/index.ts";
import { specOf } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, settled, test } from "./watched.ts";
import { programOf, world } from "./world.ts";

test("29: An agent's changes name the agent, its user and key, can be filtered, and are reverted in one click", async ({
  page,
  browser,
}) => {
  const { params, path, textNow, write } = await specOf("Changed by an agent", "The text of a person.\n");
  await write("The text of a person, again.\n");
  const ada = programOf("ada");
  const { secret } = await ada.call(createApiKey, { body: { name: "Surveyor", scope: "write" } });
  const agent = createClient({ url: world().url, apiKey: secret });
  await agent.call(updateSpec, { params, body: { content: "The text of an agent.\n" } });

  await page.goto("/settings/audit?kind=unknown");
  await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
  await expect(page.getByLabel("What", { exact: true })).toHaveValue("");
  const entries = page.getByRole("list", { name: "Audit log" });
  const first = entries.getByRole("listitem").filter({ hasText: "Surveyor for Ada" }).first();
  await expect(first).toContainText("spec updated");
  await expect(first).toContainText("API key");
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("checkbox", { name: "By agents" }).check();
  await expect(page).toHaveURL(/agents=true/);
  await page.getByLabel("What", { exact: true }).selectOption({ label: "spec updated" });
  await expect(page).toHaveURL(/kind=spec\.updated/);
  await expect(first).toBeVisible();
  // Other tests write, too.
  const { entries: told } = await ada.call(listAudit, { query: { type: "spec.updated", limit: "50" } });
  expect(told.map(({ credential }) => credential)).toContainEqual({ kind: "api_key", name: "Surveyor" });
  await agent.call(updateSpec, { params, body: { status: "IN_PROGRESS" } });
  await expect(first).toContainText("In progress");
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "By agents" })).toBeChecked();
  await expect(first).toContainText("In progress");
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });

  await page.goto(`${path}/versions`);
  const versions = page.getByRole("list", { name: "Versions" });
  await expect(versions.getByRole("listitem").first()).toContainText("Surveyor for Ada");
  // The two of a person are one row.
  await expect(versions.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "By agents" }).check();
  await expect(page).toHaveURL(/agents=true/);
  await page.getByRole("checkbox", { name: "By agents" }).uncheck();
  await page.getByRole("button", { name: "Revert version 3" }).click();
  await expect.poll(textNow).toBe("The text of a person, again.\n");
  await expect(versions.getByRole("listitem").first()).not.toContainText("Surveyor");
  await expectAccessibleByDayAndNight(page);

  const other = await pageOf(browser, "grace");
  await other.goto("/settings/audit");
  await expect(other.getByText("Only owners can see the audit log")).toBeVisible();
  await settled(other);
  await other.context().close();
});
