import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { dialogOf, expect, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight, expectNothingSideways, settled } from "./watched.ts";

interface Entry {
  url: string;
  headers?: Record<string, string>;
}

test("An agent is connected with the settings of its page, which then shows it", { tag: "@both" }, async ({
  fresh,
}) => {
  const page = await fresh.open();
  await setUp(page, fresh);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("agent");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Connect an agent" })).toBeVisible();
  const main = page.getByRole("main");
  const block = (place: string) => main.getByRole("region", { name: place, exact: true }).locator("pre");
  const choose = (name: string) => main.getByRole("radio", { name, exact: true }).check();
  await expect(page.getByText("No agent has called yet.")).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);

  // A client compares this address with the one in the service's metadata.
  const address = `${fresh.url}/mcp`;
  await expect(main.getByRole("region", { name: "Address" }).locator("code")).toHaveText(address);
  await expect(block("In a terminal")).toHaveText(`claude mcp add --transport http groundplan "${address}"`);
  await expect(block("AGENTS.md")).toContainText("claim_work");

  const tools = main.getByRole("list", { name: "Tools" }).getByRole("listitem");
  await expect(tools).toHaveCount(11);
  await expect(tools.first()).toContainText(/find.*Read.*\d+ tokens/);
  await expect(main.getByText(/^11 tools in 1,\d{3} tokens/)).toBeVisible();
  await choose("To build");
  await expect(tools).toHaveCount(5);
  await expect(block("In a terminal")).toContainText(`${address}?tools=work`);

  // Arrow keys move through a group, as in every form.
  await main.getByRole("radio", { name: "Claude Code" }).focus();
  for (const place of ["~/.codex/config.toml", "~/.cursor/mcp.json"]) {
    await page.keyboard.press("ArrowDown");
    await expect(block(place)).toContainText(`${address}?tools=work`);
  }
  await choose("With a key");
  await expect(block("~/.cursor/mcp.json")).toContainText("Bearer YOUR_KEY");
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("c");
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Name")).toHaveValue("Cursor");
  await expect(dialog.getByLabel("Scope")).toHaveValue("write");
  await expectAccessibleByDayAndNight(page);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(block("~/.cursor/mcp.json")).toContainText("Bearer psk_");
  await expectAccessibleByDayAndNight(page);
  const { mcpServers } = JSON.parse((await block("~/.cursor/mcp.json").textContent()) ?? "") as {
    mcpServers: Record<string, Entry>;
  };
  const { url = "", headers = {} } = mcpServers.groundplan ?? {};

  const client = new Client({ name: "cursor", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
    (await tools.locator("code").allTextContents()).map((name) => name.trim()),
  );
  await client.close();

  const connected = main.getByRole("list", { name: "Connected agents" });
  await expect(connected).toContainText(/Cursor.*Write.*Key.*used just now/);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
  await page.reload();
  await expect(connected).toContainText("Cursor");
  expect(await page.content()).not.toContain(headers.Authorization?.slice("Bearer ".length));
});

test("The page says what failed, and goes on when it is tried again", async ({ fresh }) => {
  const page = await fresh.open();
  await setUp(page, fresh);
  const json = { error: { code: "unavailable", message: "The tools can't be read now." } };
  await page.route("**/console/mcp-access", (route) => route.fulfill({ status: 400, json }));
  await page.goto("/settings/agents");
  await expect(page.getByRole("alert")).toContainText("The tools can't be read now.");
  await expect(page.getByText("No agent has called yet.")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.unroute("**/console/mcp-access");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("list", { name: "Tools" }).getByRole("listitem")).toHaveCount(11);
});
