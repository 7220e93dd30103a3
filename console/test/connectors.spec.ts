import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startGitHub } from "@groundplan/tracker-stand-ins/github";
import type { Page } from "@playwright/test";
import { type Peer, startEverything } from "../../server/test/mcp/start-peer.ts";
import { createKey, dialogOf, openFresh, setUp, test } from "./fresh.ts";
import { refuseSwitch, showOtherwise } from "./refusals.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, settled } from "./watched.ts";

/** A vendor that denies access. */
async function startRefusal() {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://vendor.invalid");
    const back = new URL(searchParams.get("redirect_uri") ?? "http://vendor.invalid");
    back.searchParams.set("state", searchParams.get("state") ?? "");
    back.searchParams.set("error", "access_denied");
    response.writeHead(302, { location: back.href }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const rail = (page: Page) => page.getByRole("navigation", { name: "Workspace" });

test("A tracker is connected by key and refused by OAuth; an MCP server is added, probed, switched and deleted", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const github = await startGitHub();
  const vendor = await startRefusal();
  const peer: Peer = await startEverything();
  const fresh = await openFresh(browser, {
    GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
    GROUNDPLAN_GITHUB_API_URL: github.url,
    GROUNDPLAN_GITHUB_OAUTH_URL: vendor.url,
    GROUNDPLAN_GITHUB_CLIENT_ID: "groundplan",
    GROUNDPLAN_GITHUB_CLIENT_SECRET: "a secret of the tests",
  });
  try {
    const page = await fresh.open(vendor.url);
    await setUp(page, fresh);
    await rail(page).getByRole("link", { name: "Connectors" }).click();
    await page.getByLabel("Search the catalog").fill("issues github");
    await expect(page).toHaveURL(/q=issues/);
    await expect(page.getByRole("link", { name: /^Notion/ })).toHaveCount(0);
    await page.getByLabel("Search the catalog").fill("nothing has this");
    await expect(page.getByText("No connectors match your search.")).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    await page.getByLabel("Search the catalog").fill("");
    await page
      .getByRole("region", { name: "Trackers" })
      .getByRole("link", { name: /^GitHub/ })
      .click();
    await expect(page.getByText("Not connected.")).toBeVisible();
    await settled(page);
    await expectAccessibleByDayAndNight(page);
    await page.getByRole("button", { name: "Sign in to GitHub Issues" }).click();
    await expect(page).toHaveURL(/\/connectors\/github\?error=access_denied/);
    await expect(page.getByRole("alert")).toContainText("Access was denied there");
    await expectAccessibleByDayAndNight(page);
    await page.getByRole("button", { name: "Connect with a key" }).click();
    await dialogOf(page).getByLabel("Key").fill("no-key-of-anybody");
    await dialogOf(page).getByRole("button", { name: "Connect" }).click();
    await expect(dialogOf(page)).toContainText("was rejected by GitHub");
    await expectAccessibleByDayAndNight(page);
    await dialogOf(page).getByLabel("Key").fill(github.token);
    await dialogOf(page).getByRole("button", { name: "Connect" }).click();
    await expect(page.getByText(/^Connected as/)).toBeVisible();
    await page.getByRole("checkbox", { name: "GitHub Issues may be used" }).click();
    await expect(page.getByRole("main").getByText("Off", { exact: true })).toBeVisible();
    await page.getByRole("checkbox", { name: "GitHub Issues may be used" }).click();
    await expect(page.getByText(/^Connected as/)).toBeVisible();
    await settled(page);
    await expectAccessibleByDayAndNight(page);

    const secret = await createKey(fresh);
    const headers = { authorization: `Bearer ${secret}` };
    const made = await page.request.post("/v1/projects", { headers, data: { name: "Shop" } });
    expect(made.ok()).toBe(true);
    await page.goto("/projects/shop/connectors");
    await page.getByRole("button", { name: "Choose where" }).click();
    await expect(page.getByLabel("Destination")).toContainText(github.repository);
    await expectAccessibleByDayAndNight(page);
    await page.getByLabel("Destination").selectOption({ label: github.repository });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("region", { name: "Where plans are pushed" })).toContainText(
      github.repository,
    );

    await page.goto("/connectors");
    await expect(page.getByRole("button", { name: "Add an MCP server" })).toBeVisible();
    await page.keyboard.press("c");
    await dialogOf(page).getByLabel("Name").fill("Everything");
    await dialogOf(page).getByLabel("Address").fill(peer.url);
    await expectAccessibleByDayAndNight(page);
    await dialogOf(page).getByRole("button", { name: "Add server" }).click();
    await expect(page).toHaveURL(/\/connectors\/x_everything$/);
    const tools = page.getByRole("list", { name: "Tools of Everything" });
    await expect(page.getByRole("region", { name: "Server", exact: true })).toContainText(
      /It responds and has \d+ tools/,
    );
    const writes = tools.getByRole("listitem").filter({ hasText: /^toggle-simulated-logging/ });
    await expect(writes).toContainText("stays off until someone turns it on");
    await refuseSwitch(page, writes.getByRole("checkbox"), false);
    await writes.getByRole("checkbox").click();
    await expect(writes).not.toContainText("off until");
    await settled(page);
    await expectAccessibleByDayAndNight(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNothingSideways(page);
    await page.setViewportSize({ width: 1360, height: 860 });

    await page.goto("/projects/shop/connectors/x_everything");
    await expect(writes.getByRole("checkbox")).toBeChecked();
    await writes.getByRole("checkbox").click();
    await expect(writes).toContainText("Turned off in this project.");
    const toolset = async () => {
      const answer = await page.request.get("/v1/connectors/x_everything/toolsets?projectSlug=shop", {
        headers,
      });
      const { tools: all } = (await answer.json()) as {
        tools: { name: string; enabled: { workspace: boolean; project: boolean | null } }[];
      };
      return all.find(({ name }) => name === "toggle-simulated-logging")?.enabled;
    };
    await expect.poll(toolset).toMatchObject({ workspace: true, project: false, effective: false });

    // A changed tool is off until reviewed.
    await showOtherwise(page, "**/toolsets", (body: { tools: { name: string }[] }) => {
      const tools = body.tools.map((tool) =>
        tool.name === "echo"
          ? {
              ...tool,
              changed: true,
              reason: "changed",
              enabled: { workspace: false, project: null, effective: false },
            }
          : tool,
      );
      return { ...body, tools };
    });
    await page.goto("/connectors/x_everything");
    const changed = tools.getByRole("listitem").filter({ hasText: "The server changed this tool" });
    await expect(changed).toContainText("echo");
    await expect(changed.getByRole("checkbox")).not.toBeChecked();
    await expectAccessibleByDayAndNight(page);
    await page.unroute("**/toolsets");
    await changed.getByRole("checkbox").click();
    await expect(changed).toHaveCount(0);
    await expect(writes.getByRole("checkbox")).toBeChecked();
    await peer.close();
    await page.getByRole("button", { name: "Probe again" }).click();
    const server = page.getByRole("region", { name: "Server", exact: true });
    await expect(server.getByText("Failed", { exact: true })).toBeVisible();
    await expect(writes).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    await server.getByRole("button", { name: "Delete" }).click();
    await dialogOf(page).getByRole("button", { name: "Delete server" }).click();
    await expect(page).toHaveURL(/\/connectors$/);
    await expect(page.getByRole("region", { name: "Custom MCP servers" })).toHaveCount(0);
  } finally {
    await fresh.end();
    await peer.close();
    await vendor.close();
    await github.close();
  }
});
