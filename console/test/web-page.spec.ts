import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf, openFresh, setUp, test } from "./fresh.ts";
import { expect, expectAccessibleByDayAndNight, settled } from "./watched.ts";

/** Empty text means the page is gone. */
async function startSite() {
  const site = { says: "Ships pay once a month.", url: "" };
  const server = createServer((_request, response) => {
    const { says } = site;
    if (says === "") response.writeHead(404).end();
    else
      response
        .writeHead(200, { "content-type": "text/html", etag: `"${says.length}"` })
        .end(`<title>Harbour fees</title><main><h1>Harbour fees</h1><p>${says}</p></main>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fees`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return Object.assign(site, { close });
}

test("A web page is added and read; a refresh tells whether it changed, and a missing one keeps its text", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const site = await startSite();
  const fresh = await openFresh(browser, { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" });
  try {
    const page = await fresh.open();
    await setUp(page, fresh);
    await page.goto("/context");
    await page.getByRole("button", { name: /^Add a web page/ }).press("Enter");
    await dialogOf(page).getByLabel("Address").fill(site.url);
    await dialogOf(page).getByRole("button", { name: "Add page" }).press("Enter");
    await page.getByRole("link", { name: "Harbour fees" }).press("Enter");
    const text = page.locator("#main");
    await expect(text).toContainText("Ships pay once a month.");
    const readAgain = async () => {
      await page.getByRole("button", { name: "More actions for Harbour fees" }).press("Enter");
      await pressItem(page, page.getByRole("menuitem", { name: "Refresh the page" }));
    };
    await readAgain();
    await expect(page.getByText("Harbour fees has not changed.")).toBeVisible();
    site.says = "Ships pay twice a year.";
    await readAgain();
    await expect(page.getByText("Harbour fees was refreshed and has changed.")).toBeVisible();
    await expect(text).toContainText("Ships pay twice a year.");
    site.says = "";
    await readAgain();
    await expect(page.getByText("The page answered with status 404.")).toBeVisible();
    await expect(text).toContainText("Ships pay twice a year.");
    await settled(page);
    await expectAccessibleByDayAndNight(page);
  } finally {
    await fresh.end();
    await site.close();
  }
});
