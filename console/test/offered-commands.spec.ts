import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { createPlan, createProject, createSpec } from "@groundplan/contract";
import { startGitHub } from "@groundplan/tracker-stand-ins/github";
import { createClient } from "../../client/src/index.ts";
import { writeZip } from "../../server/src/zip/write-zip.ts";
import { startEverything } from "../../server/test/mcp/start-peer.ts";
import { createKey, expect, openFresh, setUp, test } from "./fresh.ts";

const run = promisify(execFile);

test("The commands that the pages of trackers, pushes and prototypes offer run as they are shown", {
  tag: "@both",
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const github = await startGitHub();
  const peer = await startEverything();
  const fresh = await openFresh(browser, {
    GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
    GROUNDPLAN_GITHUB_API_URL: github.url,
  });
  const folder = mkdtempSync(join(tmpdir(), "groundplan-offered-"));
  try {
    const page = await fresh.open();
    await setUp(page, fresh);
    const apiKey = await createKey(fresh);
    const ada = createClient({ url: fresh.url, apiKey });
    const params = { projectSlug: "shop" };
    await ada.call(createProject, { body: { name: "Shop" } });
    await ada.call(createPlan, { params, body: { name: "Launch" } });
    const planParams = { ...params, planShortId: "PLAN-1" };
    await ada.call(createSpec, { params: planParams, body: { title: "A guest pays" } });

    const offered = async (sentence: string) => {
      const empty = page.locator("[data-empty]").filter({ hasText: sentence });
      await expect(empty).toBeVisible();
      return (await empty.locator("code").textContent()) ?? "";
    };
    const env = { ...process.env, GROUNDPLAN_URL: fresh.url, GROUNDPLAN_API_KEY: apiKey };
    /** Runs a command line; a failing one throws. */
    const shell = async (line: string, cwd = ".") => (await run("sh", ["-c", line], { env, cwd })).stdout;
    const plan = "/projects/shop/plans/PLAN-1";

    await test.step("reading a project's tracker", async () => {
      await page.goto("/projects/shop/connectors");
      const line = await offered("This project's plans are not pushed to a tracker yet.");
      expect(line).toMatch(/^npx groundplan api GET /);
      expect(JSON.parse(await shell(line)).tracker).toMatchObject({ provider: null, target: null });
    });

    await test.step("adding an MCP server, whose address is an example", async () => {
      await page.goto("/connectors?q=nothing-has-this-name");
      const line = await offered("No connectors match your search.");
      expect(line).toMatch(/^npx groundplan api POST /);
      const example = "https://docs.example.com/mcp";
      expect(line).toContain(example);
      const { server } = JSON.parse(await shell(line.replace(example, peer.url)));
      expect(server).toMatchObject({ label: "Docs", url: peer.url, lastProbe: { status: "ok" } });
    });

    await test.step("connecting a tracker, with a token of one's own", async () => {
      await page.goto(`${plan}/pushes`);
      const line = await offered("A push writes the plan to a tracker. None is connected yet.");
      expect(line).toMatch(/^npx groundplan api POST .*TOKEN$/);
      const answer = JSON.parse(await shell(line.replace("TOKEN", github.token)));
      expect(answer).toMatchObject({ connector: "github", connected: true });
    });

    await test.step("choosing where to push", async () => {
      await page.reload();
      const line = await offered("A tracker is connected. Choose the team, project or repository");
      const { tracker } = JSON.parse(await shell(line));
      expect(tracker).toMatchObject({ provider: "tracker_c", target: { repository: github.repository } });
    });

    await test.step("pushing", async () => {
      await page.reload();
      await expect(
        page.getByRole("heading", { name: `The next push to ${github.repository}` }),
      ).toBeVisible();
      const line = await offered("No pushes yet.");
      expect(line).toMatch(/^npx groundplan push PLAN-1 /);
      expect(await shell(line)).toContain(`PLAN-1 "Launch" to ${github.repository}: pushed.`);
      await page.reload();
      const past = page.getByRole("list", { name: "Push history" }).getByRole("listitem");
      await expect(past).toHaveCount(1);
      await expect(past).toContainText("Pushed");
    });

    await test.step("uploading a prototype", async () => {
      const index = { path: "index.html", executable: false, read: () => [Buffer.from("<p>Buy")] };
      writeFileSync(join(folder, "prototype.zip"), await buffer(writeZip([index])));
      await page.goto(`${plan}/prototype`);
      const line = await offered("Drop a folder, files or a zip here.");
      expect(JSON.parse(await shell(line, folder)).prototype).toMatchObject({ entry: "index.html" });
      await page.reload();
      const files = page.getByRole("list", { name: "Files of the prototype" }).getByRole("listitem");
      await expect(files).toHaveText([/index\.html/]);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await fresh.end();
    await peer.close();
    await github.close();
  }
});
