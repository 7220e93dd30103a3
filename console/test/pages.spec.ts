import { expect, expectAccessibleByDayAndNight, expectNothingSideways, settled, test } from "./watched.ts";

/** Every page with a text to wait for. */
const pages = [
  ["/", "Home"],
  ["/ready", "Ready to work on"],
  ["/specs", "Specs"],
  ["/specs?assignee=me&status=TODO,IN_PROGRESS&sort=due", "My work"],
  ["/projects", "Projects"],
  ["/bin", "Bin"],
  ["/projects/web", "Web"],
  ["/projects/web/plans/PLAN-1", "Shop"],
  ["/projects/web/plans/PLAN-4", "A plan with a name"],
  ["/projects/web/plans/PLAN-1/board", "Shop"],
  ["/projects/web/plans/PLAN-4/board", "A plan with a name"],
  ["/projects/web/plans/PLAN-1/graph", "Shop"],
  ["/projects/web/plans/PLAN-4/graph?list=true", "A plan with a name"],
  ["/projects/web/plans/PLAN-1/pushes", "Shop"],
  ["/projects/web/plans/PLAN-1/specs/SPEC-1", "Catalog"],
  ["/projects/web/plans/PLAN-1/specs/SPEC-1/versions", "Catalog"],
  ["/projects/web/plans/PLAN-1/specs/SPEC-1/versions/2", "Catalog"],
  ["/context", "Context"],
  ["/projects/web/context", "Web"],
  ["/projects/web/plans/PLAN-1/context", "Shop"],
  ["/projects/web/plans/PLAN-1/context/pack", "Preview for agents"],
  ["/skills", "Skills and formats"],
  ["/skills/slicing", "slicing"],
  ["/projects/web/formats", "Web"],
  ["/formats/spec", "The format of specs"],
  ["/instructions", "Skills and formats"],
  ["/projects/web/instructions/versions", "Web"],
  ["/connectors", "Connectors"],
  ["/connectors/github", "GitHub"],
  ["/projects/web/connectors", "Web"],
  ["/projects/web/policy", "Web"],
  ["/projects/web/connectors/notion", "Notion"],
  ["/api", "API"],
  ["/projects/none", "Page not found"],
  ["/inbox", "Inbox"],
  ["/inbox/later", "Inbox"],
  ["/inbox/settings", "Inbox"],
  ["/settings/members", "Members"],
  ["/settings/agents", "Connect an agent"],
  ["/settings/keys", "API keys"],
  ["/settings/webhooks", "Webhooks"],
  ["/settings/apps", "Connected apps"],
  ["/settings/workspace", "Workspace"],
  ["/settings/profile", "Profile"],
] as const;

for (const [index, [path, title]] of pages.entries())
  test(`24: ${path} is accessible in both themes and at three widths`, {
    tag: index % 2 ? "@postgresql" : [],
  }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await settled(page);
    await expectAccessibleByDayAndNight(page);
    await page.setViewportSize({ width: 900, height: 860 });
    await expectNothingSideways(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessibleByDayAndNight(page);
  });
