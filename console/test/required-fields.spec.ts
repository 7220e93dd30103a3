import { project, startJira } from "@groundplan/tracker-stand-ins/jira";
import { createKey, expect, openFresh, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

test("Fields that Jira requires of new issues get values in a project's tracker settings", async ({
  browser,
}, info) => {
  info.setTimeout(300_000);
  const allowed = [
    { id: "31", value: "Low" },
    { id: "32", value: "High" },
  ];
  const required = { required: true } as const;
  const jira = await startJira({
    projects: [
      project("1", "PROJ", {
        fields: [
          { id: "customfield_1", name: "Cost center", type: "string", ...required },
          { id: "customfield_2", name: "Weight", type: "number", ...required },
          { id: "customfield_3", name: "Risk", type: "option", allowed, ...required },
          { id: "customfield_4", name: "Areas", type: "options", allowed, ...required },
          { id: "customfield_5", name: "Note", type: "string", required: false },
        ],
      }),
    ],
  });
  const fresh = await openFresh(browser, { GROUNDPLAN_JIRA_API_URL: jira.url });
  const page = await fresh.open();
  await setUp(page, fresh);
  const secret = await createKey(fresh);
  const headers = { authorization: `Bearer ${secret}` };
  const send = async (method: "post" | "put", path: string, data: object) =>
    expect((await page.request[method](path, { headers, data })).ok(), path).toBe(true);
  const tracker = "/v1/projects/shop/tracker";
  await send("post", "/v1/connectors/jira/connect", { apiKey: jira.token, account: jira.email });
  await send("post", "/v1/projects", { name: "Shop" });
  const fields = { customfield_5: "Kept" };
  await send("put", tracker, { provider: "tracker_b", target: { projectKey: "PROJ" }, fields });

  await page.goto("/projects/shop/connectors");
  const region = page.getByRole("region", { name: "Where plans are pushed" });
  await expect(region.getByText("Pushes fail until all of them are set")).toBeVisible();
  await expect(region.getByText("No value")).toHaveCount(4);
  await expectAccessibleByDayAndNight(page);
  await region.getByRole("button", { name: "Set values" }).press("Enter");
  const areas = region.getByRole("group", { name: "Areas" });
  await region.getByLabel("Cost center").fill("A-7");
  await region.getByLabel("Weight").fill("heavy");
  await region.getByLabel("Risk").selectOption("High");
  await areas.getByLabel("Low").check();
  await areas.getByLabel("High").check();
  await expectAccessibleByDayAndNight(page);
  await region.getByRole("button", { name: "Save values" }).press("Enter");
  await expect(region.getByText("Weight must be a number.")).toBeVisible();
  await region.getByLabel("Weight").fill("2.5");
  await region.getByRole("button", { name: "Save values" }).press("Enter");
  await expect(region.getByText("Low, High")).toBeVisible();
  await expect(region.getByText("A-7")).toBeVisible();
  await expect(region.getByText("No value")).toHaveCount(0);
  const kept = async () => (await (await page.request.get(tracker, { headers })).json()).tracker.fields;
  const rest = { ...fields, customfield_2: 2.5, customfield_3: { id: "32" } };
  expect(await kept()).toEqual({
    ...rest,
    customfield_1: "A-7",
    customfield_4: [{ id: "31" }, { id: "32" }],
  });

  await region.getByRole("button", { name: "Change values" }).press("Enter");
  await expect(region.getByLabel("Risk")).toHaveValue("32");
  await areas.getByLabel("Low").uncheck();
  await region.getByLabel("Cost center").fill("");
  await region.getByRole("button", { name: "Save values" }).press("Enter");
  await expect(region.getByRole("button", { name: "Set values" })).toBeVisible();
  await expect(region.getByText("No value")).toHaveCount(1);
  expect(await kept()).toEqual({ ...rest, customfield_4: [{ id: "32" }] });
  await fresh.end();
  await jira.close();
});
