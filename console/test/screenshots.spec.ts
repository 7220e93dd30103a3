import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectConnector, pushPlan, setProjectTracker, updateSpec } from "@groundplan/contract";
import { startGitHub } from "@groundplan/tracker-stand-ins/github";
import { type Client, createClient } from "../../client/src/index.ts";
import { expect, openFresh, password, test } from "./fresh.ts";
import { expectNothingSideways, settled } from "./watched.ts";

const plan = "/projects/shop/plans/PLAN-1";

/** Pages with a text to wait for; some are pictures in the documentation. */
const pages = [
  { name: "home", path: "/", shows: "Home", documented: "dark" },
  { name: "project", path: "/projects/shop", shows: "Shop" },
  { name: "plan", path: plan, shows: "Checkout without an account", documented: "light" },
  { name: "board", path: `${plan}/board`, shows: "Checkout without an account", documented: "dark" },
  { name: "graph", path: `${plan}/graph`, shows: "Checkout without an account", documented: "dark" },
  { name: "spec", path: `${plan}/specs/SPEC-7`, shows: "Measure where people leave", documented: "light" },
  { name: "push", path: `${plan}/pushes`, shows: "Checkout without an account", documented: "light" },
  { name: "context", path: `${plan}/context`, shows: "Checkout without an account" },
  { name: "inbox", path: "/inbox", shows: "Inbox" },
  { name: "audit", path: "/settings/audit", shows: "Audit" },
];

const documentation = join(import.meta.dirname, "../../docs/screenshots");

/** Then changes it here and in the tracker. */
async function pushAndChange(client: Client, github: Awaited<ReturnType<typeof startGitHub>>): Promise<void> {
  const { repository } = github;
  const [projectSlug, planShortId] = ["shop", "PLAN-1"];
  const params = { projectSlug, planShortId };
  const connector = { params: { connectorId: "github" }, body: { apiKey: github.token } };
  await client.call(connectConnector, connector);
  const tracker = { provider: "tracker_c", target: { repository } } as const;
  await client.call(setProjectTracker, { params: { projectSlug }, body: tracker });
  await client.call(pushPlan, { params });
  const change = (specShortId: string, body: { title?: string; effort?: 1 | 2 | 3 | 4 | 5 }) =>
    client.call(updateSpec, { params: { ...params, specShortId }, body });
  await change("SPEC-4", { title: "Confirm the order by e-mail within a minute" });
  await change("SPEC-7", { effort: 2 });
  await change("SPEC-5", { title: "Offer an account once the order is paid" });
  const offered = (await github.dump()).find(({ title }) => title.includes("Offer an account"));
  if (offered)
    await github.editAsPerson(repository, offered.number, { title: "Offer an account, no pressure" });
}

test("Ten pages of a used workspace are captured in both themes and at three widths", async ({
  browser,
}, info) => {
  info.setTimeout(300_000);
  const github = await startGitHub();
  const fresh = await openFresh(browser, { GROUNDPLAN_GITHUB_API_URL: github.url });
  try {
    const { link, people } = await fresh.demo();
    const [owner] = people;
    await pushAndChange(createClient({ url: fresh.url, apiKey: owner?.key ?? "" }), github);
    const page = await fresh.open();
    await page.goto(link);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    const folder = join(info.project.outputDir, "screenshots");
    mkdirSync(folder, { recursive: true });
    for (const { name, path, shows, documented } of pages) {
      await page.setViewportSize({ width: 1360, height: 860 });
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: shows })).toBeVisible();
      for (const width of [1360, 900, 320]) {
        await page.setViewportSize({ width, height: 860 });
        await settled(page);
        await expectNothingSideways(page);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const file = join(folder, `${name}-${width}-${colorScheme}.png`);
          const picture = await page.screenshot({ path: file });
          if (process.env.SCREENSHOTS && width === 1360 && colorScheme === documented)
            writeFileSync(join(documentation, `${name}.png`), picture);
        }
      }
    }
  } finally {
    await fresh.end();
    await github.close();
  }
});
